"""factors.py - the recorded time of four shapes for each coarsening factor, against that of factor 1."""

TITLE = "Which factor is best depends on the shape"
DATA = "h200_ladders.csv"
SHAPES = ["2048 x 2048", "512 x 1536", "256 x 256", "16384 x 64"]


def draw(figure, run):
    times = {shape: [row["ms"] for row in run.where(ladder=shape)] for shape in SHAPES}
    figure.lines([(shape, [(2 ** i, ms / times[shape][0]) for i, ms in enumerate(times[shape])]) for shape in SHAPES],
                 "coarsening factor", "time / time of factor 1", log_x=2, levels=[(1, "no coarsening")])
    figure.alt("Four curves of time against the factor 1, 2, 4, 8. " + "; ".join(
        f"{shape}: {', '.join(f'{ms / times[shape][0]:.2f}' for ms in times[shape])}" for shape in SHAPES) + ".")
