// vectors_of_four.cu - loads of 16 bytes, atomics in shared memory, one atomic a block in global memory.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

constexpr int THREADS = 256, QUADS = 4;

__global__ void add(const float *in, float *out, int count) {
    __shared__ float block;
    if (threadIdx.x == 0) block = 0;
    __syncthreads();
    float sum = 0;
    for (int q = 0; q < QUADS; q++) {
        int i = ((blockIdx.x * QUADS + q) * THREADS + threadIdx.x) * 4;
        if (i + 3 < count) {
            float4 four = *reinterpret_cast<const float4 *>(in + i);
            sum += (four.x + four.y) + (four.z + four.w);
        } else {
            for (; i < count; i++) sum += in[i];
        }
    }
    atomicAdd(&block, sum);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, block);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof(float)));
    add<<<ceil_div(count, THREADS * QUADS * 4), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
