"""Every picture as the chapters call it, with what its axes must say: what the tests of all pictures go through.

A case is named after its function, with a word behind it where a chapter calls the same one again.
"""

import importlib
import json
import pathlib
from functools import cache
from typing import NamedTuple

import numpy as np

import transformer_block as tb

DRAW = tb.part_one_draw()
WEIGHTS = DRAW.weights
SEEDS = range(200)  # the draws behind the bands of chapters 4 and 5
SMALL_W1 = np.array([[1.0, 0, -1], [-1, 1, -1]])
SMALL_W2 = np.array([[1.0, 0.5], [-0.5, 1], [0.5, -1]])


class Axes(NamedTuple):
    """What one panel must say: its labels, empty where a neighbour speaks for it, and the ticks its grid is drawn at."""

    x: str = ""
    y: str = ""
    grid: str = ""  # "", "major" or "minor"
    scale: str = "linear"  # upwards
    frame: str = "left bottom"  # the sides that are drawn
    across: str = "linear"


class Case(NamedTuple):
    """What makes a picture's arguments, when they are first asked for, and its panels."""

    make: object
    panels: list


def call(*arguments, **options):
    """Arguments as a function takes them."""
    return arguments, options


@cache
def reading(causal=True):
    """The weights of the first head."""
    return tb.attention_weights(DRAW.x, *WEIGHTS.heads[0][:2], causal=causal)


@cache
def other_draws():
    """The draws of all seeds."""
    return [tb.part_one_draw(seed) for seed in SEEDS]


@cache
def runs(rule):
    """Sizes over the storeys for each seed: (seeds, 25)."""
    return tb.spread([tb.stack(d.signal if rule == "replace" else d.adding, d.matrices, rule) for d in other_draws()])


def share_below(rows, percent):
    """The number in each column that `percent` of the rows lie below, by sorting and counting, not by np.percentile."""
    rank = percent / 100 * (len(rows) - 1)
    below, above = np.sort(rows, axis=0)[[int(rank), int(rank) + 1]]
    return below + (rank - int(rank)) * (above - below)


def single_size(rule):
    """Sizes over the storeys of the chapters' own draw."""
    return tb.spread(tb.stack(DRAW.signal if rule == "replace" else DRAW.adding, DRAW.matrices, rule))


def balance():
    values = DRAW.x @ WEIGHTS.heads[0][2]
    return call(values[:5, 0], reading()[4, :5])


def dial():
    t = np.linspace(-2, 2, 161)
    evidence = np.stack([t, 0.5 - 0.5 * t], axis=1)
    outputs = {s: (np.maximum(evidence @ SMALL_W1, s * (evidence @ SMALL_W1)) @ SMALL_W2)[:, 1] for s in (0, 0.5, 1)}
    straight = {s: np.polyval(np.polyfit(t, y, 1), t) for s, y in outputs.items()}
    return call(t, outputs, straight, {s: np.std(y - straight[s]) / np.std(y) for s, y in outputs.items()})


def singular_values():
    product, values = np.eye(32), {}
    for layers, W in enumerate(DRAW.matrices, start=1):
        product = product @ W
        if layers in (1, 6, 24):
            values[layers] = np.linalg.svd(product, compute_uv=False)
    return call(values)


def walk():
    """An output on its way through a random network of two layers; the places of its kinks are found, not sampled."""
    rng = np.random.default_rng(17)
    layers = [(rng.normal(size=(8, 8)) * np.sqrt(2 / 8), 0.1 * rng.normal(size=8)) for _ in range(2)]
    end = rng.normal(size=8)
    end /= np.linalg.norm(end)
    t, h = np.array([0.0, 1.0]), np.stack([-end, end])
    for W, b in layers:
        match = h @ W + b
        piece, unit = np.nonzero(match[:-1] * match[1:] < 0)
        before, after = match[piece, unit], match[piece + 1, unit]
        kinks = t[piece] + before / (before - after) * (t[piece + 1] - t[piece])
        new_t = np.sort(np.concatenate([t, kinks]))
        t, h = new_t, tb.relu(np.transpose([np.interp(new_t, t, column) for column in match.T]))
    return call(2 * t - 1, h @ np.random.default_rng(0).normal(size=8))


