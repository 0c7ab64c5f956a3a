"""svg.py - what every picture is made of: an area that is drawn into from top to bottom, and the file it becomes.

A picture is 400 units wide, so that a unit is a pixel on a phone and no text is smaller than 11 units. Colours are
classes: the style at the head of the file has their light and their dark values, and needs no script. Numbers are
written with two digits behind the point at most, so that the same picture is the same bytes.
"""

from xml.sax.saxutils import escape

import palette

WIDTH = 400
MARGIN = 10
TITLE, LABEL, SMALL = 14, 12, 11  # sizes of text
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_NARROW, _WIDE = set(" iljtfrI.,:;'|!()[]/-·"), set("mwMW@%—⋯")


def number(value):
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def count(value):
    """A whole number in groups of three digits; others with three digits that count."""
    if isinstance(value, float) and not value.is_integer():
        return f"{value:.3g}"
    return f"{int(value):,}"


def text_width(text, size=LABEL, mono=False, bold=False):
    """About how wide it will be; rather too wide, as fonts differ."""
    if mono:
        return 0.61 * size * len(text)
    width = sum(0.36 if c in _NARROW else 0.92 if c in _WIDE else 0.7 if c.isupper() else 0.6 for c in text)
    return width * size * (1.08 if bold else 1)


def wrap(text, width, size=LABEL):
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return lines + [line] if line else lines


class Area:
    """A part of a picture with a left edge and a width. Drawing moves `y` down; the kinds of picture are methods."""

    def __init__(self, drawing, x, y, width):
        self.drawing, self.x, self.width = drawing, x, width
        self._y, self._parts = y, []

    @property
    def y(self):
        return max([self._y] + [part.y for part in self._parts])

    @y.setter
    def y(self, value):
        self._y, self._parts = value, []

    @property
    def right(self):
        return self.x + self.width

    def space(self, height):
        self.y += height

    def columns(self, parts=2, gap=14, shares=None):
        """Areas side by side. What comes after them begins below the longest."""
        shares = shares or [1] * parts
        room = self.width - gap * (len(shares) - 1)
        x, y, areas = self.x, self.y, []
        for share in shares:
            width = room * share / sum(shares)
            areas.append(self.part(self.drawing, x, y, width))
            x += width + gap
        self._y, self._parts = y, areas
        return areas

    # ---- shapes: coordinates are the picture's -----------------------------------------------------------------
    def add(self, element):
        self.drawing.elements.append(element)

    def _paint(self, fill, stroke, width, opacity, hatch=False):
        parts = []
        classes = []
        if hatch:
            self.drawing.hatched = True
            parts.append('fill="url(#idle)"')
        elif fill:
            classes.append(self.drawing.use("f", fill))
        else:
            parts.append('fill="none"')
        if stroke:
            classes.append(self.drawing.use("s", stroke))
            if width != 1:
                parts.append(f'stroke-width="{number(width)}"')
        if classes:
            parts.insert(0, f'class="{" ".join(classes)}"')
        if opacity != 1:
            parts.append(f'opacity="{number(opacity)}"')
        return " ".join(parts)

    def cell(self, x, y, width, height, fill, opacity=1):
        """One of many small squares that do not overlap: those of a colour become one path, at end_cells()."""
        cells = self.drawing.cells.setdefault((fill, opacity), [])
        if cells and cells[-1][1] == y and abs(cells[-1][0] + cells[-1][2] - x) < 0.001:
            cells[-1][2] += width  # no gap to the one before
        else:
            cells.append([x, y, width, height])

    def end_cells(self):
        for (fill, opacity), cells in self.drawing.cells.items():
            self.path("".join(f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"
                              for x, y, width, height in cells), fill, None, 1, opacity)
        self.drawing.cells = {}

    def rect(self, x, y, width, height, fill=None, stroke=None, line=1, radius=0, opacity=1, hatch=False):
        corner = f' rx="{number(radius)}"' if radius else ""
        self.add(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner} '
                 f'{self._paint(fill, stroke, line, opacity, hatch)}/>')

    def line(self, x1, y1, x2, y2, stroke="rule", width=1, opacity=1, dash=None, arrow=False):
        more = f' stroke-dasharray="{dash}"' if dash else ""
        if arrow:
            self.drawing.arrows.add(stroke)
            more += f' marker-end="url(#arrow-{stroke})"'
        self.add(f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"{more} '
                 f'{self._paint(None, stroke, width, opacity)}/>')

    def path(self, d, fill=None, stroke=None, width=1, opacity=1):
        self.add(f'<path d="{d}" {self._paint(fill, stroke, width, opacity)}/>')

    def circle(self, x, y, radius, fill="used", stroke=None, line=1):
        self.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
                 f'{self._paint(fill, stroke, line, 1)}/>')

    def text(self, x, y, text, size=LABEL, fill="ink", anchor="start", bold=False, mono=False, turn=None):
        """One line of text whose baseline is at y. Never smaller than 11."""
        more = "" if anchor == "start" else f' text-anchor="{anchor}"'
        more += ' font-weight="600"' if bold else ""
        more += ' class="%s"' % " ".join([self.drawing.use("f", fill)] + (["mono"] if mono else []))
        more += f' transform="rotate({turn} {number(x)} {number(y)})"' if turn is not None else ""
        more += ' xml:space="preserve"' if "  " in text else ""
        self.add(f'<text x="{number(x)}" y="{number(y)}" font-size="{number(max(size, SMALL))}"{more}>'
                 f'{escape(text)}</text>')

    # ---- text that moves on -----------------------------------------------------------------------------------
    def heading(self, left, right=None, code=None, tone="soft"):
        """A line above a picture: what it is, the source beside it, and on the right what came of it."""
        self.space(2)
        self.text(self.x, self.y + LABEL, left, bold=True)
        x = self.x + text_width(left + "  ", bold=True)
        right_width = text_width(right, LABEL) if right else 0
        if code and x + text_width(code, SMALL, mono=True) + right_width + 8 <= self.right:
            self.text(x + 6, self.y + LABEL, code, SMALL, "soft", mono=True)  # bold words may be wider than thought
            code = None
        if right and x + right_width > self.right:
            self.space(LABEL + 4)
            self.text(self.x, self.y + LABEL, right, LABEL, tone)
        elif right:
            self.text(self.right, self.y + LABEL, right, LABEL, tone, "end")
        self.space(LABEL + 5)
        if code:
            self.text(self.x, self.y + SMALL, code, SMALL, "soft", mono=True)
            self.space(SMALL + 5)

    def note(self, text, size=SMALL, fill="soft", bold=False, anchor="start"):
        for line in wrap(text, self.width, size):
            x = {"start": self.x, "middle": self.x + self.width / 2, "end": self.right}[anchor]
            self.text(x, self.y + size, line, size, fill, anchor, bold)
            self.space(size + 4)

    def legend(self, *entries):
        """Entries of (colour, text); the colour "idle" is the hatching."""
        x = self.x
        for colour, text in entries:
            width = 16 + text_width(text, SMALL) + 10
            if x > self.x and x + width - 10 > self.right:
                x = self.x
                self.space(SMALL + 6)
            self.rect(x, self.y + 2, 10, 10, None if colour == "idle" else colour, "rule", 0.7, 2, 1, colour == "idle")
            self.text(x + 15, self.y + SMALL, text, SMALL, "soft")
            x += width
        self.space(SMALL + 7)


