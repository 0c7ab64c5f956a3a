"""copies.py - a kernel and the copies around it, from pageable and from pinned memory."""

TITLE = "Nearly all of the time goes into copies"
DATA = "h200_transfers.csv"


def draw(figure, run):
    ms = {row["what"]: row["ms"] for row in run.rows if row["chunks"] == 1}
    pageable = [ms["pageable to device"], ms["kernel"], ms["device to pageable"]]
    pinned = [ms["pinned to device"], ms["kernel"], ms["device to pinned"]]
    figure.stacked([("pageable", pageable), ("pinned", pinned)],
                   [("wasted", "to the device"), ("good", "kernel"), ("used", "back")], unit="ms")
    figure.alt(f"""Two bars of three parts. Pageable: {pageable[0]:.1f} ms there, {pageable[1]:.2f} ms kernel, {pageable[2]:.1f} ms
        back. Pinned: {pinned[0]:.2f}, {pinned[1]:.2f} and {pinned[2]:.2f} ms.""")
