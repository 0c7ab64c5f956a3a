// hip.cu - a HIP program through nvcc: HIP's names, its warp functions without masks, and what CUDA 13 no longer has.
#include <hip/hip_complex.h>
#include <hip/hip_fp8.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
#include <roctx.h>

#include "claims.cuh"

__global__ void sum_warps(const float *in, float *out) {
    float value = in[hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x];
    for (int delta = warpSize / 2; delta; delta /= 2) value += __shfl_down(value, delta);
    if (__lane_id() == 0) out[blockIdx.x] = value;
}

__global__ void votes(int *out) {
    int lane = threadIdx.x;
    out[lane] = __popcll(__ballot(lane % 3 == 0));
    out[32 + lane] = __any(lane == 31) * 2 + __all(lane < 31);
    out[64 + lane] = __shfl(lane, 5) * 1000 + __shfl_xor(lane, 1) * 10 + __shfl_up(lane, 1);
    if (lane < 8) out[96 + lane] = __popcll(__ballot(1)); // of the lanes that are here
}

__global__ void dynamic(int *out) {
    HIP_DYNAMIC_SHARED(int, row)
    row[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = row[blockDim.x - 1 - threadIdx.x];
}

__global__ void numbers(float *out) {
    hiprandState state;
    hiprand_init(7, threadIdx.x, 0, &state);
    out[threadIdx.x] = hiprand_uniform(&state);
}

// AMD's compiler has this type without a header.
__global__ void halves(_Float16 *x, _Float16 factor) {
    x[threadIdx.x] = x[threadIdx.x] * factor + (_Float16)1.0f;
}

// Extremes of floating numbers, which CUDA has of integers only; a program's own come first.
static __device__ double atomicMax(double *memory, double value) { return *memory = 100 + value; }
__global__ void extremes(float *of_floats, double *of_doubles, double *own) {
    float value = (float)((int)(threadIdx.x * 7 % 32) - 10);
    atomicMin(&of_floats[0], value), unsafeAtomicMax(&of_floats[1], value);
    atomicMin(&of_doubles[0], 0.5 * value);
    if (threadIdx.x == 0) atomicMax(own, 1.0);
}

// What AMD's compiler has built in: streaming accesses, which convert as an assignment does, and a clock with its own rate.
__global__ void streaming(const float *in, double *out, float4 *quads, long long *ticks) {
    long long start = wall_clock64();
    __builtin_nontemporal_store(__builtin_nontemporal_load(&in[threadIdx.x]) + 1, &out[threadIdx.x]);
    __builtin_nontemporal_store(__builtin_nontemporal_load(&quads[1]), &quads[0]);
    *ticks = wall_clock64() - start;
}
__global__ void places(uint3 *out) { // the last thread of the last block says where it is
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z < 9) return;
    out[0] = make_uint3(__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z());
    out[1] = make_uint3(__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                        __builtin_amdgcn_workgroup_id_z());
    out[2] = make_uint3(__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
                        __builtin_amdgcn_workgroup_size_z());
}

template <typename T> __global__ void scale(T *x, T factor) { x[threadIdx.x] *= factor; }
__constant__ float table[4];
__global__ void look_up(float *out) { out[threadIdx.x] = table[threadIdx.x]; }

