// pipeline_of_two_stages.cu - Tiles come through a cuda::pipeline of two stages shared by the block.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int TILE = 16, STAGES = 2;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float A_tile[STAGES][TILE][TILE], B_tile[STAGES][TILE][TILE];
    auto pipe = cuda::make_pipeline();
    auto block = cg::this_thread_block();
    size_t row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    auto bring = [&](int phase) {
        int stage = phase % STAGES;
        pipe.producer_acquire();
        cuda::memcpy_async(&A_tile[stage][threadIdx.y][threadIdx.x], &A[row * k + phase * TILE + threadIdx.x],
                           sizeof(float), pipe);
        cuda::memcpy_async(&B_tile[stage][threadIdx.y][threadIdx.x],
                           &B[static_cast<size_t>(phase * TILE + threadIdx.y) * n + column], sizeof(float), pipe);
        pipe.producer_commit();
    };
    float sum = 0;
    bring(0);
    for (int phase = 0, phases = k / TILE; phase < phases; phase++) {
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
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(n / TILE, m / TILE), dim3(TILE, TILE)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
