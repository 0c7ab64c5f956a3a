// h200_transfers.cu - times of copies and kernels: pageable and pinned memory, one stream and several, a round trip.
#include "../../../grader/figures/measure.cuh"

#include <chrono>

static const int count = 1 << 26; // floats: 256 MiB

__global__ void work(const float *in, float *out, int first, int end) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    float value = in[i];
    for (int turn = 0; turn < 64; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

__global__ void nothing() {}

static void launch(const float *in, float *out, int first, int end, cudaStream_t stream) {
    work<<<(end - first + 255) / 256, 256, 0, stream>>>(in, out, first, end);
}

// Milliseconds of the host's clock, the median of seven runs.
template <class Work> static double wall_ms(Work run) {
    std::vector<double> times;
    for (int n = 0; n < 9; n++) {
        CHECK(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        run();
        CHECK(cudaDeviceSynchronize());
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        if (n > 1) times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static void whole(const char *name, const float *from, float *to, float *in, float *out, int chunks, int streams) {
    cudaStream_t all[16];
    for (int s = 0; s < streams; s++) CHECK(cudaStreamCreateWithFlags(&all[s], cudaStreamNonBlocking));
    double ms = wall_ms([&] {
        for (int c = 0; c < chunks; c++) {
            cudaStream_t stream = all[c % streams];
            int first = static_cast<int>(1ll * count * c / chunks),
                end = static_cast<int>(1ll * count * (c + 1) / chunks);
            size_t bytes = (end - first) * sizeof(float);
            CHECK(cudaMemcpyAsync(in + first, from + first, bytes, cudaMemcpyHostToDevice, stream));
            launch(in, out, first, end, stream);
            CHECK(cudaMemcpyAsync(to + first, out + first, bytes, cudaMemcpyDeviceToHost, stream));
        }
    });
    printf("%s,%d,%d,%.4f\n", name, chunks, streams, ms);
    for (int s = 0; s < streams; s++) CHECK(cudaStreamDestroy(all[s]));
}

int main() {
    size_t bytes = count * sizeof(float);
    float *in, *out, *pinned_in, *pinned_out, *in_pages = static_cast<float *>(malloc(bytes)),
                                              *out_pages = static_cast<float *>(malloc(bytes));
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMallocHost(&pinned_in, bytes));
    CHECK(cudaMallocHost(&pinned_out, bytes));
    for (int n = 0; n < count; n++) in_pages[n] = pinned_in[n] = out_pages[n] = pinned_out[n] = 1;
    measure_begin("nvcc -O3 -arch=sm_90, ./h200_transfers");
    printf("what,chunks,streams,ms\n");
    printf("kernel,1,1,%.4f\n", measure_ms([&] { launch(in, out, 0, count, 0); }));
    printf("empty kernel,1,1,%.4f\n", wall_ms([&] { nothing<<<1, 32>>>(); }));
    printf("1000 empty kernels,1,1,%.4f\n", wall_ms([&] {
               for (int n = 0; n < 1000; n++) nothing<<<1, 32>>>();
           }));
    auto copy = [&](const char *name, void *to, const void *from, cudaMemcpyKind kind) {
        printf("%s,1,1,%.4f\n", name, wall_ms([&] { CHECK(cudaMemcpy(to, from, bytes, kind)); }));
    };
    copy("pageable to device", in, in_pages, cudaMemcpyHostToDevice);
    copy("device to pageable", out_pages, out, cudaMemcpyDeviceToHost);
    copy("pinned to device", in, pinned_in, cudaMemcpyHostToDevice);
    copy("device to pinned", pinned_out, out, cudaMemcpyDeviceToHost);
    whole("pageable", in_pages, out_pages, in, out, 1, 1);
    whole("pageable", in_pages, out_pages, in, out, 16, 4);
    for (int chunks : {1, 2, 4, 8, 16, 32, 64, 256})
        whole("pinned", pinned_in, pinned_out, in, out, chunks, chunks < 4 ? chunks : 4);
    for (int streams : {1, 2, 3, 4, 8}) whole("pinned 16", pinned_in, pinned_out, in, out, 16, streams);
    // a sum of one float that goes by the host between two kernels, or stays
    double trip = wall_ms([&] {
        launch(in, out, 0, count, 0);
        CHECK(cudaMemcpy(out_pages, out, bytes, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(in, out_pages, bytes, cudaMemcpyHostToDevice));
        launch(in, out, 0, count, 0);
    });
    double stay = wall_ms([&] {
        launch(in, out, 0, count, 0);
        launch(out, in, 0, count, 0);
    });
    printf("round trip,1,1,%.4f\nstays,1,1,%.4f\n", trip, stay);
    return 0;
}
