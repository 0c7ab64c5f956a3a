// A launch for each plane, in four streams, by a cudaPitchedPtr.
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"
#include <vector>
__global__ void ramp(cudaPitchedPtr p, int height, int z, float3 slope) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= p.xsize / sizeof(float) || y >= height) return;
    float *e = (float *)((char *)p.ptr + ((size_t)z * p.ysize + y) * p.pitch) + x;
    *e = fmaf(slope.z, z, fmaf(slope.y, y, fmaf(slope.x, x, *e)));
}
void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    cudaPitchedPtr p = make_cudaPitchedPtr(volume, pitch, width * sizeof(float), height);
    std::vector<cudaStream_t> s(4);
    for (auto &e : s) CHECK(cudaStreamCreate(&e));
    for (int z = 0; z < depth; z++)
        ramp<<<dim3(ceil_div(width, 64), ceil_div(height, 4)), dim3(64, 4), 0, s[z % 4]>>>(p, height, z, slope);
    CHECK(cudaGetLastError());
    for (auto &e : s) { CHECK(cudaStreamSynchronize(e)); CHECK(cudaStreamDestroy(e)); }
}
