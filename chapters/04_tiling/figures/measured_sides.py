"""measured_sides.py - a tiled product for every side of the tiles from 4 to 32, timed on a real GPU."""

TITLE = "Tiles of 32 and of 16 are the fastest"
DATA = "h200_tiling.csv"


def draw(figure, run):
    rows = run.where(kind="side")
    times = [(row["name"], row["ms"]) for row in rows]
    eights = [row for row in rows if row["name"] % 8 == 0]
    figure.lines([("every side", [(side, ms) for side, ms in times if side >= 7], "soft"),
                  ("multiples of 8", [(row["name"], row["ms"]) for row in eights], "used")],
                 "side of a tile", "ms, 2048 x 2048", y_start=0, x_ticks=[8, 16, 24, 32])
    figure.note("Smaller sides take longer: " + ", ".join(f"{side}: {ms:.1f} ms" for side, ms in times if side < 7) + ".")
    figure.alt("A jagged curve that falls with the side. Dips at multiples of 8: " +
               "; ".join(f"{row['name']} {row['ms']:.2f} ms" for row in eights) + ".")
