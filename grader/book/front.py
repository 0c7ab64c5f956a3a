"""front.py - the book's front page: a map of the chapters, and how far the student is."""

import html
import json
import os
import re

TABLE = "grader/exercises/exercises.def"
FIELDS = ("chapter", "title", "checklist")
SENTENCE = re.compile(r"((?:(?<=^)|(?<=[.:!?] ))[^.:!?]*\?)")  # one that asks
OPENING = """<h1>The CUDA memory workbook</h1>
<p class="lead">Learn where a GPU program spends its time when it accesses memory: {chapters} chapters and {count}
exercises, from a first program to a matrix product nearly as fast as cuBLAS. You need no GPU, no Nsight Compute, and no
permission for performance counters (<code>ERR_NVGPUCTRPERM</code>).</p>
{browser}<p>Each chapter begins with a surprise and lets you predict before you read on. Then edit its file under
<code>exercises/</code> and type</p>
<pre tabindex="0">make grade      to build the grader and grade your exercises
make            to see your progress, and what to do next</pre>
<p>The grader says what is wrong, on which line, why, and how much time it costs on an H200:</p>
<figure><img src="pictures/verdict.png" width="680" alt="A verdict in a terminal: the transpose is right, but bank conflicts
of line 14 cost 0.189 of its 0.448 ms, as in the kernel it was given, so it gets no points."></figure>
<p><code>make show</code> shows what each line made the GPU do, next to the solution:</p>
<figure><img src="pictures/show.png" width="680" alt="A page with the kernel's source, the requests, sectors and conflicts of
each line, and two drawings: 32 lanes that read one bank in 32 passes, and 32 lanes that read 32 banks in one
pass."></figure>
<p><a href="how_the_grader_counts.html">How the grader counts</a> explains once what all chapters use. The <a
href="checklist.html">checklist</a> leads from a symptom to its cure.</p>
"""


BROWSER = """<p><a href="{href}">Try it in the browser</a>: a kernel in an editor, compiled and run as you type, with nothing to
install. Exercises with a link below have such a page.</p>
"""


class BookError(Exception):
    pass


def field(text, name):
    """A value of exercise.txt, which may go on in lines that begin with spaces."""
    match = re.search(rf"^{name}: (.*(?:\n[ \t].*)*)", text, re.M)
    return " ".join(match[1].split()) if match else ""


def exercises():
    """Every exercise in the order of the table."""
    with open(TABLE, encoding="utf-8") as file:
        names = re.findall(r"^EXERCISE\((\w+)\)", file.read(), re.M)
    found = []
    for name in names:
        path = f"grader/exercises/{name}/exercise.txt"
        with open(path, encoding="utf-8") as file:
            text = file.read()
        exercise = {"name": name} | {key: field(text, key) for key in FIELDS}
        if not exercise["chapter"] or not exercise["title"]:
            raise BookError(f"{path}: chapter or title is missing")
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


def row(exercise, mark, page):
    sign, said = "", ""
    if mark:
        sign = "✓ " if mark.get("passed") else ""
        said = f' <span class="mark">{sign}{int(mark.get("points", 0))} points</span>'
    name = f'<code>{exercise["name"]}</code>'
    if page and not page.reason:
        name = f'<a href="{page.href}">{name}</a>'
    return f'<li>{name} {html.escape(exercise["title"])}{said}</li>\n'


def chapter(page, pages, its, noted, in_page):
    needs = [other for other in pages if other.number and other.number < page.number and other.name in page.refers]
    taught = sorted({word for exercise in its for word in exercise["checklist"].split(",") if word})
    text = f'<li class="chapter"><h2><a href="{page.href}">{html.escape(page.title)}</a></h2>\n'
    asked = SENTENCE.sub(r"<strong>\1</strong>", html.escape(question(page), quote=False))
    text += f"<p>{asked}</p>\n"
    text += '<ul class="exercises">\n' + "".join(row(e, noted.get(e["name"]), in_page.get(e["name"])) for e in its) + "</ul>\n" if its else ""
    facts = []
    if needs:
        facts.append("Builds on " + ", ".join(f'<a href="{need.href}">{need.number}</a>' for need in needs))
    if taught:
        facts.append("Practises " + ", ".join(word.replace("_", " ") for word in taught))
    return text + (f'<p class="facts">{" · ".join(facts)}</p>\n' if facts else "") + "</li>\n"


def front(pages, build, in_page):
    in_page = {exercise.name: exercise for exercise in in_page.values()}
    every, noted = exercises(), marks(build)
    passed = sum(1 for exercise in every if noted.get(exercise["name"], {}).get("passed"))
    progress = f"<p>{passed} of {len(every)} exercises passed when this page was made.</p>\n" if noted else ""
    rows = ""
    for page in pages:
        if page.number:
            rows += chapter(page, pages, [exercise for exercise in every if exercise["chapter"] == page.name], noted, in_page)
    browser = BROWSER.format(href=in_page["transpose_padded"].href) if in_page else ""
    chapters = sum(1 for page in pages if page.number)
    return OPENING.format(chapters=chapters, count=len(every), browser=browser) + progress + f'<ol class="map">\n{rows}</ol>\n'
