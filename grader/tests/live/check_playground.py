"""check_playground.py - exercises edited in a headless Chromium.

usage: check_playground.py BUILD

What a learner does: a file is edited to the solution, given a syntax error, robbed of its barrier, sent into an endless
loop and stopped, left and found again. What the page says of skeletons and solutions is, character by character, what
this machine's build (BUILD/playground) says. Hostile text stays text. Prints seconds to the first verdict, and
milliseconds from the last key to the counters.
"""

import functools
import http.server
import json
import os
import re
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

COMPARED = ("first_map", "first_block", "stride_offset", "matmul_tiled", "corner_turning", "transpose_padded")
TIMED = ("first_map", "stride_offset", "transpose_padded")
EDITS = 15
EDITOR = "document.querySelector('.CodeMirror').CodeMirror"
PLACE = "document.querySelector('.playground')"
HOSTILE = ('#include "<img src=x onerror=window.hurt=1>"\n', '// </script><script>window.hurt=1</script>\nint a = "<b>"; int a;\n',
           'void transpose(const float *, float *, int, int) { printf("<img src=x onerror=window.hurt=1>"); }\n')


def write_pages(folder, build):
    live.write(folder, build)
    exercises = playground.exercises(build)
    playground.write(folder, exercises.values())
    with open("grader/book/style.css", encoding="utf-8") as file:
        book.write(folder, "style.css", book.colours() + file.read() + live.style(book.ALL))
    for exercise in exercises.values():
        book.write(folder, exercise.href, f'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">{book.POLICY}<link rel="stylesheet" '
                   f'href="style.css">{book.PLAYGROUND_STYLE}<body class="exercise"><main><article>{exercise.body()}</article></main>')
    return {exercise.name: exercise for exercise in exercises.values()}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Learner:
    """One page with one exercise."""

    def __init__(self, page, base):
        self.page, self.base, self.wrong = page, base, []

    def open(self, name):
        began = time.monotonic()
        self.page.open(f"{self.base}/exercise_{name}.html")
        self.page.until(f"{PLACE}.dataset.runs >= 1")
        return time.monotonic() - began

    def value(self, expression):
        return self.page.evaluate(expression)

    def write(self, text):
        """The file's new text; returns once it has been compiled and run."""
        runs = int(self.value(f"{PLACE}.dataset.runs"))
        self.value(f"{EDITOR}.setValue({json.dumps(text)})")
        self.page.until(f"{PLACE}.dataset.runs > {runs}")

    def expect(self, claim, expression, wanted):
        found = self.value(expression)
        if found != wanted:
            self.wrong.append(f"{claim}: {found!r}, expected {wanted!r}")

    def verdict(self, claim, wanted):
        self.expect(claim, f"{PLACE}.dataset.verdict", wanted)

    def notes(self):
        """What is said below lines: pairs of line and text."""
        return self.value(f"""(() => {{ const notes = [];
            {EDITOR}.eachLine((line) => (line.widgets || []).forEach((widget) =>
                notes.push([{EDITOR}.getLineNumber(line) + 1, widget.node.textContent])));
            return notes; }})()""")


