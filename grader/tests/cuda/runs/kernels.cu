// kernels.cu - kernels whose results are held against those of nvcc's.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <utility>

namespace cg = cooperative_groups;

constexpr int THREADS = 32, BLOCKS = 4;

struct Sizes {
    int m, n;
};
__device__ Sizes sizes = {3, 4};
__device__ int table[3] = {1, 2, 3};
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ const int five = 5;

// What may change between launches is loaded, also where the variable that gets it is const.
__global__ void variables(int *out) {
    const Sizes s = sizes;
    const int entry = table[1];
    const float weight = weights[2];
    const Sizes &same = sizes;
    out[threadIdx.x] = s.m * 1000 + entry * 100 + static_cast<int>(weight) * 10 + same.n + five;
}

__global__ void change() {
    if (threadIdx.x) return;
    sizes = {7, 8};
    table[1] = 9;
}

__global__ void assembly(unsigned *words, float *singles, double *doubles, unsigned long long *wide) {
    unsigned x = threadIdx.x, lane, sum, carry, beside, vector[4];
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(sum), "=r"(carry) : "r"(words[x]), "r"(0xffffff00u));
    asm("mad.lo.u32 %0, %1, %2, %0;" : "+r"(x) : "r"(lane), "n"(7));
    float single;
    asm("{ .reg .f32 t; add.f32 t, %1, %1; mul.f32 %0, t, %2; }" : "=f"(single) : "f"(singles[lane]), "f"(3.0f));
    double value = doubles[lane];
    asm volatile("fma.rn.f64 %0, %0, %0, %1;" : "+d"(value) : "d"(1.5));
    unsigned long long product;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(x + 1000000), "r"(sum));
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(beside) : "l"(words + (lane ^ 1)) : "memory");
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(vector[0]), "=r"(vector[1]), "=r"(vector[2]), "=r"(vector[3])
                 : "l"(words));
    __syncthreads();
    words[lane] = sum + carry * 3 + x + beside + vector[2];
    singles[lane] = single;
    doubles[lane] = value;
    wide[lane] = product;
}

__global__ void grids(int *out) {
    auto grid = cg::this_grid();
    out[grid.thread_rank()] = static_cast<int>(grid.thread_rank()) * 3;
    grid.sync();
    int other = out[(grid.thread_rank() + 40) % grid.size()];
    grid.sync();
    out[grid.thread_rank()] = other;
}

__global__ void __cluster_dims__(2, 1, 1) clusters(int *out) {
    __shared__ int values[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    auto cluster = cg::this_cluster();
    values[threadIdx.x] = out[i];
    cluster.sync();
    int *others = cluster.map_shared_rank(values, cluster.block_rank() ^ 1);
    out[i] = others[threadIdx.x] + static_cast<int>(cluster.num_blocks());
    cluster.sync();
}

__global__ void halves(float *out) {
    __half x = __float2half(out[threadIdx.x]), t = __hadd(x, __float2half(1.5f));
    __half2 both = __hfma2(__halves2half2(x, t), __halves2half2(t, t), __float2half2_rn(0.25f));
    out[threadIdx.x] = __half2float(t * x) + __low2float(both) + __high2float(both) + __half2float(t / x);
}

__global__ void copies(const float *in, float *out, int wait) {
    __shared__ float stages[2][THREADS];
    for (int n = 0; n < 2; n++) {
        __pipeline_memcpy_async(&stages[n][threadIdx.x], &in[n * THREADS + threadIdx.x], sizeof(float));
        __pipeline_commit();
    }
    for (int n = 0; n < 2; n++) {
        __pipeline_wait_prior(1 - n);
        out[n * THREADS + threadIdx.x] = stages[n][threadIdx.x] * 2 + wait;
    }
}

template <int R> struct Rectangle {
    float sums[R] = {};
    __device__ void each(auto &&visit) const {
        [&]<int... i>(std::integer_sequence<int, i...>) { (visit(i, sums[i]), ...); }(std::make_integer_sequence<int, R>{});
    }
};

__global__ void templates(float *out) {
    Rectangle<3> rectangle;
    for (int i = 0; i < 3; i++) rectangle.sums[i] = out[threadIdx.x] * static_cast<float>(i);
    float sum = 0;
    rectangle.each([&](int i, float value) { sum += value + static_cast<float>(i); });
    out[threadIdx.x] = sum;
}

__global__ void multiples(int *out, int factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = factor * i;
}

template <typename T> static void show(const char *name, const T *device, int count, const char *format) {
    T host[THREADS * BLOCKS];
    cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s:", name);
    for (int i = 0; i < count; i++) printf(format, host[i]);
    printf("\n");
}

int main() {
    enum { ALL = THREADS * BLOCKS };
    unsigned words[ALL], *d_words;
    float singles[ALL], *d_singles, *d_copies;
    double doubles[ALL], *d_doubles;
    unsigned long long *d_wide;
    int *d_numbers;
    for (int i = 0; i < ALL; i++) words[i] = i * 77, singles[i] = i / 3.0f + 0.5f, doubles[i] = i / 7.0;
    cudaMalloc(&d_words, sizeof words);
    cudaMalloc(&d_singles, sizeof singles);
    cudaMalloc(&d_copies, sizeof singles);
    cudaMalloc(&d_doubles, sizeof doubles);
    cudaMalloc(&d_wide, ALL * sizeof *d_wide);
    cudaMalloc(&d_numbers, ALL * sizeof *d_numbers);
    cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice);
    cudaMemcpy(d_singles, singles, sizeof singles, cudaMemcpyHostToDevice);
    cudaMemcpy(d_doubles, doubles, sizeof doubles, cudaMemcpyHostToDevice);
    for (int n = 0; n < 2; n++) {
        variables<<<1, THREADS>>>(d_numbers);
        show("variables", d_numbers, 2, " %d");
        change<<<1, THREADS>>>();
    }
    copies<<<1, THREADS>>>(d_singles, d_copies, 1);
    show("copies", d_copies, 2 * THREADS, " %a");
    assembly<<<1, THREADS>>>(d_words, d_singles, d_doubles, d_wide);
    show("words", d_words, THREADS, " %u");
    show("singles", d_singles, THREADS, " %a");
    show("doubles", d_doubles, THREADS, " %a");
    show("wide", d_wide, THREADS, " %llu");
    halves<<<1, THREADS>>>(d_singles);
    show("halves", d_singles, THREADS, " %a");
    templates<<<1, THREADS>>>(d_singles);
    show("templates", d_singles, THREADS, " %a");
    void *arguments[] = {&d_numbers};
    cudaLaunchCooperativeKernel(grids, dim3(BLOCKS), dim3(THREADS), arguments, 0, nullptr);
    show("grids", d_numbers, ALL, " %d");
    int factor = 3;
    void *more[] = {&d_numbers, &factor};
    cudaLaunchKernel(multiples, dim3(2), dim3(THREADS), more, 0, nullptr);
    show("multiples", d_numbers, 2 * THREADS, " %d");
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributePriority;
    cudaLaunchConfig_t config = {};
    config.gridDim = 2, config.blockDim = THREADS, config.attrs = &attribute, config.numAttrs = 1;
    printf("%d\n", (int)cudaLaunchKernelEx(&config, multiples, d_numbers, 4.9f)); // 4 as the kernel's int
    show("multiples", d_numbers, 2 * THREADS, " %d");
    clusters<<<BLOCKS, THREADS>>>(d_numbers);
    show("clusters", d_numbers, ALL, " %d");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
