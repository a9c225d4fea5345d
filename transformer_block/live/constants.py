"""Constants as a page carries them: in few letters, and the same numbers to the last bit. engine/constants.js reads them."""

import base64
import json
import zlib

import numpy as np

_FEW = 64  # fewer numbers are listed in any case, for whoever reads a page's source
# Whole multiples of one power of two, as learned weights of 8 bits are, and the bits of a number without its sign.
_MULTIPLES = (("int8", 7), ("int16", 15))


def listed(array):
    """All numbers, rows first, as a list that JSON can hold."""
    return [_plain(number) for number in array.ravel().tolist()]


def packed(array):
    """A float64 array as JSON-able data: {"base64", "type", "times"}, or the list of its numbers where fewer bytes are sent for it.

    The page reads base64 as numbers of `type` (int8, int16, float32, float64), and multiplies each by `times`.
    """
    numbers = listed(array)
    if array.size < _FEW:
        return numbers
    kind, narrow, times = next(_narrower(array), ("float64", array, 1))
    written = base64.b64encode(narrow.astype(np.dtype(kind).newbyteorder("<")).tobytes()).decode()
    # Numbers that were rounded to a few decimals are shorter as they are.
    return min({"base64": written, "type": kind, "times": times}, numbers, key=_sent)


def _sent(data):
    """How many bytes a server sends, which compresses all text."""
    return len(zlib.compress(json.dumps(data, separators=(",", ":")).encode()))


def _narrower(array):
    """(type, numbers, factor) for each type of fewer bits that holds the array exactly."""
    if np.isfinite(array).all():
        size = int(np.frexp(np.abs(array).max())[1])
        for kind, bits in _MULTIPLES:
            times = float(np.ldexp(1.0, size - bits))
            with np.errstate(all="ignore"):
                multiples = (array / times).astype(kind)
            if _same(multiples * times, array):
                yield kind, multiples, times
    with np.errstate(all="ignore"):
        shorter = array.astype(np.float32)
    if _same(shorter.astype(np.float64), array):
        yield "float32", shorter, 1


def _same(one, other):
    return one.tobytes() == other.tobytes()  # which tells -0.0 from 0.0


def _plain(number):
    """A float as JSON can hold it: whole ones short (but -0.0 as it is), NaN and infinities by JavaScript's names."""
    if not np.isfinite(number):
        return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(number)]
    whole = number.is_integer() and abs(number) < 2**53 and str(number) != "-0.0"
    return int(number) if whole else number
