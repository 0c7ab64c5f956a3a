// swizzle.cu - rows stored and columns read by a 16 x 16 block, without a word of padding.
#include "listing.h"

__global__ void transpose(const float *in, float *out) {
    __shared__ float tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    float value = in[16 * ty + tx];
    //= listing: tile[ty][tx ^ ty] = value;
    __syncthreads();
    out[16 * ty + tx] = tile[tx][ty ^ tx];
}

int main() {
    float *in = numbers(16 * 16), *out = room(16 * 16);
    transpose<<<1, dim3(16, 16)>>>(in, out);
    show(out, 8);
}
