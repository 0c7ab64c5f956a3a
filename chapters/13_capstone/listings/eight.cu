// eight.cu - what a thread reads for 64 products.
#include "listing.h"

__global__ void one_phase(const float *A, const float *B, float *C) {
    __shared__ float A_tile[128][8], B_tile[8][128];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sums[8][8] = {};
    for (int e = 16 * ty + tx; e < 128 * 8; e += 256) {
        A_tile[e / 8][e % 8] = A[e];
        B_tile[e / 128][e % 128] = B[e];
    }
    __syncthreads();
    for (int p = 0; p < 8; p++) {
        //= listing: float a[8], b[8];
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) sums[i][j] += a[i] * b[j];
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) C[128 * (ty + 16 * i) + tx + 16 * j] = sums[i][j];
}

int main() {
    float *A = numbers(128 * 8), *B = numbers(8 * 128), *C = room(128 * 128);
    one_phase<<<1, dim3(16, 16)>>>(A, B, C);
    show(C, 8);
}
