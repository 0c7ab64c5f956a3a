"""across.py - what one warp of three products loads of B, which is stored by columns."""

TITLE = "Lanes across memory scatter, lanes along it do not"
SOURCE = "products.cu"
N = 64
ROWS = [("plain: one thread per element", "sum += A[row * n + p] * B[column"),
        ("tiled: loads where it computes", "float across"), ("turned: loads along memory", "float along")]


def draw(figure, run):
    said = []
    for launch, (name, line) in enumerate(ROWS):
        load = next(access for access in run.accesses(line, launch=launch, kind="load", block=0, warp=0)
                    if access.allocation == 1)
        figure.heading(name, f"{load.sectors} sectors")
        whole = [sector * 8 + element for sector in load.touched_sectors for element in range(8)]
        figure.footprint(20, N, [("wasted", whole), ("used", load.elements.values())],
                         "20 columns of B in memory, one in each line", axes=False)
        said.append(f"{name}: {load.sectors} sectors")
    figure.sectors_legend()
    figure.alt(f"""The same piece of stored B three times, one column of B in each line. Coloured are the floats that the
        first warp loads, and what else lies in the sectors. {'; '.join(said)}.""")
