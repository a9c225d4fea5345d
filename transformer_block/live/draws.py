"""Random constants by their origin: the page draws NumPy's normal numbers itself, so that it need not carry them."""

import numpy as np

_FURTHEST = 200_000  # how much of the stream is searched
_SMALLEST = 16  # fewer numbers are cheaper to list


class Draws:
    """The normal numbers of `default_rng(seed)`, to find arrays in and to draw again with draws.js."""

    def __init__(self, seed):
        self._start = np.random.default_rng(seed).bit_generator.state["state"]
        self._stream = np.random.default_rng(seed).standard_normal(_FURTHEST)
        self._ratios = self._stream[1:] / self._stream[:-1]  # of neighbours, which no factor changes
        self._count = 0

    def origin(self, array):
        """Where `array` comes from, as JSON-able data: each part's start in the stream, and a factor. None if unknown.

        The parts are the whole array or, when that is not one stretch of the stream, its entries along the first axis.
        """
        if array.size < _SMALLEST:
            return None
        for parts in [array.reshape(1, -1), array.reshape(len(array), -1)]:
            found = [self._find(part) for part in parts]
            if all(found) and np.allclose([times for _, times in found], found[0][1], rtol=1e-14, atol=0):
                starts = [int(start) for start, _ in found]
                self._count = max(self._count, *(start + parts.shape[1] for start in starts))
                return {"starts": starts, "times": float(found[0][1])}
        return None

    def spec(self):
        """What draws.js needs to draw all that was found, or None when nothing was."""
        if not self._count:
            return None
        return {"state": str(self._start["state"]), "increment": str(self._start["inc"]), "count": self._count}

    def _find(self, part):
        """(start, factor) of a flat array that is a stretch of the stream times a factor, or None."""
        if len(part) < 2 or part[0] == 0:
            return None
        for start in np.flatnonzero(np.isclose(self._ratios, part[1] / part[0], rtol=1e-9, atol=0)):
            stretch, times = self._stream[start:start + len(part)], part[0] / self._stream[start]
            if len(stretch) == len(part) and np.allclose(stretch * times, part, rtol=1e-13, atol=0):
                return start, times
        return None
