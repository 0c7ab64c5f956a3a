// graphs.cu - claims about graphs, captures, pools and libraries, by the CUDA 13 documentation. The codes of errors
// that hardware was asked for are in capture_behaviour.cu and graph_behaviour.cu.
#include "claims.cuh"
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

__device__ int word = 3;
__global__ void append(int *list, int value) { list[1 + list[0]++] = value; } // list[0]: how many follow
__global__ void add(int *out, int value) { *out += value; }
__global__ void twice(int *out) { *out *= 2; }
__global__ void set_condition(cudaGraphConditionalHandle handle, const unsigned *value) {
    cudaGraphSetConditional(handle, *value);
}
__global__ void count_down(cudaGraphConditionalHandle handle, unsigned *value, int *rounds) {
    ++*rounds;
    cudaGraphSetConditional(handle, --*value);
}

static cudaStream_t stream;
static int value_of(const int *device) {
    int value;
    MUST(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

template <typename... Arguments>
static cudaGraphNode_t kernel_node(cudaGraph_t graph, std::vector<cudaGraphNode_t> after, void (*kernel)(Arguments...),
                                   Arguments... arguments) {
    void *pointers[] = {&arguments...};
    cudaKernelNodeParams params = {};
    params.func = (void *)kernel;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = pointers;
    cudaGraphNode_t node;
    MUST(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &params));
    return node;
}

static cudaGraphExec_t instantiated(cudaGraph_t graph) {
    cudaGraphExec_t exec;
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

static void launch(cudaGraphExec_t exec) {
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
}

// Nodes are made in another order than their dependencies ask for.
static void order() {
    Array<int> list(16);
    cudaGraph_t graph;
    MUST(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t last = kernel_node(graph, {}, append, list.device, 4);
    cudaGraphNode_t third = kernel_node(graph, {}, append, list.device, 3);
    cudaGraphNode_t second = kernel_node(graph, {}, append, list.device, 2);
    cudaGraphNode_t first = kernel_node(graph, {}, append, list.device, 1);
    cudaGraphNode_t from[] = {first, second, third}, to[] = {second, third, last};
    MUST(cudaGraphAddDependencies(graph, from, to, NULL, 3));
    cudaGraphExec_t exec = instantiated(graph);
    MUST(cudaGraphDestroy(graph)); // what was instantiated does not need it
    launch(exec);
    launch(exec);
    claim_each("nodes are done in the order of their dependencies, at each launch", list, [](size_t i) {
        return i == 0 ? 8 : i <= 8 ? (i - 1) % 4 + 1 : 0;
    });
    MUST(cudaGraphExecDestroy(exec));
}

static void cycles() {
    cudaGraph_t graph;
    cudaGraphNode_t a, b;
    cudaGraphExec_t exec;
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphAddEmptyNode(&a, graph, NULL, 0));
    MUST(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    cudaError_t error = cudaGraphAddDependencies(graph, &b, &a, NULL, 1);
    if (!error) error = cudaGraphInstantiate(&exec, graph, 0);
    claim("a graph with a cycle is not instantiated", error == cudaErrorInvalidValue);
    cudaGetLastError();
    MUST(cudaGraphDestroy(graph));
}

static void parameters() {
    Array<int> out(1);
    cudaGraph_t graph;
    int value = 5;
    void *arguments[] = {&out.device, &value};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
    value = 1000;
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    claim("arguments are copied when a node is made", value_of(out.device) == 5);
    value = 10;
    MUST(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    launch(exec);
    claim("an executable node's arguments are replaced", value_of(out.device) == 15);
    cudaGraphExec_t other = instantiated(graph);
    launch(other);
    claim("which leaves the graph itself as it was", value_of(out.device) == 20);
    value = 100;
    MUST(cudaGraphKernelNodeSetParams(node, &params));
    launch(exec);
    claim("a graph's node changes what is instantiated from then on", value_of(out.device) == 30);
    cudaGraphExecUpdateResultInfo info;
    MUST(cudaGraphExecUpdate(exec, graph, &info));
    launch(exec);
    claim("or updated after it", value_of(out.device) == 130 && info.result == cudaGraphExecUpdateSuccess);
    MUST(cudaGraphNodeSetEnabled(exec, node, 0));
    launch(exec);
    claim("a disabled node is skipped", value_of(out.device) == 130);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphExecDestroy(other));
    MUST(cudaGraphDestroy(graph));
}

static void memory_operations() {
    Array<uint16_t> out(64);
    Array<int> copied(4);
    cudaGraph_t graph;
    cudaGraphNode_t set, copy, symbol;
    cudaMemsetParams params = {};
    params.dst = out.device + 1, params.value = 0x1234, params.elementSize = 2, params.width = 3, params.height = 4,
    params.pitch = 32;
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &params));
    MUST(
        cudaGraphAddMemcpyNodeFromSymbol(&symbol, graph, NULL, 0, copied.device, word, 4, 0, cudaMemcpyDeviceToDevice));
    MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &symbol, 1, copied.device + 2, copied.device, 4,
                                  cudaMemcpyDeviceToDevice));
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    claim_each("a node sets elements of two bytes in rows", out,
               [](size_t i) { return i % 16 >= 1 && i % 16 <= 3 ? 0x1234 : 0; });
    claim_each("nodes copy from symbols and memory", copied, [](size_t i) { return i % 2 ? 0 : 3; });
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));
}

