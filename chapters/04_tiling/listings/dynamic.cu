// dynamic.cu - two tiles in one array, whose size the launch says.
#include "listing.h"

__global__ void kernel(const float *A, const float *B, float *C) {
    //= listing: extern __shared__ float tiles[];     // no size
    float *A_tile = tiles, *B_tile = tiles + blockDim.x;
    int t = threadIdx.x;
    A_tile[t] = A[t];
    B_tile[t] = B[t];
    __syncthreads();
    C[t] = A_tile[t] * B_tile[blockDim.x - 1 - t];
}

int main() {
    constexpr int side = 8;
    size_t bytes = 2 * side * side * sizeof(float);
    dim3 grid(1), block(side * side);
    float *A = numbers(side * side), *B = numbers(side * side), *C = room(side * side);
    //= listing: kernel<<<grid, block, bytes>>>(A, B, C); // bytes
    show(C, side);
}
