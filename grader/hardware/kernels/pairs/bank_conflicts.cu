// bank_conflicts.cu - shared memory with and without bank conflicts.
#include "pair.cuh"

constexpr int TILE = 32;

template <int PITCH> __global__ void transpose_tile(const float *from, float *to, int side) {
    __shared__ float tile[TILE][PITCH];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += 8) tile[threadIdx.y + row][threadIdx.x] = from[(y + row) * side + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += 8) to[(y + row) * side + x] = tile[threadIdx.x][threadIdx.y + row];
}
PAIR(bank_conflicts, transpose_pitch, 4096) {
    float *from = floats(size * size), *to = zeros<float>(size * size);
    return [=] { transpose_tile<PAID ? 32 : 33><<<dim3(size / 32, size / 32), dim3(32, 8)>>>(from, to, (int)size); };
}

// The same tile with its columns shuffled by XOR instead of padding.
template <bool SWIZZLED> __global__ void transpose_xor(const float *from, float *to, int side) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += 8) {
        int place = SWIZZLED ? threadIdx.x ^ (threadIdx.y + row) : threadIdx.x;
        tile[threadIdx.y + row][place] = from[(y + row) * side + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += 8) {
        int place = SWIZZLED ? (threadIdx.y + row) ^ threadIdx.x : threadIdx.y + row;
        to[(y + row) * side + x] = tile[threadIdx.x][place];
    }
}
PAIR(bank_conflicts, transpose_swizzle, 4096) {
    float *from = floats(size * size), *to = zeros<float>(size * size);
    return [=] { transpose_xor<!PAID><<<dim3(size / 32, size / 32), dim3(32, 8)>>>(from, to, (int)size); };
}

// Each thread adds up a row of its warp's tile, which has been loaded by rows.
template <int PITCH> __global__ void row_sums(const float *from, float *sums) {
    __shared__ float tile[4][TILE][PITCH];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t first = ((size_t)blockIdx.x * 4 + warp) * TILE * TILE;
    for (int row = 0; row < TILE; row++) tile[warp][row][lane] = from[first + row * TILE + lane];
    __syncwarp();
    float sum = 0;
    for (int column = 0; column < TILE; column++) sum += tile[warp][lane][column];
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(bank_conflicts, row_sums_pitch, 1 << 22) {
    float *from = floats(size), *sums = zeros<float>(size / TILE);
    return [=] { row_sums<PAID ? 32 : 33><<<size / (4 * TILE * TILE), 128>>>(from, sums); };
}

// Loads words that are STRIDE apart, again and again.
template <int STRIDE> __global__ void stride_in_shared(float *out, int turns) {
    __shared__ float values[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) values[i] = i;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 8; k++) sum += values[(threadIdx.x % 128 * STRIDE + k * 33 + i) & 4095];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(bank_conflicts, stride_two, 200) {
    float *out = zeros<float>(264 * 512);
    return [=] { stride_in_shared<PAID ? 2 : 1><<<264, 512>>>(out, (int)size); };
}
PAIR(bank_conflicts, stride_eight, 200) {
    float *out = zeros<float>(264 * 512);
    return [=] { stride_in_shared<PAID ? 8 : 1><<<264, 512>>>(out, (int)size); };
}

// One number of structures of four, or of an array of its own.
template <bool OF_STRUCTURES> __global__ void fields_in_shared(float *out, int turns) {
    __shared__ float values[4 * 512];
    for (int i = threadIdx.x; i < 4 * 512; i += blockDim.x) values[i] = i;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < turns; i++) {
        int particle = (threadIdx.x + i) & 511;
#pragma unroll
        for (int field = 0; field < 4; field++)
            sum += values[OF_STRUCTURES ? particle * 4 + field : field * 512 + particle];
        values[OF_STRUCTURES ? particle * 4 : particle] = sum;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
PAIR(bank_conflicts, fields, 300) {
    float *out = zeros<float>(264 * 512);
    return [=] { fields_in_shared<PAID><<<264, 512>>>(out, (int)size); };
}

// Counters of each thread: in a row of its own, or in a column.
template <bool ROWS> __global__ void counters_of_threads(const int *keys, int *counts, int each) {
    __shared__ int own[32 * 128];
    for (int bin = 0; bin < 32; bin++) own[bin * 128 + threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < each; i++) {
        int key = keys[((size_t)blockIdx.x * each + i) * 128 + threadIdx.x] & 15;
        own[ROWS ? threadIdx.x * 32 + key : key * 128 + threadIdx.x]++;
    }
    __syncthreads();
    int sum = 0;
    for (int bin = 0; bin < 32; bin++) sum += own[bin * 128 + threadIdx.x] * bin;
    counts[blockIdx.x * 128 + threadIdx.x] = sum;
}
PAIR(bank_conflicts, own_counters, 1 << 22) {
    int *keys = values<int>(size, [](uint32_t) { return 3; }), *counts = zeros<int>(size / 64);
    return [=] { counters_of_threads<PAID><<<size / (128 * 64), 128>>>(keys, counts, 64); };
}

// A sum whose threads are neighbours, with words apart, or halves that follow each other.
template <bool INTERLEAVED> __global__ void sum_of_block(const float *from, float *sums) {
    __shared__ float values[1024];
    values[threadIdx.x] = from[(size_t)blockIdx.x * 1024 + threadIdx.x];
    values[threadIdx.x + 512] = from[(size_t)blockIdx.x * 1024 + threadIdx.x + 512];
    __syncthreads();
    for (int step = 0; step < 10; step++) {
        int half = 512 >> step, apart = 1 << step;
        if (threadIdx.x < half) {
            int place = INTERLEAVED ? 2 * apart * threadIdx.x : threadIdx.x, other = INTERLEAVED ? apart : half;
            values[place] += values[place + other];
        }
        __syncthreads();
    }
    if (!threadIdx.x) sums[blockIdx.x] = values[0];
}
PAIR(bank_conflicts, tree, 1 << 24) {
    float *from = floats(size), *sums = zeros<float>(size / 1024);
    return [=] { sum_of_block<PAID><<<size / 1024, 512>>>(from, sums); };
}