// Vectors have operators in HIP; a program's own come first.
template <class T, class = typename std::enable_if<std::is_same<T, uchar2>::value>::type>
static bool operator==(const T &a, const T &b) {
    return a.x == b.y; // what nobody else would call equal
}
static __host__ __device__ float3 operator^(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__global__ void vectors(float4 *of_floats, int2 *of_ints, double4 *of_doubles, float3 *own) {
    float4 sum = make_float4(1, 2, 3, 4) + 1;
    sum *= 2.0;
    sum -= make_float4(1, 1, 1, 1);
    of_floats[0] = -sum / make_float4(1, 1, 2, 2);
    of_ints[0] = ~((make_int2(13, -5) % 4 << 2) | 1);
    of_ints[1] = make_int2(of_ints[0] == make_int2(-6, 3), of_ints[0] != make_int2(-6, 3));
    of_doubles[0] = 0.5 * make_double4(1, 2, 3, 4);
    own[0] = make_float3(1, 0, 0) ^ make_float3(0, 1, 0);
}

template <typename T> static T *device_array(size_t count) {
    T *made = nullptr;
    MUST(hipMalloc(&made, count * sizeof(T)));
    return made;
}
template <typename T> static void fetch(T *host, const T *device, size_t count) {
    MUST(hipDeviceSynchronize());
    MUST(hipMemcpy(host, device, count * sizeof(T), hipMemcpyDeviceToHost));
}

static void kernels() {
    float in[64], sums[2], *d_in = device_array<float>(64), *d_sums = device_array<float>(2);
    int out[104], *d_out = device_array<int>(104);
    for (int i = 0; i < 64; i++) in[i] = (float)i;
    MUST(hipMemcpyHtoD(d_in, in, sizeof in));
    hipLaunchKernelGGL(sum_warps, dim3(2), dim3(32), 0, 0, d_in, d_sums);
    MUST(hipGetLastError());
    fetch(sums, d_sums, 2);
    claim("shuffles_without_a_mask", sums[0] == 496 && sums[1] == 1520, "%g %g", sums[0], sums[1]);
    votes<<<1, 32>>>(d_out);
    fetch(out, d_out, 104);
    claim("ballot", out[0] == 11 && out[31] == 11, "%d", out[0]);
    claim("any_all", out[40] == 2, "%d", out[40]);
    claim("shuffles", out[64 + 9] == 5000 + 80 + 8, "%d", out[64 + 9]);
    claim("ballot_of_active_lanes", out[96] == 8 && out[103] == 8, "%d", out[96]);
    hipLaunchKernelGGL(dynamic, 1, 32, 32 * sizeof(int), 0, d_out);
    fetch(out, d_out, 32);
    claim("dynamic_shared_memory", out[0] == 31 && out[31] == 0);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float>), dim3(1), dim3(64), 0, 0, d_in, 2.0f);
    fetch(in, d_in, 64);
    claim("template_with_commas_in_its_name", in[63] == 126);
    float values[4] = {1, 2, 3, 4};
    MUST(hipMemcpyToSymbol(HIP_SYMBOL(table), values, sizeof values));
    look_up<<<1, 4>>>(d_in);
    fetch(in, d_in, 4);
    claim("symbol", in[3] == 4);
    numbers<<<1, 32>>>(d_in);
    fetch(in, d_in, 32);
    claim("hiprand", in[0] > 0 && in[0] <= 1 && in[0] != in[1]);
    MUST(hipFree(d_in)), MUST(hipFree(d_sums)), MUST(hipFree(d_out));
}

static void floating_extremes() {
    float floats[2] = {3, -3}, *d_floats = device_array<float>(2);
    double doubles[2] = {3, 0}, *d_doubles = device_array<double>(2);
    MUST(hipMemcpyHtoD(d_floats, floats, sizeof floats)), MUST(hipMemcpyHtoD(d_doubles, doubles, sizeof doubles));
    extremes<<<1, 32>>>(d_floats, d_doubles, d_doubles + 1);
    fetch(floats, d_floats, 2), fetch(doubles, d_doubles, 2);
    claim("extremes_of_floats", floats[0] == -10 && floats[1] == 21, "%g %g", floats[0], floats[1]);
    claim("extremes_of_doubles", doubles[0] == -5, "%g", doubles[0]);
    claim("atomics_of_the_program_come_first", doubles[1] == 101, "%g", doubles[1]);
    MUST(hipFree(d_floats)), MUST(hipFree(d_doubles));
}

static void built_in_functions() {
    float in[32], *d_in = device_array<float>(32);
    double out[32], *d_out = device_array<double>(32);
    float4 quads[2] = {{0, 0, 0, 0}, {1, 2, 3, 4}}, *d_quads = device_array<float4>(2);
    long long ticks, *d_ticks = device_array<long long>(1);
    int wall = 0, clock = 1;
    for (int i = 0; i < 32; i++) __builtin_nontemporal_store(i, &in[i]);
    claim("streaming_accesses_of_the_host", in[31] == 31 && __builtin_nontemporal_load(&in[5]) == 5);
    MUST(hipMemcpyHtoD(d_in, in, sizeof in)), MUST(hipMemcpyHtoD(d_quads, quads, sizeof quads));
    streaming<<<1, 32>>>(d_in, d_out, d_quads, d_ticks);
    fetch(out, d_out, 32), fetch(quads, d_quads, 2), fetch(&ticks, d_ticks, 1);
    claim("streaming_accesses", out[0] == 1 && out[31] == 32 && quads[0].x == 1 && quads[0].w == 4);
    MUST(hipDeviceGetAttribute(&wall, hipDeviceAttributeWallClockRate, 0));
    MUST(hipDeviceGetAttribute(&clock, hipDeviceAttributeClockRate, 0));
    claim("wall_clock_and_its_rate", ticks > 0 && wall == clock, "%lld %d", ticks, wall);
    uint3 at[3], *d_at = device_array<uint3>(3);
    places<<<dim3(2, 1, 3), dim3(4, 3, 2)>>>(d_at);
    fetch(at, d_at, 3);
    claim("place_in_the_block", at[0] == make_uint3(3, 2, 1) && at[1] == make_uint3(1, 0, 2) && at[2] == make_uint3(4, 3, 2));
    MUST(hipFree(d_in)), MUST(hipFree(d_out)), MUST(hipFree(d_quads)), MUST(hipFree(d_ticks)), MUST(hipFree(d_at));
}

