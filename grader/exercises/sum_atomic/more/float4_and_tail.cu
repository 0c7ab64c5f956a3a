// float4_and_tail.cu - float4 loads, the tail one by one; the block's warps meet by a shared atomic, the blocks by a
// global one.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

__global__ void add(const float *in, float *out, int count) {
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    const float4 *fours = reinterpret_cast<const float4 *>(in);
    int stride = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = thread; i < count / 4; i += stride) {
        float4 four = fours[i];
        sum += four.x + four.y + four.z + four.w;
    }
    if (thread < count % 4) sum += in[count / 4 * 4 + thread];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, distance);
    if (threadIdx.x % warpSize == 0) atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, total);
}

void sum_floats(const float *in, float *out, int count) {
    const float zero = 0;
    CHECK(cudaMemcpy(out, &zero, sizeof zero, cudaMemcpyHostToDevice));
    add<<<ceil_div(count, 4096), 256>>>(in, out, count);
    CHECK(cudaGetLastError());
}
