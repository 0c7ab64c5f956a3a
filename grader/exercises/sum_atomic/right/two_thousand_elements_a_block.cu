// Each block adds 2,048 elements; the last block has what is left over.
#include "workbook.h"

//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400

__global__ void add_blocks(const float *in, float *out, int count) {
    __shared__ float values[256];
    float sum = 0;
    for (int i = 0; i < 8; i++) {
        int at = blockIdx.x * 2048 + i * 256 + threadIdx.x;
        if (at < count) sum += in[at];
    }
    values[threadIdx.x] = sum;
    for (unsigned half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(out, values[0]);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add_blocks<<<ceil_div(count, 2048), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
