// dynamic_parallelism.cu - launches from the device: order, streams, errors, and what the device's runtime answers.
#include "../../../../tests/programs/claims.cuh"

// ---- a child sees what its parent did, and the host sees all of it ----------------------------------------------------

__global__ void fill(int *out, int first, double scale, char letter) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = first + (int)(scale * (blockIdx.x * blockDim.x + threadIdx.x)) + letter;
}

__global__ void parent_fills(int *out) {
    if (threadIdx.x == 0) fill<<<3, 20>>>(out, 5, 2.0, 'a');
}

static void say_parameters() {
    Array<int> out(60);
    parent_fills<<<1, 32>>>(out.device);
    FINISH();
    out.read();
    bool right = true;
    for (int n = 0; n < 60; n++) right &= out[n] == 5 + 2 * n + 'a';
    claim("a_child_gets_its_parameters", right);
}

// ---- recursion: a merge of two sorted halves, each sorted by a child before ------------------------------------------

__global__ void merge(int *a, int *b, int low, int middle, int high) {
    int i = low, j = middle;
    for (int n = low; n < high; n++) b[n] = j >= high || (i < middle && a[i] <= a[j]) ? a[i++] : a[j++];
    for (int n = low; n < high; n++) a[n] = b[n];
}

__global__ void sort(int *a, int *b, int low, int high) {
    if (high - low < 2) return;
    int middle = (low + high) / 2;
    sort<<<1, 1>>>(a, b, low, middle);
    sort<<<1, 1>>>(a, b, middle, high);
    merge<<<1, 1, 0, cudaStreamTailLaunch>>>(a, b, low, middle, high);
}

static void say_recursion() {
    const int count = 50;
    Array<int> a(count), b(count);
    for (int n = 0; n < count; n++) a[n] = (n * 37 + 11) % count;
    a.write();
    sort<<<1, 1>>>(a.device, b.device, 0, count);
    FINISH();
    a.read();
    bool sorted = true;
    for (int n = 0; n < count; n++) sorted &= a[n] == n;
    claim("the_tail_comes_after_all_children_and_theirs", sorted);
}

// ---- order within streams --------------------------------------------------------------------------------------------

__global__ void append(int *list, int value) { list[1 + atomicAdd(list, 1)] = value; }
__global__ void append_by_child(int *list, int value) { append<<<1, 1>>>(list, value); }

__global__ void in_order(int *list) {
    cudaStream_t stream;
    cudaEvent_t event;
    append_by_child<<<1, 1, 0, cudaStreamTailLaunch>>>(list, 9);
    for (int n = 0; n < 3; n++) append_by_child<<<1, 1>>>(list, n); // the stream of the block
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventRecord(event, 0);
    cudaStreamWaitEvent(stream, event, 0);
    append<<<1, 1, 0, stream>>>(list, 3);
    cudaEventDestroy(event);
    cudaStreamDestroy(stream);
    list[20] = (int)cudaGetLastError();
}

static void say_order() {
    Array<int> list(32);
    in_order<<<1, 1>>>(list.device);
    append<<<1, 1>>>(list.device, 10); // the host's next kernel waits for all children of the one before
    FINISH();
    list.read();
    const int wanted[] = {6, 0, 1, 2, 3, 9, 10};
    claim("a_stream_keeps_its_order_with_grandchildren", !memcmp(list.host, wanted, sizeof wanted), "%d: %d %d %d %d %d %d",
          list[0], list[1], list[2], list[3], list[4], list[5], list[6]);
    claim("streams_and_events_of_the_device_work", list[20] == 0);
}

// ---- copies and memory ----------------------------------------------------------------------------------------------

__global__ void free_it(int *memory, int *out) {
    *out = memory[0] + memory[15];
    cudaFree(memory);
}

__global__ void copies(int *out, const int *in) {
    int *memory = nullptr;
    cudaMemcpyAsync(out + 2, in, 12, cudaMemcpyDeviceToDevice, 0);
    cudaMemcpy2DAsync(out + 5, 8, in, 4, 4, 2, cudaMemcpyDeviceToDevice, 0);
    out[10] = (int)cudaMalloc(&memory, 64);
    for (int n = 0; n < 16; n++) memory[n] = n + 1;
    free_it<<<1, 1>>>(memory, out + 11);
    out[12] = (int)cudaMemcpyAsync(out, in, 4, cudaMemcpyHostToDevice, 0);
    out[13] = (int)cudaPeekAtLastError();
    out[14] = (int)cudaGetLastError();
    out[15] = (int)cudaGetLastError();
}

static void say_copies() {
    Array<int> out(16), in(4);
    for (int n = 0; n < 4; n++) in[n] = 50 + n;
    in.write();
    copies<<<1, 1>>>(out.device, in.device);
    FINISH();
    out.read();
    claim("copies_are_done", out[2] == 50 && out[3] == 51 && out[4] == 52);
    claim("copies_of_rows_are_done", out[5] == 50 && out[6] == 0 && out[7] == 51);
    claim("a_child_frees_what_its_parent_allocated", out[10] == 0 && out[11] == 17);
    claim("host_memory_is_not_for_the_device", out[12] == cudaErrorInvalidMemcpyDirection);
    claim("an_error_is_last_until_asked_for", out[13] == out[12] && out[14] == out[12] && out[15] == 0);
}

// ---- questions -------------------------------------------------------------------------------------------------------

__global__ void __launch_bounds__(256) asked_about(int *out) {
    __shared__ int some[100];
    some[threadIdx.x % 100] = 1;
    __syncthreads();
    out[threadIdx.x] = some[0];
}

__global__ void questions(int *out, char *text) {
    cudaFuncAttributes attributes;
    int device = 7, count = 0, value = 0, blocks = 0;
    cudaGetDevice(&device);
    cudaGetDeviceCount(&count);
    cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
    out[0] = device, out[1] = count, out[2] = value;
    cudaDeviceGetAttribute(&out[3], cudaDevAttrMultiProcessorCount, 0);
    out[4] = (int)cudaFuncGetAttributes(&attributes, asked_about);
    out[5] = (int)attributes.sharedSizeBytes, out[6] = attributes.numRegs;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, asked_about, 256, 0);
    out[7] = blocks;
    const char *from = cudaGetErrorString(cudaErrorInvalidValue);
    while ((*text++ = *from++)) {}
    asked_about<<<1, 32>>>(out + 32);
}

static void say_answers() {
    Array<int> out(64);
    Array<char> text(100);
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    int blocks = 0;
    MUST(cudaGetDeviceProperties(&properties, 0));
    MUST(cudaFuncGetAttributes(&attributes, asked_about));
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, asked_about, 256, 0));
    questions<<<1, 1>>>(out.device, text.device);
    FINISH();
    out.read(), text.read();
    claim("there_is_one_device", out[0] == 0 && out[1] == 1);
    claim("attributes_are_the_hosts", out[2] == 32 && out[3] == properties.multiProcessorCount);
    claim("kernels_are_as_the_host_sees_them", out[4] == 0 && out[5] == (int)attributes.sharedSizeBytes && out[6] == attributes.numRegs);
    claim("occupancy_is_the_hosts", out[7] == blocks && blocks > 0);
    claim("errors_have_their_texts", !strcmp(text.host, cudaGetErrorString(cudaErrorInvalidValue)), "%s", text.host);
}

int main() {
    say_parameters();
    say_recursion();
    say_order();
    say_copies();
    say_answers();
    return claims_end();
}
