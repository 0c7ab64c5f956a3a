// player.js - a launch played access by access: its lanes, the request that they make, their variables, shared memory, and
// the arrays that were touched.
//
// A step is one access of a warp as the emulated GPU recorded it, in the order of its block; one block is played at a time.
// Going back replays from the block's beginning, so a step is a number and nothing else.
"use strict";

const SHARED_WORDS = 2112; // words of shared memory that are drawn: 66 rows of 32
const PIECES = 128;        // an array is drawn as so many cells
const MOST_ARRAYS = 4;
const inCell = (value) => Number.isInteger(value) ? String(value) : value === null ? "NaN" : String(+value.toPrecision(5));
const placeOf = (thread) => ({warp: Math.floor(thread / LANES), lane: thread % LANES});

class Player {
  constructor(atLine) {
    this.atLine = atLine;
    this.steps = [];
    this.played = [];
    const button = (text, label, does) => {
      const made = make("button", {type: "button", "aria-label": label, title: label}, text);
      made.addEventListener("click", () => this.move(does));
      return made;
    };
    this.blocks = make("select", {"aria-label": "Block that is played"});
    this.blocks.addEventListener("change", () => this.block(+this.blocks.value));
    this.range = make("input", {type: "range", min: 0, max: 0, value: 0, "aria-label": "Step"});
    this.range.addEventListener("input", () => this.go(+this.range.value));
    this.says = make("p", {class: "says", "aria-live": "polite"});
    this.picture = make("div", {class: "drawing", role: "img"});
    this.values = make("div", {class: "values", tabindex: 0, role: "region", "aria-label": "Variables of the warp"});
    this.faulty = button("Fault", "To the fault, and to its other side (key F)", "fault");
    this.wrongly = button("Wrong value", "To the next step that writes the first wrong element (key W)", "wrong");
    this.controls = make("div", {class: "controls"}, button("Start", "To the first step (key Home)", "start"),
      button("Back", "One step back (key Left)", -1), button("Step", "One step forward (key Right)", 1),
      button("Barrier", "To the step after the next barrier (key B)", "barrier"),
      button("Line", "To the next step of this line (key L)", "line"), this.faulty, this.wrongly, this.blocks, this.range);
    this.place = make("section", {class: "player live", hidden: true, "aria-label": "Watch it run"},
      make("h4", {}, "Watch it run"), this.controls, this.says, this.values, this.picture);
    this.place.addEventListener("keydown", (event) => {
      const does = {ArrowLeft: -1, ArrowRight: 1, Home: "start", End: "end", b: "barrier", l: "line", f: "fault", w: "wrong"}[event.key];
      const isOther = event.target === this.range || event.target === this.blocks || event.ctrlKey || event.metaKey || event.altKey;
      if (!does || isOther) return;
      event.preventDefault();
      this.move(does);
    });
  }

  // ---- what is played ----

  // Of a report: its blocks, each with its steps in their order. Chosen is the first that has a fault or writes the first
  // wrong element, or else the first at all.
  show(report, source) {
    this.source = source;
    this.faults = report.faults || [];
    this.arrays = new Map((report.arrays || []).map((array) => [array.allocation, array]));
    this.wrongly.hidden = !(report.arrays || []).some((array) => "wrong" in array);
    this.played = [];
    (report.accesses || []).forEach((access, at) => {
      const last = this.played.at(-1);
      if (last && last.launch === access.launch && last.block === access.block) last.steps.push(access);
      else this.played.push({launch: access.launch, block: access.block, steps: [access], first: at});
    });
    for (const one of this.played) one.complete = Math.max(0, report.without_gaps - one.first);
    const launches = new Set(this.played.map(({launch}) => launch)).size;
    this.blocks.replaceChildren(...this.played.map(({launch, block}, at) =>
      make("option", {value: at}, `${launches > 1 ? `launch ${launch + 1}, ` : ""}block ${block}`)));
    this.blocks.hidden = this.played.length < 2;
    this.place.hidden = !this.played.length;
    const has = (is) => this.played.findIndex(is), faulty = has(({block}) => this.faults.some((fault) => fault.block === block));
    this.block(Math.max(0, faulty < 0 ? has(({steps}) => steps.some((step) => this.wrongLane(step) >= 0)) : faulty));
  }

