// harness.cu - reads a case, runs the student's function on the device, writes what it computed.
#include "harness.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <vector>

static const uint64_t max_case_bytes = UINT64_C(1) << 32;
static const int poison_byte = 0xFF; // four of them are a NaN that no arithmetic produces

struct Options {
    const char *case_path = nullptr, *out_path = nullptr;
    int repeat = 0;
};

[[noreturn]] static void stop(const char *what, const char *detail) {
    fprintf(stderr, "harness: %s%s\n", what, detail);
    exit(EXIT_FAILURE);
}

static Options options_read(int argc, char **argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--case")) options.case_path = argv[i + 1];
        else if (!strcmp(argv[i], "--out")) options.out_path = argv[i + 1];
        else if (!strcmp(argv[i], "--repeat")) options.repeat = atoi(argv[i + 1]);
        else stop("unknown option ", argv[i]);
    }
    bool complete = options.case_path && options.out_path && argc % 2 == 1;
    if (!complete || options.repeat < 0) stop("usage: PROGRAM --case IN --out OUT [--repeat N]", "");
    return options;
}

int harness_size(const CaseFile &input, const char *name) {
    int64_t size = case_file_integer(&input, name, 0);
    if (size < 1 || size > INT_MAX) stop("the case has no proper size ", name);
    return static_cast<int>(size);
}

// Exact sizes: an access one element past an array is one past its allocation.
static float *device_copy(const CaseFile &input, const char *name) {
    const CaseArray *array = case_file_find(&input, name);
    if (!array || array->type != CASE_FLOAT32) stop("the case has no float array ", name);
    float *device = nullptr;
    CHECK(cudaMalloc(&device, array->count * sizeof(float)));
    CHECK(cudaMemcpy(device, array->data, array->count * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

static void output_poison(float *output, size_t bytes) {
    CHECK(cudaMemset(output, poison_byte, bytes));
    CHECK(cudaDeviceSynchronize());
}

// Stops the program if the student's launches were refused or failed.
static void device_wait() {
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) stop("your function left a CUDA error: ", cudaGetErrorString(error));
}

// Median of `repeat` runs in milliseconds, each on a poisoned output.
static double time_calls(const Interface &interface, const CaseFile &input, float *const *inputs, float *output,
                         size_t bytes, int repeat) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<float> milliseconds(repeat);
    for (float &run : milliseconds) {
        output_poison(output, bytes);
        CHECK(cudaEventRecord(start));
        interface.call(input, inputs, output);
        CHECK(cudaEventRecord(end));
        device_wait();
        CHECK(cudaEventElapsedTime(&run, start, end));
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    std::sort(milliseconds.begin(), milliseconds.end());
    return (milliseconds[(repeat - 1) / 2] + milliseconds[repeat / 2]) / 2.0;
}

static void output_write(const Interface &interface, const char *path, const float *output, size_t count,
                         const double *milliseconds) {
    CaseFile file = {};
    char error[160];
    void *values = case_file_add(&file, interface.output, CASE_FLOAT32, count);
    if (!values) stop("out of memory", "");
    CHECK(cudaMemcpy(values, output, count * sizeof(float), cudaMemcpyDeviceToHost));
    if (milliseconds) {
        void *time = case_file_add(&file, "milliseconds", CASE_FLOAT64, 1);
        if (!time) stop("out of memory", "");
        memcpy(time, milliseconds, sizeof *milliseconds);
    }
    if (!case_file_write(path, &file, error)) stop("", error);
    case_file_free(&file);
}

int harness_main(int argc, char **argv, const Interface &interface) {
    Options options = options_read(argc, argv);
    CaseFile input;
    char error[160];
    if (!case_file_read(options.case_path, max_case_bytes, &input, error)) stop("", error);

    float *inputs[HARNESS_MAX_INPUTS] = {};
    for (int i = 0; i < HARNESS_MAX_INPUTS && interface.inputs[i]; i++)
        inputs[i] = device_copy(input, interface.inputs[i]);
    size_t count = static_cast<size_t>(harness_size(input, interface.rows)) * harness_size(input, interface.columns);
    float *output = nullptr;
    CHECK(cudaMalloc(&output, count * sizeof(float)));
    output_poison(output, count * sizeof(float));

    interface.call(input, inputs, output);
    device_wait();
    double milliseconds = 0;
    if (options.repeat)
        milliseconds = time_calls(interface, input, inputs, output, count * sizeof(float), options.repeat);
    output_write(interface, options.out_path, output, count, options.repeat ? &milliseconds : nullptr);

    for (float *array : inputs) CHECK(cudaFree(array));
    CHECK(cudaFree(output));
    case_file_free(&input);
    return EXIT_SUCCESS;
}
