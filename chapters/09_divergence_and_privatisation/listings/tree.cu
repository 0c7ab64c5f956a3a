// tree.cu - 256 values are added in eight steps.
#include "listing.h"

__global__ void add(const float *in, float *sum) {
    __shared__ float values[256];
    unsigned t = threadIdx.x;
    values[t] = in[t];
    //= listing: for (unsigned s = 1; s < 256; s *= 2) {
    if (t == 0) *sum = values[0];
}

int main() {
    float *in = numbers(256), *sum = room(1);
    add<<<1, 256>>>(in, sum);
    show(sum, 1);
}
