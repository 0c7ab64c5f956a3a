// divergence.cu - loops of different lengths, a fractal whose lines take long in places, and rows left early.
#include "../measured.cuh"

// Halvings of an interval until it is short; how many there are depends on the element.
#define ROOTS(DIGITS)                                                                                                  \
    int *digits = values<int>(size, [=](uint32_t i) { return DIGITS; });                                               \
    float *in = floats(size, 1, 100), *out = zeros<float>(size);                                                       \
    measured_check([=] {                                                                                               \
        std::vector<int> d = download(digits, size);                                                                   \
        std::vector<float> x = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i += 3)                                                                             \
            if (fabs(y[i] - sqrt(x[i])) > 100 * pow(0.5, std::min(d[i], 22)) + 1e-4) return false;                     \
        return true;                                                                                                   \
    })
__global__ void roots(const int *digits, const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], low = 0, high = x;
    for (int k = digits[i]; k > 0; k--) {
        float middle = 0.5f * (low + high);
        if (middle * middle < x) low = middle;
        else high = middle;
    }
    out[i] = low;
}
MEASURE(divergence, roots_mixed, 300000, 3000000) {
    ROOTS(scramble(i) % 64 + 8);
    return [=] { roots<<<blocks_for(size, 256), 256>>>(digits, in, out, (int)size); };
}
// The same lengths, longest first.
MEASURE(divergence, roots_ordered, 300000, 3000000) {
    ROOTS(71 - (int)((uint64_t)i * 64 / size));
    return [=] { roots<<<blocks_for(size, 256), 256>>>(digits, in, out, (int)size); };
}
// One lane of each warp has far more to do.
MEASURE(divergence, roots_one_lane, 300000, 3000000) {
    ROOTS(i % 32 == 7 ? 136 : 36);
    return [=] { roots<<<blocks_for(size, 256), 256>>>(digits, in, out, (int)size); };
}

// The burning ship: steps until a point escapes.
__host__ __device__ inline int ship_steps(int x, int y, int n) {
    float cx = -2.2f + 3.2f * x / n, cy = -1.8f + 2.4f * y / n, a = 0, b = 0;
    int k = 0;
    while (k < 200 && a * a + b * b < 4) {
        float next = a * a - b * b + cx;
        b = fabsf(2 * a * b) + cy;
        a = next;
        k++;
    }
    return k;
}
// The host rounds otherwise: a few points differ.
#define SHIP                                                                                                           \
    int n = (int)size, *out = zeros<int>(size * size);                                                                 \
    measured_check([=] {                                                                                               \
        std::vector<int> got = download(out, size * size);                                                             \
        int tried = 0, other = 0;                                                                                      \
        for (long i = 0; i < size * size; i += 61, tried++)                                                            \
            if (got[i] != ship_steps((int)(i % n), (int)(i / n), n)) other++;                                          \
        return other * 20 < tried;                                                                                     \
    })
__global__ void ship_tiles(int *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * n + x] = ship_steps(x, y, n);
}
MEASURE(divergence, ship_squares, 512, 2048) {
    SHIP;
    return [=] { ship_tiles<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(out, n); };
}
MEASURE(divergence, ship_lines, 512, 2048) {
    SHIP;
    return [=] { ship_tiles<<<dim3(n / 256, n), dim3(256, 1)>>>(out, n); };
}
// A thread for a line of 64 points: neighbours are 64 apart.
__global__ void ship_runs(int *out, int n) {
    int run = blockIdx.x * blockDim.x + threadIdx.x, y = run / (n / 64), x = run % (n / 64) * 64;
    for (int k = 0; k < 64; k++) out[y * n + x + k] = ship_steps(x + k, y, n);
}
MEASURE(divergence, ship_runs, 512, 2048) {
    SHIP;
    return [=] { ship_runs<<<n *(n / 64) / 64, 64>>>(out, n); };
}
// Blocks that stay and take tile after tile from a counter.
__global__ void ship_queue(int *out, int n, unsigned *next) {
    __shared__ unsigned tile;
    unsigned tiles = n / 16 * (n / 16);
    while (true) {
        if (threadIdx.x == 0) tile = atomicAdd(next, 1);
        __syncthreads();
        unsigned own = tile;
        __syncthreads();
        if (own >= tiles) {
            if (threadIdx.x == 0 && own == tiles + gridDim.x - 1) atomicExch(next, 0);
            return;
        }
        int x = own % (n / 16) * 16 + threadIdx.x % 16, y = own / (n / 16) * 16 + threadIdx.x / 16;
        out[y * n + x] = ship_steps(x, y, n);
    }
}
MEASURE(divergence, ship_queue, 512, 2048) {
    SHIP;
    unsigned *next = zeros<unsigned>(1);
    return [=] { ship_queue<<<528, 256>>>(out, n, next); };
}

// Where each row of 256 has its first number below 16, of 1024; 256 if nowhere.
#define FIRSTS                                                                                                         \
    int rows = (int)size, *in = integers(size * 256, 1024, 6), *out = zeros<int>(size);                                \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size * 256), y = download(out, size);                                        \
        for (int r = 0; r < rows; r++) {                                                                               \
            int c = 0;                                                                                                 \
            while (c < 256 && x[(size_t)r * 256 + c] >= 16) c++;                                                       \
            if (y[r] != c) return false;                                                                               \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void firsts_threads(const int *in, int *out, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
    if (r >= rows) return;
    while (c < 256 && in[r * 256 + c] >= 16) c++;
    out[r] = c;
}
MEASURE(divergence, firsts_threads, 20000) {
    FIRSTS;
    return [=] { firsts_threads<<<blocks_for(rows, 128), 128>>>(in, out, rows); };
}
__global__ void firsts_warps(const int *in, int *out, int rows) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, found = 256;
    if (r >= rows) return;
    for (int c = 0; c < 256 && found == 256; c += 32) {
        unsigned votes = __ballot_sync(~0u, in[r * 256 + c + lane] < 16);
        if (votes) found = c + __ffs(votes) - 1;
    }
    if (lane == 0) out[r] = found;
}
MEASURE(divergence, firsts_warps, 20000) {
    FIRSTS;
    return [=] { firsts_warps<<<blocks_for(32 * size, 256), 256>>>(in, out, rows); };
}
// All of the row, and the least place.
__global__ void firsts_whole(const int *in, int *out) {
    __shared__ int least;
    if (threadIdx.x == 0) least = 256;
    __syncthreads();
    if (in[blockIdx.x * 256 + threadIdx.x] < 16) atomicMin(&least, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = least;
}
MEASURE(divergence, firsts_whole, 20000) {
    FIRSTS;
    return [=] { firsts_whole<<<rows, 256>>>(in, out); };
}
