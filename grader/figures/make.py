"""make.py - remakes the pictures of the lessons: chapters/NN_name/figures/FIGURE.py writes FIGURE.svg.

usage: make.py [--chapter NN] [--figure NAME] [--check]

A figure is a Python file with TITLE, with SOURCE (a .cu beside it) or DATA (a .csv beside it), and draw(figure, run).
ARGUMENTS, BLOCKS and LIMIT, if they are there, are the program's arguments and which accesses are kept. --check
compares with the files that are there and writes none.
"""

import argparse
import glob
import os
import runpy
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import Figure, FigureError, Recorded, chapter_folders, own_line, program_run  # noqa: E402


def run_of(settings, folder):
    if "DATA" in settings:
        return Recorded(os.path.join(folder, settings["DATA"]))
    source = os.path.join(folder, settings["SOURCE"])
    return program_run(source, settings.get("ARGUMENTS", ()), settings.get("BLOCKS"), settings.get("LIMIT", 1 << 16))


def picture(path):
    settings = runpy.run_path(path)
    figure = Figure(settings["TITLE"])
    run = run_of(settings, os.path.dirname(path))
    settings["draw"](figure, run)
    return figure.svg(run.caption)


def why(error, path):
    """The figure's own line that went wrong."""
    words = error if isinstance(error, FigureError) else f"{type(error).__name__}: {error}"
    return f"{path}{own_line(error, path)}: {words}"


def is_same(path, text):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read() == text
    except OSError:
        return False


def main():
    options = argparse.ArgumentParser(usage="make.py [--chapter NN] [--figure NAME] [--check]")
    options.add_argument("--chapter", default="")
    options.add_argument("--figure", default="*")
    options.add_argument("--check", action="store_true")
    wanted = options.parse_args()
    folders = chapter_folders(wanted.chapter)
    paths = [path for folder in folders for path in sorted(glob.glob(f"{folder}figures/{wanted.figure}.py"))]
    made, bad = 0, 0
    for path in paths:
        target = path[:-2] + "svg"
        try:
            text = picture(path)
        except Exception as error:  # go on with the next figure
            print(why(error, path), file=sys.stderr)
            bad += 1
            continue
        if is_same(target, text):
            continue
        made += 1
        if wanted.check:
            print(f"{target} is not what {path} makes: make figures", file=sys.stderr)
            continue
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"figure  {target}")
    said = "differ from what is made now" if wanted.check else "changed"
    print(f"{len(paths)} figures, {made} {said}" + (f", {bad} could not be made" if bad else ""))
    return 1 if bad or (wanted.check and made) else 0


if __name__ == "__main__":
    sys.exit(main())
