"""hazards.py - what a thread finds in a tile if one of the two barriers is missing."""

TITLE = "Without a barrier, threads read another phase's tile"
SOURCE = "hazards.cu"
ROWS, COLUMNS = 4, 8


def draw(figure, run):
    found = [[int(word) for word in line.split()] for line in run.printed.splitlines()]
    names = ["without the first barrier: what an early thread reads", "without the second barrier: what a late thread reads"]
    wrong = [("wasted", "of an earlier phase"), ("conflict", "of a later phase")]
    for phases, name, (colour, what) in zip(found, names, wrong):
        bad = sum(phase != 1 for phase in phases)
        figure.matrix(ROWS, COLUMNS, lambda row, column: "used" if phases[row * COLUMNS + column] == 1 else colour,
                      text=lambda row, column: phases[row * COLUMNS + column], label=name,
                      right=f"{bad} of {len(phases)} {what}", cell=22, axes=False)
    figure.legend(("used", "stored in phase 1, as it should be"), *wrong)
    figure.note("A tile of 4 x 8 cells; the number is the phase that stored the cell.")
    figure.alt(f"""Two tiles of {ROWS} by {COLUMNS} cells with the phase that each is of. Without the first barrier, the first
        row is of phase 1 and all others are of phase 0. Without the second, the first row is already of phase 2.""")
