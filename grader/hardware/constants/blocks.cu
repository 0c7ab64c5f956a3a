// blocks.cu - what it costs to start launches, blocks and warps, to pass a barrier of the grid, and to have a last
// wave; the clock.
#include "probe.cuh"

#include <cooperative_groups.h>

__global__ void empty() {}
__global__ void empty_with_shared() {
    extern __shared__ char bytes[];
    if (blockDim.x == 0) bytes[0] = 1;
}
__global__ void empty_with_parameters(const float *a, float *b, int n, float c) {
    if (n < 0) b[0] = a[0] * c;
}
__global__ void __launch_bounds__(1024, 1) many_registers(float *out, int n) { // 64 registers
    float x[40];
    if (n < 0) {
        for (int i = 0; i < 40; i++) x[i] = out[i * 32 + threadIdx.x];
        for (int i = 0; i < 40; i++) out[i * 32 + threadIdx.x] = x[39 - i] * x[(i * 7 + n) % 40 < 0 ? 0 : i];
    }
}
__global__ void one_store(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void spin(long long clocks, unsigned *multiprocessor) {
    long long start = clock64();
    while (clock64() - start < clocks) continue;
    if (threadIdx.x == 0 && multiprocessor) asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor[blockIdx.x]));
}

static void launches() {
    row("launch.events_alone", microseconds([] {}, empty_caches), "us",
        "two events with nothing between; behind a kernel");
    row("launch.empty", microseconds([] { empty<<<1, 32>>>(); }, empty_caches), "us",
        "one empty kernel between events; behind a kernel");
    row("launch.empty_parameters",
        microseconds([] { empty_with_parameters<<<1, 32>>>(nullptr, nullptr, 0, 0); }, empty_caches), "us",
        "the same with four parameters");
    row("launch.empty_idle", microseconds([] { empty<<<1, 32>>>(); }, [] { CHECK(cudaDeviceSynchronize()); }), "us",
        "one empty kernel between events; the device was idle");
    for (int count : {2, 4, 8, 16, 32})
        row(text("launch.empty_times_%d", count),
            microseconds(
                [=] {
                    for (int i = 0; i < count; i++) empty<<<1, 32>>>();
                },
                empty_caches),
            "us", "n empty kernels between events");
    row("launch.empty_full", microseconds([] { empty<<<multiprocessors(), 1024>>>(); }, empty_caches), "us",
        "a block of 1024 threads on each multiprocessor");
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    if (quick()) return;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 32; i++) empty<<<1, 32, 0, stream>>>();
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    row("launch.graph_of_32", microseconds([=] { CHECK(cudaGraphLaunch(ready, 0)); }, empty_caches), "us",
        "a graph of 32 empty kernels in a row");
}

