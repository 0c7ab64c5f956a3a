"""four_tiles.py - what one block of the coarsened product computes of C, what one of its warps, what one thread."""

from kit import palette

TITLE = "A block computes four tiles; its lanes stay neighbours"
SOURCE = "products.cu"
N, T, LAUNCH, WARP, LANE = 128, 32, 2, 9, 12


def draw(figure, run):
    stores = run.accesses(launch=LAUNCH, kind="store", space="global", block=0)
    block = {element for store in stores for element in store.elements.values()}
    warp = {element for store in stores if store.warp == WARP for element in store.elements.values()}
    thread = sorted(store.elements[LANE] for store in stores if store.warp == WARP)

    def fill(row, column):
        element = row * N + column
        if element in warp:
            return "used"
        return palette.pale(column // T) if element in block else "faint"

    x, y, cell = figure.matrix(2 * T, N, fill, label="C", right="64 of its 128 rows", axes=False)
    for element in thread:
        row, column = divmod(element, N)
        figure.circle(x + (column + 0.5) * cell, y + (row + 0.5) * cell, 3.4, "conflict", "paper", 1)
    figure.legend((palette.pale(0), "tiles of one block, a colour each"), ("used", "one of its warps"),
                  ("conflict", "one of its threads"))
    apart = {after - before for before, after in zip(thread, thread[1:])}
    assert apart == {T}
    figure.alt(f"""The first 64 rows of C, {N} columns wide. One block has computed the first {T} rows, four tiles side by side.
        One warp has computed a row of {T} elements in each tile, and one thread {len(thread)} elements that lie {T} columns
        apart.""")
