// caches.js - sectors that four kernels request, and how many of them are different.
figure({
  name: "caches",
  after: "figures/asked.svg",
  title: "What is requested, and what DRAM must deliver",
  exercise: "cache_footprint",
  height: 206,

  kernel: cuda`
extern "C" __global__ void sum_rows(const float *in, float *out, int side) {
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < side; k++) sum += in[threadIdx.x * side + k];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void sum_columns(const float *in, float *out, int side) {
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < side; k++) sum += in[k * side + threadIdx.x];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void blur(const float *in, float *out, int taps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int t = 0; t < taps; t++) sum += in[i + t];
    out[i] = sum / taps;
}

extern "C" __global__ void every(const float *in, float *out, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[step * i];
}
`,

  knobs: {
    way: {label: "kernel", choices: [["sum_rows", "rows"], ["sum_columns", "columns"], ["blur", "blur"], ["every", "every"]], start: "sum_rows"},
    size: {label: "side, taps or step", values: [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 96], start: 32},
  },

  launch({way, size}) {
    const matrix = way.startsWith("sum"), threads = matrix ? size : 4096;
    return {
      kernel: way, grid: [matrix ? 1 : 16], block: [matrix ? size : 256], traced: 1,
      arguments: [{words: matrix ? size * size : way === "blur" ? 4096 + size : 4096 * size, fill: "unit"}, {words: threads, fill: "unset"}, {int: size}],
    };
  },

  draw(drawing, run, {way, size}) {
    const load = run.accesses.find((access) => access.kind === "load"), {counters} = run.launch, touched = sectorsOf(load);
    const names = {sum_rows: `in[thread * ${size} + k]`, sum_columns: `in[k * ${size} + thread]`, blur: "in[i + tap]", every: `in[${size} * i]`};
    drawing.sectors(load, names[way], plural(load.sectors, "sector"), {first: 0, shown: Math.max(8, Math.min(touched.at(-1) + 1, 400))});
    drawing.legend(["used", "this request wants it"], ["wasted", "comes along"], ["faint", "not touched by it"]);
    drawing.space(4);
    const most = Math.max(counters.global_load_sectors, counters.dram_read_sectors);
    drawing.note("all requests of the launch:", "ink");
    drawing.bars([["sectors requested", counters.global_load_sectors, "used"], ["different sectors: from DRAM at least", counters.dram_read_sectors, "wasted"]], most);
  },

  says(run, {way}) {
    const {counters} = run.launch, again = counters.global_load_sectors / counters.dram_read_sectors;
    if (again <= 1.01) return "No sector is requested twice: caches have nothing to save here.";
    const each = `Each sector is requested ${times(again)} times on average.`;
    if (way === "sum_rows") return `${each} A lane returns to its sector in the next steps. That is cheap only if the sector is still in a cache.`;
    if (way === "blur") return `${each} Neighbouring taps want nearly the same sectors, and the L1 cache still has them.`;
    return `${each} Rows that do not begin at a sector boundary share sectors with their neighbours.`;
  },

  predict: [
    ["sum_rows", "your SIDE"], ["sum_columns", "your SIDE"],
  ].flatMap(([way, size]) => [
    {name: `asked_by_${way}`, at: {way}, ask: `Set the slider to ${size} (if it is there). How many sectors does ${way} request?`,
      answer: (run) => run.launch.counters.global_load_sectors},
    {name: `different_for_${way}`, at: {way}, ask: "How many of them are different?", answer: (run) => run.launch.counters.dram_read_sectors},
  ]),
});
