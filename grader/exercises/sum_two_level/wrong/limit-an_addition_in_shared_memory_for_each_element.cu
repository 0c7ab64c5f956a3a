// says: Additions at one address wait for each other
// says: add up its elements in registers
// limit-an_addition_in_shared_memory_for_each_element.cu - 16 additions of each thread, all to one double of its block.
#include "workbook.h"

__global__ void add(const double *in, double *out, int count) {
    __shared__ double sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int e = 0; e < 16; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * 16 + e) * 256 + threadIdx.x;
        if (i < count) atomicAdd(&sum, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

void sum_doubles(const double *in, double *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, 256 * 16), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
