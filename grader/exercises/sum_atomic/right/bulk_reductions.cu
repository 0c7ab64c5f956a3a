//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
// bulk_reductions.cu - each thread adds 16 bytes from shared memory to four floats, of which three are 0.
#include "workbook.h"

constexpr int THREADS = 256, ELEMENTS = 16;

__global__ void add_threads(const float *in, float4 *sum, int count) {
    __shared__ alignas(16) float4 own[THREADS];
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * ELEMENTS + threadIdx.x;
    float4 *mine = &own[threadIdx.x];
    *mine = make_float4(0, 0, 0, 0);
    for (int e = 0; e < ELEMENTS; e++)
        if (first + e * THREADS < count) mine->x += in[first + e * THREADS];
    asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 16;" ::"l"(
                     __cvta_generic_to_global(sum)),
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(mine)))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void take(const float4 *sum, float *out) { *out = sum->x; }

void sum_floats(const float *in, float *out, int count) {
    float4 *sum;
    CHECK(cudaMalloc(&sum, sizeof *sum));
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    add_threads<<<ceil_div(count, THREADS * ELEMENTS), THREADS>>>(in, sum, count);
    take<<<1, 1>>>(sum, out);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sum));
}
