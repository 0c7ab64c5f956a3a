"""mutate.py - does the grader notice every mistake? Each solution is changed in one place and judged.

usage: mutate.py [--exercise NAME] [--jobs N] [--seconds S] [--most N]

A mutant (kinds.py) is caught if a step of its ladder is faulty or gives a wrong result, or if it does not pass with full
points. Else its ladder's table is held against the solution's: other sectors, requests, passes or conflicts show. A
mutant of which nothing shows has survived. If its object code is the solution's it is the same program. Every other
one must be in grader/exercises/NAME/survivors.txt with the reason why it does no harm:

    KIND: the line before
    -> the line after
    the reason, on one line

"*" for the line before means every place of the kind in the file, and then there is no line after.

The steps that a mistake can reach (reach.py) are run of many mutants in one program (together.py), the last of them
first; what survives that is graded by itself. Results are kept in build/mutants/ under a hash of the mutant, its
exercise's parts and what exercises share, so a run that was stopped goes on; those of another grader stay until they are
removed. The first mutants of every exercise are one of each kind, so a run may also be stopped where it is (--seconds),
or be short (--most, of each exercise). Exit status: 0 if every survivor is known and every known one survives, 1 if not.
"""

import argparse
import collections
import concurrent.futures
import functools
import glob
import hashlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from kinds import answers, mutants
from reach import affected, steps_of
from together import together

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
GRADE = os.path.join(BUILD, "grade")
NVCC = os.environ.get("WORKBOOK_NVCC", "nvcc")
LANGUAGE = ["-std=c++20", "--expt-relaxed-constexpr"]
FLAGS = [*LANGUAGE, "-O3", "-cudart", "shared", "-arch=sm_90", "-I" + os.path.join(ROOT, "common"), "-c"]
SEED = "20240229"
CASE_SECONDS = "10"
AT_ONCE = 24  # mutants in one program
COSTS = slice(1, 7)  # of a ladder's row: sectors, requests, passes, conflicts, instructions
COUNTED = slice(5)  # of those, all but instructions

Mutant = collections.namedtuple("Mutant", "exercise kind text line before after folder")


class NotGraded(Exception):
    """The grader could not work, which says nothing of the mutant."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def mutants_of(name):
    source = read(glob.glob(os.path.join(ROOT, "solutions", "*", name + ".cu"))[0])
    parts = os.path.join(ROOT, "grader/exercises", name)
    files = sorted(glob.glob(parts + "/*.c*") + glob.glob(parts + "/exercise.txt") + glob.glob(ROOT + "/common/*.*") + glob.glob(ROOT + "/common/*/*.*"))
    base = hashlib.sha256("".join(read(file) for file in files).encode())
    runs = re.search(r"^code: cases\b", read(os.path.join(parts, "exercise.txt")), re.M)  # otherwise only its answers are judged
    for kind, text, line, before, after in [("", source, 0, "", ""), *mutants(source, runs)]:
        key = base.copy()
        key.update(text.encode())
        folder = os.path.join(BUILD, "mutants", name, key.hexdigest()[:20])
        yield Mutant(name, kind, text, line, before, after, folder)


# ---- what is kept ----


def kept(mutant):
    try:
        return json.loads(read(mutant.folder + ".json"))
    except (OSError, ValueError):
        return None


def keep(mutant, by, says=""):
    os.makedirs(os.path.dirname(mutant.folder), exist_ok=True)
    with open(mutant.folder + ".new", "w", encoding="utf-8") as out:
        json.dump({"by": by, "says": says}, out)
    os.rename(mutant.folder + ".new", mutant.folder + ".json")


# ---- asking the grader and the compiler ----


def write(scratch, name, text):
    path = os.path.join(scratch, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def command(arguments, **more):
    environment = {**os.environ, "WORKBOOK_TIMEOUT": CASE_SECONDS}
    run = subprocess.run(arguments, capture_output=True, text=True, errors="replace", env=environment, **more)
    return run.returncode, run.stdout, run.stderr.strip()


def graded(exercise, text, scratch):
    record = os.path.join(scratch, "verdict.json")
    file = write(scratch, exercise + ".cu", text)
    status, _, said = command([GRADE, "run", "--exercise", exercise, file, "--seed", SEED, "--jobs", "1", "--json", record])
    if status == 2:
        raise NotGraded(said)
    return json.loads(read(record))["verdicts"][0]


def ladder(exercise, text, scratch):
    """[counts, what is wrong] of each step; None if it does not build."""
    status, printed, said = command([GRADE, "ladder", exercise, write(scratch, exercise + ".cu", text)])
    if status == 2 and not printed:
        return None
    if status == 2:
        raise NotGraded(said)
    rows = []
    for line in printed.splitlines()[2:]:
        wrong = re.search(r"  (case .*)", line)
        rows.append((line.split()[COSTS], wrong[1] if wrong else ""))
    return rows


@functools.lru_cache(maxsize=8)
def compiled(text, scratch):
    """The object code without the name of the compiler's temporary file, and what it says."""
    write(scratch, "x.cu", text)
    status, out, said = command([NVCC, *FLAGS, "x.cu", "-o", "x.o"], cwd=scratch)
    if status:
        return None, out + said
    with open(os.path.join(scratch, "x.o"), "rb") as file:
        return re.sub(rb"tmpxft_[0-9a-f]+", b"", file.read()), ""


