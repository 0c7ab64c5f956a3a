// hip_runtime.h - HIP programs through nvcc: HIP's names over the CUDA runtime.
//
// nvcc -x cu -cudart shared -I .../hip/include program.cpp     (build/hipcc program.cpp does that)
//
// A program becomes a CUDA program for an NVIDIA GPU. So its warps have 32 lanes, where most of AMD's GPUs have 64:
// programs that ask for warpSize work, programs that assume 64 do not. Calls that have no equal are refused when the
// program is compiled, by name.
#ifndef HIP_RUNTIME_H
#define HIP_RUNTIME_H

#ifndef __HIP_PLATFORM_NVIDIA__
#define __HIP_PLATFORM_NVIDIA__ 1
#endif
#ifndef __HIP_PLATFORM_NVCC__
#define __HIP_PLATFORM_NVCC__ 1
#endif
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#if defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#define __HIP_DEVICE_COMPILE__ 1
#endif

#include <assert.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <math.h>
#include <nv/target>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <thread> // as HIP's own does: programs rely on it

#include "detail/names.h"
#include "detail/vectors.h"
#include "hip_version.h"

// AMD's compiler has this type, nvcc's front end takes the name and its back end does not. CUDA's half also converts
// from and to float by itself, but a product of one and a float has to say which it means.
#define _Float16 __half

// ---- names of another form --------------------------------------------------------------------------------------

#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeMaxSharedMemoryPerMultiprocessor cudaDevAttrMaxSharedMemoryPerMultiprocessor
#define hipDeviceAttributeSharedMemPerMultiprocessor cudaDevAttrMaxSharedMemoryPerMultiprocessor
#define hipDeviceAttributeReservedSharedMemPerBlock cudaDevAttrReservedSharedMemoryPerBlock
#define hipDeviceAttributeMaxBlocksPerMultiProcessor cudaDevAttrMaxBlocksPerMultiprocessor
#define hipDeviceAttributeMaxThreadsDim cudaDevAttrMaxBlockDimX
#define hipDeviceAttributeMemoryBusWidth cudaDevAttrGlobalMemoryBusWidth
#define hipDeviceAttributePersistingL2CacheMaxSize cudaDevAttrMaxPersistingL2CacheSize
#define hipDeviceAttributeAccessPolicyMaxWindowSize cudaDevAttrMaxAccessPolicyWindowSize
#define hipDeviceAttributePciDomainID cudaDevAttrPciDomainId
#define hipDeviceAttributeDeviceOverlap cudaDevAttrGpuOverlap
#define hipDeviceAttributeSharedMemPerBlockOptin cudaDevAttrMaxSharedMemoryPerBlockOptin
#define hipDeviceAttributeImageSupport cudaDevAttrUnifiedAddressing // it is 1, as on each GPU of CUDA
#define hipDeviceAttributeWallClockRate cudaDevAttrClockRate
#define hipDeviceAttribute_t cudaDeviceAttr
#define hipDataType cudaDataType
#define HIP_SUCCESS cudaSuccess
#define HIP_ERROR_INVALID_VALUE cudaErrorInvalidValue
#define HIP_ERROR_NOT_INITIALIZED cudaErrorInitializationError
#define HIP_ERROR_LAUNCH_OUT_OF_RESOURCES cudaErrorLaunchOutOfResources
#define hipPointerAttribute_t cudaPointerAttributes
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorNotInitialized cudaErrorInitializationError
#define hipErrorDeinitialized cudaErrorCudartUnloading
#define hipErrorInvalidImage cudaErrorInvalidKernelImage
#define hipErrorInvalidContext cudaErrorDeviceUninitialized
#define hipErrorInvalidHandle cudaErrorInvalidResourceHandle
#define hipErrorNotFound cudaErrorSymbolNotFound
#define hipErrorLaunchTimeOut cudaErrorLaunchTimeout
#define hipErrorRuntimeOther cudaErrorUnknown
#define hipErrorNoBinaryForGpu cudaErrorNoKernelImageForDevice
#define hipErrorInvalidKernelFile cudaErrorInvalidPtx
#define hipErrorMapFailed cudaErrorMapBufferObjectFailed
#define hipErrorUnmapFailed cudaErrorUnmapBufferObjectFailed
#define hipErrorECCNotCorrectable cudaErrorECCUncorrectable
#define hipErrorContextAlreadyInUse cudaErrorDeviceAlreadyInUse
#define hipMemoryType cudaMemoryType
#define hipFuncCache_t cudaFuncCache
#define hipLimit_t cudaLimit
#define hipHostFn_t cudaHostFn_t
#define hipStreamCallback_t cudaStreamCallback_t
#define hipArray_t cudaArray_t
#define hipHostFree cudaFreeHost
#define hipFreeHost cudaFreeHost
#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined
#define hipHostMallocCoherent cudaHostAllocDefault
#define hipHostMallocNonCoherent cudaHostAllocDefault
#define hipHostMallocNumaUser cudaHostAllocDefault
#define hipEventReleaseToDevice cudaEventDefault
#define hipEventReleaseToSystem cudaEventDefault
#define hipEventDisableSystemFence cudaEventDefault
#define hipStreamWaitEventDefault cudaEventWaitDefault
#define make_hipPitchedPtr make_cudaPitchedPtr
#define make_hipPos make_cudaPos
#define make_hipExtent make_cudaExtent
#define hipExtGetLastError cudaGetLastError
typedef void *hipDeviceptr_t;
typedef int hipDevice_t;

