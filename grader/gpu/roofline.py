"""roofline.py - a picture for each exercise that was timed: its plain version, yours and the reference under the roof.

usage: roofline.py GRADED.json|BENCH.json FOLDER [EXERCISE ...]

A part of an exercise's name will do. GRADED.json is the grader's record of a run on a GPU, or of estimates; BENCH.json what
`make bench-gpu` recorded, where the plain version is the first step of the ladder and the peers stand beside it. A product's
point is where its own traffic puts it: operations per byte that passes between L1s and the L2, by the model of the GPU
at that size (estimates.csv beside BENCH.json). What `make show` estimated of the student's file (build/show) is among the
points. Writes FOLDER/EXERCISE.svg and prints their names. What has no operations of floating point stands under the
bandwidth of a copy instead.
"""
import csv
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "figures"))
from kit import Figure  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
COLOURS = {"plain": "soft", "yours": "used", "reference": "good", "peer": "mark"}


class Version:
    """One kernel: its name, whose it is, its time, and the bytes that pass between L1s and the L2; 0: not known."""

    def __init__(self, name, kind, ms, traffic=0):
        self.name, self.kind, self.ms, self.traffic = name, kind, ms, traffic


class Problem:
    """Bytes that must move, operations, versions; rates of a copy, of multiply-adds, and of reads of the L2."""

    def __init__(self, exercise, size, device, copy, peak, moved, operations, l2=0):
        self.exercise, self.size, self.device, self.copy, self.peak, self.l2 = exercise, size, device, copy, peak, l2
        self.bytes, self.operations, self.versions = moved, operations, []


def graded(verdict):
    """The problem of a verdict, None if it was not timed on a GPU."""
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
        problem.versions.append(Version("plain", "plain", details["plain_ms"]))
    problem.versions += [Version("yours", "yours", time["student_ms"]),
                         Version("reference", "reference", time["reference_ms"])]
    return problem


def estimates():
    """Rows of estimates.csv, by exercise and step."""
    with open(os.path.join(HERE, "bench", "estimates.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["exercise"], row["step"]): row for row in rows}


def numbers(label):
    return [int(number) for number in re.findall(r"\d+", label.replace(",", ""))]


def same_size(one, other):
    """Whether the numbers of one label begin those of the other."""
    pairs = list(zip(numbers(one), numbers(other)))
    return bool(pairs) and all(a == b for a, b in pairs)


def of_student(exercise, folder):
    """What make show estimated of the student's file, None if nothing."""
    path = os.path.join(os.path.dirname(os.path.abspath(folder)), "show", f"{exercise}.estimate.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def step_of(row, rows):
    """A recorded step with the traffic that the model of the GPU counts at the same size."""
    known = rows.get((row["exercise"], row["name"]))
    same = known and known["l2_bytes"] and same_size(known["size"], row["size"])
    return Version(row["name"], "peer" if row["peer"] else "", row["ms"], float(known["l2_bytes"]) if same else 0)


def ends(problem):
    """The plain version, the reference, and the peers."""
    steps = [version for version in problem.versions if not version.kind]
    for kind, step in (("plain", steps[0]), ("reference", steps[-1])):
        step.name, step.kind = f"{kind}, {step.name}", kind
    return [step for step in (steps[0], steps[-1])] + [version for version in problem.versions if version.kind == "peer"]


def recorded(bench, folder):
    """The problems of a bench: of each exercise the estimated size, or else the last one."""
    problems, chosen, rows = {}, {}, estimates()
    for row in bench["rows"]:
        ceilings = bench["ceilings"]
        key = row["exercise"], row["size"]
        if key not in problems:
            problems[key] = Problem(*key, bench["device"], ceilings["copy_bytes_per_second"], ceilings["flops"],
                                    row["bytes"], row["operations"], ceilings["l2_bytes_per_second"])
        problems[key].versions.append(step_of(row, rows))
    for problem in problems.values():
        known = problem.exercise in chosen and any(version.traffic for version in chosen[problem.exercise].versions)
        if known or not problem.bytes or all(version.kind for version in problem.versions):
            continue  # points are no operations of floating point
        problem.versions = ends(problem)
        chosen[problem.exercise] = problem
    for problem in chosen.values():
        yours = of_student(problem.exercise, folder)
        if yours and same_size(yours["size"], problem.size):
            problem.versions.insert(0, Version("yours, estimated", "yours", yours["microseconds"] / 1e3, yours["l2_bytes"]))
    return list(chosen.values())


def under_the_roof(figure, problem):
    known = [version for version in problem.versions if version.traffic]
    roofs = [(problem.device + (": DRAM below, L2 above" if known else ""), problem.copy, problem.peak)]
    if known:
        roofs.append(("", problem.l2, problem.peak))
    points = [(f"{version.name}, {problem.operations / version.ms / 1e9:.3g} TFLOP/s",
               problem.operations / (version.traffic or problem.bytes), problem.operations / version.ms * 1e3,
               COLOURS[version.kind]) for version in known or problem.versions]
    figure.roofline(roofs, points)
    figure.note("Behind each name: operations per byte that " +
                ("passes between the L1s and the L2." if known else "must move.") +
                " The roofs are measured: a copy, reads of the L2, and multiply-adds.")
    peers = [version for version in problem.versions if known and not version.traffic]
    if peers:
        figure.note("For comparison: " + ", ".join(
            f"{version.name} {problem.operations / version.ms / 1e9:.3g} TFLOP/s" for version in peers) + ".")


def under_a_copy(figure, problem):
    rows = [("a copy", problem.copy / 1e9, "faint")]
    rows += [(version.name, problem.bytes / version.ms / 1e6, COLOURS[version.kind]) for version in problem.versions]
    figure.bars(rows, None, "GB/s")
    figure.note("There are no operations to speak of: the roof is the bandwidth of a copy.")


def picture(problem):
    figure = Figure(f"{problem.exercise}: {problem.size}")
    is_slope = problem.operations / problem.bytes > 0.5 if problem.bytes else False
    (under_the_roof if is_slope else under_a_copy)(figure, problem)
    figure.alt(f"{problem.size} on the {problem.device}: " + ", ".join(
        f"{version.name} {version.ms:.4g} ms" for version in problem.versions))
    return figure.svg(f"{problem.device}: " + ", ".join(f"{version.name} {version.ms:.4g} ms" for version in problem.versions))


def main(path, folder, *names):
    if not os.path.exists(path):
        return  # the grader could not work, and has said why
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    problems = [graded(verdict) for verdict in record["verdicts"]] if "verdicts" in record else recorded(record, folder)
    os.makedirs(folder, exist_ok=True)
    for problem in filter(None, problems):
        if (not names or any(name in problem.exercise for name in names)) and problem.bytes:
            target = os.path.join(folder, f"{problem.exercise}.svg")
            with open(target, "w", encoding="utf-8") as file:
                file.write(picture(problem))
            print(f"Roofline: {target}")


if __name__ == "__main__":
    main(*sys.argv[1:])
