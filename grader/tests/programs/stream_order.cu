// stream_order.cu - what nothing orders: operations of two streams, and the program beside an operation in flight.
// `stream_order NAME` does one thing, wrong or right. A right one begins with "fine_". Lines that end with a NAME are
// the places of that mistake.
#include "claims.cuh"

enum { COUNT = 1 << 16, BYTES = COUNT * sizeof(int), TURNS = 2000, SIDE = 256, ROW = SIDE * sizeof(int) };

static cudaStream_t one, two, apart; // apart: does not wait for the default stream
static cudaEvent_t event, other_event;
static int *x, *y, *pinned, *managed;
static cudaArray_t plane;
static cudaSurfaceObject_t surface;
static cudaTextureObject_t texture;
static long long got, right;

// Slow, so that a GPU has not done it yet when it matters.
__global__ void fill(int *to, int count, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, slow = 0;
    for (int n = 0; n < TURNS; n++) slow += (slow ^ n) & 1;
    if (i < count) to[i] = value + (slow < 0);
}
__global__ void add_one(int *to, const int *from, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i] + 1;
}
__global__ void add_up(int *sum, const int *from, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, from[i]);
}
__global__ void wait_for(volatile int *flag, int *seen) {
    while (*flag == 0) {}
    *seen = 1;
}
// On planes of SIDE x SIDE numbers.
__global__ void fill_surface(cudaSurfaceObject_t to, int first, int value) {
    int slow = 0;
    for (int n = 0; n < TURNS; n++) slow += (slow ^ n) & 1;
    surf2Dwrite(value + (slow < 0), to, threadIdx.x * (int)sizeof(int), first + blockIdx.x);
}
__global__ void read_texture(int *to, cudaTextureObject_t from) {
    to[blockIdx.x * SIDE + threadIdx.x] = tex2D<int>(from, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}
__managed__ int total;
__global__ void count_up(int *sum) { atomicAdd(sum, 1); }
__global__ void count_in_variable() { atomicAdd(&total, 1); }
__global__ void post(int *data, int count, volatile int *flag) {
    for (int i = 0; i < count; i++) data[i] = 7;
    __threadfence_system();
    *flag = 1;
}
__global__ void answer(volatile int *flag, int *data, int rounds) {
    for (int turn = 1; turn <= rounds; turn++) {
        while (*flag != 2 * turn - 1) {}
        __threadfence_system();
        data[1] = data[0] + 1;
        __threadfence_system();
        *flag = 2 * turn;
    }
}
#define GRID(count) ((count) + 255) / 256, 256

__attribute__((noinline)) static void show(int value, int wanted) { got = value, right = wanted; }
static int first_of(const int *device) {
    int value;
    MUST(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

// ---- wrong -----------------------------------------------------------------------------------------------------

static void copied_back_too_early() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7); // copied_back_too_early
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, two)); // copied_back_too_early
    MUST(cudaStreamSynchronize(two));
    show(pinned[COUNT - 1], 7);
}
static void read_too_early() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one)); // read_too_early
    show(pinned[COUNT - 1], 7); // read_too_early
}
static void source_overwritten() {
    for (int i = 0; i < COUNT; i++) pinned[i] = 1;
    fill<<<GRID(COUNT), 0, one>>>(y, COUNT, 7);
    MUST(cudaMemcpyAsync(x, pinned, BYTES, cudaMemcpyHostToDevice, one)); // source_overwritten
    for (int i = 0; i < COUNT; i++) pinned[i] = 2; // source_overwritten
    MUST(cudaStreamSynchronize(one));
    show(first_of(x + COUNT - 1), 1);
}
static void kernels_of_two_streams() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7); // kernels_of_two_streams
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT); // kernels_of_two_streams
    MUST(cudaDeviceSynchronize());
    show(first_of(y + COUNT - 1), 8);
}
static void event_recorded_too_early() {
    MUST(cudaEventRecord(event, one));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7); // event_recorded_too_early
    MUST(cudaStreamWaitEvent(two, event, 0));
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT); // event_recorded_too_early
    MUST(cudaDeviceSynchronize());
    show(first_of(y + COUNT - 1), 8);
}
static void waited_for_the_wrong_stream() {
    fill<<<GRID(COUNT), 0, two>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, two)); // waited_for_the_wrong_stream
    MUST(cudaStreamSynchronize(one));
    show(pinned[COUNT - 1], 7); // waited_for_the_wrong_stream
}
static void managed_read_too_early() {
    fill<<<GRID(COUNT)>>>(managed, COUNT, 7); // managed_read_too_early
    show(managed[COUNT - 1], 7); // managed_read_too_early
}
static void managed_written_too_early() {
    for (int i = 0; i < COUNT; i++) managed[i] = 1;
    fill<<<GRID(COUNT)>>>(y, COUNT, 7);
    add_one<<<GRID(COUNT)>>>(x, managed, COUNT); // managed_written_too_early
    for (int i = 0; i < COUNT; i++) managed[i] = 5; // managed_written_too_early
    MUST(cudaDeviceSynchronize());
    show(first_of(x + COUNT - 1), 2);
}
static void buffer_used_again() {
    for (int i = 0; i < COUNT; i++) pinned[i] = i < COUNT / 2 ? 1 : 2;
    for (int half = 0; half < 2; half++) {
        MUST(cudaMemcpyAsync(x, pinned + half * COUNT / 2, BYTES / 2, cudaMemcpyHostToDevice, one)); // buffer_used_again
        MUST(cudaEventRecord(event, one));
        MUST(cudaStreamWaitEvent(two, event, 0));
        fill<<<GRID(COUNT), 0, two>>>(y + COUNT / 2, COUNT / 2, 7);
        add_one<<<GRID(COUNT / 2), 0, two>>>(y + half * COUNT / 2, x, COUNT / 2); // buffer_used_again
    }
    MUST(cudaDeviceSynchronize());
    show(first_of(y), 2);
}
static void default_stream_does_not_wait() {
    int value;
    fill<<<GRID(COUNT), 0, apart>>>(x, COUNT, 7);                                          // default_stream_does_not_wait
    MUST(cudaMemcpy(&value, x + COUNT - 1, sizeof value, cudaMemcpyDeviceToHost)); // default_stream_does_not_wait
    show(value, 7);
}
static void set_in_the_other_stream() {
    fill<<<GRID(COUNT), 0, two>>>(y, COUNT, 1); // set_in_the_other_stream
    MUST(cudaMemsetAsync(x, 0, BYTES, two)); // set_in_the_other_stream
    add_up<<<GRID(COUNT), 0, one>>>(x, y, COUNT); // set_in_the_other_stream
    MUST(cudaDeviceSynchronize());
    show(first_of(x), COUNT);
}
static void event_of_other_work() {
    MUST(cudaEventRecord(other_event, two));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one)); // event_of_other_work
    MUST(cudaEventSynchronize(event));
    show(pinned[COUNT - 1], 7); // event_of_other_work
}
static void surface_copied_too_early() {
    fill_surface<<<SIDE, SIDE, 0, one>>>(surface, 0, 7); // surface_copied_too_early
    MUST(cudaMemcpy2DFromArrayAsync(pinned, ROW, plane, 0, 0, ROW, SIDE, cudaMemcpyDeviceToHost, two)); // surface_copied_too_early
    MUST(cudaStreamSynchronize(two));
    show(pinned[COUNT - 1], 7);
}
static void texture_read_too_early() {
    for (int i = 0; i < COUNT; i++) pinned[i] = 7;
    MUST(cudaMemcpy2DToArrayAsync(plane, 0, 0, pinned, ROW, ROW, SIDE, cudaMemcpyHostToDevice, one)); // texture_read_too_early
    read_texture<<<SIDE, SIDE, 0, two>>>(x, texture); // texture_read_too_early
    MUST(cudaDeviceSynchronize());
    show(first_of(x + COUNT - 1), 7);
}
static void surface_of_two_streams() {
    fill_surface<<<SIDE, SIDE, 0, one>>>(surface, 0, 7); // surface_of_two_streams
    fill_surface<<<1, SIDE, 0, two>>>(surface, SIDE - 1, 5); // surface_of_two_streams
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy2DFromArray(pinned, ROW, plane, 0, 0, ROW, SIDE, cudaMemcpyDeviceToHost));
    show(pinned[COUNT - 1], 5);
}
static void mapped_read_too_early() {
    int *own = new int[COUNT](), *there;
    MUST(cudaHostRegister(own, BYTES, cudaHostRegisterMapped));
    MUST(cudaHostGetDevicePointer(&there, own, 0));
    fill<<<GRID(COUNT), 0, one>>>(there, COUNT, 7); // mapped_read_too_early
    show(own[COUNT / 2], 7); // mapped_read_too_early
    MUST(cudaStreamSynchronize(one));
    MUST(cudaHostUnregister(own));
    delete[] own;
}
static void managed_sum_read_too_early() {
    managed[0] = 0;
    count_up<<<GRID(COUNT)>>>(managed); // managed_sum_read_too_early
    show(managed[0], COUNT); // managed_sum_read_too_early
    MUST(cudaDeviceSynchronize());
}
static void variable_read_too_early() {
    total = 0;
    count_in_variable<<<GRID(COUNT)>>>(); // variable_read_too_early
    show(total, COUNT); // variable_read_too_early
    MUST(cudaDeviceSynchronize());
}
static void second_result_read_too_early() {
    MUST(cudaMemset(x, 0, BYTES));
    fill<<<GRID(COUNT), 0, one>>>(y, COUNT, 7);
    MUST(cudaMemcpyAsync(&pinned[10], x, sizeof *x, cudaMemcpyDeviceToHost, two));
    MUST(cudaMemcpyAsync(&pinned[11], y, sizeof *y, cudaMemcpyDeviceToHost, one)); // second_result_read_too_early
    MUST(cudaStreamSynchronize(two));
    show(pinned[11], 7); // second_result_read_too_early
}
struct Vector {
    int count, *values;
};
__global__ void fill_vector(Vector *vector) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < vector->count) vector->values[i] = 7;
}
static void values_read_too_early() {
    Vector *vector;
    MUST(cudaMallocManaged(&vector, sizeof *vector));
    MUST(cudaMallocManaged(&vector->values, BYTES));
    vector->count = COUNT;
    fill_vector<<<GRID(COUNT)>>>(vector); // values_read_too_early
    int *values = vector->values;
    show(values[COUNT - 1], 7); // values_read_too_early
    MUST(cudaDeviceSynchronize());
    MUST(cudaFree(values));
    MUST(cudaFree(vector));
}
static cudaGraphExec_t filling; // a graph: x is filled with 7 and copied to pinned
static void make_filling(cudaHostFn_t then, void *argument) {
    cudaGraph_t graph;
    MUST(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    if (then) MUST(cudaLaunchHostFunc(one, then, argument));
    MUST(cudaStreamEndCapture(one, &graph));
    MUST(cudaGraphInstantiate(&filling, graph, 0));
    MUST(cudaGraphDestroy(graph));
}
static void graph_read_too_early() {
    make_filling(nullptr, nullptr);
    MUST(cudaGraphLaunch(filling, one)); // graph_read_too_early
    show(pinned[COUNT - 1], 7); // graph_read_too_early
    MUST(cudaDeviceSynchronize());
    MUST(cudaGraphExecDestroy(filling));
}
static void allocated_in_the_other_stream() {
    int *own;
    MUST(cudaMallocAsync(&own, BYTES, one)); // allocated_in_the_other_stream
    fill<<<GRID(COUNT), 0, two>>>(own, COUNT, 7); // allocated_in_the_other_stream
    MUST(cudaDeviceSynchronize());
    show(first_of(own), 7);
    MUST(cudaFree(own));
}
static void freed_in_the_other_stream() {
    int *own;
    MUST(cudaMallocAsync(&own, BYTES, one));
    MUST(cudaStreamSynchronize(one));
    fill<<<GRID(COUNT), 0, two>>>(own, COUNT, 7); // freed_in_the_other_stream
    MUST(cudaFreeAsync(own, one)); // freed_in_the_other_stream
}
static void freeing_waits_for_nothing() {
    int *own;
    MUST(cudaMallocAsync(&own, BYTES, one));
    fill<<<GRID(COUNT), 0, one>>>(own, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, own, BYTES, cudaMemcpyDeviceToHost, one)); // freeing_waits_for_nothing
    MUST(cudaFreeAsync(own, one));
    show(pinned[COUNT - 1], 7); // freeing_waits_for_nothing
}
static void registered_read_too_early() {
    int *own = new int[COUNT]();
    MUST(cudaHostRegister(own, BYTES, 0));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(own, x, BYTES, cudaMemcpyDeviceToHost, one)); // registered_read_too_early
    show(own[COUNT / 2], 7); // registered_read_too_early
    MUST(cudaStreamSynchronize(one));
    MUST(cudaHostUnregister(own));
    delete[] own;
}

