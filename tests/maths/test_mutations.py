"""Proof that the oracle tests can fail: each of these mistakes is put into the text of the maths, and noticed."""

import pathlib
import re

import numpy as np
import pytest

import transformer_block as tb
from tests.maths import cases, oracles

# One text, so that a mistake in one module reaches those that use it.
MODULES = ("masks", "attention", "feed_forward", "norms", "residual", "block", "slopes", "config")
FOLDER = pathlib.Path(tb.__file__).parent
SOURCE = "\n\n".join(re.sub(rf"^from transformer_block\.({'|'.join(MODULES)}) import .*\n", "", text, flags=re.MULTILINE)
                     for text in ((FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in MODULES))

# the mistake: (the right text, the wrong text, cases that must notice it)
MISTAKES = {
    "three projections, not four": ("L * 4 * C * C,\n        \"think\"", "L * 3 * C * C,\n        \"think\"", {"parameter_bill", "parameter_count"}),
    "one matrix of the bank": ("\"think\": L * 2 * C * F,\n        \"biases\"", "\"think\": L * C * F,\n        \"biases\"", {"parameter_bill bare"}),
    "a bias of the bank forgotten": ("(4 * C + F + C)", "(4 * C + F)", {"parameter_bill", "parameter_count untied"}),
    "one norm in a block": ("\"norms\": L * 4 * C", "\"norms\": L * 2 * C", {"parameter_bill bare"}),
    "no final norm": ("(2 * C if final_norm", "(0 if final_norm", {"parameter_bill"}),
    "a tied head that is paid for": ("0 if tied else", "0 if not tied else", {"parameter_bill", "parameter_bill untied"}),
    "scores without the mixing": ("2 * L * 2 * T * T * C", "2 * L * T * T * C", {"forward_work"}),
    "tables as wide as they are long": ("2 * L * 2 * T * T * C", "2 * L * 2 * T * C * C", {"forward_work"}),
    "softmax over the wrong axis": (
        "exponentials.sum(axis=-1, keepdims=True)", "exponentials.sum(axis=0, keepdims=True)",
        {"attention_weights", "causal_head", "multi_head", "block_stages"}),
    "softmax not divided": (
        "return exponentials / exponentials.sum(axis=-1, keepdims=True)", "return exponentials", {"softmax", "multi_head"}),
    "mask transposed": ("np.tril(np.ones", "np.triu(np.ones", {"attention_weights", "causal_head", "multi_head", "block_stages"}),
    "mask one too far": ("np.tril(np.ones((T, T), dtype=bool))", "np.tril(np.ones((T, T), dtype=bool), 1)",
                         {"attention_weights", "block_stages"}),
    "mask forgotten": ("    elif causal or causal is None", "    elif causal", {"attention_weights", "block_stages"}),
    "mask inverted": ("    elif causal or causal is None and source is None", "    elif not causal",
                      {"attention_weights unmasked", "multi_head across"}),
    "masked after the softmax": (
        "    return softmax(_masked(scores, causal, mask, source))",
        "    return softmax(scores) * np.isfinite(_masked(scores, causal, mask, source))", {"attention_weights", "block_stages"}),
    "a mask that is not looked at": ("    if mask is not None:\n        may_read", "    if False:\n        may_read",
                                     {"attention_weights masked", "multi_head masked", "block_stages masked"}),
    "a mask that says who may not": ("np.where(may_read, scores, -np.inf)", "np.where(may_read, -np.inf, scores)",
                                     {"attention_weights masked", "causal_head across, masked"}),
    "a mask on its side": ("        may_read = checks.mask(\"mask\", mask, scores.shape)\n",
                           "        may_read = np.swapaxes(checks.mask(\"mask\", mask, scores.shape), -1, -2)\n",
                           {"attention_weights masked", "block_stages masked"}),
    "a triangle over a source": (" and source is None:", ":", {"attention_weights across", "multi_head across"}),
    "keys of its own rows": ("(read @ Wk)", "(x @ Wk)", {"attention_weights across", "multi_head across"}),
    "queries of the source": ("scores = (x @ Wq)", "scores = (read @ Wq)", {"attention_weights across", "multi_head across"}),
    "values of its own rows": ("weights @ (_rows_to_read(x, source) @ Wv)", "weights @ (x @ Wv)",
                               {"causal_head across, masked", "multi_head across"}),
    "a block without its own mask": ('{"mask": mask}', "{}", {"block_stages masked"}),
    "one padded position too many": ("np.arange(S) < lengths", "np.arange(S) <= lengths", {"padding_mask"}),
    "padding in front": ("np.arange(S) < lengths", "S - np.arange(S) <= lengths", {"padding_mask"}),
    "no square root of the width": (" / Wq.shape[-1] ** 0.5", "", {"attention_weights", "attention_weights unmasked"}),
    "the width without its root": (" / Wq.shape[-1] ** 0.5", " / Wq.shape[-1]", {"attention_weights"}),
    "the model's width for the head's": (" / Wq.shape[-1] ** 0.5", " / x.shape[-1] ** 0.5", {"attention_weights"}),
    "queries and keys swapped": ("(x @ Wq) @ (read @ Wk).swapaxes", "(x @ Wk) @ (read @ Wq).swapaxes",
                                 {"attention_weights unmasked", "causal_head"}),
    "rows gathered, not values": ("_rows_to_read(x, source) @ Wv)", "_rows_to_read(x, source) @ Wk)", {"causal_head", "multi_head"}),
    "heads in the wrong order": ("for head in heads], axis=-1)", "for head in heads[::-1]], axis=-1)",
                                 {"multi_head", "block_stages"}),
    "projection forgotten": ("return gathered @ Wo", "return gathered", {"multi_head projected", "block_stages"}),
    "projection transposed": ("return gathered @ Wo", "return gathered @ Wo.T", {"multi_head projected", "block_stages"}),
    "a unit that never clips": ("np.maximum(evidence @ pattern, 0)", "evidence @ pattern", {"fires silent"}),
    "clip after the contribution": (
        "return fires(evidence, pattern)[..., None] * contribution",
        "return np.maximum((evidence @ pattern)[..., None] * contribution, 0)", {"if_unit"}),
    "a bend that never bends": ("np.maximum(checks.numbers(\"x\", x), 0)", "checks.numbers(\"x\", x)",
                                {"relu", "feed_forward", "block_stages"}),
    "a bend the wrong way": ("np.maximum(checks.numbers(\"x\", x), 0)", "np.minimum(checks.numbers(\"x\", x), 0)",
                             {"relu", "feed_forward"}),
    "size for the bend": ("np.maximum(checks.numbers(\"x\", x), 0)", "np.abs(checks.numbers(\"x\", x))", {"relu", "feed_forward"}),
    "bias after the bend": (
        '    hidden = relu(match) if bend else match.copy()\n',
        '    hidden = _affine(relu(x @ W1), np.eye(W1.shape[1]), b1, "b1")\n', {"feed_forward biased", "block_stages"}),
    "bend after the contribution": (
        'hidden = relu(match) if bend else match.copy()\n    return {"match": match, "hidden": hidden, "FFN": _affine(hidden, W2, b2, "b2")}',
        'hidden = match\n    return {"match": match, "hidden": hidden, "FFN": relu(_affine(hidden, W2, b2, "b2"))}', {"feed_forward", "feed_forward biased"}),
    "last bias forgotten": ('_affine(hidden, W2, b2, "b2")', '_affine(hidden, W2, None, "b2")',
                            {"feed_forward biased", "feed_forward last bias", "block_stages"}),
    "replace instead of add": ("    return x + update", "    return update", {"residual", "block_stages"}),
    "nothing added": ("    return x + update", "    return x + 0 * update", {"residual", "block_stages"}),
    "sample variance": (
        "(centred * centred).mean(axis=-1, keepdims=True)", "centred.var(axis=-1, keepdims=True, ddof=1)",
        {"layer_norm", "layer_norm scaled", "stack add-then-tidy", "stack tidy-then-add", "block_stages"}),
    "epsilon outside the root": ("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)", {"layer_norm", "layer_norm scaled"}),
    "epsilon forgotten": ("np.sqrt(variance + eps)", "np.sqrt(variance)", {"layer_norm", "layer_norm scaled"}),
    "divided by the variance": ("np.sqrt(variance + eps)", "(variance + eps)", {"layer_norm"}),
    "mean across positions": ("centred = x - x.mean(axis=-1, keepdims=True)", "centred = x - x.mean(axis=0, keepdims=True)",
                              {"layer_norm", "block_stages"}),
    "variance across positions": ("(centred * centred).mean(axis=-1, keepdims=True)",
                                  "(centred * centred).mean(axis=0, keepdims=True)", {"layer_norm", "block_stages"}),
    "statistics of the whole array": ("x.mean(axis=-1, keepdims=True)\n", "x.mean()\n", {"layer_norm"}),
    "mean not taken away": ("centred = x - x.mean(axis=-1, keepdims=True)", "centred = x", {"layer_norm"}),
    "root mean square centred": ("_scale_and_shift(x / np.sqrt((x * x)", "_scale_and_shift(x / np.sqrt(((x - x.mean()) ** 2)",
                                 {"rms_norm", "rms_norm scaled"}),
    "root mean square without its root": ("x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)",
                                          "x / ((x * x).mean(axis=-1, keepdims=True) + eps)", {"rms_norm"}),
    "gamma and beta swapped": (
        'x = x * value if name == "gamma" else x + value', 'x = x + value if name == "gamma" else x * value',
        {"layer_norm scaled", "rms_norm scaled", "block_stages"}),
    "gamma forgotten": ('x = x * value if name == "gamma" else x + value', 'x = x if name == "gamma" else x + value',
                        {"layer_norm scaled", "rms_norm scaled", "block_stages"}),
    "spread of the sample": (".std(axis=-1)", ".std(axis=-1, ddof=1)", {"spread"}),
    "a replacing stack adds": ('        if rule == "replace":\n            z = z @ W',
                               '        if rule == "replace":\n            z = z + z @ W', {"stack replace"}),
    "an adding stack replaces": ('elif rule == "add":\n            z = z + z @ W', 'elif rule == "add":\n            z = z @ W',
                                 {"stack add"}),
    "a stack of transposed storeys": ('elif rule == "add":\n            z = z + z @ W', 'elif rule == "add":\n            z = z + z @ W.T',
                                      {"stack add"}),
    "the note tidied, not the sum": ("z = layer_norm(z + z @ W)", "z = z + layer_norm(z @ W)", {"stack add-then-tidy"}),
    "a post-norm stack": ("z = z + layer_norm(z) @ W", "z = layer_norm(z + z @ W)", {"stack tidy-then-add"}),
    "a floor too few": ("    floors = [z]", "    floors = []", {f"stack {rule}" for rule in tb.RULES}),
    "a post-norm block": ('order="pre", mask=None, without=(), eps=1e-5):\n    """One',
                          'order="post", mask=None, without=(), eps=1e-5):\n    """One', {"block_stages", "block_stages bare"}),
    "an order that changes nothing": ('N1 = norm_1(X) if order == "pre" else X', "N1 = norm_1(X)",
                                      {"block_stages post", "block_stages post bare"}),
    "a post-norm bank that reads the first sum": ('R = S1 if order == "pre" else norm_1(S1)', "R = S1", {"block_stages post", "block_stages post bare"}),
    "a post-norm bank that reads a tidied row": ('N2 = norm_2(R) if order == "pre" else R', "N2 = norm_2(R)", {"block_stages post"}),
    "a post-norm block that leaves its last sum untidied": ('"S2": S2, "Y": norm_2(S2)', '"S2": S2, "Y": S2',
                                                            {"block_stages post", "block_stages post bare"}),
    "a post-norm block that ends with its first norm": ('"Y": norm_2(S2)', '"Y": norm_1(S2)', {"block_stages post"}),
    "no way past the bank": ("R = dY + _of_norm", "R = _of_norm", {"block_slopes pre", "block_slopes pre bare"}),
    "no way past the heads": ("X = R + _of_norm", "X = _of_norm", {"block_slopes pre", "block_slopes pre bare"}),
    "no way past the bank, post": ("R = S2 + read", "R = read", {"block_slopes post", "block_slopes post bare"}),
    "no way past the heads, post": ("X = S1 + _of_heads", "X = _of_heads", {"block_slopes post", "block_slopes post bare"}),
    "a slope past the last norm": ('S2 = _of_norm(stages["S2"], w.gamma2, dY, eps)', "S2 = dY", {"block_slopes post", "block_slopes post bare"}),
    "the other norm's scale on the way back": ('_of_norm(stages["R"], w.gamma2', '_of_norm(stages["R"], w.gamma1', {"block_slopes pre"}),
    "a mean that takes no part in the slope": ("(slope - slope.mean(axis=-1, keepdims=True) - along", "(slope - along",
                                               {"block_slopes pre", "block_slopes post"}),
    "a spread that takes no part in the slope": (" - along * tidy) / divisor", ") / divisor", {"block_slopes pre", "block_slopes post"}),
    "epsilon forgotten on the way back": ("keepdims=True) + eps)\n    tidy,", "keepdims=True))\n    tidy,", {"block_slopes pre bare", "block_slopes post bare"}),
    "silent units that pass a slope on": ("fired * (hidden > 0))", "fired)", {"block_slopes pre", "block_slopes post"}),
    "a mask forgotten on the way back": ("attention_weights(x, Wq, Wk, mask=mask), slope[", "attention_weights(x, Wq, Wk), slope[",
                                         {"block_slopes pre masked", "block_slopes post masked"}),
    "a mask for the way back alone": ("weights, order=order, mask=mask, eps=eps)\n    dY", "weights, order=order, eps=eps)\n    dY",
                                      {"block_slopes pre masked", "block_slopes post masked"}),
    "no slope through the values": ("read + _through(Wv, values)", "read", {"block_slopes pre", "block_slopes post"}),
    "no slope through the keys": (" + _through(Wk, keys)", "", {"block_slopes pre", "block_slopes post"}),
    "scores without the root on the way back": ("keepdims=True)) / d**0.5", "keepdims=True))", {"block_slopes pre", "block_slopes post"}),
    "the tidied row added back": ("residual(X, U)", "residual(N1, U)", {"block_stages", "block_stages bare"}),
    "the tidied sum added back": ("residual(R, FFN)", "residual(N2, FFN)", {"block_stages", "block_stages bare"}),
    "the first row added twice": ("residual(R, FFN)", "residual(X, FFN)", {"block_stages", "block_stages bare"}),
    "the second norm forgotten": ('N2 = norm_2(R) if order == "pre" else R', "N2 = R",
                                  {"block_stages", "block_stages bare"}),
    "the first norm's scale used twice": ("layer_norm(x, w.gamma2, w.beta2, eps)", "layer_norm(x, w.gamma1, w.beta1, eps)",
                                          {"block_stages"}),
    "a block without its bend": ('bend="bend" not in without', "bend=False", {"block_stages", "block_stages bare"}),
    "a block's first bias forgotten": ("w.W2, w.b1, w.b2", "w.W2, None, w.b2", {"block_stages"}),
    **{f"an ablation that leaves {part} in": (f'"{part}" in without', "False", {f"block_stages without {part}"})
       for part in tb.PARTS if part not in ("mask", "bend")},
    "an ablation that leaves bend in": ('bend="bend" not in without', "bend=True", {"block_stages without bend"}),
    "an ablation that leaves mask in": ('{"causal": False} if "mask" in without', '{"mask": mask} if "mask" in without', {"block_stages without mask"}),
}


def mutated(right, wrong):
    """The names of the maths after one replacement in its text, which must change it."""
    assert SOURCE.count(right) >= 1, "the text to change is not there any more"
    text = SOURCE.replace(right, wrong, 1)
    assert text != SOURCE, "the replacement changes nothing"
    namespace = {"__name__": "mutated"}
    exec(compile(text, "mutated", "exec"), namespace)
    return namespace


def test_the_text_unchanged_passes():
    assert cases.differences(mutated("The whole block", "THE WHOLE BLOCK")) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake):
    right, wrong, witnesses = MISTAKES[mistake]
    noticed = set(cases.differences(mutated(right, wrong)))
    assert witnesses and witnesses <= noticed


def test_a_mistake_leaves_the_innocent_alone():
    # A comparison that always fails would notice everything.
    noticed = set(cases.differences(mutated("np.tril(np.ones", "np.triu(np.ones")))
    assert noticed.isdisjoint({"softmax", "attention_weights unmasked", "fires", "relu", "feed_forward", "layer_norm", "spread"})


def test_square_matrices_transposed_are_noticed():
    # A W1 that fits either way round: only the numbers tell.
    rng = np.random.default_rng(0)
    x, W1, W2 = rng.normal(size=(5, 6)), rng.normal(size=(6, 6)), rng.normal(size=(6, 6))
    by_hand = oracles.feed_forward(x.tolist(), W1.tolist(), W2.tolist())
    for right, wrong in [('_affine(x, W1, b1, "b1")', '_affine(x, W1.T, b1, "b1")'), ('W2, b2, "b2")', 'W2.T, b2, "b2")')]:
        assert not np.allclose(mutated(right, wrong)["feed_forward"](x, W1, W2), by_hand, atol=1e-3)
    assert np.allclose(tb.feed_forward(x, W1, W2), by_hand, rtol=1e-12, atol=1e-12)
