// small_tiles_look_back.cu - one pass over tiles of 64 elements, whose blocks look back through volatile words.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"

constexpr int THREADS = 64;

__global__ void scan(const float *in, float *out, volatile float *totals, volatile float *running, volatile int *state,
                     int count) {
    __shared__ float values[THREADS], before;
    int t = threadIdx.x, block = blockIdx.x, i = block * THREADS + t;
    values[t] = i < count ? in[i] : 0;
    for (int d = 1; d < THREADS; d *= 2) {
        __syncthreads();
        float left = t >= d ? values[t - d] : 0;
        __syncthreads();
        values[t] += left;
    }
    if (t == THREADS - 1) {
        float total = values[t], sum = 0;
        totals[block] = total;
        __threadfence();
        state[block] = 1;
        for (int b = block - 1; b >= 0; b--) {
            int told;
            while ((told = state[b]) == 0) {}
            __threadfence();
            sum += told == 2 ? running[b] : totals[b];
            if (told == 2) break;
        }
        running[block] = sum + total;
        __threadfence();
        state[block] = 2;
        before = sum;
    }
    __syncthreads();
    if (i < count) out[i] = values[t] + before;
}

void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *sums;
    int *state;
    CHECK(cudaMalloc(&sums, 2 * blocks * sizeof *sums));
    CHECK(cudaMalloc(&state, blocks * sizeof *state));
    CHECK(cudaMemset(state, 0, blocks * sizeof *state));
    scan<<<blocks, THREADS>>>(in, out, sums, sums + blocks, state, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(sums));
    CHECK(cudaFree(state));
}
