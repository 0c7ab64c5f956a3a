"""warp_of_16.py - which elements of C the warps of a 16 x 16 block compute, under both maps."""

from kit import palette

TITLE = "Two maps, and where the first warp lies in C"
SOURCE = "products.cu"
N, SIDE = 32, 16


def draw(figure, run):
    said = []
    for area, launch, name in zip(figure.columns(2), (0, 1), ("threadIdx.x is the row", "threadIdx.x is the column")):
        warp = {divmod(element, N): store.warp for store in run.accesses(launch=launch, kind="store", block=0)
                for element in store.elements.values()}
        first = [cell for cell in warp if warp[cell] == 0]
        area.matrix(SIDE, SIDE, lambda row, column: "used" if warp[row, column] == 0 else palette.pale(warp[row, column]),
                    label=name, right=" ")
        rows, columns = {row for row, _ in first}, {column for _, column in first}
        area.note(f"{len(rows)} rows, {len(columns)} columns")
        said.append(f"{name}: {len(rows)} rows and {len(columns)} columns")
    figure.note("The block's part of C. In blue: warp 0. The other colours are its warps 1 to 7.")
    figure.alt(f"Two grids of {SIDE} by {SIDE} elements. Where the first warp lies: {'; '.join(said)}.")
