"""front.py - the book's front page: a map of the chapters, and how far the student is."""

import html
import json
import os
import re

TABLE = "grader/exercises/exercises.def"
FIELDS = ("name", "chapter", "title", "checklist")
SENTENCE = re.compile(r"((?:(?<=^)|(?<=[.:!?] ))[^.:!?]*\?)")  # one that asks
OPENING = """<h1>The CUDA memory workbook</h1>
<p class="lead">Where does a GPU program's time go when it touches memory? Each chapter begins with a question, and ends
with exercises that count what your program does to memory. After it you can say the counts before you run anything.</p>
<p>Read a chapter, edit its file under <code>exercises/</code>, and type <code>make grade</code>. No GPU is needed.
<a href="how_the_grader_counts.html">How the grader counts</a> explains once what all chapters use.</p>
"""


class BookError(Exception):
    pass


def field(text, name):
    """A text of a definition: .title = "a" "b" is ab."""
    match = re.search(r'^ {4}\.%s = ((?:\s*"(?:[^"\\]|\\.)*")+)' % name, text, re.M)
    return "".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', match[1])) if match else ""


def exercises():
    """Every exercise in the order of the table."""
    with open(TABLE, encoding="utf-8") as file:
        names = re.findall(r"^EXERCISE\((\w+)\)", file.read(), re.M)
    found = []
    for name in names:
        with open(f"grader/exercises/{name}/definition.c", encoding="utf-8") as file:
            text = file.read()
        exercise = {key: field(text, key) for key in FIELDS}
        if exercise["name"] != name or not exercise["chapter"] or not exercise["title"]:
            raise BookError(f"grader/exercises/{name}/definition.c: name, chapter or title cannot be read")
        found.append(exercise)
    return found


def marks(build):
    """What the grader noted of the student's own files."""
    try:
        with open(os.path.join(build, "progress.json"), encoding="utf-8") as file:
            return json.load(file).get("marks", {})
    except (OSError, ValueError):
        return {}


def question(page):
    """What leads to the chapter's question, and the paragraph that asks it; the first paragraph if none asks.
    Code that a paragraph leads to with a colon is left out."""
    asking = next((at for at, text in enumerate(page.intro) if "?" in text), 0)
    return " ".join(re.sub(":$", ".", text) for text in page.intro[:asking + 1])


def row(exercise, mark):
    sign, said = "", ""
    if mark:
        sign = "✓ " if mark.get("passed") else ""
        said = f' <span class="mark">{sign}{int(mark.get("points", 0))} points</span>'
    return f'<li><code>{exercise["name"]}</code> {html.escape(exercise["title"])}{said}</li>\n'


def chapter(page, pages, its, noted):
    needs = [other for other in pages if other.number and other.number < page.number and other.name in page.refers]
    taught = sorted({word for exercise in its for word in exercise["checklist"].split(",") if word})
    text = f'<li class="chapter"><h2><a href="{page.href}">{html.escape(page.title)}</a></h2>\n'
    asked = SENTENCE.sub(r"<strong>\1</strong>", html.escape(question(page), quote=False))
    text += f"<p>{asked}</p>\n"
    text += '<ul class="exercises">\n' + "".join(row(e, noted.get(e["name"])) for e in its) + "</ul>\n" if its else ""
    facts = []
    if needs:
        facts.append("Builds on " + ", ".join(f'<a href="{need.href}">{need.number}</a>' for need in needs))
    if taught:
        facts.append("Practises " + ", ".join(word.replace("_", " ") for word in taught))
    return text + (f'<p class="facts">{" · ".join(facts)}</p>\n' if facts else "") + "</li>\n"


def front(pages, build):
    every, noted = exercises(), marks(build)
    passed = sum(1 for exercise in every if noted.get(exercise["name"], {}).get("passed"))
    progress = f"<p>{passed} of {len(every)} exercises passed when this page was made.</p>\n" if noted else ""
    rows = ""
    for page in pages:
        if page.number:
            rows += chapter(page, pages, [exercise for exercise in every if exercise["chapter"] == page.name], noted)
    return OPENING + progress + f'<ol class="map">\n{rows}</ol>\n'
