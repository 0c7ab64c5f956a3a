"""tiles.py - the sectors of a tile whose rows are no whole sectors."""

TITLE = "Rows of 12 floats share sectors with the next tile"
SOURCE = "tiles.cu"


def draw(figure, run):
    said = []
    for phase in (0, 1):
        load = run.access(kind="load", space="global", warp=0, phase=phase)
        figure.sectors(load, f"phase {phase}", numbers=phase == 0)
        said.append(f"phase {phase}: {load.sectors} sectors for {load.asked} bytes")
    figure.sectors_legend()
    figure.alt(f"""Two requests of the block's first warp, whose lanes lie in three rows of the matrix. {'; '.join(said)}. In
        phase 0 rows end in the middle of a sector, in phase 1 they begin there.""")
