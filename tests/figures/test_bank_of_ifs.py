"""What the pictures of chapter 2 show."""

import numpy as np

import transformer_block as tb
from tests.figures.seeing import curves, idea, look, text, written
from transformer_block.figures import bank_of_ifs as pictures

W1 = np.array([[1.0, 0, -1], [-1, 1, -1]])
W2 = np.array([[1.0, 0.5], [-0.5, 1], [0.5, -1]])


def test_the_bank_colours_what_fires_and_greys_what_is_silent():
    axes = pictures.bank([0.8, -0.6], W1, W2).axes[0]
    assert written(axes, "evidence") == ["0.8", "−0.6", "evidence"]
    assert written(axes, "pattern") == ["1.0", "−1.0", "W1: patterns", "1.4", "1.4", "1.4 ×"]
    assert written(axes, "contribution") == ["1.0", "0.5", "W2: contributions"]
    assert written(axes, "silent").count("silent") == 2 and written(axes, "silent").count("0.0 ×") == 2
    assert written(axes, "ink") == ["1.4", "0.7"]


def test_the_bank_is_told_in_words():
    assert pictures.bank([0.8, -0.6], W1, W2).alt == (
        "Evidence [0.8, -0.6] meets the 3 columns of W1. Their matches are [1.4, -0.6, -0.2]; after the bend [1.4, 0.0, 0.0]. "
        "Beside each row of W2 stands its strength; the rows times their strengths add up to [1.4, 0.7].")


def test_the_bank_counts_its_biases_in():
    axes = pictures.bank([0.8, -0.6], W1, W2, b1=[-1.5, 0, 1], b2=[0.25, 0]).axes[0]
    expected = tb.feed_forward([0.8, -0.6], W1, W2, [-1.5, 0, 1], [0.25, 0])
    assert written(axes, "ink") == [f"{number:.1f}".replace("-", "−") for number in expected]
    assert written(axes, "pattern")[-1] == "0.8 ×"


def test_a_bank_where_all_are_silent_adds_zero():
    assert pictures.bank([0.0, 0.0], W1, W2).alt.endswith("add up to [0.0, 0.0].")


