// trees.js - three trees that add 256 values, step by step: lanes that work, and banks that meet.
figure({
  name: "trees",
  after: "figures/trees.svg",
  title: "Climb three trees, step by step",
  exercise: "reduce_converged",
  height: 290,

  kernel: cuda`
extern "C" __global__ void modulo(const float *in, float *out) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[t];
#pragma unroll 1
    for (unsigned s = 1; s < 256; s *= 2) {
        __syncthreads();
        if (t % (2 * s) == 0) values[t] += values[t + s];
    }
    if (t == 0) *out = values[0];
}

extern "C" __global__ void strided(const float *in, float *out) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[t];
#pragma unroll 1
    for (unsigned s = 1; s < 256; s *= 2) {
        __syncthreads();
        unsigned place = 2 * s * t;
        if (place < 256) values[place] += values[place + s];
    }
    if (t == 0) *out = values[0];
}

extern "C" __global__ void contiguous(const float *in, float *out) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[t];
#pragma unroll 1
    for (unsigned s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (t < s) values[t] += values[t + s];
    }
    if (t == 0) *out = values[0];
}
`,

  knobs: {
    tree: {label: "tree", choices: [["modulo", "modulo"], ["strided", "strided"], ["contiguous", "contiguous"]], start: "modulo"},
    step: {label: "step", from: 1, to: 8, start: 1},
  },

  launch: ({tree}) => ({
    kernel: tree, grid: [1], block: [256], traced: 64,
    arguments: [{words: 256, fill: "unit"}, {words: 1, fill: "unset"}],
  }),

  // The accesses to shared memory of a step: two loads and a store of each warp that takes part.
  accesses: (run, step) => run.accesses.filter((access) => access.space === "shared" && access.phase === step &&
    access.lanes.some((address) => address !== null)),
  // {warp: lanes that add in a step}.
  adding(run, step) {
    const lanes = new Map();
    for (const access of this.accesses(run, step))
      if (access.kind === "store") lanes.set(access.warp, access.lanes.map((address) => address !== null));
    return lanes;
  },

  draw(drawing, run, {step}) {
    const lanes = this.adding(run, step), cell = drawing.width / 36, left = drawing.x + 4 * cell;
    const count = [...lanes.values()].flat().filter(Boolean).length;
    drawing.heading(`step ${step}: ${plural(count, "thread")} ${count === 1 ? "adds" : "add"}`, `${plural(lanes.size, "warp")} of 8`, lanes.size > Math.ceil(count / 32) ? "conflict" : "good");
    for (let warp = 0; warp < 8; warp++) {
      drawing.text(drawing.x, drawing.y + 10, `warp ${warp}`, {size: SMALL, fill: "soft"});
      for (let lane = 0; lane < 32; lane++) {
        const works = lanes.get(warp)?.[lane];
        drawing.rect(left + lane * cell + 0.5, drawing.y, cell - 1, 12, works ? {fill: "used"} :
          lanes.has(warp) ? {idle: true, stroke: "rule", line: 0.5} : {fill: "faint"});
      }
      drawing.space(15);
    }
    drawing.space(2);
    drawing.legend(["used", "adds"], ["idle", "waits for its warp"], ["faint", "its warp has nothing to do"]);
    drawing.space(2);
    const steps = Array.from({length: 8}, (_, at) => at + 1), warps = steps.map((at) => this.adding(run, at).size);
    const passes = steps.map((at) => this.accesses(run, at).reduce((sum, access) => sum + access.passes, 0));
    const conflicts = steps.map((at) => this.accesses(run, at).reduce((sum, access) => sum + access.conflicts, 0));
    drawing.note("passes over the banks in each step; conflicts are red:", "ink");
    const width = drawing.width / 8, most = 66, base = drawing.y + 62;
    steps.forEach((at, n) => {
      const x = drawing.x + n * width + 6, height = (value) => 46 * Math.min(1, value / most);
      drawing.rect(x, base - height(passes[n]), width - 12, height(passes[n]), {fill: at === step ? "used" : "usedpale"});
      if (conflicts[n]) drawing.rect(x, base - height(passes[n]), width - 12, height(conflicts[n]), {fill: at === step ? "conflict" : "conflictpale"});
      drawing.text(x + width / 2 - 6, base - height(passes[n]) - 4, passes[n], {size: SMALL, anchor: "middle", bold: at === step});
      drawing.text(x + width / 2 - 6, base + 13, at, {size: SMALL, anchor: "middle", fill: "soft"});
    });
    drawing.y = base + 20;
    drawing.note(`warps that take part in steps 1 to 8: ${warps.join(", ")}`);
  },

  says(run, {tree, step}) {
    const lanes = this.adding(run, step), count = [...lanes.values()].flat().filter(Boolean).length;
    const conflicts = this.accesses(run, step).reduce((sum, access) => sum + access.conflicts, 0);
    const said = `In step ${step}, ${plural(count, "thread")} ${count === 1 ? "adds" : "add"} in ${plural(lanes.size, "warp")}. `;
    if (count === 1) return `${said}All trees end alike: one lane of one warp adds the last two sums.`;
    if (tree === "modulo") return said + (lanes.size > Math.ceil(count / 32) ? "The threads that add are spread over the warps, so warps work for a few lanes each." :
      "No fewer warps could do it.");
    if (conflicts) return `${said}They are neighbours now, but their values lie ${plural(2 ** step, "word")} apart: ${plural(conflicts, "conflict")}.`;
    return `${said}They are neighbours, and so are their values: no banks meet, and ${count < 32 ? "one warp is enough" : "no warp has an idle lane"}.`;
  },

  predict: [
    {name: "lanes_modulo", at: {tree: "modulo"}, ask: "In steps 1, 2, 3, ... of the modulo tree s is 1, 2, 4, ... Set your step. How many lanes of a block's first warp add?",
      answer: (run, {step}) => run.accesses.find((access) => access.kind === "store" && access.space === "shared" && access.phase === step && access.warp === 0)
        .lanes.filter((address) => address !== null).length},
    {name: "warps_modulo", at: {tree: "modulo"}, ask: "How many of the block's 8 warps take part?",
      answer: (run, {step}) => new Set(run.accesses.filter((access) => access.kind === "store" && access.space === "shared" && access.phase === step &&
        access.lanes.some((address) => address !== null)).map((access) => access.warp)).size},
    {name: "warps_contiguous", at: {tree: "contiguous"}, ask: "In steps 1, 2, 3, ... of the contiguous tree h is 128, 64, 32, ... If yours is among them, set its step. How many warps of a block take part?",
      answer: (run, {step}) => new Set(run.accesses.filter((access) => access.kind === "store" && access.space === "shared" && access.phase === step &&
        access.lanes.some((address) => address !== null)).map((access) => access.warp)).size},
    {name: "conflicts_strided", at: {tree: "strided"}, ask: "In steps 1, 2, 3, ... of the strided tree s is 1, 2, 4, ... Set your step. How many bank conflicts does a block have?",
      answer: (run, {step}) => run.accesses.filter((access) => access.space === "shared" && access.phase === step)
        .reduce((sum, access) => sum + access.conflicts, 0)},
  ],
});
