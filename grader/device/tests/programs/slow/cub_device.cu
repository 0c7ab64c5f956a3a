// cub_device.cu - CUB's algorithms for a whole device.
//
// Takes long to compile, so no goal builds it: nvcc -O3 -arch=sm_90 -lineinfo -cudart shared, then emulate --no-checks.
// (DeviceMergeSort reads shared memory that nobody wrote.)
#include "../claims.cuh"
#include <algorithm>
#include <cub/cub.cuh>
#include <vector>

static constexpr int COUNT = 20011;

struct Third {
    __device__ bool operator()(int x) const { return x % 3 == 0; }
};
struct Less {
    __device__ bool operator()(int a, int b) const { return a < b; }
};

// Twice, as CUB wants: for the size of its storage, then to work.
template <typename Algorithm> static void run(Algorithm algorithm) {
    void *storage = nullptr;
    size_t bytes = 0;
    MUST(algorithm(storage, bytes));
    MUST(cudaMalloc(&storage, bytes));
    MUST(algorithm(storage, bytes));
    FINISH();
    MUST(cudaFree(storage));
}

int main() {
    Array<int> in(COUNT), out(COUNT), one(1), bins(16), chosen(COUNT), count(1), uniques(COUNT), lengths(COUNT);
    Array<unsigned> keys(COUNT), sorted(COUNT);
    Array<float> floats(COUNT), float_sorted(COUNT), samples(COUNT);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) {
        in[i] = (int)(sequence.next() % 100) - 30, keys[i] = (unsigned)sequence.next();
        floats[i] = (float)(sequence.unit() - 0.5) * 1e6f, samples[i] = (float)sequence.unit() * 16;
    }
    in.write(), keys.write(), floats.write(), samples.write();
    std::vector<int> scanned(COUNT);
    int sum = 0;
    for (int i = 0; i < COUNT; i++) scanned[i] = sum, sum += in[i];

    run([&](void *s, size_t &n) { return cub::DeviceReduce::Sum(s, n, in.device, one.device, COUNT); });
    claim_each("DeviceReduce::Sum", one, [&](int) { return sum; });
    run([&](void *s, size_t &n) { return cub::DeviceReduce::Max(s, n, in.device, one.device, COUNT); });
    claim_each("DeviceReduce::Max", one, [](int) { return 69; });
    run([&](void *s, size_t &n) { return cub::DeviceScan::ExclusiveSum(s, n, in.device, out.device, COUNT); });
    claim_each("DeviceScan::ExclusiveSum", out, [&](int i) { return scanned[i]; });
    run([&](void *s, size_t &n) { return cub::DeviceScan::InclusiveSum(s, n, in.device, out.device, COUNT); });
    claim_each("DeviceScan::InclusiveSum", out, [&](int i) { return scanned[i] + in[i]; });
    std::vector<unsigned> wanted(keys.host, keys.host + COUNT);
    std::sort(wanted.begin(), wanted.end());
    run([&](void *s, size_t &n) { return cub::DeviceRadixSort::SortKeys(s, n, keys.device, sorted.device, COUNT); });
    claim_each("DeviceRadixSort::SortKeys", sorted, [&](int i) { return wanted[i]; });
    run([&](void *s, size_t &n) { return cub::DeviceRadixSort::SortPairsDescending(s, n, floats.device, float_sorted.device, in.device, out.device, COUNT); });
    std::vector<int> order(COUNT);
    for (int i = 0; i < COUNT; i++) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return floats[a] > floats[b]; });
    claim_each("DeviceRadixSort of pairs: keys", float_sorted, [&](int i) { return floats[order[i]]; });
    claim_each("DeviceRadixSort of pairs: values", out, [&](int i) { return in[order[i]]; });
    run([&](void *s, size_t &n) { return cub::DeviceHistogram::HistogramEven(s, n, samples.device, bins.device, 17, 0.0f, 16.0f, COUNT); });
    claim_each("DeviceHistogram", bins, [&](int bin) { return std::count_if(samples.host, samples.host + COUNT, [=](float x) { return (int)x == bin; }); });
    run([&](void *s, size_t &n) { return cub::DeviceSelect::If(s, n, in.device, chosen.device, count.device, COUNT, Third()); });
    claim_each("DeviceSelect: how many", count, [&](int) { return std::count_if(in.host, in.host + COUNT, [](int x) { return x % 3 == 0; }); });
    run([&](void *s, size_t &n) { return cub::DeviceRunLengthEncode::Encode(s, n, in.device, uniques.device, lengths.device, count.device, COUNT); });
    int runs = 1;
    for (int i = 1; i < COUNT; i++) runs += in[i] != in[i - 1];
    claim_each("DeviceRunLengthEncode: how many", count, [=](int) { return runs; });
    run([&](void *s, size_t &n) { return cub::DeviceMergeSort::SortKeys(s, n, out.device, COUNT, Less()); });
    std::vector<int> merged(in.host, in.host + COUNT);
    std::sort(merged.begin(), merged.end());
    claim_each("DeviceMergeSort", out, [&](int i) { return merged[i]; });
    return claims_end();
}
