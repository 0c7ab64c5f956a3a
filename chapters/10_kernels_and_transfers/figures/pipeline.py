"""pipeline.py - what a chunk's copies and kernel can overlap with, drawn from the measured times of the whole."""

TITLE = "Pieces on streams let both copies overlap"
DATA = "h200_transfers.csv"


def draw(figure, run):
    ms = {row["what"]: row["ms"] for row in run.rows if row["chunks"] == 1}
    there, work, back = ms["pinned to device"], ms["kernel"], ms["device to pinned"]
    ends = []
    for chunks in (1, 4):
        rows, engine = [], [0.0, 0.0, 0.0]  # when the way there, the multiprocessors and the way back are free
        for chunk in range(chunks):
            parts, at = [], 0.0
            for n, (time, name, colour) in enumerate([(there, "there", "wasted"), (work, "", "good"), (back, "back", "used")]):
                begin = max(at, engine[n])
                at = engine[n] = begin + time / chunks
                parts.append((begin, at, name, colour))
            rows.append((f"stream {chunk + 1}", parts))
        ends.append(engine[2])
        figure.timeline(rows, end=10.5, unit="ms")
    figure.legend(("wasted", "to the device"), ("good", "kernel"), ("used", "back"))
    measured = {row["chunks"]: row["ms"] for row in run.where(what="pinned")}
    figure.note("The bars are computed from the measured times of a single piece.")
    figure.note(f"Measured as a whole: {measured[1]:.1f} ms in one piece, {measured[4]:.1f} ms in four.")
    figure.alt(f"""Two timelines. In one piece the copy there, the kernel and the copy back follow each other and end after
        {ends[0]:.1f} ms. In four pieces the copy back of one piece runs beside the copy there of the next, and all end after
        {ends[1]:.1f} ms.""")
