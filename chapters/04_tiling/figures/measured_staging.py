"""measured_staging.py - one tile of each factor in shared memory, timed on a real GPU."""

TITLE = "Staging both factors pays, staging one does not"
DATA = "h200_tiling.csv"


def draw(figure, run):
    rows = run.where(kind="one_tile", size=16384)
    colours = {"nothing staged": "wasted", "A staged": "conflict", "A and B staged": "used"}
    figure.bars([(row["name"], row["ms"], colours[row["name"]]) for row in rows], "C is 16,384 x 16,384", "ms")
    figure.alt("Bars: " + "; ".join(f"{row['name']} {row['ms']:.2f} ms" for row in rows) + ".")
