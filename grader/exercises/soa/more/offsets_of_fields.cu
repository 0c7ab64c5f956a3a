// offsets_of_fields.cu - every field is an array in one allocation, found by its offset in the structure.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "particle.h"
#include "workbook.h"

constexpr int THREADS = 128;

struct State {
    int count;
    float *storage;
};

__device__ float *field(float *storage, int count, int number) { return storage + static_cast<size_t>(number) * count; }

__global__ void spread(const Particle *from, float *storage, int count) {
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        Particle p = from[i];
        const float *values = reinterpret_cast<const float *>(&p);
        for (int f = 0; f < static_cast<int>(sizeof p / sizeof(float)); f++) field(storage, count, f)[i] = values[f];
    }
}

__global__ void gather_back(float *storage, Particle *to, int count) {
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
        Particle p;
        float *values = reinterpret_cast<float *>(&p);
        for (int f = 0; f < static_cast<int>(sizeof p / sizeof(float)); f++) values[f] = field(storage, count, f)[i];
        to[i] = p;
    }
}

constexpr int place_of(size_t offset) { return static_cast<int>(offset / sizeof(float)); }

__global__ void move(float *storage, int count, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    field(storage, count, place_of(offsetof(Particle, x)))[i] +=
        dt * field(storage, count, place_of(offsetof(Particle, vx)))[i];
    field(storage, count, place_of(offsetof(Particle, y)))[i] +=
        dt * field(storage, count, place_of(offsetof(Particle, vy)))[i];
    field(storage, count, place_of(offsetof(Particle, z)))[i] +=
        dt * field(storage, count, place_of(offsetof(Particle, vz)))[i];
}

State *pack(const Particle *particles, int count) {
    State *state = new State{count, nullptr};
    CHECK(cudaMallocAsync(&state->storage, count * sizeof(Particle), 0));
    spread<<<min(2048, ceil_div(count, THREADS)), THREADS>>>(particles, state->storage, count);
    CHECK(cudaGetLastError());
    return state;
}

void drift(State *state, float dt) {
    move<<<ceil_div(state->count, THREADS), THREADS>>>(state->storage, state->count, dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    gather_back<<<min(2048, ceil_div(state->count, THREADS)), THREADS>>>(state->storage, particles, state->count);
    CHECK(cudaGetLastError());
    CHECK(cudaFreeAsync(state->storage, 0));
    delete state;
}
