"""dram.py - sectors that warps ask for and bytes that memory delivers, against the stride, counted by a real GPU."""

TITLE = "Sectors stop at stride 8, bytes from memory at 16"
DATA = "h200_dram.csv"


def draw(figure, run):
    first = run.rows[0]
    sectors = [(row["stride"], row["sectors"] / first["sectors"]) for row in run.rows]
    moved = [(row["stride"], row["dram_bytes"] / first["dram_bytes"]) for row in run.rows]
    figure.lines([("bytes that memory delivers", moved, "conflict"), ("sectors that warps ask for", sectors, "used")],
                 "stride in floats", "times as many as with stride 1", y_start=0,
                 x_ticks=[1, 8, 16, 24, 32])
    figure.alt(f"""Two curves against the stride. Both rise in a straight line from 1 at stride 1 to {sectors[4][1]:.0f} at
        stride 8. There the sectors stay, at {sectors[-1][1]:.0f}; the bytes go on to {moved[-1][1]:.0f} at stride 16 and
        stay there.""")
