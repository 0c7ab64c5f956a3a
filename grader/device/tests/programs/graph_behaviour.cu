// graph_behaviour.cu - prints what the calls on graphs, memory pools and batches return; run as: graph_behaviour CASE.
//
// The .expected file beside this one is what a real H200 printed (CUDA 13.0, driver 580).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call)), cudaGetLastError()
#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        cudaError_t must_error = call;                                                                                 \
        if (must_error) {                                                                                              \
            printf("stopped at %s: %s\n", #call, cudaGetErrorName(must_error));                                        \
            exit(3);                                                                                                   \
        }                                                                                                              \
    } while (0)

__device__ int symbol[4];
__global__ void add(int *out, int value) { *out += value; }
__global__ void twice(int *out, int value) { *out = *out * 2 + value; }
static void count_up(void *counter) { ++*(int *)counter; }

static cudaStream_t stream;
static int *memory, host[16];

static cudaKernelNodeParams kernel_params(void *function, void **arguments) {
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    return params;
}
static void updating() {
    cudaGraph_t g, h;
    cudaGraphExec_t exec;
    cudaGraphNode_t k, m, s, n, e, other;
    int value = 1, calls = 0;
    void *arguments[] = {&memory, &value};
    MUST(cudaGraphCreate(&g, 0));
    cudaKernelNodeParams params = kernel_params((void *)add, arguments), back;
    MUST(cudaGraphAddKernelNode(&k, g, NULL, 0, &params));
    MUST(cudaGraphAddMemcpyNode1D(&m, g, &k, 1, host, memory, 4, cudaMemcpyDeviceToHost));
    cudaMemsetParams set = {}, set_back;
    set.dst = memory + 4, set.value = 7, set.elementSize = 4, set.width = 4, set.height = 1;
    MUST(cudaGraphAddMemsetNode(&s, g, NULL, 0, &set));
    cudaHostNodeParams work = {count_up, &calls}, work_back;
    MUST(cudaGraphAddHostNode(&n, g, &m, 1, &work));
    MUST(cudaGraphAddEmptyNode(&e, g, &n, 1));
    MUST(cudaGraphInstantiate(&exec, g, 0));
    value = 100; // arguments are copied when the node is added
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("value %d, calls %d\n", host[0], calls);
    SAY(cudaGraphKernelNodeGetParams(k, &back));
    printf("  same function %d, grid %u, argument %d\n", back.func == (void *)add, back.gridDim.x,
           *(int *)back.kernelParams[1]);
    SAY(cudaGraphKernelNodeGetParams(m, &back));
    SAY(cudaGraphKernelNodeSetParams(m, &params));
    SAY(cudaGraphMemsetNodeGetParams(s, &set_back));
    printf("  value %u, element %u, width %zu, height %zu, pitch %zu\n", set_back.value, set_back.elementSize,
           set_back.width, set_back.height, set_back.pitch);
    SAY(cudaGraphHostNodeGetParams(n, &work_back));
    cudaMemcpy3DParms copy;
    SAY(cudaGraphMemcpyNodeGetParams(m, &copy));
    printf("  extent %zu %zu %zu, kind %d, pitches %zu %zu, sizes %zu %zu %zu %zu, pointers %d %d\n", copy.extent.width,
           copy.extent.height, copy.extent.depth, copy.kind, copy.srcPtr.pitch, copy.dstPtr.pitch, copy.srcPtr.xsize,
           copy.srcPtr.ysize, copy.dstPtr.xsize, copy.dstPtr.ysize, copy.srcPtr.ptr == memory, copy.dstPtr.ptr == host);
    SAY(cudaGraphExecKernelNodeSetParams(exec, k, &params));
    SAY(cudaGraphExecKernelNodeSetParams(exec, m, &params));
    params.func = (void *)twice;
    SAY(cudaGraphExecKernelNodeSetParams(exec, k, &params));
    params.gridDim.x = 0;
    SAY(cudaGraphExecKernelNodeSetParams(exec, k, &params));
    params.gridDim.x = 1;
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, host + 1, memory, 4, cudaMemcpyDeviceToHost));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, host + 1, memory, 8, cudaMemcpyDeviceToHost));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, memory + 8, host, 4, cudaMemcpyHostToDevice));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, host + 1, memory, 0, cudaMemcpyDeviceToHost));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, memory + 8, memory, 4, cudaMemcpyDeviceToDevice));
    SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, m, host + 1, memory, 4, cudaMemcpyDeviceToHost));
    set.value = 8;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, s, &set));
    set.width = 2;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, s, &set));
    set.elementSize = 2;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, s, &set));
    set.height = 2, set.pitch = 64;
    SAY(cudaGraphExecMemsetNodeSetParams(exec, s, &set));
    work.userData = &value;
    SAY(cudaGraphExecHostNodeSetParams(exec, n, &work));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("value %d, calls %d %d\n", host[1], calls, value);
    unsigned enabled = 9;
    SAY(cudaGraphNodeGetEnabled(exec, k, &enabled));
    printf("  %u\n", enabled);
    SAY(cudaGraphNodeSetEnabled(exec, k, 0));
    SAY(cudaGraphNodeGetEnabled(exec, k, &enabled));
    printf("  %u\n", enabled);
    SAY(cudaGraphNodeSetEnabled(exec, n, 0));
    SAY(cudaGraphNodeSetEnabled(exec, e, 0));
    SAY(cudaGraphNodeSetEnabled(exec, m, 0));
    SAY(cudaGraphNodeSetEnabled(exec, m, 1));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    printf("value %d\n", host[1]);
    cudaGraphExecUpdateResultInfo info;
    SAY(cudaGraphExecUpdate(exec, g, &info));
    printf("  result %d\n", info.result);
    MUST(cudaGraphClone(&h, g));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d\n", info.result);
    SAY(cudaGraphAddEmptyNode(&other, h, NULL, 0));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d, node %d, from %d\n", info.result, info.errorNode != NULL, info.errorFromNode != NULL);
    SAY(cudaGraphDestroyNode(other));
    cudaGraphNode_t k2;
    MUST(cudaGraphNodeFindInClone(&k2, k, h));
    params.func = (void *)add;
    SAY(cudaGraphKernelNodeSetParams(k2, &params));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d\n", info.result);
    cudaGraphNode_t e2, n2;
    MUST(cudaGraphNodeFindInClone(&e2, e, h));
    MUST(cudaGraphNodeFindInClone(&n2, n, h));
    MUST(cudaGraphDestroyNode(e2));
    SAY(cudaGraphAddHostNode(&e2, h, &n2, 1, &work));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d, node is the new one %d\n", info.result, info.errorNode == e2);
    MUST(cudaGraphDestroyNode(e2));
    MUST(cudaGraphAddEmptyNode(&e2, h, &k2, 1));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d, node is the new one %d, from %d\n", info.result, info.errorNode == e2,
           info.errorFromNode == k2);
    MUST(cudaGraphDestroyNode(e2));
    SAY(cudaGraphExecUpdate(exec, h, &info));
    printf("  result %d, node %d, from %d\n", info.result, info.errorNode != NULL, info.errorFromNode != NULL);
    SAY(cudaGraphExecUpdate(exec, h, NULL));
    cudaGraph_t child;
    cudaGraphNode_t c, inner;
    cudaGraphExec_t parent;
    MUST(cudaGraphCreate(&child, 0));
    params.func = (void *)add;
    value = 1;
    MUST(cudaGraphAddKernelNode(&inner, child, NULL, 0, &params));
    MUST(cudaGraphAddEmptyNode(&e2, child, &inner, 1));
    MUST(cudaMemset(memory, 0, 64));
    MUST(cudaGraphDestroyNode(k2));
    SAY(cudaGraphAddChildGraphNode(&c, h, NULL, 0, child));
    cudaGraph_t embedded;
    SAY(cudaGraphChildGraphNodeGetGraph(c, &embedded));
    printf("  the same graph %d\n", embedded == child);
    SAY(cudaGraphInstantiate(&parent, h, 0));
    SAY(cudaGraphExecChildGraphNodeSetParams(parent, c, child));
    MUST(cudaGraphAddEmptyNode(&e2, child, NULL, 0));
    SAY(cudaGraphExecChildGraphNodeSetParams(parent, c, child));
    SAY(cudaGraphDestroy(embedded));
    SAY(cudaGraphExecKernelNodeSetParams(parent, inner, &params));
    cudaGraphNode_t inside;
    SAY(cudaGraphNodeFindInClone(&inside, inner, embedded));
    SAY(cudaGraphExecKernelNodeSetParams(parent, inside, &params));
    SAY(cudaGraphDestroy(child));
    SAY(cudaGraphLaunch(parent, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaMemcpy(host, memory, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", host[0]);
}

static void generic() {
    cudaGraph_t g;
    cudaGraphExec_t exec;
    cudaGraphNode_t a, b, c;
    int value = 5;
    void *arguments[] = {&memory, &value};
    MUST(cudaMemset(memory, 0, 64));
    MUST(cudaGraphCreate(&g, 0));
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeKernel;
    p.kernel.func = (void *)add;
    p.kernel.gridDim = p.kernel.blockDim = dim3(1);
    p.kernel.kernelParams = arguments;
    SAY(cudaGraphAddNode(&a, g, NULL, NULL, 0, &p));
    p.reserved2 = 1;
    SAY(cudaGraphAddNode(&b, g, &a, NULL, 1, &p));
    p.reserved2 = 0;
    p.type = (cudaGraphNodeType)40;
    SAY(cudaGraphAddNode(&b, g, &a, NULL, 1, &p));
    p.type = cudaGraphNodeTypeKernel;
    cudaGraphEdgeData edge = {};
    edge.type = cudaGraphDependencyTypeProgrammatic, edge.from_port = cudaGraphKernelNodePortProgrammatic;
    SAY(cudaGraphAddNode(&b, g, &a, &edge, 1, &p));
    size_t count = 1;
    cudaGraphNode_t from;
    SAY(cudaGraphNodeGetDependencies(b, &from, NULL, &count));
    cudaGraphEdgeData told = {};
    SAY(cudaGraphNodeGetDependencies(b, &from, &told, &count));
    printf("  type %d port %d\n", told.type, told.from_port);
    SAY(cudaGraphGetEdges(g, &from, &from, NULL, &count));
    SAY(cudaGraphAddDependencies(g, &a, &b, NULL, 1));
    edge.type = 7;
    SAY(cudaGraphAddNode(&c, g, &a, &edge, 1, &p));
    cudaGraphNodeParams e = {};
    e.type = cudaGraphNodeTypeEmpty;
    edge.type = cudaGraphDependencyTypeProgrammatic;
    SAY(cudaGraphAddNode(&c, g, &b, &edge, 1, &e));
    SAY(cudaGraphAddNode(&c, g, &b, NULL, 1, &e));
    SAY(cudaGraphNodeSetParams(c, &p));
    value = 6;
    SAY(cudaGraphNodeSetParams(a, &p));
    MUST(cudaGraphInstantiate(&exec, g, 0));
    SAY(cudaGraphLaunch(exec, stream));
    value = 60;
    SAY(cudaGraphExecNodeSetParams(exec, a, &p));
    SAY(cudaGraphExecNodeSetParams(exec, c, &p));
    SAY(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaMemcpy(host, memory, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", host[0]);
    cudaLaunchAttributeValue attribute = {}, attribute_back = {};
    attribute.cooperative = 1;
    SAY(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributeCooperative, &attribute));
    SAY(cudaGraphKernelNodeGetAttribute(a, cudaLaunchAttributeCooperative, &attribute_back));
    printf("  cooperative %d\n", attribute_back.cooperative);
    attribute.priority = -3;
    SAY(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributePriority, &attribute));
    SAY(cudaGraphKernelNodeSetAttribute(c, cudaLaunchAttributePriority, &attribute));
    SAY(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributePriority, &attribute_back));
    printf("  priority %d\n", attribute_back.priority);
    SAY(cudaGraphKernelNodeCopyAttributes(b, a));
    SAY(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributePriority, &attribute_back));
    printf("  priority %d\n", attribute_back.priority);
    SAY(cudaGraphKernelNodeGetAttribute(b, (cudaLaunchAttributeID)77, &attribute_back));
}

