"""kit.py - a picture with all kinds of drawing, and how it becomes a file. See README.md."""

import palette
from charts import Charts
from grids import Grids
from lanes import Lanes
from machine import Machine
from runs import FigureError, Recorded, chapter_folders, own_line, program_of, program_run
from svg import MARGIN, SMALL, TITLE, WIDTH, Area, Drawing, count, number, text_width, wrap
from waits import Waits

__all__ = ["Figure", "FigureError", "Recorded", "chapter_folders", "own_line", "program_run", "count", "number", "palette", "text_width", "wrap"]


class Picture(Lanes, Grids, Charts, Machine, Waits, Area):
    """An area with every kind of picture as a method."""


Picture.part = Picture  # what columns() are


class Figure(Picture):
    def __init__(self, title):
        super().__init__(Drawing(), MARGIN, MARGIN, WIDTH - 2 * MARGIN)
        self.title, self.description = title, None
        for line in wrap(title, self.width, TITLE * 1.08):
            self.text(self.x, self.y + TITLE, line, TITLE, bold=True)
            self.space(TITLE + 4)
        self.space(6)

    def alt(self, text):
        """What the picture shows, in words, for those who do not see it."""
        self.description = " ".join(text.split())

    def svg(self, caption):
        if not self.description:
            raise FigureError("it has no text alternative: call figure.alt()")
        if caption:
            self.space(2)
            self.note(caption, SMALL)
        return self.drawing.svg(self.title, self.description, self.y + MARGIN - 4)
