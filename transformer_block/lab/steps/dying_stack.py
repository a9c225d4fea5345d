"""The steps of the lab of chapter 4: stacks that replace, stacks that add, and the way back down."""

import numpy as np

from transformer_block.lab.step import Mistake, Step

TITLE = "The dying stack"


# --- Step 1: a stack that replaces ---------------------------------------------------------------------------


def replace_stack(z, matrices):
    """Every floor of a stack whose storeys replace z by z @ W: (..., C), S times (C, C) -> (S + 1, ..., C)."""
    floors = [z]
    for W in matrices:
        z = z @ W
        floors.append(z)
    return np.stack(floors)


def _always_from_the_ground(z, matrices):
    return np.stack([z] + [z @ W for W in matrices])


def _one_array_for_all_floors(z, matrices):
    z = np.array(z, dtype=float)
    floors = [z]
    for W in matrices:
        z[...] = z @ W
        floors.append(z)
    return np.stack(floors)


def _without_the_ground(z, matrices):
    return replace_stack(z, matrices)[1:]


def _without_the_top(z, matrices):
    return replace_stack(z, matrices)[:-1]


def _only_the_top(z, matrices):
    return replace_stack(z, matrices)[-1]


def _transposed(z, matrices):
    return replace_stack(z, [W.T for W in matrices])


def _stack_cases():
    rng = np.random.default_rng(5)
    turn, stretch = np.array([[0.0, 1.0], [-1.0, 0.5]]), np.array([[2.0, 0.0], [1.0, 1.0]])
    return [
        ((np.array([1.0, 2.0]), [turn]), {}),
        ((np.array([1.0, 2.0]), [turn, stretch]), {}),
        ((rng.normal(size=3), [rng.normal(size=(3, 3)) for _ in range(4)]), {}),
        ((rng.normal(size=(2, 3)), [rng.normal(size=(3, 3)) for _ in range(2)]), {}),
    ]


_replace_stack = Step(
    name="replace_stack",
    task="climb a stack in which every storey replaces",
    solution=replace_stack,
    cases=_stack_cases,
    mistakes=(
        Mistake(_always_from_the_ground,
                "Every storey of yours reads the ground floor. A storey reads what the one below it has written: "
                "hand its result on, `z = z @ W`, before the next round of the loop."),
        Mistake(lambda z, matrices: add_stack(z, matrices),
                "Your storeys add: `z + z @ W`. That is step 4. Here a storey keeps nothing of what it was given; "
                "`z` becomes `z @ W` and nothing else."),
        Mistake(_without_the_ground,
                "The ground floor is missing. Floor 0 is `z` itself, before any storey, so S storeys have S + 1 "
                "floors: start the list with `z` in it."),
        Mistake(_without_the_top,
                "The top floor is missing. Append after the storey has written, not before, and S storeys give S + 1 "
                "floors."),
        Mistake(_only_the_top,
                "This is the top floor alone. Keep every floor on the way up in a list, and return `np.stack` of the "
                "list."),
        Mistake(_transposed,
                "Your matrices are the wrong way round: `W @ z` or `z @ W.T`. A description is a row here and enters "
                "from the left: `z @ W`."),
        Mistake(_one_array_for_all_floors,
                "All your floors show the top. Writing into `z`, with `z[...] =` or `z *=` or `out=`, changes the "
                "very array that is in the list already. Make a new one: `z = z @ W`."),
    ),
    hints=(
        "A list that holds `z`, and a loop over the matrices: each round makes a new `z` out of the last one and "
        "appends it.",
        "The body of the loop has two lines: `z = z @ W`, and `floors.append(z)`.",
        "Start with `floors = [z]`, end with `return np.stack(floors)`.",
    ),
)


# --- Step 2: sizes -------------------------------------------------------------------------------------------


def sizes(floors):
    """The size of each row, its standard deviation: (..., C) -> (...)."""
    return np.std(floors, axis=-1)


def _sizes_cases():
    rng = np.random.default_rng(6)
    return [
        ((np.array([[1.0, 3.0], [10.0, 10.0], [-4.0, 2.0]]),), {}),
        ((rng.normal(size=(3, 3)) + 1,), {}),
        ((rng.normal(size=(4, 2, 5)),), {}),
    ]


