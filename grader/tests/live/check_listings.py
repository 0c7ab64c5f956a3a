"""check_listings.py - listings of the lessons, opened and edited in a headless Chromium.

usage: check_listings.py BUILD

Every listing that runs is opened where it stands. Its program has no error and no fault, runs to its end, and the page says
of it, character by character, what this machine's build says (BUILD/playground). Nothing is loaded before one is opened. A
barrier that is taken away is a race, a padded tile has no conflicts, a line that is clicked shows its request, from the
disk and from a server, by keyboard, and on a narrow screen. Prints which listings run, and the milliseconds to the first
counters and from the last key to the next ones.
"""

import functools
import html.parser
import http.server
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, "grader/book")
import book  # noqa: E402
import live  # noqa: E402
import playground  # noqa: E402
from browser import Browser  # noqa: E402
from lesson import Reader  # noqa: E402

TRACED = 96  # of playground.js


class Listings(html.parser.HTMLParser):
    """Of a page: the programs of its listings, and how many listings there are."""

    def __init__(self):
        super().__init__()
        self.programs, self.count = [], 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.count += tag == "pre"
        if attributes.get("class") == "listing":
            self.programs.append(attributes["data-program"])


def write_lessons(folder, build):
    """The chapters as the book has them; {name of the page: its listings}."""
    live.write(folder, build)
    playground.write(folder, [])
    with open("grader/book/style.css", encoding="utf-8") as file:
        book.write(folder, "style.css", book.colours() + file.read() + live.style(book.ALL))
    pages, listings = book.find_pages(), {}
    for page in pages.values():
        Reader(page, pages, folder, live.definitions(), playground.exercises(build)).read()
        book.write(folder, page.href, f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">{book.POLICY}<link '
                   f'rel="stylesheet" href="style.css">{book.LIVE_SCRIPT}<body><main><article>{page.html}</article></main>')
        listings[page.name] = Listings()
        listings[page.name].feed(page.html)
    return listings, [line for page in pages.values() for line in page.dead if "listing" in line]


def place(at):
    return f"document.querySelectorAll('.listing')[{at}]"


class Reading:
    """One page, and the listing of it that is open."""

    def __init__(self, page, base):
        self.page, self.base, self.wrong, self.spent = page, base, [], []

    def open(self, name):
        self.name = name
        self.page.open(f"{self.base}/{name}.html")

    def expect(self, claim, expression, wanted):
        found = self.page.evaluate(expression)
        if found != wanted:
            self.wrong.append(f"{self.name}: {claim}: {found!r}, expected {wanted!r}")

    def run(self, at):
        """Opens a listing; seconds to its first counters."""
        began = time.monotonic()
        self.page.evaluate(f"{place(at)}.querySelector('.run').click()")
        self.page.until(f"{place(at)}.querySelector('.playground')?.dataset.runs >= 1")
        return time.monotonic() - began

    def change(self, at, old, new):
        """Replaces text in the editor; returns once it has been run."""
        section, editor = f"{place(at)}.querySelector('.playground')", f"{place(at)}.querySelector('.CodeMirror').CodeMirror"
        runs = int(self.page.evaluate(f"{section}.dataset.runs"))
        self.expect(f"{old} is there", f"{editor}.getValue().includes({json.dumps(old)})", True)
        self.page.evaluate(f"{editor}.setValue({editor}.getValue().replace({json.dumps(old)}, {json.dumps(new)}))")
        self.page.until(f"{section}.dataset.runs > {runs}")
        self.spent.append(int(self.page.evaluate(f"{section}.dataset.milliseconds")))


def same(reading, build, at, program):
    """What the page says of a program is what this machine says."""
    own = json.loads(subprocess.run([os.path.join(build, "playground"), "", str(TRACED)], input=program, capture_output=True, text=True,
                                    check=True).stdout)
    title = program.splitlines()[0]
    if own["diagnostics"] or own["faults"] or not own["cases"][0]["passed"]:
        reading.wrong.append(f"{title}: {own['diagnostics'] or own['faults'] or own['cases']}")
    said = reading.page.evaluate(f"new Runner().run('', {json.dumps(program)}, {TRACED})")
    if said != own:
        reading.wrong.append(f"{title}: the page says something else about {', '.join(key for key in own if said.get(key) != own[key])}")
    reading.expect(f"{title} runs", f"{place(at)}.querySelector('.state').textContent", "It ran to its end.")


