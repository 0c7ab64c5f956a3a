// times.cu - clocks on the device; streams, events, pitched and 3-D memory, copies of every kind around kernels.
#include "claims.cuh"
#include <vector>

__global__ void clocks(long long *out) {
    long long start = clock64();
    clock_t first = clock();
    unsigned long long nanoseconds, later;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
    double x = threadIdx.x;
    for (int i = 0; i < 100; i++) x = sqrt(x + i);
    __nanosleep(100);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
    out[4 * threadIdx.x] = clock64() - start, out[4 * threadIdx.x + 1] = clock() - first;
    out[4 * threadIdx.x + 2] = (long long)(later - nanoseconds), out[4 * threadIdx.x + 3] = (long long)x;
}

__global__ void wait_for_clock(long long cycles, int *done) {
    long long start = clock64();
    while (clock64() - start < cycles) {}
    done[threadIdx.x] = 1;
}

__global__ void add(int *values, int n, int what) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] += what;
}

__global__ void double_pitched(float *base, size_t pitch, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) ((float *)((char *)base + y * pitch))[x] *= 2;
}

__global__ void fill_box(cudaPitchedPtr box, cudaExtent extent) {
    size_t slice = box.pitch * box.ysize;
    for (size_t z = 0; z < extent.depth; z++)
        for (size_t y = threadIdx.y; y < extent.height; y += blockDim.y) {
            int *row = (int *)((char *)box.ptr + z * slice + y * box.pitch);
            for (size_t x = threadIdx.x; x < extent.width / sizeof(int); x += blockDim.x) row[x] = (int)(x + 10 * y + 100 * z);
        }
}

static void check_streams() {
    enum { STREAMS = 4, EACH = 1000 };
    cudaStream_t streams[STREAMS];
    cudaEvent_t start, stop, filled;
    MUST(cudaEventCreate(&start));
    MUST(cudaEventCreate(&stop));
    MUST(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    int *pinned, *device;
    MUST(cudaMallocHost(&pinned, STREAMS * EACH * sizeof(int)));
    MUST(cudaMalloc(&device, STREAMS * EACH * sizeof(int)));
    for (int i = 0; i < STREAMS * EACH; i++) pinned[i] = i;
    MUST(cudaEventRecord(start));
    for (int s = 0; s < STREAMS; s++) {
        MUST(cudaStreamCreate(&streams[s]));
        int *at = device + s * EACH;
        MUST(cudaMemcpyAsync(at, pinned + s * EACH, EACH * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
        add<<<(EACH + 127) / 128, 128, 0, streams[s]>>>(at, EACH, s);
        MUST(cudaMemcpyAsync(pinned + s * EACH, at, EACH * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
    }
    MUST(cudaEventRecord(filled, streams[0]));
    MUST(cudaStreamWaitEvent(streams[1], filled, 0));
    int called = 0;
    MUST(cudaLaunchHostFunc(streams[1], [](void *flag) { *(int *)flag = 1; }, &called));
    for (int s = 0; s < STREAMS; s++) MUST(cudaStreamSynchronize(streams[s]));
    MUST(cudaEventRecord(stop));
    MUST(cudaEventSynchronize(stop));
    float milliseconds = -1;
    MUST(cudaEventElapsedTime(&milliseconds, start, stop));
    bool good = true;
    for (int i = 0; i < STREAMS * EACH; i++) good &= pinned[i] == i + i / EACH;
    claim("streams", good && called);
    claim("events", milliseconds >= 0 && cudaEventQuery(stop) == cudaSuccess && cudaStreamQuery(streams[2]) == cudaSuccess);
    for (int s = 0; s < STREAMS; s++) MUST(cudaStreamDestroy(streams[s]));
    MUST(cudaEventDestroy(start));
    MUST(cudaEventDestroy(stop));
    MUST(cudaEventDestroy(filled));
    MUST(cudaFreeHost(pinned));
    MUST(cudaFree(device));
}

static void check_ordered_allocation() {
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    int *values, host[100];
    MUST(cudaMallocAsync(&values, sizeof host, stream));
    MUST(cudaMemsetAsync(values, 0, sizeof host, stream));
    add<<<1, 100, 0, stream>>>(values, 100, 9);
    MUST(cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream));
    MUST(cudaFreeAsync(values, stream));
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaStreamDestroy(stream));
    claim("cudaMallocAsync", host[0] == 9 && host[99] == 9);
}

static void check_shapes() {
    const int width = 50, height = 7;
    float *base;
    size_t pitch;
    std::vector<float> host(width * height), back(width * height);
    for (int i = 0; i < width * height; i++) host[i] = (float)i;
    MUST(cudaMallocPitch(&base, &pitch, width * sizeof(float), height));
    MUST(cudaMemcpy2D(base, pitch, host.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice));
    double_pitched<<<dim3(2, 2), dim3(32, 4)>>>(base, pitch, width, height);
    FINISH();
    MUST(cudaMemcpy2D(back.data(), width * sizeof(float), base, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost));
    bool good = true;
    for (int i = 0; i < width * height; i++) good &= back[i] == 2 * host[i];
    claim("pitched memory", good);
    MUST(cudaFree(base));
    cudaExtent extent = make_cudaExtent(9 * sizeof(int), 5, 3);
    cudaPitchedPtr box;
    MUST(cudaMalloc3D(&box, extent));
    fill_box<<<1, dim3(8, 4)>>>(box, extent);
    FINISH();
    std::vector<int> cube(9 * 5 * 3);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(cube.data(), 9 * sizeof(int), 9, 5);
    copy.extent = extent;
    copy.kind = cudaMemcpyDeviceToHost;
    MUST(cudaMemcpy3D(&copy));
    good = true;
    for (int i = 0; i < 9 * 5 * 3; i++) good &= cube[i] == i % 9 + i / 9 % 5 * 10 + i / 45 * 100;
    claim("3-D memory", good);
    MUST(cudaFree(box.ptr));
}

static void check_mapped() {
    int *host, *device;
    MUST(cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < 64; i++) host[i] = i;
    MUST(cudaHostGetDevicePointer(&device, host, 0));
    add<<<1, 64>>>(device, 64, 5);
    FINISH();
    claim("mapped memory", host[0] == 5 && host[63] == 68);
    MUST(cudaFreeHost(host));
}

int main() {
    Array<long long> out(4 * 32);
    clocks<<<1, 32>>>(out.device);
    out.read();
    claim("clock64 goes on", out[0] > 0 && out[0] < 1 << 30, "%lld", out[0]);
    claim("clock goes on", out[1] > 0);
    claim("globaltimer goes on", out[2] >= 0 && out[2] < 1 << 30, "%lld", out[2]);
    Array<int> done(32);
    wait_for_clock<<<1, 32>>>(5000, done.device);
    claim_each("waiting for the clock ends", done, [](int) { return 1; });
    check_streams();
    check_ordered_allocation();
    check_shapes();
    check_mapped();
    return claims_end();
}
