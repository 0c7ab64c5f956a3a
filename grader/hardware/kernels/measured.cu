// measured.cu - times of the measured kernels on a GPU, or one launch of one of them.
//
//     PROGRAM list               prints family,kernel,size
//     PROGRAM time [KERNEL...]   prints family,kernel,size,cold_us,cold_spread_us,warm_us,warm_spread_us
//     PROGRAM once KERNEL SIZE   makes the inputs and launches the kernel once, between cudaProfilerStart and Stop
//     PROGRAM check KERNEL SIZE  the same, and checks the result if the kernel has a check
//     PROGRAM once all           the same for every kernel at its least size; prints family,kernel,size
//
// Times are medians of 21 launches between two events; the spread is the distance between the quarters. Before each
// cold launch 256 MiB of other memory are read; before each warm one the kernel itself runs.
#include "measured.cuh"

#include <cuda_profiler_api.h>

std::vector<Measured> &measured_kernels() {
    static std::vector<Measured> kernels;
    return kernels;
}

static std::vector<void *> allocations;

void *measured_memory(size_t bytes) {
    void *memory;
    CHECK(cudaMalloc(&memory, bytes));
    allocations.push_back(memory);
    return memory;
}

static std::function<bool()> result_is_right;
static bool all_right = true;

void measured_check(std::function<bool()> right) { result_is_right = std::move(right); }

static bool check_result(const Measured &kernel, long size) {
    CHECK(cudaDeviceSynchronize());
    if (!result_is_right || result_is_right()) return true;
    fprintf(stderr, "%s %ld: wrong result\n", kernel.name, size);
    return all_right = false;
}

static void release() {
    result_is_right = nullptr;
    for (void *memory : allocations) CHECK(cudaFree(memory));
    allocations.clear();
}

__global__ void read_all(const uint4 *memory, size_t count, unsigned *sum) {
    unsigned own = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        own += memory[i].x;
    if (own == 12345) *sum = own;
}

// Some 20 microseconds of one warp, in which the host gets ahead: events behind it do not wait for the host.
__global__ void wait_clocks() {
    long long start = clock64();
    while (clock64() - start < 40000) continue;
}

static void empty_caches() {
    static const size_t bytes = (size_t)256 << 20;
    static uint4 *other = nullptr;
    if (!other) {
        CHECK(cudaMalloc(&other, bytes + sizeof(uint4)));
        CHECK(cudaMemset(other, 0, bytes + sizeof(uint4)));
    }
    read_all<<<1024, 512>>>(other, bytes / sizeof(uint4), (unsigned *)(other + bytes / sizeof(uint4)));
}

struct Time {
    double median, spread;
};

static Time time_of(const Launch &launch, const std::function<void()> &before) {
    enum { WARM = 2, RUNS = 21 };
    cudaEvent_t start, end;
    std::vector<double> times;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int run = -WARM; run < RUNS; run++) {
        float ms;
        before();
        wait_clocks<<<1, 32>>>();
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaGetLastError());
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, start, end));
        if (run >= 0) times.push_back(ms * 1e3);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return {times[RUNS / 2], times[RUNS * 3 / 4] - times[RUNS / 4]};
}

static void time_row(const Measured &kernel, long size) {
    Launch launch = kernel.prepare(size);
    if (result_is_right) launch();
    if (check_result(kernel, size)) {
        Time cold = time_of(launch, empty_caches), warm = time_of(launch, launch);
        printf("%s,%s,%ld,%.3f,%.3f,%.3f,%.3f\n", kernel.family, kernel.name, size, cold.median, cold.spread,
               warm.median, warm.spread);
        fflush(stdout);
    }
    release();
}

static void once(const Measured &kernel, long size, bool checked) {
    Launch launch = kernel.prepare(size);
    CHECK(cudaProfilerStart());
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaProfilerStop());
    if (checked) check_result(kernel, size);
    CHECK(cudaDeviceSynchronize());
    release();
}

static bool named(const Measured &kernel, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (!strcmp(kernel.name, names[i])) return true;
    return count == 0;
}

int main(int argc, char **argv) {
    const std::string command = argc > 1 ? argv[1] : "list";
    if (command == "time") printf("family,kernel,size,cold_us,cold_spread_us,warm_us,warm_spread_us\n");
    if (command == "list") printf("family,kernel,size\n");
    for (const Measured &kernel : measured_kernels()) {
        if (command == "list")
            for (long size : kernel.sizes) printf("%s,%s,%ld\n", kernel.family, kernel.name, size);
        if (command == "time" && named(kernel, argc - 2, argv + 2))
            for (long size : kernel.sizes) time_row(kernel, size);
        if (command == "once" && argc == 3 && !strcmp(argv[2], "all")) {
            printf("%s,%s,%ld\n", kernel.family, kernel.name, kernel.sizes[0]);
            fflush(stdout);
            once(kernel, kernel.sizes[0], false);
        }
        if ((command == "once" || command == "check") && argc == 4 && !strcmp(argv[2], kernel.name))
            once(kernel, atol(argv[3]), command == "check");
    }
    return all_right ? 0 : 1;
}