// ---- right -----------------------------------------------------------------------------------------------------

static void fine_event_between() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaStreamWaitEvent(two, event, 0));
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT);
    MUST(cudaStreamSynchronize(two));
    show(first_of(y + COUNT - 1), 8);
}
static void fine_waited_for() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaStreamSynchronize(one));
    show(pinned[COUNT - 1], 7);
}
static void fine_default_stream_between() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    add_one<<<GRID(COUNT)>>>(y, x, COUNT);
    add_one<<<GRID(COUNT), 0, two>>>(x, y, COUNT);
    show(first_of(x + COUNT - 1), 9);
}
static void fine_double_buffer() {
    cudaEvent_t filled[2], free_again[2];
    for (int b = 0; b < 2; b++) MUST(cudaEventCreate(&filled[b]));
    for (int b = 0; b < 2; b++) MUST(cudaEventCreate(&free_again[b]));
    for (int i = 0; i < COUNT; i++) pinned[i] = i;
    for (int n = 0; n < 8; n++) {
        int *buffer = x + n % 2 * COUNT / 8, part = COUNT / 8;
        if (n >= 2) MUST(cudaStreamWaitEvent(one, free_again[n % 2], 0));
        MUST(cudaMemcpyAsync(buffer, pinned + n * part, BYTES / 8, cudaMemcpyHostToDevice, one));
        MUST(cudaEventRecord(filled[n % 2], one));
        MUST(cudaStreamWaitEvent(two, filled[n % 2], 0));
        add_one<<<GRID(part), 0, two>>>(y + n * part, buffer, part);
        MUST(cudaEventRecord(free_again[n % 2], two));
    }
    MUST(cudaStreamSynchronize(two));
    show(first_of(y + COUNT - 1), COUNT);
    for (int b = 0; b < 2; b++) MUST(cudaEventDestroy(filled[b]));
    for (int b = 0; b < 2; b++) MUST(cudaEventDestroy(free_again[b]));
}
static void look(void *seen) { *(int *)seen = pinned[COUNT - 1]; }
static void fine_callback() {
    int seen = 0;
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaLaunchHostFunc(one, look, &seen));
    MUST(cudaStreamSynchronize(one));
    show(seen, 7);
}
static void fine_captured_fork() {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    MUST(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaStreamWaitEvent(two, event, 0));
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT);
    MUST(cudaEventRecord(other_event, two));
    MUST(cudaStreamWaitEvent(one, other_event, 0));
    MUST(cudaMemcpyAsync(pinned, y, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaStreamEndCapture(one, &graph));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    MUST(cudaGraphLaunch(executable, one));
    MUST(cudaStreamSynchronize(one));
    show(pinned[COUNT - 1], 8);
    MUST(cudaGraphExecDestroy(executable));
    MUST(cudaGraphDestroy(graph));
}
// The border lies within a sector.
static void fine_halves_of_a_buffer() {
    int border = COUNT / 2 + 3;
    fill<<<GRID(border), 0, one>>>(x, border, 1);
    fill<<<GRID(COUNT - border), 0, two>>>(x + border, COUNT - border, 2);
    MUST(cudaDeviceSynchronize());
    show(first_of(x + border - 1) + first_of(x + border), 3);
}
static void fine_atomics_of_two_streams() {
    MUST(cudaMemset(x, 0, BYTES));
    fill<<<GRID(COUNT)>>>(y, COUNT, 1);
    add_up<<<GRID(COUNT), 0, one>>>(x, y, COUNT);
    add_up<<<GRID(COUNT), 0, two>>>(x, y, COUNT);
    MUST(cudaDeviceSynchronize());
    show(first_of(x), 2 * COUNT);
}
static void fine_next_part_filled_meanwhile() {
    for (int n = 0; n < 5; n++) {
        int part = COUNT / 5, *from = pinned + n * part;
        for (int i = 0; i < part; i++) from[i] = n;
        MUST(cudaMemcpyAsync(x + n * part, from, part * sizeof *from, cudaMemcpyHostToDevice, n % 2 ? one : two));
    }
    MUST(cudaDeviceSynchronize());
    show(first_of(x + COUNT / 5 * 5 - 1), 4);
}
static void fine_managed_after_waiting() {
    for (int i = 0; i < COUNT; i++) managed[i] = 1;
    add_one<<<GRID(COUNT)>>>(managed, managed, COUNT);
    MUST(cudaDeviceSynchronize());
    show(managed[COUNT - 1]++, 2);
}
static void fine_other_half_of_managed() {
    fill<<<GRID(COUNT / 2)>>>(managed, COUNT / 2, 7);
    for (int i = COUNT / 2; i < COUNT; i++) managed[i] = 3;
    MUST(cudaDeviceSynchronize());
    show(managed[COUNT / 2 - 1] + managed[COUNT / 2], 10);
}
static void fine_asked_until_done() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaEventRecord(event, one));
    while (cudaEventQuery(event) == cudaErrorNotReady) {}
    show(pinned[COUNT - 1], 7);
}
static void fine_copy_to_pageable_memory() {
    static int pageable[COUNT];
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pageable, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaStreamSynchronize(one));
    show(pageable[COUNT - 1], 7);
}
// The kernel waits until the program tells it to go on.
static void fine_flag_in_mapped_memory() {
    volatile int *flag = pinned;
    *flag = 0;
    wait_for<<<1, 1, 0, one>>>(flag, x);
    *flag = 1;
    MUST(cudaStreamSynchronize(one));
    show(first_of(x), 1);
}
static void fine_rows_of_a_surface() {
    fill_surface<<<SIDE / 2, SIDE, 0, one>>>(surface, 0, 7);
    fill_surface<<<SIDE / 2, SIDE, 0, two>>>(surface, SIDE / 2, 5);
    MUST(cudaStreamSynchronize(two));
    MUST(cudaMemcpy2DFromArrayAsync(pinned, ROW, plane, 0, SIDE / 2, ROW, SIDE / 2, cudaMemcpyDeviceToHost, two));
    MUST(cudaStreamSynchronize(two));
    show(pinned[0], 5);
}
static void fine_texture_after_event() {
    for (int i = 0; i < COUNT; i++) pinned[i] = 7;
    MUST(cudaMemcpy2DToArrayAsync(plane, 0, 0, pinned, ROW, ROW, SIDE, cudaMemcpyHostToDevice, one));
    MUST(cudaEventRecord(event, one));
    MUST(cudaStreamWaitEvent(two, event, 0));
    read_texture<<<SIDE, SIDE, 0, two>>>(x, texture);
    MUST(cudaStreamSynchronize(two));
    show(first_of(x + COUNT - 1), 7);
}
static void fine_texture_read_by_both() {
    read_texture<<<SIDE, SIDE, 0, one>>>(x, texture);
    read_texture<<<SIDE, SIDE, 0, two>>>(y, texture);
    MUST(cudaDeviceSynchronize());
    show(first_of(x) + first_of(y), 0);
}
// What lies beside registered memory, in the same pages, is the program's.
static void fine_beside_registered_memory() {
    int *own = new int[COUNT](), *part = own + 5000;
    MUST(cudaHostRegister(part, BYTES / 2, 0));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(part, x, BYTES / 2, cudaMemcpyDeviceToHost, one));
    own[4999] = 1;
    own[5000 + COUNT / 2] = 2;
    MUST(cudaMemcpyAsync(y, part, BYTES / 2, cudaMemcpyHostToDevice, one));
    MUST(cudaStreamSynchronize(one));
    show(own[4999] + part[0] + part[COUNT / 2 - 1] + part[COUNT / 2] + first_of(y), 24);
    MUST(cudaHostUnregister(part));
    delete[] own;
}
// Launched twice: what the first one copied is read by the second one's function.
static void fine_graph_with_host_function() {
    int seen = 0;
    make_filling(look, &seen);
    MUST(cudaGraphLaunch(filling, one));
    MUST(cudaGraphLaunch(filling, one));
    MUST(cudaStreamSynchronize(one));
    show(seen + pinned[0], 14);
    MUST(cudaGraphExecDestroy(filling));
}
static void fine_graph_waited_for() {
    make_filling(nullptr, nullptr);
    for (int turn = 0; turn < 3; turn++) {
        MUST(cudaGraphLaunch(filling, one));
        MUST(cudaEventRecord(event, one));
        MUST(cudaEventSynchronize(event));
        got += pinned[turn];
    }
    show(got, 21);
    MUST(cudaGraphExecDestroy(filling));
}
// Events from outside, in nodes: the graph waits for one and records the other.
static void fine_graph_with_events() {
    cudaGraph_t graph;
    cudaGraphNode_t waits, adds, records;
    int count = COUNT;
    void *arguments[] = {&y, &x, &count};
    cudaKernelNodeParams kernel = {(void *)add_one, dim3(COUNT / 256), dim3(256), 0, arguments, nullptr};
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaGraphCreate(&graph, 0));
    MUST(cudaGraphAddEventWaitNode(&waits, graph, nullptr, 0, event));
    MUST(cudaGraphAddKernelNode(&adds, graph, &waits, 1, &kernel));
    MUST(cudaGraphAddEventRecordNode(&records, graph, &adds, 1, other_event));
    MUST(cudaGraphInstantiate(&filling, graph, 0));
    MUST(cudaGraphLaunch(filling, two));
    MUST(cudaStreamWaitEvent(one, other_event, 0));
    MUST(cudaMemcpyAsync(pinned, y, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaStreamSynchronize(one));
    show(pinned[COUNT - 1], 8);
    MUST(cudaGraphExecDestroy(filling));
    MUST(cudaGraphDestroy(graph));
}
// One launch of a graph at a time, in whatever stream.
static void fine_graph_in_two_streams() {
    make_filling(nullptr, nullptr);
    MUST(cudaGraphLaunch(filling, one));
    MUST(cudaGraphLaunch(filling, two));
    MUST(cudaStreamSynchronize(two));
    show(pinned[COUNT - 1], 7);
    MUST(cudaGraphExecDestroy(filling));
}
static void fine_data_behind_a_flag() {
    volatile int *flag = managed;
    *flag = 0;
    post<<<1, 1, 0, one>>>(pinned, 64, flag);
    while (*flag == 0) {}
    show(pinned[63], 7);
}
static void fine_conversation() {
    volatile int *flag = managed;
    *flag = 0;
    answer<<<1, 1, 0, one>>>(flag, pinned, 3);
    for (int turn = 1; turn <= 3; turn++) {
        pinned[0] = turn;
        __sync_synchronize();
        *flag = 2 * turn - 1;
        while (*flag != 2 * turn) {}
        got += pinned[1];
    }
    show(got, 9);
}
static void fine_progress_of_a_kernel() {
    volatile int *progress = pinned;
    *progress = 0;
    count_up<<<GRID(COUNT), 0, one>>>(pinned);
    while (*progress < COUNT) {}
    MUST(cudaStreamSynchronize(one));
    show(pinned[0], COUNT);
}
static void fine_results_one_by_one() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(&pinned[10], x, sizeof *x, cudaMemcpyDeviceToHost, one));
    fill<<<GRID(COUNT), 0, two>>>(y, COUNT, 8);
    MUST(cudaMemcpyAsync(&pinned[11], y, sizeof *y, cudaMemcpyDeviceToHost, two));
    pinned[12] = 1;
    MUST(cudaStreamSynchronize(one));
    got = pinned[10];
    MUST(cudaStreamSynchronize(two));
    show(got + pinned[11] + pinned[12], 16);
}
static void fine_variable_after_waiting() {
    total = 0;
    count_in_variable<<<GRID(COUNT)>>>();
    MUST(cudaDeviceSynchronize());
    show(total, COUNT);
}
static void fine_memory_of_a_stream() {
    int *own;
    MUST(cudaMallocAsync(&own, BYTES, one));
    MUST(cudaEventRecord(event, one));
    MUST(cudaStreamWaitEvent(two, event, 0));
    fill<<<GRID(COUNT), 0, two>>>(own, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, own, BYTES, cudaMemcpyDeviceToHost, two));
    MUST(cudaEventRecord(event, two));
    MUST(cudaStreamWaitEvent(one, event, 0));
    MUST(cudaFreeAsync(own, one));
    MUST(cudaStreamSynchronize(two));
    show(pinned[COUNT - 1], 7);
}

