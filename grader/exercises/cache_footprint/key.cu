// key.cu - runs the kernels of the quiz, to be counted, and asks the device for the size of its L2 cache.
#include "../grader/exercises/cache_footprint/skeleton.cu" // of the folder common/
#include "drawn.h"

int main(int, char **argv) {
    int side = drawn(argv, "side"), taps = drawn(argv, "taps"), step = drawn(argv, "step"), unit = drawn(argv, "unit");
    constexpr int REACH = 32; // more than the largest step and the most taps
    float *in, *out;
    CHECK(cudaMalloc(&in, (COUNT + REACH * 4096) * sizeof(float)));
    CHECK(cudaMemset(in, 0, (COUNT + REACH * 4096) * sizeof(float)));
    CHECK(cudaMalloc(&out, COUNT * sizeof(float)));
    sum_rows<<<1, side>>>(in, out, side);
    sum_columns<<<1, side>>>(in, out, side);
    blur<<<COUNT / THREADS, THREADS>>>(in, out, taps);
    every<<<4096 / THREADS, THREADS>>>(in, out, step);
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
