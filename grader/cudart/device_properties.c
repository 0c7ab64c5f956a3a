// device_properties.c - the one device: properties, attributes, limits, flags, and what is said of its peers.
#include "api.h"
#include <cuda_profiler_api.h>
#include <stdio.h>
#include <string.h>

#define GRID_X_LIMIT 2147483647
#define GRID_YZ_LIMIT 65535
#define PCI_BUS_ID "0000:00:00.0"

API cudaError_t cudaGetDeviceCount(int *count) {
    if (!count) RESULT(cudaErrorInvalidValue);
    cudaError_t error = channel_open();
    *count = error ? 0 : 1;
    RESULT(error);
}

// The device's existence is a fact that a faulted context does not change.
static cudaError_t device_valid(int device) {
    cudaError_t error = channel_open();
    return error ? error : device != 0 ? cudaErrorInvalidDevice : cudaSuccess;
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

static cudaError_t attribute_of(int *value, enum cudaDeviceAttr attribute) {
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
    RESULT(error ? error : attribute_of(value, attribute));
}

static int attribute_value(enum cudaDeviceAttr attribute) {
    int value = 0;
    attribute_of(&value, attribute);
    return value;
}

static void describe_limits(struct cudaDeviceProp *p, const DeviceDescription *device) {
    p->totalGlobalMem = device->memory_bytes;
    p->sharedMemPerBlock = device->shared_per_block;
    p->sharedMemPerBlockOptin = device->shared_per_block_optin;
    p->sharedMemPerMultiprocessor = device->shared_per_multiprocessor;
    p->reservedSharedMemPerBlock = device->shared_reserved_per_block;
    p->regsPerBlock = device->registers_per_block;
    p->regsPerMultiprocessor = device->registers_per_multiprocessor;
    p->warpSize = attribute_value(cudaDevAttrWarpSize);
    p->maxThreadsPerBlock = device->max_threads_per_block;
    p->maxThreadsPerMultiProcessor = device->max_threads_per_multiprocessor;
    p->maxBlocksPerMultiProcessor = device->max_blocks_per_multiprocessor;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = device->max_threads_per_block;
    p->maxThreadsDim[2] = attribute_value(cudaDevAttrMaxBlockDimZ);
    p->maxGridSize[0] = GRID_X_LIMIT;
    p->maxGridSize[1] = p->maxGridSize[2] = GRID_YZ_LIMIT;
    p->memPitch = (size_t)attribute_value(cudaDevAttrMaxPitch);
    p->totalConstMem = (size_t)attribute_value(cudaDevAttrTotalConstantMemory);
    p->multiProcessorCount = device->multiprocessors;
    p->memoryBusWidth = device->memory_bus_bits;
    p->l2CacheSize = device->l2_bytes;
    p->persistingL2CacheMaxSize = attribute_value(cudaDevAttrMaxPersistingL2CacheSize);
    p->accessPolicyMaxWindowSize = attribute_value(cudaDevAttrMaxAccessPolicyWindowSize);
}

static void describe_features(struct cudaDeviceProp *p) {
    p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = p->localL1CacheSupported = p->managedMemory = p->concurrentManagedAccess = 1;
    p->computePreemptionSupported = p->cooperativeLaunch = p->hostRegisterSupported = p->memoryPoolsSupported = 1;
    p->ECCEnabled = attribute_value(cudaDevAttrEccEnabled);
    p->asyncEngineCount = attribute_value(cudaDevAttrAsyncEngineCount);
    p->hostRegisterReadOnlySupported = attribute_value(cudaDevAttrHostRegisterReadOnlySupported);
    p->hostNumaId = attribute_value(cudaDevAttrHostNumaId);
    p->unifiedFunctionPointers = 1;
}

static void describe_textures(struct cudaDeviceProp *p) {
    p->textureAlignment = (size_t)attribute_value(cudaDevAttrTextureAlignment);
    p->texturePitchAlignment = (size_t)attribute_value(cudaDevAttrTexturePitchAlignment);
    p->surfaceAlignment = (size_t)attribute_value(cudaDevAttrSurfaceAlignment);
    p->maxTexture1D = attribute_value(cudaDevAttrMaxTexture1DWidth);
    p->maxTexture2D[0] = attribute_value(cudaDevAttrMaxTexture2DWidth);
    p->maxTexture2D[1] = attribute_value(cudaDevAttrMaxTexture2DHeight);
    p->maxTexture3D[0] = attribute_value(cudaDevAttrMaxTexture3DWidth);
    p->maxTexture3D[1] = attribute_value(cudaDevAttrMaxTexture3DHeight);
    p->maxTexture3D[2] = attribute_value(cudaDevAttrMaxTexture3DDepth);
}

API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    if (!properties) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    if (error) RESULT(error);
    const DeviceDescription *described = channel_device();
    memset(properties, 0, sizeof *properties);
    memcpy(properties->name, described->name, sizeof properties->name);
    memcpy(&properties->uuid, "emulated device", sizeof properties->uuid);
    properties->major = described->major;
    properties->minor = described->minor;
    describe_limits(properties, described);
    describe_features(properties);
    describe_textures(properties);
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

// Limits can be set and read; only their defaults are those of hardware, none changes what the device does.
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

API cudaError_t cudaDeviceReset(void) {
    cudaError_t error = channel_open();
    if (error) RESULT(error);
    context_wait(); // writes what kernels printed
    error = channel_call(CALL_RESET, NULL, 0, NULL);
    regions_forget();
    modules_forget();
    context_forget();
    RESULT(error);
}

API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (!can) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    if (!error) error = device_valid(peer);
    if (!error) *can = 0;
    RESULT(error);
}

API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    cudaError_t error = device_valid(peer);
    RESULT(error ? error : flags ? cudaErrorInvalidValue : cudaErrorPeerAccessUnsupported);
}

API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    cudaError_t error = device_valid(peer);
    RESULT(error ? error : cudaErrorPeerAccessNotEnabled);
}

API cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to) {
    (void)attribute;
    if (!value) RESULT(cudaErrorInvalidValue);
    *value = 0;
    cudaError_t error = device_valid(from);
    if (!error) error = device_valid(to);
    RESULT(error ? error : cudaErrorInvalidDevice); // a device has no peer attributes with itself
}

// Profilers have nothing to attach to; the calls that bracket what they would record succeed, as without one.
API cudaError_t cudaProfilerStart(void) { RESULT(context_ready()); }
API cudaError_t cudaProfilerStop(void) { RESULT(context_ready()); }

API cudaError_t cudaCtxResetPersistingL2Cache(void) { RESULT(context_ready()); }
