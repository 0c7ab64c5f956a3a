// four.cu - four floats for each thread, 256 apart.
#include "listing.h"

__global__ void copy(const float *in, float *out) {
    int first = blockIdx.x * 1024 + threadIdx.x;
    //= listing: for (int e = 0; e < 4; e++)
}

int main() {
    float *in = numbers(2048), *out = room(2048);
    copy<<<2, 256>>>(in, out);
    show(out, 8);
}