// Diamond: stream, two branches, stream.
static void fork_and_join() {
    Array<int> out(3);
    cudaStream_t left, right;
    cudaEvent_t fork, joined[2];
    cudaGraph_t graph;
    for (cudaStream_t *s : {&left, &right}) MUST(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    for (cudaEvent_t *e : {&fork, &joined[0], &joined[1]}) MUST(cudaEventCreateWithFlags(e, cudaEventDisableTiming));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(out.device, 1);
    MUST(cudaEventRecord(fork, stream));
    MUST(cudaStreamWaitEvent(left, fork, 0));
    MUST(cudaStreamWaitEvent(right, fork, 0));
    add<<<1, 1, 0, left>>>(out.device + 1, 10);
    MUST(cudaMemcpyAsync(out.device + 2, out.device, 4, cudaMemcpyDeviceToDevice, right));
    MUST(cudaEventRecord(joined[0], left));
    MUST(cudaEventRecord(joined[1], right));
    MUST(cudaStreamWaitEvent(stream, joined[0], 0));
    MUST(cudaStreamWaitEvent(stream, joined[1], 0));
    twice<<<1, 1, 0, stream>>>(out.device + 2);
    MUST(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0, edges = 0, roots = 0;
    MUST(cudaGraphGetNodes(graph, NULL, &nodes));
    MUST(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    MUST(cudaGraphGetRootNodes(graph, NULL, &roots));
    // The join depends on the fork too: what a stream waits for is added to what it depends on.
    claim("a fork and join is captured as a diamond", nodes == 4 && edges == 5 && roots == 1, "%zu %zu %zu", nodes,
          edges, roots);
    claim("what is captured is not done", value_of(out.device) == 0);
    cudaGraphExec_t exec = instantiated(graph);
    for (int i = 0; i < 3; i++) launch(exec);
    claim_each("it is done at each launch", out, [](size_t i) { return i == 0 ? 3 : i == 1 ? 30 : 6; });
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));
}

static void modes() {
    void *memory = NULL;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaThreadExchangeStreamCaptureMode(&mode));
    claim("a thread's mode is global at first", mode == cudaStreamCaptureModeGlobal);
    claim("a thread that is relaxed may allocate while it captures", cudaMalloc(&memory, 4) == cudaSuccess);
    MUST(cudaThreadExchangeStreamCaptureMode(&mode));
    MUST(cudaStreamEndCapture(stream, &graph));
    MUST(cudaGraphDestroy(graph));
    MUST(cudaFree(memory));
    cudaError_t unsafe[2], ended[2];
    for (int i = 0; i < 2; i++) {
        MUST(cudaStreamBeginCapture(stream, i ? cudaStreamCaptureModeThreadLocal : cudaStreamCaptureModeGlobal));
        std::thread([&] {
            unsafe[i] = cudaMalloc(&memory, 4);
            if (!unsafe[i]) MUST(cudaFree(memory));
            cudaGetLastError();
        }).join();
        ended[i] = cudaStreamEndCapture(stream, &graph);
        if (!ended[i]) MUST(cudaGraphDestroy(graph));
    }
    claim("a global capture forbids other threads to allocate",
          unsafe[0] == cudaErrorStreamCaptureUnsupported && ended[0] == cudaErrorStreamCaptureInvalidated);
    claim("a thread's own capture does not", unsafe[1] == cudaSuccess && ended[1] == cudaSuccess);
    cudaError_t wrong;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    std::thread([&] { wrong = cudaStreamEndCapture(stream, &graph); }).join();
    claim("another thread ends only a relaxed capture", wrong == cudaErrorStreamCaptureWrongThread);
    claim("and the capture is over then", cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
    cudaGetLastError();
}

// A graph whose condition gets its value from the device.
struct Conditional {
    Array<int> out;
    unsigned *value;
    cudaGraph_t graph, body[3];
    cudaGraphConditionalHandle handle;
    Conditional(cudaGraphConditionalNodeType type, unsigned size) : out(4) {
        MUST(cudaMalloc(&value, sizeof *value));
        MUST(cudaGraphCreate(&graph, 0));
        MUST(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
        cudaGraphNode_t before, node;
        bool loop = type == cudaGraphCondTypeWhile;
        if (!loop) before = kernel_node(graph, {}, set_condition, handle, (const unsigned *)value);
        cudaGraphNodeParams params = {};
        params.type = cudaGraphNodeTypeConditional;
        params.conditional.handle = handle, params.conditional.type = type, params.conditional.size = size;
        MUST(cudaGraphAddNode(&node, graph, &before, NULL, !loop, &params));
        for (unsigned i = 0; i < size; i++) {
            body[i] = params.conditional.phGraph_out[i];
            if (loop) kernel_node(body[i], {}, count_down, handle, value, out.device);
            else kernel_node(body[i], {}, add, out.device + i, 1);
        }
        kernel_node(graph, {node}, add, out.device + 3, 1);
    }
    void launch_with(cudaGraphExec_t exec, unsigned wanted) {
        MUST(cudaMemcpy(value, &wanted, sizeof wanted, cudaMemcpyHostToDevice));
        launch(exec);
    }
    ~Conditional() {
        MUST(cudaGraphDestroy(graph));
        MUST(cudaFree(value));
    }
};

static void conditions() {
    {
        Conditional c(cudaGraphCondTypeIf, 2);
        cudaGraphExec_t exec = instantiated(c.graph);
        for (unsigned v : {0u, 7u, 1u, 0u, 1u}) c.launch_with(exec, v);
        claim_each("an if runs its body or the other one", c.out, [](size_t i) {
            return i == 0 ? 3 : i == 1 ? 2 : i == 3 ? 5 : 0;
        });
        MUST(cudaGraphExecDestroy(exec));
    }
    {
        Conditional c(cudaGraphCondTypeSwitch, 3);
        cudaGraphExec_t exec = instantiated(c.graph);
        for (unsigned v : {2u, 1u, 2u, 3u, 9u}) c.launch_with(exec, v);
        claim_each("a switch runs the body of its value, or none", c.out, [](size_t i) {
            return i == 1 ? 1 : i == 2 ? 2 : i == 3 ? 5 : 0;
        });
        MUST(cudaGraphExecDestroy(exec));
    }
    Conditional c(cudaGraphCondTypeWhile, 1);
    cudaGraphExec_t exec = instantiated(c.graph);
    c.launch_with(exec, 4);
    c.launch_with(exec, 3);
    claim_each("a while runs its body until its condition is zero, from its default at each launch", c.out,
               [](size_t i) { return i == 0   ? 7
                                     : i == 3 ? 2
                                              : 0; });
    MUST(cudaGraphExecDestroy(exec));
}

// A loop made in the middle of a capture, its body captured too.
static void captured_loop() {
    Array<int> out(2);
    unsigned *value, wanted = 5;
    cudaGraph_t graph, whole;
    cudaStreamCaptureStatus status;
    const cudaGraphNode_t *tips;
    size_t tip_count;
    cudaGraphConditionalHandle handle;
    MUST(cudaMalloc(&value, sizeof *value));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, &tips, NULL, &tip_count));
    MUST(cudaGraphConditionalHandleCreate(&handle, graph));
    set_condition<<<1, 1, 0, stream>>>(handle, value);
    MUST(cudaStreamGetCaptureInfo(stream, &status, NULL, &graph, &tips, NULL, &tip_count));
    cudaGraphNodeParams params = {};
    cudaGraphNode_t node;
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle, params.conditional.type = cudaGraphCondTypeWhile, params.conditional.size = 1;
    MUST(cudaGraphAddNode(&node, graph, tips, NULL, tip_count, &params));
    MUST(cudaStreamUpdateCaptureDependencies(stream, &node, NULL, 1, cudaStreamSetCaptureDependencies));
    add<<<1, 1, 0, stream>>>(out.device + 1, 1);
    MUST(cudaStreamEndCapture(stream, &whole));
    cudaGraph_t body = params.conditional.phGraph_out[0];
    MUST(cudaStreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
    count_down<<<1, 1, 0, stream>>>(handle, value, out.device);
    MUST(cudaStreamEndCapture(stream, NULL));
    cudaGraphExec_t exec = instantiated(whole);
    for (unsigned v : {0u, wanted}) {
        MUST(cudaMemcpy(value, &v, sizeof v, cudaMemcpyHostToDevice));
        launch(exec);
    }
    claim_each("a captured while loops", out, [](size_t i) { return i ? 2 : 5; });
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(whole));
    MUST(cudaFree(value));
}

