// memory_accesses.cu - accesses of every width and alignment, vectors, structures, local arrays, all by value.
#include "claims.cuh"

enum { COUNT = 256 };

struct Mixed {
    char c;
    double d;
    short s[3];
    int i;
    float4 v;
};
struct Odd {
    char bytes[7];
};
struct alignas(16) Large {
    int word[24];
};
union Both {
    float f;
    unsigned u;
};

template <typename T> __global__ void copy(const T *from, T *to, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[(i * stride + 1) % COUNT];
}

template <typename T> static void check_copy(const char *name) {
    Array<T> from(COUNT), to(COUNT);
    Sequence sequence;
    for (size_t n = 0; n < COUNT * sizeof(T); n++) ((uint8_t *)from.host)[n] = (uint8_t)sequence.next();
    from.write();
    for (int stride : {1, 3}) {
        copy<<<COUNT / 64, 64>>>(from.device, to.device, stride);
        to.read();
        bool same = true;
        for (int i = 0; i < COUNT; i++) same &= memcmp(&to[i], &from[(i * stride + 1) % COUNT], sizeof(T)) == 0;
        char text[60];
        snprintf(text, sizeof text, "copy of %s with stride %d", name, stride);
        claim(text, same);
    }
}

__global__ void vectors(const float4 *a, const double2 *b, float *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = a[i];
    double2 d = b[i];
    int4 w = make_int4(i, i + 1, i + 2, i + 3);
    uchar4 bytes = make_uchar4(i, 2 * i, 3 * i, 255);
    sums[i] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + (float)(d.x - d.y) + w.x * w.w + bytes.x + bytes.y + bytes.z + bytes.w;
}

__global__ void structures(const Mixed *in, Mixed *out) {
    int i = threadIdx.x;
    Mixed m = in[i];
    m.c += 1, m.d *= 2, m.s[1] -= 3, m.i = -m.i, m.v.z += 0.5f;
    out[COUNT - 1 - i] = m;
}

// The index is not known when it is compiled: the array lies in local memory.
__global__ void local_arrays(const int *order, int *out) {
    int i = threadIdx.x, stack[32];
    char small[17] = {};
    double wide[9] = {};
    for (int n = 0; n < 32; n++) stack[order[(i + n) % 32]] = n * i;
    for (int n = 0; n < 17; n++) small[(order[n % 32] + n) % 17] = (char)(i + n);
    for (int n = 0; n < 32; n++) wide[order[n] % 9] += n;
    int sum = 0;
    for (int n = 0; n < 32; n++) sum += stack[order[n]] * (n + 1) + small[order[n] % 17] + (int)wide[n % 9] * n;
    out[i] = sum;
}

static int expected_sum(const int *order, int i) {
    int stack[32], sum = 0;
    char small[17] = {};
    double wide[9] = {};
    for (int n = 0; n < 32; n++) stack[order[(i + n) % 32]] = n * i;
    for (int n = 0; n < 17; n++) small[(order[n % 32] + n) % 17] = (char)(i + n);
    for (int n = 0; n < 32; n++) wide[order[n] % 9] += n;
    for (int n = 0; n < 32; n++) sum += stack[order[n]] * (n + 1) + small[order[n] % 17] + (int)wide[n % 9] * n;
    return sum;
}

// A pointer that is local, shared, global or constant only at run time.
__constant__ int constants[4] = {10, 20, 30, 40};
__device__ int globals[4] = {1, 2, 3, 4};
__device__ __noinline__ int read_through(const int *p, int i) { return p[i & 3]; }
__global__ void generic(int *out) {
    __shared__ int shared[4];
    int i = threadIdx.x, local[4] = {i, i + 1, i + 2, i + 3};
    if (i < 4) shared[i] = 100 * i;
    __syncthreads();
    const int *p = i % 4 == 0 ? local : i % 4 == 1 ? shared : i % 4 == 2 ? globals : constants;
    out[i] = read_through(p, i / 4);
    if (i == 3) out[64] = __isShared(shared) + 2 * __isGlobal(globals) + 4 * __isLocal(local) + 8 * __isConstant(constants);
}