def edited(learner):
    """transpose_padded from its skeleton to the solution, and the mistakes on the way."""
    skeleton = text_of("grader/exercises/transpose_padded/skeleton.cu")
    solved = skeleton.replace("tile[TILE][TILE]", "tile[TILE][TILE + 1]")
    lines = skeleton.splitlines()
    learner.open("transpose_padded")
    learner.verdict("the skeleton conflicts", "slow")
    count = "document.querySelectorAll('.CodeMirror .count.bad').length"
    learner.expect("one line conflicts", count, 1)
    learner.write(solved)
    learner.verdict("a padded tile", "right")
    learner.expect("no line conflicts", count, 0)
    learner.write(solved.replace("__syncthreads();", "__syncthreads()"))
    learner.verdict("a missing semicolon", "error")
    line = next(at for at, text in enumerate(lines, 1) if "__syncthreads" in text)
    if not any(at in (line, line + 1) and ";" in said for at, said in learner.notes()):
        learner.wrong.append(f"the semicolon after line {line} is not asked for: {learner.notes()}")
    learner.write(solved.replace("__syncthreads();", ""))
    learner.verdict("without a barrier", "fault")
    line = next(at for at, text in enumerate(lines, 1) if "tile[threadIdx.x]" in text)
    if not any(at == line and "no barrier between. Add __syncthreads() between" in said for at, said in learner.notes()):
        learner.wrong.append(f"no race at line {line}: {learner.notes()}")
    raced(learner)
    learner.write(solved.replace("tile[threadIdx.x][threadIdx.y];", "tile[threadIdx.y][threadIdx.x];"))
    learner.verdict("a wrong index", "wrong")
    # out[0][0] comes from the tile's corner either way, so out[0][1] is the first wrong element.
    learner.value(f"[...{PLACE}.querySelectorAll('.player button')].find((button) => button.textContent === 'Wrong value').click()")
    if not all(part in learner.value(SAYS) for part in ("warp 0,", f"line {line}:", "in out:", "Lane 1 writes the first wrong element.")):
        learner.wrong.append(f"who writes the wrong element: {learner.value(SAYS)}")
    stopped(learner, skeleton, solved)
    learner.open("transpose_padded")
    learner.expect("the text is kept", f"{EDITOR}.getValue()", solved)
    played(learner)
    learner.value("[...document.querySelectorAll('.bar button')].at(-1).click()")
    learner.expect("the skeleton is back", f"{EDITOR}.getValue()", skeleton)
    hostile(learner)


def stopped(learner, skeleton, solved):
    """Loops without an end: the host's is stopped by its button, a kernel's ends by itself."""
    learner.value(f"{EDITOR}.setValue({json.dumps(skeleton.replace('dim3 block', 'for (int i = 0; i < 2; i += 0) {} dim3 block'))})")
    learner.page.until(f"!{PLACE}.querySelector('.bar button').hidden")
    learner.value(f"{PLACE}.querySelector('.bar button').click()")
    learner.expect("it is stopped", f"{PLACE}.querySelector('.state').textContent.startsWith('Stopped')", True)
    learner.write(solved)
    learner.verdict("after a stop", "right")
    learner.write(solved.replace("__syncthreads();", "while (width) {}"))
    learner.verdict("a kernel without an end", "fault")
    learner.expect("the other cases are not run", f"{PLACE}.querySelector('.verdict').textContent.split('not run').length - 1", 4)
    learner.write(solved.replace("dim3 block", 'for (;;) printf("flood"); dim3 block'))
    learner.expect("a flood of text ends", f"{PLACE}.querySelector('.verdict').textContent.includes('prints more than 1 MiB')", True)
    learner.write(solved)


SAYS = f"{PLACE}.querySelector('.player .says').textContent"


def press_in_player(learner, text):
    learner.value(f"[...{PLACE}.querySelectorAll('.player button')].find((button) => button.textContent === '{text}').click()")
    return learner.value(SAYS)


def raced(learner):
    """The player goes to a race and names both lanes, from either side."""
    said = [press_in_player(learner, "Fault") for _ in range(4)]
    races = {re.search(r"line (\d+): .* races with lane \d+ of warp \d+ in line (\d+)", one).groups() for one in said if "races" in one}
    if len(races) < 2 or any((second, first) not in races for first, second in races):
        learner.wrong.append(f"both sides of a race: {said}")
    learner.expect("the lane at fault is marked", f"{PLACE}.querySelectorAll('.values .at-fault').length > 0", True)


