// constants_and_occupancy.cu - Count, stride and offset in constant memory; as many blocks as fit, which go round.
//
//= student: Ada Lovelace
//= sweep: 1808
//= strided: 1456
//= strided_offset: 468
//= doubles: 416
//= offset: 260
//= backwards: 260
//= shared: 260
//= random_places: 727.2
//= own_run: 832
#include "workbook.h"

__constant__ int parameters[3];

__global__ void gather_kernel(const float *__restrict__ in, float *__restrict__ out) {
    const int count = parameters[0], stride = parameters[1], offset = parameters[2];
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x)
        out[i] = __ldg(in + offset + i * stride);
}

void gather(const float *in, float *out, int count, int stride, int offset) {
    const int values[] = {count, stride, offset};
    int blocks, threads;
    CHECK(cudaMemcpyToSymbol(parameters, values, sizeof values));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, gather_kernel));
    gather_kernel<<<blocks, threads>>>(in, out);
    CHECK(cudaGetLastError());
}
