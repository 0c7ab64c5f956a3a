// sparse.cu - sparse matrices times a vector with some lanes for each row, in blocks, and times several columns.
#include "../measured.cuh"

struct Sparse {
    Rows host;
    int *start, *column;
    float *value;
};
static Sparse matrix_of(long rows, bool skewed) {
    Sparse matrix = {sparse_rows((int)rows, 24, skewed)};
    matrix.start = upload(matrix.host.start);
    matrix.column = upload(matrix.host.column);
    matrix.value = upload(matrix.host.value);
    return matrix;
}

// Columns of x and y: `width`, next to each other for a row.
static bool right_sparse(const Rows &rows, const float *x, const float *y, long count, int width) {
    std::vector<float> from = download(x, count * width), to = download(y, count * width);
    for (long r = 0; r < count; r += 37)
        for (int c = 0; c < width; c++) {
            double sum = 0;
            for (int i = rows.start[r]; i < rows.start[r + 1]; i++)
                sum += (double)rows.value[i] * from[(size_t)rows.column[i] * width + c];
            if (!near(to[r * width + c], sum, 1e-2)) return false;
        }
    return true;
}

template <int LANES>
__global__ void rows_by_lanes(const int *start, const int *column, const float *value, const float *x, float *y,
                              int rows) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread / LANES, lane = thread % LANES;
    float sum = 0;
    if (row < rows)
        for (int i = start[row] + lane; i < start[row + 1]; i += LANES) sum += value[i] * x[column[i]];
    for (int offset = LANES / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(~0u, sum, offset, LANES);
    if (row < rows && lane == 0) y[row] = sum;
}
#define VECTOR(skewed)                                                                                                 \
    Sparse m = matrix_of(size, skewed);                                                                                \
    float *x = floats(size), *y = zeros<float>(size);                                                                  \
    measured_check([=] { return right_sparse(m.host, x, y, size, 1); })
MEASURE(sparse, rows_by_two, 16384, 262144) {
    VECTOR(false);
    return [=] { rows_by_lanes<2><<<blocks_for(size * 2, 256), 256>>>(m.start, m.column, m.value, x, y, (int)size); };
}
MEASURE(sparse, rows_by_eight, 16384, 262144) {
    VECTOR(false);
    return [=] { rows_by_lanes<8><<<blocks_for(size * 8, 256), 256>>>(m.start, m.column, m.value, x, y, (int)size); };
}
MEASURE(sparse, rows_by_eight_skewed, 16384, 262144) {
    VECTOR(true);
    return [=] { rows_by_lanes<8><<<blocks_for(size * 8, 256), 256>>>(m.start, m.column, m.value, x, y, (int)size); };
}

// Times 32 columns: a thread for each row of the result, or a warp.
__global__ void columns_by_threads(const int *start, const int *column, const float *value, const float *x, float *y,
                                   int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    for (int c = 0; c < 32; c++) {
        float sum = 0;
        for (int i = start[row]; i < start[row + 1]; i++) sum += value[i] * x[column[i] * 32 + c];
        y[row * 32 + c] = sum;
    }
}
__global__ void columns_by_warps(const int *start, const int *column, const float *value, const float *x, float *y,
                                 int rows) {
    int row = blockIdx.x * blockDim.y + threadIdx.y, c = threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = start[row]; i < start[row + 1]; i++) sum += value[i] * x[column[i] * 32 + c];
    y[row * 32 + c] = sum;
}
#define COLUMNS                                                                                                        \
    Sparse m = matrix_of(size, false);                                                                                 \
    float *x = floats(size * 32), *y = zeros<float>(size * 32);                                                        \
    measured_check([=] { return right_sparse(m.host, x, y, size, 32); })
MEASURE(sparse, columns_by_threads, 8192, 65536) {
    COLUMNS;
    return [=] { columns_by_threads<<<blocks_for(size, 128), 128>>>(m.start, m.column, m.value, x, y, (int)size); };
}
MEASURE(sparse, columns_by_warps, 8192, 65536) {
    COLUMNS;
    return [=] { columns_by_warps<<<blocks_for(size, 8), dim3(32, 8)>>>(m.start, m.column, m.value, x, y, (int)size); };
}
