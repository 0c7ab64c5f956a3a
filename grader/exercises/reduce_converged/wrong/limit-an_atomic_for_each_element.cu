// trick: no tree, so no lane stands aside: all lanes of a warp add at one address
// like: limit-threads_spread.edit
// says: slots of idle lanes
// Every thread adds its elements to the sum.
#include "workbook.h"

__global__ void add(const float *in, float *sums, int count) {
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < count) atomicAdd(&sums[blockIdx.x], in[i]);
}

void segment_sums(const float *in, float *sums, int count) {
    CHECK(cudaMemset(sums, 0, ceil_div(count, 512) * sizeof *sums));
    add<<<ceil_div(count, 512), 512>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
