"""trip.py - two kernels with and without a trip to the host between them."""

TITLE = "During a trip to the host, the device waits"
DATA = "h200_transfers.csv"


def draw(figure, run):
    trip, stays = run.where(what="round trip")[0]["ms"], run.where(what="stays")[0]["ms"]
    figure.bars([("round trip", trip, "wasted"), ("stays", stays, "good")], "milliseconds for 256 MiB")
    figure.alt(f"Two bars: with a round trip of 256 MiB {trip:.1f} ms, without it {stays:.2f} ms.")
