// says: leave one sum
// limit-an_addition_for_each_element.cu - one kernel, in which all threads wait for each other at out.
#include "workbook.h"

__global__ void add(const double *in, double *out, int count) {
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(out, in[i]);
}

void sum_doubles(const double *in, double *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, 256), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
