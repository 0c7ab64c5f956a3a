// edges.cu - a product of 20 x 35 elements by blocks of 16 x 16: who stores where, and who has nothing to store.
#include <cstdio>
#include <cuda_runtime.h>

enum { M = 20, N = 35, TILE = 16, BLOCKS_X = (N + TILE - 1) / TILE, BLOCKS_Y = (M + TILE - 1) / TILE };

// covered[] has an element for each thread of the grid; those that lie in C add 1 to theirs.
__global__ void cover(int *covered) {
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    if (row < M && column < N) covered[row * BLOCKS_X * TILE + column] = 1;
}

int main() {
    const size_t bytes = BLOCKS_X * TILE * BLOCKS_Y * TILE * sizeof(int);
    int *covered;
    cudaMalloc(&covered, bytes);
    cudaMemset(covered, 0, bytes);
    cover<<<dim3(BLOCKS_X, BLOCKS_Y), dim3(TILE, TILE)>>>(covered);
    cudaFree(covered);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
