"""check_live.py - live figures in a headless Chromium.

usage: check_live.py BUILD [NAME ...]

Runs every position of every figure's knobs in a page and again on this machine's build of the emulated GPU
(BUILD/live_replay), and complains where a report differs by one character: counters, lines, faults, accesses. Images
and launches that cannot run must be refused, not end the page's GPU. Then turns every knob in the page itself, by
keyboard alone: the drawing keeps to its height, the figure to its own at 400 and at 1280 pixels, each knob changes what
is shown, and each turn is answered within ANSWER milliseconds but for a share of MOST_SLOW, because a machine may be
busy. Prints the time to the first answer and the thread instructions per second of both.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, "grader/book")
import book  # noqa: E402
import live  # noqa: E402
import playground  # noqa: E402
from browser import Browser  # noqa: E402

ANSWER, MOST_SLOW = 100, 0.2
RUN_ALL = """(async () => {
  const figure = FIGURES.get(%s), results = [];
  let instructions = 0, spent = 0;
  await figure.unpack();
  for (const position of figure.positions())
    for (const launch of figure.launches(position)) {
      const began = performance.now(), report = GPU.now.run(figure.image, launch);
      spent += performance.now() - began;
      instructions += report.launch ? report.launch.counters.thread_instructions : 0;
      results.push([launch, report.text]);
    }
  return {results, instructions, spent};
})()"""
# Images and launches that cannot run; after them, one that can.
SURVIVE = """(async () => {
  const figure = FIGURES.get("stride"), said = [];
  await figure.unpack();
  const [good] = figure.launches(figure.start()), image = figure.image;
  const text = new TextDecoder("latin1").decode(image), spoiled = image.slice();
  for (const {index} of text.matchAll(/st\\.global/g)) spoiled[index] = 0x21; // an exclamation mark
  const run = (image, launch) => {
    try {
      const report = GPU.now.run(image, {...good, ...launch});
      said.push(report.refused ? "refused" : report.error ? "fault" : "ran");
    } catch (error) { said.push(error instanceof LaunchError ? "error" : `${error}`); }
  };
  run(image.slice(0, 100), {});
  run(new Uint8Array(1000), {});
  run(spoiled, {});
  run(image, {kernel: "nobody"});
  run(image, {block: [2048]});
  run(image, {arguments: [{words: 2 ** 29, fill: "floats"}]});
  run(image, {arguments: [{words: 8, fill: "floats"}, {words: 32, fill: "unset"}, {int: 4096}, {int: 0}]});
  run(image, {});
  return said.join(" ");
})()"""
SURVIVED = "error error error refused refused error fault ran"
LOOK = """(() => { const figure = FIGURES.get(%s);
  return [figure.place.offsetHeight, figure.drawn, figure.definition.height, figure.says.textContent,
          +figure.place.dataset.milliseconds, figure.says.offsetHeight - figure.says.scrollHeight,
          figure.picture.innerHTML + figure.says.textContent]; })()"""

# An editor wraps its lines anew some time after the window's width changed: a figure is still once its height is.
STILL = """new Promise((done) => {
  const place = FIGURES.get(%s).place;
  let height = 0, since = 0;
  const look = () => {
    const now = performance.now();
    if (place.offsetHeight !== height) [height, since] = [place.offsetHeight, now];
    if (now - since > 400) done(); else setTimeout(look, 20);
  };
  look();
})"""


def page_of_all(folder, build):
    """A page with all figures, under the book's content security policy."""
    live.write(folder, build)
    playground.write(folder, [])
    every = [definition for row in live.definitions().values() for definition in row]
    with open("grader/book/style.css", encoding="utf-8") as file:
        book.write(folder, "style.css", book.colours() + file.read() + live.style(book.ALL))
    book.write(folder, "all.html", '<!doctype html><meta name="viewport" content="width=device-width">'
               f'{book.POLICY}<title>all</title><link rel="stylesheet" href="style.css">{book.LIVE_SCRIPT}'
               f'<body><main><article>{"".join(map(live.slot, every))}</article></main>')
    return f"file://{folder}/all.html", [definition.name for definition in every]


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


def look(page, name):
    return dict(zip(("height", "drawn", "place", "said", "milliseconds", "slack", "shown"), page.evaluate(LOOK % json.dumps(name))))


