// scans.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Inclusive sums of each block's 256 elements: every step adds what lies `step` before.
__global__ void scan_naive(const float *in, float *out) {
    __shared__ float values[2][256];
    int t = threadIdx.x, now = 0;
    values[0][t] = in[blockIdx.x * 256 + t];
    for (int step = 1; step < 256; step *= 2) {
        __syncthreads();
        values[1 - now][t] = t >= step ? values[now][t] + values[now][t - step] : values[now][t];
        now = 1 - now;
    }
    out[blockIdx.x * 256 + t] = values[now][t];
}
MEASURE(scans, scan_naive, 262144, 16777216) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { scan_naive<<<size / 256, 256>>>(in, out); };
}

__global__ void scan_shuffled(const int *in, int *out) {
    __shared__ int warps[32];
    int t = threadIdx.x, lane = t % 32, value = in[blockIdx.x * 1024 + t];
    for (int distance = 1; distance < 32; distance *= 2) {
        int before = __shfl_up_sync(~0u, value, distance);
        if (lane >= distance) value += before;
    }
    if (lane == 31) warps[t / 32] = value;
    __syncthreads();
    if (t < 32) {
        int sum = warps[t];
        for (int distance = 1; distance < 32; distance *= 2) {
            int before = __shfl_up_sync(~0u, sum, distance);
            if (lane >= distance) sum += before;
        }
        warps[t] = sum;
    }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = value + (t >= 32 ? warps[t / 32 - 1] : 0);
}
MEASURE(scans, scan_shuffled, 262144, 16777216, 67108864) {
    int *in = integers(size, 10), *out = zeros<int>(size);
    return [=] { scan_shuffled<<<size / 1024, 1024>>>(in, out); };
}
