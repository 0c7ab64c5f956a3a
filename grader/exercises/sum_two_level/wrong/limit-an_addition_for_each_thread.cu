// says: Additions at one address wait for each other
// says: leave one sum
// limit-an_addition_for_each_thread.cu - 16 elements a thread in a register, and then all threads wait for each other.
#include "workbook.h"

__global__ void add(const double *in, double *out, int count) {
    double sum = 0;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum += in[i];
    atomicAdd(out, sum);
}

void sum_doubles(const double *in, double *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, 256 * 16), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
