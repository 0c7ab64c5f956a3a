// doubles_and_float4.cu - float4 with a tail, in streams; each of the three has its own polynomial.
#include "workbook.h"

template <int DEGREE> __device__ float polynomial(float x) {
    float y = 0.5f;
#pragma unroll
    for (int d = 0; d < DEGREE; d++) y = y * x + 1.0f / (d + 1);
    return y;
}

template <int DEGREE> __device__ void map(const float *in, float *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, fours = count / 4;
    if (i < fours) {
        float4 v = reinterpret_cast<const float4 *>(in)[i];
        v = {polynomial<DEGREE>(v.x), polynomial<DEGREE>(v.y), polynomial<DEGREE>(v.z), polynomial<DEGREE>(v.w)};
        reinterpret_cast<float4 *>(out)[i] = v;
    } else if (i < fours + count % 4) {
        int at = 3 * fours + i;
        out[at] = polynomial<DEGREE>(in[at]);
    }
}

__global__ void low(const float *in, float *out, int count) { map<1>(in, out, count); }
__global__ void middle(const float *in, float *out, int count) { map<8>(in, out, count); }
__global__ void high(const float *in, float *out, int count) { map<64>(in, out, count); }

int main(int, char **argv) {
    int count = atoi(argv[1]), blocks = ceil_div(count / 4 + count % 4, 128);
    for (auto kernel : {&low, &middle, &high}) {
        cudaStream_t stream;
        float *in, *out;
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaMallocAsync(&in, count * sizeof(float), stream));
        CHECK(cudaMallocAsync(&out, count * sizeof(float), stream));
        CHECK(cudaMemsetAsync(in, 0, count * sizeof(float), stream));
        kernel<<<blocks, 128, 0, stream>>>(in, out, count);
        CHECK(cudaGetLastError());
        CHECK(cudaFreeAsync(in, stream));
        CHECK(cudaFreeAsync(out, stream));
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
}
