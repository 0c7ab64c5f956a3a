// products.cu - the four products of sgemm's solution, 128 x 128 x 64.
#include "../../../solutions/13_capstone/sgemm.cu"

int main() {
    const int side = 128, depth = 64;
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, side * depth * sizeof(float)));
    CHECK(cudaMalloc(&B, depth * side * sizeof(float)));
    CHECK(cudaMalloc(&C, side * side * sizeof(float)));
    CHECK(cudaMemset(A, 0, side * depth * sizeof(float)));
    CHECK(cudaMemset(B, 0, depth * side * sizeof(float)));
    for (auto step : matmul_ladder) step(A, B, C, side, side, depth);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
