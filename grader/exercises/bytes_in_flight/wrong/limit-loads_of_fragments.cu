// trick: few warps load matrix fragments, one after another
// like: limit-few_warps_in_turn.cu
// says: bytes of in in flight together
// limit-loads_of_fragments.cu - and a load of another kind waits, so that something does.
#include "workbook.h"
#include <mma.h>

using namespace nvcuda;

__global__ void copy(const float *in, float *out, int count) {
    int tiles = count / 256;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> values;
        wmma::load_matrix_sync(values, in + tile * 256, 16, wmma::mem_row_major);
        wmma::store_matrix_sync(out + tile * 256, values, 16, wmma::mem_row_major);
    }
    int rest = tiles * 256 + blockIdx.x * 32 + threadIdx.x;
    if (rest < count) out[rest] = in[rest];
}

void copy_floats(const float *in, float *out, int count) {
    copy<<<132, 32>>>(in, out, count);
    CHECK(cudaGetLastError());
}
