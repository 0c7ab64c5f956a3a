// says: sectors loaded per 32 elements
// limit-a_thread_a_segment.cu - no lane ever stands aside, but neighbouring threads load 512 floats apart.
#include "workbook.h"

constexpr int SEGMENT = 512;

__global__ void add_alone(const float *in, float *sums, int count) {
    size_t segment = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    size_t end = (segment + 1) * SEGMENT < count ? (segment + 1) * SEGMENT : count;
    if (segment * SEGMENT >= count) return;
    float sum = 0;
    for (size_t i = segment * SEGMENT; i < end; i++) sum += in[i];
    sums[segment] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_alone<<<ceil_div(ceil_div(count, SEGMENT), 32), 32>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
