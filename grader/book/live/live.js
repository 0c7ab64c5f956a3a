// live.js - live figures: knobs that a reader turns, and a kernel that runs on the emulated GPU at each turn.
//
// figure({...}) is called by the definition of each figure, chapters/*/live/NAME.js; CONTRIBUTING.md says what it holds.
// It builds the figure where the page has a place for it, at once, so that nothing moves later. The GPU is loaded when
// the first figure comes into view.
"use strict";

const FIGURES = new Map(), IMAGES = {};
const cuda = (parts) => parts.raw[0]; // the kernel's source: the book's build compiles what stands between the backticks

// Elements: make("p", {class: "says"}, "text", child, ...).
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ---- knobs ---------------------------------------------------------------------------------------------------------
// {label, from, to, step, start} or {label, values: [...], start}: a slider. {label, choices: [[value, text], ...], start}:
// one of several. {label, on}: a switch. Every kind says all its values, which is where tests look.

function valuesOf(knob) {
  if (knob.choices) return knob.choices.map(([value]) => value);
  if ("on" in knob) return [false, true];
  if (knob.values) return knob.values;
  const values = [];
  for (let value = knob.from; value <= knob.to; value += knob.step || 1) values.push(value);
  return values;
}
const startOf = (knob) => "on" in knob ? knob.on : knob.start;
const said = (knob, value) => knob.say ? knob.say(value) : typeof value === "number" ? whole(value) : value;

function slider(knob, id, turned) {
  const values = valuesOf(knob), output = make("output", {for: id});
  const input = make("input", {id, type: "range", min: 0, max: values.length - 1, step: 1});
  const widest = Math.max(...values.map((value) => String(said(knob, value)).length));
  output.style.minWidth = `${widest}ch`;
  const show = (value) => {
    input.value = values.indexOf(value);
    output.textContent = said(knob, value);
    input.setAttribute("aria-valuetext", said(knob, value));
  };
  input.addEventListener("input", () => turned(values[+input.value]));
  return [make("div", {class: "knob"}, make("label", {for: id}, knob.label), input, output), show];
}

function choice(knob, id, turned) {
  const inputs = knob.choices.map(([value, text], at) => {
    const input = make("input", {type: "radio", name: id, id: `${id}-${at}`});
    input.addEventListener("change", () => turned(value));
    return [value, input, make("label", {for: `${id}-${at}`}, text)];
  });
  const group = make("div", {class: "choices", role: "radiogroup", "aria-labelledby": id},
    ...inputs.flatMap(([, input, label]) => [input, label]));
  const show = (value) => inputs.forEach(([own, input]) => { input.checked = own === value; });
  return [make("div", {class: "knob"}, make("span", {id, class: "name"}, knob.label), group), show];
}

function toggle(knob, id, turned) {
  const input = make("input", {type: "checkbox", id});
  input.addEventListener("change", () => turned(input.checked));
  return [make("div", {class: "knob switch"}, input, make("label", {for: id}, knob.label)), (value) => { input.checked = value; }];
}

const widgetOf = (knob) => knob.choices ? choice : "on" in knob ? toggle : slider;

// ---- a figure ------------------------------------------------------------------------------------------------------

class Figure {
  constructor(definition) {
    Object.assign(this, {definition, name: definition.name, results: new Map(), shows: {}});
    this.knobs = this.start();
  }

  start() {
    return Object.fromEntries(Object.entries(this.definition.knobs).map(([name, knob]) => [name, startOf(knob)]));
  }

  // Every position of all knobs.
  positions() {
    return Object.entries(this.definition.knobs).reduce((all, [name, knob]) =>
      all.flatMap((position) => valuesOf(knob).map((value) => ({...position, [name]: value}))), [{}]);
  }

  // The launches of a position, always as a list.
  launches(knobs) {
    const launch = this.definition.launch(knobs);
    return Array.isArray(launch) ? launch : [launch];
  }

  // What a position gives: a report for each launch, or only one where the definition describes one.
  run(gpu, knobs) {
    const launch = this.definition.launch(knobs);
    return Array.isArray(launch) ? launch.map((one) => this.report(gpu, one)) : this.report(gpu, launch);
  }

