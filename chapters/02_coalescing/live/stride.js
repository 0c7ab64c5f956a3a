// stride.js - stride and offset of a warp's load, and the sectors that it touches.
figure({
  name: "stride",
  after: "figures/strides.svg",
  title: "Turn the stride, and move the start",
  exercise: "stride_offset",
  height: 262,

  kernel: cuda`
extern "C" __global__ void gather(const float *in, float *out, int stride, int offset) {
    int lane = threadIdx.x;
    out[lane] = in[stride * lane + offset];
}
`,

  knobs: {
    stride: {label: "stride", from: 0, to: 32, start: 3},
    offset: {label: "offset", from: 0, to: 48, start: 0},
  },

  launch: ({stride, offset}) => ({
    kernel: "gather", grid: [1], block: [32], traced: 1,
    arguments: [{words: 32 * 32 + 48, fill: "floats"}, {words: 32, fill: "unset"}, {int: stride}, {int: offset}],
  }),

  draw(drawing, run, {stride, offset}, {at}) {
    const load = run.accesses.find((access) => access.kind === "load"), touched = sectorsOf(load);
    const first = touched[0], shown = Math.max(8, touched.at(-1) - first + 1);
    const used = 100 * Math.min(128, load.bytes * new Set(load.lanes).size) / (SECTOR * load.sectors);
    drawing.sectors(load, offset ? `in[${stride} * lane + ${offset}]` : `in[${stride} * lane]`, `${plural(load.sectors, "sector")}, ${short(+used.toFixed(1))} % used`,
      {first, shown, tone: load.sectors <= 4 ? "good" : "ink"});
    drawing.legend(["used", "bytes a lane asked for"], ["wasted", "moved for nobody"], ["faint", "not touched"]);
    const axes = drawing.axes({x: [0, 32], y: [0, 34], ticksX: [0, 8, 16, 24, 32], ticksY: [0, 8, 16, 32], nameX: "stride",
      nameY: "sectors of one request", height: 92});
    const points = Array.from({length: 33}, (_, other) => [other, at({stride: other}).launch.counters.global_load_sectors]);
    drawing.curve(axes, points);
    drawing.circle(axes.toX(stride), axes.toY(load.sectors), 4.5, {fill: "mark", stroke: "paper"});
  },

  says(run, {stride, offset}) {
    const {sectors} = run.accesses.find((access) => access.kind === "load");
    if (stride === 0) return "All lanes want the same float: a broadcast, and one sector is enough.";
    const moved = `The 32 lanes want 128 bytes, and ${plural(sectors, "sector")} move: ${whole(sectors * SECTOR)} bytes.`;
    if (sectors === 4) return `${moved} No byte is wasted: the access is coalesced.`;
    if (stride === 1) return `${moved} The first float does not begin a sector, so the warp reaches into a fifth one.`;
    if (sectors >= 32) return `${moved} Each lane has a sector of its own. A larger stride cannot cost more sectors.`;
    return offset % 8 === 0 ? `${moved} Up to stride 8, each further step of the stride costs 4 sectors.` : `${moved} Try offset 0 for comparison.`;
  },

  predict: [
    {name: "strided", ask: "Set the stride to your STRIDE and the offset to 0. How many sectors does one warp touch?",
      answer: (run) => run.launch.counters.global_load_sectors},
    {name: "strided_offset", ask: "in[STRIDE * i + OFFSET]: set both to yours. How many sectors?",
      answer: (run) => run.launch.counters.global_load_sectors},
    {name: "offset", ask: "in[i + OFFSET]: set the stride to 1, and the offset to yours. How many sectors?",
      answer: (run) => run.launch.counters.global_load_sectors},
  ],
});