_sizes = Step(
    name="sizes",
    task="measure every floor",
    solution=sizes,
    cases=_sizes_cases,
    mistakes=(
        Mistake(lambda floors: np.std(floors, axis=0),
                "This compares the floors with each other, coordinate by coordinate. A size belongs to one row: "
                "measure along the last axis, `axis=-1`."),
        Mistake(lambda floors: np.std(floors),
                "This is one number for all floors together. Each row has a size of its own: `axis=-1`."),
        Mistake(lambda floors: np.std(floors, axis=-1, ddof=1),
                "This is the sample deviation, divided by C - 1. It is for guessing the spread of a crowd from a few "
                "of its members. These C numbers are the whole crowd: leave out `ddof=1`."),
        Mistake(lambda floors: np.var(floors, axis=-1),
                "This is the variance, the size times itself. Take its root, or `np.std`."),
        Mistake(lambda floors: np.linalg.norm(floors, axis=-1),
                "This is the length of the row, which grows with the number of coordinates. Size means standard "
                "deviation in this course: `np.std`."),
        Mistake(lambda floors: np.sqrt(np.mean(np.square(floors), axis=-1)),
                "This is the root of the mean square, measured from 0. The standard deviation is measured from the "
                "row's own mean: [10, 10] has size 0."),
    ),
    hints=(
        "NumPy has a function for the standard deviation. Along which axis do the numbers of one row lie?",
        "The last one: `axis=-1`. It works for any number of axes in front of it.",
        "`np.std(floors, axis=-1)`",
    ),
)


# --- Step 3: the contract ------------------------------------------------------------------------------------


def residual(x, update):
    """Add one note to each row: (...), (...) -> (...). Raises ValueError unless the shapes are equal."""
    if np.shape(x) != np.shape(update):
        raise ValueError(f"expected x and update of one shape, got {np.shape(x)} and {np.shape(update)}")
    return x + update


def _compares_widths_only(x, update):
    if x.shape[-1] != update.shape[-1]:
        raise ValueError("widths differ")
    return x + update


def _compares_number_of_axes_only(x, update):
    if x.ndim != update.ndim:
        raise ValueError("number of axes differs")
    return x + update


def _compares_counts_only(x, update):
    if x.size != update.size:
        raise ValueError("sizes differ")
    return x + update


def _residual_cases():
    rng = np.random.default_rng(7)
    return [
        ((np.array([1.0, 2.0]), np.array([10.0, 20.0])), {}),
        ((np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([10.0, 20.0])), {}),
        ((np.array([[1.0, 2.0]]), np.array([[10.0], [20.0]])), {}),
        ((rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 3, 4))), {}),
        ((np.ones((2, 5, 16)), np.ones((1, 5, 16))), {}),
        ((np.ones((1, 5, 16)), np.ones((2, 5, 16))), {}),
        ((np.ones((2, 5, 16)), np.ones((2, 5, 1))), {}),
        ((np.ones((2, 4)), np.ones((2, 3))), {}),
    ]


_residual = Step(
    name="residual",
    task="add a note, and refuse one that does not fit",
    solution=residual,
    cases=_residual_cases,
    mistakes=(
        Mistake(lambda x, update: x + update,
                "The sum is right, but nothing is refused. NumPy stretches an update of shape (1, 5, 16) over both "
                "examples of (2, 5, 16), and the second one carries notes about the first. Compare the two shapes "
                "before you add, and raise `ValueError` when they differ."),
        Mistake(_compares_widths_only,
                "You compare the last axis only. (2, 5, 16) and (1, 5, 16) have the same width, and NumPy still "
                "hands one example's notes to both. Compare the whole shapes."),
        Mistake(_compares_number_of_axes_only,
                "You compare the number of axes only. (2, 5, 16) and (1, 5, 16) both have three. Compare the shapes "
                "themselves."),
        Mistake(_compares_counts_only,
                "You compare how many numbers there are. A row of two and a column of two have equally many, and "
                "NumPy makes a table of four out of them. Compare the shapes."),
    ),
    hints=(
        "Two things: look at both shapes, then add.",
        "`x.shape` is a tuple, and two tuples can be compared with `!=`.",
        '`if x.shape != update.shape: raise ValueError("say here what was expected and what came")`',
    ),
)


# --- Step 4: a stack that adds -------------------------------------------------------------------------------


def add_stack(z, matrices):
    """Every floor of a stack whose storeys add the note z @ W to z: (..., C), S times (C, C) -> (S + 1, ..., C)."""
    floors = [z]
    for W in matrices:
        z = residual(z, z @ W)
        floors.append(z)
    return np.stack(floors)


def _notes_on_the_ground_floor(z, matrices):
    floors = [z]
    for W in matrices:
        floors.append(floors[-1] + z @ W)
    return np.stack(floors)


def _adds_the_ground_floor(z, matrices):
    floors = [z]
    for W in matrices:
        floors.append(z + floors[-1] @ W)
    return np.stack(floors)


def _only_notes(z, matrices):
    floors = [z]
    for W in matrices:
        floors.append(z @ W)
        z = z + z @ W
    return np.stack(floors)


def _added_once_at_the_end(z, matrices):
    floors = replace_stack(z, matrices)
    return np.concatenate([floors[:-1], floors[-1:] + floors[:1]])


