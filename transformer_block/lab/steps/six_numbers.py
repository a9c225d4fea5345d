"""The steps of the lab of chapter 10: check six numbers, and count what they weigh, cost and keep."""

from transformer_block.lab.step import Mistake, Step

TITLE = "Six numbers"

SMALL, XL = (12, 768, 12, 4, 50257, 1024), (48, 1600, 25, 4, 50257, 1024)
BERT, GPT_3 = (12, 768, 12, 4, 30522, 512), (96, 12288, 96, 4, 50257, 2048)


# --- Step 1: the rules ---------------------------------------------------------------------------------------


def what_is_wrong(L, C, H, multiplier, V, T, length):
    """Which number breaks a rule: the six and the length of a text -> its name, or None."""
    numbers = {"L": L, "C": C, "H": H, "multiplier": multiplier, "V": V, "T": T, "length": length}
    for name, number in numbers.items():
        if number < 1:
            return name
    if C % H != 0:
        return "H"
    if length > T:
        return "length"
    return None


_NAMES = ("L", "C", "H", "multiplier", "V", "T", "length")


def _uneven(C, H):
    return C % H != 0


def _longer(length, T):
    return length > T


def _broken(numbers, least=1, names=_NAMES, uneven=_uneven, too_long=_longer, called=("H", "length")):
    """The names of those that break a rule, one after the other, with one of the rules bent."""
    _, C, H, _, _, T, length = numbers
    yield from (name for name, number in zip(_NAMES, numbers, strict=True) if name in names and number < least)
    if uneven(C, H):
        yield called[0]
    if too_long(length, T):
        yield called[1]


def _judge(**bent):
    """A wrong answer that bends one of the rules."""
    return lambda *numbers: next(_broken(numbers, **bent), None)


def _heads_first(*numbers):
    return "H" if numbers[1] % numbers[2] else next(_broken(numbers), None)


def _text_before_heads(*numbers):
    found = list(_broken(numbers, uneven=lambda C, H: False))
    return found[0] if found else next(_broken(numbers), None)


def _last(*numbers):
    found = [*_broken(numbers, uneven=lambda C, H: H and C % H)]
    return found[-1] if found else None


def _all(*numbers):
    return [*_broken(numbers, uneven=lambda C, H: H and C % H)]


def _rule_cases():
    good = (2, 6, 3, 4, 9, 5, 5)
    spoilt = [(*good[:place], number, *good[place + 1:]) for number in (0, -2) for place in range(7)]
    uneven = [(2, 6, 4, 4, 9, 5, 5), (2, 6, 5, 4, 9, 5, 4), (2, 2, 4, 4, 9, 5, 5), (1, 1, 3, 1, 1, 1, 1)]
    long = [(2, 6, 3, 4, 9, 5, 6), (1, 1, 1, 1, 1, 1, 2), (2, 6, 3, 4, 9, 5, 4)]
    pairs = [(*good[:place], 0, 0, *good[place + 2:]) for place in range(6)]
    several = [*pairs, (2, 6, 4, 4, 0, 5, 5), (2, 6, 4, 4, 9, 5, 0), (0, 6, 4, 4, 9, 5, 6), (2, 6, 4, 4, 9, 5, 6),
               (2, 0, 3, 4, 9, 0, 5), (2, 6, 3, -1, 9, 5, 7)]
    odd = [(1, 1, 1, 1, 1, 1, 1), (9, 6, 6, 1, 2, 99, 50), (1, 15, 5, 3, 4, 7, 7), (1, 320, 64, 4, 9, 5, 5),
           (1, 8192, 8, 8, 9, 5, 5), (7, 10, 2, 16, 3, 8, 8)]
    known = [(*SMALL, 1024), (*SMALL, 1025), (*SMALL[:2], 11, *SMALL[3:], 1024), (*SMALL[:2], 24, *SMALL[3:], 1),
             (*XL, 1024), (*XL[:2], 12, *XL[3:], 1024), (*BERT, 512), (*BERT, 1024), (*GPT_3, 2048)]
    return [good, *uneven, *long, *spoilt, *several, *odd, *known]


