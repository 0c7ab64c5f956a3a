// trick: a kernel stores the inputs to registered memory, which computes
// like: nothing
// says: the work belongs on the device
// wrong-stores_to_registered_memory.cu - the host computes, and a kernel stores its results.
#include "workbook.h"
#include "particle.h"
#include <cstring>
#include <vector>

// Grid and stride: any number of bytes.
static __global__ void copy_bytes(unsigned char *to, const unsigned char *from, size_t bytes) {
    size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += stride) to[i] = from[i];
}

static void take(void *host, const void *device, size_t bytes) {
    std::vector<unsigned char> pages(bytes);
    void *mapped;
    CHECK(cudaHostRegister(pages.data(), bytes, cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer(&mapped, pages.data(), 0));
    copy_bytes<<<64, 256>>>(static_cast<unsigned char *>(mapped), static_cast<const unsigned char *>(device), bytes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    memcpy(host, pages.data(), bytes);
    CHECK(cudaHostUnregister(pages.data()));
}

template <typename T> static std::vector<T> taken(const T *device, size_t count) {
    std::vector<T> values(count);
    take(values.data(), device, count * sizeof(T));
    return values;
}

// A kernel stores the results, as it should.
template <typename T> static void give(T *device, const std::vector<T> &values) {
    unsigned char *copy;
    size_t bytes = values.size() * sizeof(T);
    CHECK(cudaMalloc(&copy, bytes));
    CHECK(cudaMemcpy(copy, values.data(), bytes, cudaMemcpyHostToDevice));
    copy_bytes<<<64, 256>>>(reinterpret_cast<unsigned char *>(device), copy, bytes);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(copy));
}

struct State {
    std::vector<Particle> particles;
};

State *pack(const Particle *particles, int count) { return new State{taken(particles, count)}; }

void drift(State *state, float dt) {
    for (Particle &p : state->particles) p.x += dt * p.vx, p.y += dt * p.vy, p.z += dt * p.vz;
}

void unpack(State *state, Particle *particles) {
    give(particles, state->particles);
    delete state;
}
