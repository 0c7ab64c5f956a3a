// trick: no shared memory: for each element a reduction of the warp gives all lanes the value of one
// like: limit-no_padding.cu
// says: hides its conflicts but not its passes
#include "workbook.h"

__global__ void turn(const float *in, float *out, int width, int height) {
    int lane = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    unsigned row[32];
    for (int y = 0; y < 32; y++) {
        bool inside = left + lane < width && top + y < height;
        row[y] = inside ? __float_as_uint(in[static_cast<size_t>(top + y) * width + left + lane]) : 0;
    }
    for (int x = 0; x < 32; x++) {
        unsigned wanted = 0;
#pragma unroll
        for (int y = 0; y < 32; y++) {
            unsigned told = __reduce_or_sync(~0u, lane == x ? row[y] : 0);
            if (lane == y) wanted = told;
        }
        if (left + x < width && top + lane < height)
            out[static_cast<size_t>(left + x) * height + top + lane] = __uint_as_float(wanted);
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), 32>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
