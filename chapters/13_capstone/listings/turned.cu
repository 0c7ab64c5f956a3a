// turned.cu - a float4 of each row of A is stored as four words of a column; four rows are read as one float4.
#include "listing.h"

__global__ void turn(const float *A, float4 *out, int k) {
    //= listing: __shared__ float A_tile[8][128 + 4]; // [p][row]
    int t = threadIdx.x, first = 0;
    {
        int row = t / 2, p = t % 2 * 4;
        //= listing: float4 four = *reinterpret_cast<const float4 *>(
    }
    __syncthreads();
    int ty = t % 16, p = t / 16 % 8;
    //= listing: float4 rows = *reinterpret_cast<const float4 *>(
    if (t < 128) out[t] = rows;
}

int main() {
    float *A = numbers(128 * 8);
    float4 *out = room<float4>(128);
    turn<<<1, 256>>>(A, out, 8);
    show(reinterpret_cast<float *>(out), 8);
}
