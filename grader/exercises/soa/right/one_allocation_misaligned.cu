// Field after field in one allocation, each as long as there are particles: most fields begin inside a sector.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"

struct State {
    int count;
    float *fields;
};

__global__ void turn(const float *in, float *out, int count, bool to_fields) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int f = 0; i < count && f < FIELDS; f++)
        if (to_fields) out[f * count + i] = in[i * FIELDS + f];
        else out[i * FIELDS + f] = in[f * count + i];
}

__global__ void step(float *fields, int count, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int axis = 0; i < count && axis < 3; axis++) fields[axis * count + i] += dt * fields[(axis + 3) * count + i];
}

State *pack(const Particle *particles, int count) {
    State *state = new State{count, nullptr};
    CHECK(cudaMalloc(&state->fields, count * sizeof(Particle)));
    turn<<<ceil_div(count, 64), 64>>>(reinterpret_cast<const float *>(particles), state->fields, count, true);
    CHECK(cudaGetLastError());
    return state;
}

void drift(State *state, float dt) {
    step<<<ceil_div(state->count, 64), 64>>>(state->fields, state->count, dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    turn<<<ceil_div(state->count, 64), 64>>>(state->fields, reinterpret_cast<float *>(particles), state->count, false);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state->fields));
    delete state;
}
