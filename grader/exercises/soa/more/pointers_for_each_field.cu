// pointers_for_each_field.cu - The lesson's structure of arrays: eight allocations, a thread a particle.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"

constexpr int THREADS = 256;

struct State {
    int count;
    float *x, *y, *z, *vx, *vy, *vz, *mass, *charge;
};

__global__ void pack_kernel(const Particle *p, State s) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= s.count) return;
    Particle one = p[i];
    s.x[i] = one.x;
    s.y[i] = one.y;
    s.z[i] = one.z;
    s.vx[i] = one.vx;
    s.vy[i] = one.vy;
    s.vz[i] = one.vz;
    s.mass[i] = one.mass;
    s.charge[i] = one.charge;
}

__global__ void drift_kernel(State s, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= s.count) return;
    s.x[i] += dt * s.vx[i];
    s.y[i] += dt * s.vy[i];
    s.z[i] += dt * s.vz[i];
}

__global__ void unpack_kernel(State s, Particle *p) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < s.count) p[i] = {s.x[i], s.y[i], s.z[i], s.vx[i], s.vy[i], s.vz[i], s.mass[i], s.charge[i]};
}

State *pack(const Particle *particles, int count) {
    State *state = new State{count};
    for (float **field :
         {&state->x, &state->y, &state->z, &state->vx, &state->vy, &state->vz, &state->mass, &state->charge})
        CHECK(cudaMalloc(field, count * sizeof(float)));
    pack_kernel<<<ceil_div(count, THREADS), THREADS>>>(particles, *state);
    CHECK(cudaGetLastError());
    return state;
}

void drift(State *state, float dt) {
    drift_kernel<<<ceil_div(state->count, THREADS), THREADS>>>(*state, dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    unpack_kernel<<<ceil_div(state->count, THREADS), THREADS>>>(*state, particles);
    CHECK(cudaGetLastError());
    for (float *field : {state->x, state->y, state->z, state->vx, state->vy, state->vz, state->mass, state->charge})
        CHECK(cudaFree(field));
    delete state;
}
