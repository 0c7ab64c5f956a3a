// key.cu - five pieces that travel there and back in streams of their own: the key of overlap's predictions.
#include <cuda_runtime.h>

constexpr int PIECES = 5;
constexpr size_t BYTES = 1 << 20;

int main() {
    cudaStream_t streams[PIECES];
    char *host, *device;
    cudaMallocHost(&host, PIECES * BYTES);
    cudaMalloc(&device, PIECES * BYTES);
    for (size_t i = 0; i < PIECES * BYTES; i++) host[i] = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        size_t first = piece * BYTES;
        cudaStreamCreate(&streams[piece]);
        cudaMemcpyAsync(device + first, host + first, BYTES, cudaMemcpyHostToDevice, streams[piece]);
        cudaMemcpyAsync(host + first, device + first, BYTES, cudaMemcpyDeviceToHost, streams[piece]);
    }
    cudaError_t error = cudaDeviceSynchronize();
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaFree(device);
    cudaFreeHost(host);
    return error != cudaSuccess;
}