// Time of many blocks less the time of half as many, per block and multiprocessor.
template <class Launch>
static void turnover(const std::string &name, const char *how, Launch launch, int most = 1 << 17) {
    if (quick()) most = 64;
    std::vector<double> many = microseconds([&] { launch(most); }, empty_caches),
                        few = microseconds([&] { launch(most / 2); }, empty_caches), values;
    for (size_t i = 0; i < many.size(); i++) values.push_back((many[i] - few[i]) * 1e3 / (most / 2));
    row(name, values, "ns per block", how);
}
static void blocks() {
    for (int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
        turnover(text("turnover.empty.threads_%d", threads), "empty blocks",
                 [=](int count) { empty<<<count, threads>>>(); });
        turnover(text("turnover.parameters.threads_%d", threads), "blocks that test a parameter",
                 [=](int count) { empty_with_parameters<<<count, threads>>>(nullptr, nullptr, 0, 0); });
        turnover(text("turnover.registers.threads_%d", threads), "empty blocks of a kernel with many registers",
                 [=](int count) { many_registers<<<count, threads>>>(nullptr, 0); });
        for (int clocks : {500, 2000})
            turnover(
                text("turnover.spin_%d.threads_%d", clocks, threads), "blocks that wait n clocks",
                [=](int count) { spin<<<count, threads>>>(clocks, nullptr); }, 1 << 15);
    }
    for (int kib : {1, 8, 16, 32, 48, 64, 100}) {
        CHECK(cudaFuncSetAttribute(empty_with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
        turnover(text("turnover.shared_%d_kib.threads_128", kib), "empty blocks with shared memory",
                 [=](int count) { empty_with_shared<<<count, 128, kib << 10>>>(); });
    }
    float *out = device_array<float>(1 << 27 >> (quick() ? 10 : 0));
    for (int threads : {32, 64, 128, 256, 512, 1024})
        turnover(text("turnover.one_store.threads_%d", threads), "blocks with one coalesced store a thread",
                 [=](int count) { one_store<<<count, threads>>>(out); });
    CHECK(cudaFree(out));
    // Grids of 2 and 3 dimensions
    turnover("turnover.empty_2d.threads_256", "empty blocks of 16 x 16 in a grid of two dimensions",
             [=](int count) { empty<<<dim3(count / 32, 32), dim3(16, 16)>>>(); });
}

// Blocks that wait: the time doubles when one more than fits is launched.
static void slots() {
    for (int threads : {32, 64, 128, 256, 1024})
        for (int each : {1, 2, 8, 16, 31, 32, 33, 64}) {
            const int count = quick() ? 2 : multiprocessors() * each;
            row(text("slots.threads_%d.blocks_each_%d", threads, each),
                microseconds([=] { spin<<<count, threads>>>(20000, nullptr); }, empty_caches, quick() ? 1 : 5), "us",
                "blocks that wait 20000 clocks");
        }
}

// ---- barriers of the grid
// ---------------------------------------------------------------------------------------------
__global__ void grid_barriers(int count) {
    for (int i = 0; i < count; i++) cooperative_groups::this_grid().sync();
}
static void grids() {
    for (int each : {1, 2, 4})
        for (int threads : {32, 256, 512}) {
            std::vector<double> values;
            int blocks = quick() ? 2 : multiprocessors() * each, many = quick() ? 4 : 110, few = quick() ? 2 : 10;
            auto launch = [&](int &count) {
                void *arguments[] = {&count};
                CHECK(cudaLaunchCooperativeKernel((void *)grid_barriers, dim3(blocks), dim3(threads), arguments, 0, 0));
            };
            std::vector<double> a = microseconds([&] { launch(many); }, empty_caches),
                                b = microseconds([&] { launch(few); }, empty_caches);
            for (size_t i = 0; i < a.size(); i++) values.push_back((a[i] - b[i]) / (many - few));
            row(text("grid_barrier.blocks_each_%d.threads_%d", each, threads), values, "us",
                "this_grid().sync(): 110 less 10 of them");
        }
}

// ---- the clock
// -------------------------------------------------------------------------------------------------------- Clocks and
// nanoseconds of a multiprocessor while all multiply and add.
__global__ void work(unsigned long long *times, float *out, float factor, int slices, int turns, int load) {
    float x[16];
    for (int i = 0; i < 16; i++) x[i] = threadIdx.x + i;
    for (int slice = 0; slice < slices; slice++) {
        unsigned long long ns;
        long long clocks = clock64();
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            times[2 * slice] = clocks;
            times[2 * slice + 1] = ns;
        }
        if (load)
            for (int turn = 0; turn < turns; turn++)
#pragma unroll
                for (int i = 0; i < 16; i++) x[i] = x[i] * factor + 1.0f;
        else
            while (clock64() - clocks < (long long)turns * 64) continue;
    }
    float sum = 0;
    for (int i = 0; i < 16; i++) sum += x[i];
    if (sum == 12345) *out = sum;
}
static void clocks() {
    const int slices = (int)sized(200, 4), turns = (int)sized(60000, 16);
    unsigned long long *times = device_array<unsigned long long>(2 * slices);
    float *out = device_array<float>(1);
    for (int load = 0; load < 2; load++) {
        work<<<quick() ? 2 : multiprocessors() * 2, 512>>>(times, out, 0.9999f, slices, turns, load);
        CHECK(cudaGetLastError());
        std::vector<unsigned long long> host = to_host(times, 2 * slices);
        for (int part = 0; part < 4; part++) {
            std::vector<double> values;
            for (int i = slices * part / 4;
                 i + 1 < slices * (part + 1) / 4 || (quick() && i + 1 < slices && i == slices * part / 4); i++)
                if (host[2 * i + 3] > host[2 * i + 1])
                    values.push_back((double)(host[2 * i + 2] - host[2 * i]) /
                                     (double)(host[2 * i + 3] - host[2 * i + 1]));
            if (values.empty()) continue;
            row(text("clock.%s.quarter_%d", load ? "ffma" : "waiting", part + 1), values, "GHz",
                load ? "clock64 against globaltimer while all multiprocessors run FFMA"
                     : "clock64 against globaltimer while warps wait");
        }
        printf("clock.%s.milliseconds,%.6g,ms,0,length of that launch\n", load ? "ffma" : "waiting",
               (double)(host[2 * slices - 1] - host[1]) / 1e6);
    }
}
// The smallest steps of both clocks.
__global__ void resolution(unsigned long long *steps) {
    unsigned long long last, now, least = ~0ull, total = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(last));
    for (int i = 0; i < 64; i++) {
        do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        while (now == last);
        if (i) {
            if (now - last < least) least = now - last;
            total += now - last;
        }
        last = now;
    }
    long long a = clock64(), b = clock64();
    steps[0] = least;
    steps[1] = total / 63;
    steps[2] = b - a;
}
static void resolutions() {
    unsigned long long *steps = device_array<unsigned long long>(3);
    resolution<<<1, 1>>>(steps);
    CHECK(cudaGetLastError());
    std::vector<unsigned long long> host = to_host(steps, 3);
    row("clock.globaltimer_least_step", {(double)host[0]}, "ns", "least of 63 steps of %globaltimer");
    row("clock.globaltimer_mean_step", {(double)host[1]}, "ns", "mean of 63 steps of %globaltimer");
    row("clock.clock64_apart", {(double)host[2]}, "clocks", "clock64() right after clock64()");
}

