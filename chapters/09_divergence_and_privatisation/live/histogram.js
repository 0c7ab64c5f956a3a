// histogram.js - how often atomics of a histogram meet at one address, for all blocks together and for each its own.
figure({
  name: "histogram",
  after: "figures/merges.svg",
  title: "Skew the values, and keep a histogram per block",
  height: 260,

  kernel: cuda`
extern "C" __global__ void shared_by_all(const int *in, int *bins, int each) {
    for (int e = 0; e < each; e++) {
        int value = in[(blockIdx.x * each + e) * blockDim.x + threadIdx.x];
        atomicAdd(&bins[value], 1);
    }
}

extern "C" __global__ void one_per_block(const int *in, int *bins, int each) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int e = 0; e < each; e++) {
        int value = in[(blockIdx.x * each + e) * blockDim.x + threadIdx.x];
        atomicAdd(&own[value], 1);
    }
    __syncthreads();
    if (own[threadIdx.x]) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
`,

  knobs: {
    way: {label: "histogram", choices: [["shared_by_all", "one for all"], ["one_per_block", "one per block"]], start: "shared_by_all"},
    skew: {label: "values that are 0", from: 0, to: 100, step: 10, start: 0, say: (percent) => `${percent} %`},
    each: {label: "values of a thread", values: [1, 2, 4, 8, 16], start: 1},
  },

  launch: ({way, skew, each}) => ({
    kernel: way, grid: [16 / each], block: [256], traced: 1,
    arguments: [{words: 4096, fill: "skewed", detail: skew}, {words: 256, fill: "same"}, {int: each}],
  }),

  draw(drawing, run, {way}) {
    const atomic = run.accesses.find((access) => access.kind === "atomic" && access.space === (way === "one_per_block" ? "shared" : "global"));
    const at = new Map();
    atomic.lanes.forEach((address, lane) => { if (address !== null) at.set(address, [...(at.get(address) || []), lane]); });
    const places = [...at].sort(([a], [b]) => a - b), deepest = Math.max(...places.map(([, lanes]) => lanes.length));
    drawing.heading("the first warp's additions", `${deepest} at one address`, deepest > 4 ? "conflict" : deepest > 1 ? "ink" : "good");
    const cell = drawing.width / 32, unit = 3.4, base = drawing.y + 32 * unit;
    places.forEach(([address, lanes], n) => {
      lanes.forEach((_, depth) => drawing.rect(drawing.x + n * cell + 0.7, base - (depth + 1) * unit + 0.3, cell - 1.4, unit - 0.6,
        {fill: depth ? "conflict" : "used", round: 0.8}));
      if (n % 4 === 0) drawing.text(drawing.x + (n + 0.5) * cell, base + 12, address / WORD, {size: SMALL, fill: "soft", anchor: "middle"});
    });
    for (let n = places.length; n < 32; n++) drawing.rect(drawing.x + n * cell + 0.7, base - unit + 0.3, cell - 1.4, unit - 0.6, {fill: "faint", round: 0.8});
    drawing.y = base + 18;
    drawing.note("a column per bin, a cell per lane that adds to it");
    const {counters} = run.launch;
    drawing.space(2);
    drawing.note("all 4,096 values:", "ink");
    drawing.bars([["requests of atomics to global memory", counters.global_red_requests, "used"],
      ["additions there, one after another at each address", counters.global_red_sectors, "conflict"]], 4096);
  },

  says(run, {way, skew, each}) {
    const {counters} = run.launch;
    const blocks = 16 / each === 1 ? "One block sends" : `${16 / each} blocks send`;
    const said = `${blocks} ${whole(counters.global_red_requests)} requests to global memory for 4,096 values. `;
    if (way === "one_per_block") return said + "Each block adds in shared memory and sends its bins once, at its end. More values per thread make fewer blocks.";
    return said + (skew >= 50 ? "Most lanes add to bin 0, and additions at one address happen one after another." : "Values that are spread well rarely meet in a warp.");
  },

  predict: [
    {name: "global", at: {way: "shared_by_all", skew: 0, each: 1}, ask: "One histogram for all: how many requests of warps reach global memory for 4,096 values?",
      answer: (run) => run.launch.counters.global_red_requests},
    {name: "privatised", at: {way: "one_per_block", skew: 100, each: 16}, ask: "All values are 0, one block with a histogram of its own: how many requests?",
      answer: (run) => run.launch.counters.global_red_requests},
  ],
});
