// one_tile_of_b_only.cu - A stays in registers and goes round by shuffles; B alone is in shared memory, as float4.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

// A warp has four rows of 128 columns, a lane four neighbours of each. n is a multiple of 32, so lanes may be idle.
constexpr int WARPS = 8, ROWS = 4, DEPTH = 32;

__global__ void multiply(const float *A, const float4 *B, float4 *C, int quads, int k) {
    __shared__ float4 b[DEPTH][32];
    int lane = threadIdx.x, quad = blockIdx.x * 32 + lane, top = blockIdx.y * WARPS * ROWS + threadIdx.y * ROWS;
    float4 sums[ROWS] = {};
    for (int first = 0; first < k; first += DEPTH) {
        float a[ROWS];
        for (int i = 0; i < ROWS; i++) a[i] = A[static_cast<size_t>(top + i) * k + first + lane];
        for (int p = threadIdx.y; p < DEPTH && quad < quads; p += WARPS) b[p][lane] = B[static_cast<size_t>(first + p) * quads + quad];
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < ROWS; i++) {
                float factor = __shfl_sync(0xffffffffu, a[i], p);
                if (quad >= quads) continue;
                float4 other = b[p][lane];
                sums[i].x += factor * other.x, sums[i].y += factor * other.y;
                sums[i].z += factor * other.z, sums[i].w += factor * other.w;
            }
        __syncthreads();
    }
    for (int i = 0; i < ROWS && quad < quads; i++) C[static_cast<size_t>(top + i) * quads + quad] = sums[i];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 128), m / (WARPS * ROWS)), dim3(32, WARPS)>>>(A, reinterpret_cast<const float4 *>(B),
                                                                             reinterpret_cast<float4 *>(C), n / 4, k);
    CHECK(cudaGetLastError());
}