// Events: what is said before an event is reached, and the smallest step of their times.
static void events() {
    cudaEvent_t start, end, never;
    float ms = -1;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventCreate(&never));
    CHECK(cudaEventRecord(start));
    spin<<<1, 32>>>(quick() ? 10 : 200000000, nullptr);
    CHECK(cudaEventRecord(end));
    cudaError_t query = cudaEventQuery(end), elapsed = cudaEventElapsedTime(&ms, start, end);
    printf("events.query_before,%d,error,0,cudaEventQuery before the event: %s\n", query, cudaGetErrorName(query));
    printf("events.elapsed_before,%d,error,0,cudaEventElapsedTime before the event: %s; milliseconds left at %g\n",
           elapsed, cudaGetErrorName(elapsed), ms);
    cudaError_t last = cudaGetLastError();
    printf("events.last_error_after,%d,error,0,cudaGetLastError after both: %s\n", last, cudaGetErrorName(last));
    elapsed = cudaEventElapsedTime(&ms, start, never);
    printf("events.elapsed_unrecorded,%d,error,0,cudaEventElapsedTime of an event never recorded: %s\n", elapsed,
           cudaGetErrorName(elapsed));
    (void)cudaGetLastError();
    CHECK(cudaDeviceSynchronize());
    elapsed = cudaEventElapsedTime(&ms, start, end);
    printf("events.elapsed_after,%g,ms,0,a kernel of 200000000 clocks: %s\n", ms, cudaGetErrorName(elapsed));
    elapsed = cudaEventElapsedTime(&ms, end, start);
    printf("events.elapsed_backwards,%g,ms,0,start and end exchanged: %s\n", ms, cudaGetErrorName(elapsed));
    std::vector<double> differences;
    for (int i = 0; i < (quick() ? 2 : 200); i++) {
        CHECK(cudaEventRecord(start));
        spin<<<1, 32>>>(100 * i, nullptr);
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, start, end));
        differences.push_back(ms * 1e6);
    }
    std::sort(differences.begin(), differences.end());
    double least = 1e9;
    for (size_t i = 1; i < differences.size(); i++)
        if (differences[i] - differences[i - 1] > 0.5) least = std::min(least, differences[i] - differences[i - 1]);
    row("events.least_step", {least}, "ns", "least difference of 200 elapsed times");
}

int main() {
    launches();
    blocks();
    slots();
    grids();
    clocks();
    resolutions();
    events();
    return 0;
}
