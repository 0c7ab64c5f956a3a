"""sums.py - what a warp loads in its first request: a thread a row, a thread a column, a warp a row."""

TITLE = "A thread per row strides, a warp per row does not"
SOURCE = "sums.cu"
N = 32


def draw(figure, run):
    said = []
    names = ["thread, row", "thread, column", "warp, row"]
    for area, launch, name in zip(figure.columns(3), range(3), names):
        load = run.access(launch=launch, kind="load", block=0, warp=0)
        whole = [sector * 8 + part for sector in load.touched_sectors for part in range(8)]
        area.footprint(N, N, [("wasted", whole), ("used", load.elements.values())], name, " ", axes=False)
        area.note(f"{load.sectors} sectors")
        said.append(f"{name}: {load.sectors} sectors")
    figure.note("A thread adds up a row, a thread adds up a column, a warp adds up a row.")
    figure.sectors_legend()
    figure.alt(f"""Three matrices of {N} by {N} floats, with what 32 lanes load at one moment. {'; '.join(said)}. A thread
        for each row: the lanes lie in a column of the matrix; else in a row.""")