// ---- running them ----------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*run)();
} CASES[] = {
#define CASE(name) {#name, name}
    CASE(copied_back_too_early), CASE(read_too_early), CASE(source_overwritten), CASE(kernels_of_two_streams),
    CASE(event_recorded_too_early), CASE(waited_for_the_wrong_stream), CASE(managed_read_too_early),
    CASE(managed_written_too_early), CASE(buffer_used_again), CASE(default_stream_does_not_wait),
    CASE(set_in_the_other_stream), CASE(event_of_other_work), CASE(surface_copied_too_early),
    CASE(texture_read_too_early), CASE(surface_of_two_streams), CASE(graph_read_too_early),
    CASE(allocated_in_the_other_stream), CASE(freed_in_the_other_stream), CASE(freeing_waits_for_nothing),
    CASE(values_read_too_early), CASE(mapped_read_too_early), CASE(second_result_read_too_early), CASE(fine_results_one_by_one), CASE(registered_read_too_early), CASE(managed_sum_read_too_early), CASE(variable_read_too_early),
    CASE(fine_graph_in_two_streams), CASE(fine_data_behind_a_flag), CASE(fine_conversation),
    CASE(fine_progress_of_a_kernel), CASE(fine_variable_after_waiting), CASE(fine_beside_registered_memory),
    CASE(fine_graph_with_host_function), CASE(fine_graph_waited_for), CASE(fine_graph_with_events),
    CASE(fine_memory_of_a_stream), CASE(fine_event_between), CASE(fine_waited_for),
    CASE(fine_default_stream_between), CASE(fine_double_buffer), CASE(fine_callback), CASE(fine_captured_fork),
    CASE(fine_halves_of_a_buffer), CASE(fine_atomics_of_two_streams), CASE(fine_next_part_filled_meanwhile),
    CASE(fine_managed_after_waiting), CASE(fine_other_half_of_managed), CASE(fine_asked_until_done),
    CASE(fine_copy_to_pageable_memory), CASE(fine_flag_in_mapped_memory),
    CASE(fine_rows_of_a_surface), CASE(fine_texture_after_event), CASE(fine_texture_read_by_both)};