_add_stack = Step(
    name="add_stack",
    task="climb a stack in which every storey adds",
    solution=add_stack,
    cases=_stack_cases,
    mistakes=(
        Mistake(replace_stack,
                "Your storeys replace: what they were given is gone. A storey that adds keeps it: the new `z` is the "
                "old `z` plus the note `z @ W`."),
        Mistake(_notes_on_the_ground_floor,
                "Every note of yours is about the ground floor. A storey reads the floor that it stands on, with "
                "everything that was added below: multiply the newest floor with `W`."),
        Mistake(_adds_the_ground_floor,
                "You add each note to the ground floor, so every storey throws away what the storeys below it have "
                "added. Add it to the newest floor, the one that the storey has read."),
        Mistake(_added_once_at_the_end,
                "You climb a stack that replaces and add the ground floor once, at the top. Every storey has a way "
                "around it of its own: the addition belongs into the loop."),
        Mistake(_only_notes,
                "You keep the notes, not the floors. Append the sum, `z + z @ W`, which is what the next storey "
                "reads."),
        Mistake(lambda z, matrices: add_stack(z, matrices)[1:],
                "The ground floor is missing. Floor 0 is `z` itself: start the list with `z` in it."),
        Mistake(lambda z, matrices: add_stack(z, matrices)[-1],
                "This is the top floor alone. Keep every floor in a list, and return `np.stack` of the list."),
        Mistake(lambda z, matrices: add_stack(z, [W.T for W in matrices]),
                "Your matrices are the wrong way round: `W @ z` or `z @ W.T`. A description is a row here: `z @ W`."),
    ),
    hints=(
        "It is `replace_stack` with one line changed.",
        "What a storey writes is its note, `z @ W`. The next `z` is the old `z` with the note added.",
        "`z = residual(z, z @ W)`",
    ),
)


# --- Step 5: the way back down -------------------------------------------------------------------------------


def jacobian(matrices, adds):
    """How the top answers a change at the bottom: S times (C, C), True or False -> (C, C)."""
    identity = np.eye(len(matrices[0]))
    product = identity
    for W in matrices:
        product = product @ (identity + W if adds else W)
    return product


def _product(tables):
    product = tables[0]
    for table in tables[1:]:
        product = product @ table
    return product


def _tables(matrices, adds):
    return [np.eye(len(W)) + W if adds else W for W in matrices]


def _elementwise(matrices, adds):
    product = np.ones_like(matrices[0])
    for table in _tables(matrices, adds):
        product = product * table
    return product


def _jacobian_cases():
    rng = np.random.default_rng(8)
    first, second = np.array([[0.5, 1.0], [0.0, 0.5]]), np.array([[0.0, 1.0], [-1.0, 0.0]])
    return [
        (([first], True), {}),
        (([first, second], False), {}),
        (([first, second], True), {}),
        (([rng.normal(size=(3, 3)) for _ in range(4)], True), {}),
        (([rng.normal(size=(3, 3)) for _ in range(4)], False), {}),
    ]


_jacobian = Step(
    name="jacobian",
    task="multiply out what a slope meets on its way down",
    solution=jacobian,
    cases=_jacobian_cases,
    mistakes=(
        Mistake(lambda matrices, adds: _product([1.0 + W if adds else W for W in matrices]),
                "`1 + W` adds 1 to every entry of `W`. The way around a storey hands each coordinate to itself, so "
                "only the diagonal gets a 1: `np.eye(C) + W`."),
        Mistake(lambda matrices, adds: np.eye(len(matrices[0])) * adds + _product(matrices),
                "You multiply the matrices first and add the identity once. Every storey has a way around it of its "
                "own: add the identity to each `W`, then multiply."),
        Mistake(lambda matrices, adds: _product(_tables(matrices, adds)[::-1]),
                "Your product runs from the top to the bottom. A row enters from the left and meets the first storey "
                "first: the first matrix stands on the left."),
        Mistake(_elementwise,
                "`*` multiplies entry by entry. Handing a row through two storeys is a product of matrices: `@`."),
        Mistake(lambda matrices, adds: sum(_tables(matrices, adds)),
                "You add the storeys' tables. Storeys stand on top of each other, so a change passes through one "
                "after the other, and their tables multiply: `@`."),
        Mistake(lambda matrices, adds: _product(matrices),
                "The storeys that add are treated like storeys that replace. For `z + z @ W` the table is the "
                "identity plus `W`; look at what you do with `adds`."),
        Mistake(lambda matrices, adds: _product(_tables(matrices, True)),
                "The storeys that replace are treated like storeys that add. For `z @ W` the table is `W` alone; "
                "look at what you do with `adds`."),
        Mistake(lambda matrices, adds: _product(_tables(matrices, not adds)),
                "`adds` is the wrong way round: with `adds=True` the table of a storey is the identity plus `W`, "
                "otherwise `W`."),
    ),
    hints=(
        "One storey first. How does `z @ W` answer when `z` moves a little? How does `z + z @ W`?",
        "`W` in the one case, `np.eye(C) + W` in the other. Storeys on top of each other multiply, the first on the "
        "left.",
        "Start with `product = np.eye(C)`; in the loop, `product = product @ (...)`.",
    ),
)

STEPS = (_replace_stack, _sizes, _residual, _add_stack, _jacobian)
