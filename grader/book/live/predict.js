// predict.js - predict, then reveal: boxes for the questions of a lesson. The figure runs and says how far off a guess was.
// Guesses stay in the browser, and leave it only as lines that the reader copies into an exercise.
"use strict";

const STORED = "cuda-workbook-guess/";

// Storage may be switched off; then guesses last as long as the page.
const guesses = {
  own: new Map(),
  get(key) {
    try { return localStorage.getItem(STORED + key) ?? ""; } catch { return this.own.get(key) ?? ""; }
  },
  set(key, value) {
    this.own.set(key, value);
    try { localStorage.setItem(STORED + key, value); } catch { /* own has it */ }
  },
};

function verdict(guess, answer) {
  if (Math.abs(guess - answer) <= 0.005 * Math.abs(answer)) return "Right.";
  if (guess > 0 && answer > 0) {
    const factor = guess > answer ? guess / answer : answer / guess;
    if (factor >= 1.05) return `You are off by a factor of ${times(factor)}.`;
  }
  return `You are off by ${short(Math.abs(guess - answer)).toLocaleString("en-US")}.`;
}

// A question: {ask, name, at: knobs that it is about (left out: as they stand), answer(run, knobs)}.
function question(figure, asked, at) {
  const key = `${figure.definition.exercise || figure.name}/${asked.name}`, id = `guess-${figure.name}-${at}`;
  const input = make("input", {id, type: "text", inputmode: "decimal", autocomplete: "off", size: 7});
  const said = make("output", {class: "reveal", for: id});
  input.value = guesses.get(key);
  input.addEventListener("input", () => {
    guesses.set(key, input.value.trim());
    said.textContent = "";
  });
  const reveal = make("button", {type: "submit"}, "Reveal");
  const form = make("form", {class: "question"}, make("label", {for: id}, asked.ask), make("span", {class: "answer"}, input, reveal), said);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const guess = Number(input.value.replaceAll(",", "").trim());
    if (!input.value.trim() || !Number.isFinite(guess)) said.textContent = "Write a number first.";
    else if (!GPU.now || !figure.image) figure.update();
    else {
      if (asked.at) figure.turn(asked.at);
      figure.update();
      const answer = asked.answer(figure.run(GPU.now, figure.knobs), figure.knobs, GPU.now);
      said.textContent = `It is ${short(answer).toLocaleString("en-US")}. ${verdict(guess, answer)}`;
    }
  });
  return [form, () => input.value.trim() ? `//= ${asked.name}: ${input.value.trim()}` : ""];
}

function copied(text) {
  const area = make("textarea", {class: "offscreen"});
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy"); // the clipboard's newer interface is refused to pages opened from a disk
  area.remove();
  return done;
}

function predictions(figure) {
  const {definition} = figure, made = definition.predict.map((asked, at) => question(figure, asked, at));
  const box = make("details", {class: "predict"}, make("summary", {}, "Predict, then reveal"), ...made.map(([form]) => form));
  if (definition.exercise) {
    const button = make("button", {type: "button"}, `Copy for ${definition.exercise}.cu`), said = make("output");
    button.addEventListener("click", () => {
      const lines = made.map(([, line]) => line()).filter(Boolean);
      said.textContent = !lines.length ? "There is no guess yet." : copied(lines.join("\n") + "\n") ?
        `${plural(lines.length, "line")} copied.` : "The browser did not allow it.";
    });
    box.append(make("p", {class: "copy"}, button, said));
  }
  return [box];
}
