// live.js - the page of make live: asks for each new state, and lays it out.
"use strict";

const at = (id) => document.getElementById(id);

// What is shown while the program that serves this page does not answer.
function away() {
  at("status").textContent = "make live has ended, or does not answer. Start it again, and open the address that it prints.";
  at("status").className = "failed";
}

function status(state) {
  at("status").className = state.failure ? "failed" : "";
  if (state.failure) return state.failure;
  if (state.grading) return state.draft || `Grading ${state.exercise} ...`;
  return state.exercise ? "Graded. Save the file again, and the new verdict appears here." :
    "Save a file of exercises/, and its verdict appears here.";
}

function showVerdict(state) {
  const verdict = state.verdict;
  at("verdict").hidden = !verdict;
  at("verdict").className = (verdict && verdict.passed ? "passed" : "") + (state.grading ? " stale" : "");
  if (!verdict) return;
  at("state").textContent = verdict.state;
  at("points").textContent = `${verdict.points} of ${verdict.most} points`;
  at("seconds").textContent = `${verdict.seconds.toFixed(1)} s after it was saved`;
  at("summary").textContent = verdict.summary;
  at("changes").textContent = verdict.changes ? `Since the last try: ${verdict.changes}` : "";
  at("report").textContent = verdict.report.trimEnd();
}

function showPictures(state) {
  const frame = at("show");
  at("pictures").hidden = !state.pictures;
  at("pictures").className = state.grading ? "stale" : "";
  if (!state.pictures || state.grading || frame.dataset.shown === state.pictures) return;
  frame.dataset.shown = state.pictures;
  frame.src = state.pictures;
}

// The frame is as high as its page, so that there is one scroll bar.
at("show").addEventListener("load", () => {
  const page = at("show").contentDocument;
  if (page && page.body) at("show").style.height = `${page.documentElement.scrollHeight + 20}px`;
});

function lay(state) {
  at("title").textContent = state.exercise ? `${state.exercise}: ${state.title}` : "make live";
  document.title = state.grading ? "... make live" : state.verdict ? `${state.verdict.points} ${state.exercise}` : "make live";
  at("lesson").hidden = !state.lesson;
  if (state.lesson) at("lesson").href = state.lesson;
  at("status").textContent = status(state);
  showVerdict(state);
  showPictures(state);
}

async function follow() {
  for (let version = 0, missed = 0;;) {
    try {
      const answer = await fetch(`state/${version}`, {cache: "no-store"});
      if (!answer.ok) throw new Error(answer.statusText);
      const state = await answer.json();
      if (state.version !== version || missed) lay(state);
      version = state.version;
      missed = 0;
    } catch {
      if (++missed > 2) away();
      await new Promise((done) => setTimeout(done, Math.min(5000, 300 * missed)));
    }
  }
}

follow();