  block(at) {
    const chosen = this.played[at];
    this.steps = chosen ? chosen.steps : [];
    this.complete = chosen ? chosen.complete : 0;
    this.blocks.value = at;
    this.range.max = Math.max(0, this.steps.length - 1);
    this.sides = this.faults.flatMap((fault) => [false, true].map((other) => ({fault, at: this.steps.findIndex((step) =>
      this.faultsAt(step).some((part) => part.fault === fault && part.other === other))}))).filter(({at}) => at >= 0);
    this.side = -1;
    this.faulty.hidden = !this.sides.length;
    if (this.steps.length) this.go(0, false);
  }

  // The first access that a line makes: in this block, or in the first one in which it makes any.
  choose(line) {
    const at = ({steps}) => steps.findIndex((step) => step.line === line && step.kind !== "barrier");
    if (at(this) < 0 && this.played.some((one) => at(one) >= 0)) this.block(this.played.findIndex((one) => at(one) >= 0));
    if (at(this) >= 0) this.go(at(this), false);
  }

  move(does) {
    if (!this.steps.length || (does === "wrong" && this.wrongly.hidden)) return;
    if (does === "wrong") return this.goToWrong();
    const last = this.steps.length - 1, next = (is) => this.steps.findIndex((step, at) => at > this.at && is(step));
    const to = {start: () => 0, end: () => last, line: () => next(({line}) => line === this.steps[this.at].line),
      barrier: () => next(({phase}) => phase > this.steps[this.at].phase), fault: () => this.nextSide()};
    const at = typeof does === "number" ? this.at + does : to[does]();
    this.go(at < 0 ? (does === -1 ? 0 : last) : Math.min(last, at));
  }

  // Faults one after another, each where it was found and, of a race, where the other lane's access is.
  nextSide() {
    if (!this.sides.length) return this.at;
    this.side = (this.side + 1) % this.sides.length;
    return this.sides[this.side].at;
  }

  // To the next step that writes the first wrong element: in this block, or in the next one that has such a step.
  goToWrong() {
    const writes = (step) => this.wrongLane(step) >= 0, after = this.steps.findIndex((step, at) => at > this.at && writes(step));
    if (after >= 0) return this.go(after);
    for (let turn = 1; turn <= this.played.length; turn++) {
      const block = (+this.blocks.value + turn) % this.played.length, at = this.played[block].steps.findIndex(writes);
      if (at < 0) continue;
      this.block(block);
      return this.go(at);
    }
    this.says.textContent = "No step of the blocks that are played here writes the first wrong element.";
  }

  go(at, follow = true) {
    const step = this.steps[at];
    this.at = at;
    this.range.value = at;
    this.range.setAttribute("aria-valuetext", `step ${at + 1} of ${this.steps.length}`);
    const sentence = this.sentence(step);
    this.says.textContent = sentence;
    this.picture.setAttribute("aria-label", sentence);
    this.values.replaceChildren(...this.variables(step));
    this.picture.innerHTML = this.draw(step);
    if (follow) this.atLine(step.line);
  }

  // ---- faults ----

  // Of a step, the faults that it has a part in: {fault, lane, other: whether it is the side that came first}.
  faultsAt(step) {
    const part = (fault, line, block, thread, other) => {
      const {warp, lane} = placeOf(thread);
      const here = step.line === line && step.block === block && step.warp === warp && step.lanes[lane] !== null;
      const isAccess = step.kind !== "barrier" && (!fault.kind.startsWith("race_") || fault.kind === `race_${step.space}`);
      return here && isAccess ? [{fault, lane, other}] : [];
    };
    return this.faults.flatMap((fault) => [...part(fault, fault.line, fault.block, fault.thread, false),
      ...(fault.other_line ? part(fault, fault.other_line, fault.other_block, fault.other_thread, true) : [])]);
  }

  // The lane that writes the first wrong element, or -1.
  wrongLane({kind, space, allocation, lanes, bytes}) {
    const wrong = this.arrays.get(allocation)?.wrong;
    if (wrong === undefined || space !== "global" || kind === "load" || kind === "barrier") return -1;
    return lanes.findLastIndex((address) => address !== null && address <= wrong && wrong < address + bytes);
  }

