// says: bytes of in in flight together
// limit-filler_launch.cu - a kernel that asks for much and stores nothing, beside a copy that waits for every float.
#include "workbook.h"

constexpr int LOADS = 16;

__global__ void ask_for_much(const float *in, float *out, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * 256 * LOADS + threadIdx.x;
    float sum = 0;
    for (int e = 0; e < LOADS; e++)
        if (first + e * 256 < count) sum += in[first + e * 256];
    if (sum == 12345) out[0] = sum;
}

__global__ void copy_float(const float *in, float *out, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    ask_for_much<<<ceil_div(count, 256 * LOADS), 256>>>(in, out, count);
    copy_float<<<ceil_div(count, 256), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
