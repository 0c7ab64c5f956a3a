// draw.js - what live figures draw with, in the look of the lessons' pictures: 400 units wide, from top to bottom, colours
// by their meaning (grader/figures/palette.py).
"use strict";

const WIDTH = 400, MARGIN = 10, LABEL = 12, SMALL = 11, LANES = 32, SECTOR = 32, WORD = 4, BANKS = 32;

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const short = (value) => Number.isInteger(value) ? value : +value.toFixed(2);
const whole = (value) => Math.round(value).toLocaleString("en-US");
const times = (value) => value >= 10 ? whole(value) : String(+value.toPrecision(2));
const plural = (count, one, many = one + "s") => `${short(count).toLocaleString("en-US")} ${count === 1 ? one : many}`;

// The step of the heat scale for a share from 0 to 1; only 0 itself gets the first.
const heat = (share) => `heat${share <= 0 ? 0 : Math.min(5, 1 + Math.floor(share * 5 - 1e-9))}`;
const pale = (number) => `pale${number % 8}`;
const strong = (number) => `strong${number % 8}`;

// The words of an access by bank, for each part of the warp that goes at once.
function bankGroups(access) {
  const together = access.bytes <= WORD ? LANES : LANES * WORD / access.bytes, groups = [];
  for (let first = 0; first < LANES; first += together) {
    const banks = Array.from({length: BANKS}, () => new Set());
    access.lanes.slice(first, first + together).forEach((address) => {
      if (address === null) return;
      for (let part = 0; part < Math.max(1, access.bytes / WORD); part++)
        banks[(address / WORD + part) % BANKS | 0].add(Math.floor(address / WORD) + part);
    });
    if (banks.some((words) => words.size)) groups.push(banks);
  }
  return groups;
}

// The sectors that an access touches, in order.
function sectorsOf(access) {
  const touched = new Set();
  for (const address of access.lanes) {
    if (address === null) continue;
    for (let sector = Math.floor(address / SECTOR); sector * SECTOR < address + access.bytes; sector++) touched.add(sector);
  }
  return [...touched].sort((a, b) => a - b);
}

class Drawing {
  constructor(name, x = MARGIN, width = WIDTH - 2 * MARGIN, parts = []) {
    Object.assign(this, {name, x, width, y: 4, parts}); // name: of the figure, for identifiers of its own
  }

  // Areas side by side with the same methods; end(areas) goes on below all of them.
  columns(count, gap = 16) {
    const width = (this.width - gap * (count - 1)) / count;
    return Array.from({length: count}, (_, at) => {
      const area = new Drawing(this.name, this.x + at * (width + gap), width, this.parts);
      area.y = this.y;
      return area;
    });
  }
  // An area of its own, anywhere.
  area(x, y, width) {
    const area = new Drawing(this.name, x, width, this.parts);
    area.y = y;
    return area;
  }
  end(areas) { this.y = Math.max(...areas.map((area) => area.y)); }
  space(height) { this.y += height; }

