// bench.cu - every ladder of every chapter on a real GPU, beside what a user would use instead: a library or a plain
// copy.
//
// Prints JSON: what the device is, and a row for each step and each peer. `make bench-gpu` makes tables of it.
#include "bench.h"

#include "../../../common/workbook.h"

#include <algorithm>
#include <cstring>
#include <ctime>

static std::vector<void *> allocations;
static bool is_first = true;

void *bench_memory(size_t bytes) {
    void *memory;
    CHECK(cudaMalloc(&memory, bytes));
    allocations.push_back(memory);
    return memory;
}

void bench_release() {
    for (void *memory : allocations) CHECK(cudaFree(memory));
    allocations.clear();
}

__global__ void scatter_values(float *values, size_t count) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
        unsigned bits = unsigned(i) * 2654435761u;
        bits = (bits ^ bits >> 15) * 2246822519u;
        values[i] = float((bits ^ bits >> 13) & 0xFFFF) / 32768 - 1;
    }
}

float *bench_floats(size_t count) {
    float *values = static_cast<float *>(bench_memory(count * sizeof(float)));
    scatter_values<<<4096, 256>>>(values, count);
    CHECK(cudaGetLastError());
    return values;
}

// ---- caches -----------------------------------------------------------------------------------------------------------
__global__ void read_all(const float4 *values, size_t count, float *sum) {
    float own = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        own += values[i].x;
    if (own == 12345) *sum = own;
}

static void empty_caches() {
    static const size_t bytes = size_t(256) << 20;
    static float4 *other = nullptr;
    if (!other) CHECK(cudaMalloc(&other, bytes));
    read_all<<<2048, 256>>>(other, bytes / sizeof(float4), reinterpret_cast<float *>(other));
}

// ---- a table ----------------------------------------------------------------------------------------------------------
Table::Table(const char *exercise, const char *size, double bytes, double operations)
    : exercise(exercise), size(size), bytes(bytes), operations(operations) {}

std::string Table::name_at(const char *names, size_t index) {
    while (index--) names = strchr(names, ',') + 2;
    return std::string(names, strcspn(names, ","));
}

static double time_once(const std::function<void()> &call, cudaEvent_t start, cudaEvent_t end) {
    float milliseconds;
    empty_caches();
    CHECK(cudaEventRecord(start));
    call();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaGetLastError());
    CHECK(cudaEventElapsedTime(&milliseconds, start, end));
    return milliseconds;
}

static double at_share(const std::vector<double> &sorted, double share) {
    double place = share * (sorted.size() - 1);
    size_t below = size_t(place), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

void Table::run(int samples) {
    const int warm = 2;
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int sample = -warm; sample < samples; sample++)
        for (Row &row : rows) {
            double milliseconds = time_once(row.call, start, end);
            if (sample >= 0) row.milliseconds.push_back(milliseconds);
        }
    for (Row &row : rows) {
        std::sort(row.milliseconds.begin(), row.milliseconds.end());
        printf("%s\n    {\"exercise\": \"%s\", \"size\": \"%s\", \"name\": \"%s\", \"peer\": %s, \"bytes\": %.0f, "
               "\"operations\": %.0f, \"ms\": %.5f, \"low_ms\": %.5f, \"high_ms\": %.5f, \"samples\": %d}",
               is_first ? "" : ",", exercise, size, row.name.c_str(), row.is_peer ? "true" : "false", bytes, operations,
               at_share(row.milliseconds, 0.5), at_share(row.milliseconds, 0.25), at_share(row.milliseconds, 0.75),
               samples);
        is_first = false;
    }
    fflush(stdout);
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
}

static std::string driver_version() {
    char version[32] = "";
    FILE *file = fopen("/sys/module/nvidia/version", "r");
    if (file && fgets(version, sizeof version, file)) version[strcspn(version, "\n")] = 0;
    if (file) fclose(file);
    return version;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)();
    } subjects[] = {{"transposes", bench_transposes},
                    {"products", bench_products},
                    {"sums", bench_sums},
                    {"moves", bench_moves},
                    {"random", bench_random}};
    cudaDeviceProp properties;
    char date[16];
    int toolkit;
    time_t now = time(nullptr);
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaRuntimeGetVersion(&toolkit));
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("{\"device\": \"%s\", \"driver\": \"%s\", \"toolkit\": \"%d.%d\", \"date\": \"%s\", \"command\": "
           "\"make bench-gpu\", \"rows\": [",
           properties.name, driver_version().c_str(), toolkit / 1000, toolkit % 1000 / 10, date);
    for (const auto &subject : subjects)
        if (argc < 2 || !strcmp(argv[1], subject.name)) subject.run();
    printf("\n]}\n");
    return EXIT_SUCCESS;
}
