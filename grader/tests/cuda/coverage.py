"""coverage.py - which of the workbook's programs build/cudac compiles, refuses by name, or calls wrong.

usage: python3 -B grader/tests/cuda/coverage.py [COMPILER]

Prints a line for each directory of programs, and below them what is refused or wrong, the most frequent first. A file
below wrong/ whose name begins with build- is meant to be wrong.
"""
import collections
import glob
import re
import subprocess
import sys

KNOWN = "build/coverage_known"  # made by grade known
GROUPS = {
    "solutions": "solutions/*/*.cu",
    "skeletons": "exercises/*/*.cu",
    "right": KNOWN + "/*/right/*.cu",
    "more": KNOWN + "/*/more/*.cu",
    "wrong": KNOWN + "/*/wrong/*.cu",
    "keys": "grader/exercises/*/key.cu",
    "figures": "chapters/*/figures/*.cu",
}
VERDICTS = {0: "compiled", 1: "wrong", 3: "refused"}


def check(compiler, path):
    """The verdict of one file, and the first thing that is said of it."""
    done = subprocess.run([compiler, "-I", "common", path], capture_output=True, text=True, timeout=60, check=False)
    said = re.search(r": (?:error|not supported): (.*)", done.stderr) if done.returncode else None
    return VERDICTS.get(done.returncode, "crashed"), said[1] if said else ""


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "build/cudac"
    reasons = collections.Counter()
    subprocess.run(["build/grade", "known", KNOWN], check=True)
    print(f"{'':12}{'files':>6}{'compiled':>10}{'refused':>9}{'wrong':>7}{'crashed':>9}")
    for group, pattern in GROUPS.items():
        counts = collections.Counter()
        for path in sorted(glob.glob(pattern)):
            verdict, said = check(compiler, path)
            counts[verdict] += 1
            if verdict != "compiled":
                reasons[verdict, said] += 1
        row = [sum(counts.values())] + [counts[name] for name in ("compiled", "refused", "wrong", "crashed")]
        print(f"{group:12}{row[0]:6}{row[1]:10}{row[2]:9}{row[3]:7}{row[4]:9}")
    for (verdict, said), count in reasons.most_common():
        print(f"{count:4} {verdict}: {said}")


if __name__ == "__main__":
    main()
