// channels.cu - prints channel and bank of each float of two 4 x 4 matrices in a memory of 4 channels with 2 banks.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    for (int f = 0; f < 32; f++) {
        int piece = f / 2;
        printf("%d %d %d\n", f, piece % 4, piece / 4 % 2);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
