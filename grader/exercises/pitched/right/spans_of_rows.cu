// A functor for each element of a row, which is a span.
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"
#include <cuda/std/span>
template <class F> __global__ void for_row(char *v, size_t pitch, int width, int rows, F f) {
    int r = blockIdx.x * 4 + threadIdx.x / 64;
    if (r >= rows) return;
    cuda::std::span<float> row(reinterpret_cast<float *>(v + r * pitch), width);
    for (int x = threadIdx.x % 64; x < width; x += 64) f(row[x], x, r);
}
void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    auto f = [=] __device__(float &e, int x, int r) { e += slope.x * x + slope.y * (r % height) + slope.z * (r / height); };
    int rows = height * depth;
    for_row<<<ceil_div(rows, 4), 256>>>((char *)volume, pitch, width, rows, f);
    CHECK(cudaGetLastError());
}
