"""measured_strides.py - the time to read 67 million floats against their stride, on a real GPU."""

TITLE = "Time grows with the stride up to 16"
DATA = "h200_strides.csv"


def draw(figure, run):
    rows = run.where(kind="stride")
    nearest = rows[0]["ms"]
    figure.lines([("", [(row["stride"], row["ms"] / nearest) for row in rows], "used")], "stride in floats",
                 "time relative to stride 1", log_x=2, y_start=0)
    beside = run.where(kind="first")
    figure.note(f"With stride 1, wherever the first float lies: {min(row['ms'] for row in beside):.3f} to "
                f"{max(row['ms'] for row in beside):.3f} ms.")
    last = rows[-1]
    figure.alt(f"""A curve of time against stride. It begins at 1, rises with the stride from 4 on and is nearly level from
        16 on, at {run.where(kind='stride', stride=16)[0]['ms'] / nearest:.2g} times; stride {last['stride']} takes
        {last['ms'] / nearest:.2g} times as long as neighbours.""")