static uint64_t graph_memory(cudaGraphMemAttributeType attribute) {
    uint64_t value = 0;
    MUST(cudaDeviceGetGraphMemAttribute(0, attribute, &value));
    return value;
}
static void say_graph_memory() {
    printf("  used %llu high %llu reserved %llu high %llu\n",
           (unsigned long long)graph_memory(cudaGraphMemAttrUsedMemCurrent),
           (unsigned long long)graph_memory(cudaGraphMemAttrUsedMemHigh),
           (unsigned long long)graph_memory(cudaGraphMemAttrReservedMemCurrent),
           (unsigned long long)graph_memory(cudaGraphMemAttrReservedMemHigh));
}

static void graph_memory_nodes() {
    cudaGraph_t g, clone;
    cudaGraphExec_t exec, second;
    cudaGraphNode_t a, s, f, k;
    cudaMemAllocNodeParams params = {};
    params.bytesize = 1 << 20;
    MUST(cudaGraphCreate(&g, 0));
    SAY(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &params));
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location = {cudaMemLocationTypeDevice, 0};
    params.bytesize = 0;
    SAY(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &params));
    params.bytesize = 1 << 20;
    SAY(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &params));
    cudaMemsetParams set = {};
    set.dst = params.dptr, set.value = 7, set.elementSize = 4, set.width = 4, set.height = 1;
    SAY(cudaGraphAddMemsetNode(&s, g, &a, 1, &set));
    SAY(cudaGraphAddMemFreeNode(&f, g, &s, 1, memory));
    SAY(cudaGraphAddMemFreeNode(&f, g, NULL, 0, params.dptr));
    SAY(cudaGraphAddMemFreeNode(&f, g, &s, 1, params.dptr));
    SAY(cudaGraphAddMemFreeNode(&k, g, &s, 1, params.dptr));
    void *freed = NULL;
    SAY(cudaGraphMemFreeNodeGetParams(f, &freed));
    printf("  the same %d\n", freed == params.dptr);
    SAY(cudaGraphClone(&clone, g));
    SAY(cudaGraphDestroyNode(f));
    SAY(cudaGraphAddDependencies(g, &a, &f, NULL, 1));
    SAY(cudaGraphRemoveDependencies(g, &a, &s, NULL, 1));
    SAY(cudaMemcpy(host, params.dptr, 4, cudaMemcpyDeviceToHost));
    SAY(cudaFree(params.dptr));
    SAY(cudaGraphInstantiate(&exec, g, 0));
    SAY(cudaGraphInstantiate(&second, g, 0));
    say_graph_memory();
    SAY(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    say_graph_memory();
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphInstantiate(&second, g, 0));
    SAY(cudaGraphExecDestroy(second));
    SAY(cudaGraphDestroy(g));
    SAY(cudaDeviceGraphMemTrim(0));
    say_graph_memory();
    printf("not freed in the graph\n");
    MUST(cudaGraphCreate(&g, 0));
    MUST(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &params));
    set.dst = params.dptr;
    MUST(cudaGraphAddMemsetNode(&s, g, &a, 1, &set));
    SAY(cudaGraphInstantiate(&exec, g, 0));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaMemcpy(host, params.dptr, 4, cudaMemcpyDeviceToHost));
    printf("  %d\n", host[0]);
    say_graph_memory();
    SAY(cudaFreeAsync(params.dptr, stream));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaFree(params.dptr));
    SAY(cudaFree(params.dptr));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(g));
    SAY(cudaMemcpy(host, params.dptr, 4, cudaMemcpyDeviceToHost));
    SAY(cudaFree(params.dptr));
    printf("freed at the next launch\n");
    MUST(cudaGraphCreate(&g, 0));
    MUST(cudaGraphAddMemAllocNode(&a, g, NULL, 0, &params));
    SAY(cudaGraphInstantiate(&exec, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaGraphLaunch(exec, stream));
    cudaGraph_t freeing;
    cudaGraphExec_t frees;
    MUST(cudaGraphCreate(&freeing, 0));
    SAY(cudaGraphAddMemFreeNode(&f, freeing, NULL, 0, params.dptr));
    SAY(cudaGraphInstantiate(&frees, freeing, 0));
    SAY(cudaGraphLaunch(frees, stream));
    SAY(cudaGraphLaunch(frees, stream));
    MUST(cudaStreamSynchronize(stream));
    uint64_t zero = 0, one = 1;
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
    SAY(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero));
    SAY(cudaDeviceGetGraphMemAttribute(3, cudaGraphMemAttrUsedMemHigh, &zero));
    SAY(cudaGraphAddChildGraphNode(&k, freeing, NULL, 0, g));
}

