"""chunks.py - the time of copies and kernel against the number of pieces."""

TITLE = "More pieces overlap the copies; too many cost time"
DATA = "h200_transfers.csv"


def draw(figure, run):
    pinned = [(row["chunks"], row["ms"]) for row in run.where(what="pinned")]
    figure.lines([("pinned, up to four streams", pinned, "used")], "pieces", "ms", log_x=2, y_start=0)
    pageable = {row["chunks"]: row["ms"] for row in run.where(what="pageable")}
    figure.note(f"From pageable memory: {pageable[1]:.1f} ms in one piece, {pageable[16]:.1f} ms in 16.")
    best = min(pinned, key=lambda point: point[1])
    figure.alt(f"""A curve that falls from {pinned[0][1]:.1f} ms with one piece to {best[1]:.1f} ms with {best[0]:.0f} and rises
        again to {pinned[-1][1]:.1f} ms with {pinned[-1][0]:.0f}.""")
