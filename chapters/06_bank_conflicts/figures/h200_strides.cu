// h200_strides.cu - how long a load from shared memory takes, by stride: 132 blocks of 1024 threads, one on each
// multiprocessor, load 16,000 times each. Times are cycles of a multiprocessor per request of a warp.
#include "../../../grader/figures/measure.cuh"

enum { LOADS = 16, ROUNDS = 1000, THREADS = 1024, MULTIPROCESSORS = 132 };

// `parts` words of 4 bytes a lane, `stride` values apart.
template <int PARTS> __global__ void strided_loads(float *out, int stride) {
    __shared__ __align__(16) float words[31 * 33 * 4 + 4];
    for (int i = threadIdx.x; i < 31 * 33 * 4 + 4; i += THREADS) words[i] = i;
    __syncthreads();
    unsigned address = (unsigned)__cvta_generic_to_shared(words) + threadIdx.x % 32 * stride * PARTS * 4;
    float sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
#pragma unroll
        for (int i = 0; i < LOADS; i++) {
            float a, b, c, d;
            if (PARTS == 1) asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(a) : "r"(address));
            if (PARTS == 2)
                asm volatile("ld.volatile.shared.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "r"(address));
            if (PARTS == 4)
                asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                             : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                             : "r"(address));
            sum += a;
        }
    }
    out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

template <int PARTS> static void rows(const char *type, float *out, int most) {
    int clock_khz;
    CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
    for (int stride = 0; stride <= most; stride++) {
        float ms = measure_ms([&] { strided_loads<PARTS><<<MULTIPROCESSORS, THREADS>>>(out, stride); });
        double requests = (double)LOADS * ROUNDS * THREADS / 32; // of one multiprocessor
        printf("%s,%d,%.4f,%.3f\n", type, stride, ms, ms * clock_khz / requests);
    }
}

int main() {
    float *out;
    CHECK(cudaMalloc(&out, MULTIPROCESSORS * THREADS * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_strides");
    printf("type,stride,ms,cycles\n");
    rows<1>("float", out, 33);
    rows<2>("double", out, 17);
    rows<4>("float4", out, 9);
    CHECK(cudaFree(out));
    return 0;
}
