// device_properties.c - the one device: properties, attributes, limits and flags.
#include "api.h"
#include <cuda_profiler_api.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define PCI_BUS_ID "0000:00:00.0"

API cudaError_t cudaGetDeviceCount(int *count) {
    if (!count) RESULT(cudaErrorInvalidValue);
    cudaError_t error = channel_open();
    *count = error ? 0 : 1;
    RESULT(error);
}

cudaError_t device_missing(int device) {
    static atomic_flag said = ATOMIC_FLAG_INIT; // threads may ask at the same time
    if (device > 0 && !atomic_flag_test_and_set(&said))
        fprintf(
            stderr,
            "emulated GPU: the program asks for GPU %d, but there is one GPU, number 0. Run it with one GPU, or on a "
            "machine that has more\n",
            device);
    return cudaErrorInvalidDevice;
}

// Does not look at the context: a device exists even if its context has a fault.
static cudaError_t device_valid(int device) {
    cudaError_t error = channel_open();
    return error ? error : device != 0 ? device_missing(device) : cudaSuccess;
}

API cudaError_t cudaSetDevice(int device) { RESULT(device_valid(device)); }
API cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    (void)device_flags;
    RESULT(flags > cudaInitDeviceFlagsAreValid ? cudaErrorInvalidValue : device_valid(device));
}

API cudaError_t cudaGetDevice(int *device) {
    if (!device) RESULT(cudaErrorInvalidValue);
    *device = 0;
    RESULT(device_valid(0));
}

API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    if (!device || !wanted) RESULT(cudaErrorInvalidValue);
    *device = 0;
    RESULT(device_valid(0));
}

API cudaError_t cudaSetValidDevices(int *devices, int count) {
    if (!devices || count < 1) RESULT(cudaErrorInvalidValue);
    for (int i = 0; i < count; i++)
        if (devices[i] != 0) RESULT(cudaErrorInvalidDevice);
    RESULT(device_valid(0));
}

cudaError_t device_attribute(int *value, enum cudaDeviceAttr attribute) {
    const DeviceDescription *device = channel_device();
    switch (attribute) {
#define ATTRIBUTE(name, answer)                                                                                        \
    case cudaDevAttr##name:                                                                                            \
        *value = (int)(answer);                                                                                        \
        return cudaSuccess;
#include "attributes.def"
#undef ATTRIBUTE
    default: return cudaErrorInvalidValue;
    }
}

API cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    if (!value) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    RESULT(error ? error : device_attribute(value, attribute));
}

API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    if (!properties) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    if (error) RESULT(error);
    const DeviceDescription *described = channel_device();
    memset(properties, 0, sizeof *properties);
    memcpy(properties->name, described->name, sizeof properties->name);
    memcpy(&properties->uuid, "emulated device", sizeof properties->uuid);
    properties->totalGlobalMem = described->memory_bytes;
    properties->unifiedFunctionPointers = 1;
    int value = 0;
#define PROPERTY(field, attribute)                                                                                     \
    device_attribute(&value, cudaDevAttr##attribute);                                                                  \
    properties->field = (__typeof__(properties->field))value;
#include "properties.def"
#undef PROPERTY
    RESULT(cudaSuccess);
}

API cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device) {
    if (!text || length < (int)sizeof PCI_BUS_ID) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    if (!error) memcpy(text, PCI_BUS_ID, sizeof PCI_BUS_ID);
    RESULT(error);
}

API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    if (!device || !text) RESULT(cudaErrorInvalidValue);
    *device = 0;
    RESULT(strcmp(text, PCI_BUS_ID) == 0 ? device_valid(0) : cudaErrorInvalidDevice);
}

API cudaError_t cudaDriverGetVersion(int *version) {
    if (!version) RESULT(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    RESULT(cudaSuccess);
}

API cudaError_t cudaRuntimeGetVersion(int *version) {
    if (!version) RESULT(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    RESULT(cudaSuccess);
}

// The defaults are those of hardware. The device obeys the sizes of stack and heap and the number of pending launches;
// the other limits are kept and told, without effect.
static size_t limits[] = {
    [cudaLimitStackSize] = 1024,
    [cudaLimitPrintfFifoSize] = 8650752,
    [cudaLimitMallocHeapSize] = 8388608,
    [cudaLimitDevRuntimeSyncDepth] = 0,
    [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
    [cudaLimitPersistingL2CacheSize] = 0,
};

static cudaError_t limit_valid(enum cudaLimit limit) {
    cudaError_t error = context_ready();
    if (error) return error;
    if ((unsigned)limit >= sizeof limits / sizeof *limits) return cudaErrorInvalidValue;
    return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    if (!value) RESULT(cudaErrorInvalidValue);
    cudaError_t error = limit_valid(limit);
    if (!error) *value = limits[limit];
    RESULT(error);
}

API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    cudaError_t error = limit_valid(limit);
    if (!error && limit == cudaLimitStackSize) error = CHANNEL_CALL(NULL, CALL_STACK, value);
    if (!error && limit == cudaLimitMallocHeapSize) error = CHANNEL_CALL(NULL, CALL_HEAP, value);
    if (!error && limit == cudaLimitDevRuntimePendingLaunchCount) error = CHANNEL_CALL(NULL, CALL_PENDING, value);
    if (!error) limits[limit] = value;
    RESULT(error);
}

static enum cudaFuncCache cache_config;

API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    if ((unsigned)config > cudaFuncCachePreferEqual) RESULT(cudaErrorInvalidValue);
    cache_config = config;
    RESULT(context_ready());
}

API cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    if (!config) RESULT(cudaErrorInvalidValue);
    *config = cache_config;
    RESULT(context_ready());
}

API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    RESULT((unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : context_ready());
}

API cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    if (!config) RESULT(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte; // the only one since compute capability 5.0
    RESULT(context_ready());
}

static unsigned device_flags = cudaDeviceScheduleAuto;

API cudaError_t cudaSetDeviceFlags(unsigned flags) {
    if (flags & ~(unsigned)cudaDeviceMask) RESULT(cudaErrorInvalidValue);
    device_flags = flags;
    RESULT(device_valid(0));
}

API cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    if (!flags) RESULT(cudaErrorInvalidValue);
    *flags = device_flags | cudaDeviceMapHost;
    RESULT(device_valid(0));
}

// Profilers have nothing to attach to; the calls that bracket what they would record succeed, as without one.
API cudaError_t cudaProfilerStart(void) { RESULT(context_ready()); }
API cudaError_t cudaProfilerStop(void) { RESULT(context_ready()); }

API cudaError_t cudaCtxResetPersistingL2Cache(void) { RESULT(context_ready()); }
