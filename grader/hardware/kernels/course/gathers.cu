// gathers.cu - rows of a table by index, and pictures of another size.
#include "../measured.cuh"

#define WIDTH 64 // floats of a row
#define TABLE_ROWS 262144

static bool right_rows(const float *table, const int *index, const float *out, long count) {
    std::vector<float> from = download(table, (size_t)TABLE_ROWS * WIDTH), to = download(out, (size_t)count * WIDTH);
    std::vector<int> rows = download(index, count);
    for (long r = 0; r < count; r++)
        for (int c = 0; c < WIDTH; c++)
            if (to[r * WIDTH + c] != from[(size_t)rows[r] * WIDTH + c]) return false;
    return true;
}
#define EMBEDDING                                                                                                      \
    float *table = floats((size_t)TABLE_ROWS * WIDTH), *out = zeros<float>(size * WIDTH);                              \
    int *index = integers(size, TABLE_ROWS);                                                                           \
    measured_check([=] { return right_rows(table, index, out, size); })

__global__ void rows_thread_each(const float *table, const int *index, float *out, int count) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= count) return;
    const float *from = table + index[row] * WIDTH;
    for (int c = 0; c < WIDTH; c++) out[row * WIDTH + c] = from[c];
}
MEASURE(gathers, rows_thread_each, 16384, 524288) {
    EMBEDDING;
    return [=] { rows_thread_each<<<blocks_for(size, 256), 256>>>(table, index, out, (int)size); };
}

__global__ void rows_warp_each(const float *table, const int *index, float *out, int count) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= count) return;
    const float *from = table + index[row] * WIDTH;
    for (int c = lane; c < WIDTH; c += 32) out[row * WIDTH + c] = from[c];
}
MEASURE(gathers, rows_warp_each, 16384, 524288) {
    EMBEDDING;
    return [=] { rows_warp_each<<<blocks_for(size * 32, 256), 256>>>(table, index, out, (int)size); };
}

__global__ void rows_vectors(const float4 *table, const int *index, float4 *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / (WIDTH / 4), c = i % (WIDTH / 4);
    if (row < count) out[i] = table[index[row] * (WIDTH / 4) + c];
}
MEASURE(gathers, rows_vectors, 16384, 524288) {
    EMBEDDING;
    return [=] {
        rows_vectors<<<blocks_for(size * WIDTH / 4, 256), 256>>>((const float4 *)table, index, (float4 *)out,
                                                                 (int)size);
    };
}

// A picture of three quarters the size.
__global__ void resize_nearest(const float *in, float *out, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < m && y < m) out[y * m + x] = in[y * n / m * n + x * n / m];
}
MEASURE(gathers, resize_nearest, 1024, 4096) {
    int n = (int)size, m = n * 3 / 4;
    float *in = floats(size * size), *out = zeros<float>((size_t)m * m);
    measured_check([=] {
        std::vector<float> from = download(in, size * size), to = download(out, (size_t)m * m);
        for (int y = 0; y < m; y++)
            for (int x = 0; x < m; x++)
                if (to[(size_t)y * m + x] != from[(size_t)(y * n / m) * n + x * n / m]) return false;
        return true;
    });
    return [=] { resize_nearest<<<dim3(blocks_for(m, 32), blocks_for(m, 8)), dim3(32, 8)>>>(in, out, n, m); };
}

__global__ void resize_linear(const float *in, float *out, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m) return;
    float scale = (float)(n - 1) / (m - 1), fx = x * scale, fy = y * scale;
    int x0 = (int)fx, y0 = (int)fy, x1 = min(x0 + 1, n - 1), y1 = min(y0 + 1, n - 1);
    float ax = fx - x0, ay = fy - y0;
    out[y * m + x] = (1 - ay) * ((1 - ax) * in[y0 * n + x0] + ax * in[y0 * n + x1]) +
                     ay * ((1 - ax) * in[y1 * n + x0] + ax * in[y1 * n + x1]);
}
MEASURE(gathers, resize_linear, 1024, 4096) {
    int n = (int)size, m = n * 3 / 4;
    float *in = values<float>(size * size, [=](uint32_t i) { return (i % n + 2.0f * (i / n)) / n; }),
          *out = zeros<float>((size_t)m * m);
    measured_check([=] { // of a plane, a plane
        std::vector<float> to = download(out, (size_t)m * m);
        double scale = (double)(n - 1) / (m - 1);
        for (int y = 0; y < m; y++)
            for (int x = 0; x < m; x++)
                if (!near(to[(size_t)y * m + x], (x * scale + 2 * y * scale) / n, 1e-4)) return false;
        return true;
    });
    return [=] { resize_linear<<<dim3(blocks_for(m, 32), blocks_for(m, 8)), dim3(32, 8)>>>(in, out, n, m); };
}
