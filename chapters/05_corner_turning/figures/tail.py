"""tail.py - what the last phase loads of B if the whole index is checked, and if p and the column are."""

TITLE = "With one check, the tail loads the next column"
SOURCE = "tail.cu"
T, K, N = 8, 11, 10


def draw(figure, run):
    said = []
    left, right = figure.columns(2)
    for launch, (area, name) in enumerate([(left, "one check"), (right, "p and column checked")]):
        line = "float value"
        loaded = set()
        for load in run.accesses(line, launch=launch, kind="load", space="global"):
            loaded |= set(load.elements.values())
        wrong = {element for element in loaded if element % K < T}
        area.matrix(N, K, lambda row, column: "faint" if row * K + column not in loaded
                    else "conflict" if row * K + column in wrong else "used", label=name, axes=False)
        said.append(f"{name}: {len(loaded)} elements loaded, {len(wrong)} of them wrong")
    figure.legend(("used", "loaded, and needed"), ("conflict", "top of the next column"), ("faint", "not loaded"))
    figure.note("Each line is one column of B, as it lies in memory. Cells of the tile without an element must be 0.")
    figure.alt(f"""B in memory twice, ten lines of eleven floats. {'; '.join(said)}. With one check the loads run past the end
        of a column into the top of the next one.""")
