// listing.js - listings of a lesson that run: an editor with the program around the listing, in its place.
//
// lesson.py puts <div class="listing" data-name data-program data-own> around such a listing (listings.py). The editor, the
// compiler and the GPU are loaded when the first one is opened.
"use strict";

class Listing {
  constructor(place) {
    this.place = place;
    this.button = make("button", {type: "button", class: "run", "aria-expanded": "false"}, "Run and edit");
    this.button.addEventListener("click", () => this.turn());
    place.append(this.button);
  }

  async turn() {
    const isOpen = this.place.classList.toggle("open");
    this.button.textContent = isOpen ? "Close" : "Run and edit";
    this.button.setAttribute("aria-expanded", isOpen);
    if (!isOpen || this.inside) return;
    this.inside = make("section", {class: "playground", "aria-label": `The program ${this.place.dataset.name}`});
    this.button.before(this.inside);
    try {
      await Listing.load();
      const {name, program, own} = this.place.dataset;
      new Playground(this.inside, {name, skeleton: program, own: own.split(" ").map(Number)});
    } catch (error) {
      this.inside.textContent = `This browser does not run the listing: ${error.message}.`;
    }
  }

  static load() {
    this.loading ??= Promise.all([Editor.load(), loadCore()]).then(() => loaded(make("script", {src: "playground/playground.js"})));
    return this.loading;
  }
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".listing").forEach((place) => new Listing(place)));
