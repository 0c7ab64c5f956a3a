// key.cu - asks the device for the pitch of rows of 100 floats, counts sectors, and measures an address.
#include "workbook.h"

__global__ void load_packed(const float *rows, float *out) { out[threadIdx.x] = rows[100 + threadIdx.x]; }

__global__ void load_pitched(const char *rows, size_t pitch, float *out) {
    out[threadIdx.x] = reinterpret_cast<const float *>(rows + pitch)[threadIdx.x];
}

int main() {
    constexpr int WIDTH = 100, HEIGHT = 10;
    char *rows;
    float *out;
    size_t pitch;
    CHECK(cudaMallocPitch(&rows, &pitch, WIDTH * sizeof(float), HEIGHT));
    CHECK(cudaMemset(rows, 0, pitch * HEIGHT));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    load_packed<<<1, 32>>>(reinterpret_cast<float *>(rows), out);
    load_pitched<<<1, 32>>>(rows, pitch, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("pitch_of_100 %zu\n", pitch);

    using Plane = float[HEIGHT][512 / sizeof(float)]; // the compiler finds the element
    Plane *volume = nullptr;
    printf("byte_of_3_2_1 %zu\n", reinterpret_cast<size_t>(&volume[1][2][3]));
    CHECK(cudaFree(rows));
    CHECK(cudaFree(out));
    return 0;
}
