// managed.cu - what pages of managed memory cost that arrive on the GPU, and compares and swaps of one cell that fail.
//
// Prints rows `name,parameter,other,microseconds`: of managed memory bytes and blocks; of swaps threads and blocks, in
// nanoseconds for each one that succeeds.
#include "../check.cuh"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

static cudaEvent_t begun, ended;
template <typename F> float timed(F run) {
    CHECK(cudaEventRecord(begun));
    run();
    CHECK(cudaEventRecord(ended));
    CHECK(cudaEventSynchronize(ended));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begun, ended));
    return 1000 * ms;
}
static double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}
static void say(const char *name, double parameter, double other, double us) {
    printf("%s,%.0f,%.0f,%.3f\n", name, parameter, other, us);
    fflush(stdout);
}

// ---- managed memory
__global__ void read_all(const float *p, size_t n, float *sink) {
    float s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        s += p[i];
    if (s == 12345.678f) *sink = s;
}
__global__ void write_all(float *p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = 1;
}
static void managed() {
    float *sink;
    CHECK(cudaMalloc(&sink, 4));
    for (int shape = 0; shape < 3; shape++) {
        for (size_t bytes : {(size_t)4096, (size_t)65536, (size_t)1 << 20, (size_t)4 << 20, (size_t)16 << 20,
                             (size_t)64 << 20, (size_t)256 << 20}) {
            size_t n = bytes / 4;
            int threads = shape == 1 ? 128 : 256;
            int blocks = shape == 0 ? (int)std::min<size_t>((n + 255) / 256, 1 << 20) : shape == 1 ? 64 : 132;
            double each[9];
            std::vector<double> all[9];
            for (int round = 0; round < 4; round++) {
                float *p;
                CHECK(cudaMallocManaged(&p, bytes));
                each[0] = timed([&] { write_all<<<blocks, threads>>>(p, n); });      // never touched
                each[1] = timed([&] { read_all<<<blocks, threads>>>(p, n, sink); }); // resident
                auto t = std::chrono::steady_clock::now();
                memset(p, 1, bytes); // back to the host
                each[2] = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t).count();
                each[3] = timed([&] { read_all<<<blocks, threads>>>(p, n, sink); }); // migrates
                memset(p, 1, bytes);
                each[4] = timed([&] { write_all<<<blocks, threads>>>(p, n); }); // migrates for a write
                volatile float *q = p;
                q[0] = 2; // one page back to the host
                each[5] = timed([&] { read_all<<<blocks, threads>>>(p, n, sink); });
                CHECK(cudaFree(p));
                CHECK(cudaMallocManaged(&p, bytes));
                each[6] = timed([&] { CHECK(cudaMemset(p, 0, bytes)); });
                each[7] = timed([&] { read_all<<<blocks, threads>>>(p, n, sink); });
                CHECK(cudaFree(p));
                CHECK(cudaMallocManaged(&p, bytes));
                each[8] = timed([&] { read_all<<<blocks, threads>>>(p, n, sink); }); // never touched, read
                CHECK(cudaFree(p));
                for (int k = 0; k < 9 && round; k++) all[k].push_back(each[k]);
            }
            static const char *names[] = {
                "managed.untouched.write", "managed.resident.read",     "managed.back_to_host",
                "managed.host.read",       "managed.host.write",        "managed.one_page.read",
                "managed.memset",          "managed.after_memset.read", "managed.untouched.read"};
            for (int k = 0; k < 9; k++) say(names[k], bytes, blocks, median(all[k]));
        }
    }
}

// ---- compare and swap that fails
__device__ unsigned long long cell64;
__device__ unsigned cell32;
__global__ void add_double(int times) {
    for (int t = 0; t < times; t++) {
        unsigned long long seen = atomicAdd(&cell64, 0ull), expected;
        do {
            expected = seen;
            seen = atomicCAS(&cell64, expected, __double_as_longlong(__longlong_as_double(expected) + 1.0));
        } while (seen != expected);
    }
}
__global__ void add_int(int times) {
    for (int t = 0; t < times; t++) {
        unsigned seen = atomicAdd(&cell32, 0u), expected;
        do {
            expected = seen;
            seen = atomicCAS(&cell32, expected, expected + 1);
        } while (seen != expected);
    }
}
static void swaps() {
    for (int threads : {1, 32, 128})
        for (int blocks : {1, 2, 4, 8, 16, 32, 64, 132, 264, 528, 1056, 2112, 4224}) {
            if ((long)threads * blocks > 132 * 128) continue;
            int times = std::max(1, 1024 / (threads * blocks));
            std::vector<double> a, b;
            for (int r = 0; r < 5; r++) {
                a.push_back(timed([&] { add_double<<<blocks, threads>>>(times); }) * 1000 /
                            ((double)threads * blocks * times));
                b.push_back(timed([&] { add_int<<<blocks, threads>>>(times); }) * 1000 /
                            ((double)threads * blocks * times));
            }
            say("cas.double.ns_a_success", threads, blocks, median(a));
            say("cas.int.ns_a_success", threads, blocks, median(b));
        }
}

int main() {
    CHECK(cudaEventCreate(&begun));
    CHECK(cudaEventCreate(&ended));
    CHECK(cudaFree(0));
    printf("name,parameter,other,microseconds\n");
    swaps();
    managed();
}