_what_is_wrong = Step(
    name="what_is_wrong",
    task="name the number that breaks a rule",
    solution=what_is_wrong,
    cases=lambda: [(numbers, {}) for numbers in _rule_cases()],
    mistakes=(
        Mistake(_judge(least=0),
                "You let 0 pass. A model with 0 blocks or 0 tokens is none; each number is at least 1: `< 1`."),
        Mistake(_judge(least=2),
                "You refuse 1. One block, one head or a text of one word are allowed: `< 1`, not `<= 1`."),
        Mistake(_judge(names=()),
                "You never look whether a number is too small. Before anything else, name the first that is below 1."),
        Mistake(_judge(names=_NAMES[:6]),
                "You look at the six, but not at the length of the text: it must be at least 1, too."),
        Mistake(_judge(uneven=lambda C, H: H % C != 0),
                "You ask whether the width divides the heads. The heads must divide the width: `C % H`."),
        Mistake(_judge(uneven=lambda C, H: H > C),
                "You refuse more heads than coordinates, and let 4 heads share 6 coordinates. They must come out even: "
                "`C % H` is 0."),
        Mistake(_judge(uneven=lambda C, H: C % H == 0),
                "You have it turned round: you refuse the heads that divide the width. `C % H` is what remains, and 0 is "
                "what it should be."),
        Mistake(_judge(uneven=lambda C, H: False),
                "You never look whether the heads divide the width. What remains of `C` divided by `H` is `C % H`."),
        Mistake(_judge(uneven=lambda C, H: _uneven(C, H) or not 64 <= C // H <= 128),
                "You refuse a head width outside 64 to 128. That is a custom and not a rule: such a model runs."),
        Mistake(_judge(called=("C", "length")),
                "When the heads do not divide the width, you name `C`. Here the heads are to blame: return `'H'`."),
        Mistake(_judge(called=("H", "T")),
                "When the text is too long, you name `T`. The table is as it was trained; the text is to blame: return "
                "`'length'`."),
        Mistake(_judge(too_long=lambda length, T: length >= T),
                "You refuse a text that fills the table exactly. A table of T rows has a row for each of T positions: "
                "`length > T`."),
        Mistake(_judge(too_long=lambda length, T: False),
                "You never look whether the text fits. It may have at most `T` positions."),
        Mistake(_heads_first,
                "You look at the heads before the sizes. With 0 heads that is a division by zero, and with two rules "
                "broken you name the wrong one. Sizes first."),
        Mistake(_text_before_heads,
                "You look at the length of the text before the heads. When both are wrong, `'H'` comes first."),
        Mistake(_last,
                "You name the last that breaks a rule. Return as soon as you have found the first."),
        Mistake(_all,
                "You return a list of all that break a rule. Return the name of the first one alone, or None."),
        Mistake(lambda *numbers: next(_broken(numbers), ""),
                "When all is well you return an empty text. Return None: nothing is wrong."),
        Mistake(lambda *numbers: next(_broken(numbers), None) is None,
                "You return whether all is well. Return which number is to blame: its name, or None."),
    ),
    hints=(
        "Three rules in the order of the list, and a `return` as soon as one is broken.",
        "Lay names and numbers side by side, in a dict or with `zip`, and walk through them for the first rule. What "
        "remains of a division is `C % H`.",
        "`if number < 1: return name` for all seven; `if C % H != 0: return \"H\"`; `if length > T: return \"length\"`.",
    ),
)


# --- Step 2: one block ---------------------------------------------------------------------------------------


def block_bill(C, H, multiplier):
    """Count the learned numbers of one block: three whole numbers -> a dict of four."""
    F = multiplier * C
    return {
        "gather": 4 * C * C,
        "think": C * F + F * C,
        "biases": 4 * C + F + C,
        "norms": 2 * (C + C),
    }


def _wrapped(number):
    """What becomes of a whole number in 32 bits."""
    return (number + 2 ** 31) % 2 ** 32 - 2 ** 31


def _block_cases():
    return [(2, 1, 1), (2, 2, 3), (1, 1, 1), (6, 3, 4), (12, 4, 2), (15, 5, 8), (64, 4, 4), (64, 8, 4), (768, 12, 4),
            (1600, 25, 4), (12288, 96, 4), (24576, 8, 4)]


def _miscount(wrong):
    """A wrong answer: the entries that go wrong, from C, H, F."""
    return lambda C, H, multiplier: {**block_bill(C, H, multiplier), **wrong(C, H, multiplier * C)}


_OUTPUT = ("You count three matrices to gather with. Queries, keys and values are three; the fourth mixes what the heads "
           "bring home, the output projection. Each is C by C.")
_HEADS = ("You multiply by the number of heads. Each head has its own matrices, but C by C / H: they are strips of one "
          "matrix, and together they are C by C, however many there are. `H` is not in the count.")
_FIXED = "You take four times the width, whatever `multiplier` says. F is `multiplier * C`."

_block_bill = Step(
    name="block_bill",
    task="count the learned numbers of one block",
    solution=block_bill,
    cases=lambda: [(given, {}) for given in _block_cases()],
    mistakes=(
        Mistake(_miscount(lambda C, H, F: {"biases": 0}),
                "The biases are missing. Each matrix has one number for each of its outputs: C for each of five, F for "
                "the one that leads to the units."),
        Mistake(_miscount(lambda C, H, F: {"biases": F + C}),
                "The four matrices that gather have biases, too: C each."),
        Mistake(_miscount(lambda C, H, F: {"biases": 4 * C}),
                "The two matrices that think have biases, too: F for the units, and C for what comes back."),
        Mistake(_miscount(lambda C, H, F: {"biases": 4 * C + 2 * F}),
                "You give both matrices that think a bias of F. A bias is as long as the output: F on the way out, C on "
                "the way back."),
        Mistake(_miscount(lambda C, H, F: {"biases": 4 * C + 2 * C}),
                "You give both matrices that think a bias of C. A bias is as long as the output: F on the way out, C on "
                "the way back."),
        Mistake(_miscount(lambda C, H, F: {"biases": 4 * C + F}),
                "The last bias is missing: C numbers, added to what comes back from the units."),
        Mistake(_miscount(lambda C, H, F: {"norms": 0}),
                "The norms are missing. A block has two, each with a gamma and a beta of C numbers: 4C."),
        Mistake(_miscount(lambda C, H, F: {"norms": 2 * C}),
                "You count half of the norms: 2C where 4C are. There are two norms in a block, and each has a gamma and "
                "a beta."),
        Mistake(_miscount(lambda C, H, F: {"norms": 6 * C}),
                "You count three norms. A block has two; the one after the last block belongs to the model."),
        Mistake(_miscount(lambda C, H, F: {"norms": 4}),
                "You count one gamma and one beta for each norm. There is one for each coordinate: C and C."),
        Mistake(_miscount(lambda C, H, F: {"norms": 0, "biases": 0}),
                "These are the matrices alone. Biases and norms are little, and belong to the last digit: 4C + F + C and "
                "4C."),
        Mistake(_miscount(lambda C, H, F: {"gather": 3 * C * C}), _OUTPUT),
        Mistake(_miscount(lambda C, H, F: {"gather": 3 * C * C, "biases": 4 * C + F}), _OUTPUT),
        Mistake(_miscount(lambda C, H, F: {"gather": 2 * C * C}),
                "You count two matrices to gather with. There are four: queries, keys, values, and the output "
                "projection."),
        Mistake(_miscount(lambda C, H, F: {"gather": H * 4 * C * C}), _HEADS),
        Mistake(_miscount(lambda C, H, F: {"gather": H * 3 * C * C + C * C}), _HEADS),
        Mistake(_miscount(lambda C, H, F: {"gather": 4 * H * C * C, "biases": 4 * H * C + F + C}), _HEADS),
        Mistake(_miscount(lambda C, H, F: {"gather": H * 3 * C * C + C * C, "biases": 3 * H * C + C + F + C}), _HEADS),
        Mistake(_miscount(lambda C, H, F: {"gather": 3 * C * (C // H) + C * C}),
                "You count the queries, keys and values of one head alone. There are H of them; together they are C by "
                "C."),
        Mistake(_miscount(lambda C, H, F: {"think": C * F}),
                "You count one matrix to think with. There are two: C by F on the way out, F by C on the way back."),
        Mistake(_miscount(lambda C, H, F: {"think": 2 * F * F}),
                "Your matrices that think are F by F. The one leads from C to F, the other from F to C: C times F each."),
        Mistake(lambda C, H, multiplier: block_bill(C, H, 4), _FIXED),
        Mistake(lambda C, H, multiplier: {**block_bill(C, H, multiplier), "think": 2 * C * multiplier,
                                          "biases": 5 * C + multiplier},
                "You take the multiplier for F. It says how many times wider than the row: F is `multiplier * C`."),
        Mistake(_miscount(lambda C, H, F: {"think": 8 * C * C}), _FIXED),
        Mistake(_miscount(lambda C, H, F: {"gather": 4 * (C * C + C), "think": 2 * C * F + F + C}),
                "Your matrices bring their biases with them, and the biases are counted once more in their own entry. "
                "Leave them to that."),
        Mistake(lambda *given: sum(block_bill(*given).values()),
                "This is the sum of all four. Hand back a dict with the keys 'gather', 'think', 'biases', 'norms'."),
        Mistake(lambda *given: {name: _wrapped(number) for name, number in block_bill(*given).items()},
                "The number ran over: 32 bits end at 2,147,483,647. Count with Python's own whole numbers, which have no "
                "end, or with `dtype=np.int64`."),
    ),
    hints=(
        "Go through the block: four matrices C by C, a norm; one matrix C by F and one F by C, another norm. F is "
        "`multiplier * C`.",
        "Each matrix has a bias as long as its output. Each norm has a gamma and a beta, C numbers each.",
        "Gather: `4 * C * C`. Think: `C * F + F * C`. The biases: `4 * C + F + C`. The norms: `2 * (C + C)`.",
    ),
    tolerance=0,
    whole=True,
)


# --- Step 3: the whole model ---------------------------------------------------------------------------------


def model_parameters(L, C, H, multiplier, V, T):
    """Count the learned numbers of a model with a tied head: the six -> a whole number."""
    tables = V * C + T * C
    one_block = sum(block_bill(C, H, multiplier).values())
    final_norm = 2 * C
    return tables + L * one_block + final_norm


def _one_block(C, H, multiplier):
    return sum(block_bill(C, H, multiplier).values())


def _off(extra):
    """A wrong answer: the right count and what is too much of it, or too little."""
    return lambda L, C, H, multiplier, V, T: (model_parameters(L, C, H, multiplier, V, T)
                                              + extra(L, C, H, multiplier * C, V, T))


def _blocks(each):
    """A wrong answer: the blocks counted as `each` says, from C, H, multiplier."""
    return lambda L, C, H, multiplier, V, T: V * C + T * C + L * each(C, H, multiplier) + 2 * C


def _six_cases():
    return [(1, 2, 1, 1, 3, 5), (1, 1, 1, 1, 1, 1), (2, 4, 2, 3, 7, 5), (1, 6, 3, 2, 5, 1), (3, 48, 4, 4, 101, 17),
            (2, 10, 5, 1, 4, 10), SMALL, (24, 1024, 16, 4, 50257, 1024), XL, BERT, GPT_3]


_FOLDED = ("A head of its own is counted. Here the head is tied: it reads with the token table once more, and costs "
           "nothing.")

_model_parameters = Step(
    name="model_parameters",
    task="count the learned numbers of a whole model",
    solution=model_parameters,
    cases=lambda: [(six, {}) for six in _six_cases()],
    mistakes=(
        Mistake(_off(lambda L, C, H, F, V, T: V * C), _FOLDED),
        Mistake(_off(lambda L, C, H, F, V, T: V * C + V), _FOLDED),
        Mistake(_off(lambda L, C, H, F, V, T: V),
                "You count a bias of the head, V numbers. The tied head has none."),
        Mistake(_off(lambda L, C, H, F, V, T: -T * C),
                "The positions are missing: a table of T rows, C numbers each."),
        Mistake(_off(lambda L, C, H, F, V, T: -V * C),
                "The tokens are missing: a table of V rows, C numbers each."),
        Mistake(_off(lambda L, C, H, F, V, T: -V * C - T * C),
                "Both tables are missing. Some papers count so, \"without embeddings\"; here V rows and T rows of C "
                "numbers belong to the model."),
        Mistake(_off(lambda L, C, H, F, V, T: V + T - V * C - T * C),
                "You count one number for each token and each position. Each has a row of C."),
        Mistake(_off(lambda L, C, H, F, V, T: T * T - T * C),
                "You count T by T for the positions. That is a table of attention, which is computed and not learned. "
                "Each position has a learned row of C numbers."),
        Mistake(_off(lambda L, C, H, F, V, T: L * H * T * T),
                "You count the tables of attention, T by T. They are computed anew for each text, not learned."),
        Mistake(_off(lambda L, C, H, F, V, T: -2 * C),
                "The norm after the last block is missing: a gamma and a beta, 2C."),
        Mistake(_off(lambda L, C, H, F, V, T: -C),
                "The norm after the last block has a gamma and a beta, C numbers each. One of them is missing."),
        Mistake(_off(lambda L, C, H, F, V, T: (L - 1) * 2 * C),
                "You count the final norm once for each block. There is one in the model, after the last block."),
        Mistake(lambda L, C, H, multiplier, V, T: model_parameters(1, C, H, multiplier, V, T),
                "You count one block. There are L, each with numbers of its own."),
        Mistake(lambda L, C, H, multiplier, V, T: L * model_parameters(1, C, H, multiplier, V, T),
                "You multiply everything by L. Only the blocks are there L times; the tables and the final norm are "
                "there once."),
        Mistake(_blocks(lambda C, H, multiplier: H * _one_block(C, H, multiplier)),
                "You multiply the blocks by the number of heads. The heads are strips of the same matrices: `H` is not "
                "in the count."),
        Mistake(_blocks(lambda C, H, multiplier: 4 * C * C + 2 * multiplier * C * C),
                "The blocks are counted as matrices alone. Biases and norms of each block belong to the last digit: call "
                "`block_bill`."),
        Mistake(_blocks(lambda C, H, multiplier: 4 * C * C + 2 * multiplier * C * C + 4 * C),
                "The biases of the blocks are missing: 4C + F + C each. Call `block_bill`."),
        Mistake(lambda L, C, H, multiplier, V, T: (V + T) * C + L * (_one_block(C, H, multiplier) - 2 * C) + C,
                "You count half of every norm. Each has a gamma and a beta, C numbers each."),
        Mistake(_blocks(lambda C, H, multiplier: _one_block(C, H, 4)),
                "You take four times the width, whatever `multiplier` says. Hand it on to `block_bill`."),
        Mistake(_blocks(lambda C, H, multiplier: _one_block(C, H, multiplier * C)),
                "You hand F on to `block_bill`, where the multiplier is expected."),
        Mistake(lambda *six: _wrapped(model_parameters(*six)),
                "The number ran over: 32 bits end at 2,147,483,647. Count with Python's own whole numbers, which have no "
                "end, or with `dtype=np.int64`."),
    ),
    hints=(
        "Before the blocks stand two tables, after them one norm. The head is the token table once more.",
        "`V` rows and `T` rows of `C` numbers; `L` times the sum of `block_bill(...)`; a gamma and a beta.",
        "`V * C + T * C + L * sum(block_bill(C, H, multiplier).values()) + 2 * C`",
    ),
    tolerance=0,
    whole=True,
)


# --- Step 4: the work ----------------------------------------------------------------------------------------


def forward_work(L, C, H, multiplier, V, T):
    """Multiplications and additions of one pass over T positions: six whole numbers -> a dict of three."""
    F = multiplier * C
    return {
        "matrices": 2 * T * L * (4 * C * C + 2 * C * F),
        "tables": 2 * L * (T * T * C + T * T * C),
        "head": 2 * T * C * V,
    }


def _work(wrong):
    """A wrong answer: the entries that go wrong, from L, C, H, F, V, T."""
    return lambda L, C, H, multiplier, V, T: {**forward_work(L, C, H, multiplier, V, T),
                                              **wrong(L, C, H, multiplier * C, V, T)}


def _times(**factors):
    """A wrong answer: each entry multiplied by a factor."""
    def answer(*six):
        return {name: int(number * factors.get(name, 1)) for name, number in forward_work(*six).items()}
    return answer


def _exact(L, C, H, multiplier, V, T):
    F, d = multiplier * C, C // H
    return {
        "matrices": T * L * ((2 * C - 1) * (4 * C + F) + (2 * F - 1) * C),
        "tables": L * T * ((2 * d - 1) * H * T + (2 * T - 1) * C),
        "head": T * (2 * C - 1) * V,
    }


_forward_work = Step(
    name="forward_work",
    task="count the operations of one pass",
    solution=forward_work,
    cases=lambda: [(six, {}) for six in (*_six_cases(), (2, 6, 2, 3, 7, 4), (5, 8, 8, 2, 3, 12))],
    mistakes=(
        Mistake(_times(matrices=0.5, tables=0.5, head=0.5),
                "You count a multiplication and its addition as one. Some papers do; here they are two, throughout: a "
                "factor of 2."),
        Mistake(_times(matrices=0.5, head=0.5),
                "In the matrices and the head you count a multiplication and its addition as one, in the tables as two. "
                "They are two everywhere."),
        Mistake(_times(tables=0.5),
                "The tables have half of what they should. One half are the scores, 2 * T * T * C for each block, the "
                "other the mixing of the values, just as much; all T by T pairs are computed, the masked ones too."),
        Mistake(_times(tables=0.25),
                "The tables have a quarter of what they should. There are two things to do for each pair, its score and "
                "the mixing of its value, and each takes C multiplications and C additions."),
        Mistake(_exact,
                "You count one addition less than multiplications, since a sum of C products has C - 1 plus signs. That "
                "is exact, and hardly anybody counts so: here each weight costs 2."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 2 * L * T * (T + 1) * C}),
                "You count only the pairs under the mask. That is what could be done; the course's block computes all T "
                "by T and throws the others away."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * L * T * T}),
                "The width is missing in the tables. Each score is a sum over the d coordinates of a head, and all heads "
                "together have C: T * T * C."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * L * H * T * T}),
                "Each head has T by T scores, but each score is a sum over d = C / H coordinates. H times d is C: T * T "
                "* C."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * L * H * T * T * C}),
                "You multiply the tables by the heads. A head works on C / H coordinates; all together on C."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * L * T * T * (C // H)}),
                "You count the table of one head. There are H, with C / H coordinates each: together C."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * L * T * C}),
                "Your tables grow with T. Every position asks every position: T * T pairs."),
        Mistake(_work(lambda L, C, H, F, V, T: {"tables": 4 * T * T * C}),
                "You count the tables of one block. Each of the L blocks makes its own."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * (4 * C * C + 2 * C * F)}),
                "You count the matrices of one block. Each position climbs through all L."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * (4 * C * C + 2 * C * F), "tables": 4 * T * T * C}),
                "You count one block. Each position climbs through all L."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * L * (4 * C * C + 2 * C * F)}),
                "`T` is missing in the matrices: each position passes through every one of them."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * L * (4 * C * C + 2 * C * F), "head": 2 * V * C}),
                "`T` is missing in matrices and head. A pass over a text takes every position through them."),
        Mistake(_work(lambda L, C, H, F, V, T: {"head": 2 * V * C}),
                "You let the head guess at the last position alone. One pass guesses the next token at all T."),
        Mistake(_work(lambda L, C, H, F, V, T: {"head": 0}),
                "You leave out the head. Tied, it costs no learned numbers, but its work has to be done: C times V for "
                "each position."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * (3 * C * C + 2 * C * F)}),
                "You count three matrices to gather with. The fourth is the output projection."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * (2 * C * C + 2 * C * F)}),
                "You count two matrices to gather with. There are four: queries, keys, values, and the output "
                "projection."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * (H * 4 * C * C + 2 * C * F)}),
                "You multiply the matrices by the heads. The heads are strips of the same matrices."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * (4 * C * C + C * F)}),
                "You count one matrix to think with. There are two, C by F and F by C."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 24 * T * L * C * C}), _FIXED),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * (4 * C * C + 2 * F)}),
                "You take the multiplier for F. It says how many times wider than the row: F is `multiplier * C`."),
        Mistake(_work(lambda L, C, H, F, V, T: {"matrices": 2 * T * L * _one_block(C, H, F // C)}),
                "You multiply all learned numbers of a block by T. Biases and norms meet a row in one operation a "
                "number, and are left out here: matrices alone."),
        Mistake(lambda *six: sum(forward_work(*six).values()),
                "This is the sum of all three. Hand back a dict with the keys 'matrices', 'tables', 'head'."),
        Mistake(lambda *six: {name: _wrapped(number) for name, number in forward_work(*six).items()},
                "The numbers ran over: 32 bits end at 2,147,483,647. Count with Python's own whole numbers, which have "
                "no end, or with `dtype=np.int64`."),
    ),
    hints=(
        "A row through a matrix of C by F: C * F multiplications and as many additions. So 2 for each weight and each "
        "position.",
        "All heads together: the score of a pair takes C multiplications and C additions. Mixing its value takes as many "
        "again. There are T * T pairs in each of L blocks.",
        "`2 * T * L * (4 * C * C + 2 * C * F)`, then `4 * L * T * T * C`, then `2 * T * C * V`.",
    ),
    tolerance=0,
    whole=True,
)


# --- Step 5: what is kept ------------------------------------------------------------------------------------


def kept_bytes(L, C, H, groups, T, size):
    """Count the bytes of the keys and values kept for T positions: six whole numbers -> a whole number."""
    d = C // H
    keys = L * T * groups * d
    values = keys
    return (keys + values) * size


def _kept_cases():
    return [(1, 4, 2, 2, 3, 1), (1, 1, 1, 1, 1, 1), (1, 4, 2, 1, 1, 2), (2, 12, 6, 3, 5, 4), (3, 12, 6, 2, 7, 2),
            (12, 768, 12, 12, 1024, 2), (12, 768, 12, 12, 1024, 4), (12, 768, 12, 4, 1024, 2), (12, 768, 12, 1, 512, 2),
            (48, 1600, 25, 25, 1024, 2), (80, 8192, 64, 8, 4096, 2), (96, 12288, 96, 96, 2048, 2)]


_kept_bytes = Step(
    name="kept_bytes",
    task="count the bytes that are kept while writing",
    solution=kept_bytes,
    cases=lambda: [(given, {}) for given in _kept_cases()],
    mistakes=(
        Mistake(lambda L, C, H, groups, T, size: L * T * groups * (C // H) * size,
                "You keep half of it: the keys without the values, or the other way round. Both are needed again: a "
                "factor of 2."),
        Mistake(lambda L, C, H, groups, T, size: (2 * groups + H) * (C // H) * L * T * size,
                "You keep the queries, too. A query is asked once, by its own position, and never again."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * C * size,
                "You keep a set for every head. With groups there are fewer: `groups` sets of C / H coordinates."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * groups * size,
                "You keep one number for each key and value. Each is a row of C / H numbers: `C // H`."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * groups * C * size,
                "Each of your sets is C wide. A head, and so a set, has C / H coordinates."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * (C // groups) * size,
                "You divide the width by `groups`. More groups would then keep less. A set has C / H coordinates as "
                "ever, and `groups` says how many sets are kept, not how many heads share one."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * (C // H) * size,
                "You keep one set for each block. There are `groups` of them."),
        Mistake(lambda L, C, H, groups, T, size: L * T * (groups + H) * (C // H) * size,
                "Only one of the two is shared in your count. Heads of one group share keys *and* values."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * groups * (C // H),
                "You count numbers. Each takes `size` bytes."),
        Mistake(lambda L, C, H, groups, T, size: 8 * L * T * groups * (C // H),
                "You take 4 bytes for each number, as float32 has, whatever `size` says."),
        Mistake(lambda L, C, H, groups, T, size: 4 * L * T * groups * (C // H),
                "You take 2 bytes for each number, as float16 has, whatever `size` says."),
        Mistake(lambda L, C, H, groups, T, size: 16 * L * T * groups * (C // H) * size,
                "You count bits. `size` is in bytes, and bytes are asked for."),
        Mistake(lambda L, C, H, groups, T, size: 2 * T * groups * (C // H) * size,
                "You keep those of one block. Every block reads the past with keys and values of its own: L of them."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * groups * (C // H) * size,
                "You keep those of one position. All T are read again."),
        Mistake(lambda L, C, H, groups, T, size: 2 * L * T * T * groups * (C // H) * size,
                "Yours grows with T * T. The tables of attention do, but they are thrown away; one key and one value are "
                "kept for each position."),
        Mistake(lambda L, C, H, groups, T, size: L * H * T * T * size,
                "These are the tables of attention, T by T for each head. They are thrown away. What is kept are keys "
                "and values: rows, for each position."),
        Mistake(lambda L, C, H, groups, T, size: _wrapped(kept_bytes(L, C, H, groups, T, size)),
                "The number ran over: 32 bits end at 2,147,483,647. Count with Python's own whole numbers, which have no "
                "end, or with `dtype=np.int64`."),
    ),
    hints=(
        "How many numbers has one key? How many keys are kept for a position in one block, and how many blocks are "
        "there? Values: as many again.",
        "A key has C / H numbers, a whole number: `C // H`. There are `groups` keys for each position and block.",
        "`2 * L * T * groups * (C // H) * size`",
    ),
    tolerance=0,
    whole=True,
)

STEPS = (_what_is_wrong, _block_bill, _model_parameters, _forward_work, _kept_bytes)
