// key.cu - asks the device for a pitch, counts sectors of packed and of pitched rows, and walks to an element.
#include "drawn.h"
#include "workbook.h"

__device__ void load_rows(const char *first, size_t pitch, int rows, float *out) {
    float sum = 0;
    for (int row = 0; row < rows; row++) sum += reinterpret_cast<const float *>(first + row * pitch)[threadIdx.x];
    out[threadIdx.x] = sum;
}
__global__ void load_packed(const char *first, size_t pitch, int rows, float *out) {
    load_rows(first, pitch, rows, out);
}
__global__ void load_pitched(const char *first, size_t pitch, int rows, float *out) {
    load_rows(first, pitch, rows, out);
}

int main(int, char **argv) {
    size_t width = drawn(argv, "width") * sizeof(float), from = drawn(argv, "x") * sizeof(float), pitch;
    int rows = drawn(argv, "rows");
    char *memory;
    float *out;
    CHECK(cudaMallocPitch(&memory, &pitch, width, rows));
    CHECK(cudaMemset(memory, 0, pitch * rows));
    CHECK(cudaMalloc(&out, 32 * sizeof(float)));
    load_packed<<<1, 32>>>(memory + from, width, rows, out);
    load_pitched<<<1, 32>>>(memory + from, pitch, rows, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("bytes_of_rows %zu\n", pitch); // of one

    int byte = 0; // plane by plane, row by row, float by float
    for (int z = 0; z < drawn(argv, "at_z"); z++) byte += drawn(argv, "height") * drawn(argv, "pitch");
    for (int y = 0; y < drawn(argv, "at_y"); y++) byte += drawn(argv, "pitch");
    for (int x = 0; x < drawn(argv, "at_x"); x++) byte += sizeof(float);
    printf("byte_of_element %d\n", byte);
    CHECK(cudaFree(memory));
    CHECK(cudaFree(out));
}
