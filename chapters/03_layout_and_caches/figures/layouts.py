"""layouts.py - one load of a warp in two layouts, over the sectors that it touches."""

TITLE = "32 threads load x: one float per sector, or eight"
SOURCE = "layouts.cu"


def draw(figure, run):
    structures = run.access("p[i].x +=", launch=0, kind="load")
    arrays = run.access("x[i] +=", launch=1, kind="load")
    figure.sectors(structures, "an array of structures", code="p[i].x")
    figure.sectors(arrays, "a structure of arrays", code="x[i]")
    figure.sectors_legend()
    figure.alt(f"""Two rows of sectors. In an array of structures the 32 x lie in {structures.sectors} sectors, one float in each. As
        an array of their own they fill {arrays.sectors} sectors.""")