# ---- judging ----


def judge_answers(solution, some, scratch):
    """All wrong answers in one file: each is judged by itself."""
    text = solution.text
    for start, end, other in reversed(list(answers(text))):
        text = text[:start] + other + text[end:]
    states = {answer["name"]: answer for answer in graded(solution.exercise, text, scratch)["answers"]}
    for mutant in some:
        answer = states[re.match(r"//= (\w+):", mutant.before)[1]]
        keep(mutant, "" if answer["state"] == "right" else "points", answer["state"])


def unbuilt(text, spans, scratch):
    """The numbers of the namespaces that the compiler complains of."""
    said = compiled(text, scratch)[1]
    lines = [int(line) for line in re.findall(r"x\.cu\((\d+)\): error", said)]
    named = {int(number) for number in re.findall(r"mutant_(\d+)", said) if not lines}
    return named | {i for i, (first, last) in enumerate(spans) if any(first <= line < last for line in lines)}


def judge_survivor(mutant, solution, own, theirs, scratch):
    """One whose steps are right, {step: row}: only the last one is what is graded."""
    if compiled(solution.text, scratch)[0] == compiled(mutant.text, scratch)[0]:
        return keep(mutant, "same code")
    last = len(steps_of(solution.text)) - 1
    if not own or last in own:
        verdict = graded(mutant.exercise, mutant.text, scratch)
        if verdict["state"] != "passed" or verdict["points"] < verdict["max_points"]:
            return keep(mutant, verdict["state"] if verdict["state"] != "passed" else "points", verdict["summary"])
    pairs = [(row[0], theirs[step][0]) for step, row in sorted(own.items())]
    shows = [f"{a[COUNTED]} for {b[COUNTED]}" for a, b in pairs if a[COUNTED] != b[COUNTED]]
    keep(mutant, "counts" if shows else "", "; ".join(shows))


def run_steps(solution, wanted, scratch):
    """Rows of the solution's steps, {step: row}, and those of each (mutant, its steps) that builds."""
    steps = sorted({number for _, numbers in wanted for number in numbers})
    text, spans = together([(solution.text, steps)] + [(mutant.text, numbers) for mutant, numbers in wanted])
    rows = ladder(solution.exercise, text, scratch)
    if rows is not None:
        rows = iter(rows)
        theirs = dict(zip(steps, itertools.islice(rows, len(steps))))
        return theirs, {mutant: dict(zip(numbers, itertools.islice(rows, len(numbers)))) for mutant, numbers in wanted}
    broken = unbuilt(text, spans, scratch)
    if 0 in broken:
        raise NotGraded("the solution does not build beside its mutants")
    for number in broken or ([1] if len(wanted) == 1 else []):
        keep(wanted[number - 1][0], "build")
    rest = [(mutant, numbers) for mutant, numbers in wanted if not kept(mutant)]
    half = len(rest) if broken else len(rest) // 2  # the exercise's own flags may forbid what this compiler takes
    theirs, own = {}, {}
    for part in (rest[:half], rest[half:]):
        if part:
            for known, new in zip((theirs, own), run_steps(solution, part, scratch)):
                known.update(new)
    return theirs, own


def judge_code(solution, some, scratch):
    """One step of each first; those that it does not show to be wrong run the others that the mistake can reach."""
    reach = {mutant: affected(solution.text, mutant.text) for mutant in some}
    theirs, own = {}, {mutant: {} for mutant in some}
    for turn in (slice(-1, None), slice(0, -1)):
        wanted = [(mutant, reach[mutant][turn]) for mutant in some if not kept(mutant) and reach[mutant][turn]]
        new_theirs, new_own = run_steps(solution, wanted, scratch) if wanted else ({}, {})
        theirs.update(new_theirs)
        if any(wrong for _, wrong in new_theirs.values()):  # a namespace changes the kernels' names
            return [judge_survivor(m, solution, {}, {}, scratch) for m in some if not kept(m)]
        for mutant, rows in new_own.items():
            own[mutant].update(rows)
            wrong = [f"step {step}, {what}" for step, (_, what) in rows.items() if what]
            if wrong:
                keep(mutant, "faults" if "faulty" in wrong[0] else "results", wrong[0])
    for mutant in some:
        if not kept(mutant):
            judge_survivor(mutant, solution, own[mutant], theirs, scratch)


