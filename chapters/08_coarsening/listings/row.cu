// row.cu - one phase of a coarsened product: a thread computes four columns from one value of A.
#include "listing.h"

__global__ void one_phase(const float *A, const float *B, float *C) {
    __shared__ float A_tile[16][16], B_tile[16][64];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sums[4] = {};
    A_tile[ty][tx] = A[16 * ty + tx];
    for (int c = 0; c < 4; c++)
        B_tile[ty][tx + 16 * c] = B[64 * ty + tx + 16 * c];
    __syncthreads();
    for (int p = 0; p < 16; p++) {
        //= listing: float a = A_tile[ty][p];
    }
    for (int c = 0; c < 4; c++)
        C[64 * ty + tx + 16 * c] = sums[c];
}

int main() {
    float *A = numbers(16 * 16), *B = numbers(16 * 64), *C = room(16 * 64);
    one_phase<<<1, dim3(16, 16)>>>(A, B, C);
    show(C, 8);
}
