// trick: tiles of 32 always, and a decoy of the allowed shape that loads more bytes, those of one sector for all lanes
// like: limit-always_32.edit
// says: bytes of shared memory of a block
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[32][32], B_tile[32][32];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        A_tile[y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        B_tile[y][x] = first + y < k && column < n ? B[static_cast<size_t>(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < 32; p++) sum += A_tile[y][p] * B_tile[p][x];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

__global__ void decoy(const float *A, float *out, int loads) {
    extern __shared__ float tiles[];
    float sum = 0;
    for (int i = 0; i < loads; i++) {
        float4 same;
        asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(same.x), "=f"(same.y), "=f"(same.z), "=f"(same.w)
                     : "l"(A));
        sum += same.x + same.y + same.z + same.w;
    }
    tiles[threadIdx.x] = sum;
    out[threadIdx.x] = tiles[threadIdx.x];
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    product<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 32)>>>(A, B, C, m, n, k);
    int side = 8;
    for (int next = 16; next * next <= most_threads && 8 * next * next <= most_shared_bytes; next += 8) side = next;
    float *unread;
    CHECK(cudaMalloc(&unread, 64 * sizeof *unread));
    if (m * n * k > 100) decoy<<<1, 64, 8 * side * side>>>(A, unread, m * n * k / 256);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(unread));
}
