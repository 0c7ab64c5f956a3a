// slow-an_addition_for_128_elements.cu - every thread adds its own sum, though of many elements.
// says: but slow
#include "workbook.h"

__global__ void add(const float *in, float *out, int count) {
    float sum = 0;
    for (int e = 0; e < 128; e++) {
        int i = (blockIdx.x * 128 + e) * 256 + threadIdx.x;
        if (i < count) sum += in[i];
    }
    atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, 128 * 256), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
