// sums.cu - the ladders of sums and of the histogram beside CUB's.
#include "bench.h"
#include "ladder.h"

#include <cub/cub.cuh>

namespace sums_02 {
#include "../../../solutions/02_coalescing/matrix_sums.cu"
}
namespace sums_04 {
#include "../../../solutions/04_tiling/row_sums_shared.cu"
}
namespace survey_08 {
#include "../../../solutions/08_coarsening/register_pressure.cu"
}
namespace segments_09 {
#include "../../../solutions/09_divergence_and_privatisation/reduce_converged.cu"
}
namespace histogram_09 {
#include "../../../solutions/09_divergence_and_privatisation/histogram_private.cu"
}
namespace running_10 {
#include "../../../solutions/10_kernels_and_transfers/stay_on_device.cu"
}
namespace doubles_10 {
#include "../../../solutions/10_kernels_and_transfers/sum_two_level.cu"
}
namespace atomic_10 {
#include "../../../solutions/10_kernels_and_transfers/sum_atomic.cu"
}

// Calls of CUB ask for their scratch memory first.
template <typename Call> static std::function<void()> with_scratch(Call call) {
    size_t bytes = 0;
    call(nullptr, bytes);
    void *scratch = bench_memory(bytes ? bytes : 1);
    return [=] {
        size_t same = bytes;
        call(scratch, same);
    };
}

static std::function<void()> segmented_sum(const float *in, float *out, int segments, int length) {
    std::vector<int> ends(segments + 1);
    for (int i = 0; i <= segments; i++) ends[i] = i * length;
    int *offsets = static_cast<int *>(bench_memory(ends.size() * sizeof(int)));
    CHECK(cudaMemcpy(offsets, ends.data(), ends.size() * sizeof(int), cudaMemcpyHostToDevice));
    return with_scratch([=](void *scratch, size_t &bytes) {
        cub::DeviceSegmentedReduce::Sum(scratch, bytes, in, out, segments, offsets, offsets + 1);
    });
}

static void row_sums(int side) {
    const std::string size = std::to_string(side) + " x " + std::to_string(side);
    size_t count = size_t(side) * side;
    float *in = bench_floats(count), *rows = bench_floats(side), *columns = bench_floats(side);
    Table both("matrix_sums", size.c_str(), 2.0 * count * sizeof(float), 0);
    both.ladder(sums_02::matrix_sums_names, sums_02::matrix_sums_ladder,
                [=](decltype(&sums_02::matrix_sums) step) { step(in, rows, columns, side, side); });
    both.run(21);
    Table table("row_sums_shared", size.c_str(), count * sizeof(float), 0);
    const int threads = sums_02::THREADS;
    table.step("row_sums_by_thread",
               [=] { sums_02::row_sums_by_thread<<<ceil_div(side, threads), threads>>>(in, rows, side, side); });
    table.step("row_sums_by_warp", [=] { sums_02::launch_row_warps(in, rows, side, side); });
    table.step("row_sums_by_block", [=] { sums_02::row_sums_by_block<<<side, threads>>>(in, rows, side); });
    table.ladder(sums_04::row_sums_names, sums_04::row_sums_ladder,
                 [=](decltype(&sums_04::row_sums) step) { step(in, rows, side, side, 256); });
    table.peer("cub::DeviceSegmentedReduce::Sum", segmented_sum(in, rows, side, side));
    table.run(21);
    bench_release();
}

// Rows as short as their blocks: what takes time is adding up a block.
static void row_trees() {
    const int rows = 65536, columns = 1024, threads = 1024;
    float *in = bench_floats(size_t(rows) * columns), *sums = bench_floats(rows);
    Table table("row_sums_shared", "65536 x 1024, 1024 threads", 4.0 * rows * columns, 0);
    table.ladder(sums_04::row_sums_names, sums_04::row_sums_ladder,
                 [=](decltype(&sums_04::row_sums) step) { step(in, sums, rows, columns, threads); });
    table.peer("cub::DeviceSegmentedReduce::Sum", segmented_sum(in, sums, rows, columns));
    table.run(21);
    bench_release();
}

static void segments() {
    const int count = 1 << 26, length = 512;
    float *in = bench_floats(count), *out = bench_floats(count / length);
    Table table("reduce_converged", "67,108,864 floats", count * sizeof(float), 0);
    table.ladder(segments_09::segment_sums_names, segments_09::segment_sums_ladder,
                 [=](decltype(&segments_09::segment_sums) step) { step(in, out, count); });
    table.peer("cub::DeviceSegmentedReduce::Sum", segmented_sum(in, out, count / length, length));
    table.run(21);
    bench_release();
}

