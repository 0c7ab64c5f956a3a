// roofline_points.cu - three kernels at three places under the roof, and the same three far below it.
#include "workbook.h"

constexpr int BLOCK = 256;

// One load and one store of 4 bytes, and TIMES multiply-adds between them: TIMES / 4 operations per byte.
template <int TIMES> __device__ float evaluate(float value) {
    float sum = value;
#pragma unroll
    for (int t = 0; t < TIMES; t++) sum = sum * value + 0.5f;
    return sum;
}

// Step 0: neighbouring threads are eight floats apart, so each access of a warp moves eight times the bytes that it
// uses, and no roof is in reach. Step 1: neighbouring threads take neighbours. Step 2: a thread takes four of them by one
// access, so enough bytes are in flight (chapter 07) for low and middle to reach the memory's roof.
enum Lanes { APART, NEIGHBOURS, VECTORS };
template <Lanes LANES, int TIMES> __device__ void take(const float *x, float *y, int count) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, run = ceil_div(count, 8);
    if (LANES == APART) {
        int i = thread % run * 8 + thread / run;
        if (thread < 8 * run && i < count) y[i] = evaluate<TIMES>(x[i]);
    } else if (LANES == NEIGHBOURS) {
        if (thread < count) y[thread] = evaluate<TIMES>(x[thread]);
    } else if (4 * thread + 3 < count) {
        float4 four = reinterpret_cast<const float4 *>(x)[thread]; // cudaMalloc aligns to 256 bytes
        reinterpret_cast<float4 *>(y)[thread] = {evaluate<TIMES>(four.x), evaluate<TIMES>(four.y),
                                                 evaluate<TIMES>(four.z), evaluate<TIMES>(four.w)};
    } else {
        for (int i = 4 * thread; i < count; i++) y[i] = evaluate<TIMES>(x[i]);
    }
}

template <Lanes LANES> __global__ void low(const float *x, float *y, int count) { take<LANES, 1>(x, y, count); }
template <Lanes LANES> __global__ void middle(const float *x, float *y, int count) { take<LANES, 8>(x, y, count); }
template <Lanes LANES> __global__ void high(const float *x, float *y, int count) { take<LANES, 64>(x, y, count); }

template <Lanes LANES> static void launch(const float *x, float *y, int count) {
    int threads = LANES == VECTORS ? ceil_div(count, 4) : ceil_div(count, 8) * 8, blocks = ceil_div(threads, BLOCK);
    low<LANES><<<blocks, BLOCK>>>(x, y, count);
    middle<LANES><<<blocks, BLOCK>>>(x, y, count);
    high<LANES><<<blocks, BLOCK>>>(x, y, count);
}
static void apart(const float *x, float *y, int count) { launch<APART>(x, y, count); }
static void neighbours(const float *x, float *y, int count) { launch<NEIGHBOURS>(x, y, count); }
static void vectors(const float *x, float *y, int count) { launch<VECTORS>(x, y, count); }

LADDER(kernels, apart, neighbours, vectors)

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s COUNT\n", argv[0]);
        return EXIT_FAILURE;
    }
    int count = atoi(argv[1]);
    float *x, *y;
    CHECK(cudaMalloc(&x, count * sizeof(float)));
    CHECK(cudaMalloc(&y, count * sizeof(float)));
    CHECK(cudaMemset(x, 0, count * sizeof(float)));
    LADDER_STEP(kernels)(x, y, count);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
