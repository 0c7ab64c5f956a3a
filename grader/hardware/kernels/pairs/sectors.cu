// sectors.cu - accesses to global memory that use all bytes of their sectors, and others that do not.
#include "pair.cuh"

template <int STRIDE> __global__ void load_every(const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i * STRIDE];
}
PAIR(wasted_sectors, load_stride_two, 1 << 23) {
    float *from = floats(size * 2), *to = zeros<float>(size);
    return [=] { load_every<PAID ? 2 : 1><<<size / 256, 256>>>(from, to); };
}
PAIR(wasted_sectors, load_stride_eight, 1 << 22) {
    float *from = floats(size * 8), *to = zeros<float>(size);
    return [=] { load_every<PAID ? 8 : 1><<<size / 256, 256>>>(from, to); };
}
PAIR(wasted_sectors, load_stride_32, 1 << 20) {
    float *from = floats(size * 32), *to = zeros<float>(size);
    return [=] { load_every<PAID ? 32 : 1><<<size / 256, 256>>>(from, to); };
}

template <int STRIDE> __global__ void store_every(const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[i * STRIDE] = from[i];
}
PAIR(wasted_sectors, store_stride_two, 1 << 23) {
    float *from = floats(size), *to = zeros<float>(size * 2);
    return [=] { store_every<PAID ? 2 : 1><<<size / 256, 256>>>(from, to); };
}
PAIR(wasted_sectors, store_stride_eight, 1 << 22) {
    float *from = floats(size), *to = zeros<float>(size * 8);
    return [=] { store_every<PAID ? 8 : 1><<<size / 256, 256>>>(from, to); };
}

// Two of eight numbers of each particle.
template <bool OF_STRUCTURES> __global__ void move_particles(float *particles, int count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t place = OF_STRUCTURES ? i * 8 : i, speed = OF_STRUCTURES ? i * 8 + 4 : i + count;
    particles[place] += 0.01f * particles[speed];
}
PAIR(wasted_sectors, two_fields_of_eight, 1 << 22) {
    float *particles = floats(size * 8);
    return [=] { move_particles<PAID><<<size / 256, 256>>>(particles, (int)size); };
}

// Each thread adds up 64 numbers of a matrix: those of a row, or of a column.
template <bool ROWS> __global__ void sums_of_threads(const float *matrix, float *sums, int count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 64; k++) sum += matrix[ROWS ? i * 64 + k : (size_t)k * count + i];
    sums[i] = sum;
}
PAIR(wasted_sectors, sum_per_row, 1 << 18) {
    float *matrix = floats(size * 64), *sums = zeros<float>(size);
    return [=] { sums_of_threads<PAID><<<size / 256, 256>>>(matrix, sums, (int)size); };
}

// A transpose that stores columns, or a copy with the same index arithmetic.
template <bool TRANSPOSED> __global__ void columns_stored(const float *from, float *to, int side) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    to[TRANSPOSED ? x * side + y : y * side + x] = from[y * side + x];
}
PAIR(wasted_sectors, transpose_plain, 4096) {
    float *from = floats(size * size), *to = zeros<float>(size * size);
    return [=] { columns_stored<PAID><<<dim3(size / 32, size / 8), dim3(32, 8)>>>(from, to, (int)size); };
}

// Warps that begin in the middle of a sector, 32 lines apart so that no other warp needs the rest.
template <int SHIFT> __global__ void copy_apart(const float *from, float *to) {
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    to[warp * 32 + threadIdx.x % 32] = from[warp * 64 + SHIFT + threadIdx.x % 32];
}
PAIR(wasted_sectors, misaligned, 1 << 23) {
    float *from = floats(size * 2), *to = zeros<float>(size);
    return [=] { copy_apart<PAID ? 4 : 0><<<size / 256, 256>>>(from, to); };
}

template <bool LOADS> __global__ void by_index(const int *index, const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (LOADS) to[i] = from[index[i]];
    else to[index[i]] = from[i];
}
template <bool PAID> static int *indices(long size) {
    return PAID ? permutation(size) : values<int>(size, [](uint32_t i) { return i; });
}
PAIR(wasted_sectors, gather_random, 1 << 24) {
    int *index = indices<PAID>(size);
    float *from = floats(size), *to = zeros<float>(size);
    return [=] { by_index<true><<<size / 256, 256>>>(index, from, to); };
}
PAIR(wasted_sectors, gather_random_in_l2, 1 << 21) {
    int *index = indices<PAID>(size);
    float *from = floats(size), *to = zeros<float>(size);
    return [=] { by_index<true><<<size / 256, 256>>>(index, from, to); };
}
PAIR(wasted_sectors, scatter_random_in_l2, 1 << 21) {
    int *index = indices<PAID>(size);
    float *from = floats(size), *to = zeros<float>(size);
    return [=] { by_index<false><<<size / 256, 256>>>(index, from, to); };
}
