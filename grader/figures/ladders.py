"""ladders.py - the steps of a chapter's solutions, recorded on a GPU and estimated by the model of it.

    from ladders import DATA, draw_ladders
    TITLE = "..."
    def draw(figure, run): draw_ladders(figure, run, "04")
"""

import glob
import os

DATA = "../../../grader/gpu/bench/estimates.csv"


def of_chapter(chapter):
    """The names of a chapter's exercises."""
    return {os.path.splitext(os.path.basename(path))[0] for path in glob.glob(f"solutions/{chapter}_*/*.cu")}


def time_text(microseconds):
    value, unit = (microseconds / 1e3, "ms") if microseconds >= 1000 else (microseconds, "µs")
    return f"{value:.3g} {unit}" if value < 100 else f"{value:.0f} {unit}"


def draw_ladders(figure, run, chapter):
    """For each ladder a pair of bars a step."""
    names = of_chapter(chapter)
    ladders = {}
    for row in run.rows:
        if row["exercise"] in names and row["estimate_us"] != "":
            ladders.setdefault(row["exercise"], []).append(row)
    said = []
    for name, rows in ladders.items():
        most = max(max(row["estimate_us"], row["recorded_us"] or 0) for row in rows)
        unit, scale = ("ms", 1e3) if most >= 1000 else ("µs", 1)
        bars = []
        for row in rows:
            if row["recorded_us"] != "":
                bars.append((row["step"], round(row["recorded_us"] / scale, 3), "faint"))
            bars.append(("" if row["recorded_us"] != "" else row["step"], round(row["estimate_us"] / scale, 3), "used"))
            said.append(f"{name}, {row['step']}: estimated {time_text(row['estimate_us'])}" +
                        (f", recorded {time_text(row['recorded_us'])}" if row["recorded_us"] != "" else ""))
        figure.bars(bars, name, unit)
        figure.note(str(rows[0]["size"]))
    figure.legend(("faint", "recorded on an H200"), ("used", "estimated without one"))
    figure.alt("; ".join(said) + ".")
