// asked.cu - four kernels on 64 x 64 floats: what they ask for and what must come from memory.
#include "workbook.h"

constexpr int SIDE = 64;

__global__ void rows(const float *in, float *out) {
    float sum = 0;
    for (int k = 0; k < SIDE; k++) sum += in[threadIdx.x * SIDE + k];
    out[threadIdx.x] = sum;
}

__global__ void columns(const float *in, float *out) {
    float sum = 0;
    for (int k = 0; k < SIDE; k++) sum += in[k * SIDE + threadIdx.x];
    out[threadIdx.x] = sum;
}

// Each element and those left, right, above and below it, of the inside.
__global__ void cross(const float *in, float *out) {
    int x = threadIdx.x, y = blockIdx.x;
    if (x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1) return;
    const float *at = in + y * SIDE + x;
    out[y * SIDE + x] = at[0] + at[-1] + at[1] + at[-SIDE] + at[SIDE];
}

__global__ void every_eighth(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[8 * i];
}

int main() {
    float *in, *out;
    CHECK(cudaMalloc(&in, SIDE * SIDE * sizeof(float)));
    CHECK(cudaMemset(in, 0, SIDE * SIDE * sizeof(float)));
    CHECK(cudaMalloc(&out, SIDE * SIDE * sizeof(float)));
    rows<<<1, SIDE>>>(in, out);
    columns<<<1, SIDE>>>(in, out);
    cross<<<SIDE, SIDE>>>(in, out);
    every_eighth<<<8, SIDE>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
