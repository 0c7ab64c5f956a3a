// four_particles_a_thread.cu - blocks of 1,024 threads, which move four particles each.
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"
struct State {
    int count, room;
    float *fields;
};
__global__ void to_fields(const Particle *particles, float *fields, int count, int room) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float *p = reinterpret_cast<const float *>(particles + i);
    for (int f = 0; f < 8; f++) fields[static_cast<size_t>(f) * room + i] = p[f];
}
__global__ void to_particles(const float *fields, Particle *particles, int count, int room) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float *p = reinterpret_cast<float *>(particles + i);
    for (int f = 0; f < 8; f++) p[f] = fields[static_cast<size_t>(f) * room + i];
}
__global__ void step(float *fields, int room, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i >= room) return;
    for (int axis = 0; axis < 3; axis++) {
        float4 *x = reinterpret_cast<float4 *>(fields + static_cast<size_t>(axis) * room) + i;
        float4 v = reinterpret_cast<float4 *>(fields + static_cast<size_t>(axis + 3) * room)[i], now = *x;
        *x = make_float4(now.x + dt * v.x, now.y + dt * v.y, now.z + dt * v.z, now.w + dt * v.w);
    }
}
State *pack(const Particle *particles, int count) {
    State *state = new State{count, ceil_div(count, 32) * 32, nullptr};
    CHECK(cudaMalloc(&state->fields, 8 * sizeof(float) * state->room));
    CHECK(cudaMemset(state->fields, 0, 8 * sizeof(float) * state->room));
    to_fields<<<ceil_div(count, 1024), 1024>>>(particles, state->fields, count, state->room);
    CHECK(cudaGetLastError());
    return state;
}
void drift(State *state, float dt) {
    step<<<ceil_div(state->room, 4096), 1024>>>(state->fields, state->room, dt);
    CHECK(cudaGetLastError());
}
void unpack(State *state, Particle *particles) {
    to_particles<<<ceil_div(state->count, 1024), 1024>>>(state->fields, particles, state->count, state->room);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state->fields));
    delete state;
}