static void make_plane() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    MUST(cudaMallocArray(&plane, &format, SIDE, SIDE, cudaArraySurfaceLoadStore));
    MUST(cudaMemcpy2DToArray(plane, 0, 0, pinned, ROW, ROW, SIDE, cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = plane;
    MUST(cudaCreateSurfaceObject(&surface, &resource));
    MUST(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
}

int main(int count, char **arguments) {
    MUST(cudaStreamCreate(&one));
    MUST(cudaStreamCreate(&two));
    MUST(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    MUST(cudaEventCreate(&event));
    MUST(cudaEventCreate(&other_event));
    MUST(cudaMalloc(&x, BYTES));
    MUST(cudaMalloc(&y, BYTES));
    MUST(cudaMallocHost(&pinned, BYTES));
    MUST(cudaMallocManaged(&managed, BYTES));
    MUST(cudaMemset(x, 0, BYTES));
    MUST(cudaMemset(y, 0, BYTES));
    memset(pinned, 0, BYTES);
    make_plane();
    memset(managed, 0, BYTES);
    MUST(cudaDeviceSynchronize());
    for (const auto &test : CASES)
        if (count > 1 && !strcmp(test.name, arguments[1])) test.run();
    MUST(cudaDeviceSynchronize());
    printf("%s %lld, right %lld\n", got == right ? "right" : "wrong", got, right);
    MUST(cudaDestroySurfaceObject(surface));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(plane));
    MUST(cudaFree(x));
    MUST(cudaFree(y));
    MUST(cudaFreeHost(pinned));
    MUST(cudaFree(managed));
    MUST(cudaStreamDestroy(one));
    MUST(cudaStreamDestroy(two));
    MUST(cudaStreamDestroy(apart));
    MUST(cudaEventDestroy(event));
    MUST(cudaEventDestroy(other_event));
    return 0;
}
