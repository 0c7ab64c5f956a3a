// measure.cuh - for programs that measure on a real GPU: a CSV file that says where it comes from, and times.
//
// A program h200_NAME.cu beside a chapter's figures prints h200_NAME.csv. On a machine with the GPU:
//
//     nvcc -O3 -arch=sm_90 chapters/NN_name/figures/h200_NAME.cu -o h200_NAME
//     ./h200_NAME > chapters/NN_name/figures/h200_NAME.csv
#ifndef MEASURE_CUH
#define MEASURE_CUH

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t check_error = (call);                                                                              \
        if (check_error != cudaSuccess) {                                                                              \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(check_error));                               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

// The lines that a figure's caption is made of. command: how the file was made.
inline void measure_begin(const char *command) {
    cudaDeviceProp properties;
    char driver[64] = "unknown", date[16];
    int toolkit = 0;
    time_t now = time(nullptr);
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaRuntimeGetVersion(&toolkit));
    FILE *smi = popen("nvidia-smi --query-gpu=driver_version --format=csv,noheader", "r");
    if (smi && fgets(driver, sizeof driver, smi)) driver[strcspn(driver, "\n")] = 0;
    if (smi) pclose(smi);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    printf("# device: %s\n# driver: %s\n# toolkit: %d.%d\n# date: %s\n# command: %s\n", properties.name, driver,
           toolkit / 1000, toolkit % 1000 / 10, date, command);
}

// The median of 21 runs in milliseconds, after three warm-up runs.
template <class Work>
float measure_ms(Work work) {
    enum { WARM = 3, RUNS = 21 };
    cudaEvent_t start, end;
    std::vector<float> times;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int run = 0; run < WARM + RUNS; run++) {
        float ms;
        CHECK(cudaEventRecord(start));
        work();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&ms, start, end));
        if (run >= WARM) times.push_back(ms);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    std::sort(times.begin(), times.end());
    return times[RUNS / 2];
}

#endif