def folds():
    t = np.linspace(0, 1, 1025)
    y, shown = t, {}
    for times in range(1, 5):
        y = 1 - np.abs(1 - 2 * y)
        shown[times] = y
    return call(t, {times: shown[times] for times in (1, 2, 4)})


def bends():
    match = np.linspace(-3, 3, 301)
    gelu = match / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (match + 0.044715 * match**3)))
    return call(match, {"ReLU": tb.relu(match), "leaky 0.1": np.maximum(match, 0.1 * match), "GELU": gelu})


def survival():
    return call(single_size("replace"), single_size("add"), *(share_below(runs("replace"), percent) for percent in (5, 95)),
                0.7 ** np.arange(25))


def jacobian(matrices, rule):
    product = np.eye(32)
    for W in matrices:
        product = product @ (W if rule == "replace" else np.eye(32) + W)
    return product


def reverse_lane():
    return call(*(np.array([np.linalg.norm(jacobian(DRAW.matrices[floor:], rule)) / np.sqrt(32) for floor in range(25)])
                  for rule in ("replace", "add")))


def directions():
    counts = {}
    for name, gain, rule in (("replace", 1, "replace"), ("add", 1, "add"), ("add, quieter", 1 / np.sqrt(24), "add")):
        matrices = [gain * W for W in DRAW.matrices]
        values = np.linalg.svd([jacobian(matrices[:floor], rule) for floor in range(25)], compute_uv=False)
        counts[name] = (values > 0.01 * values[:, :1]).sum(axis=1).tolist()
    return call(counts)


def growth():
    return call(single_size("add"), *(share_below(runs("add"), percent) for percent in (5, 95)), 1.49 ** (np.arange(25) / 2))


def where_to_tidy():
    return call(*map(single_size, ("add", "tidy-then-add", "add-then-tidy")))


def tower(blocks, without=(), x=DRAW.x):
    floors = [x]
    for weights in blocks:
        floors.append(tb.block(floors[-1], weights, without=without))
    return np.array(floors)


def stream():
    one, own = tower([WEIGHTS] * 24), tower([d.weights for d in other_draws()[:24]])
    return call(one.std(axis=(1, 2)), own.std(axis=(1, 2)), tb.layer_norm(one).std(axis=(1, 2)))


@cache
def stages():
    """The eight stages of the chapters' own block."""
    return tb.block_stages(DRAW.x, WEIGHTS)


@cache
def bench_over_the_draws():
    """The size of the stream and what tells the rows apart, in the middle of 100 draws: two dicts {part: (25,)}."""
    size, apart = {}, {}
    for part in ("nothing", *tb.PARTS):
        without = () if part == "nothing" else (part,)
        floors = np.array([tower([draw.weights] * 24, without, draw.x) for draw in map(tb.part_one_draw, range(100))])
        own = floors - floors.mean(axis=-2, keepdims=True)
        size[part] = np.median(floors.std(axis=(2, 3)), axis=0)
        apart[part] = np.median(np.linalg.norm(own, axis=(2, 3)) / np.linalg.norm(floors, axis=(2, 3)), axis=0)
    return size, apart


def bench():
    return call(*bench_over_the_draws())


def second_round():
    """Who reads whom in the two blocks of the cat and the mat, written down by hand."""
    words = ["·", "outside", "cat", "inside", "mat", "it", "soft"]
    rest = np.zeros((7, 7))
    rest[:, 0] = 1
    once, twice = rest.copy(), rest.copy()
    once[[2, 4, 6]] = 0
    once[2, 1] = once[4, 3] = 1
    once[6, [2, 4]] = 0.5
    twice[6] = 0
    twice[6, 4] = 1
    return call(words, [once, twice], ["thing meant", "it is inside"])


def four_masks():
    """Who may read whom, and who notices: what a reader asks is part of what it gathers, so its own row is always noticed."""
    columns = np.arange(6)
    allowed = {"none": np.ones((6, 6), bool), "causal": columns <= columns[:, None], "padding": np.array([columns < 4] * 6),
               "cross": np.ones((6, 4), bool)}
    return call(allowed, {name: table if name == "cross" else table | np.eye(6, dtype=bool) for name, table in allowed.items()})


