// key.cu - runs the kernels of the quiz, to be counted, and asks the device for the size of its L2 cache.
#include "../grader/exercises/cache_footprint/skeleton.cu" // of the folder common/
#include "drawn.h"

int main(int, char **argv) {
    int side = drawn(argv, "side"), taps = drawn(argv, "taps"), step = drawn(argv, "step"), unit = drawn(argv, "unit");
    constexpr int FLOATS = 1 << 20; // more than any kernel reaches
    const int blocks = drawn(argv, "blocks");
    float *in, *out;
    CHECK(cudaMalloc(&in, FLOATS * sizeof(float)));
    CHECK(cudaMemset(in, 0, FLOATS * sizeof(float)));
    CHECK(cudaMalloc(&out, FLOATS * sizeof(float)));
    sum_rows<<<1, side>>>(in, out, side);
    sum_columns<<<1, side>>>(in, out, side);
    blur<<<blocks, THREADS>>>(in, out, taps);
    every<<<blocks, THREADS>>>(in, out, step);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    int mib = unit;
    while (static_cast<long long>(mib) << 20 <= gpu.l2CacheSize) mib += unit;
    printf("too_large_for_l2 %d\n", mib);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
