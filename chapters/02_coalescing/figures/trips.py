"""trips.py - the requests of a loop, iteration by iteration, for two layouts of the same values."""

TITLE = "A loop makes one request per iteration"
SOURCE = "trips.cu"


def draw(figure, run):
    said = []
    for launch, name in ((0, "in[3 * i + j]"), (1, "in[j * 32 + i]")):
        loads = run.accesses(launch=launch, kind="load")
        touched = {sector for load in loads for sector in load.touched_sectors}
        for trip, load in enumerate(loads[:2]):
            figure.sectors(load, f"{name}, iteration {trip}", numbers=launch == 0 and trip == 0, among=touched)
        every, different = sum(load.sectors for load in loads), len(touched)
        figure.note(f"{len(loads)} iterations touch {every} sectors, {different} different ones")
        figure.space(6)
        said.append(f"{name}: {loads[0].sectors} sectors per iteration, {every} in all, {different} different")
    figure.sectors_legend()
    figure.alt(f"Four requests of a warp, two for each of two layouts. {'; '.join(said)}.")