static int expected_generic(int i) {
    int n = i / 4 & 3;
    if (i == 64) return 15;
    return i % 4 == 0 ? i + n : i % 4 == 1 ? 100 * n : i % 4 == 2 ? n + 1 : 10 * (n + 1);
}

__global__ void cached(const float *in, float *out) {
    int i = threadIdx.x;
    out[8 * i] = __ldg(in + i), out[8 * i + 1] = __ldcg(in + i), out[8 * i + 2] = __ldca(in + i), out[8 * i + 3] = __ldcs(in + i);
    __stcg(out + 8 * i + 4, in[i]), __stcs(out + 8 * i + 5, in[i]), __stwb(out + 8 * i + 6, in[i]);
    Both both;
    both.f = in[i];
    both.u ^= 0x80000000u;
    out[8 * i + 7] = __uint_as_float(both.u);
}

__global__ void large_parameter(Large large, int *out) { out[threadIdx.x] = large.word[threadIdx.x % 24] + large.word[23]; }

int main() {
    check_copy<char>("char");
    check_copy<short>("short");
    check_copy<int>("int");
    check_copy<long long>("long long");
    check_copy<char2>("char2"), check_copy<uchar4>("uchar4"), check_copy<short4>("short4");
    check_copy<int2>("int2"), check_copy<int3>("int3"), check_copy<float4>("float4"), check_copy<double2>("double2");
    check_copy<Mixed>("a structure"), check_copy<Odd>("7 bytes"), check_copy<Large>("96 bytes");
    Array<float4> v(COUNT);
    Array<double2> d(COUNT);
    Array<float> sums(COUNT), out(8 * 32), in(32);
    for (int i = 0; i < COUNT; i++) v[i] = make_float4(i, 1, 2, i / 2), d[i] = make_double2(i, 2 * i);
    for (int i = 0; i < 32; i++) in[i] = i * 0.25f + 1;
    v.write(), d.write(), in.write();
    vectors<<<COUNT / 64, 64>>>(v.device, d.device, sums.device);
    claim_each("members of vectors", sums, [&](int i) {
        return i + 2 + 6 + i / 2 * 4 - i + i * (i + 3) + (i & 255) + (2 * i & 255) + (3 * i & 255) + 255;
    });
    Array<Mixed> mixed(COUNT), changed(COUNT);
    for (int i = 0; i < COUNT; i++) mixed[i] = {(char)(i / 4), i + 0.5, {1, 2, (short)i}, i, make_float4(1, 2, 3, i)};
    mixed.write();
    structures<<<1, COUNT>>>(mixed.device, changed.device);
    changed.read();
    bool same = true;
    for (int i = 0; i < COUNT; i++) {
        const Mixed &m = changed[COUNT - 1 - i];
        same &= m.c == i / 4 + 1 && m.d == 2 * i + 1 && m.s[1] == -1 && m.s[2] == i && m.i == -i && m.v.z == 3.5f && m.v.w == i;
    }
    claim("members of structures", same);
    Array<int> order(32), sum(64), through(65), words(48);
    for (int i = 0; i < 32; i++) order[i] = (i * 7 + 3) % 32;
    order.write();
    local_arrays<<<1, 64>>>(order.device, sum.device);
    claim_each("local arrays", sum, [&](int i) { return expected_sum(order.host, i); });
    generic<<<1, 64>>>(through.device);
    claim_each("generic addresses", through, expected_generic);
    cached<<<1, 32>>>(in.device, out.device);
    claim_each("cache operators", out, [&](int i) { return i % 8 == 7 ? -in[i / 8] : in[i / 8]; });
    Large large;
    for (int i = 0; i < 24; i++) large.word[i] = i * i;
    large_parameter<<<1, 48>>>(large, words.device);
    claim_each("a structure as a parameter", words, [&](int i) { return i % 24 * (i % 24) + 23 * 23; });
    return claims_end();
}
