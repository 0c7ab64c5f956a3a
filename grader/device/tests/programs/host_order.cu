// host_order.cu - the program beside operations in flight, with nothing that waits for them.
// `host_order NAME` does one thing, wrong or right. A right one begins with "fine_". Lines that end with a NAME are
// the places of that mistake.
#include "in_flight.cuh"

__global__ void wait_for(volatile int *flag, int *seen) {
    while (*flag == 0) {}
    *seen = 1;
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

// ---- wrong -----------------------------------------------------------------------------------------------------

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
static void event_of_other_work() {
    MUST(cudaEventRecord(other_event, two));
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaEventRecord(event, one));
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one)); // event_of_other_work
    MUST(cudaEventSynchronize(event));
    show(pinned[COUNT - 1], 7); // event_of_other_work
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
static void graph_read_too_early() {
    make_filling(nullptr, nullptr);
    MUST(cudaGraphLaunch(filling, one)); // graph_read_too_early
    show(pinned[COUNT - 1], 7); // graph_read_too_early
    MUST(cudaDeviceSynchronize());
    MUST(cudaGraphExecDestroy(filling));
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

static void fine_waited_for() {
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaStreamSynchronize(one));
    show(pinned[COUNT - 1], 7);
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
static void raise_flag(void *flag) { *(volatile int *)flag = 1; }
static void fine_function_raises_a_flag() {
    volatile int flag = 0;
    fill<<<GRID(COUNT), 0, one>>>(x, COUNT, 7);
    MUST(cudaMemcpyAsync(pinned, x, BYTES, cudaMemcpyDeviceToHost, one));
    MUST(cudaLaunchHostFunc(one, raise_flag, (void *)&flag));
    while (flag == 0) {}
    show(pinned[COUNT - 1], 7);
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

// ---- running them ----------------------------------------------------------------------------------------------

static const Test CASES[] = {
    CASE(read_too_early), CASE(source_overwritten), CASE(waited_for_the_wrong_stream),
    CASE(managed_read_too_early), CASE(managed_written_too_early), CASE(event_of_other_work),
    CASE(mapped_read_too_early), CASE(managed_sum_read_too_early), CASE(variable_read_too_early),
    CASE(second_result_read_too_early), CASE(values_read_too_early), CASE(graph_read_too_early),
    CASE(freeing_waits_for_nothing), CASE(registered_read_too_early), CASE(fine_waited_for), CASE(fine_callback),
    CASE(fine_function_raises_a_flag), CASE(fine_next_part_filled_meanwhile), CASE(fine_managed_after_waiting), CASE(fine_other_half_of_managed),
    CASE(fine_asked_until_done), CASE(fine_copy_to_pageable_memory), CASE(fine_flag_in_mapped_memory),
    CASE(fine_beside_registered_memory), CASE(fine_graph_with_host_function), CASE(fine_graph_waited_for),
    CASE(fine_data_behind_a_flag), CASE(fine_conversation), CASE(fine_progress_of_a_kernel),
    CASE(fine_results_one_by_one), CASE(fine_variable_after_waiting)};

int main(int count, char **arguments) {
    begin();
    run_case(CASES, count > 1 ? arguments[1] : "");
    end();
    return 0;
}
