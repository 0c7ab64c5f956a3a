// stream.cu - copies and a kernel in one stream; wait for it before you read the results.
#include "listing.h"

__global__ void kernel(const float *in, float *out, int first, int end) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < end) out[i] = 2 * in[i];
}

int main() {
    constexpr int count = 1000, threads = 256, first = 200, end = 700;
    constexpr int blocks = ceil_div(end - first, threads);
    constexpr size_t bytes = (end - first) * sizeof(float);
    float from[count], to[count], *in = room(count), *out = room(count);
    for (int i = 0; i < count; i++) from[i] = i;
    //= listing: cudaStream_t stream;
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    printf("%g %g ... %g\n", to[first], to[first + 1], to[end - 1]);
}