// HIP's calls on edges have no parameter for their data.
static void edges() {
    hipGraph_t graph;
    hipGraphNode_t nodes[3], from[2] = {}, to[2] = {}, before = {}, after = {};
    size_t count = 2, before_count = 1, after_count = 1;
    MUST(hipGraphCreate(&graph, 0));
    for (int i = 0; i < 3; i++) MUST(hipGraphAddEmptyNode(&nodes[i], graph, nullptr, 0));
    MUST(hipGraphAddDependencies(graph, &nodes[0], &nodes[1], 2));
    MUST(hipGraphRemoveDependencies(graph, &nodes[1], &nodes[2], 1));
    MUST(hipGraphGetEdges(graph, from, to, &count));
    MUST(hipGraphNodeGetDependencies(nodes[1], &before, &before_count));
    MUST(hipGraphNodeGetDependentNodes(nodes[0], &after, &after_count));
    claim("edges_of_graphs", count == 1 && from[0] == nodes[0] && to[0] == nodes[1], "%zu", count);
    claim("neighbours_in_graphs", before == nodes[0] && after == nodes[1]);
    MUST(hipGraphDestroy(graph));
}

static void vector_operators() {
    float4 *d_floats = device_array<float4>(1), floats;
    int2 *d_ints = device_array<int2>(2), ints[2];
    double4 *d_doubles = device_array<double4>(1), doubles;
    float3 *d_own = device_array<float3>(1), own;
    vectors<<<1, 1>>>(d_floats, d_ints, d_doubles, d_own);
    fetch(&floats, d_floats, 1), fetch(ints, d_ints, 2), fetch(&doubles, d_doubles, 1), fetch(&own, d_own, 1);
    claim("vectors_of_floats", floats == make_float4(-3, -5, -3.5f, -4.5f), "%g %g", floats.x, floats.w);
    claim("vectors_of_integers", ints[0].x == -6 && ints[0].y == 2, "%d %d", ints[0].x, ints[0].y);
    claim("vectors_are_equal_if_all_elements_are", ints[1].x == 0 && ints[1].y == 1);
    claim("vectors_of_doubles", doubles.x == 0.5 && doubles.w == 2);
    claim("templates_of_the_program_come_first", make_uchar2(1, 2) == make_uchar2(3, 1));
    claim("operators_of_the_program_come_first", own.x == 0 && own.y == 0 && own.z == 1);
    MUST(hipFree(d_floats)), MUST(hipFree(d_ints)), MUST(hipFree(d_doubles)), MUST(hipFree(d_own));
}

// A box of 2 x 2 x 2 bytes of the 4 x 4 x 4 that count up, from (1, 1, 1) on.
static bool is_copied_in_the_middle() {
    unsigned char all[64], box[8] = {};
    for (int n = 0; n < 64; n++) all[n] = (unsigned char)n;
    hipMemcpy3DParms copy = {};
    copy.srcPtr = make_hipPitchedPtr(all, 4, 4, 4);
    copy.srcPos = make_hipPos(1, 1, 1);
    copy.dstPtr = make_hipPitchedPtr(box, 2, 2, 2);
    copy.extent = make_hipExtent(2, 2, 2);
    copy.kind = hipMemcpyHostToHost;
    return hipMemcpy3D(&copy) == hipSuccess && box[0] == 21 && box[3] == 26 && box[7] == 42;
}

