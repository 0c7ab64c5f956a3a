// sparse.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// y = A * x of a sparse matrix in compressed rows: a thread for each row; rows of similar or of very different length.
__global__ void rows_by_threads(const int *start, const int *column, const float *value, const float *x, float *y,
                                int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int i = start[r]; i < start[r + 1]; i++) sum += value[i] * x[column[i]];
    y[r] = sum;
}
MEASURE(sparse, rows_by_threads, 16384, 262144, 1048576) {
    Rows rows = sparse_rows((int)size, 16, false);
    int *start = upload(rows.start), *column = upload(rows.column);
    float *value = upload(rows.value), *x = floats(size), *y = zeros<float>(size);
    return [=] { rows_by_threads<<<blocks_for(size, 128), 128>>>(start, column, value, x, y, (int)size); };
}
MEASURE(sparse, rows_by_threads_skewed, 16384, 262144) {
    Rows rows = sparse_rows((int)size, 16, true);
    int *start = upload(rows.start), *column = upload(rows.column);
    float *value = upload(rows.value), *x = floats(size), *y = zeros<float>(size);
    return [=] { rows_by_threads<<<blocks_for(size, 128), 128>>>(start, column, value, x, y, (int)size); };
}

__global__ void rows_by_warps(const int *start, const int *column, const float *value, const float *x, float *y,
                              int rows) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float sum = 0;
    for (int i = start[r] + lane; i < start[r + 1]; i += 32) sum += value[i] * x[column[i]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (lane == 0) y[r] = sum;
}
MEASURE(sparse, rows_by_warps, 16384, 262144, 1048576) {
    Rows rows = sparse_rows((int)size, 16, false);
    int *start = upload(rows.start), *column = upload(rows.column);
    float *value = upload(rows.value), *x = floats(size), *y = zeros<float>(size);
    return [=] { rows_by_warps<<<blocks_for(size * 32, 256), 256>>>(start, column, value, x, y, (int)size); };
}
MEASURE(sparse, rows_by_warps_skewed, 16384, 262144) {
    Rows rows = sparse_rows((int)size, 16, true);
    int *start = upload(rows.start), *column = upload(rows.column);
    float *value = upload(rows.value), *x = floats(size), *y = zeros<float>(size);
    return [=] { rows_by_warps<<<blocks_for(size * 32, 256), 256>>>(start, column, value, x, y, (int)size); };
}

// A matrix of seven diagonals.
__global__ void diagonals(const float *bands, const float *x, float *y, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const int offsets[7] = {-width, -2, -1, 0, 1, 2, width};
    float sum = 0;
    for (int d = 0; d < 7; d++) {
        int column = r + offsets[d];
        if (column >= 0 && column < rows) sum += bands[(size_t)d * rows + r] * x[column];
    }
    y[r] = sum;
}
MEASURE(sparse, diagonals, 65536, 4194304) {
    float *bands = floats(size * 7), *x = floats(size), *y = zeros<float>(size);
    return [=] { diagonals<<<blocks_for(size, 256), 256>>>(bands, x, y, (int)size, 1024); };
}