def played(learner):
    """The player by keyboard: forward and back, and to the barrier; and another block."""
    says = SAYS
    learner.value(f"{PLACE}.querySelector('.player button').focus()")
    first = learner.value(says)
    learner.expect("each lane has its own x", "[...document.querySelectorAll('.values tbody tr')].map((row) => row.innerText.trim().split(/\\s+/).join()).join(';')",
                   "x," + ",".join(map(str, range(32))))
    learner.expect("all lanes have one y", "document.querySelector('.values p').textContent", "In all lanes: width = 192, height = 160, y = 0")
    learner.page.press("ArrowRight", 2)
    if learner.value(says) == first:
        learner.wrong.append("the arrow to the right plays nothing")
    learner.page.press("ArrowLeft", 2)
    learner.expect("two steps back", says, first)
    learner.value(f"{PLACE}.querySelectorAll('.player button')[3].click()")
    lines = text_of("exercises/06_bank_conflicts/transpose_padded.cu").splitlines()
    loads = next(number for number, line in enumerate(lines, 1) if line.endswith("= tile[threadIdx.x][threadIdx.y];"))
    if "stores" in learner.value(says) or f"line {loads}:" not in learner.value(says):
        learner.wrong.append(f"after the barrier come loads from the tile: {learner.value(says)}")
    learner.expect("blocks to choose from", f"{PLACE}.querySelectorAll('.player option').length", 3)  # of 32 warps each
    learner.value(f"(() => {{ const select = {PLACE}.querySelector('.player select'); select.value = 2; select.dispatchEvent(new Event('change')); }})()")
    if "Step 1 of" not in learner.value(says) or "block 2," not in learner.value(says):
        learner.wrong.append(f"another block: {learner.value(says)}")


def pointed(learner):
    """Points as far as the page knows them."""
    learner.open("shared_ab")
    state = f"{PLACE}.querySelector('.state').textContent"
    if "points" in learner.value(state):
        learner.wrong.append("an untouched skeleton has points")
    learner.write(text_of("solutions/04_tiling/shared_ab.cu"))
    learner.expect("all but the predictions' points", state, "Right: 3 of 3 cases, 80 of 80 points.")
    learner.expect("the rest is named", f"{PLACE}.querySelector('.said .points').textContent.endsWith('predictions: 20 with make grade')", True)
    learner.write("#include <thrust/copy.h>\n" + text_of("grader/exercises/soa/skeleton.cu"))
    learner.verdict("what only nvcc can compile", "refused")


def unset(learner):
    """What has no value yet is not 0 by chance: an output of the case, and a variable of the host."""
    learner.open("sum_atomic")
    lines = text_of("solutions/10_kernels_and_transfers/sum_atomic.cu").splitlines(keepends=True)
    learner.write("".join(line for line in lines if "cudaMemset(out" not in line))
    learner.verdict("a sum that nobody has set to 0", "fault")
    learner.open("flatten")
    learner.write(text_of("solutions/03_layout_and_caches/flatten.cu").replace("int64_t flat = 0;", "int64_t flat;"))
    learner.verdict("a number without a beginning", "wrong")


def turned(learner):
    """A constant by its slider: the text follows, and so does the verdict; typing moves the slider."""
    skeleton = text_of("grader/exercises/transpose_padded/skeleton.cu")
    learner.open("transpose_padded")
    learner.write(skeleton + "\n")
    learner.write(skeleton)
    runs = int(learner.value(f"{PLACE}.dataset.runs"))
    learner.expect("one knob", "[...document.querySelectorAll('.knobs label')].map((label) => label.textContent).join()", "TILE32")
    learner.value("document.querySelector('.knobs input').focus()")
    learner.page.press("ArrowLeft", 2)
    turned = skeleton.replace("TILE = 32", "TILE = 8")
    learner.expect("the text has the knob's number", f"{EDITOR}.getValue()", turned)
    learner.page.until(f"{PLACE}.dataset.runs > {runs}")
    # Eight lanes read words that lie 8 apart: banks 0, 8, 16 and 24, each twice.
    learner.expect("rows of 8 words", "document.querySelector('.CodeMirror .count.bad').textContent", "2.0")
    learner.write(skeleton.replace("TILE = 32", "TILE = 64 /* TILE = 3; */"))
    learner.expect("the slider follows the text", "document.querySelector('.knobs output').textContent", "64")
    learner.write("// constexpr int NO = 1;\nconstexpr int A = 7;\nvoid f() { dim3 block(16, A, 2); k<<<1, 128, 4 * A>>>(); }")
    learner.expect("knobs of constants, blocks, and launches", "[...document.querySelectorAll('.knobs label')].map((label) => "
                   "label.textContent).join()", "A7,block.x16,block.z2,threads per block128")
    learner.write(skeleton)


