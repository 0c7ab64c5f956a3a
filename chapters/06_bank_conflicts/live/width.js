// width.js - the width of a tile, and the banks of one of its columns.
figure({
  name: "width",
  after: "figures/columns.svg",
  title: "Widen the tile, word by word",
  exercise: "bank_quiz",
  height: 460,

  kernel: cuda`
extern "C" __global__ void column(float *out, int width, int turned, int chosen) {
    extern __shared__ float tile[];
    int row = threadIdx.x;
    for (int c = 0; c < 32; c++) tile[width * row + (turned ? c ^ row : c)] = 100 * row + c;
    __syncwarp();
    out[row] = tile[width * row + (turned ? chosen ^ row : chosen)];
}
`,

  knobs: {
    width: {label: "words in a row", from: 32, to: 36, start: 32},
    column: {label: "column", from: 0, to: 31, start: 5},
    swizzle: {label: "swizzle: column ^ row", on: false},
  },

  launch: ({width, column, swizzle}) => ({
    kernel: "column", grid: [1], block: [32], shared: 4 * 32 * width, traced: 40,
    arguments: [{words: 32, fill: "unset"}, {int: width}, {int: swizzle ? 1 : 0}, {int: column}],
  }),

  draw(drawing, run, {width, column}) {
    const load = run.accesses.find((access) => access.kind === "load" && access.space === "shared");
    const said = load.conflicts ? `${load.passes} passes, ${plural(load.conflicts, "conflict")}` : "1 pass, no conflict";
    const words = new Set(load.lanes.map((address) => address / WORD)), cell = drawing.width / 36;
    drawing.heading(`column ${column}, rows of ${width} words`, said, load.conflicts ? "conflict" : "good");
    drawing.matrix(32, width, (row, at) => `bank${words.has(row * width + at) ? "strong" : ""}${(row * width + at) % BANKS}`,
      {cell, cellHeight: 6.4, mark: (row, at) => words.has(row * width + at) && "ink", gap: 0.3});
    drawing.space(4);
    drawing.banks(load, "lanes over the banks", "", {height: 4});
  },

  says(run, {width, swizzle}) {
    const load = run.accesses.find((access) => access.kind === "load" && access.space === "shared");
    const banks = new Set(load.lanes.map((address) => address / WORD % BANKS)).size;
    if (load.passes === 1 && swizzle) return "The swizzle moves each row's words to other columns of the same row. " +
      `The column now lies in all 32 banks, ${width > BANKS ? "and the padding is not needed" : "and no word is spent on padding"}.`;
    if (swizzle) return `Padding and swizzle both move the words of a row, and here one undoes the other: the column lies in ${plural(banks, "bank")}, ` +
      `and the fullest takes ${load.passes} passes. Use one of the two.`;
    if (load.passes === 1) return `${width} and 32 share no factor, so the rows of a column begin in 32 different banks: one pass.`;
    if (load.passes === 32) return "Rows are 32 words apart, so the whole column lies in one bank: 32 passes, one after another.";
    return `The column lies in ${whole(banks)} banks, ${load.passes} words in each: ${load.passes} passes.`;
  },

  predict: [
    {name: "column_a", ask: "Set the width to the first one of your part 3, if the slider has it. How many conflicts does one warp have?",
      answer: (run) => run.launch.counters.shared_load_bank_conflicts},
    {name: "column_b", ask: "And with the second one?", answer: (run) => run.launch.counters.shared_load_bank_conflicts},
  ],
});
