"""tables.py - the latency of loads and how many come at once, against the size of the table, on a real GPU."""

TITLE = "Random loads slow down where a cache ends"
DATA = "h200_tables.csv"


def draw(figure, run):
    ticks = [1 / 8, 1, 32, 1024]
    figure.lines([("", [(row["kib"] / 1024, row["ns_alone"]) for row in run.rows], "used")], "size of the table in MiB",
                 "ns per jump of one thread", log_x=2, y_start=0, height=110, x_ticks=ticks)
    figure.lines([("", [(row["kib"] / 1024, row["sectors_per_ns"]) for row in run.rows], "mark")],
                 "size of the table in MiB", "sectors each ns, all multiprocessors", log_x=2, y_start=0, height=110,
                 x_ticks=ticks)
    figure.note(f"The L2 of this GPU has {run.rows[0]['l2_kib'] / 1024:.0f} MiB.")
    figure.alt("Two curves with three levels. " + "; ".join(
        f"{row['kib'] / 1024:g} MiB: {row['ns_alone']:.0f} ns, {row['sectors_per_ns']:.0f} sectors each ns"
        for row in run.rows if row["kib"] in (64, 1024, 16384, 1048576)) + ".")
