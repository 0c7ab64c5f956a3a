// stores_through_a_surface.cu - columns are written through a surface, where no sector is counted, and copied out.
#include "workbook.h"

__global__ void turn(const float *in, cudaSurfaceObject_t turned, int width, int height) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) surf2Dwrite(in[static_cast<size_t>(y) * width + x], turned, y * sizeof(float), x);
}

void transpose(const float *in, float *out, int width, int height) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    CHECK(cudaMallocArray(&array, &format, height, width, cudaArraySurfaceLoadStore));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    turn<<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 32)>>>(in, surface, width, height);
    CHECK(cudaGetLastError());
    size_t row = height * sizeof(float);
    CHECK(cudaMemcpy2DFromArray(out, row, array, 0, 0, row, width, cudaMemcpyDeviceToDevice));
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(array));
}
