// vector.cu - 16 bytes with one instruction. Try in + 1.
#include "listing.h"

__global__ void copy(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    //= listing: float4 four = // in[4 i] to in[4 i + 3]
    reinterpret_cast<float4 *>(out)[i] = four;
}

int main() {
    float *in = numbers(1024), *out = room(1024);
    copy<<<2, 128>>>(in, out);
    show(out, 8);
}
