// clocks.cu - times that a program measures agree with each other: events, clock64(), %globaltimer, several streams.
#include "claims.cuh"

static const int STREAMS = 4;

__device__ unsigned long long nanoseconds() {
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

struct Readings {
    long long clocks;
    unsigned long long began, ended; // nanoseconds
    float value;
};

// A multiplication waits for the one before it.
__global__ void multiply_in_turn(Readings *out, float by, int times) {
    out->began = nanoseconds();
    float value = out->value;
    __syncwarp();
    long long start = clock64();
    for (int i = 0; i < times; i++) value = value * by + 0.5f;
    out->value = value;
    out->clocks = clock64() - start;
    out->ended = nanoseconds();
}

__global__ void wait_for_clocks(long long clocks) {
    long long start = clock64();
    while (clock64() - start < clocks) {}
}

static float elapsed(cudaEvent_t from, cudaEvent_t to) {
    float milliseconds = 0;
    MUST(cudaEventSynchronize(to));
    MUST(cudaEventElapsedTime(&milliseconds, from, to));
    return milliseconds;
}

static bool is_near(double value, double expected, double share) { return fabs(value - expected) <= share * expected; }

static void check_kernel(cudaEvent_t from, cudaEvent_t to, double clocks_a_millisecond) {
    const int TIMES = 1 << 15;
    Readings *out, first, second;
    MUST(cudaMalloc(&out, sizeof *out));
    MUST(cudaMemset(out, 0, sizeof *out));
    multiply_in_turn<<<1, 1>>>(out, 0.5f, 1000); // so that the GPU's clock is up
    FINISH();
    MUST(cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost));
    MUST(cudaEventRecord(from));
    multiply_in_turn<<<1, 1>>>(out, 0.5f, TIMES);
    MUST(cudaEventRecord(to));
    float milliseconds = elapsed(from, to);
    MUST(cudaMemcpy(&second, out, sizeof second, cudaMemcpyDeviceToHost));
    double clocks = (double)second.clocks, each = clocks / TIMES, timer = (second.ended - second.began) * 1e-6;
    claim("dependent_multiplication_takes_four_clocks", is_near(each, 4, 0.15), "%g", each);
    claim("clocks_agree_with_events", is_near(clocks / clocks_a_millisecond, milliseconds, 0.15), "%g ms, events %g ms",
          clocks / clocks_a_millisecond, milliseconds);
    claim("globaltimer_agrees_with_events", is_near(timer, milliseconds, 0.15), "%g ms, events %g ms", timer, milliseconds);
    claim("globaltimer_goes_on_between_launches", second.began >= first.ended, "%llu, then %llu", first.ended,
          second.began);
    MUST(cudaFree(out));
}

// From the beginning of the first stream's kernel to the end of the last one's.
static float in_streams(int count, cudaStream_t *streams, cudaEvent_t from, cudaEvent_t to, long long clocks) {
    cudaEvent_t ended[STREAMS];
    MUST(cudaEventRecord(from, streams[0]));
    for (int s = 1; s < count; s++) MUST(cudaStreamWaitEvent(streams[s], from));
    for (int k = 0; k < STREAMS; k++) wait_for_clocks<<<1, 32, 0, streams[k % count]>>>(clocks);
    for (int s = 1; s < count; s++) {
        MUST(cudaEventCreateWithFlags(&ended[s], cudaEventDisableTiming));
        MUST(cudaEventRecord(ended[s], streams[s]));
        MUST(cudaStreamWaitEvent(streams[0], ended[s]));
    }
    MUST(cudaEventRecord(to, streams[0]));
    float milliseconds = elapsed(from, to);
    for (int s = 1; s < count; s++) MUST(cudaEventDestroy(ended[s]));
    return milliseconds;
}

static void check_streams(cudaEvent_t from, cudaEvent_t to, double clocks_a_millisecond) {
    const long long CLOCKS = 400000;
    double each = CLOCKS / clocks_a_millisecond;
    cudaStream_t streams[STREAMS];
    for (auto &stream : streams) MUST(cudaStreamCreate(&stream));
    in_streams(STREAMS, streams, from, to, CLOCKS);
    float one = in_streams(1, streams, from, to, CLOCKS), four = in_streams(STREAMS, streams, from, to, CLOCKS);
    claim("kernels_of_one_stream_take_the_sum", is_near(one, STREAMS * each, 0.25), "%g ms, each %g ms", one, each);
    claim("small_kernels_of_four_streams_run_together", is_near(four, each, 0.35), "%g ms, each %g ms", four, each);
    for (auto &stream : streams) MUST(cudaStreamDestroy(stream));
}

static void check_copies(cudaEvent_t from, cudaEvent_t to) {
    const size_t BYTES = 64 << 20;
    char *host, *device;
    MUST(cudaMallocHost(&host, BYTES));
    MUST(cudaMalloc(&device, 2 * BYTES));
    memset(host, 1, BYTES);
    MUST(cudaMemcpy(device, host, BYTES, cudaMemcpyHostToDevice));
    MUST(cudaEventRecord(from));
    MUST(cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice));
    MUST(cudaEventRecord(to));
    float link = elapsed(from, to);
    MUST(cudaMemcpy(device + BYTES, device, BYTES, cudaMemcpyDeviceToDevice));
    MUST(cudaEventRecord(from));
    MUST(cudaMemcpyAsync(device + BYTES, device, BYTES, cudaMemcpyDeviceToDevice));
    MUST(cudaEventRecord(to));
    float within = elapsed(from, to);
    double link_rate = BYTES / (link * 1e6), within_rate = 2 * BYTES / (within * 1e6);
    claim("pinned_copy_goes_at_the_link_s_rate", link_rate > 40 && link_rate < 65, "%g GB/s", link_rate);
    claim("copy_within_the_device_goes_at_its_memory_s_rate", within_rate > 1500 && within_rate < 5000, "%g GB/s",
          within_rate);
    MUST(cudaFreeHost(host));
    MUST(cudaFree(device));
}

int main() {
    int kilohertz;
    cudaEvent_t from, to;
    MUST(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    MUST(cudaEventCreate(&from));
    MUST(cudaEventCreate(&to));
    check_kernel(from, to, kilohertz);
    check_streams(from, to, kilohertz);
    check_copies(from, to);
    MUST(cudaEventDestroy(from));
    MUST(cudaEventDestroy(to));
    return claims_end();
}
