// checked.cu - calls that tell if they fail. Try 2048 threads.
#include "listing.h"

__global__ void kernel(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 2 * in[i];
}

int main() {
    constexpr int count = 100;
    constexpr int threads = 32;
    constexpr int blocks = ceil_div(count, threads);
    constexpr size_t bytes = count * sizeof(float);
    float in[count], *device_in = room(count), *device_out = room(count);
    for (int i = 0; i < count; i++) in[i] = i;
    //= listing: CHECK(cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice));
    show(device_out, 10);
}
