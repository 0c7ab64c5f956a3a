// h200_in_flight.cu - how fast 512 MiB are copied, against the bytes in flight of all warps.
//
// Few bytes in flight: dynamic shared memory that nobody uses keeps blocks away from a multiprocessor. Many: a thread
// asks for several values before it needs the first.
#include "../../../grader/figures/measure.cuh"

constexpr int THREADS = 256;

template <class Value, int LOADS> __global__ void copy(const Value *in, Value *out) {
    size_t first = static_cast<size_t>(blockIdx.x) * THREADS * LOADS + threadIdx.x;
    Value values[LOADS];
#pragma unroll
    for (int e = 0; e < LOADS; e++) values[e] = in[first + e * THREADS];
#pragma unroll
    for (int e = 0; e < LOADS; e++) out[first + e * THREADS] = values[e];
}

// Each lane goes from one place to the next that it read there: no load can begin before the one before has arrived.
__global__ void chase(const unsigned *next, unsigned *end, int steps) {
    unsigned place = *end; // each run goes on where the last one ended, where no cache has been
    for (int step = 0; step < steps; step++) place = next[place];
    *end = place;
}

// One thread sums a column. Its loads do not depend on each other, its additions do.
__global__ void sum_columns(const float *in, float *sums, int width, int height) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < height; row++) sum += in[static_cast<size_t>(row) * width + column];
    sums[column] = sum;
}

static int multiprocessors;

template <class Value, int LOADS> static void rows(const char *kind, const void *in, void *out, size_t bytes) {
    CHECK(cudaFuncSetAttribute(copy<Value, LOADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
    for (int wanted : {1, 2, 3, 4, 5, 6, 8}) {
        int blocks, shared = wanted == 8 ? 0 : (227 * 1024 / wanted - 1024) / 1024 * 1024;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, copy<Value, LOADS>, THREADS, shared));
        int grid = static_cast<int>(bytes / sizeof(Value) / THREADS / LOADS);
        float ms = measure_ms([&] {
            copy<Value, LOADS><<<grid, THREADS, shared>>>(static_cast<const Value *>(in), static_cast<Value *>(out));
        });
        double flight = static_cast<double>(blocks) * THREADS * LOADS * sizeof(Value) * multiprocessors;
        printf("%s,%d,%zu,%d,%.0f,%.5f,%.1f\n", kind, LOADS, sizeof(Value), blocks * THREADS / 32, flight, ms,
               2 * bytes / ms / 1e6);
    }
}

static void latency(void) {
    const int places = 1 << 28, steps = 4096, stride = 4099 * 64;
    std::vector<unsigned> next(places);
    unsigned *device, *end;
    for (int n = 0; n < places; n++) next[n] = static_cast<unsigned>((n + static_cast<long long>(stride)) % places);
    CHECK(cudaMalloc(&device, places * sizeof *device));
    CHECK(cudaMalloc(&end, sizeof *end));
    CHECK(cudaMemset(end, 0, sizeof *end));
    CHECK(cudaMemcpy(device, next.data(), places * sizeof *device, cudaMemcpyHostToDevice));
    float ms = measure_ms([&] { chase<<<1, 1>>>(device, end, steps); });
    printf("latency,1,4,1,4,%.5f,%.1f\n", ms, ms / steps * 1e6); // nanoseconds a load
    CHECK(cudaFree(device));
    CHECK(cudaFree(end));
}

static void columns(const float *in, float *sums) {
    for (int blocks : {132, 264, 528, 1056}) {
        int width = blocks * 32, height = 8192;
        float ms = measure_ms([&] { sum_columns<<<blocks, 32>>>(in, sums, width, height); });
        printf("columns,1,4,%d,%d,%.5f,%.1f\n", blocks / 132, width * 4, ms, 4.0 * width * height / ms / 1e6);
    }
}

int main() {
    const size_t bytes = size_t{1} << 29;
    void *in, *out;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMalloc(&in, 4 * bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMemset(in, 0, 4 * bytes));
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_in_flight");
    printf("kind,loads,bytes_each,warps,bytes_in_flight,ms,gbs\n");
    rows<float, 1>("floats", in, out, bytes);
    rows<float, 2>("floats", in, out, bytes);
    rows<float, 4>("floats", in, out, bytes);
    rows<float, 8>("floats", in, out, bytes);
    rows<float4, 1>("vectors", in, out, bytes);
    rows<float4, 2>("vectors", in, out, bytes);
    rows<float4, 4>("vectors", in, out, bytes);
    float ms = measure_ms([&] { CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice)); });
    printf("runtime,0,0,0,0,%.5f,%.1f\n", ms, 2 * bytes / ms / 1e6);
    columns(static_cast<const float *>(in), static_cast<float *>(out));
    latency();
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
