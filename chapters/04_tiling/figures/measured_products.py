"""measured_products.py - the steps of the tiled product, timed on a real GPU."""

TITLE = "The product of 4096 x 4096 matrices, step by step"
DATA = "h200_tiling.csv"


def draw(figure, run):
    rows = run.where(kind="tiled", size=4096)
    operations = 2 * 4096 ** 3
    figure.bars([(row["name"], row["ms"], "used", f"{operations / row['ms'] / 1e9:.1f} TFLOP/s") for row in rows],
                unit="ms")
    figure.alt("Bars: " + "; ".join(f"{row['name']} {row['ms']:.1f} ms" for row in rows) + ".")
