// dynamic_room_and_lambda.cu - Both tiles in one dynamic array, filled by a lambda; a block of 1,024 threads in one
// dimension.
//
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"

constexpr int TILE = 32;

__global__ void multiply_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                                int n) {
    extern __shared__ float room[];
    float *A_tile = room, *B_tile = room + TILE * TILE;
    int c = threadIdx.x % TILE, r = threadIdx.x / TILE;
    size_t row = blockIdx.y * TILE + r, column = blockIdx.x * TILE + c;
    auto bring = [&](float *tile, const float *from, size_t width, size_t y, size_t x) {
        tile[threadIdx.x] = __ldg(from + y * width + x);
    };
    bring(A_tile, A, TILE, row, c);
    bring(B_tile, B, n, r, column);
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int p = TILE - 1; p >= 0; p--) sum = fmaf(A_tile[r * TILE + p], B_tile[p * TILE + c], sum);
    C[row * n + column] = sum;
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    size_t bytes = 2 * TILE * TILE * sizeof(float);
    multiply_kernel<<<dim3(n / TILE, m / TILE), TILE * TILE, bytes>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
