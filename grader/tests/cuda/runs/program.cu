// program.cu - a program whose host code is interpreted: containers, classes, copies, symbols, launches, printf.
#include "workbook.h"
#include <vector>

constexpr int THREADS = 128;
__constant__ float factors[2];
__device__ int seen;

template <int N, typename T> __global__ void scale(const T *in, T *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * factors[0] + N;
    if (i == 0) seen = count;
}

namespace shapes {
struct Box {
    int width, height;
};
__global__ void area(Box box, int *out) { *out = box.width * box.height; }
} // namespace shapes

static int made = 0, gone = 0;
class Buffer {
    float *data;

  public:
    explicit Buffer(size_t n) {
        CHECK(cudaMalloc(&data, n * sizeof *data));
        made++;
    }
    ~Buffer() {
        CHECK(cudaFree(data));
        gone++;
    }
    operator float *() { return data; }
};

static int count_right(const std::vector<float> &values) {
    int right = 0, i = 0;
    for (float value : values) right += value == 2 * i++ + 5;
    return right;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]), on_host, six_times_seven, *on_device;
    std::vector<float> values(n);
    for (int i = 0; i < n; i++) values[i] = i;
    float two_and_three[] = {2, 3};
    CHECK(cudaMemcpyToSymbol(factors, two_and_three, sizeof two_and_three));
    {
        Buffer in(n), out(n);
        size_t bytes = values.size() * sizeof(float);
        auto kernel = n > 3 ? scale<5, float> : scale<6, float>;
        CHECK(cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice));
        kernel<<<ceil_div(n, THREADS), THREADS>>>(in, out, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(values.data(), out, bytes, cudaMemcpyDeviceToHost));
    }
    CHECK(cudaMemcpyFromSymbol(&on_host, seen, sizeof on_host));
    CHECK(cudaMalloc(&on_device, sizeof *on_device));
    shapes::area<<<1, 1>>>({6, 7}, on_device);
    CHECK(cudaMemcpy(&six_times_seven, on_device, sizeof six_times_seven, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(on_device));
    printf("%d of %d right\n", count_right(values), on_host);
    if (made == 2 && gone == 2) puts("the constructor and the destructor ran");
    printf("%5.2f|%-4d|%c|%#x|%s\n", 3.14159, 7, argv[2][0], 31, "text");
    return six_times_seven == 42 && argc == 3 ? 7 : 1;
}