def judge(solution, some):
    """Judges those of a solution's mutants of which no result is kept."""
    some = [mutant for mutant in some if not kept(mutant)]
    kinds = ((judge_answers, [m for m in some if m.kind == "answer"]), (judge_code, [m for m in some if m.kind != "answer"]))
    for function, these in kinds:
        try:
            with tempfile.TemporaryDirectory() as scratch:
                if these:
                    function(solution, these, scratch)
        except NotGraded as problem:
            print(f"mutate: {solution.exercise}: {problem}", file=sys.stderr)


# ---- all of them ----


def sampled(own):
    """A solution's mutants, one of every kind first, then the second of each, and so on."""
    turns, ordered = collections.Counter(), []
    for mutant in sorted(own, key=lambda m: hashlib.sha256((m.before + m.after).encode()).digest()):
        turns[mutant.kind] += 1
        ordered.append((turns[mutant.kind], mutant))
    return [mutant for _, mutant in sorted(ordered, key=lambda pair: pair[0])]


def known_survivors(name):
    """[kind, line before, line after, reason] of each entry."""
    path = os.path.join(ROOT, "grader/exercises", name, "survivors.txt")
    entries = []
    for block in read(path).strip().split("\n\n") if os.path.exists(path) else []:
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        if lines:
            kind, before = lines[0].split(": ", 1)
            after = lines[1][3:] if len(lines) == 3 else ""
            entries.append((kind, before, after, lines[-1]))
    return entries


def is_known(mutant, entry):
    kind, before, after, _ = entry
    return kind == mutant.kind and (before == "*" or (before, after) == (mutant.before, mutant.after))


def print_table(found):
    kinds = sorted({mutant.kind for mutant, _ in found})
    columns = ["faults", "results", "limit", "points", "counts", "same code", ""]
    print(f"{'kind':12}{'mutants':>8}{'no build':>9}" + "".join(f"{name or 'survived':>10}" for name in columns + ["other"]))
    for kind in [*kinds, ""]:
        by = collections.Counter(result["by"] for mutant, result in found if not kind or mutant.kind == kind)
        total, unbuilt = sum(by.values()), by.pop("build", 0)
        counts = [by.pop(name, 0) for name in columns]
        print(f"{kind or 'all':12}{total - unbuilt:8}{unbuilt:9}" + "".join(f"{count:10}" for count in [*counts, sum(by.values())]))


def report(found, complete, names):
    """Prints the table and the survivors that nobody knows. The number of problems."""
    survivors = [mutant for mutant, result in found if result["by"] == ""]
    problems = 0
    print_table(found)
    for name in names:
        entries = known_survivors(name)
        own = [mutant for mutant in survivors if mutant.exercise == name]
        for mutant in own:
            if not any(is_known(mutant, entry) for entry in entries):
                problems += 1
                print(f"\n{name}, line {mutant.line}, survived:\n{mutant.kind}: {mutant.before}\n-> {mutant.after}")
        for entry in entries:
            if complete and not any(is_known(mutant, entry) for mutant in own):
                problems += 1
                print(f"\n{name}/survivors.txt has one that does not survive:\n{entry[0]}: {entry[1]}\n-> {entry[2]}")
    print(f"\n{len(survivors)} survived, {len(survivors) and problems} of them without a reason"
          if not complete else f"\n{len(survivors)} survived, {problems} to look at")
    return problems


def main():
    parser = argparse.ArgumentParser(description="Changes every solution in one place and judges it.")
    parser.add_argument("--exercise", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--most", type=int, default=1 << 30)
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    names = sorted(os.path.basename(path)[:-3] for path in glob.glob(os.path.join(ROOT, "solutions/*/*.cu")))
    names = [name for name in names if name == options.exercise] or [name for name in names if options.exercise in name]
    solutions, everything, pieces = {}, [], []
    for name in names:
        solutions[name], *own = mutants_of(name)
        everything += own
        own = sampled(own)[: options.most]
        pieces += [(start, name, own[start : start + AT_ONCE]) for start in range(0, len(own), AT_ONCE)]
    pieces.sort(key=lambda piece: piece[0])

    def one(piece):
        if time.monotonic() < end:
            judge(solutions[piece[1]], piece[2])
            print(f"{piece[1]} {piece[0] + len(piece[2])}", file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, pieces))
    found = [(mutant, result) for mutant in everything if (result := kept(mutant))]
    print(f"{len(found)} of {len(everything)} mutants of {len(names)} solutions")
    sys.exit(1 if report(found, len(found) == len(everything), names) else 0)


if __name__ == "__main__":
    main()
