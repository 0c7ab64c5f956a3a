"""turn.py - which lane loads which element of B, and where it puts it in the tile."""

from kit import palette

TITLE = "Loads run along memory, stores down the tile"
SOURCE = "turn.cu"
T, K = 8, 32


def draw(figure, run):
    said = []
    for launch, name in enumerate(["not turned", "turned"]):
        load = run.access("float value", launch=launch, kind="load", warp=0)
        store = run.access("= value", launch=launch, kind="store", space="shared", warp=0)
        memory = {(element // K, element % K): lane for lane, element in load.elements.items()}
        tile = {(element // T, element % T): lane for lane, element in store.elements.items()}
        figure.heading(name, f"{load.sectors} sectors")
        left, right = figure.columns(2)
        for area, cells, label in ((left, memory, "B in memory"), (right, tile, "B_tile")):
            area.matrix(T, T, lambda row, column: palette.pale(cells[row, column] // T)
                        if (row, column) in cells else "faint",
                        text=lambda row, column: cells.get((row, column), ""), label=label, axes=False)
        said.append(f"{name}: {load.sectors} sectors")
    figure.note("A line of B in memory is one column of the matrix. The number is the lane that loads the element and "
                "stores it. Every colour is eight lanes: threads with the same threadIdx.y.")
    figure.alt(f"""Two pairs of 8 x 8 squares. On the left the elements of B, as they lie in memory, that the first warp
        loads; on the right where it puts them in the tile, each with its lane. {'; '.join(said)}. Not turned, eight lanes
        load down a column and fill a row. Turned, they load along a line and fill a column.""")
