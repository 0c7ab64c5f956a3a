// knobs.js - sliders for the numbers of a file that one likes to turn: `constexpr int` constants, and blocks of a launch.
//
// A slider edits the text, so that what it does can be seen, undone, and typed as well. Knobs are found again after each
// edit, by line and name.
"use strict";

const LARGEST_BLOCK = 1024, SMALL_KNOB = 4;
const CONSTANT = /\b(?:constexpr|const)\s+(?:static\s+)?(?:int|unsigned|size_t)\s+(\w+)\s*=\s*(\d+)\s*;/g;
const BLOCK = /\bdim3\s+(\w+)\s*[({]([^(){};]*)[)}]/g;
const LAUNCH = /<<<[^;<>]*?,\s*(\d+)\s*(?:,[^;<>]*)?>>>/g;

// What a knob may be set to: small numbers one by one, others by powers of two.
function stepsOf(value) {
  const steps = value <= SMALL_KNOB ? Array.from({length: 2 * SMALL_KNOB + 1}, (_, at) => at)
    : Array.from({length: Math.log2(LARGEST_BLOCK) + 1}, (_, at) => 2 ** at);
  return [...new Set([...steps, value])].sort((a, b) => a - b);
}

// The text with comments and strings blanked, every character in its place.
const withoutComments = (text) => text.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"/g, (found) => found.replace(/[^\n]/g, " "));

// [{name, value, at: place of its digits in the text, length}], in the order of the text.
function knobsIn(text) {
  const code = withoutComments(text), knobs = [];
  const add = (name, digits, at) => knobs.push({name, value: +digits, at, length: digits.length});
  for (const found of code.matchAll(CONSTANT)) add(found[1], found[2], found.index + found[0].lastIndexOf(found[2]));
  for (const found of code.matchAll(BLOCK)) {
    let at = found.index + found[0].indexOf(found[2], found[0].indexOf(found[1]) + found[1].length);
    found[2].split(",").forEach((side, axis) => {
      const digits = side.match(/^\s*(\d+)\s*$/);
      if (digits) add(`${found[1]}.${"xyz"[axis]}`, digits[1], at + side.indexOf(digits[1]));
      at += side.length + 1;
    });
  }
  for (const found of code.matchAll(LAUNCH)) add("threads per block", found[1], found.index + found[0].lastIndexOf(found[1]));
  return knobs.filter(({value}) => value <= LARGEST_BLOCK).sort((a, b) => a.at - b.at);
}

class Knobs {
  constructor(editor) {
    this.editor = editor;
    this.place = make("fieldset", {class: "knobs", hidden: true});
    this.names = "";
    this.update();
  }

  update() {
    this.knobs = knobsIn(this.editor.getValue());
    const names = this.knobs.map(({name}) => name).join();
    if (names !== this.names) this.build();
    this.names = names;
    this.knobs.forEach(({value}, at) => {
      const {range, output} = this.rows[at], steps = stepsOf(value);
      if (!range.matches(":active")) range.steps = steps; // those that it is dragged over stay
      if (!range.steps.includes(value)) range.steps = steps;
      range.max = range.steps.length - 1;
      range.value = range.steps.indexOf(value);
      range.setAttribute("aria-valuetext", output.textContent = String(value));
    });
  }

  build() {
    this.rows = this.knobs.map(({name}, at) => {
      const range = make("input", {type: "range", min: 0, "aria-label": name}), output = make("output", {});
      range.addEventListener("input", () => this.turn(at, range.steps[+range.value]));
      return {range, output, row: make("label", {}, make("span", {}, name), range, output)};
    });
    this.place.replaceChildren(make("legend", {}, "Turn a number"), ...this.rows.map(({row}) => row));
    this.place.hidden = !this.rows.length;
  }

  turn(at, value) {
    const {at: from, length} = this.knobs[at], place = (index) => this.editor.posFromIndex(index);
    this.editor.replaceRange(String(value), place(from), place(from + length), "*knob");
  }
}
