// soa.cu - particles drift: the layout is yours.
//
// The grader calls pack once, then drift many times, then unpack once. Between pack and unpack nobody but your
// functions looks at the particles, so you decide how they lie in memory. Below they lie as they come, as an array of
// structures (common/particle.h). This is right, but every access of a warp touches 32 sectors.
//
// The lesson is chapters/03_layout_and_caches/README.md.
#include "workbook.h"
#include "particle.h"

// Predict before you write: the questions are at the end of this file.

constexpr int THREADS = 256;

// What your functions must know of the particles. TODO 1: it must hold the particles in a layout in which neighbouring
// threads of drift use neighbouring floats.
struct State {
    int count;
    Particle *particles; // on the device
};

__global__ void drift_kernel(Particle *p, int count, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

// Writes to[i] = from[i] for each particle.
__global__ void copy_kernel(const Particle *from, Particle *to, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count) to[i] = from[i];
}

// Makes a state of `count` particles on the device.
// TODO 2: its kernel must bring the fields of each particle to their new places.
State *pack(const Particle *particles, int count) {
    State *state = new State{count, nullptr};
    CHECK(cudaMalloc(&state->particles, count * sizeof(Particle)));
    copy_kernel<<<ceil_div(count, THREADS), THREADS>>>(particles, state->particles, count);
    CHECK(cudaGetLastError());
    return state;
}

// Moves every particle by dt times its velocity. When it returns, the state has moved.
// TODO 3: one drift must touch 36 sectors for 32 particles (and those that misaligned arrays cost).
void drift(State *state, float dt) {
    drift_kernel<<<ceil_div(state->count, THREADS), THREADS>>>(state->particles, state->count, dt);
    CHECK(cudaGetLastError());
}

// Writes the particles back as they came, all eight fields, and frees the state.
// TODO 4: the way back of TODO 2.
void unpack(State *state, Particle *particles) {
    copy_kernel<<<ceil_div(state->count, THREADS), THREADS>>>(state->particles, particles, state->count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(state->particles));
    delete state;
}

// Predict first.
//     make questions EXERCISE=soa  shows the questions with numbers
//     make another EXERCISE=soa    shows them with others
//= numbers: 1
// These particles have fewer or more fields than those above, and a step loads some of the fields and stores some. Each
// field that is loaded or stored is a request of each warp. The particles are an array of structures. How many sectors do
// a warp's loads and stores touch together?
//= sectors_of_structures: ?
// And if each field is an array of its own?
//= sectors_arrays: ?
// A warp loads some columns of 32 neighbouring rows of a narrow array, a column per request. How many sectors does it
// touch in all? And how many does a warp touch that loads 32 neighbouring elements of some rows of a wide
// array, a row per request? Arrays begin at a sector.
//= sectors_of_columns: ?
//= sectors_of_rows: ?
