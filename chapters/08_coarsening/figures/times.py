"""times.py - the recorded times of chapter 08's ladders."""

TITLE = "What each step bought on an H200"
DATA = "h200_ladders.csv"


def draw(figure, run):
    def bars(ladder, named, label):
        times = {row["step"]: row["ms"] for row in run.where(ladder=ladder)}
        figure.bars([(name, round(times[step], 2), colour) for name, step, colour in named], label)
        return "; ".join(f"{name} {times[step]:.2f}" for name, step, _ in named)

    said = [bars("matmul_coarsened", [("plain", "plain", "wasted"), ("tiled", "tiled", "used"),
                                      ("coarsened by 4", "coarsened", "used")], "products of 4096, milliseconds"),
            bars("matmul_register_tile", [(step, step, "good") for step in ("1 x 1", "1 x 4", "2 x 2", "4 x 4", "8 x 8")],
                 "results of a thread in registers"),
            bars("register_pressure", [("one kernel", "whole", "used"),
                                       ("all forced to 32 registers", "bounded to eight blocks", "conflict"),
                                       ("to 40 registers", "bounded to six blocks", "used"),
                                       ("two kernels", "split", "good")], "survey, milliseconds")]
    figure.alt("Three groups of bars, in milliseconds. " + ". ".join(said) + ".")
