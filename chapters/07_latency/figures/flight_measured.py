"""flight_measured.py - how fast a copy is against its bytes in flight."""

TITLE = "More bytes in flight make a copy faster, up to a limit"
DATA = "h200_in_flight.csv"


def draw(figure, run):
    series = []
    for kind, loads, name in [("floats", 1, "1 float a thread"), ("floats", 4, "4 floats"), ("vectors", 1, "1 float4"),
                              ("vectors", 4, "4 float4")]:
        rows = run.where(kind=kind, loads=loads)
        series.append((name, [(row["bytes_in_flight"] / 1e6, row["gbs"]) for row in rows]))
    best = run.where(kind="runtime")[0]["gbs"]
    figure.lines([(name, points, colour) for (name, points), colour in zip(series, ["wasted", "used", "good", "mark"])],
                 "MB in flight", "GB/s", log_x=2, levels=[(best, "cudaMemcpyAsync")])
    figure.note("The curve of 4 floats lies under that of 1 float4.")
    figure.alt("Four curves of speed against bytes in flight nearly coincide: " +
               "; ".join(f"{name} from {points[0][1]:.0f} to {points[-1][1]:.0f} GB/s" for name, points in series) +
               f". They end at the speed of cudaMemcpyAsync, {best:.0f} GB/s.")