class Drawing:
    """The whole picture: elements, the classes they use, and the words for those who do not see it."""

    def __init__(self):
        self.elements, self.classes = [], set()
        self.hatched, self.arrows = False, set()
        self.cells = {}  # by colour and opacity, until end_cells()

    def use(self, kind, colour):
        assert colour in palette.ALL, f"the palette has no colour for {colour}"
        self.classes.add((kind, colour))
        return f"{kind}-{colour}"

    def _rules(self, shade):
        properties = {"f": "fill", "s": "stroke"}
        names = sorted(self.classes)
        return "".join(f".{kind}-{name}{{{properties[kind]}:{palette.ALL[name][shade]}}}" for kind, name in names)

    def svg(self, title, description, height):
        for colour in self.arrows:
            self.use("f", colour)
        self.use("f", "paper")
        defs = ""
        if self.hatched:
            self.use("f", "shade"), self.use("s", "rule")
            defs += ('<pattern id="idle" width="5" height="5" patternUnits="userSpaceOnUse" '
                     'patternTransform="rotate(45)"><rect width="5" height="5" class="f-shade"/>'
                     '<path d="M0 0V5" class="s-rule" stroke-width="2.4"/></pattern>')
        for colour in sorted(self.arrows):
            defs += (f'<marker id="arrow-{colour}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" '
                     f'markerHeight="6" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" class="f-{colour}"/>'
                     f'</marker>')
        style = (f"text{{font-family:{SANS}}}.mono{{font-family:{MONO}}}"
                 f"{self._rules(0)}@media (prefers-color-scheme:dark){{{self._rules(1)}}}")
        size = f'viewBox="0 0 {WIDTH} {number(height)}" width="{number(1.4 * WIDTH)}" height="{number(1.4 * height)}"'
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>', f'<desc id="desc">{escape(description)}</desc>',
            f"<style>{style}</style>"] + ([f"<defs>{defs}</defs>"] if defs else []) +
            [f'<rect width="{WIDTH}" height="{number(height)}" rx="6" class="f-paper"/>'] + self.elements +
            ["</svg>", ""])
