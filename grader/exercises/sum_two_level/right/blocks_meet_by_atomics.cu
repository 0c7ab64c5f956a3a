// blocks_meet_by_atomics.cu - no second kernel: each block adds its sum to out, in any order; pairs of doubles are loaded.
//
//= student: Ada Lovelace
//= sums_of_blocks: 1355
//= sums_of_thread_0: 6
//= sectors_of_doubles: 960
#include "workbook.h"

__global__ void add(const double2 *in, double *out, int count) {
    __shared__ double block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    double sum = 0;
    for (int e = 0; e < 8; e++) {
        int pair = (blockIdx.x * 8 + e) * blockDim.x + threadIdx.x;
        if (2 * pair + 1 < count) {
            double2 both = in[pair];
            sum += both.x + both.y;
        } else if (2 * pair < count) {
            sum += reinterpret_cast<const double *>(in)[2 * pair];
        }
    }
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0) atomicAdd(&block, sum);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, block);
}

void sum_doubles(const double *in, double *out, int count) {
    CHECK(cudaMemsetAsync(out, 0, sizeof *out));
    add<<<ceil_div(count, 16 * 192), 192>>>(reinterpret_cast<const double2 *>(in), out, count);
    CHECK(cudaGetLastError());
}
