// copies_b_padded.cu - works on a copy of B in pitched memory of its own, and leaves a copy of C behind.
#include "workbook.h"

// A block has 32 rows and 256 columns, a thread 8 of them. B is loaded once more to copy it, which fewer loads make up.
constexpr int T = 32, FACTOR = 8;

__global__ void copy(const float *from, size_t from_pitch, float *to, size_t to_pitch, int width, int height) {
    for (int y = blockIdx.x; y < height; y += gridDim.x)
        for (int x = threadIdx.x; x < width; x += blockDim.x) to[y * to_pitch + x] = from[y * from_pitch + x];
}

__global__ void multiply(const float *A, const float *B, size_t pitch, float *C, int m, int n, int k) {
    __shared__ float a[2 * T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * 2 * T, left = blockIdx.x * T * FACTOR;
    float sums[2][FACTOR] = {};
    for (int first = 0; first < k; first += T) {
        for (int half = 0; half < 2; half++) {
            int row = top + half * T + y;
            a[half * T + y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
        }
        for (int c = 0; c < FACTOR; c++) {
            int column = left + c * T + x;
            b[y][x] = first + y < k && column < n ? B[(first + y) * pitch + column] : 0;
            __syncthreads();
            for (int p = 0; p < T; p++) {
                sums[0][c] += a[y][p] * b[p][x];
                sums[1][c] += a[T + y][p] * b[p][x];
            }
            __syncthreads();
        }
    }
    for (int half = 0; half < 2; half++)
        for (int c = 0; c < FACTOR; c++) {
            int row = top + half * T + y, column = left + c * T + x;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[half][c];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *own;
    size_t pitch;
    CHECK(cudaMallocPitch(&own, &pitch, n * sizeof(float), k));
    pitch /= sizeof(float);
    copy<<<16, 128>>>(B, n, own, pitch, n, k);
    multiply<<<dim3(ceil_div(n, T * FACTOR), ceil_div(m, 2 * T)), dim3(T, T)>>>(A, own, pitch, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(own));
}