  // Of a launch that has run before: what it gave then.
  report(gpu, launch) {
    const key = JSON.stringify(launch);
    if (!this.results.has(key)) {
      if (this.results.size > 400) this.results.clear();
      this.results.set(key, gpu.run(this.image, {...launch, checks: Boolean(this.kernels), kernel: this.kernels?.[launch.kernel] ?? launch.kernel}));
    }
    return this.results.get(key);
  }

  // ---- in the page ----

  build(place) {
    const {definition} = this, id = `live-${this.name}`;
    this.place = place;
    this.picture = make("div", {class: "drawing", role: "img"});
    this.picture.innerHTML = new Drawing(this.name).svg(definition.height);
    this.says = make("p", {class: "says", "aria-live": "polite"});
    const knobs = make("div", {class: "knobs"});
    for (const [name, knob] of Object.entries(definition.knobs)) {
      const [element, show] = widgetOf(knob)(knob, `${id}-${name}`, (value) => this.turn({[name]: value}));
      knobs.append(element);
      this.shows[name] = show;
      show(this.knobs[name]);
    }
    const again = make("button", {type: "button", class: "again"}, "Start again");
    again.addEventListener("click", () => {
      this.editor?.setValue?.(this.source() + "\n");
      this.turn(this.start());
    });
    place.append(make("div", {class: "head"}, make("h4", {id}, definition.title), again), knobs, this.picture, this.says);
    if (definition.predict) place.append(...predictions(this));
    place.append(this.listing());
    place.setAttribute("aria-labelledby", id);
    place.setAttribute("role", "group");
  }

  // The kernel's source, in an editor from the first time that it is opened; what is typed runs at once.
  listing() {
    const inside = make("div", {class: "edited"}), details = make("details", {class: "kernel"}, make("summary", {}, "The kernel that runs"), inside);
    details.addEventListener("toggle", () => { if (details.open && !this.editor) this.edit(inside); });
    return details;
  }

  async edit(inside) {
    const fixed = this.definition.fixed, note = make("p", {class: "small"}, fixed || "Edit it: the figure follows. Start again brings the kernel back.");
    this.editor = true; // on its way
    try {
      await Editor.load();
    } catch { // a book that was made without CodeMirror
      inside.append(make("pre", {tabindex: 0}, this.source()));
      return;
    }
    this.editor = Editor.make(inside, {value: this.source() + "\n", readOnly: Boolean(fixed), screenReaderLabel: `The kernel of the figure ${this.definition.title}`});
    this.notes = [];
    inside.append(note);
    this.editor.on("change", () => {
      clearTimeout(this.typed);
      this.typed = setTimeout(() => this.compile(), 300);
    });
  }

  // What was typed becomes the figure's image; while it does not compile, the last one stays.
  compile() {
    if (!GPU.now) return;
    const {diagnostics, kernels, image} = GPU.now.compile(this.editor.getValue());
    this.editor.operation(() => {
      this.notes.forEach((note) => note.clear());
      this.notes = diagnostics.map((diagnostic) => Editor.note(this.editor, diagnostic));
    });
    if (!image) return;
    this.results.clear();
    const same = this.editor.getValue().trimEnd() === this.source();
    Object.assign(this, same ? {image: this.original, kernels: undefined} : {image, kernels}); // the figure's own is nvcc's
    this.update();
  }

  // Of an edited kernel: what it did wrong.
  fault() {
    const fault = this.kernels && this.ran.flatMap((report) => report.faults)[0];
    return fault ? ` Line ${fault.line}: a thread ${fault.message}.` : "";
  }

  source() { return this.definition.kernel.replace(/^\n/, "").trimEnd(); }

  turn(values) {
    Object.assign(this.knobs, values);
    for (const name of Object.keys(values)) this.shows[name](this.knobs[name]);
    this.due ??= requestAnimationFrame(() => { this.due = null; this.update(); });
  }

  update() {
    const gpu = GPU.now;
    if (!gpu || !this.image) {
      GPU.wanted(this);
      return;
    }
    const began = performance.now();
    try {
      this.draw(this.run(gpu, this.knobs), gpu);
    } catch (error) {
      this.says.textContent = this.kernels ? `The figure cannot draw what this kernel does.${this.fault()}` : `This launch failed: ${error.message}.`;
      this.picture.innerHTML = new Drawing(this.name).svg(this.definition.height);
      if (!(error instanceof LaunchError)) GPU.restart();
    }
    this.place.dataset.milliseconds = (performance.now() - began).toFixed(1);
  }

