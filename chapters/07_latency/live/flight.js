// flight.js - bytes in flight: what the resident warps have requested when they wait.
figure({
  name: "flight",
  after: "figures/waits.svg",
  title: "Put more bytes in flight",
  height: 248,
  fixed: "The figure shows what ptxas makes of this kernel, which this page cannot ask.",

  kernel: cuda`
template <int LOADS, class Value> __device__ void copy(const Value *in, Value *out) {
    int first = blockIdx.x * blockDim.x * LOADS + threadIdx.x;
    Value values[LOADS];
    for (int e = 0; e < LOADS; e++) values[e] = in[first + e * blockDim.x];
    for (int e = 0; e < LOADS; e++) out[first + e * blockDim.x] = values[e];
}

extern "C" __global__ void copy_1_1(const float *in, float *out) { copy<1>(in, out); }
extern "C" __global__ void copy_2_1(const float *in, float *out) { copy<2>(in, out); }
extern "C" __global__ void copy_4_1(const float *in, float *out) { copy<4>(in, out); }
extern "C" __global__ void copy_8_1(const float *in, float *out) { copy<8>(in, out); }
extern "C" __global__ void copy_1_4(const float4 *in, float4 *out) { copy<1>(in, out); }
extern "C" __global__ void copy_2_4(const float4 *in, float4 *out) { copy<2>(in, out); }
extern "C" __global__ void copy_4_4(const float4 *in, float4 *out) { copy<4>(in, out); }
extern "C" __global__ void copy_8_4(const float4 *in, float4 *out) { copy<8>(in, out); }
`,

  knobs: {
    loads: {label: "loads before the first use", values: [1, 2, 4, 8], start: 1},
    vector: {label: "a load is a", choices: [[1, "float"], [4, "float4"]], start: 1},
    shared: {label: "shared memory of a block", values: [0, 8, 16, 24, 32, 40, 48], start: 0, say: (kib) => `${kib} KiB`},
  },

  launch: ({loads, vector, shared}) => ({
    kernel: `copy_${loads}_${vector}`, grid: [1], block: [256], shared: 1024 * shared,
    arguments: [{words: 256 * loads * vector, fill: "unit"}, {words: 256 * loads * vector, fill: "unset"}],
  }),

  // Of the whole GPU, full of blocks like this one: the launch itself has only one of them.
  bytes: ({launch, gpu}) => launch.in_flight.bytes_per_wait * launch.occupancy.warps * gpu.multiprocessors,
  needed: 2.1e12 * 600e-9,

  draw(drawing, run) {
    const {launch, gpu} = run, bytes = this.bytes(run), mebi = 2 ** 20;
    drawing.bars([
      ["bytes of a warp when it waits", launch.in_flight.bytes_per_wait, "used"],
    ], 4096);
    drawing.bars([[`warps of a multiprocessor (limited by ${launch.occupancy.limited_by})`, launch.occupancy.warps, "used", `${launch.occupancy.warps} of 64`]], 64);
    drawing.heading(`${gpu.multiprocessors} multiprocessors together`, `${short(bytes / mebi)} MiB in flight`, bytes >= this.needed ? "good" : "ink");
    const axes = drawing.axes({x: [0.0625 * mebi, 32 * mebi], y: [0, 2.5], logX: true, ticksX: [0.125, 0.5, 2, 8, 32].map((n) => n * mebi),
      ticksY: [0, 1, 2], nameX: "MiB in flight", nameY: "TB/s at most, with 600 ns a load", height: 96, sayX: (value) => value / mebi});
    const rate = (held) => Math.min(2.1, held / 600e-9 / 1e12);
    const points = Array.from({length: 91}, (_, step) => 0.0625 * mebi * 2 ** (step / 10));
    drawing.curve(axes, points.map((held) => [held, rate(held)]));
    drawing.circle(axes.toX(Math.min(bytes, 32 * mebi)), axes.toY(rate(bytes)), 5, {fill: "mark", stroke: "paper"});
  },

  says(run) {
    const bytes = this.bytes(run), {launch} = run;
    const said = `${launch.occupancy.warps} warps with ${whole(launch.in_flight.bytes_per_wait)} bytes each, on 132 multiprocessors: ${short(bytes / 1e6)} MB. `;
    if (bytes >= this.needed) return `${said}That is enough for 2.1 TB/s from an idle memory. A busy one answers later, so copies gain from more bytes still, as the measured curve above shows.`;
    return `${said}By Little's law the memory can deliver at most ${short(bytes / 600e-9 / 1e12)} TB/s: more loads before the first use, or wider ones, help.`;
  },

  predict: [
    {name: "bytes_of_a_warp", at: {loads: 1, vector: 1, shared: 0}, ask: "One float per lane: how many bytes has a warp requested when it waits?",
      answer: (run) => run.launch.in_flight.bytes_per_wait},
    {name: "bytes_of_the_gpu", at: {loads: 1, vector: 1, shared: 0}, ask: "132 multiprocessors hold 64 such warps each. How many bytes together?",
      answer: ({launch, gpu}) => launch.in_flight.bytes_per_wait * launch.occupancy.warps * gpu.multiprocessors},
  ],
});
