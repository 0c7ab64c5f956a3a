"""trip.py - two kernels with and without a trip to the host between them."""

TITLE = "Two kernels, and between them a trip to the host"
DATA = "h200_transfers.csv"


def draw(figure, run):
    trip, stays = run.where(what="round trip")[0]["ms"], run.where(what="stays")[0]["ms"]
    figure.bars([("round trip", trip, "wasted"), ("stays", stays, "good")], "milliseconds")
    figure.alt(f"Two bars: with a round trip of 256 MiB {trip:.1f} ms, without it {stays:.2f} ms.")
