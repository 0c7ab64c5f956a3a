"""image.py - the blocks of 16 x 16 threads that cover an image of 40 x 20 pixels."""

from kit import palette

TITLE = "Blocks over an image: 3 side by side, 2 one below the other"
SOURCE = "image.cu"
WIDTH = 40


def draw(figure, run):
    launch = run.launches[0]
    columns, rows = launch.grid[0] * launch.block[0], launch.grid[1] * launch.block[1]
    owner = {element: store.block for store in run.accesses(kind="store", space="global")
             for element in store.elements.values()}

    def colour(y, x):
        pixel = y * WIDTH + x
        return palette.pale(owner[pixel]) if x < WIDTH and pixel in owner else "idle"

    figure.matrix(rows, columns, colour, label="x to the right, y downwards",
                  right=f"{len(owner)} pixels, {rows * columns} threads")
    figure.legend(("idle", "a thread outside the image"))
    figure.alt(f"""{launch.blocks} blocks in {launch.grid[1]} rows of {launch.grid[0]}, each in a colour of its own. What lies
        to the right of column {WIDTH - 1} and below the last row of pixels is hatched.""")