#define HIP_SYMBOL(variable) variable
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
// A program that defines HIP_TEMPLATE_KERNEL_LAUNCH may name kernel<A, B> without HIP_KERNEL_NAME.
#ifdef HIP_TEMPLATE_KERNEL_LAUNCH
template <class... Arguments, class Kernel = void (*)(Arguments...)>
static inline void hipLaunchKernelGGL(Kernel kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                                      Arguments... arguments) {
    kernel<<<grid, block, shared, stream>>>(arguments...);
}
#else
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                                                   \
    do {                                                                                                               \
        kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__);                                                  \
    } while (0)
#endif

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// ---- the device --------------------------------------------------------------------------------------------------

struct hipDeviceArch_t {
    unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1;
    unsigned hasSharedFloatAtomicExch : 1, hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1, hasSharedInt64Atomics : 1;
    unsigned hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1, hasWarpShuffle : 1, hasFunnelShift : 1;
    unsigned hasThreadFenceSystem : 1, hasSyncThreadsExt : 1, hasSurfaceFuncs : 1, has3dGrid : 1;
    unsigned hasDynamicParallelism : 1;
};

// CUDA's properties and what only HIP has, or CUDA 13 no longer has.
struct hipDeviceProp_t : cudaDeviceProp {
    int clockRate, memoryClockRate, clockInstructionRate; // kHz
    int computeMode, kernelExecTimeoutEnabled, deviceOverlap, cooperativeMultiDeviceLaunch;
    int gcnArch, asicRevision, isLargeBar;
    char gcnArchName[256];
    hipDeviceArch_t arch;
    size_t maxSharedMemoryPerMultiProcessor;
};
#define hipDeviceProp_tR0600 hipDeviceProp_t
#define hipGetDevicePropertiesR0600 hipGetDeviceProperties

static inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *properties, int device) {
    memset(properties, 0, sizeof *properties);
    cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(properties), device);
    if (error != cudaSuccess) return error;
    cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
    cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
    cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
    cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
    properties->clockInstructionRate = properties->clockRate;
    properties->deviceOverlap = properties->asyncEngineCount > 0;
    properties->maxSharedMemoryPerMultiProcessor = properties->sharedMemPerMultiprocessor;
    memset(&properties->arch, 0xff, sizeof properties->arch); // an NVIDIA GPU has all of them
    return cudaSuccess;
}

