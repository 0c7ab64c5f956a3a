// key.cu - runs the kernels of the quiz, to be counted, and asks the device for the size of its L2 cache.
#include "../grader/exercises/cache_footprint/skeleton.cu" // of the folder common/

int main() {
    float *in, *out;
    CHECK(cudaMalloc(&in, (COUNT + 2) * sizeof(float)));
    CHECK(cudaMemset(in, 0, (COUNT + 2) * sizeof(float)));
    CHECK(cudaMalloc(&out, COUNT * sizeof(float)));
    sum_rows<<<1, THREADS>>>(in, out);
    sum_columns<<<1, THREADS>>>(in, out);
    blur<<<COUNT / THREADS, THREADS>>>(in, out);
    every_sixteenth<<<COUNT / 16 / THREADS, THREADS>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    int mib = 1;
    while (mib << 20 <= gpu.l2CacheSize) mib *= 2;
    printf("too_large_for_l2 %d\n", mib);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