def three_families():
    row = np.arange(7)
    reader, read = row[:, None], row
    joined = np.where(reader < 4, read < 4, read <= reader)
    tables = {"encoder": np.ones((7, 7), bool), "decoder": read <= reader, "encoder–decoder": joined}
    return call(tables, tables, source=4)
@cache
def towers_of_both_orders():
    """The slope of W2 at each of 24 blocks, in 40 towers: (40, 24) for each order."""
    found = {order: [] for order in tb.ORDERS}
    for seed in range(40):
        blocks = [tb.part_one_draw(1000 + 24 * seed + i).weights for i in range(24)]
        wish = np.random.default_rng(500 + seed).normal(size=(6, 32))
        for order in tb.ORDERS:
            found[order].append(way_back(tb.part_one_draw(seed).x, blocks, order, wish / np.linalg.norm(wish))[1])
    return {order: np.array(slopes) for order, slopes in found.items()}


def way_back(x, blocks, order, wish):
    """The size of the stream after each block, and the slope that its W2 gets: two lists."""
    floors = [x]
    for weights in blocks:
        floors.append(tb.block(floors[-1], weights, order=order))
    if order == "pre":  # through the final norm
        tidy, spread = tb.layer_norm(floors[-1]), np.sqrt(floors[-1].var(axis=-1, keepdims=True) + 1e-5)
        wish = (wish - wish.mean(axis=-1, keepdims=True) - (wish * tidy).mean(axis=-1, keepdims=True) * tidy) / spread
    slopes = []
    for z, weights in zip(floors[-2::-1], blocks[::-1], strict=True):
        back = tb.block_slopes(z, weights, wish, order=order)
        slopes.append(np.linalg.norm(tb.block_stages(z, weights, order=order)["hidden"].T @ back["FFN"]))
        wish = back["X"]
    return [z.std() for z in floors[1:]], slopes[::-1]


def slopes():
    return call(*(np.stack([share_below(towers_of_both_orders()[order], percent) for percent in (5, 50, 95)]) for order in tb.ORDERS))


def both_towers():
    rng = np.random.default_rng(8)
    x, wish = rng.normal(size=(2, 4, 16))
    blocks = [tb.BlockWeights([tuple(rng.normal(size=(16, 8)) / 4 for _ in range(3)) for _ in range(2)],
                              rng.normal(size=(16, 64)) / 4, rng.normal(size=(64, 16)) / 8) for _ in range(12)]
    found = [way_back(x, blocks, order, wish / np.linalg.norm(wish)) for order in tb.ORDERS]
    return call([size for size, _ in found], [slope for _, slope in found])


def four_kinds_of_towers():
    stored = json.loads((pathlib.Path(tb.__file__).parent / "stored" / "training_lanes.json").read_text(encoding="utf-8"))
    return call(5 * np.arange(41), stored["results"]["losses"], ["both plus signs", "neither", "gather adds", "think adds"], np.log(12))


def numbers_spent():
    gpt2 = {"small": (12, 768, 12), "medium": (24, 1024, 16), "large": (36, 1280, 20), "XL": (48, 1600, 25)}
    bills = {f"GPT-2 {name}": tb.parameter_bill(tb.Config(*three, 4, 50257, 1024)) for name, three in gpt2.items()}
    return {**bills, "BERT base": tb.parameter_bill(tb.Config(12, 768, 12, 4, 30522, 512), final_norm=False)}


def works():
    config, T = tb.Config(1, 768, 12, 4, 50257, 65536), np.arange(512, 8193, 512)
    work = [tb.forward_work(config, int(t)) for t in T]
    return call(T, [w["gather"] + w["think"] for w in work], [w["tables"] for w in work], 1024)


