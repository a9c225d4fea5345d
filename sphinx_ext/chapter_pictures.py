"""A small picture for each chapter, drawn from the chapter's own numbers: 96 wide, 64 high, in the palette's colours."""

import numpy as np

import transformer_block as tb

WIDTH, HEIGHT, EDGE = 96, 64, 6


def picture_of(slug):
    """The picture of a chapter as SVG text; it only decorates, so that a screen reader passes it by."""
    return (f'<svg class="tb-chapter-picture" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true" fill="none" stroke-width="2">'
            f"{_PICTURES.get(slug, _bend)()}</svg>")


def _line(x, y, idea, dash=""):
    """A line through all points, stretched to the picture: y grows upwards."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    across = EDGE + (x - x.min()) / np.ptp(x) * (WIDTH - 2 * EDGE)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, y, strict=True))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" stroke="var(--tb-{idea})"{dashes}/>'


def _heights(*lines):
    """Several lines on one scale, as heights in the picture."""
    low, high = min(map(np.min, lines)), max(map(np.max, lines))
    return [HEIGHT - EDGE - (np.asarray(line) - low) / (high - low) * (HEIGHT - 2 * EDGE) for line in lines]


def _bend():
    """The book's own sign, for a chapter that has no picture yet."""
    return _line([0, 1, 2], [HEIGHT - EDGE, HEIGHT - EDGE, EDGE], "ink")


def _gathering():
    draw = tb.part_one_draw()
    weights = tb.attention_weights(draw.x, *draw.weights.heads[0][:2])
    cell = (HEIGHT - 2 * EDGE) / len(weights)
    left = (WIDTH - len(weights) * cell) / 2
    return "".join(f'<rect x="{left + s * cell:.1f}" y="{EDGE + t * cell:.1f}" width="{cell - 1:.1f}" height="{cell - 1:.1f}" '
                   f'fill="var(--tb-evidence)" fill-opacity="{0.12 + 0.88 * weights[t, s]:.2f}"/>'
                   for t in range(len(weights)) for s in range(t + 1))


def _if_unit():
    match = np.array([-1.4, 0, 1.4])
    heights, = _heights(tb.relu(match))
    return (_line(match, heights, "pattern")
            + f'<circle cx="{WIDTH - EDGE}" cy="{heights[-1]:.1f}" r="3.5" fill="var(--tb-pattern)"/>'
            + f'<circle cx="{EDGE}" cy="{heights[0]:.1f}" r="3.5" fill="var(--tb-silent)"/>')


def _bank_of_ifs():
    draw = tb.part_one_draw()
    strength = tb.relu(draw.x[0] @ draw.weights.W1)[:28]
    step = (WIDTH - 2 * EDGE) / len(strength)
    bars = []
    for unit, height in enumerate(strength / strength.max() * (HEIGHT - 2 * EDGE)):
        idea, height = ("pattern", height) if height > 0 else ("silent", 1.5)
        bars.append(f'<rect x="{EDGE + unit * step:.1f}" y="{HEIGHT - EDGE - height:.1f}" width="{step - 0.8:.1f}" '
                    f'height="{height:.1f}" fill="var(--tb-{idea})"/>')
    return "".join(bars)


def _collapse():
    W1, W2 = np.array([[1.0, 0, -1], [-1, 1, -1]]), np.array([[1, 0.5], [-0.5, 1], [0.5, -1]])
    t = np.linspace(-2, 2, 41)
    line = np.stack([t, 0.5 - 0.5 * t], axis=1)
    bank = tb.feed_forward(line, W1, W2)[:, 1]
    straight = np.polyval(np.polyfit(t, bank, 1), t)
    bank, straight = _heights(bank, straight)
    return _line(t, straight, "silent", "4 3") + _line(t, bank, "contribution")


def _dying_stack():
    draw = tb.part_one_draw()
    replace, add = (np.log(tb.spread(tb.stack(z, draw.matrices, rule)))
                    for z, rule in ((draw.signal, "replace"), (draw.adding, "add")))
    replace, add = _heights(replace, add)
    return _line(range(25), add, "add", "5 2") + _line(range(25), replace, "replace")


def _drift():
    draw = tb.part_one_draw()
    sizes = [np.log(tb.spread(tb.stack(draw.adding, draw.matrices, rule))) for rule in ("add", "tidy-then-add", "add-then-tidy")]
    never, read, each = _heights(*sizes)
    return _line(range(25), never, "add", "5 2") + _line(range(25), read, "ink") + _line(range(25), each, "tidy")


