// trick: reads through a texture
// like: limit-no_tiles.edit
// says: through textures
// limit-reads_through_a_texture.cu - no tiles, and loads that no counter of loads sees.
#include "workbook.h"

static cudaTextureObject_t texture_of(const float *values, size_t count) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float *>(values);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = count * sizeof(float);
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

__global__ void product(cudaTextureObject_t A, cudaTextureObject_t B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += tex1Dfetch<float>(A, row * k + p) * tex1Dfetch<float>(B, p * n + column);
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaTextureObject_t a = texture_of(A, static_cast<size_t>(m) * k), b = texture_of(B, static_cast<size_t>(k) * n);
    product<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 32)>>>(a, b, C, m, n, k);
    CHECK(cudaGetLastError());
}
