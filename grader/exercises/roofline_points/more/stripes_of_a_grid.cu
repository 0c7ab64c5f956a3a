// stripes_of_a_grid.cu - a grid of a fixed size goes over the array, and sums are made of independent chains.
#include "workbook.h"

// Each chain is a multiply-add a turn; sums are joined without further operations by exclusive or of their bits.
template <int CHAINS, int TURNS> __device__ float chains(float value) {
    float sum[CHAINS];
    for (int c = 0; c < CHAINS; c++) sum[c] = value;
#pragma unroll
    for (int t = 0; t < TURNS; t++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++) sum[c] = fmaf(sum[c], value, 0.25f * (c + 1));
    int bits = 0;
    for (int c = 0; c < CHAINS; c++) bits ^= __float_as_int(sum[c]);
    return __int_as_float(bits);
}

template <int CHAINS, int TURNS> __device__ void stripes(const float *x, float *y, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        y[i] = chains<CHAINS, TURNS>(x[i]);
}

__global__ void low(const float *x, float *y, int count) { stripes<1, 1>(x, y, count); }
__global__ void middle(const float *x, float *y, int count) { stripes<4, 2>(x, y, count); }
__global__ void high(const float *x, float *y, int count) { stripes<8, 8>(x, y, count); }

int main(int argc, char **argv) {
    int count = argc == 2 ? atoi(argv[1]) : 0;
    float *both;
    CHECK(cudaMallocManaged(&both, 2ull * (count + 31) * sizeof(float)));
    float *y = both + (count + 31) / 32 * 32;
    CHECK(cudaMemset(both, 0, count * sizeof(float)));
    for (auto kernel : {low, middle, high}) kernel<<<64, 128>>>(both, y, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(both));
}
