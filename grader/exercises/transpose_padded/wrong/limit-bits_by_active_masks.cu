// trick: no shared memory: lanes branch on each bit, and the mask of active lanes tells all what one of them has
// like: limit-no_padding.cu
// says: hides its conflicts but not its passes
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height) {
    int lane = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    unsigned wanted[32];
    for (int y = 0; y < 32; y++) {
        bool inside = left + lane < width && top + y < height;
        unsigned value = inside ? __float_as_uint(in[static_cast<size_t>(top + y) * width + left + lane]) : 0;
        unsigned words[32];
#pragma unroll
        for (int b = 0; b < 32; b++) {
            unsigned mask;
            if (value >> b & 1) mask = __activemask();
            else mask = ~__activemask();
            __syncwarp();
            words[b] = mask;
        }
#pragma unroll
        for (int x = 0; x < 32; x++) {
            unsigned word = 0;
#pragma unroll
            for (int b = 0; b < 32; b++) word |= (words[b] >> x & 1) << b;
            if (lane == y) wanted[x] = word;
        }
    }
#pragma unroll
    for (int x = 0; x < 32; x++)
        if (left + x < width && top + lane < height)
            out[static_cast<size_t>(left + x) * height + top + lane] = __uint_as_float(wanted[x]);
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), 32>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