def hostile(learner):
    for text in HOSTILE:
        learner.write(text)
        learner.expect("markup in a text", f"{PLACE}.querySelectorAll('img, script, b').length", 0)
    learner.expect("a script in a text", "typeof window.hurt", "undefined")
    learner.write("")
    learner.verdict("an empty file", "wrong")
    learner.write("(" * 100000)
    learner.verdict("very deep brackets", "error")


def compared(learner, build):
    """The same report in the page and on this machine."""
    for name in COMPARED:
        learner.open(name)
        chapter = chapter_of(name)
        for path in (f"grader/exercises/{name}/skeleton.cu", f"solutions/{chapter}/{name}.cu"):
            text = text_of(path)
            own = json.loads(subprocess.run([os.path.join(build, "playground"), name, "40"], input=text, capture_output=True,
                                            text=True, check=True).stdout)
            said = learner.value(f"new Runner().run({json.dumps(name)}, {json.dumps(text)}, 40)")
            if said != own:
                differ = [key for key in own if said.get(key) != own[key]]
                learner.wrong.append(f"{path}: the page says something else about {', '.join(differ)}")


def solved(build):
    """Solutions that are not right: all that a page can run, on this machine."""
    wrong, right, refused = [], 0, []
    for exercise in playground.exercises(build).values():
        if exercise.reason:
            refused.append(exercise.name)
            continue
        done = subprocess.run([os.path.join(build, "playground"), exercise.name], capture_output=True, text=True, check=True,
                              input=text_of(exercise.path.replace("exercises/", "solutions/", 1)))
        cases = json.loads(done.stdout).get("cases", [])
        is_right = bool(cases) and all(one["passed"] and not one["problem"] and not one["faults"] for one in cases)
        right += is_right
        if not is_right:
            wrong.append(f"the solution of {exercise.name} is not right")
    print(f"{right} solutions are right in the page; it refuses {len(refused)}: {', '.join(refused)}")
    return wrong


def chapter_of(name):
    return next(os.path.basename(folder) for folder, _, files in os.walk("solutions") if f"{name}.cu" in files)


def timed(learner):
    for name in TIMED:
        first, spent = learner.open(name), []
        text = learner.value(f"{EDITOR}.getValue()")
        for edit in range(EDITS):
            learner.write(text + f"// {edit}\n")
            spent.append(int(learner.value(f"{PLACE}.dataset.milliseconds")))
        print(f"{name}: first verdict after {first:.2f} s; from the last key to the counters {statistics.median(spent):.0f} ms, "
              f"at worst {max(spent)} ms, of which the pause is 300 ms")
        learner.write(text)


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        write_pages(folder, build)
        size = sum(os.path.getsize(os.path.join(folder, name)) for name in (
            "style.css", "live/live.js", "live/core.js", "playground/codemirror.js", "playground/playground.css", "playground/playground.js",
            "playground/transpose_padded.js", "exercise_transpose_padded.html"))
        print(f"a page loads {size / 1e6:.2f} MB")
        handler = functools.partial(type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None}),
                                    directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Browser() as page:
            learner = Learner(page, f"file://{folder}")
            edited(learner)
            pointed(learner)
            unset(learner)
            turned(learner)
            compared(learner, build)
            timed(learner)
            learner.base = f"http://127.0.0.1:{server.server_port}"
            learner.open("first_map")
            learner.verdict("from a server", "wrong")
            for width in (400, 1280):
                page.size(width, 900)
                learner.expect(f"nothing sticks out at {width}", f"document.documentElement.scrollWidth <= {width}", True)
            wrong = learner.wrong + solved(build) + [problem for problem in page.problems if "favicon" not in problem]
        server.shutdown()
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
