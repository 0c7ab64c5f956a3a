// few_blocks_take_all_tiles.cu - a grid of 12 blocks strides over the tiles of C; doubles hold the sums.
// says: idle multiprocessors
#include "workbook.h"

template <int T> class Tile {
    float values[T][T + 1];

  public:
    // The square at [line][first] of a matrix whose lines are k long; what is outside is 0.
    __device__ void fill(const float *matrix, int line, int lines, int first, int k) {
        int y = line + threadIdx.y, x = first + threadIdx.x;
        values[threadIdx.y][threadIdx.x] = y < lines && x < k ? matrix[static_cast<size_t>(y) * k + x] : 0;
    }
    __device__ double at(int line, int p) const { return values[line][p]; }
};

template <int T> __global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ Tile<T> a, b;
    int across = ceil_div(n, T), tiles = across * ceil_div(m, T);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int top = tile / across * T, left = tile % across * T;
        double sum = 0;
        for (int first = 0; first < k; first += T) {
            a.fill(A, top, m, first, k);
            b.fill(B, left, n, first, k);
            __syncthreads();
            for (int p = 0; p < T; p++) sum += a.at(threadIdx.y, p) * b.at(threadIdx.x, p);
            __syncthreads();
        }
        int row = top + threadIdx.y, column = left + threadIdx.x;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = static_cast<float>(sum);
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<32><<<12, dim3(32, 32)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
