"""rectangle.py - what one thread reads of the tiles, and what it computes of C, with 4 x 4 results."""

from kit import palette

TITLE = "One thread with 4 x 4 results: 8 values for 16 products"
SOURCE = "products.cu"
N = 128


def draw(figure, run):
    lane, said = 5, []
    for launch, name in [(0, "one result"), (5, "4 x 4 results")]:
        mine = set()
        for store in run.accesses(launch=launch, kind="store", space="global", block=0, warp=1):
            if lane in store.elements:
                mine.add(store.elements[lane])
        rows, columns = {element // N for element in mine}, {element % N for element in mine}
        figure.heading(name, f"{len(rows) + len(columns)} values for {len(mine)} product{'s' if len(mine) > 1 else ''}")

        def fill(row, column):
            if row * N + column in mine:
                return "used"
            return palette.pale(1) if row in rows or column in columns else "faint"

        figure.matrix(64, 64, fill, axes=False, cell=4)
        said.append(f"{name}: {len(rows)} rows and {len(columns)} columns for {len(mine)} elements")
    figure.legend(("used", "elements of C that the thread computes"), (palette.pale(1), "their rows of A, columns of B"))
    figure.alt(f"""The first 64 x 64 elements of C twice, with what one thread computes. {'; '.join(said)}.""")
