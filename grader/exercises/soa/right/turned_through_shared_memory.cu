// turned_through_shared_memory.cu - Positions and velocities in float arrays; structures are read and written by
// neighbours, through a padded tile.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"

constexpr int THREADS = 128;

struct State {
    int count;
    float *all; // FIELDS arrays, each `stride` floats behind the one before
    size_t stride;
};

__global__ void to_arrays(const float *from, float *all, size_t stride, int count) {
    __shared__ float tile[FIELDS][THREADS + 1];
    int first = blockIdx.x * THREADS, here = min(THREADS, count - first);
    for (int i = threadIdx.x; i < here * FIELDS; i += THREADS)
        tile[i % FIELDS][i / FIELDS] = from[static_cast<size_t>(first) * FIELDS + i];
    __syncthreads();
    if (threadIdx.x < here)
        for (int f = 0; f < FIELDS; f++) all[f * stride + first + threadIdx.x] = tile[f][threadIdx.x];
}

__global__ void to_structures(const float *all, size_t stride, float *to, int count) {
    __shared__ float tile[FIELDS][THREADS + 1];
    int first = blockIdx.x * THREADS, here = min(THREADS, count - first);
    if (threadIdx.x < here)
        for (int f = 0; f < FIELDS; f++) tile[f][threadIdx.x] = all[f * stride + first + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < here * FIELDS; i += THREADS)
        to[static_cast<size_t>(first) * FIELDS + i] = tile[i % FIELDS][i / FIELDS];
}

__global__ void drift_kernel(float *position, const float *velocity, size_t floats, float dt) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < floats; i += gridDim.x * blockDim.x)
        position[i] += dt * velocity[i];
}

State *pack(const Particle *particles, int count) {
    State *state = new State{count, nullptr, static_cast<size_t>(ceil_div(count, 8)) * 8};
    CHECK(cudaMallocAsync(&state->all, FIELDS * state->stride * sizeof(float), 0));
    CHECK(cudaMemsetAsync(state->all, 0, FIELDS * state->stride * sizeof(float), 0));
    to_arrays<<<ceil_div(count, THREADS), THREADS>>>(&particles->x, state->all, state->stride, count);
    CHECK(cudaGetLastError());
    return state;
}

void drift(State *state, float dt) {
    size_t floats = 3 * state->stride;
    drift_kernel<<<min(ceil_div(static_cast<int>(floats), 256), 1056), 256>>>(state->all, state->all + floats, floats,
                                                                              dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    to_structures<<<ceil_div(state->count, THREADS), THREADS>>>(state->all, state->stride, &particles->x, state->count);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(state->all, 0));
    delete state;
}
