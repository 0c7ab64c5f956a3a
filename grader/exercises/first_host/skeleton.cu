// first_host.cu - the host's part: out[i] becomes factor * in[i]. in and out are memory of the host, the CPU's.
//
// Return true. Where the device has too little memory for two arrays of count floats, return false, and leave out as it
// is: the grader also asks for a hundred billion values. The lesson is chapters/00_first_program/README.md.
#include "workbook.h"

constexpr int THREADS = 256;

__global__ void scale_kernel(const float *in, float *out, float factor, long long count) {
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) out[i] = factor * in[i];
}

bool scale(const float *in, float *out, float factor, long long count) {
    size_t bytes = count * sizeof(float);
    float *device_in, *device_out;
    // TODO 1: allocate both arrays on the device. If a call does not return cudaSuccess, return false.
    // TODO 2: copy in to the device.
    // TODO 3: launch the kernel with ceil_div(count, THREADS) blocks, and ask whether the launch was accepted. (Both
    //         arguments of ceil_div must have the same type: write static_cast<long long>(THREADS).)
    // TODO 4: copy the results back to out, and free both arrays.
    return true;
}
