// cpp20_lambda.cu - C++20: a kernel that takes a lambda, an abbreviated template, and a block of 8 x 32 threads.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"
#include <concepts>

template <typename F>
concept Loader = requires(F f, int i) {
    { f(i) } -> std::convertible_to<float>;
};

__global__ void sum_of(Loader auto load, float *out, int count) {
    __shared__ float rows[32];
    int t = threadIdx.y * 8 + threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * 4096 + t; i < min(count, (static_cast<int>(blockIdx.x) + 1) * 4096); i += 256)
        sum += load(i);
    for (int distance = 4; distance > 0; distance /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, distance, 8);
    if (threadIdx.x == 0) rows[threadIdx.y] = sum;
    __syncthreads();
    if (t >= 32) return;
    sum = rows[t];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (t == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof(float)));
    auto load = [in] __device__(int i) { return in[i]; };
    sum_of<<<ceil_div(count, 4096), dim3(8, 32)>>>(load, out, count);
    CHECK(cudaGetLastError());
}
