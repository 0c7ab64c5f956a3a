// wrong_memory.cu - calls that are given memory of another side, one by name: `wrong_memory NAME` prints the error that the
// call returns. Lines are named in test_wrong_memory.c (compiled with -Xcompiler -g1).
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum { BYTES = 64 };
static char *device, *other, *pinned, *managed, host[BYTES], second[BYTES];

static cudaError_t device_to_device() {
    return cudaMemcpy(device, other, BYTES, cudaMemcpyHostToDevice); // line 11
}
static cudaError_t swapped() {
    return cudaMemcpy(host, device, BYTES, cudaMemcpyHostToDevice);
}
static cudaError_t swapped_back() {
    return cudaMemcpyAsync(device, host, BYTES, cudaMemcpyDeviceToHost);
}
static cudaError_t host_to_host() {
    return cudaMemcpy(host, second, BYTES, cudaMemcpyDeviceToHost);
}
static cudaError_t rows() {
    return cudaMemcpy2D(device, 8, host, 8, 8, 2, cudaMemcpyDeviceToDevice);
}
static cudaError_t set() {
    return cudaMemset(host, 0, BYTES);
}
static cudaError_t free_of_host() {
    return cudaFree(host);
}
static cudaError_t free_of_pinned() {
    return cudaFree(pinned);
}
static cudaError_t free_inside() {
    return cudaFree(device + 16);
}
static cudaError_t host_free_of_device() {
    return cudaFreeHost(device);
}
static cudaError_t host_free_of_managed() {
    return cudaFreeHost(managed);
}
static cudaError_t host_free_inside() {
    return cudaFreeHost(pinned + 16);
}
static cudaError_t host_free_twice() {
    cudaFreeHost(pinned);
    return cudaFreeHost(pinned);
}
static cudaError_t stream_free_of_host() {
    return cudaFreeAsync(host, nullptr);
}
// Managed and pinned memory can be either side of a copy.
static cudaError_t right() {
    cudaMemcpy(managed, pinned, BYTES, cudaMemcpyHostToDevice);
    cudaMemcpy(pinned, managed, BYTES, cudaMemcpyDeviceToDevice);
    cudaMemcpy(pinned, host, BYTES, cudaMemcpyHostToDevice);
    cudaMemset(pinned, 0, BYTES);
    return cudaMemcpy(host, managed, BYTES, cudaMemcpyHostToHost);
}

static void allocate() {
    cudaMalloc(&device, BYTES), cudaMalloc(&other, BYTES);
    cudaMallocHost(&pinned, BYTES), cudaMallocManaged(&managed, BYTES);
}
static cudaError_t set_to_zero(char *memory) {
    return cudaMemset(memory, 0, BYTES); // line 67, first of one context and then of the next
}
static cudaError_t after_a_reset() {
    set_to_zero(device);
    cudaDeviceReset();
    allocate();
    return set_to_zero(host);
}

static const struct {
    const char *name;
    cudaError_t (*call)();
} cases[] = {{"device_to_device", device_to_device},
             {"swapped", swapped},
             {"swapped_back", swapped_back},
             {"host_to_host", host_to_host},
             {"rows", rows},
             {"set", set},
             {"free_of_host", free_of_host},
             {"free_of_pinned", free_of_pinned},
             {"free_inside", free_inside},
             {"host_free_of_device", host_free_of_device},
             {"host_free_of_managed", host_free_of_managed},
             {"host_free_inside", host_free_inside},
             {"host_free_twice", host_free_twice},
             {"stream_free_of_host", stream_free_of_host},
             {"right", right},
             {"after_a_reset", after_a_reset}};

int main(int, char **argv) {
    allocate();
    cudaMemset(device, 0, BYTES), cudaMemset(other, 0, BYTES);
    for (auto &row : cases)
        if (!strcmp(row.name, argv[1])) printf("%s\n", cudaGetErrorName(row.call()));
    cudaFree(device), cudaFree(other), cudaFree(managed);
    if (strcmp(argv[1], "host_free_twice")) cudaFreeHost(pinned);
}
