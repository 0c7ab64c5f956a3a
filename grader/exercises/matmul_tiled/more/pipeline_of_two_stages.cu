// pipeline_of_two_stages.cu - Tiles come through a cuda::pipeline of two stages shared by the block.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int TILE = 16, STAGES = 2;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[STAGES][TILE][TILE], B_tile[STAGES][TILE][TILE];
    auto pipe = cuda::make_pipeline();
    auto block = cg::this_thread_block();
    size_t row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    auto bring = [&](int phase) {
        int stage = phase % STAGES;
        pipe.producer_acquire();
        size_t a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
        float *a = &A_tile[stage][threadIdx.y][threadIdx.x], *b = &B_tile[stage][threadIdx.y][threadIdx.x];
        if (row < m && a_column < k) cuda::memcpy_async(a, &A[row * k + a_column], sizeof(float), pipe);
        else *a = 0;
        if (b_row < k && column < n) cuda::memcpy_async(b, &B[b_row * n + column], sizeof(float), pipe);
        else *b = 0;
        pipe.producer_commit();
    };
    float sum = 0;
    bring(0);
    for (int phase = 0, phases = ceil_div(k, TILE); phase < phases; phase++) {
        if (phase + 1 < phases) {
            bring(phase + 1);
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        block.sync();
        for (int p = 0; p < TILE; p++)
            sum += A_tile[phase % STAGES][threadIdx.y][p] * B_tile[phase % STAGES][p][threadIdx.x];
        pipe.consumer_release();
        block.sync();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
