#!/usr/bin/env python3
"""pack.py - the zip of an autograder: setup.sh, run_autograder, and the workbook. Gradescope takes it as it is;
autograder/classroom50.py unpacks it.

usage: pack.py OUT.zip WHERE NAME...        the exercises that it grades; WHERE it goes, in words
"""

import os
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "handout"))
from sources import ROOT, add, sources

LEFT_OUT = ("chapters/", ".git", ".ci/")  # what grading does not need; nor tests, wherever they are


def main():
    out, where, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("setup.sh", "run_autograder"):
            add(archive, os.path.join(HERE, name), name)
        archive.writestr(zipfile.ZipInfo("exercises.txt", (2026, 1, 1, 0, 0, 0)), "".join(f"{name}\n" for name in names))
        for name in sources():
            if not name.startswith(LEFT_OUT) and "/tests/" not in name:
                add(archive, os.path.join(ROOT, name), "workbook/" + name)
    size = os.path.getsize(out) / 2**20
    print(f"{out}: {size:.1f} MiB, grades {', '.join(names)}; {where}")


main()
