// padding.cu - two transposes of one tile, whose rows have 32 and 33 words.
#include "listing.h"

__global__ void transpose_32(const float *in, float *out) {
    //= listing: __shared__ float tile[32][32]; // 0.530 ms
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[32 * y + x];
    __syncthreads();
    out[32 * y + x] = tile[x][y];
}

__global__ void transpose_33(const float *in, float *out) {
    //= listing: __shared__ float tile[32][33]; // 0.304 ms
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[32 * y + x];
    __syncthreads();
    out[32 * y + x] = tile[x][y];
}

int main() {
    float *in = numbers(32 * 32), *out = room(32 * 32);
    transpose_32<<<1, dim3(32, 32)>>>(in, out);
    transpose_33<<<1, dim3(32, 32)>>>(in, out);
    show(out, 8);
}
