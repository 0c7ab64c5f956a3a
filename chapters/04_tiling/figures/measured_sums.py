"""measured_sums.py - sums of rows with a block for each, timed on a real GPU."""

TITLE = "A warp per row beats trees and single threads"
DATA = "h200_tiling.csv"


def draw(figure, run):
    rows = run.where(kind="sums")
    short = {"one thread adds": "one adds", "a tree": "tree"}
    names = [(f"{short[row['name']]}, {row['threads']} threads" if row["name"] in short else row["name"], row["ms"],
              "wasted" if row["name"] == "one thread adds" else "used") for row in rows]
    figure.bars(names, "16,384 rows of 16,384 floats", "ms")
    figure.alt("Bars: " + "; ".join(f"{name} {ms:.3f} ms" for name, ms, _ in names) + ".")