  faultSentence(step) {
    const wrong = this.wrongLane(step);
    return (wrong < 0 ? "" : ` Lane ${wrong} writes the first wrong element.`) + this.faultOf(step);
  }

  faultOf(step) {
    const parts = this.faultsAt(step), asked = this.sides[this.side]?.fault;
    return (parts.length ? [parts.find(({fault}) => fault === asked) || parts[0]] : []).map(({fault, lane, other}) => {
      if (!fault.other_line) return ` Lane ${lane} is at fault: it ${fault.message}.`;
      const [thread, line] = other ? [fault.thread, fault.line] : [fault.other_thread, fault.other_line];
      const {warp, lane: far} = placeOf(thread);
      return ` Lane ${lane} races with lane ${far} of warp ${warp} in line ${line}: both use one element, and no barrier is between.`;
    }).join("");
  }

  // ---- what is said ----

  // Warps that wait: they have come to the barrier that ends this phase, and the block has not passed it.
  waiting() {
    const {phase} = this.steps[this.at];
    return new Set(this.steps.slice(0, this.at + 1).filter((step) => step.kind === "barrier" && step.phase === phase).map(({warp}) => warp));
  }

  sentence(step) {
    const lanes = step.lanes.filter((address) => address !== null).length, waits = this.waiting().size;
    const where = `Step ${this.at + 1} of ${this.steps.length}, block ${step.block}, warp ${step.warp}, line ${step.line}`;
    const rest = (waits ? ` ${plural(waits, "warp waits", "warps wait")} at the barrier.` : "") +
      (this.at >= this.complete ? " Steps before this one are left out, because they are too many to record." : "");
    if (step.kind === "barrier") return `${where}: the warp comes to the barrier.${rest}`;
    const cost = step.space === "shared" ? plural(step.passes, "pass", "passes") + (step.conflicts ? `, ${plural(step.conflicts, "conflict")}` : "")
      : plural(step.sectors, "sector");
    const does = {load: "load", store: "store", atomic: "change"}[step.kind];
    return `${where}: ${plural(lanes, `lane ${does}s`, `lanes ${does}`)} ${plural(step.bytes, "byte")}${lanes > 1 ? " each" : ""} in ${step.space} memory${this.nameOf(step)}: ${cost}.${this.faultSentence(step)}${rest}`;
  }

  nameOf({space, allocation}) {
    const name = space === "global" && this.arrays.get(allocation)?.name;
    return name ? `, in ${name}` : "";
  }

  // What the variables in scope hold before the step: those that all lanes share in a line, the others as a table by lane.
  // Values that the warp's step before did not have are marked.
  variables(step) {
    const names = Object.keys(step.values || {}), shared = names.filter((name) => !Array.isArray(step.values[name]));
    const own = names.filter((name) => !shared.includes(name)), racing = new Set([...this.faultsAt(step).map(({lane}) => lane), this.wrongLane(step)]);
    const before = this.steps.slice(0, this.at).findLast(({warp, values}) => warp === step.warp && values)?.values || {};
    const was = (name, lane) => Array.isArray(before[name]) ? before[name][lane] : before[name];
    const cell = (name, value, lane) => make("td", {class: was(name, lane) === value || !this.runs(step, lane) ? "" : "changed"}, this.runs(step, lane) ? inCell(value) : "");
    const parts = [];
    if (own.length) {
      const lanes = make("tr", {}, make("th", {scope: "col"}, "lane"), ...step.lanes.map((_, lane) =>
        make("th", {scope: "col", class: racing.has(lane) ? "at-fault" : ""}, String(lane))));
      parts.push(make("table", {}, make("thead", {}, lanes), make("tbody", {}, ...own.map((name) =>
        make("tr", {}, make("th", {scope: "row"}, name), ...step.values[name].map((value, lane) => cell(name, value, lane)))))));
    }
    if (shared.length) parts.push(make("p", {}, "In all lanes: ", shared.map((name) => `${name} = ${inCell(step.values[name])}`).join(", ")));
    return parts;
  }

  // Of a barrier, which has no addresses, nobody is left out.
  runs(step, lane) { return step.kind === "barrier" || step.lanes[lane] !== null; }

  // ---- what is drawn ----

