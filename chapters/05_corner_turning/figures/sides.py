"""sides.py - what one warp of three transposes reads and writes."""

TITLE = "Through a tile, a transpose follows rows on both sides"
SOURCE = "transposes.cu"
N = 64
NAMES = ["follows rows of in", "follows rows of out", "through a tile"]


def draw(figure, run):
    said = []
    for launch, name in enumerate(NAMES):
        load = run.access(launch=launch, kind="load", space="global", block=1, warp=3)
        store = run.access(launch=launch, kind="store", space="global", block=1, warp=3)
        figure.heading(name, f"sectors {load.sectors} and {store.sectors}")
        for area, matrix, access in zip(figure.columns(2), ("in", "out"), (load, store)):
            whole = [sector * 8 + element for sector in access.touched_sectors for element in range(8)]
            area.footprint(N, N, [("wasted", whole), ("used", access.elements.values())], matrix, axes=False)
        said.append(f"{name}: {load.sectors} sectors read, {store.sectors} written")
    figure.sectors_legend()
    figure.alt(f"""The matrices in and out for each of three transposes, with the floats that one warp reads and writes, and
        what else lies in the sectors. {'; '.join(said)}.""")
