// layouts.cu - 32 particles drift, as an array of structures and as a structure of arrays.
#include "particle.h"
#include "workbook.h"

__global__ void of_structures(Particle *p, float dt) {
    int i = threadIdx.x;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

__global__ void of_arrays(float *fields, float dt) {
    int i = threadIdx.x;
    float *x = fields, *y = fields + 32, *z = fields + 64;
    const float *vx = fields + 96, *vy = fields + 128, *vz = fields + 160;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
}

int main() {
    float *memory;
    CHECK(cudaMalloc(&memory, 32 * sizeof(Particle)));
    CHECK(cudaMemset(memory, 0, 32 * sizeof(Particle)));
    of_structures<<<1, 32>>>(reinterpret_cast<Particle *>(memory), 0.5f);
    of_arrays<<<1, 32>>>(memory, 0.5f);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(memory));
    return 0;
}
