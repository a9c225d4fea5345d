"""Proof that the oracle tests can fail: each of these mistakes is put into block.py's text, and noticed."""

import inspect
import pathlib

import pytest

import transformer_block as tb
from tests.maths import cases

SOURCE = pathlib.Path(inspect.getsourcefile(tb.block)).read_text(encoding="utf-8")

MISTAKES = {
    "sample variance": ("(centred * centred).mean(axis=-1, keepdims=True)", "centred.var(axis=-1, keepdims=True, ddof=1)"),
    "epsilon outside the root": ("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)"),
    "norm across positions": ("x.mean(axis=-1, keepdims=True)\n", "x.mean(axis=0, keepdims=True)\n"),
    "mask transposed": ("np.tril(np.ones", "np.triu(np.ones"),
    "no square root of the width": (" / Wq.shape[-1] ** 0.5", ""),
    "clip after the contribution": ("return fires(evidence, pattern)[..., None] * contribution",
                                    "return np.maximum((evidence @ pattern)[..., None] * contribution, 0)"),
    "no clip": ("np.maximum(evidence @ pattern, 0)", "evidence @ pattern"),
    "replace instead of add": ("    return x + update", "    return update"),
    "post-norm stack": ("z = z + layer_norm(z) @ W", "z = layer_norm(z + z @ W)"),
    "norm forgotten in the block": ("layer_norm(R, w.gamma2, w.beta2, eps)", "R"),
    "gamma and beta swapped": ('x = x * value if name == "gamma" else x + value', 'x = x + value if name == "gamma" else x * value'),
    "softmax over the wrong axis": ("exponentials.sum(axis=-1, keepdims=True)", "exponentials.sum(axis=0, keepdims=True)"),
    "bias after the bend": ('relu(_affine(x, W1, b1, "b1"))', '_affine(relu(x @ W1), np.eye(W1.shape[1]), b1, "b1")'),
}


def mutated(old, new):
    assert SOURCE.count(old) >= 1, "the text to change is not there any more"
    namespace = {"__name__": "mutated_block"}
    exec(compile(SOURCE.replace(old, new, 1), "mutated_block", "exec"), namespace)
    return namespace


def test_the_text_unchanged_passes():
    assert cases.differences(mutated("import numpy", "import numpy")) == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake):
    assert cases.differences(mutated(*MISTAKES[mistake])) != []
