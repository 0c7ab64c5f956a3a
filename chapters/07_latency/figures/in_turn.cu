// in_turn.cu - eight loads of each thread, in turn or all at once. Arguments: chain or many, and how many blocks.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

constexpr int LOADS = 8, THREADS = 256;

// Each address needs the value that was loaded before (which is 0).
__global__ void chain(const int *in, int *out) {
    int threads = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x, place = at;
    for (int n = 0; n < LOADS; n++) place += threads + in[place];
    out[at] = place;
}

__global__ void many(const int *in, int *out) {
    int threads = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int n = 0; n < LOADS; n++) sum += in[at + n * threads];
    out[at] = sum;
}

int main(int argc, char **argv) {
    bool in_turn = argc < 2 || strcmp(argv[1], "many") != 0;
    int blocks = argc > 2 ? atoi(argv[2]) : 4;
    size_t threads = size_t(blocks) * THREADS;
    int *in, *out;
    cudaMalloc(&in, LOADS * threads * sizeof *in);
    cudaMalloc(&out, threads * sizeof *out);
    cudaMemset(in, 0, LOADS * threads * sizeof *in);
    if (in_turn) chain<<<blocks, THREADS>>>(in, out);
    else many<<<blocks, THREADS>>>(in, out);
    cudaFree(in);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
