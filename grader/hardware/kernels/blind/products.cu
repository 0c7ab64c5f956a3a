// products.cu - products of square matrices of floats, of odd sizes and of doubles, and of a matrix and a vector.
#include "../measured.cuh"

#include <cuda_pipeline.h>

// 200 elements of C = A B against sums on the host.
template <class T> static bool right_square(const T *a, const T *b, const T *c, int n, double tolerance) {
    size_t all = (size_t)n * n;
    std::vector<T> x = download(a, all), y = download(b, all), z = download(c, all);
    for (uint32_t k = 0; k < 200; k++) {
        size_t i = scramble(k) % n, j = scramble(k + 999) % n;
        double sum = 0;
        for (int p = 0; p < n; p++) sum += (double)x[i * n + p] * y[(size_t)p * n + j];
        if (!near(z[i * n + j], sum, tolerance)) return false;
    }
    return true;
}
#define SQUARE                                                                                                         \
    int n = (int)size;                                                                                                 \
    float *a = floats(size * size), *b = floats(size * size, 0, 2), *c = zeros<float>(size * size);                    \
    measured_check([=] { return right_square(a, b, c, n, 1e-3); })

__global__ void square_naive(const float *a, const float *b, float *c, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += a[i * n + p] * b[p * n + j];
    c[i * n + j] = sum;
}
MEASURE(products, square_naive, 256, 1024) {
    SQUARE;
    return [=] { square_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); };
}
template <int T> __global__ void square_tile(const float *a, const float *b, float *c, int n) {
    __shared__ float left[T][T], right[T][T];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
    float sum = 0;
    for (int from = 0; from < n; from += T) {
        left[y][x] = i < n && from + x < n ? a[i * n + from + x] : 0;
        right[y][x] = from + y < n && j < n ? b[(from + y) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += left[y][p] * right[p][x];
        __syncthreads();
    }
    if (i < n && j < n) c[i * n + j] = sum;
}
MEASURE(products, square_tile_16, 256, 1024) {
    SQUARE;
    return [=] { square_tile<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); };
}
MEASURE(products, square_tile_32, 256, 1024) {
    SQUARE;
    return [=] { square_tile<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); };
}
// 64 x 64 results for 16 x 16 threads.
__global__ void square_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float left[16][65], right[16][64];
    int t = threadIdx.y * 16 + threadIdx.x, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int from = 0; from < n; from += 16) {
        for (int k = t; k < 1024; k += 256) {
            left[k % 16][k / 16] = a[(i0 + k / 16) * n + from + k % 16];
            right[k / 64][k % 64] = b[(from + k / 64) * n + j0 + k % 64];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) {
            float u[4], v[4];
            for (int k = 0; k < 4; k++) u[k] = left[p][threadIdx.y * 4 + k], v[k] = right[p][threadIdx.x + 16 * k];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(i0 + threadIdx.y * 4 + i) * n + j0 + threadIdx.x + 16 * j] = sum[i][j];
}
MEASURE(products, square_registers, 256, 1024) {
    SQUARE;
    return [=] { square_registers<<<dim3(n / 64, n / 64), dim3(16, 16)>>>(a, b, c, n); };
}
// 128 x 128 results for 256 threads, which load four floats at a time.
__global__ void square_large(const float *a, const float *b, float *c, int n) {
    __shared__ float left[8][128], right[8][128];
    int t = threadIdx.x, x = t % 16 * 8, y = t / 16 * 8;
    const float *from_a = a + (blockIdx.y * 128 + t / 2) * n + t % 2 * 4;
    const float *from_b = b + t / 32 * n + blockIdx.x * 128 + t % 32 * 4;
    float sum[8][8] = {};
    for (int from = 0; from < n; from += 8) {
        float4 u = *(const float4 *)(from_a + from), v = *(const float4 *)(from_b + from * n);
        left[t % 2 * 4][t / 2] = u.x, left[t % 2 * 4 + 1][t / 2] = u.y;
        left[t % 2 * 4 + 2][t / 2] = u.z, left[t % 2 * 4 + 3][t / 2] = u.w;
        *(float4 *)&right[t / 32][t % 32 * 4] = v;
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 8; p++) {
            float r[8], s[8];
            *(float4 *)r = *(float4 *)&left[p][y], *(float4 *)(r + 4) = *(float4 *)&left[p][y + 4];
            *(float4 *)s = *(float4 *)&right[p][x], *(float4 *)(s + 4) = *(float4 *)&right[p][x + 4];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) sum[i][j] += r[i] * s[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4)
            *(float4 *)&c[(blockIdx.y * 128 + y + i) * n + blockIdx.x * 128 + x + j] = *(float4 *)&sum[i][j];
}
MEASURE(products, square_large, 256, 1024) {
    SQUARE;
    return [=] { square_large<<<dim3(n / 128, n / 128), 256>>>(a, b, c, n); };
}
// 64 x 64 results; the next tiles are copied while these are multiplied.
__global__ void square_ahead(const float *a, const float *b, float *c, int n) {
    __shared__ __align__(16) float left[2][64][20], right[2][16][64];
    int t = threadIdx.x, x = t % 16 * 4, y = t / 16 * 4, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    auto fetch = [&](int to, int from) {
        __pipeline_memcpy_async(&left[to][t / 4][t % 4 * 4], &a[(i0 + t / 4) * n + from + t % 4 * 4], 16);
        __pipeline_memcpy_async(&right[to][t / 16][t % 16 * 4], &b[(from + t / 16) * n + j0 + t % 16 * 4], 16);
        __pipeline_commit();
    };
    float sum[4][4] = {};
    fetch(0, 0);
    for (int from = 0, now = 0; from < n; from += 16, now ^= 1) {
        if (from + 16 < n) {
            fetch(now ^ 1, from + 16);
            __pipeline_wait_prior(1);
        } else __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) {
            float4 v = *(float4 *)&right[now][p][x];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                float u = left[now][y + i][p];
                sum[i][0] += u * v.x, sum[i][1] += u * v.y, sum[i][2] += u * v.z, sum[i][3] += u * v.w;
            }
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) *(float4 *)&c[(i0 + y + i) * n + j0 + x] = *(float4 *)sum[i];
}
MEASURE(products, square_ahead, 256, 1024) {
    SQUARE;
    return [=] { square_ahead<<<dim3(n / 64, n / 64), 256>>>(a, b, c, n); };
}
MEASURE(products, odd_naive, 333, 777) {
    SQUARE;
    return [=] { square_naive<<<dim3(blocks_for(n, 32), blocks_for(n, 8)), dim3(32, 8)>>>(a, b, c, n); };
}
MEASURE(products, odd_tile, 333, 777) {
    SQUARE;
    return [=] { square_tile<16><<<dim3(blocks_for(n, 16), blocks_for(n, 16)), dim3(16, 16)>>>(a, b, c, n); };
}

