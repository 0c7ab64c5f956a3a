// stream_order.cu - operations of two streams that nothing orders.
// `stream_order NAME` does one thing, wrong or right. A right one begins with "fine_". Lines that end with a NAME are
// the places of that mistake.
#include "in_flight.cuh"

enum { SIDE = 256, ROW = SIDE * sizeof(int) };

static cudaStream_t apart; // does not wait for the default stream
static cudaArray_t plane;
static cudaSurfaceObject_t surface;
static cudaTextureObject_t texture;

__global__ void add_up(int *sum, const int *from, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, from[i]);
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

// ---- wrong -----------------------------------------------------------------------------------------------------

static void copied_back_too_early() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7); // copied_back_too_early
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, two)); // copied_back_too_early
    MUST(cudaStreamSynchronize(two));
    show(pinned[COUNT - 1], 7);
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

// ---- right -----------------------------------------------------------------------------------------------------

static void fine_event_between() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaStreamWaitEvent(two, event, 0));
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT);
    MUST(cudaStreamSynchronize(two));
    show(first_of(y + COUNT - 1), 8);
}
static void raise_flag(void *flag) { *(volatile int *)flag = 1; }
static void fine_function_raises_a_flag() {
    volatile int flag = 0;
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaLaunchHostFunc(one, raise_flag, (void *)&flag));
    while (flag == 0) {}
    add_one<<<GRID(COUNT), 0, two>>>(y, x, COUNT);
    MUST(cudaDeviceSynchronize());
    show(first_of(y + COUNT - 1), 8);
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

static const Test CASES[] = {
    CASE(copied_back_too_early), CASE(kernels_of_two_streams), CASE(event_recorded_too_early),
    CASE(buffer_used_again), CASE(default_stream_does_not_wait), CASE(set_in_the_other_stream),
    CASE(surface_copied_too_early), CASE(texture_read_too_early), CASE(surface_of_two_streams),
    CASE(allocated_in_the_other_stream), CASE(freed_in_the_other_stream), CASE(fine_event_between),
    CASE(fine_function_raises_a_flag),
    CASE(fine_default_stream_between), CASE(fine_double_buffer), CASE(fine_captured_fork),
    CASE(fine_halves_of_a_buffer), CASE(fine_atomics_of_two_streams), CASE(fine_rows_of_a_surface),
    CASE(fine_texture_after_event), CASE(fine_texture_read_by_both), CASE(fine_graph_with_events),
    CASE(fine_graph_in_two_streams), CASE(fine_memory_of_a_stream)};

int main(int count, char **arguments) {
    begin();
    MUST(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    make_plane();
    MUST(cudaDeviceSynchronize());
    run_case(CASES, count > 1 ? arguments[1] : "");
    MUST(cudaDestroySurfaceObject(surface));
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(plane));
    MUST(cudaStreamDestroy(apart));
    end();
    return 0;
}
