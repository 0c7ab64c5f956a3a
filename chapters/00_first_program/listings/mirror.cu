// mirror.cu - each value and its mirror image in the block add up to 255.
#include "listing.h"

__global__ void add_mirror(const float *values, float *sums) {
    //= listing: __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    //= listing: tile[t] = values[i];
    sums[i] = values[i] + other;
}

int main() {
    float *values = numbers(256), *sums = room(256);
    add_mirror<<<1, 256>>>(values, sums);
    show(sums, 32);
}
