"""roofline.py - a picture for each exercise that was timed: its plain version, yours and the reference under the roof.

usage: roofline.py GRADED.json|BENCH.json FOLDER [EXERCISE ...]

A part of an exercise's name will do. GRADED.json is the grader's record of a run on a GPU; BENCH.json what `make bench-gpu` recorded, where the plain version
is the first step of the ladder and the peers stand in for yours. Writes FOLDER/EXERCISE.svg and prints their names. What
has no operations of floating point stands under the bandwidth of a copy instead.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "figures"))
from kit import Figure  # noqa: E402

COLOURS = {"plain": "soft", "yours": "used", "reference": "good", "peer": "mark"}


class Problem:
    """Bytes that must move, operations, and versions: (name, kind, milliseconds)."""

    def __init__(self, exercise, size, device, copy, peak, moved, operations):
        self.exercise, self.size, self.device, self.copy, self.peak = exercise, size, device, copy, peak
        self.bytes, self.operations, self.versions = moved, operations, []


def graded(verdict):
    """The problem of a verdict, None if it was not timed."""
    time = verdict.get("time") or {}
    details = time.get("details") or {}
    kernels = details.get("kernels") or []
    if not time.get("measured") or not kernels:
        return None
    moved = sum(kernel["gb_per_s"] * kernel["ms"] for kernel in kernels) * 1e6
    operations = sum(kernel["gflop_per_s"] * kernel["ms"] for kernel in kernels) * 1e6
    problem = Problem(verdict["exercise"], details["size"], time["device"], details["copy_ceiling_gb_per_s"] * 1e9,
                      details["ceiling_gflop_per_s"] * 1e9, moved, operations)
    if details.get("plain_ms"):
        problem.versions.append(("plain", "plain", details["plain_ms"]))
    problem.versions += [("yours", "yours", time["student_ms"]), ("reference", "reference", time["reference_ms"])]
    return problem


def recorded(bench):
    """The problems of a bench, the last size of each exercise."""
    problems = {}
    for row in bench["rows"]:
        ceilings = bench["ceilings"]
        key = row["exercise"], row["size"]
        if key not in problems:
            problems[key] = Problem(*key, bench["device"], ceilings["copy_bytes_per_second"], ceilings["flops"],
                                    row["bytes"], row["operations"])
        problems[key].versions.append((row["name"], "peer" if row["peer"] else "", row["ms"]))
    chosen = {}
    for problem in problems.values():
        steps = [version for version in problem.versions if not version[1]]
        if problem.bytes and steps:  # points are no operations of floating point
            ends = [(f"plain, {steps[0][0]}", "plain", steps[0][2]),
                    (f"reference, {steps[-1][0]}", "reference", steps[-1][2])]
            problem.versions = ends + [version for version in problem.versions if version[1]]
            chosen[problem.exercise] = problem
    return list(chosen.values())


def under_the_roof(figure, problem):
    intensity = problem.operations / problem.bytes
    points = [(f"{name}, {problem.operations / ms / 1e9:.3g} TFLOP/s", intensity, problem.operations / ms * 1e3, COLOURS[kind])
              for name, kind, ms in problem.versions]
    figure.roofline([(problem.device, problem.copy, problem.peak)], points)
    figure.note("Behind each name: operations for each byte that must move. The roof is measured: a copy, and multiply-adds.")


def under_a_copy(figure, problem):
    rows = [("a copy", problem.copy / 1e9, "faint")]
    rows += [(name, problem.bytes / ms / 1e6, COLOURS[kind]) for name, kind, ms in problem.versions]
    figure.bars(rows, None, "GB/s")
    figure.note("There are no operations to speak of: the roof is the bandwidth of a copy.")


def picture(problem):
    figure = Figure(f"{problem.exercise}: {problem.size}")
    is_slope = problem.operations / problem.bytes > 0.5 if problem.bytes else False
    (under_the_roof if is_slope else under_a_copy)(figure, problem)
    figure.alt(f"{problem.size} on the {problem.device}: " + ", ".join(
        f"{name} {ms:.4g} ms" for name, _, ms in problem.versions))
    return figure.svg(f"{problem.device}: " + ", ".join(f"{name} {ms:.4g} ms" for name, _, ms in problem.versions))


def main(path, folder, *names):
    if not os.path.exists(path):
        return  # the grader could not work, and has said why
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    problems = [graded(verdict) for verdict in record["verdicts"]] if "verdicts" in record else recorded(record)
    os.makedirs(folder, exist_ok=True)
    for problem in filter(None, problems):
        if (not names or any(name in problem.exercise for name in names)) and problem.bytes:
            target = os.path.join(folder, f"{problem.exercise}.svg")
            with open(target, "w", encoding="utf-8") as file:
                file.write(picture(problem))
            print(f"Roofline: {target}")


if __name__ == "__main__":
    main(*sys.argv[1:])
