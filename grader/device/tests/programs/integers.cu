// integers.cu - integer arithmetic in every width, and the integer intrinsics, against the same done on the host.
#include "claims.cuh"

enum { COUNT = 1024, RESULTS = 24 };

// What C++ says of it, the same text for host and device.
template <typename T> __host__ __device__ void arithmetic(T a, T b, T *out) {
    T divisor = b ? b : (T)1;
    bool overflows = (T)-1 < 0 && divisor == (T)-1; // the least value divided by -1
    int shift = (int)(b & (sizeof(T) * 8 - 1));
    out[0] = (T)(a + b), out[1] = (T)(a - b), out[2] = (T)(a * b);
    out[3] = overflows ? a : (T)(a / divisor), out[4] = overflows ? 0 : (T)(a % divisor);
    out[5] = a & b, out[6] = a | b, out[7] = a ^ b, out[8] = (T)~a, out[9] = (T)-a;
    out[10] = (T)(a << shift), out[11] = (T)(a >> shift);
    out[12] = a < b, out[13] = a <= b, out[14] = a == b, out[15] = a != b, out[16] = a > b, out[17] = a >= b;
    out[18] = a < b ? a : b, out[19] = a < b ? b : a, out[20] = (T)(a * b + a);
    out[21] = (T)(a / 7), out[22] = (T)(a % 10), out[23] = !a;
}

template <typename T> __global__ void arithmetic_kernel(const T *a, const T *b, T *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    arithmetic(a[i], b[i], out + i * RESULTS);
}

template <typename T> static void check_arithmetic(const char *name) {
    Array<T> a(COUNT), b(COUNT), out(COUNT * RESULTS);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) {
        a[i] = (T)(sequence.next() >> sequence.next() % 64);
        b[i] = (T)(sequence.next() >> sequence.next() % 64);
        if (i < 16) a[i] = (T)((T)1 << (sizeof(T) * 8 - 1)), b[i] = (T)(i - 8);
    }
    a.write(), b.write();
    arithmetic_kernel<<<COUNT / 128, 128>>>(a.device, b.device, out.device);
    T expected[RESULTS];
    claim_each(name, out, [&](size_t i) {
        arithmetic(a[i / RESULTS], b[i / RESULTS], expected);
        return expected[i % RESULTS];
    });
}

__global__ void intrinsics(const uint32_t *in, uint64_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t a = in[i], b = in[(i + 1) % COUNT], c = in[(i + 2) % COUNT];
    uint64_t wide = (uint64_t)a << 32 | b, other = (uint64_t)b << 32 | c;
    uint64_t results[RESULTS] = {
        (uint64_t)__popc(a), (uint64_t)__popcll(wide), (uint64_t)__clz(a >> (b & 31)), (uint64_t)__clzll(wide >> (b & 63)),
        (uint64_t)__ffs(a << (b & 31)), (uint64_t)__ffsll(wide << (b & 63)), __brev(a), __brevll(wide), __umulhi(a, b),
        (uint32_t)__mulhi((int)a, (int)b), __umul64hi(wide, other), (uint64_t)__mul64hi((long long)wide, (long long)other),
        __byte_perm(a, b, c & 0x7777), __funnelshift_l(a, b, c), __funnelshift_r(a, b, c), __funnelshift_lc(a, b, c & 63),
        __usad(a, b, c), __sad((int)a, (int)b, c), __umul24(a, b), (uint32_t)__mul24((int)a, (int)b), __uhadd(a, b),
        __urhadd(a, b), (uint32_t)__dp4a((int)a, (int)b, (int)c), __dp4a(a, b, c)};
    for (int n = 0; n < RESULTS; n++) out[i * RESULTS + n] = results[n];
}

static int dot(uint32_t a, uint32_t b, bool is_signed) {
    int sum = 0;
    for (int n = 0; n < 4; n++) {
        int x = a >> 8 * n & 255, y = b >> 8 * n & 255;
        sum += is_signed ? (int8_t)x * (int8_t)y : x * y;
    }
    return sum;
}

static uint64_t reversed(uint64_t value, int bits) {
    uint64_t result = 0;
    for (int n = 0; n < bits; n++) result |= (value >> n & 1) << (bits - 1 - n);
    return result;
}

static uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (int n = 0; n < 4; n++) result |= (uint32_t)(bytes >> 8 * (selector >> 4 * n & 7) & 255) << 8 * n;
    return result;
}