# What chapter 12 measures, in its %%torch cells and on a hundred draws, in four digits.
FLOOR = {"float32": [0, 7.995e-08, 2.298e-07, 1.444e-07, 1.65e-07, 2.075e-07, 2.486e-07, 1.861e-07],
         "float64": [0, 1.455e-16, 3.72e-16, 2.452e-16, 2.796e-16, 3.612e-16, 4.762e-16, 3.291e-16]}
SLIPS = {"Wo not turned": [0, 0, 1.402, 0.8332, 0.8017, 0.7275, 0.7139, 0.7929],
         "heads cut wrong": [0, 0, 1.297, 0.7784, 0.7684, 0.6733, 0.6563, 0.7376],
         "root of C for d": [0, 0, 0.211, 0.1247, 0.1254, 0.1212, 0.118, 0.1233],
         "sample variance": [0, 0.01546, 0.02212, 0.0132, 0.01904, 0.01886, 0.01826, 0.01479],
         "another eps": [0, 5.635e-06, 7.989e-06, 4.738e-06, 5.494e-06, 5.428e-06, 5.225e-06, 4.931e-06],
         "gammas swapped": [0, 0.2697, 0.3356, 0.2072, 0.3334, 0.3126, 0.3026, 0.2365],
         "GELU": [0, 0, 0, 0, 0, 0.1646, 0.1599, 0.08288]}
NUDGED = {"float64": [0.001388, 3.597e-08, 3.141e-10, 3.248e-12, 3.732e-12, 1.216e-10, 8.25e-10, 1.246e-08, 1.144e-07, 2.073e-06,
                      8.654e-06, 0.0001094],
          "float32": [0.001388, 8.55e-06, 6.478e-05, 0.0005837, 0.005066, 0.05546, 0.5641, 3.379, 1.823, 0.05021, 0.0431, 0.0431]}


