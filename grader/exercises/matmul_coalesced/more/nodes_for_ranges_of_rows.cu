// nodes_for_ranges_of_rows.cu - Kernel nodes made by hand, each for a quarter of the rows; blocks of 1,024 threads in
// a row.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <algorithm>

struct Slice {
    const float *A, *B;
    float *C;
    int rows, n, k;
};

__global__ void __launch_bounds__(1024) row_of_products(Slice s) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= s.n) return;
    for (int row = blockIdx.y; row < s.rows; row += gridDim.y) {
        const float *a = s.A + static_cast<size_t>(row) * s.k, *b = s.B + column;
        float sum = 0;
        for (int p = 0; p < s.k; ++p, b += s.n) sum = __fmaf_rn(a[p], __ldg(b), sum);
        s.C[static_cast<size_t>(row) * s.n + column] = sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CHECK(cudaGraphCreate(&graph, 0));
    int rows = ceil_div(m, 4);
    for (int first = 0; first < m; first += rows) {
        Slice slice{A + static_cast<size_t>(first) * k, B, C + static_cast<size_t>(first) * n,
                    std::min(rows, m - first), n, k};
        void *arguments[] = {&slice};
        cudaKernelNodeParams node = {};
        node.func = reinterpret_cast<void *>(row_of_products);
        node.gridDim = dim3(ceil_div(n, 1024), std::min(slice.rows, 65535));
        node.blockDim = dim3(1024);
        node.kernelParams = arguments;
        cudaGraphNode_t made;
        CHECK(cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node));
    }
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphLaunch(executable, nullptr));
    CHECK(cudaStreamSynchronize(nullptr));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
}
