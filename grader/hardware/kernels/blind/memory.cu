// memory.cu - chains of pointers, searches in a table, elements moved to given places, and transposes.
#include "../measured.cuh"

#include <cuda_fp16.h>

// Each thread follows 64 links of one cycle through all n places.
#define LINKS(NEXT)                                                                                                    \
    uint32_t mask = (uint32_t)size - 1;                                                                                \
    int *next = values<int>(size, [=](uint32_t i) { return NEXT; }), *out = zeros<int>(threads);                       \
    measured_check([=] {                                                                                               \
        std::vector<int> link = download(next, size), got = download(out, threads);                                    \
        for (int t = 0; t < threads; t += 7) {                                                                         \
            int at = (int)(scramble(t) & mask);                                                                        \
            for (int k = 0; k < 64; k++) at = link[at];                                                                \
            if (got[t] != at) return false;                                                                            \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void links(const int *next, int *out, unsigned mask) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, bits = t;
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    int at = (bits ^ bits >> 16) & mask;
    for (int k = 0; k < 64; k++) at = next[at];
    out[t] = at;
}
MEASURE(chains, links_few_threads, 16777216) {
    int threads = 132 * 32;
    LINKS((i * 1664525u + 1013904223u) & mask);
    return [=] { links<<<132, 32>>>(next, out, mask); };
}
MEASURE(chains, links_many_threads, 16777216) {
    int threads = 132 * 1024;
    LINKS((i * 1664525u + 1013904223u) & mask);
    return [=] { links<<<264, 512>>>(next, out, mask); };
}
// The same in a table that fits into the second-level cache, or into the first.
MEASURE(chains, links_one_mebi, 262144) {
    int threads = 132 * 512;
    LINKS((i * 1664525u + 1013904223u) & mask);
    return [=] { links<<<264, 256>>>(next, out, mask); };
}
MEASURE(chains, links_small_table, 8192) {
    int threads = 132 * 512;
    LINKS((i * 1664525u + 1013904223u) & mask);
    return [=] { links<<<264, 256>>>(next, out, mask); };
}
// Links go to the neighbours: a warp stays within some lines once it has fetched them.
MEASURE(chains, links_near, 16777216) {
    int threads = 132 * 512;
    LINKS((i & ~31u) | ((i * 5 + 7) & 31));
    return [=] { links<<<264, 256>>>(next, out, mask); };
}

// Where each number stands in a sorted table of 2^16.
#define PLACED                                                                                                         \
    std::vector<int> table(65536);                                                                                     \
    for (int i = 0; i < 65536; i++) table[i] = i * 16;                                                                 \
    int *sorted = upload(table), *in = integers(size, 1 << 20, 2), *out = zeros<int>(size);                            \
    measured_check([=] {                                                                                               \
        std::vector<int> x = download(in, size), y = download(out, size);                                              \
        for (long i = 0; i < size; i++)                                                                                \
            if (y[i] != x[i] / 16) return false;                                                                       \
        return true;                                                                                                   \
    })
__global__ void placed_plain(const int *sorted, const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = in[i], low = 0, high = 65536;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (sorted[middle] <= key) low = middle;
        else high = middle;
    }
    out[i] = low;
}
MEASURE(searches, placed_plain, 262144, 2097152) {
    PLACED;
    return [=] { placed_plain<<<size / 256, 256>>>(sorted, in, out); };
}
// No branches: the step is halved.
__global__ void placed_stepping(const int *sorted, const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, key = in[i], at = 0;
#pragma unroll
    for (int step = 32768; step; step /= 2) at += __ldg(sorted + at + step) <= key ? step : 0;
    out[i] = at;
}
MEASURE(searches, placed_stepping, 262144, 2097152) {
    PLACED;
    return [=] { placed_stepping<<<size / 256, 256>>>(sorted, in, out); };
}
// Every 64th entry is in shared memory.
__global__ void placed_shared(const int *sorted, const int *in, int *out) {
    __shared__ int top[1024];
    for (int k = threadIdx.x; k < 1024; k += 256) top[k] = sorted[k * 64];
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        int i = (blockIdx.x * 8 + k) * 256 + threadIdx.x, key = in[i], at = 0;
        for (int step = 512; step; step /= 2) at += top[at + step] <= key ? step : 0;
        at *= 64;
        for (int step = 32; step; step /= 2) at += sorted[at + step] <= key ? step : 0;
        out[i] = at;
    }
}
MEASURE(searches, placed_shared, 262144, 2097152) {
    PLACED;
    return [=] { placed_shared<<<size / 2048, 256>>>(sorted, in, out); };
}

