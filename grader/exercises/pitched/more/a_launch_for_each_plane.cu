// a_launch_for_each_plane.cu - A plane at a time, each in one of four streams, with blocks of 96 threads along a row.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__global__ void ramp_plane(char *plane, size_t pitch, int width, float2 slope, float of_plane) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width) reinterpret_cast<float *>(plane + y * pitch)[x] += slope.x * x + slope.y * y + of_plane;
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    cudaStream_t streams[4];
    for (auto &stream : streams) CHECK(cudaStreamCreate(&stream));
    for (int z = 0; z < depth; z++) {
        char *plane = static_cast<char *>(volume) + static_cast<size_t>(z) * height * pitch;
        ramp_plane<<<dim3(ceil_div(width, 96), height), 96, 0, streams[z % 4]>>>(
            plane, pitch, width, make_float2(slope.x, slope.y), slope.z * z);
        CHECK(cudaGetLastError());
    }
    for (auto &stream : streams) {
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
}
