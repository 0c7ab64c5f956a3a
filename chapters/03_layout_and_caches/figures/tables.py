"""tables.py - how many random loads come at once, against the size of the table, on a real GPU."""

TITLE = "Fewer sectors arrive once the table outgrows a cache"
DATA = "h200_tables.csv"


def draw(figure, run):
    figure.lines([("", [(row["kib"] / 1024, row["sectors_per_ns"]) for row in run.rows], "mark")],
                 "size of the table in MiB", "sectors per ns, all multiprocessors", log_x=2, y_start=0, height=110,
                 x_ticks=[1 / 8, 1, 32, 512])
    figure.note(f"The L2 of this GPU has {run.rows[0]['l2_kib'] / 1024:.0f} MiB.")
    figure.alt("A curve with three levels. " + "; ".join(
        f"{row['kib'] / 1024:g} MiB: {row['sectors_per_ns']:.0f} sectors each ns"
        for row in run.rows if row["kib"] in (64, 1024, 16384, 1048576)) + ".")
