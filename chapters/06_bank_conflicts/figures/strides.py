"""strides.py - a request of a warp for words of shared memory, over the 32 banks, for six kinds of access."""

TITLE = "A request takes as many passes as its busiest bank has words"
SOURCE = "strides.cu"
ROWS = [(0, "neighbours"), (1, "every second word"), (3, "every 33rd word"), (4, "all the same word"),
        (5, "neighbouring doubles"), (2, "every 32nd word")]


def draw(figure, run):
    said = []
    for place, (launch, name) in enumerate(ROWS):
        access = run.access(launch=launch, kind="load", space="shared")
        figure.banks(access, name, numbers=place == 0)
        said.append(f"{name}: {access.passes}")
    figure.banks_legend()
    figure.alt(f"""Six rows. In each the 32 lanes of a warp are joined by lines to the 32 banks that hold their words; words
        of one bank lie below each other, one for each pass. Passes, {'; '.join(said)}.""")
