// h200_planes.cu - every float of a plane is scaled in place; its rows are packed or padded.
#include "../../../grader/figures/measure.cuh"

__global__ void scale(char *plane, size_t pitch, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width) reinterpret_cast<float *>(plane + y * pitch)[x] *= 1.5f;
}

int main() {
    const int height = 16384;
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_planes");
    printf("width,rows,pitch,ms\n");
    for (int width : {8192, 8193, 8196, 8200, 8208}) {
        char *plane;
        size_t pitch;
        CHECK(cudaMallocPitch(&plane, &pitch, width * sizeof(float), height));
        CHECK(cudaMemset(plane, 0, pitch * height));
        dim3 block(32, 8), grid((width + 31) / 32, height / 8);
        size_t packed = width * sizeof(float);
        float ms = measure_ms([&] { scale<<<grid, block>>>(plane, packed, width); });
        printf("%d,packed,%zu,%.5f\n", width, packed, ms);
        ms = measure_ms([&] { scale<<<grid, block>>>(plane, pitch, width); });
        printf("%d,padded,%zu,%.5f\n", width, pitch, ms);
        CHECK(cudaFree(plane));
    }
    return 0;
}
