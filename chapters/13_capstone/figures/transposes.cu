// transposes.cu - the three transposes of transpose_limit's solution, 128 x 128.
#include "../../../solutions/13_capstone/transpose_limit.cu"

int main() {
    const int side = 128;
    float *in, *out;
    CHECK(cudaMalloc(&in, side * side * sizeof(float)));
    CHECK(cudaMalloc(&out, side * side * sizeof(float)));
    CHECK(cudaMemset(in, 0, side * side * sizeof(float)));
    for (auto step : transpose_ladder) step(in, out, side, side);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}
