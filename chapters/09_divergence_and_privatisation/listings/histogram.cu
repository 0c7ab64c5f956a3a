// histogram.cu - one counter for each value, in global memory. Give all lanes the same value: in[i] % 1.
#include "listing.h"

__global__ void count_values(const unsigned *in, unsigned *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    //= listing: atomicAdd(&bins[in[i]], 1u);
}

int main() {
    unsigned *in = numbers<unsigned>(256), *bins = numbers<unsigned>(256);
    CHECK(cudaMemset(bins, 0, 256 * sizeof *bins));
    count_values<<<2, 128>>>(in, bins);
    show(bins, 8);
}
