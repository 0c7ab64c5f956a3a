// edges.cu - tiles that reach past the edges of A and B. Sums stand for products.
#include "listing.h"

constexpr int T = 16;

__global__ void add_tiles(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[T][T], B_tile[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
    float sum = 0;
    //= listing: for (int first = 0; first < k; first += T) // the last may be short
    {
        //= listing: A_tile[ty][tx] = row < m && first + tx < k
        //= listing: B_tile[ty][tx] = first + ty < k && column < n
        __syncthreads();
        for (int p = 0; p < T; p++)
            sum += A_tile[ty][p] + B_tile[p][tx];
        __syncthreads();
    }
    //= listing: if (row < m && column < n) C[row * n + column] = sum;
}

int main() {
    constexpr int m = 20;
    constexpr int n = 28;
    constexpr int k = 40;
    float *A = numbers(m * k), *B = numbers(k * n), *C = room(m * n);
    //= listing: dim3 grid(ceil_div(n, T), ceil_div(m, T));
    add_tiles<<<grid, dim3(T, T)>>>(A, B, C, m, n, k);
    show(C, 8);
}
