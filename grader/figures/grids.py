"""grids.py - pictures of matrices and tiles: who touches what, how often, and in which bank it lies."""

import palette
from runs import BANKS, WORD
from svg import LABEL, SMALL, text_width

NUMBERED = 13  # a cell this wide has room for two digits
TWO_DIGITS = 11
SMALL_CELL = 7  # up to this no corner is round, and all of a colour are one path


class Grids:
    def matrix(self, rows, columns, fill, text=None, label=None, right=None, outline=None, cell=None, axes=True,
               across="column", down="row", tone="soft"):
        """A matrix. fill(row, column): a colour, "idle", or None for an empty cell; text(row, column): what stands in
        it; outline: cells (row, column) with a border around them."""
        if label:
            self.heading(label, right, tone=tone)
        left = 15 if axes else 0
        if axes:
            self.text(self.x + left, self.y + SMALL - 1, f"{across} →", SMALL, "soft")
            self.space(SMALL + 3)
        cell = cell or min((self.width - left) / columns, 22)
        x0, y0 = self.x + left, self.y
        inset = 0.5 if cell > 7 else 0.2 if cell > 4 else 0
        together = not inset and not text
        if together:
            self._runs(x0, y0, rows, columns, fill, cell)
        for row in range(0 if together else rows):
            for column in range(columns):
                colour = fill(row, column)
                x, y = x0 + column * cell, y0 + row * cell
                if colour == "idle":
                    self.rect(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset, None, None, 1, 0, 1, True)
                elif colour and cell > SMALL_CELL:
                    self.rect(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset, colour, None, 1, 1.5)
                elif colour:
                    self.cell(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset, colour)
                said = text(row, column) if text else None
                if said not in (None, "") and cell >= TWO_DIGITS and text_width(str(said), SMALL) <= cell - 1.5:
                    self.text(x + cell / 2, y + cell / 2 + 4, str(said), SMALL, _text_on(colour), "middle")
        self.end_cells()
        for row, column in outline or []:
            self.rect(x0 + column * cell + 0.7, y0 + row * cell + 0.7, cell - 1.4, cell - 1.4, None, "ink", 1.4,
                      1.5 if cell > 7 else 0)
        if axes:
            self.text(self.x + SMALL - 2, y0 + min(rows * cell, text_width(f"← {down}", SMALL)), f"← {down}", SMALL,
                      "soft", turn=-90)
        self.y = y0 + rows * cell + 8
        return x0, y0, cell

    def _runs(self, x0, y0, rows, columns, fill, cell):
        """Cells so small that nothing separates them: neighbours of one colour are one rectangle."""
        for row in range(rows):
            first = 0
            for column in range(1, columns + 1):
                colour = fill(row, first)
                if column < columns and fill(row, column) == colour:
                    continue
                if colour:
                    hatched = colour == "idle"
                    self.rect(x0 + first * cell, y0 + row * cell, (column - first) * cell, cell,
                              None if hatched else colour, hatch=hatched)
                first = column

    def heat(self, rows, columns, counts, label=None, right=None, **more):
        """How often each element is touched; counts: by element number, row by row, as Run.elements() has them."""
        most = max(counts.values(), default=0)
        right = right or f"at most {most:,} a value"

        def step(row, column):
            return palette.heat(counts.get(row * columns + column, 0) / most) if most else 0
        return self.matrix(rows, columns, lambda r, c: f"heat{step(r, c)}", more.pop("text", None), label, right, **more)

    def heat_legend(self, most, what="times"):
        """The steps of a heat map, and what they stand for."""
        self.legend(("heat0", "never"), ("heat2", f"some {what}"), ("heat5", f"{most:,} {what}"))

    def footprint(self, rows, columns, parts, label=None, right=None, **more):
        """Which elements are touched by whom. parts: (colour, elements) with elements numbered row by row; the last
        part that has an element colours it."""
        owner = {}
        for colour, elements in parts:
            for element in elements:
                owner[element] = colour
        return self.matrix(rows, columns, lambda r, c: owner.get(r * columns + c, "faint"), more.pop("text", None),
                           label, right, **more)

    def tile(self, rows, width, access=None, used_columns=None, label=None, right=None, numbers=True, rest=0.5,
             tone=None):
        """A tile of words in shared memory, coloured by bank, as it lies: row after row of `width` words. The words
        that an access touches keep their colours and have a border; the others fade. Columns from used_columns on are
        padding."""
        touched = set()
        if access:
            touched = {(address + part) // WORD for address in access.lanes.values()
                       for part in range(0, max(access.bytes, WORD), WORD)}
            right = right or (f"{access.passes} pass{'es' if access.passes > 1 else ''}")
            tone = tone or ("conflict" if access.conflicts else "good")
        if label:
            self.heading(label, right, tone=tone or "soft")
        cell = min(self.width / width, 20)
        inset, x0, y0 = (0.5 if cell > 7 else 0.15), self.x, self.y
        for row in range(rows):
            for column in range(width):
                word = row * width + column
                x, y, side = x0 + column * cell + inset, y0 + row * cell + inset, cell - 2 * inset
                opacity = 1 if not touched or word in touched else rest
                padding = used_columns is not None and column >= used_columns
                if padding:
                    self.rect(x, y, side, side, None, None, 1, 0, opacity, True)
                elif cell > SMALL_CELL:
                    self.rect(x, y, side, side, palette.bank(word, word in touched), None, 1, 1.5, opacity)
                else:
                    self.cell(x, y, side, side, palette.bank(word, word in touched), opacity)
                if numbers and cell >= NUMBERED and (not touched or word in touched):
                    self.text(x0 + (column + 0.5) * cell, y0 + (row + 0.5) * cell + 4, str(word % BANKS), SMALL, "ink",
                              "middle")
        self.end_cells()
        for word in sorted(touched):
            row, column = divmod(word, width)
            if row < rows:
                self.rect(x0 + column * cell + 0.6, y0 + row * cell + 0.6, cell - 1.2, cell - 1.2, None, "ink",
                          1.1 if cell > 7 else 0.8, 1.5 if cell > 7 else 0)
        self.y = y0 + rows * cell + 8

    def bank_scale(self):
        """The 32 banks' colours in a row."""
        cell = self.width / BANKS
        for bank in range(BANKS):
            self.rect(self.x + bank * cell, self.y, cell, 8, palette.bank(bank))
        self.space(8)
        for bank in (0, 8, 16, 24, 31):
            self.text(self.x + (bank + 0.5) * cell, self.y + SMALL, str(bank), SMALL, "soft", "middle")
        self.text(self.x + 4.5 * cell, self.y + SMALL, "bank", SMALL, "soft", "middle")
        self.space(SMALL + 6)


def _text_on(colour):
    if colour and colour.startswith("heat"):
        return palette.HEAT_TEXT[int(colour[4:])]
    return "onstrong" if colour in ("used", "conflict", "good", "mark") or (colour or "").startswith("strong") else "ink"
