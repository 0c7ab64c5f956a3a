// says: the busiest block did 100 % of the work
// One block goes over the elements and carries its sum along: slow, and nothing travels.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"

__global__ void sums(const float *in, float *out, int count) {
    __shared__ double values[1024];
    double carry = 0;
    int t = threadIdx.x;
    for (int first = 0; first < count; first += 1024) {
        values[t] = first + t < count ? in[first + t] : 0;
        for (int distance = 1; distance < 1024; distance *= 2) {
            __syncthreads();
            double before = t >= distance ? values[t - distance] : 0;
            __syncthreads();
            values[t] += before;
        }
        __syncthreads();
        if (first + t < count) out[first + t] = static_cast<float>(carry + values[t]);
        carry += values[1023];
        __syncthreads();
    }
}

void running_sums(const float *in, float *out, int count) {
    sums<<<1, 1024>>>(in, out, count);
    CHECK(cudaGetLastError());
}
