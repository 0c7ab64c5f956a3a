// transposes.cu - rectangular matrices: a copy, the plain transpose, and with tiles.
#include "../measured.cuh"

// The matrix has `rows` rows and twice as many columns.
#define RECTANGLE                                                                                                      \
    int rows = (int)size, columns = 2 * rows;                                                                          \
    float *in = floats(2 * size * size), *out = zeros<float>(2 * size * size);                                         \
    dim3 block(32, 8), grid(blocks_for(columns, 32), blocks_for(rows, 32))

static bool right_transpose(const float *in, const float *out, int rows, int columns) {
    std::vector<float> from = download(in, (size_t)rows * columns), to = download(out, (size_t)rows * columns);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            if (to[(size_t)c * rows + r] != from[(size_t)r * columns + c]) return false;
    return true;
}

__global__ void copy_rectangle(const float *in, float *out, int rows, int columns) {
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int y = blockIdx.y * 32 + threadIdx.y; y < min(rows, (int)(blockIdx.y + 1) * 32); y += 8)
        if (x < columns) out[y * columns + x] = in[y * columns + x];
}
MEASURE(transposes, copy_rectangle, 1000, 4000) {
    RECTANGLE;
    measured_check([=] { return download(in, 2 * size * size) == download(out, 2 * size * size); });
    return [=] { copy_rectangle<<<grid, block>>>(in, out, rows, columns); };
}

__global__ void turn_plain(const float *in, float *out, int rows, int columns) {
    int x = blockIdx.x * 32 + threadIdx.x;
    for (int y = blockIdx.y * 32 + threadIdx.y; y < min(rows, (int)(blockIdx.y + 1) * 32); y += 8)
        if (x < columns) out[x * rows + y] = in[y * columns + x];
}
MEASURE(transposes, turn_plain, 1000, 4000) {
    RECTANGLE;
    measured_check([=] { return right_transpose(in, out, rows, columns); });
    return [=] { turn_plain<<<grid, block>>>(in, out, rows, columns); };
}

template <int PAD> __global__ void turn_tiles(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < columns && y + i < rows) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        if (x < rows && y + i < columns) out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}
MEASURE(transposes, turn_tiles_conflicts, 1000, 4000) {
    RECTANGLE;
    measured_check([=] { return right_transpose(in, out, rows, columns); });
    return [=] { turn_tiles<0><<<grid, block>>>(in, out, rows, columns); };
}
MEASURE(transposes, turn_tiles_padded, 1000, 4000) {
    RECTANGLE;
    measured_check([=] { return right_transpose(in, out, rows, columns); });
    return [=] { turn_tiles<1><<<grid, block>>>(in, out, rows, columns); };
}

// In place: a block exchanges two tiles of a square matrix. Two launches give the matrix back.
__global__ void turn_in_place(float *matrix, int n) {
    __shared__ float upper[16][17], lower[16][17];
    if (blockIdx.x < blockIdx.y) return;
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int tx = blockIdx.y * 16 + threadIdx.x, ty = blockIdx.x * 16 + threadIdx.y;
    upper[threadIdx.y][threadIdx.x] = matrix[y * n + x];
    lower[threadIdx.y][threadIdx.x] = matrix[ty * n + tx];
    __syncthreads();
    matrix[y * n + x] = lower[threadIdx.x][threadIdx.y];
    matrix[ty * n + tx] = upper[threadIdx.x][threadIdx.y];
}
MEASURE(transposes, turn_in_place, 1024, 4096) {
    int n = (int)size;
    float *matrix = floats(size * size), *before = floats(size * size);
    measured_check([=] { return right_transpose(before, matrix, n, n); });
    return [=] { turn_in_place<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(matrix, n); };
}
