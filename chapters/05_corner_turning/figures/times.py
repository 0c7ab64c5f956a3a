"""times.py - the recorded times of three transposes and of four products."""

TITLE = "Turning saves more sectors than time"
DATA = "h200_ladders.csv"


def draw(figure, run):
    times = {row["step"]: row["ms"] for row in run.where(ladder="transpose_tiled")}
    transposes = [("follows rows of in", "reading rows", "wasted"), ("follows rows of out", "writing rows", "wasted"),
                  ("through a tile", "tiled", "used"), ("a copy", "copy", "faint")]
    figure.bars([(name, round(times[step], 3), colour) for name, step, colour in transposes],
                "transposes of 8192 x 8192, milliseconds")
    products = [("plain", "scattered", "wasted"), ("tiled", "tiled", "wasted"), ("turned, T = 32", "turned 32", "used"),
                ("turned, T = 16", "turned 16", "used")]
    product = {row["step"]: row["ms"] for row in run.where(ladder="corner_turning")}
    figure.bars([(name, round(product[step], 1), colour) for name, step, colour in products],
                "products of 4096, B by columns, milliseconds")
    figure.alt("Two groups of bars. Transposes: " + "; ".join(
        f"{name} {times[step]:.3f} ms" for name, step, _ in transposes)
        + ". Products: " + "; ".join(f"{name} {product[step]:.1f} ms" for name, step, _ in products) + ".")
