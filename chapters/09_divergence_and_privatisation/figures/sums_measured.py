"""sums_measured.py - the four steps of the solution of reduce_converged, timed on a real GPU."""

TITLE = "Converged lanes with bank conflicts are the slowest"
DATA = "h200_steps.csv"


def draw(figure, run):
    rows = run.where(what="sums")
    colours = ["wasted", "conflict", "used", "good"]
    figure.bars([(row["name"], row["ms"], colour) for row, colour in zip(rows, colours)], "milliseconds for 2²⁸ floats, segments of 512")
    figure.alt("Four bars: " + ", ".join(f"{row['name']} {row['ms']:.3f} ms" for row in rows) + ".")
