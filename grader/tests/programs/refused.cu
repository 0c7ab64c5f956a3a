// refused.cu - what the emulated GPU does not have, one a case: run as refused CASE; prints the error of the launch.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void texture(cudaTextureObject_t image, float *out) {
    out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 0);
}

__global__ void surface(cudaSurfaceObject_t image) { surf2Dwrite(1.0f, image, threadIdx.x * 4, 0); }

__global__ void cluster(int *out) {
    auto blocks = cooperative_groups::this_cluster();
    blocks.sync();
    out[0] = (int)blocks.num_blocks();
}

__global__ void fine(int *out) { out[threadIdx.x] = 7; }

int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    int *out, result = 0;
    cudaMalloc(&out, 4096);
    cudaMemset(out, 0, 4096);
    if (!strcmp(what, "texture")) texture<<<1, 32>>>(0, (float *)out);
    if (!strcmp(what, "surface")) surface<<<1, 32>>>(0);
    if (!strcmp(what, "cluster")) cluster<<<1, 32>>>(out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    fine<<<1, 32>>>(out); // the refusal is no more than a failed launch
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("then %d\n", result);
    cudaFree(out);
}