BARE = Axes(frame="")
STOREYS = Axes("storey", "size", "major", "log")
CASES = {
    "gathering.weights_table": Case(lambda: call(reading()), [Axes("position that is read", "position that reads", "minor")]),
    "gathering.one_reader": Case(lambda: call(reading()[4], 4, without_mask=reading(causal=False)[4]),
                                 [Axes("position that is read", "weight for position 4")]),
    "gathering.balance": Case(balance, [Axes("value of one coordinate", frame="bottom")]),
    "if_unit.half_plane": Case(lambda: call(np.array([1.0, -1.0]), np.array([[0.8, -0.6]])),
                               [Axes("first coordinate", "second coordinate", "major")]),
    "if_unit.bent_line": Case(lambda: call(np.array([1.4, -1.4, 0.0])), [Axes("match: pattern · evidence", "fires", "major")]),
    "bank_of_ifs.bank": Case(lambda: call(np.array([0.8, -0.6]), SMALL_W1, SMALL_W2), [BARE]),
    "bank_of_ifs.awake": Case(lambda: call(tb.relu(DRAW.x @ WEIGHTS.W1)),
                             [Axes("unit (0 to 127)", "position", frame=""), Axes(y="units awake", frame="")]),
    "bank_of_ifs.to_scale": Case(lambda: call(32, 128), [BARE]),
    "collapse.dial": Case(dial, [Axes(y="output", grid="major"), Axes("place on the line", grid="major"), Axes(grid="major")]),
    "collapse.singular_values": Case(singular_values, [Axes("direction, loudest first", "share of the loudest", "major", "log")]),
    "collapse.walk": Case(walk, [Axes("place on the line", "output", "major")]),
    "collapse.folds": Case(folds, [Axes(y="output"), Axes("input"), Axes()]),
    "collapse.bends": Case(bends, [Axes(y="fires", grid="major"), Axes("match", grid="major"), Axes(grid="major")]),
    "dying_stack.survival": Case(survival, [STOREYS]),
    "dying_stack.reverse_lane": Case(reverse_lane, [Axes("storey, from the top down", "slope", "major", "log")]),
    "dying_stack.directions": Case(directions, [Axes("storey", "directions left", "major")]),
    "drift.snail": Case(lambda: call(0.7 * 1.49 ** (np.arange(6) / 2)), [BARE]),
    "drift.snail of equal notes": Case(lambda: call(np.full(6, 0.7)), [BARE]),
    "drift.growth": Case(growth, [STOREYS]),
    "drift.slide_and_stretch": Case(lambda: call([[1, 2, 3, 4], [-4, -2, 0, 2]]), [Axes("value of a coordinate", frame="bottom")]),
    "drift.where_to_tidy": Case(where_to_tidy, [STOREYS]),
    "drift.stream": Case(stream, [Axes("block", "size", "major")]),
    "full_block.machine": Case(lambda: call(stages(), 5), [BARE]),
    "full_block.strips": Case(lambda: call(stages(), 5), [Axes("coordinate", "stage", frame="")]),
    "full_block.footprints": Case(
        lambda: call({"think": np.eye(6), "gather": np.tril(np.ones((6, 6))), "gather, no mask": np.ones((6, 6))}),
        [Axes("changed row", "row that notices", frame=""), *2 * [Axes("changed row", frame="")]]),
    "full_block.second_round": Case(second_round, [Axes(y="block", frame="")]),
    "one_row.walk": Case(lambda: call(tb.block_stages(*tb.worked_example())),
                         [Axes("first number", "second number", "major"), *2 * [Axes("first number", grid="major")]]),
    "one_row.walk beside the widget": Case(lambda: call(tb.block_stages(*tb.worked_example())),
                                           [Axes("first number", "second number", "major"), *2 * [Axes("first number", grid="major")]]),
    "order_of_norm.two_orders": Case(lambda: call(stages(), tb.block_stages(DRAW.x, WEIGHTS, order="post"), 5), 2 * [BARE]),
    "order_of_norm.slopes": Case(slopes, [Axes("block", "slope of W2", "major", "log")]),
    "order_of_norm.both_towers": Case(both_towers, [Axes("number of the block", "size of the stream", "major", "log"), Axes("number of the block", "slope of W2", "major", "log")]),
    "full_block.bench": Case(bench, [Axes(y="size", grid="major", scale="log"), Axes("block", "told apart", "major", "log")]),
    "who_sees_whom.pairs": Case(four_masks, 2 * [Axes("row that is read", "row that reads", frame=""), Axes("row that is read", frame="")]),
    "who_sees_whom.pairs of one mask": Case(lambda: call(*({"causal": np.tri(6) == 1} for _ in range(2))),
                                            [Axes("row that is read", "row that reads", frame="")]),
    "numpy_and_pytorch.parting": Case(lambda: call(list(stages()), SLIPS, FLOOR), [Axes("stage", "difference, as a share of the stage", "major", "log")]),
    "numpy_and_pytorch.parting of one slip": Case(lambda: call(list(stages()), {"Wo not turned": SLIPS["Wo not turned"]}, FLOOR),
                                                  [Axes("stage", "difference, as a share of the stage", "major", "log")]),
    "numpy_and_pytorch.hairs": Case(lambda: call(10.0 ** -np.arange(1, 13), NUDGED), [Axes("step", "error of the slope", "major", "log", across="log")]),
    "who_sees_whom.families": Case(three_families, [Axes("changed row", "row that notices", frame=""), *2 * [Axes("changed row", frame="")]]),
    "training.losses": Case(four_kinds_of_towers, [Axes("step", "loss", "major")]),
    "six_numbers.shares": Case(lambda: call(numbers_spent()), [Axes("percent of all learned numbers", "model", frame="bottom")]),
    "six_numbers.shares of one": Case(lambda: call({"GPT-2 small": numbers_spent()["GPT-2 small"]}), [Axes("percent of all learned numbers", "model", frame="bottom")]),
    "six_numbers.crossing": Case(works, [Axes("positions T", "operations, 10⁹", "major")]),
}

MODULES = {name: importlib.import_module(f"transformer_block.figures.{name}") for name in {case.split(".")[0] for case in CASES}}


@cache
def arguments(name):
    """The arguments of a case: a tuple and a dict."""
    return CASES[name].make()


def picture(name):
    """The picture of a case, by the modules in MODULES, where a mutant may stand for one."""
    module, function = name.split(" ")[0].split(".")
    given, options = arguments(name)
    return getattr(MODULES[module], function)(*given, **options)
