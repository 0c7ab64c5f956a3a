"""measured_sums.py - sums of the rows and columns of a matrix, timed on a real GPU."""

TITLE = "Coalesced sums are fast only with many warps"
DATA = "h200_coalescing.csv"


def draw(figure, run):
    rows = run.where(kind="sums")
    bytes_read = rows[0]["size"] ** 2 * 4
    figure.bars([(row["name"], row["ms"], "wasted" if row["name"] == "a thread a row" else "used",
                  f"{bytes_read / row['ms'] / 1e9:.2g} TB/s") for row in rows], "16,384 x 16,384 floats", "ms")
    said = "; ".join(f"{row['name']} {row['ms']:.2g} ms" for row in rows)
    figure.alt(f"Four bars: {said}. Behind each, the bytes of the matrix divided by the time.")