def test_awake_draws_one_bar_for_each_unit_that_fires():
    strengths = np.array([[0.0, 1.0, 2.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
    picture = pictures.awake(strengths)
    first, last = picture.axes[0].patches  # nobody is awake in the middle
    assert len(first.get_path().vertices) == 2 * len(last.get_path().vertices)
    tops = [position - path.get_path().vertices[:, 1].min() for position, path in zip((0, 2), (first, last), strict=True)]
    assert np.isclose(tops[1], 2 * tops[0])
    assert [label.get_text() for label in picture.axes[1].get_yticklabels()] == ["2", "0", "1"]
    assert picture.alt.endswith("Awake: 2 at position 0, 0 at position 1, 1 at position 2.")


def test_the_matrices_of_a_block_have_the_area_of_their_counts():
    picture = pictures.to_scale(32, 128)
    areas = [patch.get_width() * patch.get_height() for patch in picture.axes[0].patches[::2]]
    assert areas == [32 * 32] * 4 + [32 * 128] * 2
    assert [text for text in written(picture.axes[0]) if ":" in text] == [
        "attention: 4,096", "W1: patterns", "bank: 4,096", "W2: contributions, on its side", "bank: 4,096"]
    assert picture.alt == ("Matrices drawn to scale in three strips. Attention: four squares of 32 by 32, 4,096 numbers. "
                           "The bank: W1, 32 by 128, 4,096 numbers, and W2, 128 by 32, as many again.")


def cells(axes):
    """The middle of each cell, with its ideas and whether its edge is unbroken: a face and an edge for each."""
    faces, edges = axes.patches[::2], axes.patches[1::2]
    middles = [tuple(np.round(np.add(face.get_xy(), 0.5), 2).tolist()) for face in faces]
    assert all(face.get_xy() == edge.get_xy() for face, edge in zip(faces, edges, strict=True))
    return {middle: (idea(face.get_facecolor()) if face.get_alpha() else None, look(edge)[1], edge.get_linestyle())
            for middle, face, edge in zip(middles, faces, edges, strict=True)}


def numbers_in_cells(axes):
    inside = set(cells(axes))
    found = {tuple(np.round(text.xy, 2).tolist()): text.get_text() for text in axes.texts}
    return {place: float(words.replace("−", "-")) for place, words in found.items() if place in inside}


def test_the_bank_writes_each_number_where_its_matrix_has_it():
    axes = pictures.bank([0.8, -0.6], W1, W2).axes[0]
    numbers = numbers_in_cells(axes)
    columns, rows = sorted({x for x, _ in numbers}), sorted({y for _, y in numbers}, reverse=True)
    assert [numbers[columns[0], y] for y in rows[:2]] == [0.8, -0.6]
    assert np.allclose([[numbers[x, y] for x in columns[1:4]] for y in rows[:2]], W1)
    assert np.allclose([[numbers[x, y] for x in columns[4:]] for y in rows], W2)
    assert len(numbers) == 2 + W1.size + W2.size
    headings = [text(axes, words).xy for words in ("evidence", "W1: patterns", "W2: contributions")]
    assert np.allclose([x for x, _ in headings], [columns[0], np.mean(columns[1:4]), np.mean(columns[4:])])
    assert all(y > rows[0] + 0.5 for _, y in headings)


def test_the_match_and_the_strength_stand_below_their_column_and_beside_their_row():
    axes = pictures.bank([0.8, -0.6], W1, W2).axes[0]
    columns, rows = sorted({x for x, _ in cells(axes)}), sorted({y for _, y in cells(axes)}, reverse=True)
    heights = {words: text(axes, words).xy[1] for words in ("match", "fires", "sum")}
    assert min(rows[:2]) > heights["match"] > heights["fires"] and heights["sum"] < min(rows)
    def row(height):
        return [words.get_text() for x in columns for words in axes.texts if np.allclose(words.xy, (x, height))]
    assert row(heights["match"])[1:] == ["1.4", "−0.6", "−0.2"] and row(heights["fires"])[1:] == ["1.4", "silent", "silent"]
    assert row(heights["sum"]) == ["1.4", "0.7"]
    sums = [words for words in axes.texts if np.isclose(words.xy[1], heights["sum"])]
    assert np.allclose([words.xy[0] for words in sums[1:]], columns[4:]), "each sum under its own column"
    strengths = [words for words in axes.texts if "×" in words.get_text()]
    assert [words.get_text() for words in strengths] == ["1.4 ×", "0.0 ×", "0.0 ×"]
    assert np.allclose([words.xy[1] for words in strengths], rows) and all(columns[3] < words.xy[0] < columns[4] for words in strengths)


def test_what_fires_is_filled_and_what_is_silent_is_dotted():
    for evidence in ([0.8, -0.6], [1.0, 0.5], [-1.0, 1.0], [0.0, 0.0]):
        drawn = cells(pictures.bank(evidence, W1, W2).axes[0])
        columns, rows = sorted({x for x, _ in drawn}), sorted({y for _, y in drawn}, reverse=True)
        for unit, fires in enumerate(np.array(evidence) @ W1 > 0):
            mine = {"pattern": [(columns[1 + unit], y) for y in rows[:2]], "contribution": [(x, rows[unit]) for x in columns[4:]]}
            for name, places in mine.items():
                assert {drawn[place] for place in places} == {(name, name, "-") if fires else (None, "silent", ":")}
        assert {drawn[columns[0], y] for y in rows[:2]} == {("evidence", "evidence", "-")}


def test_the_sum_is_drawn_under_a_stroke():
    axes = pictures.bank([0.8, -0.6], W1, W2).axes[0]
    (colour, style, stroke), = curves(axes)
    assert (colour, style) == ("ink", ()) and stroke[0, 1] == stroke[1, 1] > text(axes, "sum").xy[1]
    assert stroke[0, 1] < min(y for _, y in cells(axes)) - 0.45
    columns = sorted({x for x, _ in cells(axes)})[4:]
    assert np.allclose(stroke[:, 0], (columns[0] - 0.5, columns[-1] + 0.5)), "it runs under the whole of W2"


def test_each_bar_of_awake_stands_on_its_unit_as_high_as_it_fires():
    strengths = np.array([[0.0, 1.0, 2.0, 0.5, 0], [4.0, 0.0, 0.0, 0.0, 3.0]])
    axes = pictures.awake(strengths).axes[0]
    scale = 0.85 / 4  # the highest of all stays below the line above
    for position, patch in enumerate(axes.patches):
        assert look(patch) == ("pattern", None)
        bars = patch.get_path().vertices.reshape(-1, 4, 2)
        units = np.flatnonzero(strengths[position])
        assert np.allclose(bars[:, :, 0].mean(axis=1), units), "each bar in the middle of its unit's place"
        assert np.allclose(np.ptp(bars[:, :, 1], axis=1), scale * strengths[position, units])
        assert np.allclose(bars[:, :, 1].max(axis=1), position), "it stands on its position's line"
        assert (np.ptp(bars[:, :, 0], axis=1) < 1).all()


def test_awake_numbers_its_positions_from_the_top():
    left, right = pictures.awake(np.eye(3, 8)).axes
    assert left.get_ylim()[0] > left.get_ylim()[1] and right.get_ylim() == left.get_ylim()
    assert left.get_xticks().tolist() == [0, 2, 4, 6, 7] and left.get_xlim() == (-0.5, 7.5)
    assert left.get_yticks().tolist() == right.get_yticks().tolist() == [0, 1, 2]
    lines = curves(left)
    assert [colour for colour, _, _ in lines] == 3 * ["grid"] and [line[0, 1] for _, _, line in lines] == [0, 1, 2]
    assert idea(right.yaxis.label.get_color()) == "pattern" and {idea(label.get_color()) for label in right.get_yticklabels()} == {"pattern"}


def test_the_matrices_lie_in_three_strips_in_the_colours_of_their_ideas():
    axes = pictures.to_scale(4, 16).axes[0]
    faces, edges = axes.patches[::2], axes.patches[1::2]
    assert [look(face)[0] for face in faces] == [look(edge)[1] for edge in edges] == 4 * ["evidence"] + ["pattern", "contribution"]
    assert [face.get_bbox().bounds for face in faces] == [edge.get_bbox().bounds for edge in edges]
    assert [face.get_x() for face in faces] == [0, 4, 8, 12, 0, 0] and len({face.get_y() for face in faces[:4]}) == 1
    tops = [face.get_y() for face in faces[3:]]
    assert tops[0] > tops[1] + 4 and tops[1] > tops[2] + 4, "one strip below the other"
    for name, face in zip(("Wq", "Wk", "Wv", "Wo", "W1: patterns", "W2: contributions, on its side"), faces, strict=True):
        assert np.allclose(text(axes, name).xy, (face.get_x() + face.get_width() / 2, face.get_y() + face.get_height() / 2))
        assert idea(text(axes, name).get_color()) == look(face)[0]
    counts = [words for words in axes.texts if idea(words.get_color()) == "quiet"]
    assert [words.get_text() for words in counts] == ["attention: 64", "bank: 64", "bank: 64"] and axes.get_aspect() == 1
    assert [words.xy[1] for words in counts] == [face.get_y() + 4 for face in faces[3:]]
