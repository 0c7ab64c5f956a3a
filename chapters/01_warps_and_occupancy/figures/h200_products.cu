// h200_products.cu - how fast products of n x n matrices run, one thread per element, blocks of three widths.
#include "../../../grader/figures/measure.cuh"

__global__ void product(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int p = 0; p < n; p++) sum += A[(size_t)row * n + p] * B[(size_t)p * n + column];
    C[(size_t)row * n + column] = sum;
}

int main() {
    const int largest = 4096;
    size_t count = (size_t)largest * largest;
    float *matrices;
    cudaDeviceProp gpu;
    CHECK(cudaGetDeviceProperties(&gpu, 0));
    CHECK(cudaMalloc(&matrices, 3 * count * sizeof(float)));
    CHECK(cudaMemset(matrices, 0, 3 * count * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_products");
    printf("width,n,blocks,wave,ms,gflops\n");
    for (int width = 8; width <= 32; width *= 2) {
        int resident;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, product, width * width, 0));
        for (int n = 64; n <= largest; n *= 2) {
            dim3 block(width, width), grid(n / width, n / width);
            float ms =
                measure_ms([&] { product<<<grid, block>>>(matrices, matrices + count, matrices + 2 * count, n); });
            printf("%d,%d,%d,%d,%.5f,%.1f\n", width, n, (n / width) * (n / width), resident * gpu.multiProcessorCount,
                   ms, 2.0 * n * n * n / ms / 1e6);
        }
    }
    CHECK(cudaFree(matrices));
    return 0;
}
