// sparse.cu - a sparse matrix times a vector: rows by threads, by 8 lanes, by warps, in columns, and by elements.
#include "../measured.cuh"

#define SPARSE(MEAN, UNEVEN)                                                                                           \
    int n = (int)size;                                                                                                 \
    std::shared_ptr<Rows> m = std::make_shared<Rows>(sparse_rows(n, MEAN, UNEVEN));                                    \
    float *x = floats(size, 0, 1), *y = zeros<float>(size);                                                            \
    measured_check([=] {                                                                                               \
        std::vector<float> from = download(x, n), to = download(y, n);                                                 \
        for (int r = 0; r < n; r++) {                                                                                  \
            double sum = 0;                                                                                            \
            for (int k = m->start[r]; k < m->start[r + 1]; k++) sum += (double)m->value[k] * from[m->column[k]];       \
            if (!near(to[r], sum, 1e-4)) return false;                                                                 \
        }                                                                                                              \
        return true;                                                                                                   \
    })
#define ROWS                                                                                                           \
    int *start = upload(m->start), *column = upload(m->column);                                                        \
    float *value = upload(m->value)

__global__ void csr_threads(const int *start, const int *column, const float *value, const float *x, float *y, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += value[k] * x[column[k]];
    y[r] = sum;
}
template <int LANES>
__global__ void csr_lanes(const int *start, const int *column, const float *value, const float *x, float *y, int n) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    float sum = 0;
    if (r < n)
        for (int k = start[r] + lane, end = start[r + 1]; k < end; k += LANES) sum += value[k] * __ldg(x + column[k]);
    for (int d = LANES / 2; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (r < n && lane == 0) y[r] = sum;
}
MEASURE(sparse, csr_threads, 30000, 200000) {
    SPARSE(20, false);
    ROWS;
    return [=] { csr_threads<<<blocks_for(n, 128), 128>>>(start, column, value, x, y, n); };
}
MEASURE(sparse, csr_eighths, 30000, 200000) {
    SPARSE(20, false);
    ROWS;
    return [=] { csr_lanes<8><<<blocks_for(8 * size, 256), 256>>>(start, column, value, x, y, n); };
}
MEASURE(sparse, csr_warps, 30000, 200000) {
    SPARSE(20, false);
    ROWS;
    return [=] { csr_lanes<32><<<blocks_for(32 * size, 256), 256>>>(start, column, value, x, y, n); };
}
// Rows of equal length, by columns; -1 where a row has ended.
__global__ void ell_threads(const int *column, const float *value, const float *x, float *y, int n, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int c = column[k * n + r];
        if (c >= 0) sum += value[k * n + r] * x[c];
    }
    y[r] = sum;
}
MEASURE(sparse, ell_threads, 30000, 200000) {
    SPARSE(20, false);
    int width = 0;
    for (int r = 0; r < n; r++) width = std::max(width, m->start[r + 1] - m->start[r]);
    std::vector<int> columns((size_t)width * n, -1);
    std::vector<float> elements((size_t)width * n);
    for (int r = 0; r < n; r++)
        for (int k = m->start[r]; k < m->start[r + 1]; k++) {
            columns[(size_t)(k - m->start[r]) * n + r] = m->column[k];
            elements[(size_t)(k - m->start[r]) * n + r] = m->value[k];
        }
    int *column = upload(columns);
    float *value = upload(elements);
    return [=] { ell_threads<<<blocks_for(n, 256), 256>>>(column, value, x, y, n, width); };
}
// Adds to what is there: only the first launch gives the product.
__global__ void coo_atomics(const int *row, const int *column, const float *value, const float *x, float *y,
                            int count) {
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x)
        atomicAdd(y + row[k], value[k] * x[column[k]]);
}
#define ROW_OF_EACH                                                                                                    \
    std::vector<int> row_of;                                                                                           \
    for (int r = 0; r < n; r++) row_of.insert(row_of.end(), m->start[r + 1] - m->start[r], r);                         \
    int *row = upload(row_of), *column = upload(m->column), count = (int)row_of.size();                                \
    float *value = upload(m->value)
MEASURE(sparse, coo_atomics, 30000, 200000) {
    SPARSE(20, false);
    ROW_OF_EACH;
    return [=] { coo_atomics<<<792, 256>>>(row, column, value, x, y, count); };
}
MEASURE(sparse, lopsided_rows_threads, 50000) {
    SPARSE(16, true);
    ROWS;
    return [=] { csr_threads<<<blocks_for(n, 128), 128>>>(start, column, value, x, y, n); };
}
MEASURE(sparse, lopsided_rows_warps, 50000) {
    SPARSE(16, true);
    ROWS;
    return [=] { csr_lanes<32><<<blocks_for(32 * size, 128), 128>>>(start, column, value, x, y, n); };
}
MEASURE(sparse, lopsided_rows_atomics, 50000) {
    SPARSE(16, true);
    ROW_OF_EACH;
    return [=] { coo_atomics<<<792, 256>>>(row, column, value, x, y, count); };
}
// Warps take the next row from a counter; the last to leave sets it back.
__global__ void csr_queue(const int *start, const int *column, const float *value, const float *x, float *y, int n,
                          int *next) {
    int lane = threadIdx.x % 32;
    while (true) {
        int r = 0;
        if (lane == 0) r = atomicAdd(next, 1);
        r = __shfl_sync(~0u, r, 0);
        if (r >= n) {
            if (lane == 0 && r == n + (int)(gridDim.x * blockDim.x / 32) - 1) atomicExch(next, 0);
            return;
        }
        float sum = 0;
        for (int k = start[r] + lane, end = start[r + 1]; k < end; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
        if (lane == 0) y[r] = sum;
    }
}
MEASURE(sparse, lopsided_rows_queue, 50000) {
    SPARSE(16, true);
    ROWS;
    int *next = zeros<int>(1);
    return [=] { csr_queue<<<264, 256>>>(start, column, value, x, y, n, next); };
}