def turned(page, name, knob, values):
    """Goes on to a knob and turns it from one end to the other, all by keyboard, with the others as at first; what is
    wrong."""
    figure = f"FIGURES.get({json.dumps(name)})"
    page.evaluate(f"{figure}.turn({figure}.start())")
    page.press("Tab")
    focus = page.evaluate("document.activeElement.id")
    if not re.fullmatch(rf"live-{name}-{knob}(-\d+)?", focus):
        return [f"{name}: the tabulator leads to {focus or 'nothing'}, not to {knob}"]
    before, wrong, slow = look(page, name), [], 0
    key = page.evaluate("({range: 'ArrowRight', radio: 'ArrowRight', checkbox: ' '})[document.activeElement.type]")
    if page.evaluate("document.activeElement.type") == "range":
        page.press("Home")
    reached, shown = set(), set()
    for _ in range(values):
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        reached.add(json.dumps(page.evaluate(f"{figure}.knobs[{json.dumps(knob)}]")))
        now = look(page, name)
        shown.add(now["shown"])
        slow += now["milliseconds"] > ANSWER
        if now["height"] != before["height"]:
            wrong.append(f"{name}: turning {knob} changes its height from {before['height']} to {now['height']}")
        if now["drawn"] is not None and now["drawn"] > now["place"] + 2:
            wrong.append(f"{name}: {now['drawn']} units are drawn in a place of {now['place']}")
        if not now["said"] or "NaN" in now["said"] or "undefined" in now["said"]:
            wrong.append(f"{name}: it says: {now['said']}")
        page.press(key)
    if len(reached) != values:
        wrong.append(f"{name}: the keyboard reaches {len(reached)} of the {values} values of {knob}")
    if len(shown) < 2:
        wrong.append(f"{name}: turning {knob} changes nothing that it shows")
    if slow > values * MOST_SLOW:
        wrong.append(f"{name}: {slow} of {values} turns of {knob} take more than {ANSWER} ms")
    return wrong


def operated(page, name):
    """Turns every knob of a figure by keyboard at two widths."""
    wrong = []
    figure = f"FIGURES.get({json.dumps(name)})"
    knobs = page.evaluate(f"Object.entries({figure}.definition.knobs).map(([name, knob]) => [name, valuesOf(knob).length])")
    for width in (1280, 400):
        page.size(width, 900)
        page.evaluate(f"{figure}.place.scrollIntoView(), {figure}.turn({figure}.start())")
        page.until(f"{figure}.place.dataset.milliseconds !== undefined")
        page.evaluate(STILL % json.dumps(name))
        page.evaluate(f"{figure}.place.querySelector('button.again').focus()")
        for knob, values in knobs:
            wrong += turned(page, name, knob, values)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            wrong.append(f"{name}: the page is {wide} pixels wide on a screen of {width}")
    return wrong


# A kernel that is edited: what the figure says then, after a mistake, and after "Start again".
EDIT = """(async () => {
  const figure = FIGURES.get("stride"), said = [], wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  figure.place.querySelector("details.kernel").open = true;
  while (!figure.editor?.getValue) await wait(20);
  const own = figure.editor.getValue(), turn = async (text) => {
    figure.editor.setValue(text);
    await wait(600);
    said.push(figure.says.textContent, figure.place.querySelectorAll(".note").length);
  };
  await turn(own);
  await turn(own.replace("stride * ", "2 * stride * "));
  await turn(own.replace(";", ""));
  figure.place.querySelector(".again").click();
  await wait(600);
  figure.place.querySelector("details.kernel").open = false;
  return [own.includes("stride * "), said[0] !== said[2], said[1], said[3], said[5] > 0, figure.says.textContent === said[0]];
})()"""


def main():
    build, names = sys.argv[1], sys.argv[2:]
    wrong, launches = [], 0
    with tempfile.TemporaryDirectory() as folder, Browser() as page:
        url, every = page_of_all(folder, build)
        page.size(1280, 900)
        page.open(url)
        page.until("document.querySelector('.live[data-milliseconds]') !== null")
        print(f"first answer {page.evaluate('Math.round(GPU.first)')} ms after the page began to load, "
              f"core.js {os.path.getsize(os.path.join(folder, 'live/core.js'))} bytes")
        said = page.evaluate(SURVIVE)
        if said != SURVIVED:
            wrong.append(f"launches that cannot run end as {said}, not as {SURVIVED}")
        edited = page.evaluate(EDIT)
        if edited != [True, True, 0, 0, True, True]:
            wrong.append(f"an edited kernel does not move its figure, or its mistake is not shown: {edited}")
        for name in names or every:
            more, count = differences(page, build, name)
            launches += count
            wrong += more + operated(page, name)
        wrong += page.problems
    print(f"{launches} launches in all")
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
