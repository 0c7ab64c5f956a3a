// CUB loads the tile of A, which is contiguous.
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
#include <cub/cub.cuh>
constexpr int TILE = 32;
__global__ void mm(const float *A, const float *B, float *C, int n) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    using Load = cub::BlockLoad<float, TILE, 1, cub::BLOCK_LOAD_DIRECT, TILE>;
    float v[1];
    Load().Load(A + (size_t)blockIdx.y * TILE * TILE, v);
    a[y][x] = v[0];
    b[y][x] = B[(size_t)y * n + blockIdx.x * TILE + x];
    __syncthreads();
    float s = 0;
    for (int p = 0; p < TILE; p++) s += a[y][p] * b[p][x];
    C[(size_t)(blockIdx.y * TILE + y) * n + blockIdx.x * TILE + x] = s;
}
void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    mm<<<dim3(n / TILE, m / TILE), dim3(TILE, TILE)>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