static uint64_t expected_intrinsic(int n, uint32_t a, uint32_t b, uint32_t c) {
    uint64_t wide = (uint64_t)a << 32 | b, other = (uint64_t)b << 32 | c, pair = (uint64_t)b << 32 | a;
    uint32_t x = a >> (b & 31), low = a << (b & 31);
    uint64_t y = wide >> (b & 63), high = wide << (b & 63);
    int64_t a24 = (int32_t)(a << 8) >> 8, b24 = (int32_t)(b << 8) >> 8;
    uint32_t clamp = (c & 63) > 32 ? 32 : c & 63;
    switch (n) {
    case 0: return __builtin_popcount(a);
    case 1: return __builtin_popcountll(wide);
    case 2: return x ? __builtin_clz(x) : 32;
    case 3: return y ? __builtin_clzll(y) : 64;
    case 4: return __builtin_ffs((int)low);
    case 5: return __builtin_ffsll((long long)high);
    case 6: return reversed(a, 32);
    case 7: return reversed(wide, 64);
    case 8: return (uint64_t)a * b >> 32;
    case 9: return (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
    case 10: return (uint64_t)((unsigned __int128)wide * other >> 64);
    case 11: return (uint64_t)((__int128)(int64_t)wide * (int64_t)other >> 64);
    case 12: return permuted(a, b, c & 0x7777);
    case 13: return (uint32_t)(pair << (c & 31) >> 32);
    case 14: return (uint32_t)(pair >> (c & 31));
    case 15: return clamp == 32 ? a : (uint32_t)(pair << clamp >> 32);
    case 16: return (uint32_t)((a > b ? a - b : b - a) + c);
    case 17: return (uint32_t)(((int32_t)a > (int32_t)b ? a - b : b - a) + c);
    case 18: return (uint32_t)((a & 0xffffff) * (uint64_t)(b & 0xffffff));
    case 19: return (uint32_t)(a24 * b24);
    case 20: return ((uint64_t)a + b) >> 1;
    case 21: return ((uint64_t)a + b + 1) >> 1;
    case 22: return (uint32_t)(dot(a, b, true) + (int)c);
    default: return (uint32_t)(dot(a, b, false) + c);
    }
}

// Differences of packed bytes and halfwords.
__global__ void packed(const uint32_t *in, uint32_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t a = in[i], b = in[(i + 1) % COUNT];
    out[4 * i] = __vabsdiffu4(a, b), out[4 * i + 1] = __vsads4(a, b), out[4 * i + 2] = __vsadu2(a, b), out[4 * i + 3] = __vadd4(a, b);
}

static uint32_t expected_packed(int n, uint32_t a, uint32_t b) {
    uint32_t apart = 0, sum = 0, added = 0;
    for (int at = 0; at < 32; at += 8) {
        int x = a >> at & 255, y = b >> at & 255;
        apart |= (uint32_t)abs(x - y) << at, added |= (uint32_t)((x + y) & 255) << at, sum += abs((int8_t)x - (int8_t)y);
    }
    int low = abs((int)(a & 0xffff) - (int)(b & 0xffff)), high = abs((int)(a >> 16) - (int)(b >> 16));
    return n == 0 ? apart : n == 1 ? sum : n == 2 ? low + high : added;
}

// 128-bit integers are what carries are for.
__global__ void wide(const uint64_t *in, uint64_t *out) {
    int i = threadIdx.x;
    __int128 a = ((__int128)(int64_t)in[i] << 64) | in[i + 1], b = ((__int128)(int64_t)in[i + 2] << 64) | in[i + 3];
    __int128 sum = a + b, product = a * b, quotient = a / (b | 1);
    const __int128 results[] = {sum, product, quotient, a - b, a >> (in[i] & 127), (__int128)((unsigned __int128)a << (in[i] & 127))};
    for (int n = 0; n < 6; n++)
        out[12 * i + 2 * n] = (uint64_t)results[n], out[12 * i + 2 * n + 1] = (uint64_t)(results[n] >> 64);
}

static uint64_t expected_wide(const uint64_t *in, int word) {
    __int128 a = ((__int128)(int64_t)in[0] << 64) | in[1], b = ((__int128)(int64_t)in[2] << 64) | in[3];
    const __int128 results[] = {a + b, a * b, a / (b | 1), a - b, a >> (in[0] & 127), (__int128)((unsigned __int128)a << (in[0] & 127))};
    return (uint64_t)(results[word / 2] >> word % 2 * 64);
}

int main() {
    check_arithmetic<int8_t>("arithmetic of signed char");
    check_arithmetic<uint8_t>("arithmetic of unsigned char");
    check_arithmetic<int16_t>("arithmetic of short");
    check_arithmetic<uint16_t>("arithmetic of unsigned short");
    check_arithmetic<int32_t>("arithmetic of int");
    check_arithmetic<uint32_t>("arithmetic of unsigned int");
    check_arithmetic<int64_t>("arithmetic of long long");
    check_arithmetic<uint64_t>("arithmetic of unsigned long long");
    Array<uint32_t> in(COUNT);
    Array<uint64_t> out(COUNT * RESULTS), wide_in(COUNT), wide_out(64 * 12);
    Sequence sequence;
    for (int i = 0; i < COUNT; i++) in[i] = (uint32_t)sequence.next(), wide_in[i] = sequence.next() >> (i % 3 * 20);
    in.write(), wide_in.write();
    intrinsics<<<COUNT / 256, 256>>>(in.device, out.device);
    out.read();
    for (int n = 0; n < RESULTS; n++) {
        char name[40];
        snprintf(name, sizeof name, "integer intrinsic %d", n);
        int wrong = -1;
        for (int i = 0; i < COUNT && wrong < 0; i++)
            if (out[i * RESULTS + n] != expected_intrinsic(n, in[i], in[(i + 1) % COUNT], in[(i + 2) % COUNT])) wrong = i;
        claim(name, wrong < 0, "of %x: %llx", wrong < 0 ? 0 : in[wrong], wrong < 0 ? 0ull : out[wrong * RESULTS + n]);
    }
    Array<uint32_t> packed_out(COUNT * 4);
    packed<<<COUNT / 256, 256>>>(in.device, packed_out.device);
    claim_each("packed bytes", packed_out, [&](size_t i) { return expected_packed(i % 4, in[i / 4], in[(i / 4 + 1) % COUNT]); });
    wide<<<1, 64>>>(wide_in.device, wide_out.device);
    claim_each("arithmetic of __int128", wide_out, [&](size_t i) { return expected_wide(&wide_in[i / 12], i % 12); });
    return claims_end();
}
