// layout.js - an array of structures against a structure of arrays.
figure({
  name: "layout",
  after: "figures/layouts.svg",
  title: "Change the structure, and its layout",
  height: 240,

  kernel: cuda`
extern "C" __global__ void update(float *memory, int count, int fields, int used, int arrays) {
    int i = threadIdx.x;
#pragma unroll 1
    for (int f = 0; f < used; f++) {
        int place = arrays ? f * count + i : i * fields + f;
        memory[place] = 0.5f * memory[place];
    }
}
`,

  knobs: {
    layout: {label: "layout", choices: [["structures", "AoS: structures"], ["arrays", "SoA: arrays"]], start: "structures"},
    fields: {label: "fields of a structure", from: 1, to: 12, start: 6},
    used: {label: "fields used", from: 1, to: 12, start: 2},
  },

  launch: ({layout, fields, used}) => ({
    kernel: "update", grid: [1], block: [32], traced: 1,
    arguments: [{words: 32 * 12, fill: "unit"}, {int: 32}, {int: fields}, {int: Math.min(used, fields)}, {int: layout === "arrays" ? 1 : 0}],
  }),

  draw(drawing, run, {layout, fields, used}) {
    const load = run.accesses.find((access) => access.kind === "load"), {counters} = run.launch, both = Math.min(used, fields);
    const place = layout === "arrays" ? "field[lane]" : "particle[lane].field";
    drawing.sectors(load, place, plural(load.sectors, "sector"), {first: 0, shown: Math.max(8, 4 * fields), tone: load.sectors <= 4 ? "good" : "ink"});
    drawing.legend(["used", "this load wants it"], ["wasted", "comes along"], ["faint", "other fields"]);
    drawing.space(4);
    drawing.note(`all loads of ${both} of ${fields} fields, one warp:`, "ink");
    drawing.bars([["sectors that the lanes' bytes fill", 4 * both, "good"], ["sectors that the loads request", counters.global_load_sectors, "used"],
      ["different sectors: from DRAM at least", counters.dram_read_sectors, "wasted"]], 384);
  },

  says(run, {layout, fields, used}) {
    const {counters} = run.launch, both = Math.min(used, fields), best = 4 * both;
    if (layout === "arrays") return `Each field is an array of its own: ${plural(both, "load")} of 4 sectors each, and nothing else moves. ` +
      "Fields that nobody uses cost nothing.";
    if (counters.global_load_sectors === best) return "With one field, the two layouts are the same.";
    const from = `${times(counters.dram_read_sectors / best)} times what is used`;
    return `Lanes are ${4 * fields} bytes apart, so the loads request ${times(counters.global_load_sectors / best)} times the sectors they need. ` +
      (counters.dram_read_sectors > best ? `DRAM delivers at least ${from}, because unused fields lie between.` :
        "The cache can merge them, because all fields are used.");
  },

  predict: [
    {name: "structures", at: {layout: "structures", fields: 6, used: 1}, ask: "An array of structures of 6 floats: how many sectors does the load of one field request?",
      answer: (run) => run.launch.counters.global_load_sectors},
    {name: "arrays", at: {layout: "arrays", fields: 6, used: 1}, ask: "And as a structure of arrays?",
      answer: (run) => run.launch.counters.global_load_sectors},
  ],
});
