// bulk_copies_of_rows.cu - one thread copies both tiles in bulk, and a barrier counts their bytes.
//
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
#include <cuda/barrier>
#include <utility>

constexpr int TILE = 32;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void multiply_kernel(const float *A, const float *B, float *C, int n) {
    __shared__ alignas(128) float a[TILE][TILE], b[TILE][TILE];
    __shared__ barrier arrived;
    int t = threadIdx.y * TILE + threadIdx.x;
    if (t == 0) init(&arrived, TILE * TILE);
    __syncthreads();
    size_t top = static_cast<size_t>(blockIdx.y) * TILE, left = static_cast<size_t>(blockIdx.x) * TILE;
    barrier::arrival_token token;
    if (t == 0) {
        cuda::device::memcpy_async_tx(&a[0][0], A + top * TILE, cuda::aligned_size_t<16>(sizeof a), arrived);
        for (int p = 0; p < TILE; p++)
            cuda::device::memcpy_async_tx(b[p], B + p * static_cast<size_t>(n) + left,
                                          cuda::aligned_size_t<16>(sizeof b[p]), arrived);
        token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof a + sizeof b);
    } else {
        token = arrived.arrive();
    }
    arrived.wait(std::move(token));
    float sum = 0;
    for (int p = 0; p < TILE; p++) sum += a[threadIdx.y][p] * b[p][threadIdx.x];
    C[(top + threadIdx.y) * n + left + threadIdx.x] = sum;
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply_kernel<<<dim3(n / TILE, m / TILE), dim3(TILE, TILE)>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