static void conditions() {
    cudaGraph_t g, clone;
    cudaGraphExec_t exec, second;
    cudaGraphNode_t n, inner, m;
    cudaGraphConditionalHandle handle, unused;
    MUST(cudaGraphCreate(&g, 0));
    SAY(cudaGraphConditionalHandleCreate(&handle, g, 1, 0));
    SAY(cudaGraphConditionalHandleCreate(&handle, g, 1, 4));
    SAY(cudaGraphConditionalHandleCreate(&handle, g, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams p = {};
    p.type = cudaGraphNodeTypeConditional;
    p.conditional.handle = handle, p.conditional.type = cudaGraphCondTypeIf, p.conditional.size = 3;
    SAY(cudaGraphAddNode(&n, g, NULL, NULL, 0, &p));
    p.conditional.size = 2;
    SAY(cudaGraphAddNode(&n, g, NULL, NULL, 0, &p));
    cudaGraph_t then = p.conditional.phGraph_out[0], otherwise = p.conditional.phGraph_out[1];
    SAY(cudaGraphAddNode(&m, g, NULL, NULL, 0, &p));
    cudaMemsetParams set = {};
    set.dst = memory, set.value = 7, set.elementSize = 4, set.width = 1, set.height = 1;
    SAY(cudaGraphAddMemsetNode(&inner, then, NULL, 0, &set));
    set.value = 8;
    SAY(cudaGraphAddMemsetNode(&inner, otherwise, NULL, 0, &set));
    int calls = 0;
    cudaHostNodeParams work = {count_up, &calls};
    SAY(cudaGraphAddHostNode(&m, otherwise, NULL, 0, &work));
    SAY(cudaGraphInstantiate(&exec, g, 0));
    SAY(cudaGraphDestroy(then));
    cudaGraph_t fresh;
    MUST(cudaGraphCreate(&fresh, 0));
    SAY(cudaGraphConditionalHandleCreate(&unused, fresh, 0, cudaGraphCondAssignDefault));
    cudaGraphInstantiateParams with = {};
    SAY(cudaGraphInstantiateWithParams(&second, fresh, &with));
    printf("  result %d\n", with.result_out);
    p.conditional.handle = unused;
    p.conditional.type = cudaGraphCondTypeIf, p.conditional.size = 2;
    MUST(cudaGraphAddNode(&n, fresh, NULL, NULL, 0, &p));
    set.value = 7;
    SAY(cudaGraphAddMemsetNode(&inner, p.conditional.phGraph_out[0], NULL, 0, &set));
    set.value = 8;
    SAY(cudaGraphAddMemsetNode(&inner, p.conditional.phGraph_out[1], NULL, 0, &set));
    SAY(cudaGraphClone(&clone, fresh));
    SAY(cudaGraphAddChildGraphNode(&m, g, NULL, 0, fresh));
    SAY(cudaGraphInstantiate(&exec, fresh, 0));
    SAY(cudaGraphInstantiate(&second, fresh, 0));
    SAY(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaMemcpy(host, memory, 4, cudaMemcpyDeviceToHost));
    printf("  %d\n", host[0]);
}

static void pools() {
    cudaMemPool_t standard, made, got;
    cudaMemPoolProps props = {};
    void *p = NULL, *q = NULL;
    SAY(cudaDeviceGetDefaultMemPool(&standard, 0));
    SAY(cudaDeviceGetDefaultMemPool(&got, 3));
    SAY(cudaMemPoolCreate(&made, &props));
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 3};
    SAY(cudaMemPoolCreate(&made, &props));
    props.location.id = 0;
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    props.handleTypes = cudaMemHandleTypeNone;
    SAY(cudaMemPoolCreate(&made, &props));
    SAY(cudaMemPoolCreate(NULL, &props));
    SAY(cudaMallocFromPoolAsync(&p, 1000, made, stream));
    SAY(cudaMallocFromPoolAsync(&q, 0, made, stream));
    SAY(cudaMallocFromPoolAsync(NULL, 4, made, stream));
    SAY(cudaMallocAsync(&q, (size_t)1 << 50, stream));
    SAY(cudaMallocAsync(&q, 0, stream));
    for (int attribute = 0; attribute <= 9; attribute++) {
        uint64_t value = 0;
        cudaError_t error = cudaMemPoolGetAttribute(made, (cudaMemPoolAttr)attribute, &value);
        printf("  attribute %d: %s %llu\n", attribute, cudaGetErrorName(error), (unsigned long long)value);
    }
    cudaGetLastError();
    uint64_t value = 4096;
    SAY(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &value));
    SAY(cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &value));
    SAY(cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemHigh, &value));
    value = 0;
    SAY(cudaMemPoolSetAttribute(made, cudaMemPoolAttrUsedMemHigh, &value));
    SAY(cudaFreeAsync(p, stream));
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaFreeAsync(p, stream));
    SAY(cudaFreeAsync(NULL, stream));
    SAY(cudaFreeAsync(host, stream));
    SAY(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &value));
    printf("  used %llu\n", (unsigned long long)value);
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    SAY(cudaMemPoolGetAccess(&flags, made, &here));
    printf("  access %d\n", flags);
    cudaMemAccessDesc access = {here, cudaMemAccessFlagsProtNone};
    SAY(cudaMemPoolSetAccess(made, &access, 1));
    access.flags = cudaMemAccessFlagsProtReadWrite;
    SAY(cudaMemPoolSetAccess(made, &access, 1));
    SAY(cudaDeviceSetMemPool(0, made));
    SAY(cudaDeviceGetMemPool(&got, 0));
    printf("  the one set %d\n", got == made);
    SAY(cudaMallocAsync(&p, 512, stream));
    SAY(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &value));
    printf("  used %llu\n", (unsigned long long)value);
    SAY(cudaMemPoolTrimTo(made, 0));
    SAY(cudaMemPoolDestroy(standard));
    SAY(cudaMemPoolDestroy(NULL));
    SAY(cudaMemPoolDestroy(made));
    SAY(cudaDeviceGetMemPool(&got, 0));
    printf("  the default %d\n", got == standard);
    SAY(cudaFree(p));
    SAY(cudaMallocAsync(&p, 512, stream));
    SAY(cudaMemset(p, 0, 512));
    SAY(cudaFree(p));
    SAY(cudaMalloc(&p, 512));
    SAY(cudaFreeAsync(p, stream));
    SAY(cudaMemGetDefaultMemPool(&got, &here, cudaMemAllocationTypePinned));
    printf("  the default %d\n", got == standard);
    SAY(cudaMemGetMemPool(&got, &here, cudaMemAllocationTypePinned));
    SAY(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, standard));
}

