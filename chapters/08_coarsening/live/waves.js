// waves.js - the coarsening factor of a tiled product, against the waves of blocks that are left.
figure({
  name: "waves",
  after: "figures/waves.svg",
  title: "Coarsen the blocks, and count the waves",
  height: 250,
  fixed: "The figure shows what ptxas makes of this kernel, which this page cannot ask.",

  kernel: cuda`
template <int FACTOR> __device__ void tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[32][32];
    __shared__ float B_tile[32][32];
    int row = blockIdx.y * 32 + threadIdx.y;
    int first_column = blockIdx.x * 32 * FACTOR + threadIdx.x;
    float sums[FACTOR] = {};

    for (int phase = 0; phase < (k + 31) / 32; phase++) {
        int a_column = phase * 32 + threadIdx.x, b_row = phase * 32 + threadIdx.y;
        A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
        for (int c = 0; c < FACTOR; c++) {
            int column = first_column + c * 32;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
            __syncthreads();
            for (int p = 0; p < 32; p++) sums[c] += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            __syncthreads();
        }
    }
    for (int c = 0; c < FACTOR; c++) {
        int column = first_column + c * 32;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[c];
    }
}

extern "C" __global__ void factor_1(const float *A, const float *B, float *C, int m, int n, int k) { tiled<1>(A, B, C, m, n, k); }
extern "C" __global__ void factor_2(const float *A, const float *B, float *C, int m, int n, int k) { tiled<2>(A, B, C, m, n, k); }
extern "C" __global__ void factor_4(const float *A, const float *B, float *C, int m, int n, int k) { tiled<4>(A, B, C, m, n, k); }
extern "C" __global__ void factor_8(const float *A, const float *B, float *C, int m, int n, int k) { tiled<8>(A, B, C, m, n, k); }
`,

  knobs: {
    factor: {label: "factor", values: [1, 2, 4, 8], start: 1},
    shape: {label: "size of C", values: ["256 x 256", "512 x 1536", "1024 x 1024", "2048 x 2048", "16384 x 64"], start: "512 x 1536"},
  },

  // One block: all blocks of the product do the same.
  launch: ({factor}) => ({
    kernel: `factor_${factor}`, grid: [1], block: [32, 32],
    arguments: [{words: 32 * 32, fill: "unit"}, {words: 32 * 32 * factor, fill: "unit"}, {words: 32 * 32 * factor, fill: "unset"},
      {int: 32}, {int: 32 * factor}, {int: 32}],
  }),

  count(run, {factor, shape}) {
    const [rows, columns] = shape.split(" x ").map(Number), capacity = run.launch.occupancy.blocks * run.gpu.multiprocessors;
    const blocks = rows / 32 * Math.ceil(columns / 32 / factor);
    return {blocks, capacity, waves: blocks / capacity, requests: run.launch.counters.global_load_requests * blocks};
  },

  draw(drawing, run, knobs, {at}) {
    const {blocks, capacity, waves, requests} = this.count(run, knobs), shown = Math.min(5, Math.ceil(waves));
    drawing.heading(`${plural(blocks, "block")}, ${whole(capacity)} at once`, `${short(waves)} waves`, waves < 1 ? "conflict" : "ink");
    const top = drawing.y;
    for (let wave = 0; wave < shown; wave++) {
      const full = Math.min(1, waves - wave), y = drawing.y;
      drawing.rect(drawing.x, y, drawing.width, 15, {idle: true, stroke: "rule", line: 0.5});
      drawing.rect(drawing.x, y, drawing.width * full, 15, {fill: pale(wave)});
      drawing.text(drawing.x + 5, y + 11.5, `wave ${wave + 1}${wave === 4 && waves > 5 ? ` of ${Math.ceil(waves)}` : ""}`, {size: SMALL});
      drawing.space(19);
    }
    drawing.y = top + 5 * 19;
    drawing.legend(["pale0", "blocks that run together"], ["idle", "idle places"]);
    drawing.space(2);
    drawing.note("load requests of the whole product, k = 32:", "ink");
    const all = [1, 2, 4, 8].map((factor) => [factor, this.count(at({factor}), {...knobs, factor}).requests]);
    const most = Math.max(...all.map(([, count]) => count));
    for (const [factor, count] of all) {
      drawing.text(drawing.x, drawing.y + 10, `factor ${factor}`, {size: SMALL, bold: factor === knobs.factor});
      drawing.rect(drawing.x + 56, drawing.y + 1, 240 * count / most, 11, {fill: factor === knobs.factor ? "used" : "usedpale"});
      drawing.text(drawing.x + drawing.width, drawing.y + 10, whole(count), {size: SMALL, anchor: "end"});
      drawing.space(17);
    }
    drawing.note(`${run.launch.registers} registers a thread: ${plural(run.launch.occupancy.blocks, "block")} on a multiprocessor`);
  },

  says(run, knobs) {
    const {waves} = this.count(run, knobs);
    if (waves < 1) return `The blocks fill ${Math.round(100 * waves)} % of the places: the rest of the GPU has nothing to do. Fewer requests do not make up for that.`;
    const last = waves - Math.floor(waves), across = knobs.shape.split(" x ")[1] / 32;
    if (knobs.factor > across) return `C is only ${across} tiles wide: a block of factor ${knobs.factor} loads for sums that it has no place for.`;
    if (last > 0 && last < 0.5 && waves < 5) return `The last wave fills only ${Math.round(100 * last)} % of the places. What a factor saves in requests must make up for that.`;
    if (knobs.factor === across) return `A block computes a whole row of C's ${across} tiles: a larger factor has nothing left to save.`;
    if (knobs.factor < 8) return "There are enough blocks for the whole GPU. A larger factor still saves requests for A.";
    return run.launch.occupancy.blocks === 1 ? "The sums of factor 8 take so many registers that only one block fits on a multiprocessor." :
      "There are enough blocks for the whole GPU, and each loads its part of A once for 8 tiles of C.";
  },

  predict: [
    {name: "capacity_1", at: {factor: 1}, ask: "How many blocks of factor 1 run at once?", answer: (run) => run.launch.occupancy.blocks * run.gpu.multiprocessors},
    {name: "capacity_8", at: {factor: 8}, ask: "And of factor 8?", answer: (run) => run.launch.occupancy.blocks * run.gpu.multiprocessors},
    {name: "blocks_middle_4", at: {factor: 4, shape: "512 x 1536"}, ask: "C is 512 x 1536, factor 4: how many blocks?", answer: () => 16 * 12},
    {name: "requests_middle_1", at: {factor: 1, shape: "512 x 1536"}, ask: "Its load requests with factor 1?",
      answer: (run) => run.launch.counters.global_load_requests * 16 * 48},
    {name: "requests_middle_4", at: {factor: 4, shape: "512 x 1536"}, ask: "Its load requests with factor 4?",
      answer: (run) => run.launch.counters.global_load_requests * 16 * 12},
  ],
});
