// pitch.cu - a warp reads 32 floats of row 1 of a plane whose rows of 44 floats are packed or padded.
#include "workbook.h"

__global__ void load_row(const char *plane, size_t pitch, float *out) {
    out[threadIdx.x] = reinterpret_cast<const float *>(plane + pitch)[threadIdx.x];
}

__global__ void mark(char *plane, size_t pitch, int width) {
    reinterpret_cast<float *>(plane + threadIdx.y * pitch)[threadIdx.x] = 1;
}

int main() {
    constexpr int WIDTH = 44, HEIGHT = 4;
    char *plane;
    float *out;
    size_t pitch;
    CHECK(cudaMallocPitch(&plane, &pitch, WIDTH * sizeof(float), HEIGHT));
    CHECK(cudaMemset(plane, 0, pitch * HEIGHT));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    load_row<<<1, 32>>>(plane, WIDTH * sizeof(float), out);
    load_row<<<1, 32>>>(plane, pitch, out);
    mark<<<1, dim3(WIDTH, HEIGHT)>>>(plane, WIDTH * sizeof(float), WIDTH);
    mark<<<1, dim3(WIDTH, HEIGHT)>>>(plane, pitch, WIDTH);
    CHECK(cudaGetLastError());
    printf("pitch %zu\n", pitch);
    CHECK(cudaFree(plane));
    CHECK(cudaFree(out));
    return 0;
}