// out[to[i]] = in[i], with the places or with their inverse.
#define MOVED(TO, FROM)                                                                                                \
    const uint32_t mask = (uint32_t)size - 1;                                                                          \
    (void)mask;                                                                                                        \
    int *to = values<int>(size, [=](uint32_t i) { return TO; }),                                                       \
        *from = values<int>(size, [=](uint32_t i) { return FROM; });                                                   \
    float *in = floats(size), *out = zeros<float>(size);                                                               \
    measured_check([=] {                                                                                               \
        std::vector<int> place = download(to, size);                                                                   \
        std::vector<float> x = download(in, size), y = download(out, size);                                            \
        for (long i = 0; i < size; i++)                                                                                \
            if (y[place[i]] != x[i]) return false;                                                                     \
        return true;                                                                                                   \
    })
__global__ void moved_to(const int *to, const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[to[i]] = in[i];
}
__global__ void moved_from(const int *from, const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[from[i]];
}
// 244002641 is the inverse of 2654435761 modulo 2^32.
#define FAR (i * 2654435761u) & mask, (i * 244002641u) & mask
#define WINDOW (i & ~255u) | ((i * 77 + 13) & 255), (i & ~255u) | (((i - 13) * 133) & 255)
#define APPLY(MACRO, ...) MACRO(__VA_ARGS__)
MEASURE(gathers, scatter_far, 1048576, 8388608) {
    APPLY(MOVED, FAR);
    (void)from;
    return [=] { moved_to<<<size / 256, 256>>>(to, in, out); };
}
MEASURE(gathers, gather_far, 1048576, 8388608) {
    APPLY(MOVED, FAR);
    return [=] { moved_from<<<size / 256, 256>>>(from, in, out); };
}
MEASURE(gathers, scatter_window, 1048576, 8388608) {
    APPLY(MOVED, WINDOW);
    (void)from;
    return [=] { moved_to<<<size / 256, 256>>>(to, in, out); };
}
MEASURE(gathers, gather_window, 1048576, 8388608) {
    APPLY(MOVED, WINDOW);
    return [=] { moved_from<<<size / 256, 256>>>(from, in, out); };
}
// The window goes through shared memory.
__global__ void moved_shared(const int *from, const float *in, float *out) {
    __shared__ float part[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = part[from[i] & 255];
}
MEASURE(gathers, window_shared, 1048576, 8388608) {
    APPLY(MOVED, WINDOW);
    return [=] { moved_shared<<<size / 256, 256>>>(from, in, out); };
}
// Sums of 16 neighbours, by one thread or by 16 lanes.
__global__ void strided_columns(const float *in, float *out) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += in[t * 16 + k];
    out[t] = sum;
}
__global__ void strided_lanes(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    for (int d = 8; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    if (i % 16 == 0) out[i / 16] = v;
}
#define SIXTEENS                                                                                                       \
    int n = (int)size;                                                                                                 \
    float *in = floats(16 * size), *out = zeros<float>(size);                                                          \
    measured_check([=] {                                                                                               \
        std::vector<float> x = download(in, 16 * size), y = download(out, size);                                       \
        for (long i = 0; i < size; i++) {                                                                              \
            double sum = 0;                                                                                            \
            for (int k = 0; k < 16; k++) sum += x[16 * i + k];                                                         \
            if (!near(y[i], sum, 1e-5)) return false;                                                                  \
        }                                                                                                              \
        return true;                                                                                                   \
    })
MEASURE(gathers, sixteens_threads, 65536, 524288) {
    SIXTEENS;
    return [=] { strided_columns<<<n / 256, 256>>>(in, out); };
}
MEASURE(gathers, sixteens_lanes, 65536, 524288) {
    SIXTEENS;
    return [=] { strided_lanes<<<16 * n / 256, 256>>>(in, out); };
}

// Transposes: doubles of odd sizes, and halves.
#define TURN(T, ROWS, COLUMNS)                                                                                         \
    int rows = ROWS, columns = COLUMNS;                                                                                \
    size_t all = (size_t)rows * columns;                                                                               \
    T *in = values<T>(all, [](uint32_t i) { return (T)(float)(scramble(i) % 2000); }), *out = zeros<T>(all);           \
    measured_check([=] {                                                                                               \
        std::vector<T> x = download(in, all), y = download(out, all);                                                  \
        for (int r = 0; r < rows; r++)                                                                                 \
            for (int c = 0; c < columns; c++)                                                                          \
                if ((float)y[(size_t)c * rows + r] != (float)x[(size_t)r * columns + c]) return false;                 \
        return true;                                                                                                   \
    })
template <class T> __global__ void turned_reading(const T *in, T *out, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
}
template <class T> __global__ void turned_writing(const T *in, T *out, int rows, int columns) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
}
template <class T, int PAD> __global__ void turned_tiles(const T *in, T *out, int rows, int columns) {
    __shared__ T tile[32][32 + PAD];
    int x = threadIdx.x, c = blockIdx.x * 32 + x, r = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (r + k < rows && c < columns) tile[k][x] = in[(r + k) * columns + c];
    __syncthreads();
    r += x, c -= x;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (r < rows && c + k < columns) out[(c + k) * rows + r] = tile[x][k];
}
#define TILES dim3(blocks_for(columns, 32), blocks_for(rows, 32)), dim3(32, 8)
MEASURE(transposes, doubles_reading, 500, 2001) {
    TURN(double, (int)size, (int)size + 77);
    return [=] {
        turned_reading<<<dim3(blocks_for(columns, 32), blocks_for(rows, 8)), dim3(32, 8)>>>(in, out, rows, columns);
    };
}
MEASURE(transposes, doubles_writing, 500, 2001) {
    TURN(double, (int)size, (int)size + 77);
    return [=] {
        turned_writing<<<dim3(blocks_for(rows, 32), blocks_for(columns, 8)), dim3(32, 8)>>>(in, out, rows, columns);
    };
}
MEASURE(transposes, doubles_tiles, 500, 2001) {
    TURN(double, (int)size, (int)size + 77);
    return [=] { turned_tiles<double, 0><<<TILES>>>(in, out, rows, columns); };
}
MEASURE(transposes, doubles_padded, 500, 2001) {
    TURN(double, (int)size, (int)size + 77);
    return [=] { turned_tiles<double, 1><<<TILES>>>(in, out, rows, columns); };
}
MEASURE(transposes, halves_reading, 1024, 4096) {
    TURN(__half, (int)size, (int)size);
    return [=] { turned_reading<<<dim3(columns / 32, rows / 8), dim3(32, 8)>>>(in, out, rows, columns); };
}
MEASURE(transposes, halves_padded, 1024, 4096) {
    TURN(__half, (int)size, (int)size);
    return [=] { turned_tiles<__half, 2><<<TILES>>>(in, out, rows, columns); };
}
// 64 x 64 halves, read and written in pairs.
__global__ void turned_pairs(const __half2 *in, __half2 *out, int rows, int columns) {
    __shared__ __half tile[64][66];
    int x = threadIdx.x;
    for (int k = threadIdx.y; k < 64; k += 8)
        *(__half2 *)&tile[k][2 * x] = in[((blockIdx.y * 64 + k) * columns + blockIdx.x * 64) / 2 + x];
    __syncthreads();
    for (int k = threadIdx.y; k < 64; k += 8)
        out[((blockIdx.x * 64 + k) * rows + blockIdx.y * 64) / 2 + x] =
            __halves2half2(tile[2 * x][k], tile[2 * x + 1][k]);
}
MEASURE(transposes, halves_in_pairs, 1024, 4096) {
    TURN(__half, (int)size, (int)size);
    return [=] {
        turned_pairs<<<dim3(columns / 64, rows / 64), dim3(32, 8)>>>((__half2 *)in, (__half2 *)out, rows, columns);
    };
}
