// functions.cu - device functions that are called: recursion, pointers, virtual functions, many parameters, structures.
#include "claims.cuh"

struct Pair {
    int a;
    double b;
    char c[5];
};

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__device__ int is_odd(int n);
__device__ __noinline__ int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
__device__ __noinline__ int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

__global__ void recursion(int *out) {
    int i = threadIdx.x;
    out[4 * i] = fibonacci(i % 12);
    out[4 * i + 1] = ackermann(i % 3, i % 4);
    if (i % 3) out[4 * i + 2] = is_even(i); // only some lanes call
    out[4 * i + 3] = i % 2 ? fibonacci(5) : is_odd(i);
}

static int host_fibonacci(int n) { return n < 2 ? n : host_fibonacci(n - 1) + host_fibonacci(n - 2); }
static int host_ackermann(int m, int n) {
    return m == 0 ? n + 1 : host_ackermann(m - 1, n == 0 ? 1 : host_ackermann(m, n - 1));
}
static int expected_recursion(int at) {
    int i = at / 4;
    switch (at % 4) {
    case 0: return host_fibonacci(i % 12);
    case 1: return host_ackermann(i % 3, i % 4);
    case 2: return i % 3 ? i % 2 == 0 : 0;
    default: return i % 2 ? 5 : 0;
    }
}

__device__ __noinline__ Pair twice(Pair pair, const double *more) {
    pair.a *= 2, pair.b += *more, pair.c[4] ^= 1;
    return pair;
}
__device__ __noinline__ long long many(signed char a, short b, int c, long long d, float e, double f, unsigned char g, bool h, int4 i) {
    return a + b + c + d + (long long)e + (long long)f + g + (h ? 1000 : 0) + i.x * i.y - i.z + i.w;
}
__device__ __noinline__ void through_pointers(int *out, int *other) { *out = *other + 1, *other = 7; }

__global__ void parameters(long long *out) {
    int i = threadIdx.x, local = i, next = 0;
    double more = i * 0.5;
    Pair pair = twice({i, 1.5, {1, 2, 3, 4, (char)i}}, &more);
    through_pointers(&next, &local);
    out[4 * i] = pair.a + (long long)(pair.b * 4) + pair.c[4];
    out[4 * i + 1] = many((signed char)-i, (short)(-3 * i), i, (long long)i << 33, i + 0.75f, -i - 0.25, (unsigned char)(200 + i), i & 1,
                          make_int4(i, 2, 3, 4));
    out[4 * i + 2] = next;
    out[4 * i + 3] = local;
}

static long long expected_parameters(int at) {
    long long i = at / 4;
    switch (at % 4) {
    case 0: return 2 * i + (long long)((1.5 + i * 0.5) * 4) + (i ^ 1);
    case 1: return -i - 3 * i + i + (i << 33) + i - i + ((200 + i) & 255) + (i & 1 ? 1000 : 0) + 2 * i - 3 + 4;
    case 2: return i + 1;
    default: return 7;
    }
}

typedef float (*Operation)(float, float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float minus(float a, float b) { return a - b; }
__device__ float times(float a, float b) { return a * b; }
__device__ Operation table[] = {plus, minus, times};
__constant__ Operation constant_table[] = {times, plus};

__global__ void pointers(Operation from_host, float *out) {
    int i = threadIdx.x;
    out[i] = table[i % 3]((float)i, 3) + constant_table[i / 2 % 2]((float)i, 2) + from_host((float)i, 1);
}
static float expected_pointers(int i) {
    float x = (float)i, first = i % 3 == 0 ? x + 3 : i % 3 == 1 ? x - 3 : x * 3;
    return first + (i / 2 % 2 ? x + 2 : x * 2) + (x - 1);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual int sides() const { return 0; }
    __device__ virtual ~Shape() {}
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
    __device__ int sides() const override { return 4; }
};
struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3 * radius * radius; }
};

__global__ void make_shapes(Shape **shapes) {
    int i = threadIdx.x;
    if (i % 2) shapes[i] = new Square((float)i);
    else shapes[i] = new Circle((float)i);
}
__global__ void use_shapes(Shape **shapes, float *out) {
    int i = threadIdx.x;
    out[i] = shapes[i]->area() + shapes[i]->sides();
    delete shapes[i];
}

template <int DEPTH> struct Nested {
    __device__ __noinline__ static int sum(const int *values) { return values[DEPTH] + Nested<DEPTH - 1>::sum(values); }
};
template <> struct Nested<0> {
    __device__ static int sum(const int *values) { return values[0]; }
};
__global__ void captures(int *out, int factor) {
    int values[8];
    auto fill = [&](int base) {
        for (int n = 0; n < 8; n++) values[n] = base * factor + n;
    };
    fill(threadIdx.x);
    out[threadIdx.x] = Nested<7>::sum(values);
}

__device__ Operation minus_pointer = minus;

// Each call keeps 32 bytes of its own.
__device__ __noinline__ int deep(int n, const int *order) {
    volatile int own[8];
    own[order[n % 8]] = n;
    return n == 0 ? 0 : deep(n - 1, order) + own[order[n % 8]];
}
__global__ void deep_recursion(const int *order, int *out) { out[threadIdx.x] = deep(1000 + threadIdx.x, order); }

int main() {
    Array<int> out(4 * 64), sums(64);
    recursion<<<1, 64>>>(out.device);
    claim_each("recursion", out, expected_recursion);
    Array<long long> wide(4 * 64);
    parameters<<<1, 64>>>(wide.device);
    claim_each("parameters and results", wide, expected_parameters);
    Operation from_host;
    MUST(cudaMemcpyFromSymbol(&from_host, minus_pointer, sizeof from_host));
    Array<float> values(96), areas(64);
    pointers<<<1, 96>>>(from_host, values.device);
    claim_each("function pointers", values, expected_pointers);
    Array<Shape *> shapes(64);
    make_shapes<<<1, 64>>>(shapes.device);
    use_shapes<<<1, 64>>>(shapes.device, areas.device);
    claim_each("virtual functions", areas, [](int i) { return i % 2 ? i * i + 4 : 3 * i * i; });
    captures<<<1, 64>>>(sums.device, 3);
    claim_each("captures and nested calls", sums, [](int i) { return 8 * 3 * i + 28; });
    Array<int> order(8), deep_sums(64);
    for (int i = 0; i < 8; i++) order[i] = 7 - i;
    order.write();
    MUST(cudaDeviceSetLimit(cudaLimitStackSize, 256 << 10));
    deep_recursion<<<1, 64>>>(order.device, deep_sums.device);
    claim_each("deep recursion on a larger stack", deep_sums, [](int i) { return (1000 + i) * (1001 + i) / 2; });
    return claims_end();
}
