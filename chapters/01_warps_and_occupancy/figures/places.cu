// places.cu - two kernels that declare an array: one indexes it by constants, the other by what it loads.
#include "workbook.h"

constexpr int THREADS = 128;
__constant__ float weight[3] = {0.25f, 0.5f, 0.25f};

// Each thread makes a mean of three neighbours.
__global__ void smooth(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float near[3];
#pragma unroll
    for (int k = 0; k < 3; k++) near[k] = weight[k] * in[i + k];
    if (i < count) out[i] = near[0] + near[1] + near[2];
}

// Each thread sorts its eight values into groups, and writes the last one of the group that is asked for.
__global__ void last_of_group(const int *group, const float *in, float *out, int wanted) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float last[16] = {};
    for (int k = 0; k < 8; k++) last[group[8 * i + k] % 16] = in[8 * i + k];
    out[i] = last[wanted % 16];
}

int main() {
    constexpr int COUNT = 6 * THREADS;
    float *in, *out;
    int *group;
    CHECK(cudaMalloc(&in, 8 * COUNT * sizeof *in));
    CHECK(cudaMemset(in, 0, 8 * COUNT * sizeof *in));
    CHECK(cudaMalloc(&group, 8 * COUNT * sizeof *group));
    CHECK(cudaMemset(group, 0, 8 * COUNT * sizeof *group));
    CHECK(cudaMalloc(&out, COUNT * sizeof *out));
    smooth<<<6, THREADS>>>(in, out, COUNT);
    last_of_group<<<6, THREADS>>>(group, in, out, 3);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(in));
    CHECK(cudaFree(group));
    CHECK(cudaFree(out));
    return 0;
}
