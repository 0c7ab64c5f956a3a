// search.js - finds sections that have all the words typed; the text of the book is in search_index.js.
"use strict";

const MOST = 12;
const field = document.getElementById("search");
const found = document.getElementById("found");

function wordsOf(text) {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

// Where a word begins in the text; -1 if it does not.
function beginning(text, word) {
  let at = text.indexOf(word);
  while (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1])) at = text.indexOf(word, at + 1);
  return at;
}

// A word in a heading counts as much as ten in the text, one in the name of a page as twenty. A section without one of
// the words is not found.
function score(section, words) {
  const heading = (section.heading || section.page).toLowerCase();
  const text = section.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inHeading = beginning(heading, word) >= 0;
    if (!inHeading && beginning(text, word) < 0) return 0;
    sum += (inHeading ? (section.heading ? 10 : 20) : 0) + Math.min(text.split(word).length - 1, 9);
  }
  return sum;
}

// The words around the first place, the word itself marked.
function excerpt(section, words) {
  const line = document.createElement("span");
  const places = words.map((word) => [beginning(section.text.toLowerCase(), word), word.length]);
  const [at, length] = places.find(([place]) => place >= 0) || [0, 0];
  const from = Math.max(0, section.text.lastIndexOf(" ", Math.max(0, at - 40)));
  const mark = document.createElement("mark");
  mark.textContent = section.text.slice(at, at + length);
  const space = section.text.indexOf(" ", at + 80);
  const to = space < 0 ? section.text.length : space;
  line.append(from > 0 ? "…" : "", section.text.slice(from, at), mark, section.text.slice(at + length, to),
    to < section.text.length ? " …" : "");
  return line;
}

function item(section, words) {
  const link = document.createElement("a");
  link.href = section.href;
  const title = document.createElement("b");
  const page = /^\d\d /.test(section.page) && section.heading ? section.page.slice(0, 2) : section.page;
  title.textContent = section.heading ? page + ": " + section.heading : page;
  link.append(title, excerpt(section, words));
  const row = document.createElement("li");
  row.append(link);
  return row;
}

function search() {
  const words = wordsOf(field.value);
  found.hidden = words.length === 0;
  const best = words.length === 0 ? [] : SEARCH_INDEX.map((section) => [score(section, words), section])
    .filter(([points]) => points > 0).sort((a, b) => b[0] - a[0]).slice(0, MOST);
  found.replaceChildren(...best.map(([, section]) => item(section, words)));
  if (words.length > 0 && best.length === 0) found.textContent = "No section has all of these words.";
}

field.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === field) return;
  event.preventDefault();
  field.focus();
});