def _full_block():
    lane, branch, plus = 30, 66, []
    for bottom, top, idea in ((54, 34, "evidence"), (28, 8, "pattern")):
        plus.append(f'<path d="M{lane} {bottom}H{branch}V{top}H{lane}" stroke="var(--tb-quiet)"/>'
                    f'<rect x="{branch - 14}" y="{(bottom + top) / 2 - 5}" width="28" height="10" rx="3" '
                    f'fill="var(--tb-surface)" stroke="var(--tb-{idea})"/>'
                    f'<circle cx="{lane}" cy="{top}" r="4" fill="var(--tb-surface)" stroke="var(--tb-add)"/>')
    return f'<path d="M{lane} 61V2" stroke="var(--tb-ink)" stroke-width="3"/>' + "".join(plus)


def _who_sees_whom():
    tables = (tb.causal_mask(4), np.ones((4, 4), bool))
    cell, cells = 9.5, []
    for table, left in zip(tables, (EDGE, WIDTH - EDGE - 4 * cell), strict=True):
        for (t, s), may_read in np.ndenumerate(table):
            look = 'fill="var(--tb-evidence)"' if may_read else 'stroke="var(--tb-grid)" stroke-width="1"'
            cells.append(f'<rect x="{left + s * cell + 0.5:.1f}" y="{HEIGHT / 2 - 2 * cell + t * cell + 0.5:.1f}" '
                         f'width="{cell - 1.5:.1f}" height="{cell - 1.5:.1f}" {look}/>')
    return "".join(cells)


def _one_row():
    stages = tb.block_stages(*tb.worked_example())
    parts = []
    for position, (dash, idea) in enumerate((("", "ink"), ("5 2", "quiet"), ("1 2", "quiet"))):
        places = np.stack([stages[name][position] for name in "XRY"]) * [22, -14] + [EDGE + 8, HEIGHT - EDGE]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline points="{points}" stroke="var(--tb-{idea})"{dashes}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="var(--tb-{colour})"/>'
                  for (x, y), colour in zip(places, ("ink", "evidence", "contribution"), strict=True)]
    return "".join(parts)


def _order_of_norm():
    parts = []
    for lane, on_lane in ((16, False), (62, True)):
        parts.append(f'<path d="M{lane} 61V3" stroke="var(--tb-ink)" stroke-width="3"/>')
        for bottom, top in ((58, 40), (32, 14)):
            branch, middle = lane + 16, (bottom + top) / 2
            parts.append(f'<path d="M{lane} {bottom}H{branch}V{top}H{lane}" stroke="var(--tb-quiet)"/>'
                         f'<circle cx="{lane}" cy="{top}" r="3.5" fill="var(--tb-surface)" stroke="var(--tb-add)"/>')
            x, y = (lane, top - 7.5) if on_lane else (branch, middle)
            parts.append(f'<rect x="{x - 8}" y="{y - 3}" width="16" height="6" rx="2" fill="var(--tb-surface)" stroke="var(--tb-tidy)"/>')
    return "".join(parts)


def _six_numbers():
    bars, height = [], 13
    for row, six in enumerate(((12, 768, 12, 4, 50257, 1024), (24, 1024, 16, 4, 50257, 1024), (48, 1600, 25, 4, 50257, 1024))):
        bill = tb.parameter_bill(tb.Config(*six))
        parts = {"silent": bill["tokens"] + bill["positions"], "evidence": bill["gather"], "pattern": bill["think"]}
        begin = float(EDGE)
        for idea, number in parts.items():
            width = (WIDTH - 2 * EDGE) * number / sum(parts.values())
            bars.append(f'<rect x="{begin:.1f}" y="{EDGE + row * 19.5:.1f}" width="{width - 1:.1f}" height="{height}" fill="var(--tb-{idea})"/>')
            begin += width
    return "".join(bars)


def _training():
    steps = np.arange(21)
    learns, stuck = 2.5 / (1 + np.exp(0.7 * (steps - 9))), 2.5 + 0.4 * np.exp(-steps)
    learns, stuck = _heights(learns, stuck)
    return _line(range(21), stuck, "quiet", "4 3") + _line(range(21), learns, "add")


def _numpy_and_pytorch():
    x, w = tb.part_one_draw()[:2]
    right, wrong = (tb.block_stages(x, weights) for weights in (w, w._replace(heads=w.heads[::-1])))
    right, wrong = ([np.abs(stage).mean() for stage in trace.values()] for trace in (right, wrong))
    gap = np.abs(np.subtract(right, wrong))
    right, wrong = _heights(np.array(right), np.array(right) + 8 * gap)
    return _line(range(len(right)), wrong, "pattern", "4 3") + _line(range(len(right)), right, "ink")


_PICTURES = {"gathering": _gathering, "if_unit": _if_unit, "bank_of_ifs": _bank_of_ifs, "collapse": _collapse,
             "dying_stack": _dying_stack, "drift": _drift, "full_block": _full_block, "one_row": _one_row,
             "order_of_norm": _order_of_norm, "who_sees_whom": _who_sees_whom, "six_numbers": _six_numbers,
             "training": _training, "numpy_and_pytorch": _numpy_and_pytorch}
