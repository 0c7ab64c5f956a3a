// pi.js - pi from random points, and its error, with a sequence for each thread and with one for all.
figure({
  name: "pi",
  after: "figures/errors.svg",
  title: "Throw more points, and watch the error",
  height: 244,
  fixed: "This page cannot compile cuRAND, so this kernel is as nvcc compiled it.",

  kernel: cuda`
#include <curand_philox4x32_x.h> // cuRAND's Philox, which starts any sequence at any place

// inner[n]: of the first 2^n points of each thread, how many lie within the circle.
extern "C" __global__ void estimate(float *points, int *inner, int seed, int shared) {
    unsigned sequence = shared ? 0 : threadIdx.x;
    int own = 0, n = 0;
#pragma unroll 1
    for (int i = 1; i <= 64; i++) {
        uint4 bits = curand_Philox4x32_10(make_uint4(i, 0, sequence, 0), make_uint2(seed, 0));
        float x = (bits.x >> 8) * 0x1p-24f, y = (bits.y >> 8) * 0x1p-24f;
        if (i == 1) points[2 * threadIdx.x] = x, points[2 * threadIdx.x + 1] = y;
        own += x * x + y * y < 1;
        if (i == 1 << n) atomicAdd(&inner[n++], own);
    }
}
`,

  knobs: {
    each: {label: "points of a thread", values: [1, 2, 4, 8, 16, 32, 64], start: 4},
    seed: {label: "seed", from: 1, to: 12, start: 1},
    shared: {label: "sequences", choices: [[false, "one per thread"], [true, "the same for all"]], start: false},
  },

  launch: ({seed, shared}) => ({
    kernel: "estimate", grid: [1], block: [128], read: [0, 1],
    arguments: [{words: 256, fill: "unset"}, {words: 7, fill: "same"}, {int: seed}, {int: shared ? 1 : 0}],
  }),

  estimate: (run, {each}) => 4 * run.memory[1][Math.log2(each)] / (128 * each),

  draw(drawing, run, knobs) {
    const points = new Float32Array(run.memory[0].buffer), side = 168, top = drawing.y + 22, pi = this.estimate(run, knobs);
    drawing.text(drawing.x, drawing.y + LABEL, "first point of each thread", {size: SMALL, fill: "soft"});
    drawing.rect(drawing.x, top, side, side, {fill: "shade"});
    drawing.path(`M${drawing.x} ${top}A${side} ${side} 0 0 1 ${drawing.x + side} ${top + side}`, {stroke: "soft"});
    for (let n = 0; n < 128; n++) {
      const [x, y] = [points[2 * n], points[2 * n + 1]];
      drawing.circle(drawing.x + x * side, top + side - y * side, 2.2, {fill: x * x + y * y < 1 ? "used" : "conflict"});
    }
    drawing.text(drawing.x, top + side + 18, `pi is about ${pi.toFixed(4)}`, {bold: true});
    drawing.text(drawing.x, top + side + 34, `${whole(128 * knobs.each)} points, off by ${Math.abs(pi - Math.PI).toFixed(4)}`, {size: SMALL});
    const area = drawing.area(drawing.x + side + 8, drawing.y, drawing.width - side - 20);
    const axes = area.axes({x: [100, 10000], y: [0.001, 2], logX: true, logY: true, ticksX: [100, 1000, 10000], ticksY: [0.001, 0.01, 0.1, 1],
      nameX: "points", nameY: "error", height: 150, sayY: String});
    const deviation = 4 * Math.sqrt(Math.PI / 4 * (1 - Math.PI / 4));
    area.curve(axes, [100, 10000].map((count) => [count, deviation / Math.sqrt(count)]), {stroke: "soft", dash: "4 3", line: 1.2});
    for (const each of [1, 2, 4, 8, 16, 32, 64]) {
      const error = Math.max(0.001, Math.abs(this.estimate(run, {each}) - Math.PI));
      drawing.circle(axes.toX(128 * each), axes.toY(error), each === knobs.each ? 5 : 3, {fill: each === knobs.each ? "mark" : "used", stroke: "paper"});
    }
    drawing.text(area.x + 4, axes.bottom + 46, "dashed: the standard error", {size: SMALL, fill: "soft"});
    drawing.y = top + side + 42;
  },

  says(run, knobs) {
    if (knobs.shared) return `All 128 threads draw the same ${plural(knobs.each, "point")}, so ${whole(128 * knobs.each)} points say no more than ${knobs.each}. Nothing in the program fails: only the error tells.`;
    const expected = 4 * Math.sqrt(Math.PI / 4 * (1 - Math.PI / 4) / (128 * knobs.each)), off = Math.abs(this.estimate(run, knobs) - Math.PI);
    return `With ${whole(128 * knobs.each)} independent points the standard error is ${expected.toFixed(3)}; this run is off by ${off.toFixed(3)}, ` +
      `${times(off / expected)} times that. Four times the points halve it.`;
  },

  predict: [
    {name: "error", at: {each: 64, shared: false}, ask: "64 points per thread, 8,192 in all. By how many thousandths is pi off?",
      answer: (run, knobs) => Math.round(1000 * Math.abs(4 * run.memory[1][Math.log2(knobs.each)] / (128 * knobs.each) - Math.PI))},
    {name: "different", at: {each: 64, shared: true}, ask: "All 128 threads use the same sequence. How many different points do they draw?",
      answer: (run, knobs) => {
        const points = new Float32Array(run.memory[0].buffer);
        const first = Array.from({length: 128}, (_, n) => `${points[2 * n]} ${points[2 * n + 1]}`);
        return knobs.each * new Set(first).size;
      }},
  ],
});
