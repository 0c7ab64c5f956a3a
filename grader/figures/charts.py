"""charts.py - pictures of numbers: bars, lines over linear or logarithmic axes, rooflines."""

import math

import palette
from svg import LABEL, SMALL, count, number, text_width

HEIGHT = 190


def ticks_linear(low, high, wanted=5):
    if high <= low:
        high = low + 1
    rough = (high - low) / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, int(math.floor(high / step + 1e-9)) + 1)]


def ticks_log(low, high, base):
    first, last = math.floor(math.log(low, base) + 1e-9), math.ceil(math.log(high, base) - 1e-9)
    every = max(1, round((last - first) / 7))
    return [float(base) ** n for n in range(first, last + 1) if (n - first) % every == 0]


def short(value, base=None):
    """As axes have it: 4, 0.25, 16 k, 1.5 M; on an axis of powers of two 8192, 16 Ki, 2 Mi."""
    for size, letter in ((2 ** 30, " Gi"), (2 ** 20, " Mi"), (2 ** 10, " Ki")):
        if base == 2 and value >= max(size, 2 ** 14):
            return f"{value / size:.4g}{letter}"
    for size, letter in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e4, " k")):
        if abs(value) >= size:
            return f"{value / (1e3 if letter == ' k' else size):.4g}{letter}"
    return f"{value:.4g}"


def free_place(curves, left, right, y, wide):
    """Where a level's name meets no curve: (x, whether below the level, anchor); above it on the left if none is free."""
    def meets(x0, y0):
        for curve in curves:
            for (ax, ay), (bx, by) in zip(curve, curve[1:]):
                for n in range(33):
                    x, height = ax + (bx - ax) * n / 32, ay + (by - ay) * n / 32
                    if x0 - 3 <= x <= x0 + wide + 3 and y0 - 2 <= height <= y0 + SMALL + 3:
                        return True
        return False

    places = [(x0, below) for below in (False, True) for x0 in (left + 4, right - 4 - wide)]
    x0, below = next(((x0, below) for x0, below in places if not meets(x0, y + 3 if below else y - 5 - SMALL)), places[0])
    return (x0, below, "start") if x0 == left + 4 else (right - 4, below, "end")


class Axis:
    def __init__(self, values, log, start=None, end=None):
        low, high = min(values), max(values)
        if log:
            self.ticks = ticks_log(low if start is None else start, high if end is None else end, log)
            self.low = min(self.ticks[0], low) if start is None else start
            self.high = max(self.ticks[-1], high) if end is None else end
        else:
            low = min(low, 0) if start is None else start
            self.ticks = ticks_linear(low, high if end is None else end)
            self.low, self.high = low, max(self.ticks[-1], high) * (1 if end is not None else 1.04)
        self.log = log

    def place(self, value):
        if self.log:
            return (math.log(value) - math.log(self.low)) / (math.log(self.high) - math.log(self.low))
        return (value - self.low) / (self.high - self.low)


