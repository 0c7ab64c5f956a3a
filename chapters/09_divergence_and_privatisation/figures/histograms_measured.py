"""histograms_measured.py - the first three steps of the solution of histogram_private, timed on a real GPU."""

TITLE = "A private histogram pays if a block counts many bytes"
DATA = "h200_steps.csv"


def draw(figure, run):
    rows = run.where(what="random")[:3]
    figure.bars([(row["name"].replace("_", " "), row["ms"], colour)
                 for row, colour in zip(rows, ["wasted", "used", "good"])], "milliseconds for 256 MiB of random bytes")
    equal = run.where(what="equal")[0]["ms"]
    figure.note(f"If all bytes are equal, the first takes {equal:.0f} ms.")
    figure.alt("Three bars: " + ", ".join(f"{row['name']} {row['ms']:.3g} ms" for row in rows) +
               f". With equal bytes the first takes {equal:.0f} ms.")
