"""channels.py - where two small matrices lie in a memory of four channels with two banks each."""

from kit import palette

TITLE = "Each row of M or N lies in only two of four channels"
SOURCE = "channels.cu"


def draw(figure, run):
    place = {int(f): (int(channel), int(bank)) for f, channel, bank in
             (line.split() for line in run.printed.splitlines() if line.strip())}
    for area, name, first in zip(figure.columns(2), "MN", (0, 16)):
        area.matrix(4, 4, lambda row, column: palette.pale(place[first + row * 4 + column][0]),
                    text=lambda row, column: str(place[first + row * 4 + column][0]), label=name)
    figure.note("Each cell shows its channel. Rows 0 and 1 lie in bank 0, rows 2 and 3 in bank 1.")
    figure.alt("Two matrices of four by four floats. In each, rows 0 and 2 lie in channels 0 and 1, rows 1 and 3 in "
               "channels 2 and 3; rows 0 and 1 in bank 0, rows 2 and 3 in bank 1.")
