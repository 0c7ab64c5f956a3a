// corner.js - a tile that is turned while it is loaded into shared memory.
figure({
  name: "corner",
  after: "figures/turn.svg",
  title: "Turn the corner, lane by lane",
  height: 308,

  kernel: cuda`
extern "C" __global__ void stage(const float *B, float *out, int n, int turned, int width) {
    extern __shared__ float tile[];
    int x = threadIdx.x, y = threadIdx.y, side = blockDim.x;
    if (turned) tile[width * x + y] = B[y * n + x];
    else tile[width * y + x] = B[x * n + y];
    __syncthreads();
    out[y * side + x] = tile[width * y + x];
}
`,

  knobs: {
    turned: {label: "lanes load along", choices: [[false, "a column of B"], [true, "a row of B"]], start: false},
    side: {label: "side of the tile", values: [8, 16, 32], start: 16},
    padding: {label: "padding", from: 0, to: 2, start: 0, say: (words) => plural(words, "word")},
  },

  launch: ({turned, side, padding}) => ({
    kernel: "stage", grid: [1], block: [side, side], shared: 4 * side * (side + padding), traced: 1,
    arguments: [{words: 32 * side, fill: "unit"}, {words: side * side, fill: "unset"}, {int: 32}, {int: turned ? 1 : 0}, {int: side + padding}],
  }),

  draw(drawing, run, {side, padding}) {
    const load = run.accesses.find((access) => access.kind === "load" && access.space === "global");
    const store = run.accesses.find((access) => access.kind === "store" && access.space === "shared");
    const laneOf = (access) => new Map(access.lanes.map((address, lane) => [address / WORD, lane]));
    const from = laneOf(load), into = laneOf(store), touched = new Set(sectorsOf(load)), width = side + padding;
    const areas = drawing.columns(2, 20), cell = Math.min(areas[0].width / 32, 6);
    areas[0].heading("global: B", plural(load.sectors, "sector"), load.sectors <= 4 ? "good" : "ink");
    areas[0].matrix(side, 32, (row, column) => from.has(row * 32 + column) ? `pale${from.get(row * 32 + column) >> 3}` :
      touched.has((row * 32 + column) >> 3) ? "wasted" : "faint", {cell: areas[0].width / 32});
    const said = store.conflicts ? `${store.passes} passes` : "1 pass";
    areas[1].heading("shared: the tile", said, store.conflicts ? "conflict" : "good");
    areas[1].matrix(side, width, (row, column) => into.has(row * width + column) ? `pale${into.get(row * width + column) >> 3}` :
      column >= side ? "idle" : "faint", {cell});
    drawing.y = 4 + LABEL + 8 + 32 * cell + 12;
    drawing.legend(["pale0", "lanes 0-7"], ["pale1", "8-15"], ["pale2", "16-23"], ["pale3", "24-31"], ["wasted", "comes along"]);
    const {counters} = run.launch;
    drawing.bars([["sectors of the block's loads", counters.global_load_sectors, "used"],
      ["bank conflicts of its stores to the tile", counters.shared_store_bank_conflicts, "conflict"]], 1024);
  },

  says(run, {turned, padding}) {
    const load = run.accesses.find((access) => access.kind === "load" && access.space === "global");
    const store = run.accesses.find((access) => access.kind === "store" && access.space === "shared");
    const {shared_store_bank_conflicts: conflicts} = run.launch.counters;
    if (!turned) return `Neighbouring lanes load down a column of B: ${load.sectors} sectors for 32 floats. The tile is stored without turning` +
      (conflicts ? `, and with this padding its rows meet in some banks: ${store.passes} passes.` : ".");
    const loads = `Neighbouring lanes load along a row of B: ${load.sectors} sectors for 32 floats. The stores turn them inside the tile`;
    if (conflicts === 0) return padding ? `${loads}, and the padding keeps the stores free of conflicts.` : `${loads}.`;
    if (padding) return `${loads}. Even with this padding, some lanes of a warp meet in a bank: ${store.passes} passes.`;
    return `${loads}, but there lanes of one column meet in few banks. Add padding.`;
  },

  predict: [
    {name: "down", at: {turned: false, side: 32, padding: 0}, ask: "A tile of side 32, lanes along a column of B. How many sectors does one request move?",
      answer: (run) => run.accesses.find((access) => access.kind === "load" && access.space === "global").sectors},
    {name: "passes", at: {turned: true, side: 32, padding: 0}, ask: "Turned, and without padding: how many passes does one store to the tile take?",
      answer: (run) => run.accesses.find((access) => access.kind === "store" && access.space === "shared").passes},
  ],
});
