// soa.cu - particles drift: the same update in three layouts.
//
// Each step of the ladder is a layout with its own functions, which the state carries. The last one, an array for each
// field, moves no byte that the update does not need.
#include "workbook.h"
#include "particle.h"

//= student: Ada Lovelace
//= sectors_of_structures: 128
//= sectors_arrays: 16
//= sectors_of_columns: 64
//= sectors_of_rows: 39

constexpr int THREADS = 256;

struct State {
    int count;
    Particle *structures;  // layouts of structures
    float *fields[FIELDS]; // layouts of arrays: x, y, z, vx, vy, vz, mass, charge
    void (*drift)(State *state, float dt);
    void (*unpack)(const State *state, Particle *particles);
};

static int blocks_for(int count) { return ceil_div(count, THREADS); }

// ---- an array of structures: every access of a warp touches 32 sectors ----

__global__ void drift_structures_kernel(Particle *p, int count, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

static void drift_structures(State *state, float dt) {
    drift_structures_kernel<<<blocks_for(state->count), THREADS>>>(state->structures, state->count, dt);
    CHECK(cudaGetLastError());
}

__global__ void copy_structures(const Particle *from, Particle *to, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count) to[i] = from[i];
}

static void unpack_structures(const State *state, Particle *particles) {
    copy_structures<<<blocks_for(state->count), THREADS>>>(state->structures, particles, state->count);
    CHECK(cudaGetLastError());
}

static State *pack_structures(const Particle *particles, int count) {
    State *state = new State{count, nullptr, {}, drift_structures, unpack_structures};
    CHECK(cudaMalloc(&state->structures, count * sizeof(Particle)));
    copy_structures<<<blocks_for(count), THREADS>>>(particles, state->structures, count);
    CHECK(cudaGetLastError());
    return state;
}

// ---- the same structures, half of one at a time: three accesses of 16 bytes instead of nine of 4 ----

__global__ void drift_halves_kernel(float4 *half, int count, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float4 place = half[2 * i], rest = half[2 * i + 1]; // x, y, z, vx and vy, vz, mass, charge
    place.x += dt * place.w;
    place.y += dt * rest.x;
    place.z += dt * rest.y;
    half[2 * i] = place;
}

static void drift_halves(State *state, float dt) {
    float4 *halves = reinterpret_cast<float4 *>(state->structures); // cudaMalloc aligns to 256 bytes
    drift_halves_kernel<<<blocks_for(state->count), THREADS>>>(halves, state->count, dt);
    CHECK(cudaGetLastError());
}

static State *pack_halves(const Particle *particles, int count) {
    State *state = pack_structures(particles, count);
    state->drift = drift_halves;
    return state;
}

// ---- a structure of arrays: neighbours in a warp are neighbours in memory ----

struct Arrays {
    float *fields[FIELDS];
};

__global__ void to_arrays(const Particle *particles, Arrays to, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    Particle p = particles[i];
    float values[FIELDS] = {p.x, p.y, p.z, p.vx, p.vy, p.vz, p.mass, p.charge};
#pragma unroll
    for (int field = 0; field < FIELDS; field++) to.fields[field][i] = values[field];
}

__global__ void to_structures(Arrays from, Particle *particles, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    particles[i] = {from.fields[0][i], from.fields[1][i], from.fields[2][i], from.fields[3][i],
                    from.fields[4][i], from.fields[5][i], from.fields[6][i], from.fields[7][i]};
}

__global__ void drift_arrays_kernel(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz,
                                    int count, float dt) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
}

static Arrays arrays_of(const State *state) {
    Arrays arrays;
    for (int field = 0; field < FIELDS; field++) arrays.fields[field] = state->fields[field];
    return arrays;
}

static void drift_arrays(State *state, float dt) {
    float *const *f = state->fields;
    drift_arrays_kernel<<<blocks_for(state->count), THREADS>>>(f[0], f[1], f[2], f[3], f[4], f[5], state->count, dt);
    CHECK(cudaGetLastError());
}

static void unpack_arrays(const State *state, Particle *particles) {
    to_structures<<<blocks_for(state->count), THREADS>>>(arrays_of(state), particles, state->count);
    CHECK(cudaGetLastError());
}

static State *pack_arrays(const Particle *particles, int count) {
    State *state = new State{count, nullptr, {}, drift_arrays, unpack_arrays};
    for (float *&field : state->fields) CHECK(cudaMalloc(&field, count * sizeof(float)));
    to_arrays<<<blocks_for(count), THREADS>>>(particles, arrays_of(state), count);
    CHECK(cudaGetLastError());
    return state;
}

// ---- what the exercise asks for ----

LADDER(pack, pack_structures, pack_halves, pack_arrays)

State *pack(const Particle *particles, int count) { return LADDER_STEP(pack)(particles, count); }

void drift(State *state, float dt) { state->drift(state, dt); }

void unpack(State *state, Particle *particles) {
    state->unpack(state, particles);
    CHECK(cudaFree(state->structures));
    for (float *field : state->fields) CHECK(cudaFree(field));
    delete state;
}
