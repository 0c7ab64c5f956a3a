"""chase.py - the latency of a load against the size of the table, by following pointers on a real GPU."""

TITLE = "A load takes longer once the table outgrows a cache"
DATA = "../../../grader/hardware/chase.csv"


def draw(figure, run):
    rows = run.where(bytes_apart=128, load="ca")
    figure.lines([("", [(row["kib"] / 1024, row["ns"]) for row in rows], "used")], "size of the table in MiB",
                 "ns per load of one thread", log_x=2, y_start=0, x_ticks=[1 / 8, 1, 32, 512], dots=False)
    figure.note("Pointers form one random cycle through all lines of the table. The L1 has 256 KiB, the L2 60 MiB.")
    figure.alt("A curve with three levels. " + "; ".join(
        f"{row['kib'] / 1024:.3g} MiB: {row['ns']:.0f} ns" for row in rows if row["kib"] in (64, 192, 320, 4032, 29248, 57024, 556032)) + ".")
