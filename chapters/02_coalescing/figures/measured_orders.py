"""measured_orders.py - copies of 2^28 floats in different orders, timed on a real GPU."""

TITLE = "Caches forgive short runs, not long ones"
DATA = "h200_coalescing.csv"


def draw(figure, run):
    order = {row["name"]: row["ms"] for row in run.where(kind="order")}
    runs = {row["name"]: row["ms"] for row in run.where(kind="run")}
    rows = [("neighbours", order["neighbours"], "used"), ("neighbours, backwards", order["reversed"], "used")]
    rows += [(f"runs of {length} a thread", runs[length], "wasted") for length in (2, 8, 32, 64)]
    rows += [("any of 2²⁸ floats", run.where(kind="random", name=2 ** 28)[0]["ms"], "wasted")]
    figure.bars(rows, "268 million floats", "ms")
    figure.alt("Bars of time: " + "; ".join(f"{name} {ms:.2f} ms" for name, ms, _ in rows) + ".")
