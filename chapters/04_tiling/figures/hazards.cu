// hazards.cu - what a warp finds in a tile if a barrier is missing. Four warps fill a tile of 4 rows, one row each, with
// the number of the phase. One of them runs ahead; barriers that the real kernel would not have hold the others back.
#include <cstdio>
#include <cuda_runtime.h>

enum { WARPS = 4, LANES = 8 };

// Warp 0 stores its row of phase 1 and reads the tile at once: no barrier after storing.
__global__ void no_first(int *found) {
    __shared__ int tile[WARPS][LANES];
    tile[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.y == 0) {
        tile[0][threadIdx.x] = 1;
        for (int row = 0; row < WARPS; row++) found[row * LANES + threadIdx.x] = tile[row][threadIdx.x];
    }
}

// All have stored phase 1. Warp 0 has finished and stores phase 2; then the last warp reads: no barrier after using.
__global__ void no_second(int *found) {
    __shared__ int tile[WARPS][LANES];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.y == 0) tile[0][threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.y == WARPS - 1)
        for (int row = 0; row < WARPS; row++) found[row * LANES + threadIdx.x] = tile[row][threadIdx.x];
}

static void print_found(const int *found) {
    int values[WARPS * LANES];
    cudaMemcpy(values, found, sizeof values, cudaMemcpyDeviceToHost);
    for (int value : values) printf("%d ", value);
    printf("\n");
}

int main() {
    int *found;
    cudaMalloc(&found, WARPS * LANES * sizeof(int));
    no_first<<<1, dim3(LANES, WARPS)>>>(found);
    print_found(found);
    no_second<<<1, dim3(LANES, WARPS)>>>(found);
    print_found(found);
    cudaFree(found);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
