// trick: the host computes
// like: nothing
// says: copied to the host
// wrong-through_pinned_memory.cu - the kernel hands its input to the host, the host turns it, the kernel copies it back.
#include "workbook.h"

__global__ void copy(const float *from, float *to, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

void transpose(const float *in, float *out, int width, int height) {
    int count = width * height;
    float *there, *back;
    CHECK(cudaMallocHost(&there, count * sizeof(float)));
    CHECK(cudaMallocHost(&back, count * sizeof(float)));
    copy<<<ceil_div(count, 256), 256>>>(in, there, count);
    CHECK(cudaDeviceSynchronize());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) back[x * height + y] = there[y * width + x];
    copy<<<ceil_div(count, 256), 256>>>(back, out, count);
    CHECK(cudaDeviceSynchronize());
}
