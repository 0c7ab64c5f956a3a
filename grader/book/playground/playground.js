// playground.js - an exercise in the page: an editor, and beside it what the compiler and the emulated GPU say.
//
// An exercise's page holds <section class="playground" data-exercise="NAME"> and playground/NAME.js, which sets EXERCISE;
// live/listing.js opens a lesson's listing. Everything that comes from a student's text is put into the page as text, never
// as markup.
"use strict";

const PAUSE = 300;    // milliseconds after the last key until the text is compiled
const SLOW = 600;     // after which a run can be stopped
const TRACED = 96;    // accesses kept of each instruction, for the player
const LONG = 1500;    // lines: the editor draws a longer text in part, in a window of its own

const SECTORS = ["global_load", "global_store", "global_red", "global_atom"];
const sumOf = (line, names, suffix) => names.reduce((sum, name) => sum + (line[name + suffix] || 0), 0);

// What the margin says of a line: sectors per request to global memory, passes per request to shared memory.
function marginOf(line) {
  const requests = sumOf(line, SECTORS, "_requests"), sectors = sumOf(line, SECTORS, "_sectors");
  const shared = sumOf(line, ["shared_load", "shared_store"], "_instructions");
  const passes = sumOf(line, ["shared_load", "shared_store"], "_wavefronts");
  const conflicts = sumOf(line, ["shared_load", "shared_store"], "_bank_conflicts");
  return {requests, sectors, shared, passes, conflicts,
    wasted: sumOf(line, ["global_load", "global_store"], "_wasted_bytes"),
    perRequest: requests && sectors / requests, perAccess: shared && passes / shared};
}

// file: {name, skeleton}, and of an exercise {path, hints}. Of a listing's program, which belongs to no exercise and is not
// kept, {own}: the numbers of its lines that the listing shows.
class Playground {
  constructor(place, file) {
    Object.assign(this, {place, file, isExercise: Boolean(file.path)});
    this.key = `workbook:${file.name}`;
    this.runner = new Runner();
    this.build();
    this.editor.on("change", () => this.changed());
    this.check();
  }

  // ---- the page ----

  build() {
    const button = (text, does, hidden) => {
      const made = make("button", {type: "button", hidden}, text);
      made.addEventListener("click", does);
      return made;
    };
    this.state = make("p", {class: "state", role: "status"}, "Loading the compiler and the GPU ...");
    this.stopper = button("Stop", () => this.stop(), true);
    this.chooser = make("input", {type: "file", accept: ".cu,text/plain", hidden: true, "aria-label": "A file to open"});
    this.chooser.addEventListener("change", () => this.open(this.chooser.files[0]));
    const bar = make("div", {class: "bar"}, this.state, this.stopper,
      ...(this.isExercise ? [button("Save file", () => this.save()), button("Open file", () => this.chooser.click()), this.chooser,
        button("Hint", () => this.hint())] : []), button("Start again", () => this.reset()));
    const legend = make("p", {class: "legend"}, "In the margin: sectors per request to global memory, ",
      make("span", {}, "passes per request to shared memory"), ".",
      this.isExercise ? "" : " numbers(n) is memory of the GPU that holds 0, 1, 2, and so on; room(n) has no values yet; show() prints.");
    this.hints = make("ol", {class: "hints", hidden: true});
    const edited = make("div", {class: "edited"});
    this.verdict = make("div", {class: "verdict", "aria-live": "polite"});
    this.player = new Player((line) => this.goTo(line, false));
    this.place.append(bar, this.hints, make("div", {class: "both"}, make("div", {}, edited, legend), make("div", {class: "said"}, this.verdict)),
      this.player.place);
    this.editor = Editor.make(edited, {value: this.load(), gutters: ["CodeMirror-linenumbers", "sectors", "passes"],
      screenReaderLabel: `The file ${this.file.name}.cu`});
    this.editor.on("cursorActivity", () => this.player.choose(this.editor.getCursor().line + 1));
    this.fit();
    this.frame();
    this.knobs = new Knobs(this.editor);
    edited.before(this.knobs.place);
    this.marks = [];
  }

