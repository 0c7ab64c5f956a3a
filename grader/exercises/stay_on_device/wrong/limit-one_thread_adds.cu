// says: the busiest block did 100 % of the work
// One thread of the whole GPU adds up: nothing travels, and a sector is fetched per element.
#include "workbook.h"

__global__ void add(const float *in, float *out, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) out[i] = sum += in[i];
}

void running_sums(const float *in, float *out, int count) {
    add<<<1, 1>>>(in, out, count);
    CHECK(cudaGetLastError());
}
