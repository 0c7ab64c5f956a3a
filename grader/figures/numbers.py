"""numbers.py - holds the numbers that lessons say against what makes them.

usage: numbers.py [--chapter NN] [--list]

chapters/NN_name/numbers.py has a function numbers(lesson). It takes numbers from runs, ladders and recorded files, and
says which words of the lesson they stand in:

    def numbers(lesson):
        padded = lesson.run("transposes.cu").launches[0].counters
        lesson.says("a warp waits with 128 bytes", padded["load_wait_bytes"] / padded["load_waits"])

The words must stand in the lesson. Their numbers must be the values, in this order, rounded as they are written; None
passes over one. about=True lets zeros at the end of a whole number be rounding. --list shows every picture and every
number with what makes it, and the sentences whose numbers nobody has accounted for.
"""

import argparse
import glob
import os
import re
import runpy
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kit import FigureError, Recorded, chapter_folders, own_line, program_of, program_run  # noqa: E402

GRADE = os.environ.get("WORKBOOK_GRADE", "build/grade")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w^])|(?<![\w.])\d[\d,]*(?:\.\d+)?(?=[a-zA-Z]{1,3}\b)")


class NumbersError(FigureError):
    """What the author of numbers.py, or of the lesson, has to mend."""


def plain(text):
    return " ".join(text.split())


# Parts of a lesson whose numbers are not claims: code, headings, link targets, names of chapters and steps, list
# numbers, sizes.
NO_CLAIMS = [r"^(    |```|#).*$", r"!\[[^\]]*\]\([^)]*\)", r"(?<=\])\([^)]*\)", r"^ *\d+\. ", r"`[^`]*`",
             r"(?i)\[?\b(chapters?|step|threads?|lanes?|rows?)\s+\d+( (to|and) \d+)?", r"\d[\d,]*( x \d[\d,]*)+", r"float4"]


def spoken(text):
    """The lesson without the parts that make no claim."""
    for pattern in NO_CLAIMS:
        text = re.sub(pattern, "", text, flags=re.M)
    return text


def is_rounded(value, written, about):
    digits = written.replace(",", "")
    places = len(digits.split(".")[1]) if "." in digits else 0
    unit = 10.0**-places
    if about and not places:
        unit = 10.0 ** (len(digits) - len(digits.rstrip("0")))
    return abs(value - float(digits)) <= unit / 2 * (1 + 1e-9)


