"""What the pictures of chapter 0 show."""

import numpy as np

import transformer_block as tb
from tests.figures import looks
from tests.figures.seeing import curves, idea, look, marks, places, text, written
from transformer_block.figures import gathering as pictures

DRAW = tb.part_one_draw()
WQ, WK, WV = DRAW.weights.heads[0]
WEIGHTS = tb.attention_weights(DRAW.x, WQ, WK)
UNMASKED = tb.attention_weights(DRAW.x, WQ, WK, causal=False)


def test_the_table_shades_each_cell_by_its_weight_and_leaves_the_future_blank():
    axes = pictures.weights_table(WEIGHTS).axes[0]
    shades = np.array([cell.get_alpha() for cell in axes.patches]).reshape(6, 6)
    assert np.allclose(shades, 0.55 * WEIGHTS)
    assert written(axes) == [f"{weight:.2f}" for weight in WEIGHTS[np.tril_indices(6)]]
    assert axes.get_xlabel() == "position that is read" and axes.get_ylabel() == "position that reads"


def test_the_first_reader_stands_on_top():
    axes = pictures.weights_table(WEIGHTS).axes[0]
    top = max(axes.patches, key=lambda cell: axes.transData.transform(cell.get_xy())[1] * (cell.get_alpha() > 0))
    assert top.get_xy() == (-0.5, -0.5) and top.get_alpha() == 0.55


def test_the_table_is_told_in_words():
    told = pictures.weights_table(WEIGHTS[:2, :2]).alt
    assert told == ("A table of 2 by 2 weights, one row for each position that reads. Everything above the diagonal is empty. "
                    "From left to right, position 0 reads with 1.00; position 1 reads with 0.18, 0.82.")
    assert "empty" not in pictures.weights_table(UNMASKED).alt


def test_one_reader_is_bars_as_high_as_the_weights():
    axes = pictures.one_reader(WEIGHTS[4], 4).axes[0]
    assert np.allclose([bar.get_height() for bar in axes.patches], WEIGHTS[4])
    assert written(axes) == ["0.21", "0.25", "0.18", "0.34", "0.03", "0"]


def test_without_the_mask_stands_beside_it_hollow():
    picture = pictures.one_reader(WEIGHTS[4], 4, without_mask=UNMASKED[4])
    heights = [bar.get_height() for bar in picture.axes[0].patches]
    assert np.allclose(heights, [*WEIGHTS[4], *UNMASKED[4]])
    assert {bar.get_facecolor()[3] for bar in picture.axes[0].patches[6:]} == {0}
    assert picture.alt == ("Bars: position 4 reads positions 0 to 5 with weights 0.21, 0.25, 0.18, 0.34, 0.03, 0.00. Dashed beside them, "
                           "the weights without a mask: 0.17, 0.21, 0.15, 0.28, 0.02, 0.16.")


def test_the_beam_balances_at_the_weighted_average():
    picture = pictures.balance([3.0, 5.0], [0.25, 0.75])
    beam, light, heavy, pivot = picture.axes[0].lines
    assert beam.get_xdata().tolist() == [3, 5]
    assert (light.get_xdata()[0], heavy.get_xdata()[0], pivot.get_xdata()[0]) == (3, 5, 4.5)
    assert light.get_markersize() < heavy.get_markersize()
    assert written(picture.axes[0]) == ["0: 0.25", "1: 0.75", "gathered +4.50"]
    assert picture.alt == ("A beam with 2 weights on it, from left to right at 3.00 with weight 0.25, 5.00 with weight 0.75. "
                           "It balances at 4.50, between the smallest value 3.00 and the largest 5.00.")


def test_a_beam_with_a_single_weight_still_stands():
    assert "balances at -2.00" in pictures.balance([-2.0], [1.0]).alt


def test_each_weight_is_written_in_its_own_cell():
    axes = pictures.weights_table(UNMASKED).axes[0]
    cells = {tuple(np.add(cell.get_xy(), 0.5)): cell for cell in axes.patches}
    assert len(cells) == 36 and {(cell.get_width(), cell.get_height()) for cell in axes.patches} == {(1, 1)}
    for (reader, read), weight in np.ndenumerate(UNMASKED):
        assert np.isclose(cells[read, reader].get_alpha(), 0.55 * weight)
        assert look(cells[read, reader])[0] == "evidence"
    told = {text.xy: text.get_text() for text in axes.texts}
    assert told == {(read, reader): f"{weight:.2f}" for (reader, read), weight in np.ndenumerate(UNMASKED)}
    assert {idea(text.get_color()) for text in axes.texts} == {"ink"}


def test_the_table_is_ruled_between_its_cells():
    axes = pictures.weights_table(WEIGHTS).axes[0]
    for axis in (axes.xaxis, axes.yaxis):
        assert np.allclose(axis.get_minorticklocs(), np.arange(7) - 0.5) and axis.get_majorticklocs().tolist() == list(range(6))


