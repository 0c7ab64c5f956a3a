// api_behaviour.cu - prints what runtime calls return, one line a call; run as: api_behaviour CASE.
//
// The .expected file beside this one is what a real H200 printed (CUDA 13.0, driver 580).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
#define SAY_ERROR(call) (printf("%s: %s", #call, cudaGetErrorName(call)), say_last())

__device__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
__managed__ int shared_by_both[2] = {40, 2};
__global__ void plain(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void __launch_bounds__(128) bounded(int *out) { out[threadIdx.x] = threadIdx.x; }
__global__ void with_shared(int *out) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    out[threadIdx.x] = dynamic[threadIdx.x];
}
__global__ void use_symbols(float *out) { out[threadIdx.x] = table[threadIdx.x] + weights[threadIdx.x]; }
__global__ void add_managed(int *more) { shared_by_both[0] += shared_by_both[1] + more[0]; }
__global__ void fault(int *nothing) { nothing[threadIdx.x] = 1; }

static void say_last() {
    cudaError_t last = cudaGetLastError(), then = cudaGetLastError();
    printf(" last %s, then %s\n", cudaGetErrorName(last), cudaGetErrorName(then));
}

static void memory() {
    int *a = NULL, *none = NULL, host[16] = {0};
    SAY(cudaMalloc(&a, 64));
    SAY_ERROR(cudaMalloc(&none, (size_t)1 << 50));
    SAY_ERROR(cudaMalloc((int **)NULL, 64));
    none = a;
    SAY_ERROR(cudaMalloc(&none, 0));
    printf("malloc of 0 gives NULL: %d\n", none == NULL);
    SAY_ERROR(cudaFree(NULL));
    SAY_ERROR(cudaFree(a + 1));
    SAY_ERROR(cudaFree(host));
    SAY_ERROR(cudaFreeHost(host));
    SAY_ERROR(cudaMemcpy(a, host, 64, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(a, host, 64, cudaMemcpyDefault));
    SAY_ERROR(cudaMemcpy(a, host, 64, cudaMemcpyDeviceToHost));
    SAY_ERROR(cudaMemcpy(host, a, 64, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(a, host, 64, (cudaMemcpyKind)9));
    SAY_ERROR(cudaMemcpy(a, NULL, 64, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(NULL, host, 64, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(a, host, 0, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(host, host + 8, 32, cudaMemcpyHostToHost));
    SAY_ERROR(cudaMemcpy(host, host + 8, 32, cudaMemcpyDeviceToDevice));
    SAY_ERROR(cudaMemset(host, 0, 64));
    SAY_ERROR(cudaMemset(a, 0, 1 << 26));
    SAY_ERROR(cudaMemset(NULL, 0, 4));
    SAY_ERROR(cudaMemset(NULL, 0, 0));
    size_t pitch = 0;
    void *pitched = NULL;
    SAY_ERROR(cudaMallocPitch(&pitched, &pitch, 100, 3));
    printf("pitch of 100: %zu\n", pitch);
    char rows[3][100], back[3][100];
    for (int i = 0; i < 300; i++) rows[i / 100][i % 100] = i % 97;
    SAY_ERROR(cudaMemcpy2D(pitched, pitch, rows, 100, 100, 3, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy2D(pitched, pitch, rows, 99, 100, 3, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy2D(pitched, 64, rows, 100, 100, 3, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemset2D(pitched, pitch, 7, 10, 2));
    SAY_ERROR(cudaMemcpy2D(back, 100, pitched, pitch, 100, 3, cudaMemcpyDeviceToHost));
    printf("rows: %d %d %d %d\n", back[0][9], back[1][10], back[2][9], memcmp(rows[2], back[2], 100));
    cudaExtent extent = make_cudaExtent(40, 5, 3);
    cudaPitchedPtr box;
    SAY_ERROR(cudaMalloc3D(&box, extent));
    printf("box: pitch %zu x %zu y %zu\n", box.pitch, box.xsize, box.ysize);
    SAY_ERROR(cudaMemset3D(box, 3, make_cudaExtent(40, 5, 3)));
    char cube[3][5][40];
    memset(cube, 9, sizeof cube);
    cudaMemcpy3DParms p = {};
    p.srcPtr = box;
    p.dstPtr = make_cudaPitchedPtr(cube, 40, 40, 5);
    p.extent = make_cudaExtent(20, 4, 2);
    p.dstPos = make_cudaPos(1, 1, 1);
    p.kind = cudaMemcpyDeviceToHost;
    SAY_ERROR(cudaMemcpy3D(&p));
    printf("cube: %d %d %d %d\n", cube[0][0][0], cube[1][1][1], cube[2][4][20], cube[2][4][21]);
    size_t free_bytes = 0, total = 0;
    SAY_ERROR(cudaMemGetInfo(&free_bytes, &total));
    printf("some free: %d\n", free_bytes > 0 && free_bytes <= total);
    void *pooled = NULL;
    SAY_ERROR(cudaMallocAsync(&pooled, 1000, 0));
    SAY_ERROR(cudaMemsetAsync(pooled, 1, 1000, 0));
    SAY_ERROR(cudaFreeAsync(pooled, 0));
    SAY_ERROR(cudaFreeAsync(host, 0));
    SAY_ERROR(cudaFree(a));
    SAY_ERROR(cudaFree(a));
    SAY_ERROR(cudaMemcpy(a, host, 64, cudaMemcpyHostToDevice));
}

static void pointer_kind(const char *name, const void *pointer) {
    cudaPointerAttributes attributes;
    memset(&attributes, 0xff, sizeof attributes);
    cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
    printf("attributes of %s: %s type %d device %d device pointer %d host pointer %d\n", name, cudaGetErrorName(error), attributes.type,
           attributes.device, attributes.devicePointer == pointer, attributes.hostPointer == pointer);
}

static void host_memory() {
    int *pinned = NULL, *mapped = NULL, *managed = NULL, *device = NULL, *other = NULL, local = 0;
    int *registered = (int *)aligned_alloc(4096, 8192);
    unsigned flags = 99;
    SAY_ERROR(cudaMallocHost(&pinned, 256));
    SAY_ERROR(cudaHostAlloc(&mapped, 256, cudaHostAllocMapped));
    SAY_ERROR(cudaMallocManaged(&managed, 256));
    SAY_ERROR(cudaMallocManaged(&other, 0));
    SAY_ERROR(cudaMallocManaged(&other, 64, 77));
    SAY_ERROR(cudaHostAlloc(&other, 64, 1024));
    SAY_ERROR(cudaHostAlloc(&other, 0, 0));
    SAY_ERROR(cudaMalloc(&device, 256));
    SAY_ERROR(cudaHostGetDevicePointer(&other, mapped, 0));
    printf("same address: %d\n", other == mapped);
    SAY_ERROR(cudaHostGetDevicePointer(&other, &local, 0));
    SAY_ERROR(cudaHostGetFlags(&flags, mapped));
    printf("flags: %u\n", flags);
    SAY_ERROR(cudaHostGetFlags(&flags, &local));
    pointer_kind("pinned", pinned);
    pointer_kind("pinned inside", pinned + 3);
    pointer_kind("mapped", mapped);
    pointer_kind("managed", managed);
    pointer_kind("device", device);
    pointer_kind("local", &local);
    pointer_kind("null", NULL);
    for (int i = 0; i < 64; i++) mapped[i] = managed[i] = -1;
    plain<<<1, 64>>>(mapped);
    plain<<<1, 32>>>(managed);
    SAY_ERROR(cudaDeviceSynchronize());
    printf("written by the device: %d %d %d\n", mapped[63], managed[31], managed[32]);
    SAY_ERROR(cudaMemcpy(device, pinned, 256, cudaMemcpyHostToDevice));
    SAY_ERROR(cudaMemcpy(pinned, managed, 256, cudaMemcpyDefault));
    printf("copied: %d %d\n", pinned[31], pinned[32]);
    managed[0] = 100;
    add_managed<<<1, 1>>>(managed);
    SAY_ERROR(cudaDeviceSynchronize());
    printf("managed variable: %d %d\n", shared_by_both[0], shared_by_both[1]);
    for (int i = 0; i < 2048; i++) registered[i] = i;
    SAY_ERROR(cudaHostRegister(registered, 8192, cudaHostRegisterMapped));
    SAY_ERROR(cudaHostRegister(registered, 8192, cudaHostRegisterMapped));
    SAY_ERROR(cudaHostGetDevicePointer(&other, registered, 0));
    plain<<<1, 4>>>(other + 8);
    SAY_ERROR(cudaDeviceSynchronize());
    printf("registered: %d %d %d %d\n", registered[7], registered[8], registered[11], registered[12]);
    SAY_ERROR(cudaHostUnregister(registered));
    SAY_ERROR(cudaHostUnregister(registered));
    printf("still there: %d %d\n", registered[11], registered[2047]);
    SAY_ERROR(cudaHostRegister(NULL, 8192, 0));
    SAY_ERROR(cudaFree(pinned));
    SAY_ERROR(cudaFreeHost(device));
    SAY_ERROR(cudaFreeHost(pinned));
    SAY_ERROR(cudaFreeHost(pinned));
    SAY_ERROR(cudaFreeHost(NULL));
    SAY_ERROR(cudaFreeHost(mapped));
    SAY_ERROR(cudaFree(managed));
    SAY_ERROR(cudaFree(managed));
    SAY_ERROR(cudaFree(device));
}

static void symbols() {
    int host[8], *address = NULL;
    float w[4] = {10, 20, 30, 40}, *out, result[4];
    size_t size = 0;
    cudaMalloc(&out, 16);
    SAY_ERROR(cudaMemcpyFromSymbol(host, table, sizeof host));
    printf("table: %d %d\n", host[0], host[7]);
    SAY_ERROR(cudaMemcpyToSymbol(weights, w, sizeof w));
    SAY_ERROR(cudaMemcpyToSymbol(table, host, 4, 4));
    SAY_ERROR(cudaMemcpyToSymbol(table, host, 4, 32));
    SAY_ERROR(cudaMemcpyToSymbol(table, host, 64));
    SAY_ERROR(cudaMemcpyToSymbol(table, host, 4, 0, cudaMemcpyDeviceToHost));
    SAY_ERROR(cudaMemcpyToSymbol((const void *)host, host, 4));
    SAY_ERROR(cudaGetSymbolAddress((void **)&address, table));
    SAY_ERROR(cudaGetSymbolAddress((void **)&address, (const void *)host));
    SAY_ERROR(cudaGetSymbolSize(&size, table));
    printf("size: %zu\n", size);
    SAY_ERROR(cudaGetSymbolSize(&size, host));
    use_symbols<<<1, 4>>>(out);
    SAY_ERROR(cudaMemcpy(result, out, 16, cudaMemcpyDeviceToHost));
    printf("sum: %g %g %g %g\n", result[0], result[1], result[2], result[3]);
    SAY_ERROR(cudaMemcpy(host, address, 8, cudaMemcpyDeviceToHost));
    printf("through the address: %d %d\n", host[0], host[1]);
    SAY_ERROR(cudaFree(address));
    SAY_ERROR(cudaGetSymbolAddress((void **)&address, shared_by_both));
    printf("managed at its own address: %d\n", address == shared_by_both);
}

static void launches() {
    int *out;
    void *arguments[] = {&out};
    cudaFuncAttributes attributes;
    cudaMalloc(&out, 4096);
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1), dim3(1025), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1), dim3(1, 1, 65), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1, 65536), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1, 0), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)plain, dim3(1), dim3(0), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)bounded, dim3(1), dim3(256), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)launches, dim3(1), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel(NULL, dim3(1), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchKernel((void *)with_shared, dim3(1), dim3(32), arguments, 48 * 1024, 0));
    SAY_ERROR(cudaLaunchKernel((void *)with_shared, dim3(1), dim3(32), arguments, 48 * 1024 + 4, 0));
    SAY_ERROR(cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    SAY_ERROR(cudaLaunchKernel((void *)with_shared, dim3(1), dim3(32), arguments, 100 * 1024, 0));
    SAY_ERROR(cudaLaunchKernel((void *)with_shared, dim3(1), dim3(32), arguments, 100 * 1024 + 4, 0));
    SAY_ERROR(cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 * 1024));
    SAY_ERROR(cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    SAY_ERROR(cudaFuncSetAttribute((const void *)launches, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    SAY_ERROR(cudaFuncGetAttributes(&attributes, (const void *)with_shared));
    printf("with_shared: shared %zu const %zu local %zu threads %d dynamic %d carveout %d ptx %d binary %d\n", attributes.sharedSizeBytes,
           attributes.constSizeBytes, attributes.localSizeBytes, attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes,
           attributes.preferredShmemCarveout, attributes.ptxVersion, attributes.binaryVersion);
    SAY_ERROR(cudaFuncGetAttributes(&attributes, (const void *)bounded));
    printf("bounded: threads %d dynamic %d\n", attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes);
    SAY_ERROR(cudaFuncGetAttributes(&attributes, (const void *)launches));
    SAY_ERROR(cudaLaunchCooperativeKernel((void *)plain, dim3(4), dim3(32), arguments, 0, 0));
    SAY_ERROR(cudaLaunchCooperativeKernel((void *)plain, dim3(100000), dim3(32), arguments, 0, 0));
    int blocks = 0;
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)plain, 256, 0));
    printf("blocks of 256: %d\n", blocks);
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)with_shared, 64, 40000));
    printf("blocks with 40000 bytes: %d\n", blocks);
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)plain, 2048, 0));
    printf("blocks of 2048: %d\n", blocks);
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)plain, 0, 0));
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)launches, 64, 0));
    size_t bytes = 0;
    SAY_ERROR(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (const void *)with_shared, 4, 128));
    printf("available: %zu\n", bytes);
    SAY_ERROR(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (const void *)plain, 16, 64));
    printf("available: %zu\n", bytes);
    SAY_ERROR(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, (const void *)with_shared, 100, 64));
    SAY_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)bounded, 256, 0));
    printf("blocks over the bound: %d\n", blocks);
    SAY_ERROR(cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    SAY_ERROR(cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    int least = 0, best = 0;
    SAY_ERROR(cudaOccupancyMaxPotentialBlockSize(&least, &best, plain, 0, 0));
    printf("best block %d, least grid a multiple of the SMs %d\n", best, least % 132);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2);
    config.blockDim = dim3(64);
    SAY_ERROR(cudaLaunchKernelEx(&config, plain, out));
    SAY_ERROR(cudaDeviceSynchronize());
}

