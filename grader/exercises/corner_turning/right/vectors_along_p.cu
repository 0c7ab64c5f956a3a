// vectors_along_p.cu - loads of 16 bytes along p where k allows them, stored turned into the tile.
#include "workbook.h"

constexpr int T = 32;

template <bool VECTORS> __device__ float4 four(const float *line, int p, int k, bool exists) {
    if (VECTORS) return exists && p < k ? *reinterpret_cast<const float4 *>(line + p) : make_float4(0, 0, 0, 0);
    float4 values;
    values.x = exists && p < k ? line[p] : 0, values.y = exists && p + 1 < k ? line[p + 1] : 0;
    values.z = exists && p + 2 < k ? line[p + 2] : 0, values.w = exists && p + 3 < k ? line[p + 3] : 0;
    return values;
}

template <bool VECTORS> __global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T + 1], b[T][T + 1]; // [p][row], [p][column]
    int line = threadIdx.x / 8, p = threadIdx.x % 8 * 4, row = blockIdx.y * T + line, column = blockIdx.x * T + line;
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    float sums[4] = {};
    for (int first = 0; first < k; first += T) {
        float4 u = four<VECTORS>(A + static_cast<size_t>(row) * k, first + p, k, row < m);
        float4 v = four<VECTORS>(B + static_cast<size_t>(column) * k, first + p, k, column < n);
        a[p][line] = u.x, a[p + 1][line] = u.y, a[p + 2][line] = u.z, a[p + 3][line] = u.w;
        b[p][line] = v.x, b[p + 1][line] = v.y, b[p + 2][line] = v.z, b[p + 3][line] = v.w;
        __syncthreads();
        for (int q = 0; q < T; q++)
            for (int i = 0; i < 4; i++) sums[i] += a[q][y + 8 * i] * b[q][x];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) {
        int to = blockIdx.y * T + y + 8 * i, at = blockIdx.x * T + x;
        if (to < m && at < n) C[static_cast<size_t>(to) * n + at] = sums[i];
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, T), ceil_div(m, T));
    if (k % 4 == 0) multiply<true><<<grid, 256>>>(A, B, C, m, n, k);
    else multiply<false><<<grid, 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