#define SQUARE_DOUBLES                                                                                                 \
    int n = (int)size;                                                                                                 \
    auto number = [](uint32_t i) { return scramble(i) % 100 / 100.0; };                                                \
    double *a = values<double>(size * size, number), *b = values<double>(size * size, number),                         \
           *c = zeros<double>(size * size);                                                                            \
    measured_check([=] { return right_square(a, b, c, n, 1e-10); })
__global__ void double_tile(const double *a, const double *b, double *c, int n) {
    __shared__ double left[16][16], right[16][17];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x;
    double sum = 0;
    for (int from = 0; from < n; from += 16) {
        left[y][x] = a[i * n + from + x];
        right[y][x] = b[(from + y) * n + j];
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++) sum += left[y][p] * right[p][x];
        __syncthreads();
    }
    c[i * n + j] = sum;
}
MEASURE(products, double_tile, 256, 768) {
    SQUARE_DOUBLES;
    return [=] { double_tile<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); };
}
// Four rows for each thread.
__global__ void double_four(const double *a, const double *b, double *c, int n) {
    __shared__ double left[32][16], right[16][32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, i0 = blockIdx.y * 32, j = blockIdx.x * 32 + x;
    double sum[4] = {};
    for (int from = 0; from < n; from += 16) {
        for (int k = t; k < 512; k += 256) {
            left[k / 16][k % 16] = a[(i0 + k / 16) * n + from + k % 16];
            right[k / 32][k % 32] = b[(from + k / 32) * n + blockIdx.x * 32 + k % 32];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++)
            for (int k = 0; k < 4; k++) sum[k] += left[y + 8 * k][p] * right[p][x];
        __syncthreads();
    }
    for (int k = 0; k < 4; k++) c[(i0 + y + 8 * k) * n + j] = sum[k];
}
MEASURE(products, double_four, 256, 768) {
    SQUARE_DOUBLES;
    return [=] { double_four<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(a, b, c, n); };
}

#define IMAGE                                                                                                          \
    int n = (int)size;                                                                                                 \
    float *a = floats(size * size), *x = floats(size, 0, 1), *y = zeros<float>(size);                                  \
    measured_check([=] {                                                                                               \
        std::vector<float> m = download(a, size * size), from = download(x, size), to = download(y, size);             \
        for (int i = 0; i < n; i++) {                                                                                  \
            double sum = 0;                                                                                            \
            for (int j = 0; j < n; j++) sum += (double)m[(size_t)i * n + j] * from[j];                                 \
            if (!near(to[i], sum, 1e-3)) return false;                                                                 \
        }                                                                                                              \
        return true;                                                                                                   \
    })
__global__ void image_threads(const float *a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
    y[i] = sum;
}
MEASURE(products, image_threads, 1024, 4096) {
    IMAGE;
    return [=] { image_threads<<<n / 64, 64>>>(a, x, y, n); };
}
__global__ void image_warps(const float4 *a, const float4 *x, float *y, int n) {
    int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int j = lane; j < n / 4; j += 32) {
        float4 u = a[i * (n / 4) + j], v = x[j];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) y[i] = sum;
}
MEASURE(products, image_warps, 1024, 4096) {
    IMAGE;
    return [=] { image_warps<<<n / 8, 256>>>((float4 *)a, (float4 *)x, y, n); };
}
// A row for each thread; tiles of the matrix go through shared memory.
__global__ void image_tiles(const float *a, const float *x, float *y, int n) {
    __shared__ float tile[64][33], part[32];
    int t = threadIdx.x, i0 = blockIdx.x * 64;
    float sum = 0;
    for (int from = 0; from < n; from += 32) {
        for (int r = t / 32; r < 64; r += 2) tile[r][t % 32] = a[(i0 + r) * n + from + t % 32];
        if (t < 32) part[t] = x[from + t];
        __syncthreads();
        for (int k = 0; k < 32; k++) sum += tile[t][k] * part[k];
        __syncthreads();
    }
    y[i0 + t] = sum;
}
MEASURE(products, image_tiles, 1024, 4096) {
    IMAGE;
    return [=] { image_tiles<<<n / 64, 64>>>(a, x, y, n); };
}
