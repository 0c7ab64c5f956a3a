#!/usr/bin/env python3
"""pack.py - the zip of an autograder: setup.sh, run_autograder, and the workbook. Gradescope takes it as it is;
autograder/classroom50.py unpacks it.

usage: pack.py OUT.zip WHERE NAME...        the exercises that it grades; WHERE it goes, in words
"""

import os
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LEFT_OUT = ("chapters/", ".git", ".ci/")  # what grading does not need; nor tests, wherever they are


def sources():
    """The workbook's own files, without what was built."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode == 0:
        return [name for name in listed.stdout.decode().split("\0") if name]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", ".git")]
        found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return found


def add(archive, path, name):
    """Adds a file with its mode and always the same date, so that the same workbook makes the same zip."""
    info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
    info.external_attr = (os.stat(path).st_mode & 0xFFFF) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    with open(path, "rb") as source:
        archive.writestr(info, source.read())


def main():
    out, where, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("setup.sh", "run_autograder"):
            add(archive, os.path.join(HERE, name), name)
        archive.writestr(zipfile.ZipInfo("exercises.txt", (2026, 1, 1, 0, 0, 0)), "".join(f"{name}\n" for name in names))
        for name in sorted({*sources(), "course.txt"}):  # which is the course's own, and may not be in the repository
            path = os.path.join(ROOT, name)
            if os.path.isfile(path) and not name.startswith(LEFT_OUT) and "/tests/" not in name:
                add(archive, path, "workbook/" + name)
    size = os.path.getsize(out) / 2**20
    print(f"{out}: {size:.1f} MiB, grades {', '.join(names)}; {where}")


main()
