// reduce_converged.cu - sums of segments of 512 floats by trees that keep fewer and fewer warps busy.
//
// Counts are those of one segment; `make ladder EXERCISE=reduce_converged` prints them for the graded size.
#include "workbook.h"

//= student: Ada Lovelace
//= idle_lanes: 62
//= lanes_modulo: 1
//= warps_modulo: 2
//= warps_contiguous: 6
//= conflicts_strided: 18

constexpr int SEGMENT = 512; // floats of in that make one sum
constexpr int THREADS = 256; // of a block: two floats each

// The two floats of a thread, added up. Beyond the end of in there are zeros.
__device__ float sum_of_two(const float *in, int count) {
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + threadIdx.x, second = first + THREADS;
    float left = first < count ? in[first] : 0;
    float right = second < count ? in[second] : 0;
    return left + right;
}

// Step 0: in step s every thread whose number is a multiple of 2 s adds. These threads are spread over all the warps,
// so for s = 1, 2, 4, 8, 16 all 8 warps execute the addition, with 16, 8, 4, 2 and 1 lanes active.
__global__ void add_modulo(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = sum_of_two(in, count);
    for (unsigned s = 1; s < THREADS; s *= 2) {
        __syncthreads();
        if (t % (2 * s) == 0) values[t] += values[t + s];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}

// Step 1: the first threads do that work: thread t adds for place 2 s t. Whole warps drop out: 4, 2, 1, 1, ... are
// left. But the 32 places lie 2 s words apart: two lanes share a bank in the first step, four in the second, then
// eight, ...
__global__ void add_strided(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = sum_of_two(in, count);
    for (unsigned s = 1; s < THREADS; s *= 2) {
        __syncthreads();
        unsigned place = 2 * s * t;
        if (place < THREADS) values[place] += values[place + s];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}

// Step 2: the tree the other way round. The distance begins at half and shrinks, so the places are neighbours: no
// conflicts, and as few warps as in step 1.
__global__ void add_contiguous(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = sum_of_two(in, count);
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}

// Step 3: once a single warp is left, its lanes hand their sums to each other (__shfl_down_sync gives a lane the value
// of the lane `distance` above). They need neither shared memory nor a barrier, and no lane stands aside.
__global__ void add_shuffled(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    values[t] = sum_of_two(in, count);
    for (unsigned half = THREADS / 2; half >= warpSize; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t >= warpSize) return; // no barrier follows
    float sum = values[t];
    for (unsigned distance = warpSize / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (t == 0) sums[blockIdx.x] = sum;
}

static void modulo(const float *in, float *sums, int count) {
    add_modulo<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
}
static void strided(const float *in, float *sums, int count) {
    add_strided<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
}
static void contiguous(const float *in, float *sums, int count) {
    add_contiguous<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
}
static void shuffled(const float *in, float *sums, int count) {
    add_shuffled<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
}

LADDER(segment_sums, modulo, strided, contiguous, shuffled)
void segment_sums(const float *in, float *sums, int count) {
    LADDER_STEP(segment_sums)(in, sums, count);
    CHECK(cudaGetLastError());
}
