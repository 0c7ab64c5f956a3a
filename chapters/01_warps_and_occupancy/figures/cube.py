"""cube.py - the places of the threads of a block of three dimensions, plane by plane."""

from kit import palette

TITLE = "Threads are numbered along x, then y, then z"
SOURCE = "blocks.cu"


def draw(figure, run):
    launch = run.launches[1]
    wide, high, deep = launch.block
    for first in range(0, deep, 2):
        for z, area in zip(range(first, first + 2), figure.columns(2)):
            def place(row, column, z=z):
                return column + wide * (row + high * z)
            area.matrix(high, wide, lambda row, column: palette.pale(place(row, column) // 32), text=place, axes=False, cell=27,
                        label=f"z = {z}")
    chosen = 2 + wide * (1 + high * 3)
    figure.note("x runs to the right, y downwards. One colour is one warp.")
    figure.alt(f"""Four planes of {high} rows and {wide} columns, numbered from 0 to {launch.threads - 1}: along a row
        first, then row by row, then plane by plane. Colours change after every 32 numbers. The thread x = 2, y = 1,
        z = 3 has the number {chosen}.""")
