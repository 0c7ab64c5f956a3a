// fields_padded_by_pitch.cu - One pitched allocation with a row for each field, in memory of a pool; a thread for each
// float of the drift.
//
//= student: Ada Lovelace
//= sectors_of_layouts: 4848
//= sectors_arrays: 416
//= sectors_of_columns: 1664
//= sectors_of_rows: 39
#include "workbook.h"
#include "particle.h"
#include <memory>

struct State {
    float *fields;
    size_t pitch;
    int count;
    __host__ __device__ float *row(int field) const {
        return reinterpret_cast<float *>(reinterpret_cast<char *>(fields) + field * pitch);
    }
};

__global__ void turn(State state, float *structures, bool back) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= state.count) return;
    for (int f = 0; f < FIELDS; f++)
        if (back) structures[static_cast<size_t>(i) * FIELDS + f] = state.row(f)[i];
        else state.row(f)[i] = structures[static_cast<size_t>(i) * FIELDS + f];
}

__global__ void drift_kernel(State state, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, axis = blockIdx.y;
    if (i < state.count) state.row(axis)[i] += dt * state.row(axis + 3)[i];
}

State *pack(const Particle *particles, int count) {
    auto state = std::make_unique<State>();
    state->count = count;
    CHECK(cudaMallocPitch(&state->fields, &state->pitch, count * sizeof(float), FIELDS));
    turn<<<ceil_div(count, 128), 128>>>(*state, reinterpret_cast<float *>(const_cast<Particle *>(particles)), false);
    CHECK(cudaGetLastError());
    return state.release();
}

void drift(State *state, float dt) {
    drift_kernel<<<dim3(ceil_div(state->count, 128), 3), 128>>>(*state, dt);
    CHECK(cudaGetLastError());
}

void unpack(State *state, Particle *particles) {
    std::unique_ptr<State> owned(state);
    turn<<<ceil_div(state->count, 128), 128>>>(*state, reinterpret_cast<float *>(particles), true);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state->fields));
}
