// guard.cu - more threads than elements.
#include "listing.h"

__global__ void twice_kernel(const float *in, float *out, int count) {
    //= listing: int i = blockIdx.x * blockDim.x + threadIdx.x;
    //= listing: if (i < count) out[i] = 2 * in[i];
}

int main() {
    constexpr int count = 20, threads = 8;
    float *in = numbers(count), *out = room(count);
    twice_kernel<<<ceil_div(count, threads), threads>>>(in, out, count);
    show(out, count);
}
