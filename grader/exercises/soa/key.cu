// key.cu - counts the sectors of one warp: 32 particles in two layouts, and a row and a column of 30 fields.
#include "particle.h"
#include "workbook.h"

__global__ void of_structures(Particle *p, float dt) {
    int i = threadIdx.x;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
}

__global__ void of_arrays(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, float dt) {
    int i = threadIdx.x;
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
}

__global__ void of_rows(const float (*A)[30], float *out) { out[threadIdx.x] = A[threadIdx.x][7]; }
__global__ void of_columns(const float (*A)[1000], float *out) { out[threadIdx.x] = A[7][threadIdx.x]; }

int main() {
    constexpr int COUNT = 30 * 1000;
    float *memory, *out;
    CHECK(cudaMalloc(&memory, COUNT * sizeof(float)));
    CHECK(cudaMemset(memory, 0, COUNT * sizeof(float)));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    of_structures<<<1, 32>>>(reinterpret_cast<Particle *>(memory), 0.5f);
    of_arrays<<<1, 32>>>(memory, memory + 32, memory + 64, memory + 96, memory + 128, memory + 160, 0.5f);
    of_rows<<<1, 32>>>(reinterpret_cast<const float(*)[30]>(memory), out);
    of_columns<<<1, 32>>>(reinterpret_cast<const float(*)[1000]>(memory), out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(memory));
    CHECK(cudaFree(out));
    return 0;
}
