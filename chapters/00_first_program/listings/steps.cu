// steps.cu - the five steps of a program that uses a GPU.
#include "listing.h"

__global__ void kernel(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 2 * in[i];
}

int main() {
    constexpr int count = 100, threads = 32, blocks = ceil_div(count, threads);
    constexpr size_t bytes = count * sizeof(float);
    float in[count], out[count];
    for (int i = 0; i < count; i++) in[i] = i;
    //= listing: float *device_in, *device_out;
    printf("%g %g %g ... %g\n", out[0], out[1], out[2], out[count - 1]);
}
