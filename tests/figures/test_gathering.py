"""What the pictures of chapter 0 show."""

import numpy as np

import transformer_block as tb
from transformer_block.figures import gathering as pictures

DRAW = tb.part_one_draw()
WQ, WK, WV = DRAW.weights.heads[0]
WEIGHTS = tb.attention_weights(DRAW.x, WQ, WK)
UNMASKED = tb.attention_weights(DRAW.x, WQ, WK, causal=False)


def written(axes):
    return [text.get_text() for text in axes.texts]


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
