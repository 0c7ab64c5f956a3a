"""used.py - the floats that a drift uses of 32 particles, as they lie in memory in two layouts."""

TITLE = "A drift wastes two of eight floats, or none"
SOURCE = "layouts.cu"
LINES, FLOATS = 8, 32
FIELDS = ("x", "y", "z", "vx", "vy", "vz", "mass", "charge")


def draw(figure, run):
    for launch, label in ((0, "structures: four particles on each line"), (1, "arrays: one field on each line")):
        used = set(run.elements(kind="load", launch=launch))
        figure.matrix(LINES, FLOATS, lambda row, column: "used" if row * FLOATS + column in used else "idle", axes=False,
                      label=label)
    figure.note("Order in a structure, and of the arrays from top to bottom: " + ", ".join(FIELDS) + ".")
    figure.legend(("used", "used"), ("idle", "mass and charge, not used"))
    figure.alt("""Two pictures of the same 256 floats in eight lines. As structures, six of every eight floats are used and two are
        not. As arrays, six whole lines are used and two lines are not touched.""")