  // ---- the text ----

  load() {
    if (!this.isExercise) return this.file.skeleton;
    try {
      return localStorage.getItem(this.key) ?? this.file.skeleton;
    } catch {
      return this.file.skeleton; // the browser keeps nothing
    }
  }

  keep(text) {
    if (!this.isExercise) return;
    try {
      if (text === this.file.skeleton) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      this.place.dataset.unkept = "1";
    }
  }

  save() {
    const link = make("a", {download: `${this.file.name}.cu`});
    link.href = URL.createObjectURL(new Blob([this.editor.getValue()], {type: "text/plain"}));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async open(file) {
    if (file && file.size < 1 << 20) this.editor.setValue(await file.text());
    else if (file) this.state.textContent = "This file is larger than 1 MiB, so it is not opened.";
    this.chooser.value = "";
  }

  fit() {
    const isLong = this.editor.lineCount() > LONG;
    if (isLong === Boolean(this.isLong)) return;
    this.isLong = isLong;
    this.editor.setOption("viewportMargin", isLong ? 10 : Infinity);
    this.editor.setSize(null, isLong ? "80vh" : "auto");
  }

  reset() {
    this.editor.setValue(this.file.skeleton);
    this.frame();
  }

  // The lines that a listing shows, among those of the program around it.
  frame() { for (const line of this.file.own || []) this.editor.addLineClass(line - 1, "background", "own"); }

  hint() {
    const next = this.file.hints[this.hints.children.length];
    this.hints.hidden = false;
    if (next) this.hints.append(make("li", {}, next));
    else this.state.textContent = "There are no more hints.";
  }

  goTo(line, focus = true) {
    if (!line) return;
    if (focus) {
      this.editor.setCursor(line - 1, 0);
      this.editor.focus();
    }
    if (this.lit) this.editor.removeLineClass(this.lit, "background", "lit");
    this.lit = this.editor.addLineClass(Math.min(line, this.editor.lineCount()) - 1, "background", "lit");
  }

  // ---- a run ----

  changed() {
    const text = this.editor.getValue();
    this.keep(text);
    this.fit();
    this.knobs.update();
    this.typed = performance.now();
    clearTimeout(this.due);
    this.due = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    clearTimeout(this.late);
    this.stopper.hidden = true;
    this.late = setTimeout(() => {
      this.state.textContent = "Running ...";
      this.stopper.hidden = false;
    }, SLOW);
    const mine = this.checking = {};
    try {
      const report = await this.runner.run(this.isExercise ? this.file.name : "", this.editor.getValue(), TRACED);
      if (mine === this.checking) this.show(report);
    } catch (error) {
      if (mine === this.checking) this.show({diagnostics: [], error: `The run failed: ${error.message}`});
    }
    if (mine !== this.checking) return;
    clearTimeout(this.late);
    this.stopper.hidden = true;
    if (this.typed) this.place.dataset.milliseconds = (performance.now() - this.typed).toFixed(0);
    this.place.dataset.runs = +(this.place.dataset.runs || 0) + 1;
  }

  stop() {
    this.runner.stop();
    this.checking = null;
    clearTimeout(this.late);
    this.stopper.hidden = true;
    this.clear();
    this.state.textContent = "Stopped. Edit the file to run it again.";
    this.verdict.replaceChildren(make("p", {}, "The program was stopped before it ended. Does each loop have an end?"));
  }

  clear() {
    this.marks.forEach((mark) => mark.clear());
    this.marks = [];
    this.editor.clearGutter("sectors");
    this.editor.clearGutter("passes");
    if (this.lit) this.editor.removeLineClass(this.lit, "background", "lit");
    this.lit = null;
  }

  show(report) {
    report.file = this.file;
    report.untouched = this.isExercise && this.editor.getValue() === this.file.skeleton;
    this.find(report);
    this.editor.operation(() => {
      this.clear();
      for (const diagnostic of report.diagnostics || []) this.mark(diagnostic);
      for (const fault of report.faults || [])
        if (fault.line) this.note(fault.line, "fault", `A thread ${fault.message}.`, adviceOf(fault));
      for (const line of report.lines || []) this.margin(line);
    });
    this.verdict.replaceChildren(...verdictOf(report, (line) => this.goTo(line)));
    this.state.textContent = summaryOf(report);
    this.state.dataset.verdict = this.place.dataset.verdict = kindOf(report);
    this.player.show(report, this.editor.getValue().split("\n"));
    this.player.choose(this.editor.getCursor().line + 1);
  }

  // At first, the cursor goes to the first line of a listing that accesses memory.
  find({accesses = []}) {
    const {own} = this.file;
    if (!own || this.place.dataset.runs) return;
    this.editor.setCursor((own.find((line) => accesses.some((access) => access.line === line)) ?? own[0]) - 1, 0);
    this.editor.focus();
  }

  // An error: what is wrong is underlined, and said below its line.
  mark({kind, line, column, length, message, advice}) {
    const at = Math.min(line, this.editor.lineCount()) - 1, from = Math.max(0, column - 1);
    this.marks.push(this.editor.markText({line: at, ch: from}, {line: at, ch: from + length}, {className: `mark-${kind}`}));
    this.note(at + 1, kind, message, advice);
  }

  note(line, kind, message, advice) { this.marks.push(Editor.note(this.editor, {kind, line, message, advice})); }

  margin(line) {
    if (line.line > this.editor.lineCount()) return;
    const {requests, perRequest, shared, perAccess, conflicts, sectors, passes} = marginOf(line);
    const put = (gutter, value, bad, title) => this.editor.setGutterMarker(line.line - 1, gutter,
      make("span", {class: bad ? "count bad" : "count", title}, value.toFixed(value < 10 ? 1 : 0)));
    if (requests) put("sectors", perRequest, perRequest > 16, `${plural(requests, "request")} of warps to global memory: ${plural(sectors, "sector")}`);
    if (shared) put("passes", perAccess, conflicts > 0, `${plural(shared, "request")} to shared memory: ${plural(passes, "pass", "passes")}, of which ${plural(conflicts, "is a bank conflict", "are bank conflicts")}`);
  }
}

// ---- what is said --------------------------------------------------------------------------------------------------

// What to do about a fault: of a race, where the barrier belongs. With one between both lines already, they meet when a
// loop goes round.
function adviceOf({kind, line, other_line: other, barrier_line: barrier, advice}) {
  const first = Math.min(line, other), last = Math.max(line, other);
  if (kind !== "race_shared" || !other) return advice && `${advice[0].toUpperCase()}${advice.slice(1)}.`;
  if (line === other) return "Give each thread an element of its own, or use an atomic operation.";
  return barrier > first && barrier < last ? `Add __syncthreads() after line ${last}, before the loop comes back to line ${first}.`
    : `Add __syncthreads() between line ${first} and line ${last}.`;
}

const pointsOf = (parts) => parts.reduce((sum, {points}) => sum + points, 0);
const mostOf = (parts) => parts.reduce((sum, part) => sum + part.max_points, 0);

// What of the points this page knows: {earned, most} by what it judges, and the parts that only the grader judges.
function judgedOf({parts}) {
  const judged = parts.filter(({points}) => points !== null), left = parts.filter((part) => part.points === null && part.max_points);
  return {earned: pointsOf(judged), most: mostOf(judged), left};
}

// An untouched skeleton earns nothing, whatever it does.
function inPoints(report) {
  const {earned, most} = judgedOf(report);
  return most && !report.untouched ? `, ${earned} of ${most} points` : "";
}

function kindOf(report) {
  if (report.error) return "failed";
  if (!report.cases) return report.diagnostics.some(({kind}) => kind === "error") ? "error" : "refused";
  if (report.faults.length) return "fault";
  if (report.cases.some(({refused}) => refused)) return "refused";
  return report.cases.some(({passed}) => !passed) ? "wrong" : report.limits.some((limit) => !limit.met) ? "slow" : "right";
}

function summaryOf(report) {
  const right = report.cases ? report.cases.filter(({passed}) => passed).length : 0, kind = kindOf(report);
  if (!report.file.path && ["wrong", "right"].includes(kind)) return kind === "right" ? "It ran to its end." : "It stopped before its end.";
  switch (kind) {
  case "failed": return report.error;
  case "error": return `It does not compile: ${plural(report.diagnostics.filter(({kind}) => kind === "error").length, "error")}.`;
  case "refused": return `This page cannot compile or run it. nvcc may${report.file.path ? ": type make grade" : ""}.`;
  case "fault": return `Fault${report.faults[0].line ? ` in line ${report.faults[0].line}` : ""}: ${report.faults[0].kind.replaceAll("_", " ")}.`;
  case "wrong": return `Wrong: ${right} of ${report.cases.length} cases are right.`;
  case "slow": return `Right: ${right} of ${report.cases.length} cases${inPoints(report)}. Not yet efficient.`;
  default: return `Right: ${right} of ${report.cases.length} cases${inPoints(report)}.`;
  }
}

function lineButton(line, goTo) {
  if (!line) return "";
  const button = make("button", {type: "button", class: "place"}, `line ${line}`);
  button.addEventListener("click", () => goTo(line));
  return button;
}

function limitRow(limit) {
  const bound = limit.most === null || limit.value < limit.least ? `at least ${short(limit.least)}` : `at most ${short(limit.most)}`;
  return make("li", {class: limit.met ? "met" : "missed"}, `${limit.met ? "✓" : "✗"} ${limit.label}: ${short(limit.value)} ${limit.counts}, ${bound}.`,
    limit.advice ? make("span", {class: "advice"}, ` ${limit.advice}.`) : "");
}

// The verdict's paragraphs: errors, or results of the cases, faults, limits, and what the program printed.
function verdictOf(report, goTo) {
  if (report.error) return [];
  const parts = [];
  const list = (items) => items.length && parts.push(make("ul", {}, ...items));
  list(report.diagnostics.map(({line, message, advice}) => make("li", {}, lineButton(line, goTo), ` ${message}`, advice ? `: ${advice}` : "")));
  if (!report.cases) return parts;
  list(report.faults.map((fault) => make("li", {}, lineButton(fault.line, goTo),
    ` A thread ${fault.message}.`, fault.count > 1 ? ` This happens ${whole(fault.count)} times.` : "")));
  if (report.file.path || kindOf(report) === "wrong") list(report.cases.map((one) => make("li", {class: one.passed ? "met" : "missed"},
    `${one.passed ? "✓" : "✗"} ${one.label}: `, one.problem ? make("span", {}, one.problem, " ", lineButton(one.problem_line, goTo)) : one.message,
    one.cause ? make("span", {class: "advice"}, ` ${one.cause}.`) : "")));
  list(report.limits.map(limitRow));
  if (report.printed) parts.push(make("pre", {class: "printed", tabindex: 0}, report.printed));
  if (!report.file.path) return parts;
  if (!report.untouched && kindOf(report) !== "refused") parts.push(pointsList(report));
  parts.push(make("p", {class: "small"}, ...elsewhere(judgedOf(report), report.file)));
  return parts;
}

const pointsList = ({parts}) => make("ul", {class: "points", "aria-label": "Points"}, ...parts.filter((part) => part.max_points).map(
  ({label, points, max_points: most}) => make("li", {}, `${label}: ${points === null ? `${most} with make grade` : `${points} of ${most}`}`)));

// What this page does not judge.
const elsewhere = ({most, left}, {path, name}) => [
  most ? "The points are those of the visible cases, by this page's own compiler. " : "This page gives no points here. ",
  left.some(({label}) => label === "time") ? "Time is estimated from the machine code of nvcc's assembler, which a page does not have. " : "",
  left.length ? `For ${most ? "the other " : "all "}${mostOf(left)} points (${left.map(({label}) => label).join(", ")}) and for hidden cases, `
    : "For hidden cases, ", "save the file as ", make("code", {}, path), " and type ", make("code", {}, `make grade EXERCISE=${name}`), "."];

for (const place of document.querySelectorAll(".playground[data-exercise]")) new Playground(place, EXERCISE);
