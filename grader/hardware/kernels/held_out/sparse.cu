// sparse.cu - measured kernels that no model has seen.
#include "../measured.cuh"

// Rows of 16 elements, stored by columns so that lanes read neighbours.
__global__ void rows_padded(const int *column, const float *value, const float *x, float *y, int rows) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += value[(size_t)k * rows + r] * x[column[(size_t)k * rows + r]];
    y[r] = sum;
}
MEASURE(sparse, rows_padded, 16384, 262144, 1048576) {
    int *column = integers(size * 16, (uint32_t)size);
    float *value = floats(size * 16), *x = floats(size), *y = zeros<float>(size);
    return [=] { rows_padded<<<blocks_for(size, 256), 256>>>(column, value, x, y, (int)size); };
}

// Coordinates: each element adds its product to its row.
__global__ void elements_by_atomics(const int *row, const int *column, const float *value, const float *x, float *y,
                                    int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}
MEASURE(sparse, elements_by_atomics, 262144, 4194304) {
    int *row = values<int>(size, [](uint32_t i) { return i / 16; }), *column = integers(size, (uint32_t)size / 16);
    float *value = floats(size), *x = floats(size / 16), *y = zeros<float>(size / 16);
    return [=] { elements_by_atomics<<<blocks_for(size, 256), 256>>>(row, column, value, x, y, (int)size); };
}
