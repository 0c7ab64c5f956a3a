// products.cu - products of rectangles, of halves with sums in floats, with a transposed operand, and of doubles.
#include "../measured.cuh"

#include <cuda_fp16.h>

static double real(float value) { return value; }
static double real(double value) { return value; }
static double real(__half value) { return __half2float(value); }

// Some elements of C = A B, or of A times the transpose of B, against sums on the host.
template <class T, class R>
static bool right_entries(const T *a, const T *b, const R *c, int rows, int inner, int columns, bool turned = false) {
    std::vector<T> left = download(a, (size_t)rows * inner), right = download(b, (size_t)inner * columns);
    std::vector<R> got = download(c, (size_t)rows * columns);
    for (uint32_t k = 0; k < 300; k++) {
        size_t i = scramble(k) % rows, j = scramble(k + 7777) % columns;
        double sum = 0;
        for (int p = 0; p < inner; p++)
            sum += real(left[i * inner + p]) * real(right[turned ? j * inner + p : (size_t)p * columns + j]);
        if (!near(got[i * columns + j], sum, 1e-3 * sqrt((double)inner))) return false;
    }
    return true;
}

// A has 2 n rows and n / 2 columns, B has n columns.
#define RECTANGLES                                                                                                     \
    int columns = (int)size, rows = 2 * columns, inner = columns / 2;                                                  \
    float *a = floats(size * size), *b = floats(size * size / 2), *c = zeros<float>(2 * size * size);                  \
    measured_check([=] { return right_entries(a, b, c, rows, inner, columns); })

// Neighbouring threads take neighbouring rows.
__global__ void rectangle_down(const float *a, const float *b, float *c, int rows, int inner, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || column >= columns) return;
    float sum = 0;
    for (int p = 0; p < inner; p++) sum = fmaf(a[row * inner + p], b[p * columns + column], sum);
    c[row * columns + column] = sum;
}
MEASURE(products, rectangle_down, 256, 768) {
    RECTANGLES;
    return [=] {
        rectangle_down<<<dim3(blocks_for(rows, 32), blocks_for(columns, 4)), dim3(32, 4)>>>(a, b, c, rows, inner,
                                                                                            columns);
    };
}

// A block of one row of threads for 256 neighbouring columns.
__global__ void rectangle_along(const float *a, const float *b, float *c, int inner, int columns) {
    int column = blockIdx.x * 256 + threadIdx.x;
    const float *row = a + blockIdx.y * inner;
    float sum = 0;
    for (int p = 0; p < inner; p++) sum = fmaf(row[p], b[p * columns + column], sum);
    if (column < columns) c[blockIdx.y * columns + column] = sum;
}
MEASURE(products, rectangle_along, 256, 768) {
    RECTANGLES;
    return [=] { rectangle_along<<<dim3(columns / 256, rows), 256>>>(a, b, c, inner, columns); };
}

