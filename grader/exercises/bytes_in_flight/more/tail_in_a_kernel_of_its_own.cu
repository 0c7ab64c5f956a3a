// tail_in_a_kernel_of_its_own.cu - Two float4 for each thread, and a second kernel for what is left.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"

constexpr int THREADS = 128, FOURS = 2;

__global__ void copy_fours(const float4 *in, float4 *out) {
    size_t i = static_cast<size_t>(blockIdx.x) * THREADS * FOURS + threadIdx.x;
    float4 first = in[i], second = in[i + THREADS];
    out[i] = first;
    out[i + THREADS] = second;
}

__global__ void copy_rest(const float *in, float *out, int first, int count) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i];
}

void copy_floats(const float *in, float *out, int count) {
    int whole = count / (4 * THREADS * FOURS), done = whole * 4 * THREADS * FOURS;
    if (whole > 0)
        copy_fours<<<whole, THREADS>>>(reinterpret_cast<const float4 *>(in), reinterpret_cast<float4 *>(out));
    if (done < count) copy_rest<<<ceil_div(count - done, 64), 64>>>(in, out, done, count);
    CHECK(cudaGetLastError());
}
