"""cycles.py - what a load from shared memory costs on an H200, by stride."""

TITLE = "Each conflict costs one cycle"
DATA = "h200_strides.csv"


def draw(figure, run):
    rows = run.where(type="float")
    figure.lines([("cycles", [(row["stride"], row["cycles"]) for row in rows])],
                 "stride, in floats", "cycles for each request of a warp")
    named = {int(row["stride"]): row["cycles"] for row in rows}
    doubles = {int(row["stride"]): row["cycles"] for row in run.where(type="double")}
    quads = {int(row["stride"]): row["cycles"] for row in run.where(type="float4")}
    figure.note(f"Neighbouring doubles take {doubles[1]:.1f} cycles, neighbouring float4 {quads[1]:.1f}.")
    figure.alt(f"""A curve of cycles against stride from 0 to 33. It is flat at {named[1]:.1f} for odd strides and has
        peaks at even ones: {named[2]:.1f} at 2, {named[4]:.1f} at 4, {named[8]:.1f} at 8, {named[16]:.1f} at 16 and
        {named[32]:.1f} at 32.""")
