// cost_kernels.cu - pairs of kernels that differ in one cost, which test_costs.c compares with the experiments on it.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));                                     \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

constexpr int SIDE = 2048, COUNT = SIDE * SIDE, TILE = 32, ROWS = 8;

// The columns of a tile without padding are in one bank each.
template <int PADDING> __global__ void transpose(const float *from, float *to) {
    __shared__ float tile[TILE][TILE + PADDING];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += ROWS) tile[threadIdx.y + row][threadIdx.x] = from[(y + row) * SIDE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += ROWS)
        to[(y + row) * SIDE + x] = tile[threadIdx.x][threadIdx.y + row]; // conflicts
}

// Of each sector, a lane needs one word.
template <int STRIDE> __global__ void every(const float *from, float *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[(size_t)i * STRIDE];
}

// Each turn of a warp keeps shared memory busy for 16 clocks of the multiprocessor, and the pipes for special functions
// too: four schedulers' pipes take 8 clocks for each of 8.
__global__ void two_resources(float *out, int turns) {
    __shared__ float values[2048];
    float y[4], sum = 0;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) values[i] = 0.5f;
    for (int k = 0; k < 4; k++) y[k] = 0.25f * threadIdx.x;
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        sum += values[(threadIdx.x % 32 * 16 + i) & 2047];
#pragma unroll
        for (int k = 0; k < 8; k++) asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(y[k % 4]));
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum + y[0] + y[1] + y[2] + y[3];
}

// All blocks count on four words, or each warp on words of its own.
__global__ void count(int *counts, int apart) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&counts[(i & 3) + i / 32 * 32 * apart], 1);
}

// Each load needs the result of the load before.
__global__ void chase(const int *next, int *out, int steps) {
    int at = threadIdx.x;
    for (int i = 0; i < steps; i++) at = next[at];
    out[threadIdx.x] = at;
}

// Blocks that execute millions of instructions.
__global__ void long_chains(float *out, int turns) {
    float x = threadIdx.x;
    for (int i = 0; i < turns; i++) {
#pragma unroll
        for (int k = 0; k < 128; k++) x = fmaf(x, 0.5f, 1.0f);
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void naps(float *out) {
    __nanosleep(20000);
    out[threadIdx.x] = 1;
}

// Each block waits for all others, again and again.
__global__ void grid_barriers(float *out, int turns) {
    for (int i = 0; i < turns; i++) cooperative_groups::this_grid().sync();
    out[threadIdx.x] = 1;
}

int main() {
    float *a, *b;
    CHECK(cudaMalloc(&a, 2 * COUNT * sizeof(float)));
    CHECK(cudaMalloc(&b, 2 * COUNT * sizeof(float)));
    CHECK(cudaMemset(a, 0, 2 * COUNT * sizeof(float)));
    dim3 tiles(SIDE / TILE, SIDE / TILE), threads(TILE, ROWS);
    transpose<0><<<tiles, threads>>>(a, b);
    transpose<1><<<tiles, threads>>>(a, b);
    every<8><<<COUNT / 8 / 256, 256>>>(a, b);
    every<1><<<COUNT / 8 / 256, 256>>>(a, b);
    two_resources<<<264, 512>>>(b, 256);
    count<<<2048, 256>>>((int *)b, 0);
    count<<<2048, 256>>>((int *)b, 1);
    chase<<<1, 32>>>((int *)a, (int *)b, 2000);
    naps<<<1, 32>>>(b);
    int turns = 20;
    void *arguments[] = {&b, &turns};
    CHECK(cudaLaunchCooperativeKernel((void *)grid_barriers, 132, 256, arguments, 0, 0));
    long_chains<<<132, 512>>>(b, 8192);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}
