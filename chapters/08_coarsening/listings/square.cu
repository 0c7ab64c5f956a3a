// square.cu - one phase of a product whose threads compute squares of 4 x 4 results.
#include "listing.h"

__global__ void one_phase(const float *A, const float *B, float *C, int k) {
    __shared__ float A_tile[64][16], B_tile[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx;
    int first_row = 0, first = 0; // of the block, and of the phase
    float sums[4][4] = {};
    //= listing: for (int e = t; e < 64 * 16; e += 256)
    for (int e = t; e < 64 * 16; e += 256)
        B_tile[e / 64][e % 64] = B[e];
    __syncthreads();
    for (int p = 0; p < 16; p++) {
        //= listing: float a[4], b[4]; // constant bounds keep them in registers
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) C[64 * (ty + 16 * i) + tx + 16 * j] = sums[i][j];
}

int main() {
    float *A = numbers(64 * 16), *B = numbers(16 * 64), *C = room(64 * 64);
    one_phase<<<1, dim3(16, 16)>>>(A, B, C, 16);
    show(C, 8);
}
