// filters.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// 33 factors along rows.
__global__ void filter_line(const float *in, const float *factors, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 33; k++) {
        int at = i + k - 16;
        if (at >= 0 && at < count) sum += in[at] * factors[k];
    }
    out[i] = sum;
}
MEASURE(filters, filter_line, 1048576, 16777216) {
    float *in = floats(size), *factors = floats(33), *out = zeros<float>(size);
    return [=] { filter_line<<<size / 256, 256>>>(in, factors, out, (int)size); };
}

// The second half of a separable filter: 17 factors down the columns.
__global__ void filter_columns(const float *in, const float *factors, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < 17; k++) sum += in[(size_t)min(max(y + k - 8, 0), n - 1) * n + x] * factors[k];
    out[(size_t)y * n + x] = sum;
}
MEASURE(filters, filter_columns, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *factors = floats(17), *out = zeros<float>(size * size);
    return [=] { filter_columns<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, factors, out, n); };
}

// Means over 31 rows by a running sum: a thread for each column.
__global__ void filter_running(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int y = 0; y < n; y++) {
        sum += in[(size_t)y * n + x];
        if (y >= 31) sum -= in[(size_t)(y - 31) * n + x];
        out[(size_t)y * n + x] = sum / 31;
    }
}
MEASURE(filters, filter_running, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { filter_running<<<n / 64, 64>>>(in, out, n); };
}