  text(x, y, text, {size = LABEL, fill = "ink", anchor = "start", bold = false, mono = false} = {}) {
    this.parts.push(`<text x="${short(x)}" y="${short(y)}" font-size="${size}" text-anchor="${anchor}"` +
      `${bold ? ' font-weight="600"' : ""} class="f-${fill}${mono ? " mono" : ""}">${escaped(text)}</text>`);
  }
  rect(x, y, width, height, {fill, stroke, line = 1, round = 1.5, opacity = 1, idle = false} = {}) {
    this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, width))}" height="${short(Math.max(0, height))}"` +
      ` rx="${round}"${idle ? ` fill="url(#hatched-${this.name})"` : ""} class="${fill ? `f-${fill}` : idle ? "" : "none"}${stroke ? ` s-${stroke}` : ""}"` +
      `${stroke ? ` stroke-width="${line}"` : ""}${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`);
  }
  path(d, {fill, stroke, line = 1, opacity = 1, dash} = {}) {
    this.parts.push(`<path d="${d}" class="${fill ? `f-${fill}` : "none"}${stroke ? ` s-${stroke}` : ""}" stroke-width="${line}"` +
      `${dash ? ` stroke-dasharray="${dash}"` : ""}${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`);
  }
  circle(x, y, radius, {fill, stroke, line = 1.5} = {}) {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" class="f-${fill}${stroke ? ` s-${stroke}` : ""}" stroke-width="${line}"/>`);
  }

  // A name at the left, a result at the right.
  heading(label, result = "", tone = "ink") {
    this.text(this.x, this.y + LABEL, label, {bold: true});
    this.text(this.x + this.width, this.y + LABEL, result, {anchor: "end", fill: tone});
    this.space(LABEL + 8);
  }
  note(text, fill = "soft") {
    this.text(this.x, this.y + SMALL, text, {size: SMALL, fill});
    this.space(SMALL + 6);
  }
  // Pairs of colour and text.
  legend(...entries) {
    let x = this.x;
    for (const [colour, text] of entries) {
      const wide = text.replace(/[^mw]/g, "").length, width = 14 + 5.6 * text.length + 3 * wide + 12;
      if (x > this.x && x + width > this.x + this.width + 12) {
        x = this.x;
        this.space(SMALL + 5);
      }
      this.rect(x, this.y + 1, 10, 10, colour === "idle" ? {idle: true, stroke: "rule"} : {fill: colour});
      this.text(x + 14, this.y + 10, text, {size: SMALL, fill: "soft"});
      x += width;
    }
    this.space(SMALL + 7);
  }

  // ---- lanes over memory ----

  // The 32 lanes as a row of cells, idle ones hatched; gives the middle of each.
  lanes(active, {height = 9, fill = "used", numbers = true} = {}) {
    const cell = this.width / LANES;
    if (numbers) {
      for (const lane of [0, 8, 16, 24, 31])
        this.text(this.x + (lane + 0.5) * cell, this.y + SMALL - 2, lane, {size: SMALL, fill: "soft", anchor: "middle"});
      this.space(SMALL + 2);
    }
    for (let lane = 0; lane < LANES; lane++) {
      const style = active(lane) ? {fill: typeof fill === "function" ? fill(lane) : fill} : {idle: true, stroke: "rule", line: 0.6};
      this.rect(this.x + lane * cell + 0.7, this.y, cell - 1.4, height, style);
    }
    this.space(height);
    return Array.from({length: LANES}, (_, lane) => this.x + (lane + 0.5) * cell);
  }

  link(x, y, toX, toY, fill = "used") {
    const middle = (y + toY) / 2;
    this.path(`M${short(x)} ${short(y)}C${short(x)} ${short(middle)} ${short(toX)} ${short(middle)} ${short(toX)} ${short(toY)}`,
      {stroke: fill, line: 0.8, opacity: 0.6});
  }

  // One request to global memory over the `shown` sectors from `first` on: bytes a lane asks for are blue, bytes that only
  // come along yellow, the others grey.
  sectors(access, label, result, {first, shown, tone = "ink"}) {
    this.heading(label, result, tone);
    const middles = this.lanes((lane) => access.lanes[lane] !== null), top = this.y, bottom = top + 26;
    const unit = this.width / shown, inset = unit > 8 ? 0.8 : 0.3, touched = new Set(sectorsOf(access));
    const place = (address) => this.x + (address / SECTOR - first) * unit;
    access.lanes.forEach((address, lane) => {
      if (address !== null) this.link(middles[lane], top, place(address + access.bytes / 2), bottom);
    });
    for (let sector = first; sector < first + shown; sector++)
      this.rect(place(sector * SECTOR) + inset, bottom, unit - 2 * inset, 13, {fill: touched.has(sector) ? "wasted" : "faint"});
    for (const address of new Set(access.lanes)) {
      if (address === null) continue;
      for (let byte = 0; byte < access.bytes; byte += WORD) {
        const sector = Math.floor((address + byte) / SECTOR), at = (address + byte) % SECTOR;
        const width = unit - 2 * inset;
        this.rect(place(sector * SECTOR) + inset + at / SECTOR * width, bottom, Math.max(WORD / SECTOR * width, 0.7), 13,
          {fill: "used", round: 0});
      }
    }
    this.y = bottom + 13 + 8;
  }

  // One access to shared memory: its lanes over the 32 banks, each bank's words stacked in the order of their passes. There is
  // place for `deepest` of them.
  banks(access, label, result, {height = 4.6, deepest = 32} = {}) {
    this.heading(label, result, access.conflicts ? "conflict" : "good");
    const middles = this.lanes((lane) => access.lanes[lane] !== null), top = this.y, cell = this.width / BANKS;
    this.space(26);
    access.lanes.forEach((address, lane) => {
      if (address === null) return;
      for (let part = 0; part < Math.max(1, access.bytes / WORD); part++)
        this.link(middles[lane], top, this.x + ((Math.floor(address / WORD) + part) % BANKS + 0.5) * cell, this.y);
    });
    for (const bank of [0, 8, 16, 24, 31])
      this.text(this.x + (bank + 0.5) * cell, this.y + SMALL, bank, {size: SMALL, fill: "soft", anchor: "middle"});
    this.text(this.x + 4.5 * cell, this.y + SMALL, "bank", {size: SMALL, fill: "soft", anchor: "middle"});
    this.space(SMALL + 5);
    const start = this.y;
    for (const banks of bankGroups(access)) {
      const depth = Math.max(...banks.map((words) => words.size));
      banks.forEach((words, bank) => {
        for (let at = 0; at < Math.max(1, words.size); at++)
          this.rect(this.x + bank * cell + 0.7, this.y + at * height + 0.4, cell - 1.4, height - 0.8,
            {fill: !words.size ? "faint" : at ? "conflict" : "used"});
      });
      this.space(depth * height + 3);
    }
    this.y = start + deepest * height + 3;
  }

  // A matrix of cells coloured by colour(row, column); text(row, column) where cells are large enough.
  matrix(rows, columns, colour, {label, cell = this.width / columns, cellHeight = cell, text, mark, gap = 0.4} = {}) {
    if (label) {
      this.text(this.x, this.y + SMALL, label, {size: SMALL, fill: "soft"});
      this.space(SMALL + 5);
    }
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const x = this.x + column * cell, y = this.y + row * cellHeight, fill = colour(row, column);
        const marked = mark && mark(row, column);
        this.rect(x + gap, y + gap, cell - 2 * gap, cellHeight - 2 * gap, {...(fill === "idle" ? {idle: true} : {fill}),
          ...(marked ? {stroke: marked, line: 1.4} : {}), round: 1});
        const said = text && cell >= 11 ? text(row, column) : "";
        if (said !== "" && said !== undefined)
          this.text(x + cell / 2, y + cellHeight / 2 + 3.5, said, {size: 10, anchor: "middle"});
      }
    this.space(rows * cellHeight + 6);
  }

  // Rows of [label, value, colour, said]: bars on a scale up to `most`, labels above each.
  bars(rows, most, {height = 12} = {}) {
    for (const [label, value, colour, said] of rows) {
      this.text(this.x, this.y + SMALL, label, {size: SMALL});
      this.text(this.x + this.width, this.y + SMALL, said ?? whole(value), {size: SMALL, anchor: "end", fill: "ink"});
      this.space(SMALL + 4);
      this.rect(this.x, this.y, this.width, height, {fill: "faint"});
      this.rect(this.x, this.y, this.width * Math.min(1, value / most), height, {fill: colour});
      this.space(height + 6);
    }
  }

  // Axes for curves: {x: [least, most], y: [least, most], logX, logY, ticksX, ticksY, nameX, nameY, height}. Gives
  // functions from values to places.
  axes({x, y, logX = false, logY = false, ticksX, ticksY, nameX, nameY, height = 120, sayX = whole, sayY = whole}) {
    const left = this.x + 34, right = this.x + this.width - 6, top = this.y + 18, bottom = top + height;
    const scale = (log) => log ? Math.log : (value) => value;
    const at = (value, [least, most], log, from, to) =>
      from + (scale(log)(Math.max(value, log ? least : -Infinity)) - scale(log)(least)) / (scale(log)(most) - scale(log)(least)) * (to - from);
    const toX = (value) => at(value, x, logX, left, right), toY = (value) => at(value, y, logY, bottom, top);
    this.text(this.x, this.y + SMALL, nameY, {size: SMALL, fill: "soft"});
    for (const tick of ticksY) {
      this.path(`M${short(left)} ${short(toY(tick))}H${short(right)}`, {stroke: "rule", line: 0.6});
      this.text(left - 4, toY(tick) + 4, sayY(tick), {size: SMALL, fill: "soft", anchor: "end"});
    }
    for (const tick of ticksX)
      this.text(toX(tick), bottom + SMALL + 4, sayX(tick), {size: SMALL, fill: "soft", anchor: "middle"});
    this.path(`M${short(left)} ${short(bottom)}H${short(right)}`, {stroke: "soft", line: 1});
    this.text(right, bottom + 2 * SMALL + 7, nameX, {size: SMALL, fill: "soft", anchor: "end"});
    this.y = bottom + 2 * SMALL + 13;
    return {toX, toY, left, right, top, bottom};
  }
  // A line through points [x, y] of axes.
  curve({toX, toY}, points, {stroke = "used", line = 1.8, dash, opacity} = {}) {
    if (points.length > 1)
      this.path("M" + points.map(([x, y]) => `${short(toX(x))} ${short(toY(y))}`).join("L"), {stroke, line, dash, opacity});
  }

  svg(height) {
    return `<svg viewBox="0 0 ${WIDTH} ${height}" aria-hidden="true" focusable="false"><defs><pattern id="hatched-${this.name}" width="4"` +
      ` height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V4" class="s-rule" stroke-width="1.6"/>` +
      `</pattern></defs>${this.parts.join("")}</svg>`;
  }
}
