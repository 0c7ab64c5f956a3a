"""check_points.py - the page gives the points of the grader: for each exercise that a page runs, the solution, and for those
that are named all known answers.

usage: check_points.py BUILD [EXERCISE ...]

Held against each other are the visible cases, one by one, and the points of each part that the page judges. A part of the
grader's that hidden cases change is what it would be without them, or left out. Prints what the page cannot compile.
"""

import concurrent.futures
import glob
import json
import os
import subprocess
import sys
import tempfile

TOGETHER = "all cases together"
HOST_WORK = "the work belongs on the device"  # what a page does not look for


def graded(build, name, path):
    """The grader's verdict."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "verdict.json")
        subprocess.run([f"{build}/grade", "run", "--exercise", name, "--jobs", "1", "--json", record, path],
                       env={**os.environ, "GPU": "none"}, capture_output=True, check=False)
        with open(record, encoding="utf-8") as file:
            return json.load(file)["verdicts"][0]


def in_page(build, name, path):
    with open(path, "rb") as file:
        return json.loads(subprocess.run([f"{build}/playground", name], stdin=file, capture_output=True, check=True).stdout)


def points_of(part, verdict):
    """Of a part, from visible cases alone; None: hidden ones have changed it."""
    shown = [case for case in verdict["cases"] if not case["hidden"] and case["label"] != TOGETHER]
    if part["why"].split(",")[0].endswith("cases right"):
        return part["max_points"] * sum(case["passed"] for case in shown) // len(shown)
    hidden = any(case["hidden"] and not case["passed"] for case in verdict["cases"]) or any(
        counter["case"] == "a hidden case" and not counter["met"] for counter in verdict["counters"])
    return None if hidden and part["points"] < part["max_points"] else part["points"]


def differences(page, verdict):
    cases = {case["label"]: case for case in verdict["cases"]}
    for case in page["cases"]:
        if bool(case["passed"]) != cases[case["label"]]["passed"]:
            yield f"case {case['label']}: {case['problem'] or case['message']}; the grader: {cases[case['label']]['message']}"
    for ours, theirs in zip(page["parts"], verdict["parts"], strict=True):
        wanted = points_of(theirs, verdict)
        if ours["points"] is not None and wanted is not None and ours["points"] != wanted:
            yield f"{ours['label']}: {ours['points']} points; the grader: {wanted} ({theirs['why']})"


def compare(build, name, path):
    """What the answer is ("same", "refused", "outside"), and what differs."""
    page, verdict = in_page(build, name, path), graded(build, name, path)
    errors = [found for found in page["diagnostics"] if found["kind"] != "warning"]
    if verdict["state"] in ("build", "rejected", "not_started") or any(HOST_WORK in case["message"] for case in verdict["cases"]):
        return "outside", []
    if errors:
        wrong = [f"does not compile: {errors[0]['message']}"] if any(found["kind"] == "error" for found in errors) else []
        return "refused", wrong
    if any(case["refused"] for case in page["cases"]):
        return "refused", []
    return "same", list(differences(page, verdict))


def answers(build, folder, wanted):
    """Pairs of exercise and file."""
    listed = json.loads(subprocess.run([f"{build}/playground", "--list"], capture_output=True, check=True).stdout)
    every = [each for each in listed["exercises"] if not each["reason"] and
             (each["name"] in wanted or not wanted)]
    subprocess.run([f"{build}/grade", "known", folder, *(each["name"] for each in every)], capture_output=True, check=True)
    known = [(each["name"], path) for each in every if wanted for path in sorted(glob.glob(f"{folder}/{each['name']}/*/*.cu"))]
    for each in every:
        yield each["name"], f"solutions/{each['chapter']}/{each['name']}.cu"
    yield from known


def main():
    build, wanted = sys.argv[1], sys.argv[2:]
    counts, wrong = {}, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        every = list(answers(build, folder, wanted))
        for (name, path), (what, differ) in zip(every, pool.map(lambda each: compare(build, *each), every)):
            counts[what] = counts.get(what, 0) + 1
            shown = path.removeprefix(folder + "/")
            wrong += [f"{name}, {shown}: {each}" for each in differ]
            if what == "refused":
                print(f"refused: {shown}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    print("\n".join(wrong))
    return 1 if wrong or counts.get("same", 0) < len(every) / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
