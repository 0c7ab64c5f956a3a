// captured_rows_of_tiles.cu - a launch for each row of tiles, all captured in one graph.
//
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"

constexpr int SIDE = 32;

__global__ void turn_row(const float *in, float *out, int width, int height, int top) {
    __shared__ float tile[SIDE][SIDE + 1];
    int left = blockIdx.x * SIDE;
    for (int r = threadIdx.y; r < SIDE && top + r < height; r += blockDim.y)
        if (left + threadIdx.x < width)
            tile[r][threadIdx.x] = in[static_cast<size_t>(top + r) * width + left + threadIdx.x];
    __syncthreads();
    for (int r = threadIdx.y; r < SIDE && left + r < width; r += blockDim.y)
        if (top + threadIdx.x < height)
            out[static_cast<size_t>(left + r) * height + top + threadIdx.x] = tile[threadIdx.x][r];
}

void transpose(const float *in, float *out, int width, int height) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t runnable;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int top = 0; top < height; top += SIDE)
        turn_row<<<ceil_div(width, SIDE), dim3(SIDE, 8), 0, stream>>>(in, out, width, height, top);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&runnable, graph, 0));
    CHECK(cudaGraphLaunch(runnable, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(runnable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
