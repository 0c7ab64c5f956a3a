// volume.cu - a volume whose rows begin every `pitch` bytes.
#include "listing.h"

__global__ void number_rows(void *volume, size_t pitch, int width, int height) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= width) return;
    //= listing: float *row = (float *)(
}

int main() {
    constexpr int width = 40;
    constexpr int height = 8;
    constexpr int depth = 3;
    void *volume;
    size_t pitch;
    CHECK(cudaMallocPitch(&volume, &pitch, width * sizeof(float), height * depth));
    number_rows<<<dim3(height, depth), 64>>>(volume, pitch, width, height);
    show(static_cast<float *>(volume), 10);
    printf("pitch %zu bytes for rows of %zu\n", pitch, width * sizeof(float));
}
