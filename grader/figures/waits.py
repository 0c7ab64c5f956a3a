"""waits.py - timelines: a row for each warp, coloured by what it waits for, and the bytes in flight below."""

ROW, BETWEEN, CURVE = 4, 1, 36
COLOURS = {"i": ("good", "issues, or another warp does"), "a": ("used", "waits for arithmetic"),
           "s": ("conflict", "for shared memory"), "l": ("wasted", "for loads and stores"), "b": ("soft", "at a barrier")}
STEP = 4  # every fourth warp is drawn: those of one scheduler


class Waits:
    def waits_of(self, timeline, label, most):
        """One run of emulate --timeline (runs.timeline_of). most: bytes at the top of the curve."""
        self.heading(label, f"{timeline.microseconds:.0f} µs")
        wide = self.width / len(timeline.bytes)
        for row in timeline.rows[::STEP]:
            self._row(row, wide)
            self.space(ROW + BETWEEN)
        self.space(4)
        for column, value in enumerate(timeline.bytes):
            high = CURVE * value / most
            self.rect(self.x + column * wide, self.y + CURVE - high, wide, high, "wasted")
        line = self.y + CURVE - CURVE * timeline.needed / most
        self.rect(self.x, line, self.width, 1, "ink")
        self.space(CURVE + 8)

    def _row(self, row, wide):
        start = 0
        for column in range(1, len(row) + 1):
            if column < len(row) and row[column] == row[start]:
                continue
            if row[start] in COLOURS:
                self.rect(self.x + start * wide, self.y, (column - start) * wide, ROW, COLOURS[row[start]][0])
            start = column

    def waits_legend(self, *timelines):
        seen = "".join(letter for timeline in timelines for row in timeline.rows[::STEP] for letter in row)
        self.legend(*(COLOURS[letter] for letter in COLOURS if letter in seen))
