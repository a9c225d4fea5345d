"""Axes with the storeys along the bottom and labels at the ends of their lines, as chapters 4 to 6 share them."""

from matplotlib.ticker import FuncFormatter, LogLocator, MultipleLocator, NullLocator


def over_storeys(picture, floors, log):
    """Axes with the storeys along the bottom, in a picture of their own: Picture, int, bool -> Axes."""
    return dress_storeys(picture.subplots(), floors, log)


def dress_storeys(axes, floors, log):
    """Give axes the storeys along the bottom and a size upwards: Axes, int, bool or the step of a logarithmic scale -> Axes."""
    axes.set(xlabel="storey", ylabel="size", xlim=(0, floors - 1))
    axes.xaxis.set_major_locator(MultipleLocator(6))
    if log:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(base=log if log > 1 else 10))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda size, _: short(size)))
    axes.grid(True)
    return axes


def label_ends(axes, labels, gap=0.075):
    """Write each (height, text, colour) at the right end, `gap` of the axes' height apart at least. Limits first."""
    to_fraction = axes.transData + axes.transAxes.inverted()
    places = sorted(((to_fraction.transform((0, height))[1], text, colour) for height, text, colour in labels), reverse=True)
    free = [place for place, _, _ in places]
    for i in range(1, len(free)):  # push down what is too close, then up again what fell off the bottom
        free[i] = min(free[i], free[i - 1] - gap)
    free[-1] = max(free[-1], 0.0)
    for i in reversed(range(len(free) - 1)):
        free[i] = max(free[i], free[i + 1] + gap)
    for fraction, (_, text, colour) in zip(free, places, strict=True):
        axes.annotate(text, (1, fraction), xycoords="axes fraction", xytext=(5, 0), textcoords="offset points",
                      color=colour, va="center")


def short(number):
    """A number in at most three digits, with a power of ten where it is far from 1: float -> text."""
    if 0.01 <= abs(number) < 999.5:  # from there on .3g would write 1e+03
        return f"{number:.3g}"
    digits, power = f"{number:.0e}".split("e")
    power = "10" + str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return power if digits == "1" else f"{digits}·{power}"