// Tiles of 32 x 32 for 32 x 8 threads: four rows for each.
__global__ void rectangle_tiles(const float *a, const float *b, float *c, int inner, int columns) {
    __shared__ float left[32][32], right[32][32];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    float sum[4] = {};
    for (int from = 0; from < inner; from += 32) {
        for (int i = 0; i < 32; i += 8) {
            left[y + i][x] = a[(row + i) * inner + from + x];
            right[y + i][x] = b[(from + y + i) * columns + column];
        }
        __syncthreads();
        for (int p = 0; p < 32; p++)
            for (int i = 0; i < 4; i++) sum[i] = fmaf(left[y + 8 * i][p], right[p][x], sum[i]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) c[(row + 8 * i) * columns + column] = sum[i];
}
MEASURE(products, rectangle_tiles, 256, 768) {
    RECTANGLES;
    return [=] { rectangle_tiles<<<dim3(columns / 32, rows / 32), dim3(32, 8)>>>(a, b, c, inner, columns); };
}

// 64 x 64 elements of C for 16 x 16 threads, whose 4 x 4 elements are 16 apart.
__global__ void rectangle_apart(const float *a, const float *b, float *c, int inner, int columns) {
    __shared__ float left[16][65], right[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, column = blockIdx.x * 64, row = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int from = 0; from < inner; from += 16) {
        for (int i = 0; i < 4; i++) {
            left[t % 16][t / 16 + 16 * i] = a[(row + t / 16 + 16 * i) * inner + from + t % 16];
            right[t / 64 + 4 * i][t % 64] = b[(from + t / 64 + 4 * i) * columns + column + t % 64];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 16; p++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sum[i][j] = fmaf(left[p][y + 16 * i], right[p][x + 16 * j], sum[i][j]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(row + y + 16 * i) * columns + column + x + 16 * j] = sum[i][j];
}
MEASURE(products, rectangle_apart, 256, 768) {
    RECTANGLES;
    return [=] { rectangle_apart<<<dim3(columns / 64, rows / 64), dim3(16, 16)>>>(a, b, c, inner, columns); };
}

#define HALVES                                                                                                         \
    int n = (int)size;                                                                                                 \
    auto draw = [](uint32_t i) { return (float)(scramble(i) % 33) / 16 - 1; };                                         \
    __half *a = values<__half>(size * size, draw), *b = values<__half>(size * size, draw);                             \
    float *c = zeros<float>(size * size);                                                                              \
    measured_check([=] { return right_entries(a, b, c, n, n, n); })

__global__ void halves_direct(const __half *a, const __half *b, float *c, int n) {
    int column = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += __half2float(a[row * n + p]) * __half2float(b[p * n + column]);
    c[row * n + column] = sum;
}
MEASURE(products, halves_direct, 1024) {
    HALVES;
    return [=] { halves_direct<<<dim3(n / 64, n / 4), dim3(64, 4)>>>(a, b, c, n); };
}

// Two neighbouring columns and two neighbouring rows for each thread, in pairs of halves.
__global__ void halves_pairs(const __half *a, const __half2 *b, float2 *c, int n) {
    __shared__ __half2 right[32][16];
    __shared__ __half left[32][34];
    int x = threadIdx.x, y = threadIdx.y, pairs = n / 2, row = blockIdx.y * 32;
    float2 upper = {}, lower = {};
    for (int from = 0; from < n; from += 32) {
        for (int i = 0; i < 2; i++) {
            right[y + 16 * i][x] = b[(from + y + 16 * i) * pairs + blockIdx.x * 16 + x];
            *(__half2 *)&left[y + 16 * i][2 * x] = *(const __half2 *)&a[(row + y + 16 * i) * n + from + 2 * x];
        }
        __syncthreads();
        for (int p = 0; p < 32; p++) {
            float2 pair = __half22float2(right[p][x]);
            float first = __half2float(left[2 * y][p]), second = __half2float(left[2 * y + 1][p]);
            upper.x += first * pair.x;
            upper.y += first * pair.y;
            lower.x += second * pair.x;
            lower.y += second * pair.y;
        }
        __syncthreads();
    }
    c[(row + 2 * y) * pairs + blockIdx.x * 16 + x] = upper;
    c[(row + 2 * y + 1) * pairs + blockIdx.x * 16 + x] = lower;
}
MEASURE(products, halves_pairs, 1024) {
    HALVES;
    return [=] { halves_pairs<<<dim3(n / 32, n / 32), dim3(16, 16)>>>(a, (const __half2 *)b, (float2 *)c, n); };
}

// C = A times the transpose of B.
#define TURNED                                                                                                         \
    int n = (int)size;                                                                                                 \
    float *a = floats(size * size), *b = floats(size * size, -1, 1.5f), *c = zeros<float>(size * size);                \
    measured_check([=] { return right_entries(a, b, c, n, n, n, true); })

__global__ void turned_direct(const float *a, const float *b, float *c, int n) {
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += a[row * n + p] * b[column * n + p];
    c[row * n + column] = sum;
}
MEASURE(products, turned_direct, 768) {
    TURNED;
    return [=] { turned_direct<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, c, n); };
}

// Both tiles are rows as they lie in memory.
template <int WIDTH> __global__ void turned_tiles(const float *a, const float *b, float *c, int n) {
    __shared__ float left[32][32], right[32][WIDTH];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32, row = blockIdx.y * 32;
    float sum = 0;
    for (int from = 0; from < n; from += 32) {
        left[y][x] = a[(row + y) * n + from + x];
        right[y][x] = b[(column + y) * n + from + x];
        __syncthreads();
#pragma unroll 8
        for (int p = 0; p < 32; p++) sum += left[y][p] * right[x][p];
        __syncthreads();
    }
    c[(row + y) * n + column + x] = sum;
}
MEASURE(products, turned_conflicts, 768) {
    TURNED;
    return [=] { turned_tiles<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); };
}
MEASURE(products, turned_padded, 768) {
    TURNED;
    return [=] { turned_tiles<33><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); };
}

#define DOUBLES                                                                                                        \
    int n = (int)size;                                                                                                 \
    double *a = values<double>(size * size, [](uint32_t i) { return (scramble(i) % 201) / 100.0 - 1; }),               \
           *b = values<double>(size * size, [](uint32_t i) { return (scramble(~i) % 201) / 100.0 - 1; }),              \
           *c = zeros<double>(size * size);                                                                            \
    measured_check([=] { return right_entries(a, b, c, n, n, n); })

__global__ void doubles_direct(const double *a, const double *b, double *c, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    double sum = 0;
    for (int p = 0; p < n; p++) sum += a[row * n + p] * b[p * n + column];
    c[row * n + column] = sum;
}
MEASURE(products, doubles_direct, 1024) {
    DOUBLES;
    return [=] { doubles_direct<<<dim3(n / 128, n), 128>>>(a, b, c, n); };
}

// 32 x 32 elements for 16 x 16 threads, 2 x 2 for each, eight columns of A at a time.
__global__ void doubles_quads(const double *a, const double *b, double *c, int n) {
    __shared__ double left[32][9], right[8][32];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, column = blockIdx.x * 32, row = blockIdx.y * 32;
    double s00 = 0, s01 = 0, s10 = 0, s11 = 0;
    for (int from = 0; from < n; from += 8) {
        left[t / 8][t % 8] = a[(row + t / 8) * n + from + t % 8];
        right[t / 32][t % 32] = b[(from + t / 32) * n + column + t % 32];
        __syncthreads();
        for (int p = 0; p < 8; p++) {
            double l0 = left[y][p], l1 = left[y + 16][p], r0 = right[p][x], r1 = right[p][x + 16];
            s00 += l0 * r0;
            s01 += l0 * r1;
            s10 += l1 * r0;
            s11 += l1 * r1;
        }
        __syncthreads();
    }
    double *to = c + (row + y) * n + column + x;
    to[0] = s00;
    to[16] = s01;
    to[16 * n] = s10;
    to[16 * n + 16] = s11;
}
MEASURE(products, doubles_quads, 1024) {
    DOUBLES;
    return [=] { doubles_quads<<<dim3(n / 32, n / 32), dim3(16, 16)>>>(a, b, c, n); };
}