  draw(run, gpu) {
    const {definition, knobs} = this, drawing = new Drawing(this.name);
    this.ran = [run].flat();
    const refused = [run].flat().find((report) => report.refused);
    if (refused) return this.refuse(refused);
    definition.draw(drawing, run, knobs, {gpu, at: (other) => this.run(gpu, {...knobs, ...other})});
    this.drawn = drawing.y;
    this.picture.innerHTML = drawing.svg(definition.height);
    const sentence = definition.says(run, knobs, {gpu});
    this.picture.setAttribute("aria-label", sentence);
    this.says.textContent = sentence + this.fault();
  }

  async unpack() { this.image ??= this.original = await unpacked(IMAGES[this.name]); }

  fail(error) {
    this.says.textContent = `This browser does not run the figure: ${error.message}. The picture above shows an example.`;
  }

  refuse(report) {
    const why = report.faults[0] ? report.faults[0].message : `CUDA error ${report.refused}`;
    this.picture.innerHTML = new Drawing(this.name).svg(this.definition.height);
    this.drawn = 0;
    this.says.textContent = `The GPU refuses this launch: ${why}.`;
  }
}

// ---- the editor ----------------------------------------------------------------------------------------------------

const loaded = (element) => new Promise((done, failed) => {
  element.onload = done;
  element.onerror = () => failed(new Error(`${element.src || element.href} is not there`));
  document.head.append(element);
});

// Compiler and GPU, as text. An exercise's page has loaded them already.
const loadCore = () => loadCore.loading ??= typeof CORE === "undefined" ? loaded(make("script", {src: "live/core.js"})) : Promise.resolve();

const Editor = {
  async load() {
    if (typeof CodeMirror !== "undefined") return;
    this.loading ??= Promise.all([loaded(make("link", {rel: "stylesheet", href: "playground/playground.css"})),
      loaded(make("script", {src: "playground/codemirror.js"}))]);
    await this.loading;
  },

  // Tab indents until Escape is pressed, then it leaves the editor.
  make(place, options) {
    const leaving = {Tab: false, "Shift-Tab": false}; // the browser's
    const editor = CodeMirror(place, {mode: "text/x-c++src", lineNumbers: true, indentUnit: 4, matchBrackets: true, viewportMargin: Infinity,
      lineWrapping: true, extraKeys: {Tab: "insertSoftTab", "Shift-Tab": "indentLess", Esc: (editor) => editor.addKeyMap(leaving)}, ...options});
    editor.setOption("screenReaderLabel", `${options.screenReaderLabel}. Press Escape, then Tab, to leave the editor.`);
    editor.on("keydown", (_, event) => { if (!["Escape", "Tab", "Shift"].includes(event.key)) editor.removeKeyMap(leaving); });
    editor.on("focus", () => editor.removeKeyMap(leaving));
    return editor;
  },

  // What is said of a line, below it.
  note(editor, {kind, line, message, advice}) {
    const widget = make("div", {class: `note ${kind}`}, make("strong", {}, message), advice ? `${/[.!?]$/.test(message) ? "" : ":"} ${advice}` : "");
    return editor.addLineWidget(Math.min(line, editor.lineCount()) - 1, widget);
  },
};

// ---- the GPU -------------------------------------------------------------------------------------------------------

const GPU = {
  now: null,
  loading: null,

  // The figure is updated once there is a GPU, and its kernel is unpacked.
  wanted(figure) {
    this.loading ??= this.load();
    Promise.all([this.loading, figure.unpack()]).then(() => figure.update(), (error) => figure.fail(error));
  },

  async load() {
    await loadCore();
    this.now = await Engine.create(await unpacked(CORE));
    this.first = performance.now();
  },

  // A launch did not return: the instance is not to be trusted any more.
  restart() {
    const engine = this.now;
    this.now = null;
    this.loading = engine.start().then(() => { this.now = engine; });
  },
};

// Called by each definition.
function figure(definition) {
  const made = new Figure(definition);
  FIGURES.set(definition.name, made);
  const place = document.querySelector(`.live[data-figure="${definition.name}"]`);
  if (!place) return;
  made.build(place);
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    made.update();
  }, {rootMargin: "400px"}).observe(place);
}
