// filters.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// Five by five factors over a plane, factors in global or in constant memory.
__constant__ float filter_factors[25];
template <int CONSTANT> __global__ void filter_plane(const float *in, const float *factors, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int u = min(max(x + dx, 0), n - 1), v = min(max(y + dy, 0), n - 1), k = (dy + 2) * 5 + dx + 2;
            sum += in[(size_t)v * n + u] * (CONSTANT ? filter_factors[k] : factors[k]);
        }
    out[(size_t)y * n + x] = sum;
}
MEASURE(filters, filter_plane_global, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *factors = floats(25), *out = zeros<float>(size * size);
    return [=] { filter_plane<0><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, factors, out, n); };
}
MEASURE(filters, filter_plane_constant, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *factors = floats(25), *out = zeros<float>(size * size);
    CHECK(cudaMemcpyToSymbol(filter_factors, factors, 25 * sizeof(float), 0, cudaMemcpyDeviceToDevice));
    return [=] { filter_plane<1><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, factors, out, n); };
}

// Nine by nine factors, the plane through shared memory.
__global__ void filter_tile(const float *in, const float *factors, float *out, int n) {
    __shared__ float tile[24][41], f[81];
    int t = threadIdx.y * 32 + threadIdx.x, x0 = blockIdx.x * 32 - 4, y0 = blockIdx.y * 16 - 4;
    if (t < 81) f[t] = factors[t];
    for (int i = t; i < 24 * 40; i += 512) {
        int u = min(max(x0 + i % 40, 0), n - 1), v = min(max(y0 + i / 40, 0), n - 1);
        tile[i / 40][i % 40] = in[(size_t)v * n + u];
    }
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 9; dy++)
        for (int dx = 0; dx < 9; dx++) sum += tile[threadIdx.y + dy][threadIdx.x + dx] * f[dy * 9 + dx];
    out[(size_t)(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = sum;
}
MEASURE(filters, filter_tile, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *factors = floats(81), *out = zeros<float>(size * size);
    return [=] { filter_tile<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(in, factors, out, n); };
}

__device__ __forceinline__ void in_order(float &a, float &b) {
    float low = fminf(a, b);
    b = fmaxf(a, b);
    a = low;
}
__global__ void median_of_nine(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float v[9];
    for (int k = 0; k < 9; k++)
        v[k] = in[(size_t)min(max(y + k / 3 - 1, 0), n - 1) * n + min(max(x + k % 3 - 1, 0), n - 1)];
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8 - i; j++) in_order(v[j], v[j + 1]);
    out[(size_t)y * n + x] = v[4];
}
MEASURE(filters, median_of_nine, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { median_of_nine<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}
