// occupancy.js - what a multiprocessor runs out of, for a kernel whose registers ptxas has counted.
figure({
  name: "occupancy",
  after: "figures/limits.svg",
  title: "Fill a multiprocessor with blocks",
  height: 226,
  fixed: "The figure shows what ptxas makes of this kernel, which this page cannot ask.",

  kernel: cuda`
template <int VALUES> __device__ void keep(const float *in, float *out, int rounds) {
    extern __shared__ float own[];
    float values[VALUES];
    for (int v = 0; v < VALUES; v++) values[v] = in[v * blockDim.x + threadIdx.x];
#pragma unroll 1
    for (int r = 0; r < rounds; r++)
        for (int v = 0; v < VALUES; v++) values[v] = values[v] * values[(v + 1) % VALUES] + 1;
    float sum = 0;
    for (int v = 0; v < VALUES; v++) sum += values[v];
    if (rounds < 0) own[threadIdx.x] = sum;
    out[threadIdx.x] = sum;
}

extern "C" __global__ void keep_4(const float *in, float *out, int rounds) { keep<4>(in, out, rounds); }
extern "C" __global__ void keep_16(const float *in, float *out, int rounds) { keep<16>(in, out, rounds); }
extern "C" __global__ void keep_32(const float *in, float *out, int rounds) { keep<32>(in, out, rounds); }
extern "C" __global__ void keep_48(const float *in, float *out, int rounds) { keep<48>(in, out, rounds); }
extern "C" __global__ void keep_64(const float *in, float *out, int rounds) { keep<64>(in, out, rounds); }
`,

  knobs: {
    threads: {label: "threads of a block", values: [32, 64, 96, 128, 192, 256, 320, 384, 512, 640, 768, 1024], start: 256},
    values: {label: "values a thread keeps", values: [4, 16, 32, 48, 64], start: 16},
    shared: {label: "shared memory of a block", values: [0, 2, 4, 8, 12, 16, 24, 32, 40, 48], start: 0, say: (kib) => `${kib} KiB`},
  },

  launch: ({threads, values, shared}) => ({
    kernel: `keep_${values}`, grid: [1], block: [threads], shared: 1024 * shared,
    arguments: [{words: 64 * threads, fill: "unit"}, {words: threads, fill: "unset"}, {int: 1}],
  }),

  draw(drawing, run, {shared}) {
    const {occupancy, registers} = run.launch, cell = drawing.width / 64;
    drawing.heading(`${plural(registers, "register")} a thread`, `${short(occupancy.percent)} % occupancy`,
      occupancy.percent === 100 ? "good" : "ink");
    const each = occupancy.blocks ? occupancy.warps / occupancy.blocks : 0;
    for (let warp = 0; warp < 64; warp++)
      drawing.rect(drawing.x + warp * cell + 0.4, drawing.y, cell - 0.8, 26,
        warp < occupancy.warps ? {fill: pale(Math.floor(warp / each))} : {idle: true, stroke: "rule", line: 0.5});
    drawing.space(32);
    drawing.note("64 places for warps, a colour for each resident block");
    drawing.space(4);
    drawing.note("blocks that each resource has space for:", "ink");
    const fit_shared = Math.floor(run.gpu.shared_bytes / (1024 * (shared + 1))); // 1 KiB is the block's reserve
    const rows = [["warps", occupancy.limit_warps], ["registers", occupancy.limit_registers], ["shared memory", fit_shared],
      ["blocks", occupancy.limit_blocks]];
    drawing.bars(rows.map(([name, limit]) => [name, Math.min(limit, 64), limit === occupancy.blocks ? "conflict" : "used",
      limit > 1000 ? "no limit" : whole(limit)]), 64, {height: 10});
  },

  says(run, {threads}) {
    const {occupancy, registers} = run.launch;
    const fit = occupancy.blocks === 1 ? "fits" : "fit", blocks = plural(occupancy.blocks, "block");
    const said = `${blocks} of ${threads} threads ${fit} at once, ${occupancy.warps} of 64 warps. `;
    if (occupancy.percent === 100) return `${said}Nothing runs out before all places for warps are taken.`;
    const why = {registers: `With ${registers} registers a thread, the multiprocessor's 65,536 registers run out first.`,
      "shared memory": "Shared memory runs out first.", blocks: "A multiprocessor takes at most 32 blocks, however small they are.",
      warps: "The next block no longer fits into the places that are left."};
    return said + why[occupancy.limited_by];
  },

  predict: [
    {name: "warps_of_700", ask: "Choose any block: which occupancy in percent does it have?", answer: (run) => run.launch.occupancy.percent},
    {name: "blocks_of_1024", at: {threads: 1024, values: 48, shared: 0}, ask: "Blocks of 1,024 threads that keep 48 values each: how many are resident?",
      answer: (run) => run.launch.occupancy.blocks},
  ],
});
