#!/usr/bin/env python3
"""handout.py - a student's edition of the workbook, as a directory and as OUT.zip.

usage: handout.py OUT NAME...        the exercises that it has

left_out.txt says what it lacks. Exercises are those that are named, each as its skeleton; lessons are those of their
chapters. What stays is what grading at home needs.
"""

import fnmatch
import os
import re
import shutil
import sys
import zipfile

from sources import ROOT, add, sources

TABLE = "grader/exercises/exercises.def"


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def left_out(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, pattern + "/*") for pattern in patterns)


def chapters_of(names):
    """The chapter of each exercise: the folder that its skeleton lies in."""
    found = {}
    for chapter in sorted(os.listdir(os.path.join(ROOT, "exercises"))):
        folder = os.path.join(ROOT, "exercises", chapter)
        for file in os.listdir(folder) if os.path.isdir(folder) else []:
            if file.endswith(".cu") and file[:-3] in names:
                found[file[:-3]] = chapter
    return found


def is_chosen(name, names, chapters):
    """Whether a file belongs to no exercise and no chapter, or to one that is handed out."""
    exercise = re.match(r"grader/exercises/(\w+)/|exercises/\w+/(\w+)\.cu$", name)
    chapter = re.match(r"(?:chapters|exercises)/(\d\d_\w+)/", name)
    if exercise and (exercise[1] or exercise[2]) not in names:
        return False
    return not chapter or chapter[1] in chapters.values()


def page(text):
    """A page for students: without what is for instructors, and without table rows about what is left out."""
    text = re.sub(r"^## For instructors\n.*?(?=^## )", "", text, flags=re.M | re.S)
    text = re.sub(r"^\| \[(?:grader/BATCH|CONTRIBUTING)\.md\].*\n", "", text, flags=re.M)
    return re.sub(r"\s+The reference solutions are in\s+`solutions/`, under the same names\.", "", text)


def content(name, names):
    """The bytes of a file as students get it."""
    if name in ("README.md", "exercises/README.md"):
        return page(read(name)).encode()
    if name == TABLE:
        kept = [line for line in read(name).splitlines() if not line.startswith("EXERCISE(") or line[9:-1] in names]
        return ("\n".join(kept) + "\n").encode()
    exercise = re.match(r"exercises/\w+/(\w+)\.cu$", name)
    path = f"grader/exercises/{exercise[1]}/skeleton.cu" if exercise else name
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()


def write(out, name, data):
    path = os.path.join(out, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    shutil.copymode(os.path.join(ROOT, name), path)


def pack(out, files):
    with zipfile.ZipFile(out + ".zip", "w") as archive:
        for name in files:
            add(archive, os.path.join(out, name), "workbook/" + name)


def main():
    out, names = sys.argv[1], set(sys.argv[2:])
    patterns = [line for line in read("grader/handout/left_out.txt").splitlines() if line and not line.startswith("#")]
    chapters = chapters_of(names)
    missing = sorted(names - set(chapters))
    if missing or not names:
        sys.exit(f"handout: there is no exercise {missing[0]}" if missing else "handout: say which exercises")
    shutil.rmtree(out, ignore_errors=True)
    files = []
    for name in sources():
        if not left_out(name, patterns) and is_chosen(name, names, chapters):
            write(out, name, content(name, names))
            files.append(name)
    pack(out, files)
    size = os.path.getsize(out + ".zip") / 2**20
    print(f"{out}.zip: {size:.1f} MiB, {len(files)} files, {len(names)} exercises, without solutions. The same is in {out}/.")


main()
