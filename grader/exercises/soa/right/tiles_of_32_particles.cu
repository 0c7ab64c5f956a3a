// An array of structures of arrays: 32 x, then 32 y, and so on; then the next 32 particles. One allocation.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"

struct Tile {
    float field[FIELDS][32];
};

struct State {
    int count;
    Tile *tiles;
};

__global__ void fill(const Particle *particles, Tile *tiles, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *fields = reinterpret_cast<const float *>(particles + i);
    for (int field = 0; i < count && field < FIELDS; field++) tiles[i / 32].field[field][i % 32] = fields[field];
}

__global__ void step(Tile *tiles, int count, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Tile *tile = tiles + i / 32;
    for (int axis = 0; axis < 3; axis++) tile->field[axis][i % 32] += dt * tile->field[axis + 3][i % 32];
}

__global__ void empty(const Tile *tiles, Particle *particles, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *fields = reinterpret_cast<float *>(particles + i);
    for (int field = 0; i < count && field < FIELDS; field++) fields[field] = tiles[i / 32].field[field][i % 32];
}

State *pack(const Particle *particles, int count) {
    State *state = new State{count, nullptr};
    CHECK(cudaMalloc(&state->tiles, ceil_div(count, 32) * sizeof(Tile)));
    fill<<<ceil_div(count, 128), 128>>>(particles, state->tiles, count);
    CHECK(cudaGetLastError());
    return state;
}

void drift(State *state, float dt) {
    step<<<ceil_div(state->count, 128), 128>>>(state->tiles, state->count, dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    empty<<<ceil_div(state->count, 128), 128>>>(state->tiles, particles, state->count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state->tiles));
    delete state;
}
