// tiles.js - a tiled product, phase by phase, with barriers that can be taken away.
figure({
  name: "tiles",
  after: "figures/toy.svg",
  title: "Step through the phases, and take a barrier away",
  height: 302,
  listing: true,

  kernel: cuda`
extern "C" __global__ void product(const float *A, const float *B, float *C, int first, int second) {
    __shared__ float A_tile[16][16], B_tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
#pragma unroll 1
    for (int phase = 0; phase < 4; phase++) {
        A_tile[y][x] = A[y * 64 + 16 * phase + x];
        B_tile[y][x] = B[(16 * phase + y) * 16 + x];
        if (first) __syncthreads();
        for (int p = 0; p < 16; p++)
            sum += A_tile[y][p] * B_tile[p][x];
        if (second) __syncthreads();
    }
    C[y * 16 + x] = sum;
}
`,

  knobs: {
    phase: {label: "phase", from: 0, to: 3, start: 0},
    first: {label: "barrier after the tiles are stored", on: true},
    second: {label: "barrier after the tiles are used", on: true},
  },

  launch: ({first, second}) => ({
    kernel: "product", grid: [1], block: [16, 16], checks: true, traced: 4, read: [2],
    arguments: [{words: 1024, fill: "floats"}, {words: 1024, fill: "floats"}, {words: 256, fill: "unset"}, {int: first ? 1 : 0}, {int: second ? 1 : 0}],
  }),

  // The right result: all numbers are whole and small enough for a float.
  expected(row, column) {
    let sum = 0;
    for (let k = 0; k < 64; k++) sum = Math.fround(sum + (row * 64 + k) * (k * 16 + column));
    return sum;
  },

  draw(drawing, run, {phase}) {
    const results = new Float32Array(run.memory[0].buffer), cell = 3.9, tile = (at) => at >> 4;
    const wrong = (row, column) => !(Math.abs(results[row * 16 + column] / this.expected(row, column) - 1) < 1e-5);
    const count = Array.from({length: 256}, (_, at) => wrong(at >> 4, at & 15)).filter(Boolean).length;
    const shade = (number) => number === phase ? "used" : number < phase ? "usedpale" : "faint";
    const corner = drawing.x + 64 * cell + 8, below = 136;
    drawing.area(corner, 8, 16 * cell).matrix(64, 16, (row) => shade(tile(row)), {cell, cellHeight: 1.9, gap: 0.2});
    drawing.area(drawing.x, below, 64 * cell).matrix(16, 64, (row, column) => shade(tile(column)), {cell});
    drawing.area(corner, below, 16 * cell).matrix(16, 16, (row, column) => wrong(row, column) ? "conflict" : "good", {cell});
    drawing.text(corner - 6, 20, "B", {bold: true, anchor: "end"});
    drawing.text(drawing.x, below - 6, "A", {bold: true});
    drawing.text(corner + 16 * cell + 8, below + 12, "C", {bold: true});
    drawing.text(corner + 16 * cell + 8, below + 28, count ? `${count} wrong` : "right", {size: SMALL, fill: count ? "conflict" : "good"});
    drawing.y = below + 16 * cell + 10;
    drawing.legend(["used", "tile of this phase"], ["usedpale", "already used"], ["good", "right results"], ["conflict", "wrong results"]);
    const races = run.faults.filter((fault) => fault.kind === "race_shared");
    drawing.heading(races.length ? `${plural(races.length, "race")} found` : "No race", "", races.length ? "conflict" : "good");
    for (const race of races.slice(0, 2))
      drawing.note(`line ${race.line} and line ${race.other_line}: thread ${race.thread} and thread ${race.other_thread}`, "conflict");
  },

  says(run, {phase, first, second}) {
    const races = run.faults.filter((fault) => fault.kind === "race_shared");
    if (!races.length) return `In phase ${phase}, each thread stores one element of each tile, waits, and uses 16 of each. ` +
      "The first barrier keeps a warp from reading what is not there yet, the second from overwriting what others still read.";
    if (!first && !second) return "Without any barrier, warps read elements that other warps have not stored, or have stored too early.";
    return first ? "Without the second barrier, a fast warp stores the next phase's tile while a slow one still reads this phase's. " +
      "The result may be right on one GPU and wrong on the next." :
      "Without the first barrier, a warp uses rows of the tile that other warps have not stored yet.";
  },

  marks(run, {first, second}) {
    const marks = {};
    for (const fault of run.faults) marks[fault.line] = marks[fault.other_line] = "bad";
    if (!first) marks[9] = "off";
    if (!second) marks[12] = "off";
    return marks;
  },

  predict: [
    {name: "tile_sectors", at: {first: true, second: true}, ask: "The block loads four tiles of A and four of B, 16 x 16 floats each. How many sectors?",
      answer: (run) => run.launch.counters.global_load_sectors},
    {name: "races", at: {first: true, second: false}, ask: "Without the second barrier: how many races are reported?",
      answer: (run) => run.faults.filter((fault) => fault.kind === "race_shared").length},
  ],
});
