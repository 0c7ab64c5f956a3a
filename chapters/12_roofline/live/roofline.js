// roofline.js - a kernel that moves under the roofs with its work and its stride, beside tiled products.
figure({
  name: "roofline",
  after: "figures/roofline.svg",
  title: "Move a kernel under the roof",
  height: 252,

  kernel: cuda`
extern "C" __global__ void polynomial(const float *x, float *y, int terms, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[stride * i], sum = 0;
#pragma unroll 1
    for (int t = 0; t < terms; t++) sum = sum * value + 0.5f;
    y[i] = sum;
}

template <int TILE> __device__ void tiled(const float *A, const float *B, float *C, int n) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int phase = 0; phase < n / TILE; phase++) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * n + phase * TILE + threadIdx.x];
        B_tile[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

extern "C" __global__ void product_8(const float *A, const float *B, float *C, int n) { tiled<8>(A, B, C, n); }
extern "C" __global__ void product_16(const float *A, const float *B, float *C, int n) { tiled<16>(A, B, C, n); }
extern "C" __global__ void product_32(const float *A, const float *B, float *C, int n) { tiled<32>(A, B, C, n); }
`,

  knobs: {
    terms: {label: "terms of the polynomial", values: [1, 2, 4, 8, 16, 32, 64, 128, 256], start: 4},
    stride: {label: "stride of its loads", values: [1, 2, 4, 8], start: 1},
    tile: {label: "side of the product's tiles", values: [8, 16, 32], start: 16},
  },

  launch: ({terms, stride, tile}) => [{
    kernel: "polynomial", grid: [1], block: [256],
    arguments: [{words: 256 * stride, fill: "unit"}, {words: 256, fill: "unset"}, {int: terms}, {int: stride}],
  }, {
    kernel: `product_${tile}`, grid: [32 / tile, 32 / tile], block: [tile, tile],
    arguments: [{words: 1024, fill: "unit"}, {words: 1024, fill: "unit"}, {words: 1024, fill: "unset"}, {int: 32}],
  }],

  // Operations per requested byte. Of the product loads alone: the sums of a large one are so long that its stores hardly
  // count.
  intensity({launch: {counters}}, product) {
    const stored = product ? 0 : counters.global_store_sectors;
    return (2 * counters.ffma + counters.fadd + counters.fmul) / (SECTOR * (counters.global_load_sectors + stored));
  },

  draw(drawing, run) {
    const {dram_bytes_per_second: bandwidth, flop_per_second: peak} = run[0].gpu, ridge = peak / bandwidth;
    const roof = (intensity) => Math.min(peak, intensity * bandwidth) / 1e12;
    const axes = drawing.axes({x: [0.0625, 256], y: [0.1, 128], logX: true, logY: true, ticksX: [0.125, 0.5, 2, 8, 32, 128], ticksY: [0.1, 1, 10, 100],
      nameX: "operations per byte", nameY: "TFLOP/s at most, H200", height: 170, sayX: String, sayY: String});
    drawing.path(`M${short(axes.toX(ridge))} ${short(axes.top)}V${short(axes.bottom)}`, {stroke: "rule", dash: "3 3"});
    drawing.curve(axes, [0.0625, ridge, 256].map((value) => [value, roof(value)]), {stroke: "ink", line: 2});
    drawing.text(axes.toX(ridge) + 5, axes.bottom - 6, `ridge: ${short(ridge)}`, {size: SMALL, fill: "soft"});
    const names = ["polynomial", "product"];
    run.forEach((report, at) => {
      const value = this.intensity(report, at), x = axes.toX(value), y = axes.toY(roof(value)), colour = at ? "used" : "mark";
      drawing.path(`M${short(x)} ${short(y)}V${short(axes.bottom)}`, {stroke: colour, line: 1, dash: "2 3"});
      drawing.circle(x, y, 5, {fill: colour, stroke: "paper"});
      drawing.text(x + (at ? 9 : -9), y + (at ? 16 : -8), names[at], {size: SMALL, fill: colour, anchor: at ? "start" : "end", bold: true});
    });
    drawing.note(`polynomial ${short(this.intensity(run[0]))} operations per byte, product ${short(this.intensity(run[1], true))} per loaded byte`, "ink");
  },

  says(run, {stride, tile}) {
    const {dram_bytes_per_second: bandwidth, flop_per_second: peak} = run[0].gpu, value = this.intensity(run[0]);
    const side = value < peak / bandwidth ? "left of the ridge: a faster memory would help it" : "right of the ridge: only fewer or faster operations would help it";
    return `The polynomial does ${plural(short(value), "operation")} per byte and stands ${side}. ` +
      (stride > 1 ? "Its stride moves bytes for nobody, which pushes it to the left." : `The product does ${short(this.intensity(run[1], true))} per loaded byte with tiles of ${tile}; larger tiles move it to the right.`);
  },

  predict: [
    {name: "four_terms", at: {terms: 4, stride: 1}, ask: "Four terms, each a multiplication and an addition, 4 bytes in and 4 bytes out: how many operations per byte?",
      answer: ([{launch: {counters}}]) => 2 * counters.ffma / (SECTOR * (counters.global_load_sectors + counters.global_store_sectors))},
  ],
});