  draw(step) {
    const drawing = new Drawing("player");
    const text = (this.source[step.line - 1] || "").trim();
    drawing.text(drawing.x, drawing.y + 12, text.length > 66 ? `${text.slice(0, 65)}…` : text, {size: 10, mono: true});
    drawing.space(18);
    if (step.kind === "barrier") drawing.lanes(() => true, {fill: "soft"});
    else if (step.space === "shared") drawing.banks(step, "lanes over the banks", plural(step.passes, "pass", "passes"), {deepest: step.passes});
    else drawing.sectors(step, "lanes over memory", plural(step.sectors, "sector"), this.window(step));
    this.drawShared(drawing, step);
    this.drawArrays(drawing, step);
    return drawing.svg(drawing.y + 6);
  }

  window(step) {
    const sectors = sectorsOf(step);
    return {first: sectors[0], shown: Math.max(8, Math.min(40, sectors.at(-1) - sectors[0] + 1))};
  }

  // Calls of(step, address, size) for each lane's bytes in the steps up to this one.
  each(space, of, until = this.at + 1) {
    for (const step of this.steps.slice(0, until))
      if (step.space === space && step.kind !== "barrier") for (const address of step.lanes) if (address !== null) of(step, address);
  }

  // Each word of shared memory in the colour of the warp that wrote it last; words of this step have a border, those of a
  // race in the colour of conflicts.
  drawShared(drawing, step) {
    const writer = new Map(), is = step.space === "shared" && step.kind !== "barrier";
    let end = 0;
    this.each("shared", (one, address) => { end = Math.max(end, address + one.bytes); }, this.steps.length);
    if (!end) return;
    this.each("shared", (one, address) => {
      if (one.kind !== "load") for (let at = 0; at < one.bytes; at += WORD) writer.set((address + at) / WORD | 0, one.warp);
    });
    const wordOf = (address) => address / WORD | 0, faulty = new Set(is ? this.faultsAt(step).map(({lane}) => wordOf(step.lanes[lane])) : []);
    const now = new Set(is ? step.lanes.filter((address) => address !== null).map(wordOf) : []);
    const rows = Math.min(Math.ceil(end / WORD / BANKS), SHARED_WORDS / BANKS);
    drawing.space(6);
    drawing.heading("shared memory", "coloured by the warp that wrote last");
    drawing.matrix(rows, BANKS, (row, at) => writer.has(row * BANKS + at) ? pale(writer.get(row * BANKS + at)) : "faint",
      {cellHeight: Math.min(10, 200 / rows), mark: (row, at) => faulty.has(row * BANKS + at) ? "conflict" : now.has(row * BANKS + at) && "ink"});
  }

  // Each array of global memory from its beginning to the last element that the block touches: what was loaded and stored.
  drawArrays(drawing, step) {
    const ends = new Map(), done = new Map();
    this.each("global", (one, address) => ends.set(one.allocation, Math.max(ends.get(one.allocation) || 0, address + one.bytes)), this.steps.length);
    const cellOf = (one, address) => Math.min(PIECES - 1, Math.floor(address * PIECES / ends.get(one.allocation)));
    this.each("global", (one, address) => {
      const cells = done.get(one.allocation) || done.set(one.allocation, new Map()).get(one.allocation), cell = cellOf(one, address);
      cells.set(cell, one.kind === "load" && cells.get(cell) !== "mark" ? "used" : "mark");
    });
    const arrays = [...ends].slice(0, MOST_ARRAYS);
    if (!arrays.length) return;
    drawing.space(6);
    drawing.heading("arrays in global memory");
    drawing.legend(["used", "loaded"], ["mark", "stored"]);
    for (const [allocation, end] of arrays) {
      const now = new Set(step.space === "global" && step.allocation === allocation ? step.lanes.filter((at) => at !== null).map((at) => cellOf(step, at)) : []);
      const {name, wrong} = this.arrays.get(allocation) || {}, wrongCell = wrong < end ? cellOf({allocation}, wrong) : -1;
      drawing.matrix(1, PIECES, (_, at) => done.get(allocation)?.get(at) || "faint",
        {cellHeight: 9, gap: 0.15, mark: (_, at) => at === wrongCell ? "conflict" : now.has(at) && "ink", label: `${name ? `${name}: ` : ""}${whole(end)} bytes`});
    }
  }
}
