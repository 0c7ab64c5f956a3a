"""palette.py - the colours of all pictures, by what they mean, for light and for dark pages."""

import math

# name: (light, dark). A picture names a meaning, never a colour.
COLOURS = {
    "paper": ("#ffffff", "#14171c"),
    "shade": ("#f3f5f8", "#1f242c"),
    "faint": ("#e6eaef", "#2a313b"),  # what is there and nobody touches
    "rule": ("#cfd5dd", "#3d4652"),
    "soft": ("#59626f", "#a3adb9"),  # text that may be skipped
    "ink": ("#1c2128", "#e4e7eb"),
    "used": ("#2f77b5", "#5ea3df"),  # bytes and lanes that do work
    "usedpale": ("#d3e5f5", "#203c56"),
    "wasted": ("#f2c078", "#96702f"),  # bytes that are moved and not used
    "conflict": ("#cf4a35", "#f07a66"),  # passes that a conflict adds, faults
    "conflictpale": ("#f9d9d2", "#5a2a24"),
    "good": ("#2f8a66", "#5fbd97"),
    "goodpale": ("#cfeadd", "#1d4636"),
    "mark": ("#6f4bb0", "#b99bee"),  # what the text is about
    "markpale": ("#e2d8f4", "#3a2f55"),
    "onstrong": ("#ffffff", "#11151a"),  # text on used, conflict, good, mark
}
# For neighbours that have no order: blocks, warps, streams. The pale ones lie behind text; lines take the strong ones.
PALE = [("#c3daf0", "#25476a"), ("#f7dcae", "#5c4518"), ("#c4e5d5", "#21503e"), ("#f5c8be", "#6a2f26"),
        ("#d9cff0", "#43366b"), ("#e6d8c4", "#4d3f2c"), ("#f2cde2", "#622f4d"), ("#d8dde3", "#3d4652")]
STRONG = [("#2f77b5", "#5ea3df"), ("#c9771c", "#e3a04c"), ("#2f8a66", "#5fbd97"), ("#cf4a35", "#f07a66"),
          ("#6f4bb0", "#b99bee"), ("#8a6a3c", "#c7a676"), ("#b8478a", "#e58bc0"), ("#59626f", "#a3adb9")]
# From nothing to most.
HEAT = [("#eef2f6", "#20262e"), ("#d3e5f5", "#203c56"), ("#a5cbea", "#245480"), ("#6ba9d9", "#3078b4"),
        ("#2f77b5", "#5ea3df"), ("#174f85", "#b3d8f7")]
HEAT_TEXT = ["ink", "ink", "ink", "ink", "onstrong", "onstrong"]
BANKS = 32


def _srgb(linear):
    linear = min(max(linear, 0.0), 1.0)
    value = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(255 * value)


def _oklch(lightness, chroma, hue):
    """A colour of even lightness for any hue (Ottosson's Oklab)."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
    green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
    blue = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    return "#%02x%02x%02x" % (_srgb(red), _srgb(green), _srgb(blue))


def _all():
    colours = dict(COLOURS)
    for number, pair in enumerate(PALE):
        colours[f"pale{number}"] = pair
    for number, pair in enumerate(STRONG):
        colours[f"strong{number}"] = pair
    for number, pair in enumerate(HEAT):
        colours[f"heat{number}"] = pair
    for bank in range(BANKS):  # once round the circle of hues
        hue = 250 + 360 * bank / BANKS
        colours[f"bank{bank}"] = (_oklch(0.87, 0.08, hue), _oklch(0.45, 0.08, hue))
        colours[f"bankstrong{bank}"] = (_oklch(0.66, 0.15, hue), _oklch(0.74, 0.13, hue))
    return colours


ALL = _all()


def pale(number):
    return f"pale{number % len(PALE)}"


def strong(number):
    return f"strong{number % len(STRONG)}"


def bank(number, marked=False):
    return f"bank{'strong' if marked else ''}{number % BANKS}"


def heat(share):
    """The step for a share of the most, from 0 to 1; only 0 itself gets the first."""
    if share <= 0:
        return 0
    return min(len(HEAT) - 1, 1 + int(share * (len(HEAT) - 1) - 1e-9))
