// h200_particles.cu - the same updates of 16,777,216 particles in two layouts, and the way from one to the other.
#include "../../../grader/figures/measure.cuh"

struct Particle {
    float x, y, z, vx, vy, vz, mass, charge;
};

__global__ void drift_structures(Particle *p, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

__global__ void drift_halves(float4 *half, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 place = half[2 * i], rest = half[2 * i + 1];
    place.x += dt * place.w;
    place.y += dt * rest.x;
    place.z += dt * rest.y;
    half[2 * i] = place;
}

__global__ void drift_arrays(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz,
                             float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
}

__global__ void mass_of_structures(Particle *p) { p[blockIdx.x * blockDim.x + threadIdx.x].mass *= 1.5f; }

__global__ void mass_of_arrays(float *mass) { mass[blockIdx.x * blockDim.x + threadIdx.x] *= 1.5f; }

// A thread for each particle: strided loads, coalesced stores.
__global__ void pack_by_particle(const Particle *p, float *fields, size_t n) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = reinterpret_cast<const float *>(p + i);
    for (int field = 0; field < 8; field++) fields[field * n + i] = from[field];
}

// A thread for each float: coalesced loads, stores in eight pieces.
__global__ void pack_by_float(const float *p, float *fields, size_t n) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    fields[i % 8 * n + i / 8] = p[i];
}

template <class Work> static void row(const char *name, Work work) { printf("%s,%.5f\n", name, measure_ms(work)); }

int main() {
    const int n = 1 << 24, threads = 256, blocks = n / threads;
    float *structures, *arrays, *f[8];
    CHECK(cudaMalloc(&structures, n * sizeof(Particle)));
    CHECK(cudaMalloc(&arrays, n * sizeof(Particle)));
    CHECK(cudaMemset(structures, 0, n * sizeof(Particle)));
    CHECK(cudaMemset(arrays, 0, n * sizeof(Particle)));
    for (int i = 0; i < 8; i++) f[i] = arrays + (size_t)i * n;
    Particle *p = reinterpret_cast<Particle *>(structures);
    float4 *halves = reinterpret_cast<float4 *>(structures);
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_particles");
    printf("kernel,ms\n");
    row("drift_structures", [&] { drift_structures<<<blocks, threads>>>(p, 0.1f); });
    row("drift_halves", [&] { drift_halves<<<blocks, threads>>>(halves, 0.1f); });
    row("drift_arrays", [&] { drift_arrays<<<blocks, threads>>>(f[0], f[1], f[2], f[3], f[4], f[5], 0.1f); });
    row("mass_of_structures", [&] { mass_of_structures<<<blocks, threads>>>(p); });
    row("mass_of_arrays", [&] { mass_of_arrays<<<blocks, threads>>>(f[6]); });
    row("pack_by_particle", [&] { pack_by_particle<<<blocks, threads>>>(p, arrays, n); });
    row("pack_by_float", [&] { pack_by_float<<<8 * blocks, threads>>>(structures, arrays, n); });
    CHECK(cudaFree(structures));
    CHECK(cudaFree(arrays));
    return 0;
}
