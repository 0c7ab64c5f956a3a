"""strides.py - one request of a warp in six ways, over the sectors that it touches."""

TITLE = "A request moves as many sectors as its lanes touch"
SOURCE = "patterns.cu"
ROWS = [(0, "neighbours"), (1, "neighbours, from the fourth float on"), (5, "neighbours in any order"),
        (2, "every second float"), (3, "every eighth float"), (4, "all the same float")]


def draw(figure, run):
    said = []
    for place, (launch, name) in enumerate(ROWS):
        access = run.access("in[", launch=launch, kind="load")
        figure.sectors(access, name, numbers=place == 0)
        said.append(f"{name}: {access.sectors}")
    figure.sectors_legend()
    figure.alt(f"""Six rows. In each a warp of 32 lanes is joined by lines to the floats that the lanes read, and memory
        is cut into sectors of 32 bytes. Sectors touched, {'; '.join(said)}. Bytes that no lane requested are yellow.""")