static inline hipError_t hipDrvGetErrorName(hipError_t error, const char **name) {
    *name = cudaGetErrorName(error);
    return cudaSuccess;
}
static inline hipError_t hipDrvGetErrorString(hipError_t error, const char **words) {
    *words = cudaGetErrorString(error);
    return cudaSuccess;
}
static inline hipError_t hipInit(unsigned flags) { return flags ? cudaErrorInvalidValue : cudaFree(0); }
static inline hipError_t hipDeviceGet(int *device, int ordinal) {
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess) *device = ordinal;
    return error != cudaSuccess ? error : ordinal >= 0 && ordinal < count ? cudaSuccess : cudaErrorInvalidDevice;
}
static inline hipError_t hipDeviceGetName(char *name, int length, int device) {
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && length > 0) snprintf(name, (size_t)length, "%s", properties.name);
    return error;
}
static inline hipError_t hipDeviceTotalMem(size_t *bytes, int device) {
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess) *bytes = properties.totalGlobalMem;
    return error;
}
static inline hipError_t hipDeviceComputeCapability(int *major, int *minor, int device) {
    cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return error == cudaSuccess ? cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device) : error;
}

// ---- memory ------------------------------------------------------------------------------------------------------

template <class T> static inline hipError_t hipHostMalloc(T **memory, size_t bytes, unsigned flags = 0) {
    return cudaHostAlloc((void **)memory, bytes, flags);
}
template <class T> static inline hipError_t hipHostAlloc(T **memory, size_t bytes, unsigned flags = 0) {
    return cudaHostAlloc((void **)memory, bytes, flags);
}
template <class T> static inline hipError_t hipMallocHost(T **memory, size_t bytes) {
    return cudaMallocHost((void **)memory, bytes);
}
#define hipExtHostAlloc hipHostAlloc
#define hipMemAllocHost hipMallocHost

static inline cudaMemLocation hipLocationOf(int device) {
    cudaMemLocation location = {};
    location.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    location.id = device == cudaCpuDeviceId ? 0 : device;
    return location;
}
static inline hipError_t hipMemPrefetchAsync(const void *memory, size_t bytes, int device, hipStream_t stream = 0) {
    return cudaMemPrefetchAsync(memory, bytes, hipLocationOf(device), 0, stream);
}
static inline hipError_t hipMemAdvise(const void *memory, size_t bytes, cudaMemoryAdvise advice, int device) {
    return cudaMemAdvise(memory, bytes, advice, hipLocationOf(device));
}
static inline hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                                             hipStream_t stream) {
    cudaError_t error = cudaMemcpyAsync(to, from, bytes, kind, stream);
    return error == cudaSuccess ? cudaStreamSynchronize(stream) : error;
}
static inline hipError_t hipMemcpyHtoDAsync(void *to, const void *from, size_t bytes, hipStream_t stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream);
}
static inline hipError_t hipMemcpyDtoHAsync(void *to, const void *from, size_t bytes, hipStream_t stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream);
}
static inline hipError_t hipMemcpyDtoDAsync(void *to, const void *from, size_t bytes, hipStream_t stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
static inline hipError_t hipMemcpyHtoD(void *to, const void *from, size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
}
static inline hipError_t hipMemcpyDtoH(void *to, const void *from, size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}
static inline hipError_t hipMemcpyDtoD(void *to, const void *from, size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
static inline hipError_t hipMemsetD8(void *memory, unsigned char value, size_t count) {
    return cudaMemset(memory, value, count);
}
static inline hipError_t hipMemsetD8Async(void *memory, unsigned char value, size_t count, hipStream_t stream = 0) {
    return cudaMemsetAsync(memory, value, count, stream);
}

// ---- kernels -----------------------------------------------------------------------------------------------------

template <class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared = 0,
                                                           int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, shared, limit);
}
template <class F, class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel, F shared,
                                                                       int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(grid, block, kernel, shared, limit);
}

template <class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel, size_t shared = 0,
                                                                    int limit = 0, unsigned flags = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, kernel, shared, limit, flags);
}

