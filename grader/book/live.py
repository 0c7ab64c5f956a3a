"""live.py - live figures: the lessons' pictures whose knobs a reader turns, while the emulated GPU runs a kernel.

usage: live.py kernel DEFINITION.js    prints the CUDA kernel of a figure

A figure is chapters/NN_name/live/NAME.js; CONTRIBUTING.md says what it holds. `make book` compiles its kernel to
BUILD/live/NAME.fatbin and the emulated GPU to BUILD/web/core.wasm.
"""

import base64
import glob
import gzip
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("draw.js", "engine.js", "predict.js", "live.js", "listing.js")
KERNEL = re.compile(r"^  kernel: cuda`\n?(.*?)`,$", re.S | re.M)
PLACE = re.compile(r'^  after: "([^"]+)",$', re.M)
EXERCISE = re.compile(r'^  exercise: "([^"]+)",$', re.M)
ASKED = re.compile(r'name: ["`]([^"`]+)["`],')
QUESTION = re.compile(r"^question: (\S+)", re.M)
NAME = re.compile(r'^  name: "([^"]+)",$', re.M)


class LiveError(Exception):
    pass


def field(pattern, text, path, what):
    found = pattern.search(text)
    if not found:
        raise LiveError(f"{path}: there is no {what}")
    return found[1]


class Definition:
    """One figure's file."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.path = path
        self.name = field(NAME, self.text, path, "name")
        self.kernel = field(KERNEL, self.text, path, "kernel between cuda` and `").rstrip() + "\n"
        self.after = os.path.join(path.split("/live/")[0], field(PLACE, self.text, path, "picture that it stands after"))
        if self.name != os.path.splitext(os.path.basename(path))[0]:
            raise LiveError(f"{path}: its name is {self.name}")
        if not os.path.exists(self.after):
            raise LiveError(f"{path}: there is no {self.after}")
        if unknown := self.unknown():
            raise LiveError(f"{path}: its exercise has no question {unknown}")

    def unknown(self):
        """A name in `predict` that is no question of the figure's exercise. Either may have a part that is filled in."""
        exercise = EXERCISE.search(self.text)
        if not exercise:
            return None
        with open(f"grader/exercises/{exercise[1]}/exercise.txt", encoding="utf-8") as file:
            questions = [re.escape(name) for name in QUESTION.findall(file.read())]
        known = re.compile("|".join(re.sub(r"<.*?>", r"\\w+", name) for name in questions))
        asked = ASKED.findall(self.text.split("  predict: [", 1)[1])
        return next((name for name in asked if not known.fullmatch(name) and "${" not in name), None)

    def script(self, build):
        """The definition with the compiled kernel."""
        return f'IMAGES["{self.name}"] = "{packed(os.path.join(build, "live", self.name + ".fatbin"))}";\n{self.text}'


def packed(path):
    with open(path, "rb") as file:
        return base64.b64encode(gzip.compress(file.read(), 9, mtime=0)).decode()


def definitions():
    """All figures by the picture that they stand after."""
    found = {}
    for path in sorted(glob.glob("chapters/*/live/*.js")):
        definition = Definition(path)
        found.setdefault(definition.after, []).append(definition)
    return found


def is_built(build):
    return os.path.exists(os.path.join(build, "web/core.wasm"))


def runtime():
    text = ""
    for part in PARTS:
        with open(os.path.join(HERE, "live", part), encoding="utf-8") as file:
            text += file.read().replace('"use strict";\n', "")
    return f'"use strict";\n{text}'


def style(names):
    """A class for each colour of the palette, for fills and for strokes."""
    rules = "".join(f".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name})}}" for name in names)
    with open(os.path.join(HERE, "live/live.css"), encoding="utf-8") as file:
        return rules + "\n" + file.read()


def slot(definition):
    """Where a figure is in its page; its script builds it at once."""
    return (f'<section class="live" data-figure="{definition.name}"></section>'
            f'<script src="live/{definition.name}.js"></script>')


def write(book, build):
    """The figures' files below BOOK/live."""
    folder = os.path.join(book, "live")
    os.makedirs(folder)
    scripts = {"live.js": runtime(), "core.js": f'const CORE = "{packed(os.path.join(build, "web/core.wasm"))}";\n'}
    for row in definitions().values():
        scripts |= {definition.name + ".js": definition.script(build) for definition in row}
    for name, text in scripts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def main():
    if sys.argv[1] == "kernel":
        print(Definition(sys.argv[2]).kernel, end="")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LiveError as error:
        print(f"live: {error}", file=sys.stderr)
        sys.exit(1)