def test_the_bars_stand_on_their_positions():
    axes = pictures.one_reader(WEIGHTS[4], 4).axes[0]
    assert np.allclose([bar.get_x() + bar.get_width() / 2 for bar in axes.patches], range(6))
    assert {look(bar) for bar in axes.patches} == {("evidence", "evidence")} and {bar.get_y() for bar in axes.patches} == {0}
    assert np.allclose([text.xy for text in axes.texts], np.stack([np.arange(6), WEIGHTS[4]], axis=-1))
    assert axes.get_ylim()[0] == 0 and axes.get_xticks().tolist() == list(range(6))


def test_the_bars_of_both_readers_stand_beside_each_other():
    axes = pictures.one_reader(WEIGHTS[4], 4, without_mask=UNMASKED[4]).axes[0]
    middles = np.array([bar.get_x() + bar.get_width() / 2 for bar in axes.patches])
    assert np.allclose((middles[:6] + middles[6:]) / 2, range(6)) and (middles[6:] > middles[:6]).all()
    assert axes.patches[0].get_width() < middles[6] - middles[0], "they must not cover each other"
    assert [look(bar) for bar in axes.patches] == 6 * [("evidence", "evidence")] + 6 * [(None, "silent")]
    assert all(bar.get_linestyle() not in ("-", "solid") for bar in axes.patches[6:])
    assert written(axes, "evidence") == ["0.21", "0.25", "0.18", "0.34", "0.03", "0", "with the mask"]
    assert written(axes, "silent") == [*(f"{weight:.2f}" for weight in UNMASKED[4]), "dashed: without"]
    numbers = [text for text in axes.texts if text.get_text()[0].isdigit()]
    assert np.allclose([text.xy[0] for text in numbers], middles)
    assert np.allclose([text.xy[1] for text in numbers], [*WEIGHTS[4], *UNMASKED[4]])


def test_the_legend_has_room_above_the_highest_bar():
    weights = np.array([0.9, 0.06, 0.04])
    axes = looks.drawn(pictures.one_reader(weights, 2, without_mask=weights)).axes[0]
    lowest = min(text(axes, words).get_window_extent().y0 for words in ("with the mask", "dashed: without"))
    assert text(axes, "with the mask").get_window_extent().y1 <= axes.get_window_extent().y1 + 0.5
    numbers = [words for words in axes.texts if words.get_text()[0].isdigit()]
    assert all(words.get_window_extent().y1 < lowest for words in numbers)


def test_the_area_of_a_weight_on_the_beam_is_its_share():
    values, weights = np.array([-1.0, 2.0, 0.5]), np.array([0.2, 0.7, 0.1])
    axes = pictures.balance(values, weights).axes[0]
    *stones, pivot = marks(axes)
    assert np.allclose(places(stones), [[-1, 0], [0.5, 0], [2, 0]]), "from left to right, on the beam"
    sizes = np.array([stone.get_markersize() - 2 for stone in stones]) ** 2
    assert np.allclose(sizes / sizes.sum(), [0.2, 0.1, 0.7])
    assert [text.get_text() for text in axes.texts] == ["0: 0.20", "2: 0.10", "1: 0.70", "gathered +1.25"]
    assert np.allclose([text.xy[0] for text in axes.texts], [-1, 0.5, 2, 1.25])
    assert {idea(stone.get_color()) for stone in stones} == {"evidence"} and written(axes, "evidence") == ["0: 0.20", "2: 0.10", "1: 0.70"]
    assert np.isclose(pivot.get_xdata()[0], values @ weights) and pivot.get_ydata()[0] < 0, "the pivot stands below the beam"
    assert pivot.get_marker() == "^" and idea(pivot.get_color()) == "ink" and written(axes, "ink") == ["gathered +1.25"]
    (colour, style, beam), = curves(axes)
    assert (colour, style) == ("quiet", ()) and np.allclose(beam, [[-1, 0], [2, 0]])


def test_the_weights_on_the_beam_are_written_above_their_stones():
    axes = pictures.balance([0.0, 0.1, 0.2, 5.0], [0.25, 0.25, 0.25, 0.25]).axes[0]
    *stones, _ = marks(axes)
    lifts = [words.xyann[1] for words in axes.texts[:4]]
    assert all(lift > stone.get_markersize() / 2 for lift, stone in zip(lifts, stones, strict=True))
    assert lifts[0] == lifts[2] == lifts[3] < lifts[1], "a close neighbour is written a line higher, the next one low again"


def test_a_gathered_number_below_zero_has_its_sign():
    assert text(pictures.balance([-3.0, 1.0], [0.75, 0.25]).axes[0], "gathered −2.00").xy[0] == -2
