"""planes.py - the time to scale a plane in place, with packed and padded rows, on a real GPU."""

TITLE = "Padded rows are fast for every width"
DATA = "h200_planes.csv"


def draw(figure, run):
    rows = []
    for row in run.rows:
        name = f"{row['width']:,.0f} floats, {row['rows']}"
        rows.append((name, row["ms"], "used" if row["rows"] == "padded" else "wasted"))
    figure.bars(rows, "rows of", "ms")
    figure.alt("Bars of times: " + ", ".join(f"{name} {ms:.3f} ms" for name, ms, _ in rows) + ".")