static void count_call(void *calls) { ++*(int *)calls; }
static void CUDART_CB count_callback(cudaStream_t, cudaError_t error, void *calls) { *(int *)calls += error == cudaSuccess; }

static void streams() {
    cudaStream_t stream, other;
    cudaEvent_t start, stop, unrecorded, untimed;
    int calls = 0, priority = 9, least = 9, greatest = 9, *out;
    unsigned flags = 9;
    float milliseconds = -1;
    cudaMalloc(&out, 4096);
    SAY_ERROR(cudaStreamCreate(&stream));
    SAY_ERROR(cudaStreamCreateWithFlags(&other, 5));
    SAY_ERROR(cudaStreamCreateWithPriority(&other, cudaStreamNonBlocking, -1));
    SAY_ERROR(cudaStreamGetPriority(other, &priority));
    SAY_ERROR(cudaStreamGetFlags(other, &flags));
    SAY_ERROR(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    printf("priority %d flags %u range %d %d\n", priority, flags, least, greatest);
    SAY_ERROR(cudaEventCreate(&start));
    SAY_ERROR(cudaEventCreate(&stop));
    SAY_ERROR(cudaEventCreate(&unrecorded));
    SAY_ERROR(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    SAY_ERROR(cudaEventCreateWithFlags(&untimed, 64));
    SAY_ERROR(cudaEventRecord(start, stream));
    plain<<<1, 32, 0, stream>>>(out);
    SAY_ERROR(cudaEventRecord(stop, stream));
    SAY_ERROR(cudaEventRecord(untimed, stream));
    SAY_ERROR(cudaStreamWaitEvent(other, stop, 0));
    SAY_ERROR(cudaEventSynchronize(stop));
    SAY_ERROR(cudaEventQuery(stop));
    SAY_ERROR(cudaEventElapsedTime(&milliseconds, start, stop));
    printf("some time: %d\n", milliseconds > 0 && milliseconds < 1000);
    SAY_ERROR(cudaEventElapsedTime(&milliseconds, start, unrecorded));
    SAY_ERROR(cudaEventElapsedTime(&milliseconds, start, untimed));
    SAY_ERROR(cudaEventElapsedTime(NULL, start, stop));
    SAY_ERROR(cudaEventQuery(unrecorded));
    SAY_ERROR(cudaEventSynchronize(unrecorded));
    SAY_ERROR(cudaLaunchHostFunc(stream, count_call, &calls));
    SAY_ERROR(cudaStreamAddCallback(stream, count_callback, &calls, 0));
    SAY_ERROR(cudaStreamSynchronize(stream));
    printf("calls: %d\n", calls);
    SAY_ERROR(cudaStreamQuery(stream));
    SAY_ERROR(cudaStreamSynchronize(0));
    SAY_ERROR(cudaStreamSynchronize(cudaStreamLegacy));
    SAY_ERROR(cudaStreamSynchronize(cudaStreamPerThread));
    SAY_ERROR(cudaEventDestroy(start));
    SAY_ERROR(cudaEventDestroy(NULL));
    SAY_ERROR(cudaEventRecord(NULL, 0));
    SAY_ERROR(cudaStreamDestroy(stream));
    SAY_ERROR(cudaStreamDestroy(NULL));
    SAY_ERROR(cudaStreamDestroy(other));
}

static void device() {
    int value = 9, attribute = 0;
    size_t limit = 0;
    cudaDeviceProp prop;
    char bus[32];
    unsigned flags = 99;
    cudaFuncCache cache;
    SAY_ERROR(cudaGetDeviceCount(&value));
    printf("count %d\n", value);
    SAY_ERROR(cudaGetDevice(&value));
    printf("device %d\n", value);
    SAY_ERROR(cudaSetDevice(0));
    SAY_ERROR(cudaSetDevice(1));
    SAY_ERROR(cudaSetDevice(-1));
    SAY_ERROR(cudaGetDeviceProperties(&prop, 1));
    SAY_ERROR(cudaGetDeviceProperties(&prop, 0));
#define P(field) printf(#field " %lld\n", (long long)prop.field)
    printf("name %s\n", prop.name);
    P(sharedMemPerBlock); P(regsPerBlock); P(warpSize); P(memPitch); P(maxThreadsPerBlock); P(maxThreadsDim[0]); P(maxThreadsDim[1]);
    P(maxThreadsDim[2]); P(maxGridSize[0]); P(maxGridSize[1]); P(maxGridSize[2]); P(totalConstMem); P(major); P(minor);
    P(textureAlignment); P(texturePitchAlignment); P(multiProcessorCount); P(integrated); P(canMapHostMemory); P(maxTexture1D);
    P(maxTexture2D[0]); P(maxTexture3D[0]); P(surfaceAlignment); P(concurrentKernels); P(ECCEnabled); P(tccDriver); P(asyncEngineCount);
    P(unifiedAddressing); P(memoryBusWidth); P(l2CacheSize); P(persistingL2CacheMaxSize); P(maxThreadsPerMultiProcessor);
    P(streamPrioritiesSupported); P(globalL1CacheSupported); P(localL1CacheSupported); P(sharedMemPerMultiprocessor);
    P(regsPerMultiprocessor); P(managedMemory); P(isMultiGpuBoard); P(hostNativeAtomicSupported); P(pageableMemoryAccess);
    P(concurrentManagedAccess); P(computePreemptionSupported); P(cooperativeLaunch);
    P(sharedMemPerBlockOptin); P(pageableMemoryAccessUsesHostPageTables); P(directManagedMemAccessFromHost); P(maxBlocksPerMultiProcessor);
    P(accessPolicyMaxWindowSize); P(reservedSharedMemPerBlock); P(hostRegisterSupported); P(memoryPoolsSupported);
    P(totalGlobalMem); P(unifiedFunctionPointers); P(hostRegisterReadOnlySupported);
    SAY_ERROR(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 1));
    SAY_ERROR(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    for (attribute = 1; attribute <= 111; attribute++) { // what the emulated GPU's limits decide
        bool is_limit = attribute <= 13 || attribute == 16 || (attribute >= 36 && attribute <= 39) || attribute == 75 ||
                        attribute == 76 || attribute == 81 || attribute == 82 || attribute == 95 || attribute == 97 ||
                        attribute == 106 || attribute == 111;
        if (!is_limit) continue;
        value = -7;
        cudaError_t error = cudaDeviceGetAttribute(&value, (cudaDeviceAttr)attribute, 0);
        printf("attribute %d: %s %d\n", attribute, cudaGetErrorName(error), value);
    }
    cudaGetLastError();
    SAY_ERROR(cudaDeviceCanAccessPeer(&value, 0, 0));
    SAY_ERROR(cudaDeviceCanAccessPeer(&value, 0, 1));
    SAY_ERROR(cudaDeviceEnablePeerAccess(0, 0));
    SAY_ERROR(cudaDeviceEnablePeerAccess(1, 0));
    SAY_ERROR(cudaDeviceDisablePeerAccess(0));
    for (int l = 0; l < 6; l++) {
        limit = 0;
        cudaError_t error = cudaDeviceGetLimit(&limit, (cudaLimit)l);
        printf("limit %d: %s %zu\n", l, cudaGetErrorName(error), limit);
    }
    cudaGetLastError();
    SAY_ERROR(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
    SAY_ERROR(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    printf("fifo %zu\n", limit);
    SAY_ERROR(cudaDeviceSetLimit((cudaLimit)77, 1));
    SAY_ERROR(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    SAY_ERROR(cudaDeviceGetCacheConfig(&cache));
    printf("cache %d\n", cache);
    SAY_ERROR(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    SAY_ERROR(cudaGetDeviceFlags(&flags));
    printf("flags %u\n", flags);
    SAY_ERROR(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    SAY_ERROR(cudaRuntimeGetVersion(&value));
    printf("runtime %d\n", value);
    SAY_ERROR(cudaProfilerStart());
    SAY_ERROR(cudaProfilerStop());
    SAY_ERROR(cudaDeviceReset());
    printf("unknown error: %s, %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));
}

static void sticky() {
    int *out, host[8] = {0}, value = 0;
    cudaEvent_t event;
    cudaStream_t stream;
    cudaEventCreate(&event);
    cudaStreamCreate(&stream);
    cudaMalloc(&out, 64);
    fault<<<1, 32>>>(NULL);
    SAY(cudaGetLastError());
    SAY(cudaDeviceSynchronize());
    SAY(cudaPeekAtLastError());
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    SAY(cudaPeekAtLastError());
    SAY_ERROR(cudaDeviceSynchronize());
    SAY_ERROR(cudaMalloc(&out, 64));
    SAY_ERROR(cudaFree(out));
    SAY_ERROR(cudaFree(NULL));
    SAY_ERROR(cudaMemcpy(host, out, 8, cudaMemcpyDeviceToHost));
    SAY_ERROR(cudaMemset(out, 0, 8));
    plain<<<1, 8>>>(out);
    SAY(cudaGetLastError());
    SAY_ERROR(cudaEventRecord(event, stream));
    SAY_ERROR(cudaEventQuery(event));
    SAY_ERROR(cudaEventSynchronize(event));
    SAY_ERROR(cudaStreamSynchronize(stream));
    SAY_ERROR(cudaStreamQuery(stream));
    SAY_ERROR(cudaStreamCreate(&stream));
    SAY_ERROR(cudaEventCreate(&event));
    SAY_ERROR(cudaEventDestroy(event));
    SAY_ERROR(cudaGetDevice(&value));
    SAY_ERROR(cudaSetDevice(0));
    SAY_ERROR(cudaGetDeviceCount(&value));
    SAY_ERROR(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    SAY_ERROR(cudaMallocHost(&out, 64));
    SAY_ERROR(cudaMallocManaged(&out, 64));
    SAY_ERROR(cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1));
    SAY_ERROR(cudaGetSymbolAddress((void **)&out, table));
}

static void reset() {
    int *out, *again, host[8] = {0}, seven = 7;
    cudaMalloc(&out, 64);
    SAY_ERROR(cudaMemcpyToSymbol(table, &seven, sizeof seven));
    SAY_ERROR(cudaDeviceReset());
    SAY_ERROR(cudaDeviceSynchronize());
    SAY_ERROR(cudaFree(out));
    SAY_ERROR(cudaMalloc(&again, 64));
    plain<<<1, 8>>>(again);
    SAY(cudaGetLastError());
    SAY_ERROR(cudaMemcpy(host, again, 32, cudaMemcpyDeviceToHost));
    printf("after the reset: %d\n", host[7]);
    SAY_ERROR(cudaMemcpyFromSymbol(host, table, sizeof host));
    printf("first values again: %d %d\n", host[0], host[7]);
    SAY_ERROR(cudaFree(again));
}

// A context that a fault has ended, and the next one. Not compared with hardware: the machine of the .expected file
// does not give a process its GPU back.
static void recover() {
    int *out, host[8] = {0};
    fault<<<1, 32>>>(NULL);
    SAY(cudaDeviceSynchronize());
    SAY_ERROR(cudaDeviceReset());
    SAY_ERROR(cudaMalloc(&out, 64));
    plain<<<1, 8>>>(out);
    SAY_ERROR(cudaMemcpy(host, out, 32, cudaMemcpyDeviceToHost));
    printf("after the reset: %d\n", host[7]);
    SAY_ERROR(cudaFree(out));
}

static void last_error() {
    int *out, host[4];
    cudaMalloc(&out, 64);
    SAY(cudaMemcpy(out, host, 64 << 20, cudaMemcpyHostToDevice));
    SAY(cudaMalloc(&out, 64));
    SAY(cudaPeekAtLastError());
    SAY(cudaSetDevice(5));
    SAY(cudaMemset(out, 0, 64));
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    plain<<<1, 2000>>>(out);
    SAY(cudaDeviceSynchronize());
    SAY(cudaGetLastError());
    SAY(cudaEventQuery(NULL));
    SAY(cudaGetLastError());
}

int main(int argc, char **argv) {
    struct { const char *name; void (*run)(); } cases[] = {
        {"memory", memory}, {"host_memory", host_memory}, {"symbols", symbols}, {"launches", launches},
        {"streams", streams}, {"device", device}, {"sticky", sticky}, {"last_error", last_error}, {"reset", reset}, {"recover", recover}};
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (auto &c : cases)
        if (argc == 2 && !strcmp(argv[1], c.name)) { c.run(); return 0; }
    fprintf(stderr, "usage: api_behaviour memory|host_memory|symbols|launches|streams|device|sticky|last_error|reset|recover\n");
    return 2;
}
