// gathers.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void scatter(const float *in, const int *index, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[index[i]] = in[i];
}
MEASURE(gathers, scatter, 262144, 4194304, 33554432) {
    float *in = floats(size), *out = zeros<float>(size);
    int *index = permutation(size);
    return [=] { scatter<<<blocks_for(size, 256), 256>>>(in, index, out, (int)size); };
}

// 16 bytes at each drawn place.
__global__ void gather_vectors(const float4 *in, const int *index, float4 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[index[i]];
}
MEASURE(gathers, gather_vectors, 262144, 8388608) {
    float4 *in = (float4 *)floats(size * 4), *out = zeros<float4>(size);
    int *index = integers(size, (uint32_t)size);
    return [=] { gather_vectors<<<blocks_for(size, 128), 128>>>(in, index, out, (int)size); };
}

// Each thread follows its own list for 64 steps.
__global__ void chase_lists(const int *next, int *out, int steps) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < steps; i++) at = next[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
MEASURE(gathers, chase_lists, 65536, 1048576, 16777216) {
    int *next = permutation(size), *out = zeros<int>(65536);
    return [=] { chase_lists<<<256, 256>>>(next, out, 64); };
}

// Keys are looked up in an open hash table, half full.
__global__ void hash_probe(const unsigned *table, unsigned mask, const unsigned *keys, int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = keys[i], at = key * 2654435761u >> 7;
    int steps = 0;
    while (steps < 64) {
        unsigned entry = table[at & mask];
        if (entry == key || entry == 0) break;
        at++;
        steps++;
    }
    found[i] = steps;
}
MEASURE(gathers, hash_probe, 262144, 16777216) {
    std::vector<unsigned> table(size, 0);
    unsigned mask = (unsigned)size - 1;
    for (long i = 0; i < size / 2; i++) {
        unsigned key = scramble((uint32_t)i) | 1, at = key * 2654435761u >> 7;
        while (table[at & mask]) at++;
        table[at & mask] = key;
    }
    long most = size / 2;
    unsigned *device = upload(table),
             *keys = values<unsigned>(1048576, [=](uint32_t i) { return scramble(scramble(i) % (uint32_t)most) | 1; });
    int *found = zeros<int>(1048576);
    return [=] { hash_probe<<<4096, 256>>>(device, mask, keys, found); };
}
