// tiles_of_24.cu - Tiles of 24 x 24, whose side is no power of two; the columns of blocks are counted in z.
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
constexpr int SIDE = 24;

class Tile {
  public:
    __device__ void fill(const float *from, int row, int column, int rows, int columns) {
        bool inside = row < rows && column < columns;
        values_[threadIdx.y][threadIdx.x] = inside ? from[static_cast<size_t>(row) * columns + column] : 0.f;
    }
    __device__ float operator()(int y, int x) const { return values_[y][x]; }

  private:
    float values_[SIDE][SIDE];
};

__global__ void tiled(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ Tile a, b;
    int row = blockIdx.y * SIDE + threadIdx.y, column = blockIdx.z * SIDE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += SIDE) {
        a.fill(A, row, first + threadIdx.x, m, k);
        b.fill(B, first + threadIdx.y, column, k, n);
        __syncthreads();
        for (int p = 0; p < SIDE; p++) sum += a(threadIdx.y, p) * b(p, threadIdx.x);
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    tiled<<<dim3(1, ceil_div(m, SIDE), ceil_div(n, SIDE)), dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