static void histograms() {
    const int count = 64 << 20;
    auto in = reinterpret_cast<const unsigned char *>(bench_floats(count / 4));
    std::vector<unsigned> random(count / 4);
    unsigned state = 1;
    for (unsigned &word : random) word = state = state * 1664525u + 1013904223u, word ^= word >> 16;
    CHECK(cudaMemcpy(const_cast<unsigned char *>(in), random.data(), count, cudaMemcpyHostToDevice));
    auto bins = static_cast<unsigned *>(bench_memory(256 * sizeof(unsigned)));
    Table table("histogram_private", "64 MB of random bytes", count, 0);
    table.ladder(histogram_09::histogram_names, histogram_09::histogram_ladder,
                 [=](decltype(&histogram_09::histogram) step) {
                     CHECK(cudaMemsetAsync(bins, 0, 256 * sizeof(unsigned)));
                     step(in, bins, count);
                 });
    table.peer("cub::DeviceHistogram::HistogramEven", with_scratch([=](void *scratch, size_t &bytes) {
                   cub::DeviceHistogram::HistogramEven(scratch, bytes, in, bins, 257, 0, 256, count);
               }));
    table.run(21);
    bench_release();
}

static void whole_sums() {
    const int count = 1 << 26;
    float *in = bench_floats(count), *out = bench_floats(1);
    Table floats("sum_atomic", "67,108,864 floats", count * sizeof(float), 0);
    floats.ladder(atomic_10::sum_floats_names, atomic_10::sum_floats_ladder,
                  [=](decltype(&atomic_10::sum_floats) step) { step(in, out, count); });
    floats.peer("cub::DeviceReduce::Sum", with_scratch([=](void *scratch, size_t &bytes) {
                    cub::DeviceReduce::Sum(scratch, bytes, in, out, count);
                }));
    floats.run(21);
    auto doubles_in = static_cast<double *>(bench_memory(count * sizeof(double)));
    auto doubles_out = static_cast<double *>(bench_memory(sizeof(double)));
    CHECK(cudaMemset(doubles_in, 0, count * sizeof(double)));
    Table doubles("sum_two_level", "67,108,864 doubles", count * sizeof(double), 0);
    doubles.ladder(doubles_10::sum_doubles_names, doubles_10::sum_doubles_ladder,
                   [=](decltype(&doubles_10::sum_doubles) step) { step(doubles_in, doubles_out, count); });
    doubles.peer("cub::DeviceReduce::Sum", with_scratch([=](void *scratch, size_t &bytes) {
                     cub::DeviceReduce::Sum(scratch, bytes, doubles_in, doubles_out, count);
                 }));
    doubles.run(21);
    bench_release();
}

// Sums of blocks, their totals added up on the host or the device, and once more over all.
static void running_sums() {
    const int count = 1 << 26, blocks = count / running_10::THREADS;
    float *in = bench_floats(count), *out = bench_floats(count), *totals = bench_floats(blocks);
    Table table("stay_on_device", "67,108,864 floats", 2.0 * count * sizeof(float), 0);
    table.ladder(running_10::totals_names, running_10::totals_ladder,
                 [=](decltype(&running_10::totals_on_host) step) {
                     running_10::sum_within_blocks<<<blocks, running_10::THREADS>>>(in, out, totals, count);
                     step(totals, blocks);
                     running_10::add_totals<<<blocks, running_10::THREADS>>>(out, totals, count);
                 });
    table.peer("cub::DeviceScan::InclusiveSum", with_scratch([=](void *scratch, size_t &bytes) {
                   cub::DeviceScan::InclusiveSum(scratch, bytes, in, out, count);
               }));
    table.run(11);
    bench_release();
}

// Every sensor's tree has `links` layers, and the parent of a node stands above it in the next one.
__global__ void plant(int *parent, int sensors, int links) {
    size_t nodes = size_t(sensors) * links;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += size_t(gridDim.x) * blockDim.x)
        parent[i] = int(i + sensors < nodes ? i + sensors : i);
}

// No library does this, so the steps are compared with each other only.
static void survey(int sensors, int samples, int links, const char *size) {
    size_t nodes = size_t(sensors) * links;
    float *values = bench_floats(size_t(sensors) * samples);
    float *sums = bench_floats(size_t(sensors) * survey_08::LEVELS);
    int *parent = static_cast<int *>(bench_memory(nodes * sizeof(int)));
    int *root = static_cast<int *>(bench_memory(sensors * sizeof(int)));
    plant<<<4096, 256>>>(parent, sensors, links);
    CHECK(cudaGetLastError());
    double bytes = (1.0 * samples + survey_08::LEVELS + links + 1) * sensors * sizeof(float);
    Table table("register_pressure", size, bytes, 0);
    table.ladder(survey_08::survey_names, survey_08::survey_ladder, [=](decltype(&survey_08::survey) step) {
        step(values, parent, sums, root, sensors, samples);
    });
    table.run(11);
    bench_release();
}

void bench_sums() {
    for (int side : {8192, 16384}) row_sums(side);
    row_trees();
    segments();
    histograms();
    whole_sums();
    running_sums();
    survey(1 << 20, 64, 256, "1,048,576 sensors, 64 samples, 256 links");
    survey(1 << 18, 8, 96, "262,144 sensors, 8 samples, 96 links");
}
