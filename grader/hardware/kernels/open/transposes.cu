// transposes.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

__global__ void transpose_writes_rows(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[(size_t)y * n + x] = in[(size_t)x * n + y];
}
MEASURE(transposes, transpose_writes_rows, 512, 2048, 8192) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_writes_rows<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, out, n); };
}

__global__ void transpose_small_tiles(const float *in, float *out, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[(size_t)y * n + x];
    __syncthreads();
    out[(size_t)(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
MEASURE(transposes, transpose_small_tiles, 1024, 4096) {
    int n = (int)size;
    float *in = floats(size * size), *out = zeros<float>(size * size);
    return [=] { transpose_small_tiles<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); };
}

// Each thread turns four by four elements in registers.
__global__ void transpose_vectors(const float4 *in, float4 *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float4 a = in[(size_t)(4 * y) * (n / 4) + x], b = in[(size_t)(4 * y + 1) * (n / 4) + x];
    float4 c = in[(size_t)(4 * y + 2) * (n / 4) + x], d = in[(size_t)(4 * y + 3) * (n / 4) + x];
    out[(size_t)(4 * x) * (n / 4) + y] = make_float4(a.x, b.x, c.x, d.x);
    out[(size_t)(4 * x + 1) * (n / 4) + y] = make_float4(a.y, b.y, c.y, d.y);
    out[(size_t)(4 * x + 2) * (n / 4) + y] = make_float4(a.z, b.z, c.z, d.z);
    out[(size_t)(4 * x + 3) * (n / 4) + y] = make_float4(a.w, b.w, c.w, d.w);
}
MEASURE(transposes, transpose_vectors, 1024, 4096) {
    int n = (int)size;
    float4 *in = (float4 *)floats(size * size), *out = zeros<float4>(size * size / 4);
    return [=] { transpose_vectors<<<dim3(n / 4 / 16, n / 4 / 16), dim3(16, 16)>>>(in, out, n); };
}

__global__ void transpose_doubles(const double *in, double *out, int n) {
    __shared__ double tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * n + x];
    __syncthreads();
    for (int i = 0; i < 32; i += 8)
        out[(size_t)(blockIdx.x * 32 + threadIdx.y + i) * n + blockIdx.y * 32 + threadIdx.x] =
            tile[threadIdx.x][threadIdx.y + i];
}
MEASURE(transposes, transpose_doubles, 1024, 4096) {
    int n = (int)size;
    double *in = values<double>(size * size, [](uint32_t i) { return i; }), *out = zeros<double>(size * size);
    return [=] { transpose_doubles<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(in, out, n); };
}