// HIP's warp functions have no mask: they concern the lanes that are active.
template <class T> static __device__ inline T __shfl(T value, int lane, int width = 32) {
    return __shfl_sync(__activemask(), value, lane, width);
}
template <class T> static __device__ inline T __shfl_up(T value, unsigned delta, int width = 32) {
    return __shfl_up_sync(__activemask(), value, delta, width);
}
template <class T> static __device__ inline T __shfl_down(T value, unsigned delta, int width = 32) {
    return __shfl_down_sync(__activemask(), value, delta, width);
}
template <class T> static __device__ inline T __shfl_xor(T value, int mask, int width = 32) {
    return __shfl_xor_sync(__activemask(), value, mask, width);
}
static __device__ inline int hipAll(int predicate) { return __all_sync(__activemask(), predicate); }
static __device__ inline int hipAny(int predicate) { return __any_sync(__activemask(), predicate); }
static __device__ inline unsigned long long hipBallot(int predicate) {
    return __ballot_sync(__activemask(), predicate);
}
static __device__ inline unsigned hipLane() {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}
// Macros, since CUDA's own headers, which are included above, declare functions of these names for older GPUs.
#define __all(predicate) hipAll(predicate)
#define __any(predicate) hipAny(predicate)
#define __ballot(predicate) hipBallot(predicate)
#define __lane_id() hipLane()

// What AMD's compiler has built in: where a thread is, and streaming accesses.
#define HIP_PLACE(axis)                                                                                                \
    static __device__ inline unsigned __builtin_amdgcn_workitem_id_##axis() { return threadIdx.axis; }                 \
    static __device__ inline unsigned __builtin_amdgcn_workgroup_id_##axis() { return blockIdx.axis; }                 \
    static __device__ inline unsigned __builtin_amdgcn_workgroup_size_##axis() { return blockDim.axis; }
HIP_PLACE(x)
HIP_PLACE(y)
HIP_PLACE(z)
#undef HIP_PLACE
template <class T> static __host__ __device__ inline T __builtin_nontemporal_load(const T *address) {
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return __ldcs(address);), (return *address;))
}
template <class V, class T> static __host__ __device__ inline void __builtin_nontemporal_store(V value, T *address) {
    NV_IF_ELSE_TARGET(NV_IS_DEVICE, (__stcs(address, static_cast<T>(value));), (*address = static_cast<T>(value);))
}
// A clock of a constant rate. Here it is the multiprocessor's, and hipDeviceAttributeWallClockRate gives that one's
// rate.
static __device__ inline long long wall_clock64() { return clock64(); }

// HIP has extremes of floating numbers as well. Templates, so that a program's own functions of these names come first.
#define HIP_EXTREME(name, type, word, to_word, from_word, comparison)                                                  \
    template <class = void> static __device__ inline type name(type *memory, type value) {                             \
        word *bits = reinterpret_cast<word *>(memory), seen = atomicCAS(bits, 0, 0), before = 0;                       \
        while (value comparison from_word(seen) && (before = atomicCAS(bits, seen, to_word(value))) != seen)           \
            seen = before;                                                                                             \
        return from_word(seen);                                                                                        \
    }
HIP_EXTREME(atomicMin, float, unsigned, __float_as_uint, __uint_as_float, <)
HIP_EXTREME(atomicMax, float, unsigned, __float_as_uint, __uint_as_float, >)
HIP_EXTREME(atomicMin, double, unsigned long long, __double_as_longlong, __longlong_as_double, <)
HIP_EXTREME(atomicMax, double, unsigned long long, __double_as_longlong, __longlong_as_double, >)
#undef HIP_EXTREME
template <class T> static __device__ inline T unsafeAtomicMin(T *memory, T value) { return atomicMin(memory, value); }
template <class T> static __device__ inline T unsafeAtomicMax(T *memory, T value) { return atomicMax(memory, value); }
template <class T> static __device__ inline T unsafeAtomicAdd(T *memory, T value) { return atomicAdd(memory, value); }
template <class T> static __device__ inline T safeAtomicAdd(T *memory, T value) { return atomicAdd(memory, value); }

#include "detail/graphs.h"
#include "detail/refused.h"

#endif
