// timing.cu - samples of a call's time on a real GPU.
#include "timing.h"

#include "emulated.h"
#include "workbook.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <vector>

static const int warm_calls = 3;
static const uint64_t warm_microseconds = 50000; // an idle GPU takes its time to raise its clocks
static const uint64_t lead_microseconds = 200;   // for the host to queue a call

static constexpr int THREADS = 512; // divides what any multiprocessor holds

// Occupies the whole GPU for a while: it has as many threads as the GPU holds, so that no kernel of any stream begins
// before its end. Meanwhile it reads `values`, which evicts everything else from the L2. The grader knows it by its
// name and leaves it out of a program's kernels.
__global__ void __launch_bounds__(THREADS)
    workbook_timing_lead(const float4 *values, size_t count, uint64_t nanoseconds, float *sum) {
    uint64_t begin, now;
    float own = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    for (size_t i = blockIdx.x * THREADS + threadIdx.x; i < count; i += size_t(gridDim.x) * THREADS)
        own += __ldcg(&values[i]).x;
    if (own == 12345) *sum = own;
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - begin < nanoseconds);
}

namespace {
// What NVML, the driver's management library, knows of the GPU in use. It is loaded at run time, because some drivers
// come without it; then nothing is known.
class GpuState {
  public:
    GpuState() {
        char bus[32];
        int current;
        void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
        if (!library) return;
        auto begin = find<int()>(library, "nvmlInit_v2");
        auto handle = find<int(const char *, void **)>(library, "nvmlDeviceGetHandleByPciBusId_v2");
        clock = find<int(void *, int, unsigned *)>(library, "nvmlDeviceGetClockInfo");
        reasons = find<int(void *, unsigned long long *)>(library, "nvmlDeviceGetCurrentClocksThrottleReasons");
        running = find<int(void *, unsigned *, void *)>(library, "nvmlDeviceGetComputeRunningProcesses_v3");
        CHECK(cudaGetDevice(&current));
        CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, current));
        if (!begin || !handle || begin() || handle(bus, &device)) device = nullptr;
    }

    // To be called right after a sample: an idle GPU lowers its clock.
    void look() {
        const int multiprocessors = 1; // NVML_CLOCK_SM
        unsigned megahertz = 0;
        unsigned long long now = 0;
        if (device && clock && !clock(device, multiprocessors, &megahertz)) {
            lowest = lowest ? std::min<int64_t>(lowest, megahertz) : megahertz;
            highest = std::max<int64_t>(highest, megahertz);
        }
        if (device && reasons && !reasons(device, &now)) slowed |= static_cast<int64_t>(now);
    }

    // Not counting this program itself.
    int64_t other_processes() const {
        unsigned count = 0;
        if (!device || !running) return 0;
        running(device, &count, nullptr); // tells the number, since the buffer is too small
        return count > 1 ? count - 1 : 0;
    }

    int64_t lowest = 0, highest = 0, slowed = 0;

  private:
    template <typename Function> static Function *find(void *library, const char *name) {
        return reinterpret_cast<Function *>(dlsym(library, name));
    }
    void *device = nullptr;
    int (*clock)(void *, int, unsigned *) = nullptr;
    int (*reasons)(void *, unsigned long long *) = nullptr;
    int (*running)(void *, unsigned *, void *) = nullptr;
};

// What runs before each sample. It fills the caches with other data, which it only reads, so that nothing has to be
// written back during the sample. And it keeps the GPU busy while the host queues the call, whose launches then follow
// each other without gaps; otherwise a sample of a short call would mostly be the host's time. The emulated GPU has
// neither caches nor a clock that runs meanwhile: there it does nothing.
class Lead {
  public:
    Lead() {
        int current, l2 = 0, multiprocessors = 0, blocks_each = 0;
        CHECK(cudaGetDevice(&current));
        CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, current));
        CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, current));
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, workbook_timing_lead, THREADS, 0));
        blocks = multiprocessors * blocks_each;
        bytes = std::max<size_t>(2 * static_cast<size_t>(l2), size_t(8) << 20);
        CHECK(cudaMalloc(&values, bytes));
        CHECK(cudaMemset(values, 0, bytes));
    }
    ~Lead() { cudaFree(values); }
    void run(uint64_t microseconds) const {
        if (emulatedArrayLoad) return;
        workbook_timing_lead<<<blocks, THREADS>>>(values, bytes / sizeof *values, 1000 * microseconds,
                                                  reinterpret_cast<float *>(values));
        CHECK(cudaGetLastError());
    }

  private:
    size_t bytes;
    int blocks;
    float4 *values;
};
} // namespace

template <typename T> static void add(CaseFile &out, const char *name, CaseType type, const std::vector<T> &values) {
    void *place = case_file_add(&out, name, type, CASE_HOST_OUT, values.size());
    if (!place) {
        fprintf(stderr, "harness: out of memory\n");
        exit(EXIT_FAILURE);
    }
    memcpy(place, values.data(), values.size() * sizeof(T));
}

bool timing_run(int repeat, const std::function<void()> &prepare, const std::function<void()> &call,
                const std::function<bool()> &check, CaseFile &out) {
    cudaEvent_t start, end;
    std::vector<double> milliseconds;
    GpuState state;
    Lead lead;
    bool good = true;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    lead.run(warm_microseconds);
    for (int run = -warm_calls; run < repeat && good; run++) {
        float time;
        prepare();
        lead.run(lead_microseconds);
        CHECK(cudaEventRecord(start));
        call();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        state.look();
        good = check();
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (run >= 0) milliseconds.push_back(time);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    add(out, "milliseconds", CASE_FLOAT64, milliseconds);
    add(out, "clock_mhz", CASE_INT64, std::vector<int64_t>{state.lowest, state.highest});
    add(out, "slowed", CASE_INT64, std::vector<int64_t>{state.slowed});
    add(out, "processes", CASE_INT64, std::vector<int64_t>{state.other_processes()});
    return good;
}
