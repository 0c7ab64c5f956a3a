"""errors.py - the error of pi against the number of points, with and without shared sequences."""

TITLE = "Threads that share a sequence do the work of one"
SOURCE = "errors.cu"

NAMES = {"independent": "a sequence for each thread", "shared": "one sequence for all"}


def rows(run):
    return [(kind, int(n), float(error)) for kind, n, error in
            (line.split() for line in run.printed.splitlines() if line)]


def draw(figure, run):
    found = rows(run)
    lines = [(NAMES[kind], [(n, error) for name, n, error in found if name == kind]) for kind in NAMES]
    figure.lines(lines, "points drawn", "mean error of pi", log_x=2, log_y=10)
    own, shared = (points[-1] for _, points in lines)
    figure.alt(f"Two falling lines. At {own[0]} points the error is {own[1]:.4f} with a sequence for each thread and "
               f"{shared[1]:.3f}, {shared[1] / own[1]:.0f} times as much, with one sequence for all.")
