// count_in_managed_memory.cu - the kernel finds its arguments in a structure in managed memory.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

struct Job {
    const float *in;
    float *out;
    int count;
};
constexpr int THREADS = 256, EACH = 16;

__global__ void add(const Job *job) {
    __shared__ float sums[THREADS];
    float sum = 0;
    for (int e = 0; e < EACH; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * EACH + e) * THREADS + threadIdx.x;
        if (i < job->count) sum += job->in[i];
    }
    sums[threadIdx.x] = sum;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(job->out, sums[0]);
}

void sum_floats(const float *in, float *out, int count) {
    Job *job;
    CHECK(cudaMallocManaged(&job, sizeof *job));
    *job = {in, out, count};
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(job);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(job));
}