static void graphs_memory() {
    Array<int> out(4);
    int *memory;
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaMallocAsync(&memory, 16, stream));
    MUST(cudaMemsetAsync(memory, 1, 16, stream));
    MUST(cudaMemcpyAsync(out.device, memory, 16, cudaMemcpyDeviceToDevice, stream));
    MUST(cudaFreeAsync(memory, stream));
    MUST(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    launch(exec);
    claim_each("a graph allocates, uses and frees memory at each launch", out, [](size_t) { return 0x01010101; });
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));
}

// A graph that allocates can be in another only if it is given to it.
static void moved_child() {
    Array<int> out(1);
    int *memory;
    cudaGraph_t child, parent;
    cudaGraphNode_t node;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    MUST(cudaMallocAsync(&memory, 4, stream));
    MUST(cudaMemsetAsync(memory, 2, 4, stream));
    MUST(cudaMemcpyAsync(out.device, memory, 4, cudaMemcpyDeviceToDevice, stream));
    MUST(cudaFreeAsync(memory, stream));
    MUST(cudaStreamEndCapture(stream, &child));
    MUST(cudaGraphCreate(&parent, 0));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeGraph;
    params.graph.graph = child, params.graph.ownership = cudaGraphChildGraphOwnershipMove;
    MUST(cudaGraphAddNode(&node, parent, NULL, NULL, 0, &params));
    claim("a graph that was given away is not the program's to destroy", cudaGraphDestroy(child));
    cudaGetLastError();
    cudaGraphExec_t exec = instantiated(parent);
    launch(exec);
    launch(exec);
    claim("a graph within allocates", value_of(out.device) == 0x02020202);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(parent));
}

