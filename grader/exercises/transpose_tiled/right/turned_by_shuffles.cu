// A warp holds a square of 32 x 32 in registers, and turns it by five rounds of shuffles.
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"
__global__ void __launch_bounds__(128) tr(const float *in, float *out, int w, int h, int across, int squares) {
    int lane = threadIdx.x % 32, square = blockIdx.x * 4 + threadIdx.x / 32;
    if (square >= squares) return;
    int x0 = square % across * 32, y0 = square / across * 32;
    float v[32];
#pragma unroll
    for (int r = 0; r < 32; r++) v[r] = x0 + lane < w && y0 + r < h ? in[(size_t)(y0 + r) * w + x0 + lane] : 0;
#pragma unroll
    for (int d = 16; d > 0; d /= 2) {
#pragma unroll
        for (int r = 0; r < 32; r++) {
            if (r & d) continue;
            bool upper = lane & d;
            float send = upper ? v[r] : v[r + d];
            float got = __shfl_xor_sync(0xffffffffu, send, d);
            if (upper) v[r] = got;
            else v[r + d] = got;
        }
    }
#pragma unroll
    for (int r = 0; r < 32; r++)
        if (x0 + r < w && y0 + lane < h) out[(size_t)(x0 + r) * h + y0 + lane] = v[r];
}
void transpose(const float *in, float *out, int width, int height) {
    int across = ceil_div(width, 32), squares = across * ceil_div(height, 32);
    tr<<<ceil_div(squares, 4), 128>>>(in, out, width, height, across, squares);
    CHECK(cudaGetLastError());
}
