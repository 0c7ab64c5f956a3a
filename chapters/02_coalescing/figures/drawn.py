"""drawn.py - sectors of a request whose lanes draw their floats at random, against how many there are to draw from."""

TITLE = "Random loads touch few sectors only in a small array"
SOURCE = "drawn.cu"


def draw(figure, run):
    ranges = [8 << n for n in range(len(run.launches))]
    counted = [(floats, launch.per_request()) for floats, launch in zip(ranges, run.launches)]
    expected = [(floats, floats / 8 * (1 - (1 - 8 / floats) ** 32)) for floats in ranges]
    figure.lines([("expected: S (1 − (1 − 1/S)³²)", expected, "rule"), ("counted", counted, "used")],
                 "floats to draw from", "sectors of a request", log_x=2, y_start=0, levels=[(4, "neighbours: 4")])
    at = dict(counted)
    figure.alt(f"""A curve that rises from {at[8]:.0f} sector for 8 floats over {at[256]:.1f} for 256 to {at[65536]:.1f} for
        65,536. Counted points lie on the expected curve.""")