class Lesson:
    """A chapter's text, the sources of its numbers, and what was said of them."""

    def __init__(self, folder):
        self.folder, self.source = folder, "arithmetic"
        with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
            self.raw = re.sub(r"^> ?", "", file.read(), flags=re.M)
        self.text, self.rows, self.wrong = plain(self.raw), [], []

    # ---- where numbers come from ----

    def by_hand(self):
        """What follows is arithmetic with numbers that the lesson itself gives."""
        self.source = "arithmetic"

    def published(self, where, link):
        """What follows are numbers that somebody else published, and arithmetic with them; the lesson links to it."""
        self.source = f"{where}, {link}"
        if f"]({link})" not in self.raw:
            self.wrong.append(f"no link to {link}, the source of its numbers")

    def run(self, source, arguments=(), limit=1 << 16):
        """A figure's program on the emulated GPU: a Run of kit.py."""
        path = os.path.join(self.folder, "figures", source)
        run = program_run(path, arguments, limit=limit)
        self.source = " ".join(["build/emulate", run.program, *map(str, arguments)])
        return run

    def recorded(self, name, chapter=None):
        """A file that a run on a real GPU left, of this chapter or of another: a Recorded of kit.py."""
        folder = chapter_folders(chapter)[0] if chapter else self.folder
        path = os.path.join(folder, "figures", name)
        self.source = path
        return Recorded(path)

    def step_ms(self, exercise, step):
        """Milliseconds that a step of a solution's ladder takes on an H200, at the size that earns points; steps from 1."""
        self.source = os.path.join("grader", "hardware", "answers.csv")
        row = Recorded(self.source).where(exercise=exercise, answer="solution", step=step)[0]
        return row["ms"]

    def ladder(self, exercise):
        """What make ladder counts: {step: {column: number}}, by the table's words."""
        self.source = f"make ladder EXERCISE={exercise}"
        solution = glob.glob(f"solutions/*/{exercise}.cu")[0]  # given a file, the ladder only counts
        ended = subprocess.run([GRADE, "ladder", exercise, solution], capture_output=True, text=True)
        if ended.returncode:
            raise NumbersError(f"{self.source} ended with status {ended.returncode}: {ended.stdout}{ended.stderr}")
        _, header, *rows = ended.stdout.splitlines()
        titles = [header[at : at + 14].strip() for at in range(28, len(header) - 10, 14)]
        return {row.split()[0]: dict(zip(titles, (float(cell.replace(",", "")) for cell in row.split()[1:7])))
                for row in rows}

    # ---- what the lesson says ----

    @staticmethod
    def written(words):
        """The numbers in some words, as they are written."""
        return [match.group().rstrip(",") for match in NUMBER.finditer(words)]

    def says(self, words, *values, about=False):
        words = plain(words)
        if words not in self.text:
            self.wrong.append(f'the lesson does not say "{words}"')
            return
        written = self.written(words)
        if len(written) != len(values):
            raise NumbersError(f'"{words}" has {len(written)} numbers, and {len(values)} values are given')
        for digits, value in zip(written, values):
            if value is not None and not is_rounded(value, digits, about):
                self.wrong.append(f'"{words}": {digits} is {value:.10g} now, by {self.source}')
        self.rows.append((words, values, self.source))

    def unaccounted(self):
        """Sentences with numbers that no row checks."""
        rest = self.raw
        spans = [match.span() for words, _, _ in self.rows
                 for match in re.finditer(r"\s+".join(map(re.escape, words.split())), self.raw)]
        for first, end in spans:
            rest = rest[:first] + re.sub(r"\d", "_", rest[first:end]) + rest[end:]
        sentences = re.split(r"(?<=[.!?:|])\s+", plain(spoken(rest)))
        return [sentence for sentence in sentences if NUMBER.search(sentence)]


def held(folder):
    lesson = Lesson(folder)
    path = os.path.join(folder, "numbers.py")
    if not os.path.exists(path):
        return lesson
    try:
        runpy.run_path(path)["numbers"](lesson)
    except Exception as error:  # go on with the next chapter
        lesson.wrong.append(f"numbers.py{own_line(error, path)}: {type(error).__name__}: {error}")
    return lesson


def pictures(lesson):
    """(picture, the command that makes it, the run or the recorded file that it shows) of each in the lesson."""
    for name in re.findall(r"!\[[^\]]*\]\(figures/(\w+)\.svg\)", lesson.raw):
        folder = os.path.join(lesson.folder, "figures")
        settings = runpy.run_path(os.path.join(folder, name + ".py"))
        if "DATA" in settings:
            shown = Recorded(os.path.join(folder, settings["DATA"]))
            made = f"{shown.path}, recorded by {shown.about['command']}"
        else:
            program = program_of(os.path.join(folder, settings["SOURCE"]))
            made = " ".join(["build/emulate", program, *map(str, settings.get("ARGUMENTS", ()))])
        yield name, f"make figures CHAPTER={os.path.basename(lesson.folder)[:2]} FIGURE={name}", made


def show(lesson):
    print(f"\n{lesson.folder}")
    for name, command, made in pictures(lesson):
        print(f"  figures/{name}.svg\n      {command}: {made}")
    for words, values, source in lesson.rows:
        print(f"  {words}\n      {source}: {', '.join('-' if v is None else f'{v:.6g}' for v in values)}")
    for sentence in lesson.unaccounted():
        print(f"  not held: {sentence}")


def main():
    options = argparse.ArgumentParser(usage="numbers.py [--chapter NN] [--list]")
    options.add_argument("--chapter", default="")
    options.add_argument("--list", action="store_true")
    wanted = options.parse_args()
    folders = chapter_folders(wanted.chapter)
    rows = bad = 0
    for folder in folders:
        lesson = held(folder.rstrip("/"))
        rows, bad = rows + len(lesson.rows), bad + len(lesson.wrong)
        for sentence in lesson.wrong:
            print(f"{folder}README.md: {sentence}", file=sys.stderr)
        if wanted.list:
            show(lesson)
    print(f"{rows} sentences of {len(folders)} lessons hold what makes their numbers, {bad} do not")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
