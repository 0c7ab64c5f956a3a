"""times.py - the recorded times of chapter 08's ladders."""

TITLE = "What each step bought on an H200"
DATA = "h200_ladders.csv"


def draw(figure, run):
    def rows(ladder, named):
        times = {row["step"]: row["ms"] for row in run.where(ladder=ladder)}
        return [(name, times[step], colour) for name, step, colour in named]

    tiles = rows("matmul_coarsened", [("plain", "plain", "wasted"), ("tiled", "tiled", "used"),
                                      ("coarsened by 4", "coarsened", "used")])
    registers = rows("matmul_register_tile",
                     [(step, step, "good") for step in ("1 x 1", "1 x 4", "2 x 2", "4 x 4", "8 x 8")])
    survey = rows("register_pressure", [("one kernel", "whole", "used"),
                                        ("all forced to 32 registers", "bounded to eight blocks", "conflict"),
                                        ("to 40 registers", "bounded to six blocks", "used"),
                                        ("two kernels", "split", "good")])
    figure.bars(tiles, "products of 4096, milliseconds", beside=registers)
    figure.bars(registers, "the same, results of a thread in registers", beside=tiles)
    figure.bars(survey, "survey, milliseconds")
    figure.alt("Three groups of bars, in milliseconds. " + ". ".join(
        "; ".join(f"{name} {ms:.2f}" for name, ms, _ in group) for group in (tiles, registers, survey)) + ".")
