// strides.cu - a warp reads floats, doubles and columns of a tile in shared memory: the pictures of banks.
#include <cstdio>
#include <cuda_runtime.h>

// Lane l reads word l * stride.
__global__ void strided(float *out, int stride) {
    __shared__ float words[33 * 32];
    for (int i = threadIdx.x; i < 33 * 32; i += 32) words[i] = 0;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * stride];
}

__global__ void doubles(double *out) {
    __shared__ double values[32];
    values[threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x ^ 1];
}

// Lane l reads row l of a column of a tile that is WIDTH words wide.
template <int WIDTH>
__global__ void column(float *out, int which) {
    __shared__ float tile[32][WIDTH];
    for (int row = 0; row < 32; row++) tile[row][threadIdx.x] = 0;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x][which];
}

// No padding: the column is turned by the row.
__global__ void turned(float *out, int which) {
    __shared__ float tile[32][32];
    for (int row = 0; row < 32; row++) tile[row][threadIdx.x ^ row] = 0;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x][which ^ threadIdx.x];
}

int main() {
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    strided<<<1, 32>>>(out, 1);
    strided<<<1, 32>>>(out, 2);
    strided<<<1, 32>>>(out, 32);
    strided<<<1, 32>>>(out, 33);
    strided<<<1, 32>>>(out, 0);
    doubles<<<1, 32>>>((double *)out);
    column<32><<<1, 32>>>(out, 5);
    column<33><<<1, 32>>>(out, 5);
    column<34><<<1, 32>>>(out, 5);
    turned<<<1, 32>>>(out, 5);
    strided<<<1, 32>>>(out, 4);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
