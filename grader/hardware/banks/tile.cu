// tile.cu - the kernel whose FFMA instructions banks.cu rewrites: 128 of them in a loop, on 64 sources and 32 sums.
extern "C" __global__ void __launch_bounds__(512, 1) tile(long long *clocks, float *values, int turns) {
    float a[32], b[32], sums[32];
#pragma unroll
    for (int i = 0; i < 32; i++) {
        a[i] = values[i * 512 + threadIdx.x];
        b[i] = values[(i + 32) * 512 + threadIdx.x];
        sums[i] = values[(i + 64) * 512 + threadIdx.x];
    }
    __syncthreads();
    long long start = clock64();
    for (int turn = 0; turn < turns; turn++)
#pragma unroll
        for (int i = 0; i < 128; i++)
            asm volatile("fma.rn.f32 %0, %1, %2, %0;" : "+f"(sums[i % 32]) : "f"(a[i % 32]), "f"(b[(i + i / 32) % 32]));
    long long end = clock64();
#pragma unroll
    for (int i = 0; i < 32; i++) values[i * 512 + threadIdx.x] = a[i] + b[i] + sums[i];
    if (threadIdx.x % 32 == 0) {
        clocks[threadIdx.x / 32 * 2] = start;
        clocks[threadIdx.x / 32 * 2 + 1] = end;
    }
}