static void host_calls() {
    static std::string said;
    cudaGraph_t graph;
    cudaGraphNode_t host, child;
    MUST(cudaGraphCreate(&graph, 0));
    cudaHostNodeParams params = {[](void *what) { said += (const char *)what; }, (void *)"a"};
    MUST(cudaGraphAddHostNode(&host, graph, NULL, 0, &params));
    cudaGraph_t outer;
    MUST(cudaGraphCreate(&outer, 0));
    MUST(cudaGraphAddChildGraphNode(&child, outer, NULL, 0, graph));
    params.userData = (void *)"b";
    MUST(cudaGraphAddHostNode(&host, outer, &child, 1, &params));
    cudaGraphExec_t exec = instantiated(outer);
    launch(exec);
    MUST(cudaLaunchHostFunc(
        stream, [](void *what) { said += (const char *)what; }, (void *)"c"));
    MUST(cudaStreamSynchronize(stream));
    claim("functions of the host are called in order, in child graphs too", said == "abc", "%s", said.c_str());
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(outer));
    MUST(cudaGraphDestroy(graph));
}

static void events() {
    cudaEvent_t start, end;
    cudaGraph_t graph;
    cudaGraphNode_t first, last;
    Array<int> out(1);
    float milliseconds = 0;
    MUST(cudaEventCreate(&start));
    MUST(cudaEventCreate(&end));
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphAddEventRecordNode(&first, graph, NULL, 0, start));
    cudaGraphNode_t kernel = kernel_node(graph, {first}, add, out.device, 1);
    MUST(cudaGraphAddEventRecordNode(&last, graph, &kernel, 1, end));
    cudaGraphExec_t exec = instantiated(graph);
    launch(exec);
    MUST(cudaEventElapsedTime(&milliseconds, start, end));
    claim("nodes record events", milliseconds > 0);
    cudaEvent_t got;
    MUST(cudaGraphEventRecordNodeGetEvent(last, &got));
    claim("and tell which", got == end);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaGraphDestroy(graph));
    MUST(cudaEventDestroy(start));
    MUST(cudaEventDestroy(end));
}

