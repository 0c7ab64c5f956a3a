// divergence.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Two ways that cost the same, chosen by lane, by warp or by the data.
template <int KIND> __global__ void branches_by_lane(const float *in, float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    bool first = KIND == 0 ? threadIdx.x % 2 == 0 : KIND == 1 ? threadIdx.x / 32 % 2 == 0 : x > 0;
    if (first)
        for (int r = 0; r < rounds; r++) x = x * 1.0001f + 0.5f;
    else
        for (int r = 0; r < rounds; r++) x = x * 0.9999f - 0.25f;
    out[i] = x;
}
MEASURE(divergence, branches_by_lane, 65536, 4194304) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { branches_by_lane<0><<<size / 256, 256>>>(in, out, 128); };
}
MEASURE(divergence, branches_by_warp, 65536, 4194304) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { branches_by_lane<1><<<size / 256, 256>>>(in, out, 128); };
}
MEASURE(divergence, branches_by_data, 65536, 4194304) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { branches_by_lane<2><<<size / 256, 256>>>(in, out, 128); };
}

// Every thread looks for the first large value in its row; most find it soon.
__global__ void early_exit(const float *in, int *out, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x, found = width;
    for (int i = 0; i < width; i++)
        if (in[(size_t)i * rows + r] > 0.9f) {
            found = i;
            break;
        }
    out[r] = found;
}
MEASURE(divergence, early_exit, 16384, 524288) {
    float *in = floats(size * 64);
    int *out = zeros<int>(size);
    return [=] { early_exit<<<size / 128, 128>>>(in, out, (int)size, 64); };
}

// Row r adds its first r elements: work grows with the block.
__global__ void triangle(const float *in, float *out, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i <= r; i++) sum += in[(size_t)i * n + r];
    out[r] = sum;
}
MEASURE(divergence, triangle, 1024, 8192) {
    float *in = floats(size * size), *out = zeros<float>(size);
    return [=] { triangle<<<size / 64, 64>>>(in, out, (int)size); };
}
