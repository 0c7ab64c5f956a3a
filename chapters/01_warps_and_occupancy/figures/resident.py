"""resident.py - how fast a copy runs with few or many resident warps, on a real GPU."""

TITLE = "More resident warps copy faster"
DATA = "h200_resident.csv"


def draw(figure, run):
    rows = run.rows
    figure.lines([("", [(row["warps"], row["gbs"]) for row in rows], "used")], "resident warps of a multiprocessor",
                 "GB/s", log_x=2, y_start=0)
    figure.note(f"1 warp {rows[0]['gbs']:.0f} GB/s, 8 warps {run.where(warps=8)[0]['gbs']:.0f}, "
                f"64 warps {rows[-1]['gbs']:,.0f}.")
    figure.alt("A curve of bandwidth against resident warps. " +
               ", ".join(f"{row['warps']:.0f} warps {row['gbs']:.0f} GB/s" for row in rows) + ".")
