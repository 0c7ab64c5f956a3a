// sums.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void sum_halves(const float *in, float *sums) {
    __shared__ float values[512];
    unsigned t = threadIdx.x;
    values[t] = in[blockIdx.x * 1024 + t] + in[blockIdx.x * 1024 + t + 512];
    for (unsigned half = 256; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t == 0) sums[blockIdx.x] = values[0];
}
MEASURE(sums, sum_halves, 1048576, 16777216, 67108864) {
    float *in = floats(size), *sums = zeros<float>(size / 1024);
    return [=] { sum_halves<<<size / 1024, 512>>>(in, sums); };
}

__global__ void sum_warp_atomics(const float *in, float *sum) {
    float own = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(~0u, own, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}
MEASURE(sums, sum_warp_atomics, 1048576, 16777216) {
    float *in = floats(size), *sum = zeros<float>(1);
    return [=] { sum_warp_atomics<<<size / 128, 128>>>(in, sum); };
}

__global__ void dot_doubles(const double *a, const double *b, double *sums, int count) {
    __shared__ double values[256];
    double own = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < count; i += gridDim.x * 256) own += a[i] * b[i];
    values[threadIdx.x] = own;
    for (unsigned half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}
MEASURE(sums, dot_doubles, 1048576, 16777216) {
    double *a = values<double>(size, [](uint32_t i) { return i % 7; }),
           *b = values<double>(size, [](uint32_t i) { return i % 5; }), *sums = zeros<double>(264);
    return [=] { dot_doubles<<<264, 256>>>(a, b, sums, (int)size); };
}

__global__ void maximum_integers(const int *in, int *result, int count) {
    int most = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) most = max(most, in[i]);
    most = __reduce_max_sync(~0u, most);
    if (threadIdx.x % 32 == 0) atomicMax(result, most);
}
MEASURE(sums, maximum_integers, 1048576, 33554432) {
    int *in = integers(size, 1u << 30), *result = zeros<int>(1);
    return [=] { maximum_integers<<<1056, 128>>>(in, result, (int)size); };
}

// One block of 1024 threads adds everything.
__global__ void sum_one_block(const float *in, float *sum, int count) {
    __shared__ float values[1024];
    float own = 0;
    for (int i = threadIdx.x; i < count; i += 1024) own += in[i];
    values[threadIdx.x] = own;
    for (unsigned half = 512; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) *sum = values[0];
}
MEASURE(sums, sum_one_block, 4096, 1048576) {
    float *in = floats(size), *sum = zeros<float>(1);
    return [=] { sum_one_block<<<1, 1024>>>(in, sum, (int)size); };
}
