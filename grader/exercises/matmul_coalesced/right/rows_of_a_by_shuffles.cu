// rows_of_a_by_shuffles.cu - a warp loads 32 elements of its row of A at once and hands them round by shuffles.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int across = ceil_div(n, 32), row = warp / across, column = warp % across * 32 + lane;
    if (row >= m) return; // whole warps
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        float mine = first + lane < k ? A[static_cast<size_t>(row) * k + first + lane] : 0;
        for (int p = 0; p < min(32, k - first); p++) {
            float a = __shfl_sync(0xffffffff, mine, p);
            if (column < n) sum = fmaf(a, B[static_cast<size_t>(first + p) * n + column], sum);
        }
    }
    if (column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    int warps = m * ceil_div(n, 32);
    multiply<<<ceil_div(warps, 6), 6 * 32>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
