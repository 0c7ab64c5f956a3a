"""question.py - the two products of the chapter's question, timed on a real GPU."""

TITLE = "Two indices exchanged, and the product is slow"
DATA = "h200_coalescing.csv"


def draw(figure, run):
    rows = {row["name"]: row["ms"] for row in run.where(kind="product", size=4096, block="32x32")}
    figure.bars([("first kernel", rows["scattered"], "wasted"), ("second kernel", rows["coalesced"], "used")],
                "C = A * B, 4096 x 4096", "ms", f"{rows['scattered'] / rows['coalesced']:.1f} times as long")
    figure.alt(f"""Two bars. The first kernel takes {rows['scattered']:.0f} ms, the second one {rows['coalesced']:.1f}
        ms.""")