static void objects() {
    static int destroyed;
    cudaUserObject_t object;
    cudaGraph_t graph, clone;
    MUST(cudaUserObjectCreate(
        &object, NULL, [](void *) { destroyed++; }, 1, cudaUserObjectNoDestructorSync));
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    MUST(cudaGraphClone(&clone, graph));
    cudaGraphExec_t exec = instantiated(graph);
    MUST(cudaGraphDestroy(graph));
    MUST(cudaGraphDestroy(clone));
    claim("a user object lives as long as what was instantiated", destroyed == 0);
    MUST(cudaGraphExecDestroy(exec));
    MUST(cudaDeviceSynchronize());
    claim("and is destroyed once", destroyed == 1);
}

static void drawing() {
    cudaGraph_t graph;
    Array<int> out(1);
    FILE *file = tmpfile(); // without a name, so that nothing stays if a call fails
    std::string path = "/proc/self/fd/" + std::to_string(fileno(file));
    MUST(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first = kernel_node(graph, {}, add, out.device, 1);
    kernel_node(graph, {first}, add, out.device, 1);
    MUST(cudaGraphDebugDotPrint(graph, path.c_str(), cudaGraphDebugDotFlagsVerbose));
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    claim("a graph is drawn", text.str().rfind("digraph", 0) == 0 && text.str().find("->") != std::string::npos);
    fclose(file);
    MUST(cudaGraphDestroy(graph));
}

static const char source[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                             ".visible .global .align 4 .u32 word = 5;\n"
                             ".visible .entry put(.param .u64 out, .param .u32 more)\n{\n"
                             ".reg .b64 %p<2>;\n.reg .b32 %v<3>;\n"
                             "ld.param.u64 %p0, [out];\nld.param.u32 %v0, [more];\nld.global.u32 %v1, [word];\n"
                             "add.u32 %v2, %v0, %v1;\nst.global.u32 [%p0], %v2;\nret;\n}\n";

static void libraries() {
    cudaLibrary_t library;
    cudaKernel_t kernel, all[1];
    int *global, value = 37, forty = 40;
    size_t bytes;
    unsigned count;
    Array<int> out(1);
    void *arguments[] = {&out.device, &value};
    MUST(cudaLibraryLoadData(&library, source, NULL, NULL, 0, NULL, NULL, 0));
    MUST(cudaLibraryGetKernel(&kernel, library, "put"));
    MUST(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, stream));
    MUST(cudaStreamSynchronize(stream));
    claim("a kernel of a library is launched", value_of(out.device) == 42);
    MUST(cudaLibraryGetGlobal((void **)&global, &bytes, library, "word"));
    MUST(cudaMemcpy(global, &forty, 4, cudaMemcpyHostToDevice));
    MUST(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, stream));
    MUST(cudaStreamSynchronize(stream));
    claim("its variables are memory", value_of(out.device) == 77 && bytes == 4);
    MUST(cudaLibraryGetKernelCount(&count, library));
    MUST(cudaLibraryEnumerateKernels(all, 1, library));
    claim("its kernels are told", count == 1 && all[0] == kernel);
    claim("what it lacks is not found", cudaLibraryGetKernel(&kernel, library, "none") == cudaErrorSymbolNotFound);
    MUST(cudaLibraryLoadData(&library, "nonsense", NULL, NULL, 0, NULL, NULL, 0));
    claim("nonsense is a library until it is used", cudaLibraryGetKernel(&kernel, library, "put"));
    cudaGetLastError();
}

static void attributes() {
    cudaStreamAttrValue value = {}, back = {};
    cudaStream_t other;
    MUST(cudaStreamCreate(&other));
    value.syncPolicy = cudaSyncPolicySpin;
    MUST(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    MUST(cudaStreamCopyAttributes(other, stream));
    MUST(cudaStreamGetAttribute(other, cudaLaunchAttributeSynchronizationPolicy, &back));
    claim("streams keep and copy their attributes", back.syncPolicy == cudaSyncPolicySpin);
    claim("a stream has no clusters", cudaStreamGetAttribute(other, cudaLaunchAttributeClusterDimension, &back));
    cudaGetLastError();
    void *entry = (void *)1;
    cudaDriverEntryPointQueryResult found;
    MUST(cudaGetDriverEntryPointByVersion("cuNothing", &entry, 12000, cudaEnableDefault, &found));
    claim("a function that no driver has is not found", !entry && found == cudaDriverEntryPointSymbolNotFound);
}

int main() {
    MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    order();
    cycles();
    parameters();
    memory_operations();
    fork_and_join();
    modes();
    conditions();
    captured_loop();
    graphs_memory();
    moved_child();
    host_calls();
    events();
    objects();
    drawing();
    libraries();
    attributes();
    return claims_end();
}
