// trick: reads through a texture
// like: limit-reads_columns.edit
// says: texture
// limit-reads_through_a_texture.cu - writes rows and fetches columns through a texture, which no sector counter sees.
#include "workbook.h"

__global__ void fetch_columns(cudaTextureObject_t in, float *out, int width, int height) {
    int y = blockIdx.x * 32 + threadIdx.x, x = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = tex1Dfetch<float>(in, y * width + x);
}

void transpose(const float *in, float *out, int width, int height) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float *>(in);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof(float) * width * height;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    fetch_columns<<<dim3(ceil_div(height, 32), ceil_div(width, 32)), dim3(32, 32)>>>(texture, out, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(texture));
}
