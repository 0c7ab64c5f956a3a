"""book.py - makes the book of the lessons: a site that opens from the disk, and a PDF of it.

usage: book.py BUILD

Writes BUILD/book/: index.html, a page for each chapter, one_page.html with all of them, and workbook.pdf. pandoc reads
and writes the text; Chromium prints the PDF, or WeasyPrint where there is no Chromium. All is written first and then
checked: a link, an anchor or a picture that is not there is said by its file (exit 1).
"""

import glob
import html
import json
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "figures")]
from check import complaints  # noqa: E402
from front import BookError, front  # noqa: E402
import live  # noqa: E402
import playground  # noqa: E402
from browser import find as find_browser  # noqa: E402
from lesson import Page, Reader  # noqa: E402
from palette import ALL  # noqa: E402

TITLE = "The CUDA memory workbook"
# A page takes everything from its own place; WebAssembly is compiled, and tables of pandoc have styles in their cells.
POLICY = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; script-src \'self\' \'wasm-unsafe-eval\'; '
          'worker-src blob:; style-src \'self\' \'unsafe-inline\'; img-src \'self\'; base-uri \'none\'; form-action \'none\'">')
LIVE_SCRIPT = '<script src="live/live.js"></script>\n'
APPENDICES = {
    "chapters/how_the_grader_counts.md": "how_the_grader_counts",
    "chapters/checklist.md": "checklist",
    "grader/device/emulator/FIDELITY.md": "fidelity",
}


def find_pages():
    chapters = sorted(glob.glob("chapters/[0-9][0-9]_*/README.md"))
    sources = {source: source.split("/")[1] for source in chapters} | APPENDICES
    return {source: Page(source, name) for source, name in sources.items()}


def colours():
    """The pictures' colours as variables, so that text and pictures match."""
    light, dark = ("".join(f"--{name}:{pair[at]};" for name, pair in ALL.items()) for at in (0, 1))
    return (f":root{{color-scheme:light dark;{light}}}\n"
            f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n")


# ---- the pages --------------------------------------------------------------------------------------------------
def contents(pages, current):
    """The list of pages; the current one with its sections."""
    text = ""
    for page in pages:
        here = ' aria-current="page"' if page is current else ""
        text += f'<li><a href="{page.href}"{here}>{html.escape(page.title)}</a>'
        if page is current and len(page.sections) > 1:
            text += "<ul>" + "".join(f'<li><a href="#{identifier}">{html.escape(heading)}</a></li>'
                                     for identifier, heading, _ in page.sections[1:]) + "</ul>"
        text += "</li>\n"
    return text


def neighbours(pages, page):
    at = pages.index(page)
    before = pages[at - 1] if at else None
    after = pages[at + 1] if at + 1 < len(pages) else None
    link = '<a class="{0}" rel="{0}" href="{1}"><small>{2}</small> {3}</a>'
    return ((link.format("prev", before.href, "Previous", html.escape(before.title)) if before else
             link.format("prev", "index.html", "Front page", TITLE)) +
            (link.format("next", after.href, "Next", html.escape(after.title)) if after else ""))


def write(book, name, text):
    with open(os.path.join(book, name), "w", encoding="utf-8") as file:
        file.write(text)


PLAYGROUND_STYLE = '<link rel="stylesheet" href="playground/playground.css">\n'


def write_site(book, pages, opening, exercises):
    with open(os.path.join(HERE, "template.html"), encoding="utf-8") as file:
        template = string.Template(file.read())

    def fill(href, name, title, body, current, around, head="", kind=""):
        write(book, href, template.substitute(
            title=html.escape(title), body=body, name=name, contents=contents(pages, current), neighbours=around,
            policy=POLICY, live=head or (LIVE_SCRIPT if re.search('class="(live|listing)"', body) else ""), kind=kind))

    for page in pages:
        fill(page.href, page.name, f"{page.title} · {TITLE}", page.html, page, neighbours(pages, page))
    start = f'<a class="next" rel="next" href="{pages[0].href}"><small>Begin</small> {html.escape(pages[0].title)}</a>'
    fill("index.html", "front", TITLE, opening, None, start)
    for exercise in exercises:
        lesson = next(page for page in pages if page.name == exercise.chapter)
        back = f'<a class="prev" href="{lesson.href}"><small>Lesson</small> {html.escape(lesson.title)}</a>'
        fill(exercise.href, "exercise", f"{exercise.title} · {TITLE}", exercise.body(), None, back, PLAYGROUND_STYLE,
             ' class="exercise"')


def write_search(book, pages):
    index = [{"href": page.href + ("" if at == 0 else "#" + identifier), "page": page.title,
              "heading": heading if at else "", "text": " ".join(text.split())}
             for page in pages for at, (identifier, heading, text) in enumerate(page.sections)]
    write(book, "search_index.js", "const SEARCH_INDEX = " + json.dumps(index, ensure_ascii=False) + ";\n")
    shutil.copyfile(os.path.join(HERE, "search.js"), os.path.join(book, "search.js"))


def on_one_page(text):
    """Links to other pages lead into this one; files of the repository are only named, for a PDF travels alone. What is
    folded is open. Live figures are left out: the pictures that they stand after are here. Listings do not run."""
    text = re.sub(r'<section class="live"[^>]*></section><script[^>]*></script>', "", text)
    text = re.sub(r'<div class="listing"[^>]*>', "<div>", text)
    text = text.replace("<details>", "<details open>")  # paper does not unfold
    text = re.sub(r'(?s)<a href="[^"]*" class="source">(.*?)</a>', r"\1", text)
    text = re.sub(r'(?s)<a href="exercise_\w+\.html"[^>]*>(.*?)</a>', r"\1", text)
    text = re.sub(r'<a class="picture"[^>]*>(.*?)</a>', r"\1", text)
    text = re.sub(r'href="(\w+)\.html"', r'href="#\1"', text)
    return re.sub(r'href="\w+\.html#', 'href="#', text)


HATCHED = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"( [^>]*url\(#[^>]*)/>'


def joined(svg):
    """Hatched rectangles that follow each other become one path: the PDF holds a picture for each that is hatched."""
    def path(run):
        boxes = re.findall(HATCHED, run[0])
        moves = "".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y, width, height, _ in boxes)
        return f'<path d="{moves}"{boxes[0][4]}/>\n'
    return re.sub(HATCHED + r"(?:\n<rect x=[^>]*\5/>)+\n", path, svg)


