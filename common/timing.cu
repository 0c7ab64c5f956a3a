// timing.cu - samples of a call's time on a real GPU.
#include "timing.h"

#include "workbook.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <vector>

static const int warm_calls = 3;

namespace {
// What the driver's management library knows of the GPU in use. It is looked for when the program runs: there are
// drivers without it, and then nothing is known.
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

    // Without this program's own.
    int64_t other_processes() const {
        unsigned count = 0;
        if (!device || !running) return 0;
        running(device, &count, nullptr); // tells the number, as the room for it is too small
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

// Reads twice the L2's size. What it writes on the way are a few megabytes, over and over.
class Caches {
  public:
    Caches() {
        int current, l2 = 0;
        CHECK(cudaGetDevice(&current));
        CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, current));
        bytes = std::max<size_t>(2 * static_cast<size_t>(l2), 4 * piece) / piece * piece;
        CHECK(cudaMalloc(&source, bytes));
        CHECK(cudaMalloc(&target, piece));
        CHECK(cudaMemset(source, 0, bytes));
    }
    ~Caches() {
        cudaFree(source);
        cudaFree(target);
    }
    void replace() const {
        for (size_t at = 0; at < bytes; at += piece)
            CHECK(cudaMemcpyAsync(target, source + at, piece, cudaMemcpyDeviceToDevice));
    }

  private:
    static const size_t piece = 2 << 20;
    size_t bytes;
    char *source, *target;
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
    Caches caches;
    bool good = true;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int run = -warm_calls; run < repeat && good; run++) {
        float time;
        prepare();
        caches.replace();
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