static void memory() {
    int device, *managed, *pinned;
    hipStream_t stream;
    MUST(hipGetDevice(&device));
    MUST(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    MUST(hipMallocManaged(&managed, 32 * sizeof *managed));
    for (int i = 0; i < 32; i++) managed[i] = i;
    MUST(hipMemAdvise(managed, 32 * sizeof *managed, hipMemAdviseSetPreferredLocation, device));
    MUST(hipMemPrefetchAsync(managed, 32 * sizeof *managed, device, stream));
    hipLaunchKernelGGL(scale<int>, dim3(1), dim3(32), 0, stream, managed, 3);
    MUST(hipStreamSynchronize(stream));
    claim("boxes", is_copied_in_the_middle());
    claim("managed_memory", managed[31] == 93);
    MUST(hipHostMalloc(&pinned, 32 * sizeof *pinned, hipHostMallocDefault));
    MUST(hipMemcpyWithStream(pinned, managed, 32 * sizeof *pinned, hipMemcpyDefault, stream));
    claim("memcpy_with_stream_waits", pinned[10] == 30);
    MUST(hipMemsetD8Async(managed, 1, 32 * sizeof *managed, stream));
    MUST(hipMemcpyDtoHAsync(pinned, managed, 32 * sizeof *pinned, stream));
    MUST(hipStreamSynchronize(stream));
    claim("asynchronous_set_and_copy", pinned[31] == 0x01010101, "%x", pinned[31]);
    MUST(hipHostFree(pinned));
    MUST(hipFree(managed));
    MUST(hipStreamDestroy(stream));
}

static void device() {
    hipDeviceProp_t properties;
    int blocks, threads, rate, major, minor;
    char name[100];
    hipEvent_t event;
    MUST(hipInit(0));
    MUST(hipGetDeviceProperties(&properties, 0));
    MUST(hipDeviceGetAttribute(&rate, hipDeviceAttributeClockRate, 0));
    claim("clock_rate_which_cuda_13_removed", properties.clockRate == rate && rate > 0);
    claim("warps_have_32_lanes", properties.warpSize == 32);
    claim("base_properties", properties.multiProcessorCount > 0 && properties.arch.hasWarpShuffle);
    MUST(hipDeviceGetName(name, sizeof name, 0));
    claim("device_name", !strcmp(name, properties.name));
    MUST(hipDeviceComputeCapability(&major, &minor, 0));
    claim("compute_capability", major == properties.major && minor == properties.minor);
    MUST(hipOccupancyMaxPotentialBlockSize(&blocks, &threads, sum_warps));
    claim("occupancy", threads >= 32 && blocks > 0);
    MUST(hipEventCreate(&event));
    MUST(hipEventRecord(event));
    MUST(hipEventSynchronize(event));
    MUST(hipEventDestroy(event));
    claim("errors", hipErrorOutOfMemory == cudaErrorMemoryAllocation && !strcmp(hipGetErrorString(hipSuccess), "no error"));
    hipFloatComplex z = hipCmulf(make_hipFloatComplex(0, 1), make_hipFloatComplex(0, 1));
    claim("numbers_of_8_bits", (float)__hip_fp8_e4m3(1.1f) == 1.125f && (float)__hip_fp8_e5m2(1.1f) == 1.0f);
    claim("marks", roctxRangePush("a range") <= 0 && roctxRangePop() <= 0);
    claim("complex", hipCrealf(z) == -1 && hipCimagf(z) == 0);
    z = hipCaddf(z, hipFloatComplex(2, 3)) * hipComplex(1, 2);
    hipDoubleComplex w = hipDoubleComplex(4, 5);
    claim("constructors_of_complex", hipCrealf(z) == 1 && hipCimagf(z) == 6 && hipCreal(w) == 4 && hipCimag(w) == 5);
}

static void half_numbers() {
    _Float16 host[32], *x;
    bool right = true;
    for (int i = 0; i < 32; i++) host[i] = (_Float16)(float)i;
    hipMalloc(&x, sizeof host);
    hipMemcpy(x, host, sizeof host, hipMemcpyHostToDevice);
    halves<<<1, 32>>>(x, (_Float16)0.1f);
    hipMemcpy(host, x, sizeof host, hipMemcpyDeviceToHost);
    hipFree(x);
    for (int i = 0; i < 32; i++) right = right && fabs((float)host[i] - (1 + 0.1 * i)) < 3e-3; // 11 bits of at most 4.1
    claim("half_numbers", right && sizeof(_Float16) == 2);
}

int main() {
    kernels();
    half_numbers();
    vector_operators();
    floating_extremes();
    built_in_functions();
    edges();
    memory();
    device();
    return claims_end();
}
