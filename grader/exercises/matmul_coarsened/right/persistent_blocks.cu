// persistent_blocks.cu - three blocks stride over the strips of C, and fetch the next phase while they use this one.
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int T = 32, WIDE = 128, PER = WIDE * T / 1024; // elements of B that a thread loads, and of C that it computes

__device__ void fetch(float *to, const float *from, bool exists) {
    if (exists) __pipeline_memcpy_async(to, from, sizeof *to);
    else *to = 0;
}

struct Phase {
    float a[T][T], b[T][WIDE];
};

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    extern __shared__ Phase phases[];
    int x = threadIdx.x % T, y = threadIdx.x / T, across = ceil_div(n, WIDE), strips = across * ceil_div(m, T);
    for (int strip = blockIdx.x; strip < strips; strip += gridDim.x) {
        int row = strip / across * T + y, left = strip % across * WIDE + x;
        auto begin = [&](int n_phase) {
            Phase &phase = phases[n_phase % 2];
            int a_column = n_phase * T + x, b_row = n_phase * T + y;
            fetch(&phase.a[y][x], A + static_cast<size_t>(row) * k + a_column, row < m && a_column < k);
            for (int i = 0; i < PER; i++)
                fetch(&phase.b[y][x + T * i], B + static_cast<size_t>(b_row) * n + left + T * i, b_row < k && left + T * i < n);
            __pipeline_commit();
        };
        float sums[PER] = {};
        begin(0);
        for (int n_phase = 0; n_phase < ceil_div(k, T); n_phase++) {
            bool more = n_phase + 1 < ceil_div(k, T);
            if (more) begin(n_phase + 1);
            __pipeline_wait_prior(more);
            __syncthreads();
            const Phase &phase = phases[n_phase % 2];
            for (int p = 0; p < T; p++)
                for (int i = 0; i < PER; i++) sums[i] += phase.a[y][p] * phase.b[p][x + T * i];
            __syncthreads();
        }
        for (int i = 0; i < PER; i++)
            if (row < m && left + T * i < n) C[static_cast<size_t>(row) * n + left + T * i] = sums[i];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int strips = ceil_div(m, T) * ceil_div(n, WIDE);
    multiply<<<ceil_div(strips, 2), 1024, 2 * sizeof(Phase)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