def all_run(reading, build, listings):
    seconds = []
    for name, found in listings.items():
        if not found.programs:
            continue
        reading.open(name)
        reading.expect("nothing is loaded before", "typeof CodeMirror + typeof Playground + document.querySelectorAll('.playground').length",
                       "undefinedundefined0")
        for at, program in enumerate(found.programs):
            seconds.append(reading.run(at))
            same(reading, build, at, program)
        reading.expect("nothing sticks out at 1280", "document.documentElement.scrollWidth <= 1280", True)
        print(f"{name}: {len(found.programs)} of {found.count} listings run")
    return seconds


def edited(reading):
    """Barrier, padding, side of a tile; the request of a line; another launch."""
    reading.open("04_tiling")
    reading.run(0)
    state, says = f"{place(0)}.querySelector('.state').textContent", f"{place(0)}.querySelector('.player .says').textContent"
    reading.expect("the knob", f"{place(0)}.querySelector('.knobs label').textContent", "T16")
    reading.change(0, "__syncthreads();                            // 8", "")
    reading.expect("without the second barrier", f"{state}.startsWith('Fault in line')", True)
    reading.expect("the cure", f"[...{place(0)}.querySelectorAll('.note')].some((note) => note.textContent.includes('Add __syncthreads()'))", True)
    reading.page.evaluate(f"[...{place(0)}.querySelectorAll('.bar button')].at(-1).click()")
    reading.page.until(f"{state} === 'It ran to its end.'")
    reading.expect("the listing's lines", f"{place(0)}.querySelectorAll('.own').length", 17)
    reading.change(0, "float sum = 0", "float sum = 0 +")
    reading.expect("an error", f"{state}.startsWith('It does not compile')", True)
    reading.open("06_bank_conflicts")
    reading.run(0)
    bad = f"{place(0)}.querySelectorAll('.count.bad').length"
    reading.expect("32 words conflict, 33 do not", bad, 1)
    reading.change(0, "[32][33]", "[32][48]")
    reading.expect("48 words", bad, 2)
    reading.change(0, "[32][32]", "[32][35]")
    reading.expect("35 words", bad, 1)
    reading.page.evaluate(f"{place(0)}.querySelector('.CodeMirror').CodeMirror.setCursor(16, 0)")
    reading.expect("the request of a line in another launch", f"{says}.includes('line 17: 32 lanes load 4 bytes each in shared memory')", True)


def by_keyboard(reading):
    reading.open("09_divergence_and_privatisation")
    for _ in range(200):
        reading.page.press("Tab")
        if reading.page.evaluate("document.activeElement.className") == "run":
            break
    reading.page.press("Enter")
    reading.page.until(f"{place(0)}.querySelector('.playground')?.dataset.runs >= 1")
    reading.expect("the editor has the focus", f"{place(0)}.querySelector('.CodeMirror').contains(document.activeElement)", True)
    reading.page.press("Escape")
    reading.page.press("Tab")
    reading.expect("Escape and Tab leave it", f"{place(0)}.querySelector('.CodeMirror').contains(document.activeElement)", False)
    reading.page.evaluate(f"{place(0)}.querySelector('.run').focus()")
    reading.page.press("Enter")
    reading.expect("it is closed, and the listing is back", f"{place(0)}.querySelector('pre').offsetHeight > 0 && "
                   f"{place(0)}.querySelector('.playground').offsetHeight === 0", True)
    reading.expect("the button says so", f"{place(0)}.querySelector('.run').getAttribute('aria-expanded')", "false")


def narrow(reading, listings):
    for name, found in listings.items():
        if not found.programs:
            continue
        reading.page.size(400, 900)
        reading.open(name)
        for at in range(len(found.programs)):
            reading.run(at)
        reading.expect("nothing sticks out at 400", "document.documentElement.scrollWidth <= 400", True)


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        listings, wrong = write_lessons(folder, build)
        handler = functools.partial(type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None}), directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Browser() as page:
            page.size(1280, 900)
            reading = Reading(page, f"file://{folder}")
            seconds = all_run(reading, build, listings)
            edited(reading)
            by_keyboard(reading)
            reading.base = f"http://127.0.0.1:{server.server_port}"
            narrow(reading, listings)
            wrong += reading.wrong + [problem for problem in page.problems if "favicon" not in problem]
        server.shutdown()
    print(f"{len(seconds)} listings run; first counters after {statistics.median(seconds):.2f} s, at worst {max(seconds):.2f} s; from the last "
          f"key to the counters {statistics.median(reading.spent):.0f} ms, at worst {max(reading.spent)} ms, of which the pause is 300 ms")
    print("\n".join(wrong))
    return 1 if wrong or not seconds else 0


if __name__ == "__main__":
    sys.exit(main())
