// rows_of_warps.cu - A warp has a row, whatever plane it is in, and goes along it; the slopes lie in constant memory.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__constant__ float3 slopes;

__global__ void ramp(cudaPitchedPtr plane, int rows, int height) {
    int lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
    for (int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; r < rows; r += warps) {
        auto *row = reinterpret_cast<float *>(static_cast<char *>(plane.ptr) + r * plane.pitch);
        float of_row = slopes.y * (r % height) + slopes.z * (r / height);
        for (int x = lane; x < plane.xsize; x += 32) row[x] += slopes.x * x + of_row;
    }
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    CHECK(cudaMemcpyToSymbol(slopes, &slope, sizeof slope));
    ramp<<<min(ceil_div(height * depth, 8), 1056), 256>>>(make_cudaPitchedPtr(volume, pitch, width, height),
                                                          height * depth, height);
    CHECK(cudaGetLastError());
}
