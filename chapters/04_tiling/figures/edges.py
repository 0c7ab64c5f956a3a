"""edges.py - the blocks that cover a matrix whose sides are no multiples of the tile."""

from kit import palette

TITLE = "At the edges, threads have no element"
SOURCE = "edges.cu"
TILE = 16


def draw(figure, run):
    launch = run.launches[0]
    columns, rows = launch.grid[0] * TILE, launch.grid[1] * TILE
    owner = {element: store.block for store in run.accesses(kind="store", space="global")
             for element in store.elements.values()}
    idle = rows * columns - len(owner)
    figure.matrix(rows, columns, lambda row, column: palette.pale(owner[row * columns + column])
                  if row * columns + column in owner else "idle", label=f"{launch.blocks} blocks of {TILE} x {TILE}",
                  right=f"{idle} of {rows * columns} threads have no element")
    figure.legend(("idle", "a thread outside the matrix"))
    figure.alt(f"""{launch.blocks} blocks in {launch.grid[1]} rows of {launch.grid[0]}. The right ones and the lower ones
        reach beyond the matrix; there, {idle} threads are hatched.""")
