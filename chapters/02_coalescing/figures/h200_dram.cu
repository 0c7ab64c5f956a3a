// h200_dram.cu - reads 2^24 floats that lie a stride apart, once for each stride, for a profiler to look at:
//
//     ncu --csv --metrics l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,dram__bytes_read.sum ./h200_dram
//
// gives the sectors that warps ask for and the bytes that memory delivers, of each launch; h200_dram.csv has them in a
// row for each stride.
#include "../../../grader/figures/measure.cuh"

__global__ void read(const float *in, float *out, long long stride) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float value = in[i * stride];
    if (value == -1) *out = value;
}

int main() {
    const long long count = 1 << 24;
    const int strides[] = {1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32};
    float *in, *out;
    CHECK(cudaMalloc(&in, count * 32 * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMemset(in, 0, count * 32 * sizeof(float)));
    measure_begin("ncu --csv --metrics l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,dram__bytes_read.sum ./h200_dram");
    for (int stride : strides) {
        printf("# stride %d\n", stride);
        read<<<count / 256, 256>>>(in, out, stride);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