class Charts:
    def bars(self, rows, label=None, unit="", right=None, beside=(), note=None):
        """Horizontal bars. rows: (name, value, colour, what stands behind the value); the last two may be left out.
        beside: the rows of all groups that these bars are compared with; their scale is then the same."""
        def behind(row):
            return f"{count(row[1])}{' ' + unit if unit else ''}" + (f"  {row[3]}" if len(row) > 3 and row[3] else "")

        if label:
            self.heading(label, right)
        scale = [*rows, *beside]
        most = max(row[1] for row in scale) or 1
        left = min(max(text_width(row[0], SMALL) for row in scale) + 8, 0.45 * self.width)
        room = self.width - left - max(text_width(behind(row), SMALL) for row in scale) - 8
        for row in rows:
            colour = row[2] if len(row) > 2 and row[2] else "used"
            width = max(room * row[1] / most, 1.2 if row[1] else 0)
            self.text(self.x + left - 8, self.y + SMALL + 2, row[0], SMALL, "ink", "end")
            self.rect(self.x + left, self.y + 1, width, 14, colour, None, 1, 2)
            self.text(self.x + left + width + 6, self.y + SMALL + 1, behind(row), SMALL, "ink")
            self.space(20)
        if note:
            self.note(note)
        self.space(4)

    def stacked(self, rows, parts, label=None, unit="", right=None):
        """Bars of parts that add up. rows: (name, [value, ...]); parts: (colour, what it is)."""
        if label:
            self.heading(label, right)
        most = max(sum(values) for _, values in rows) or 1
        left = min(max(text_width(name, SMALL) for name, _ in rows) + 8, 0.45 * self.width)
        said = [f"{count(sum(values))} {unit}".strip() for _, values in rows]
        room = self.width - left - max(text_width(text, SMALL) for text in said) - 8
        for (name, values), text in zip(rows, said):
            self.text(self.x + left - 8, self.y + SMALL + 2, name, SMALL, "ink", "end")
            x = self.x + left
            for (colour, _), value in zip(parts, values):
                width = room * value / most
                if width:
                    self.rect(x, self.y + 1, width, 14, None if colour == "idle" else colour, None, 1, 1, 1,
                              colour == "idle")
                x += width
            self.text(x + 6, self.y + SMALL + 1, text, SMALL, "ink")
            self.space(20)
        self.space(2)
        self.legend(*parts)

    # ---- axes -------------------------------------------------------------------------------------------------
    def _frame(self, across, up, across_name, up_name, height, across_ticks, up_ticks, binary=True):
        said_up = [(value, short(value, up.log)) for value in (up_ticks or up.ticks) if up.low <= value <= up.high * 1.0001]
        said_across = [(value, short(value, across.log if binary else None)) for value in (across_ticks or across.ticks)
                       if across.low * 0.9999 <= value <= across.high * 1.0001]
        self.text(self.x, self.y + SMALL, up_name, SMALL, "soft")
        self.space(SMALL + 8)
        left = self.x + max(text_width(text, SMALL) for _, text in said_up) + 6
        width, top = self.right - left - 6, self.y
        for value, text in said_up:
            y = top + height * (1 - up.place(value))
            self.line(left, y, left + width, y, "faint")
            self.text(left - 5, y + 4, text, SMALL, "soft", "end")
        end = -1e9
        for value, text in said_across:
            x, wide = left + width * across.place(value), text_width(text, SMALL)
            self.line(x, top + height, x, top + height + 4, "rule")
            if x - wide / 2 > end + 4:
                self.text(x, top + height + 4 + SMALL, text, SMALL, "soft", "middle")
                end = x + wide / 2
        self.line(left, top + height, left + width, top + height, "rule")
        self.text(left + width, top + height + 2 * SMALL + 8, across_name, SMALL, "soft", "end")
        self.y = top + height + 2 * SMALL + 16
        return left, top, width

    def lines(self, series, across_name, up_name, label=None, log_x=None, log_y=None, height=HEIGHT, dots=True,
              x_ticks=None, y_ticks=None, levels=(), y_start=None, y_end=None, direct=True):
        """Curves. series: (name, [(x, y), ...], colour), the colour may be left out. log_x, log_y: the base of a
        logarithmic axis. levels: (y, name), lines across. Names stand at the curves' ends where there is room."""
        if label:
            self.heading(label)
        xs = [x for _, points, *_ in series for x, _ in points]
        ys = [y for _, points, *_ in series for _, y in points] + [level for level, _ in levels]
        across, up = Axis(xs, log_x, None if log_x else min(xs)), Axis(ys, log_y, y_start, y_end)
        left, top, width = self._frame(across, up, across_name, up_name, height, x_ticks, y_ticks)

        def at(x, y):
            return left + width * across.place(x), top + height * (1 - up.place(y))
        curves = [[at(x, y) for x, y in points] for _, points, *_ in series]
        for level, name in levels:
            y = at(xs[0], level)[1]
            self.line(left, y, left + width, y, "soft", 1, 1, "4 3")
            x, below, anchor = free_place(curves, left, left + width, y, text_width(name, SMALL))
            self.text(x, y + (SMALL + 3 if below else -4), name, SMALL, "soft", anchor)
        for n, (_, points, *colour) in enumerate(series):
            tone = colour[0] if colour else palette.strong(n)
            places = [at(x, y) for x, y in points]
            self.path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in places), None, tone, 2)
            if dots:
                for x, y in places:
                    self.circle(x, y, 2.6, tone, "paper", 1)
        if len(series) > 1 or series[0][0]:
            self.legend(*[(colour[0] if colour else palette.strong(n), name)
                          for n, (name, _, *colour) in enumerate(series)])

    def roofline(self, roofs, points, label=None, height=HEIGHT + 20, x_end=None):
        """A roofline. roofs: (name, bytes a second, FLOP a second); points: (name, FLOP a byte, FLOP a second or None,
        colour): without a measured speed a point stands under the roof, hollow."""
        if label:
            self.heading(label)
        speed, peak = roofs[0][1], roofs[0][2]
        ridge = peak / speed
        xs = [point[1] for point in points] + [ridge]
        ys = [point[2] for point in points if point[2]] + [peak] + [min(peak, speed * x) for x in xs]
        across = Axis([min(xs) / 2, max(max(xs), ridge) * 4], 2, None, x_end)
        up = Axis([min(ys) / 2, peak * 1.3], 10)
        left, top, width = self._frame(across, up, "FLOP per byte", "FLOP per second", height, None, None,
                                       False)

        def at(x, y):
            y = min(max(y, up.low), up.high)
            return left + width * across.place(x), top + height * (1 - up.place(y))
        for n, (name, bandwidth, most) in enumerate(roofs):
            start = max(across.low, up.low / bandwidth)
            corners = [at(start, bandwidth * start), at(most / bandwidth, most), at(across.high, most)]
            self.path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners), None, "soft" if n else "ink", 1.6)
            x, y = corners[-1]
            self.text(x, y - 6, name, SMALL, "soft", "end")
        for n, (name, intensity, reached, *colour) in enumerate(points):
            tone = colour[0] if colour else palette.strong(n)
            roof = min(peak, speed * intensity)
            x, y = at(intensity, reached or roof)
            roof_y = at(intensity, roof)[1]
            self.line(x, roof_y, x, top + height, tone, 1, 0.5, "2 3")
            self.circle(x, y, 4.2, tone if reached else "paper", tone, 1.8)
        self.legend(*[(colour[0] if colour else palette.strong(n), f"{name}: {count(float(intensity))}")
                      for n, (name, intensity, _, *colour) in enumerate(points)])
