// squares.cu - warps of four by eight lanes, and the values of A and B that each lane reads for one p.
#include "listing.h"

__global__ void read(float *out) {
    __shared__ float A_column[128], B_row[128];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    if (t < 128) A_column[t] = B_row[t] = t;
    __syncthreads();
    //= listing: int warp_row = warp / 2 * 32, warp_column = warp % 2 * 64;
    float4 a = *reinterpret_cast<float4 *>(A_column + warp_row + lane_row);
    float4 b = *reinterpret_cast<float4 *>(B_row + warp_column + lane_column);
    out[t] = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

int main() {
    float *out = room(256);
    read<<<1, 256>>>(out);
    show(out, 8);
}
