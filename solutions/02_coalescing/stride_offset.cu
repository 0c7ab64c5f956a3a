// stride_offset.cu - copies of strided elements, from a run for each thread to neighbouring lanes.
//
//= student: Ada Lovelace
//= sweep: 1808
//= strided: 28
//= strided_offset: 9
//= doubles: 8
//= offset: 5
//= backwards: 5
//= shared: 5
//= random_places: 13.9846
//= own_run: 16
#include "workbook.h"

constexpr int THREADS = 256;
constexpr int RUN = 8; // elements of a thread in step 0

// Step 0: as one would divide work among the cores of a CPU, each thread gets a run of neighbours. In every trip of the
// loop the 32 lanes are RUN elements apart: even with stride 1 each load and each store touches 32 sectors.
__global__ void gather_runs(const float *in, float *out, int count, int stride, int offset) {
    int64_t first = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * RUN;
    for (int64_t i = first; i < first + RUN && i < count; i++) out[i] = in[offset + i * stride];
}

// Step 1: neighbouring lanes take neighbouring elements. With stride 1 a request touches 4 sectors, 5 where the offset
// is no multiple of 8; what a larger stride costs is the pattern's own. 2^28 neighbours take 0.82 ms on an H200,
// and 2.4 ms in runs of 8.
__global__ void gather_neighbours(const float *in, float *out, int count, int stride, int offset) {
    int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[offset + i * stride];
}

static void runs(const float *in, float *out, int count, int stride, int offset) {
    gather_runs<<<ceil_div(count, THREADS * RUN), THREADS>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

static void neighbours(const float *in, float *out, int count, int stride, int offset) {
    gather_neighbours<<<ceil_div(count, THREADS), THREADS>>>(in, out, count, stride, offset);
    CHECK(cudaGetLastError());
}

LADDER(gather, runs, neighbours)
void gather(const float *in, float *out, int count, int stride, int offset) {
    LADDER_STEP(gather)(in, out, count, stride, offset);
}
