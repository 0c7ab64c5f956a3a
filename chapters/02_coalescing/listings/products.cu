// products.cu - both kernels of the question, for small matrices.
#include "listing.h"

__global__ void first_product(const float *A, const float *B, float *C, int n) {
    int row, column;
    //= listing: // first kernel
    float sum = 0;
    for (int p = 0; p < n; p++)
        sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void second_product(const float *A, const float *B, float *C, int n) {
    int row, column;
    //= listing: // second kernel
    float sum = 0;
    for (int p = 0; p < n; p++)
        sum += A[row * n + p] * B[p * n + column];
    C[row * n + column] = sum;
}

int main() {
    constexpr int n = 64;
    float *A = numbers(n * n), *B = numbers(n * n), *C = room(n * n);
    dim3 block(32, 8);
    first_product<<<dim3(n / 32, n / 8), block>>>(A, B, C, n);
    second_product<<<dim3(n / 32, n / 8), block>>>(A, B, C, n);
    show(C, 8);
}
