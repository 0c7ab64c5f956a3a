// twice.cu - the last block's last warps have fewer elements than lanes.
#include "listing.h"

//= listing: __global__ void twice(float *values, int count) {  // a kernel

int main() {
    constexpr int count = 1000;
    float *values = numbers(count);
    //= listing: // blocks, threads per block
    show(values, 32);
}
