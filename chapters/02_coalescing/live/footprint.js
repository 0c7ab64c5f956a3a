// footprint.js - the shape of a block, and what its warp touches of three matrices.
figure({
  name: "footprint",
  after: "figures/warp_of_16.svg",
  title: "Reshape the block, and watch one warp",
  height: 256,

  kernel: cuda`
extern "C" __global__ void product(const float *A, const float *B, float *C, int n, int x_is_column) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int row = x_is_column ? y : x, column = x_is_column ? x : y;
    float sum = 0;
#pragma unroll 1
    for (int p = 0; p < n; p++) sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}
`,

  knobs: {
    width: {label: "block", values: [1, 2, 4, 8, 16, 32], start: 8, say: (width) => `${width} x ${32 / width}`},
    map: {label: "threadIdx.x is", choices: [["row", "the row"], ["column", "the column"]], start: "row"},
  },

  launch: ({width, map}) => ({
    kernel: "product", grid: [32 / width, width], block: [width, 32 / width], traced: 1,
    arguments: [{words: 1024, fill: "unit"}, {words: 1024, fill: "unit"}, {words: 1024, fill: "unset"}, {int: 32},
      {int: map === "column" ? 1 : 0}],
  }),

  draw(drawing, run) {
    const areas = drawing.columns(3, 14);
    ["A", "B", "C"].forEach((name, at) => {
      const access = run.accesses.find((one) => one.argument === at && one.warp === 0 && one.block === 0);
      const words = new Set(access.lanes.map((address) => address / WORD)), touched = new Set(sectorsOf(access));
      areas[at].heading(name, plural(access.sectors, "sector"), access.sectors <= 4 ? "good" : "ink");
      areas[at].matrix(32, 32, (row, column) => words.has(row * 32 + column) ? "used" :
        touched.has((row * 32 + column) >> 3) ? "wasted" : "faint", {gap: 0.25});
    });
    drawing.end(areas);
    drawing.legend(["used", "the warp touches it"], ["wasted", "comes along in its sector"]);
    const {counters} = run.launch;
    drawing.note("all warps of the product, 32 x 32 x 32:", "ink");
    drawing.bars([["sectors of loads", counters.global_load_sectors, "used"],
      ["sectors of stores", counters.global_store_sectors, "used"]], 34000);
  },

  says(run, {width, map}) {
    const sectors = [0, 1, 2].map((at) => run.accesses.find((one) => one.argument === at && one.warp === 0).sectors);
    const shape = map === "column" ? [32 / width, width] : [width, 32 / width];
    const said = `The warp covers ${plural(shape[0], "row")} and ${plural(shape[1], "column")} of C. ` +
      `One step of its loop loads ${plural(sectors[0], "sector")} of A and ${plural(sectors[1], "sector")} of B.`;
    if (sectors[0] + sectors[1] > 20) return `${said} Most bytes of these sectors are wasted in this step.`;
    return sectors[0] + sectors[1] <= 6 ? `${said} Its lanes lie along the rows of C, and few sectors move.` : said;
  },

  predict: [
    {name: "row_b", at: {width: 8, map: "row"}, ask: "A block of 8 x 4, and threadIdx.x is the row. How many sectors of B does one step load?",
      answer: (run) => run.accesses.find((one) => one.argument === 1 && one.warp === 0).sectors},
    {name: "column_b", at: {width: 32, map: "column"}, ask: "A block of 32 x 1, and threadIdx.x is the column. How many sectors of B now?",
      answer: (run) => run.accesses.find((one) => one.argument === 1 && one.warp === 0).sectors},
  ],
});
