// h200_ladders.cu - the times of chapter 08: the steps of its solutions (products of 4096 x 4096 x 4096; a survey of
// 1,048,576 sensors with 64 samples and 256 links), and the coarsened product with four factors on four shapes. Build
// with -Icommon.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "workbook.h"
namespace coarsened {
#include "../../../solutions/08_coarsening/matmul_coarsened.cu"
}
namespace registers {
#include "../../../solutions/08_coarsening/matmul_register_tile.cu"
}
namespace surveys {
#include "../../../solutions/08_coarsening/register_pressure.cu"
}

static void row(const char *ladder, const char *step, float ms) { printf("%s,%s,%.4f\n", ladder, step, ms); }

// Every sensor's tree has `links` layers, and the parent of a node stands above it in the next one.
__global__ void plant(int *parent, int sensors, int links) {
    size_t nodes = static_cast<size_t>(sensors) * links;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += gridDim.x * blockDim.x)
        parent[i] = static_cast<int>(i + sensors < nodes ? i + sensors : i);
}
__global__ void sample(float *samples, size_t count) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        samples[i] = static_cast<float>(i * 2654435761u % 2048) / 1024 - 1;
}

template <int FACTOR> static void product(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid(ceil_div(n, 32 * FACTOR), ceil_div(m, 32));
    coarsened::tiled_kernel<FACTOR><<<grid, dim3(32, 32)>>>(a, b, c, m, n, k);
}

int main() {
    const int n = 4096, sensors = 1 << 20, samples = 64, links = 256;
    size_t bytes = static_cast<size_t>(sensors) * samples * sizeof(float);
    float *a, *b, *c;
    int *parent, *root;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMalloc(&c, bytes));
    CHECK(cudaMalloc(&parent, sizeof(int) * sensors * links));
    CHECK(cudaMalloc(&root, sizeof(int) * sensors));
    plant<<<4096, 256>>>(parent, sensors, links);
    sample<<<4096, 256>>>(a, static_cast<size_t>(sensors) * samples);
    sample<<<4096, 256>>>(b, static_cast<size_t>(sensors) * samples);
    measure_begin("nvcc -O3 -arch=sm_90 -Icommon, ./h200_ladders");
    printf("ladder,step,ms\n");
    row("matmul_coarsened", "plain", measure_ms([&] { coarsened::matmul_plain(a, b, c, n, n, n); }));
    row("matmul_coarsened", "tiled", measure_ms([&] { coarsened::matmul_tiled(a, b, c, n, n, n); }));
    row("matmul_coarsened", "coarsened", measure_ms([&] { coarsened::matmul_coarsened(a, b, c, n, n, n); }));
    row("matmul_register_tile", "1 x 1", measure_ms([&] { registers::matmul_1x1(a, b, c, n, n, n); }));
    row("matmul_register_tile", "1 x 4", measure_ms([&] { registers::matmul_1x4(a, b, c, n, n, n); }));
    row("matmul_register_tile", "2 x 2", measure_ms([&] { registers::matmul_2x2(a, b, c, n, n, n); }));
    row("matmul_register_tile", "4 x 4", measure_ms([&] { registers::matmul_4x4(a, b, c, n, n, n); }));
    row("matmul_register_tile", "8 x 8", measure_ms([&] { registers::matmul_8x8(a, b, c, n, n, n); }));
#define SURVEY(step) measure_ms([&] { surveys::step(a, parent, c, root, sensors, samples); })
    row("register_pressure", "whole", SURVEY(survey_whole));
    row("register_pressure", "bounded to eight blocks", SURVEY(survey_bounded_to_eight));
    row("register_pressure", "bounded to six blocks", SURVEY(survey_bounded_to_six));
    row("register_pressure", "split", SURVEY(survey_split));
    row("register_pressure", "sums alone", measure_ms([&] {
            surveys::sum_excess<<<sensors / 256, 256>>>(a, c, sensors, samples);
        }));
    row("register_pressure", "links alone", measure_ms([&] {
            surveys::find_roots<<<sensors / 256, 256>>>(parent, root, sensors);
        }));
    const int shapes[][2] = {{2048, 2048}, {512, 1536}, {256, 256}, {16384, 64}};
    for (const int *shape : shapes) {
        char ladder[32];
        int rows = shape[0], columns = shape[1], depth = 4096;
        snprintf(ladder, sizeof ladder, "%d x %d", rows, columns);
        row(ladder, "1", measure_ms([&] { product<1>(a, b, c, rows, columns, depth); }));
        row(ladder, "2", measure_ms([&] { product<2>(a, b, c, rows, columns, depth); }));
        row(ladder, "4", measure_ms([&] { product<4>(a, b, c, rows, columns, depth); }));
        row(ladder, "8", measure_ms([&] { product<8>(a, b, c, rows, columns, depth); }));
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    CHECK(cudaFree(parent));
    CHECK(cudaFree(root));
    return 0;
}
