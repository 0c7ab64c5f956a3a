"""loads.py - how often each tile of A and B is loaded, without coarsening and with a factor of 4."""

TITLE = "One block for four tiles: A is loaded once, B as before"
SOURCE = "products.cu"
N, K, T = 128, 32, 32
COLOURS = {1: "goodpale", 4: "usedpale"}


def tiles(run, launch, allocation, rows, columns):
    """How often the elements of each tile were loaded, which is the same for all of them."""
    counts = run.elements(launch=launch, kind="load", space="global", allocation=allocation)
    times = {}
    for element, count in counts.items():
        times.setdefault((element // columns // T, element % columns // T), set()).add(count)
    assert len(counts) == rows * columns and all(len(seen) == 1 for seen in times.values())
    return {tile: seen.pop() for tile, seen in times.items()}


def draw(figure, run):
    said = []
    for launch, name in [(0, "factor 1: a block for each tile of C"), (2, "factor 4: a block for four tiles")]:
        figure.heading(name, f"{run.launches[launch].counters['global_load_requests']} load requests")
        a, b = tiles(run, launch, 0, N, K), tiles(run, launch, 1, K, N)
        for area, rows, columns, times, label in zip(figure.columns(2), (4, 1), (1, 4), (a, b), ("A", "B")):
            area.matrix(rows, columns, lambda row, column, times=times: COLOURS[times[row, column]],
                        text=lambda row, column, times=times: times[row, column], label=label, axes=False, cell=32)
        said.append(f"{name}: elements of A {max(a.values())} times, of B {max(b.values())} times")
    figure.note("A square is a tile of 32 x 32 elements; its number says how often each of them is loaded.")
    figure.alt(f"""The tiles of A, one below the other, and of B, side by side. {'; '.join(said)}.""")