static void batches() {
    void *to[2] = {memory, memory + 8};
    const void *from[2] = {host, host + 8};
    size_t sizes[2] = {16, 16}, first[1] = {0}, bad[1] = {1};
    cudaMemcpyAttributes attributes[1] = {};
    for (int i = 0; i < 16; i++) host[i] = i;
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, first, 1, stream));
    attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, first, 1, stream));
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, bad, 1, stream));
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 0, attributes, first, 1, stream));
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, NULL, NULL, 0, stream));
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, first, 1, 0));
    sizes[1] = 0;
    SAY(cudaMemcpyBatchAsync(to, from, sizes, 2, attributes, first, 1, stream));
    int *managed;
    MUST(cudaMallocManaged(&managed, 8192));
    void *ranges[1] = {managed};
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    sizes[0] = 8192;
    SAY(cudaMemPrefetchBatchAsync(ranges, sizes, 1, &here, first, 1, 0, stream));
    SAY(cudaMemPrefetchBatchAsync(ranges, sizes, 1, &here, first, 1, 3, stream));
    SAY(cudaMemPrefetchBatchAsync(ranges, sizes, 0, &here, first, 1, 0, stream));
    SAY(cudaMemDiscardBatchAsync(ranges, sizes, 1, 0, stream));
    SAY(cudaMemDiscardAndPrefetchBatchAsync(ranges, sizes, 1, &here, first, 1, 0, stream));
    MUST(cudaStreamSynchronize(stream));
    int value = 0;
    SAY(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, managed, 8192));
    printf("  %d\n", value);
    SAY(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, managed, 8192));
    printf("  %d\n", value);
}

static const struct {
    const char *name;
    void (*run)();
} cases[] = {{"updating", updating},     {"generic", generic}, {"memory_nodes", graph_memory_nodes},
             {"conditions", conditions}, {"pools", pools},     {"batches", batches}};

int main(int count, char **arguments) {
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    MUST(cudaMalloc(&memory, 256));
    MUST(cudaMemset(memory, 0, 256));
    MUST(cudaDeviceSynchronize()); // the stream does not wait for the default one
    for (const auto &each : cases) {
        if (count > 1 && strcmp(arguments[1], each.name) != 0) continue;
        if (count == 1) printf("### %s\n", each.name);
        each.run();
        fflush(stdout);
    }
    return 0;
}
