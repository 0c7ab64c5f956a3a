"""playground.py - exercises in the page: an editor, our own compiler, and the emulated GPU.

`make book` compiles them to BUILD/web/core.wasm; BUILD/playground says which exercises a page can run. CodeMirror, the
editor, is Debian's package libjs-codemirror. Where one of them is missing, the book has no such pages.
"""

import html
import json
import os
import subprocess

import live

HERE = os.path.dirname(os.path.abspath(__file__))
EDITOR = "/usr/share/javascript/codemirror"
EDITOR_PARTS = ("lib/codemirror.js", "mode/clike/clike.js", "addon/edit/matchbrackets.js")
PARTS = ("runner.js", "player.js", "knobs.js", "playground.js")
SCRIPTS = ("live/live.js", "live/core.js", "playground/codemirror.js", "playground/{name}.js", "playground/playground.js")
BODY = """<h1>{title}</h1>
<p>Edit the kernel. After a pause of typing, this page compiles it and runs it on an emulated H200: you see errors, results,
faults, and what each line did, in sectors and passes per request. The lesson is <a href="{chapter}.html">chapter {number}</a>.
Your text is kept in this browser, and nothing leaves it.</p>
<section class="playground" data-exercise="{name}"></section>
<noscript><p>The editor needs JavaScript. Without it, edit <code>{path}</code> and type <code>make grade
EXERCISE={name}</code>.</p></noscript>
{scripts}"""
REFUSED = """<h1>{title}</h1>
<p>This page cannot run <code>{name}</code>: {reason}. Read <a href="{chapter}.html">chapter {number}</a>, edit
<code>{path}</code>, and type <code>make grade EXERCISE={name}</code>.</p>"""


class Exercise:
    """One exercise's page."""

    def __init__(self, listed):
        self.name, self.title, self.reason = listed["name"], listed["title"], listed["reason"]
        self.chapter, self.hints = listed["chapter"], listed["hints"]
        self.path = f"exercises/{self.chapter}/{self.name}.cu"
        self.href = f"exercise_{self.name}.html"

    def body(self):
        scripts = "\n".join(f'<script src="{script.format(name=self.name)}"></script>' for script in SCRIPTS)
        return (REFUSED if self.reason else BODY).format(
            title=html.escape(self.title), name=self.name, chapter=self.chapter, number=self.chapter[:2], path=self.path,
            reason=html.escape(self.reason), scripts=scripts)

    def script(self):
        with open(f"grader/exercises/{self.name}/skeleton.cu", encoding="utf-8") as file:
            skeleton = file.read()
        return "const EXERCISE = " + in_script({"name": self.name, "path": self.path, "skeleton": skeleton,
                                                "hints": self.hints}) + ";\n"


def in_script(value):
    """As JavaScript: JSON, without what could end a script."""
    return json.dumps(value).replace("</", "<\\/")


def read(*names):
    text = ""
    for name in names:
        with open(name, encoding="utf-8") as file:
            text += file.read().rstrip() + "\n"
    return text


def own(*names):
    return read(*(os.path.join(HERE, name) for name in names))


def exercises(build):
    """All of them by the path of the student's file; none where the page's parts are not there."""
    listing = os.path.join(build, "playground")
    if not (live.is_built(build) and os.path.exists(listing) and os.path.exists(os.path.join(EDITOR, EDITOR_PARTS[0]))):
        return {}
    listed = json.loads(subprocess.run([listing, "--list"], capture_output=True, check=True).stdout)["exercises"]
    return {exercise.path: exercise for exercise in map(Exercise, listed)}


def write(book, every):
    """The files below BOOK/playground."""
    folder = os.path.join(book, "playground")
    os.makedirs(folder)
    worker = "const WORKER = " + in_script(own("live/engine.js", "playground/worker.js")) + ";\n"
    files = {"codemirror.js": read(*(os.path.join(EDITOR, part) for part in EDITOR_PARTS)),
             "playground.css": read(os.path.join(EDITOR, "lib/codemirror.css")) + own("playground/playground.css"),
             "playground.js": worker + own(*(f"playground/{part}" for part in PARTS)).replace('"use strict";\n', "")}
    files |= {f"{exercise.name}.js": exercise.script() for exercise in every if not exercise.reason}
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
