// divergence.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Collatz: how many steps until 1, for numbers in a row.
__global__ void loops_of_any_length(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    unsigned n = (unsigned)i + 1;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[i] = steps;
}
MEASURE(divergence, loops_of_any_length, 65536, 4194304) {
    int *out = zeros<int>(size);
    return [=] { loops_of_any_length<<<size / 128, 128>>>(out); };
}

__global__ void eight_cases(const int *which, const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    switch (which[i]) {
    case 0: x = sinf(x); break;
    case 1: x = expf(x); break;
    case 2: x = sqrtf(fabsf(x)); break;
    case 3: x = x * x * x + x * x + x; break;
    case 4: x = 1 / (x + 3); break;
    case 5: x = logf(fabsf(x) + 1); break;
    case 6: x = tanhf(x); break;
    default: x = atanf(x); break;
    }
    out[i] = x;
}
MEASURE(divergence, eight_cases, 262144, 4194304) {
    int *which = integers(size, 8);
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { eight_cases<<<size / 256, 256>>>(which, in, out); };
}

// Only one lane of four works, or all lanes of one warp in four.
template <int BY_WARP> __global__ void few_lanes(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((BY_WARP ? i / 32 : i) % 4) return;
    float x = in[i];
    for (int r = 0; r < 64; r++) x = sqrtf(x * x + 1.0f);
    out[i] = x;
}
MEASURE(divergence, few_lanes, 262144, 4194304) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { few_lanes<0><<<size / 256, 256>>>(in, out); };
}
MEASURE(divergence, few_warps, 262144, 4194304) {
    float *in = floats(size), *out = zeros<float>(size);
    return [=] { few_lanes<1><<<size / 256, 256>>>(in, out); };
}