def drawn_in(text, book):
    """The pictures become part of the page, which makes the PDF a third smaller than an img for each."""
    def drawing(image):
        with open(os.path.join(book, image[1]), encoding="utf-8") as file:
            svg = file.read()
        name = re.sub(r"\W", "-", image[1])
        svg = joined(svg)
        svg = re.sub(r'(\bid="|url\(#|href="#)', rf"\1{name}-", svg)
        return svg.replace('aria-labelledby="title desc"', f'aria-labelledby="{name}-title {name}-desc"')
    return re.sub(r'<img src="([^"]*\.svg)"[^>]*>', drawing, text)


def write_one_page(book, pages, opening):
    articles = [f'<article id="front">{opening}</article>']
    articles += [f'<article id="{page.name}">{page.html}</article>' for page in pages]
    body = on_one_page("\n".join(articles))
    write(book, "one_page.html", '<!doctype html>\n<html lang="en">\n'
          f'<head><meta charset="utf-8"><title>{TITLE}</title>\n{POLICY}\n'
          '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="style.css"></head>\n'
          f'<body class="all"><main>{body}</main></body></html>\n')


# ---- the PDF ----------------------------------------------------------------------------------------------------
def print_pdf(book):
    """Prints one_page.html with its pictures drawn in."""
    page, target = os.path.abspath(os.path.join(book, "printed.html")), os.path.join(book, "workbook.pdf")
    with open(os.path.join(book, "one_page.html"), encoding="utf-8") as file:
        write(book, "printed.html", drawn_in(file.read(), book))
    browser = find_browser()
    with tempfile.TemporaryDirectory() as profile:
        if browser:
            command = [browser, "--headless", "--disable-gpu", f"--user-data-dir={profile}", "--no-pdf-header-footer",
                       "--generate-pdf-document-outline", f"--print-to-pdf={target}", f"file://{page}"]
            command += ["--no-sandbox"] if os.geteuid() == 0 else []  # root has none; the page is our own
        else:
            command = ["weasyprint", page, target]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    os.remove(page)
    if done.returncode or not os.path.exists(target):
        raise BookError(f"{command[0]} could not print the PDF:\n{done.stderr[-1000:]}")


def main():
    build = sys.argv[1]
    book = os.path.join(build, "book")
    shutil.rmtree(book, ignore_errors=True)
    os.makedirs(book)
    figures = live.definitions() if live.is_built(build) else {}
    if figures:
        live.write(book, build)
    else:
        print("book: no live figures, only pictures: nvcc, clang, lld, wasi-libc and clang's library for wasm32 make them",
              file=sys.stderr)
    exercises = playground.exercises(build)
    if exercises:
        playground.write(book, exercises.values())
    by_source = find_pages()
    pages = list(by_source.values())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda page: Reader(page, by_source, book, figures, exercises).read(), pages))
    with open(os.path.join(HERE, "style.css"), encoding="utf-8") as file:
        write(book, "style.css", colours() + file.read() + (live.style(ALL) if figures else ""))
    opening = front(pages, build, exercises)
    os.makedirs(os.path.join(book, "pictures"))
    for shown in glob.glob(os.path.join(HERE, "pictures", "*.png")):
        shutil.copy(shown, os.path.join(book, "pictures"))
    write_site(book, pages, opening, exercises.values())
    write_search(book, pages)
    write_one_page(book, pages, opening)
    print_pdf(book)
    wrong = [line for page in pages for line in page.dead] + complaints(book)
    wrong += [f"{definition.path} stands after a picture that no lesson shows" for row in figures.values()
              for definition in row if live.slot(definition) not in "".join(page.html for page in pages)]
    for line in wrong:
        print(f"book: {line}", file=sys.stderr)
    pictures = len(glob.glob(f"{book}/figures/*/*"))
    print(f"{book}/index.html, {book}/workbook.pdf: {len(pages)} pages, {pictures} pictures, "
          f"{sum(map(len, figures.values()))} live figures, "
          f"{sum(not exercise.reason for exercise in exercises.values())} exercises in an editor")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BookError as error:
        print(f"book: {error}", file=sys.stderr)
        sys.exit(2)
