// cuda_runtime.cuh - what every CUDA program has before its first line: types, variables of threads, functions.
//
// A declaration without a body is a builtin of the code generator, if builtins.def has its name, or a function of the
// runtime or of the C library, which the interpreter of host code calls by its name.

typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long ssize_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned char uchar;
typedef unsigned long ulong;

#define NULL 0
#define INT64_C(value) value##L
#define UINT64_C(value) value##UL
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807L
#define INT64_MIN (-9223372036854775807L - 1)
#define UINT64_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L - 1)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
#define INFINITY (__builtin_huge_valf())
#define NAN (__int_as_float(0x7fffffff))
#define CUDART_INF_F (__int_as_float(0x7f800000))
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define offsetof(type, member) __builtin_offsetof(type, member)
#define __CUDART_VERSION 13000
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

// ---- vectors ----
#define VECTORS(T, name, align2, align4)                                                                               \
    struct __align__(sizeof(T)) name##1 { T x; };                                                                      \
    struct __align__(align2) name##2 { T x, y; };                                                                      \
    struct name##3 { T x, y, z; };                                                                                     \
    struct __align__(align4) name##4 { T x, y, z, w; };                                                                \
    __host__ __device__ constexpr inline name##1 make_##name##1(T x) { return {x}; }                                   \
    __host__ __device__ constexpr inline name##2 make_##name##2(T x, T y) { return {x, y}; }                           \
    __host__ __device__ constexpr inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                   \
    __host__ __device__ constexpr inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(signed char, char, 2, 4)
VECTORS(unsigned char, uchar, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(unsigned short, ushort, 4, 8)
VECTORS(int, int, 8, 16)
VECTORS(unsigned int, uint, 8, 16)
VECTORS(long, long, 16, 16)
VECTORS(unsigned long, ulong, 16, 16)
VECTORS(long long, longlong, 16, 16)
VECTORS(unsigned long long, ulonglong, 16, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)
#undef VECTORS

struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};

extern __device__ const uint3 threadIdx;
extern __device__ const uint3 blockIdx;
extern __device__ const dim3 blockDim;
extern __device__ const dim3 gridDim;
extern __device__ const int warpSize;

// ---- barriers, fences, time ----
__device__ unsigned __lane();
__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned mask = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__host__ __device__ long clock();
__device__ long long clock64();
__device__ unsigned long long __globaltimer();
__device__ void __nanosleep(unsigned nanoseconds);
__device__ void __trap();
__device__ void __assertfail(const char *text, const char *file, unsigned line, const char *function);
__host__ __device__ void __builtin_unreachable();
__host__ __device__ void __builtin_assume(bool condition);
#define assert(condition)                                                                                              \
    ((condition) ? static_cast<void>(0) : __workbook_assert(#condition, __FILE__, __LINE__))
__host__ __device__ inline void __workbook_assert(const char *text, const char *file, unsigned line) {
    __assertfail(text, file, line, "");
}

// ---- warps ----
#define SHUFFLES(T)                                                                                                    \
    __device__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32);                                        \
    __device__ T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32);                            \
    __device__ T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32);                          \
    __device__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32);
SHUFFLES(int)
SHUFFLES(unsigned)
SHUFFLES(long)
SHUFFLES(unsigned long)
SHUFFLES(long long)
SHUFFLES(unsigned long long)
SHUFFLES(float)
SHUFFLES(double)
SHUFFLES(__half)
#undef SHUFFLES
__device__ int __all_sync(unsigned mask, int predicate);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ unsigned __ballot_sync(unsigned mask, int predicate);
__device__ unsigned __activemask();
__device__ unsigned __lanemask_lt();
#define MATCHES(T)                                                                                                     \
    __device__ unsigned __match_any_sync(unsigned mask, T value);                                                      \
    __device__ unsigned __match_all_sync(unsigned mask, T value, int *all);
MATCHES(int)
MATCHES(unsigned)
MATCHES(long)
MATCHES(unsigned long)
MATCHES(long long)
MATCHES(unsigned long long)
MATCHES(float)
MATCHES(double)
#undef MATCHES
__device__ unsigned __reduce_add_sync(unsigned mask, unsigned value);
__device__ int __reduce_add_sync(unsigned mask, int value);
__device__ unsigned __reduce_min_sync(unsigned mask, unsigned value);
__device__ int __reduce_min_sync(unsigned mask, int value);
__device__ unsigned __reduce_max_sync(unsigned mask, unsigned value);
__device__ int __reduce_max_sync(unsigned mask, int value);
__device__ unsigned __reduce_and_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_or_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_xor_sync(unsigned mask, unsigned value);

// ---- atomics ----
#define ATOMICS(name, T) __device__ T name(T *address, T value);
#define ATOMICS_OF_INTEGERS(T)                                                                                         \
    ATOMICS(atomicMin, T)                                                                                              \
    ATOMICS(atomicMax, T) ATOMICS(atomicAnd, T) ATOMICS(atomicOr, T) ATOMICS(atomicXor, T)
ATOMICS_OF_INTEGERS(int)
ATOMICS_OF_INTEGERS(unsigned)
ATOMICS_OF_INTEGERS(long long)
ATOMICS_OF_INTEGERS(unsigned long long)
#define ADDITIONS(name)                                                                                                \
    ATOMICS(name, int)                                                                                                 \
    ATOMICS(name, unsigned) ATOMICS(name, unsigned long long) ATOMICS(name, float) ATOMICS(name, double) ATOMICS(name, float2)        \
    ATOMICS(name, float4)
ADDITIONS(atomicAdd)
ADDITIONS(atomicAdd_block)
ADDITIONS(atomicAdd_system)
ATOMICS(atomicSub, int)
ATOMICS(atomicSub, unsigned)
ATOMICS(atomicExch, int)
ATOMICS(atomicExch, unsigned)
ATOMICS(atomicExch, unsigned long long)
ATOMICS(atomicExch, float)
ATOMICS(atomicInc, unsigned)
ATOMICS(atomicDec, unsigned)
__device__ int atomicCAS(int *address, int expected, int value);
__device__ unsigned atomicCAS(unsigned *address, unsigned expected, unsigned value);
__device__ unsigned long long atomicCAS(unsigned long long *address, unsigned long long expected, unsigned long long value);
__device__ unsigned short atomicCAS(unsigned short *address, unsigned short expected, unsigned short value);
#undef ATOMICS
#undef ATOMICS_OF_INTEGERS
#undef ADDITIONS

// ---- loads and stores with a cache operator ----
#define CACHED(T)                                                                                                      \
    __device__ T __ldg(const T *address);                                                                              \
    __device__ T __ldca(const T *address);                                                                             \
    __device__ T __ldcg(const T *address);                                                                             \
    __device__ T __ldcs(const T *address);                                                                             \
    __device__ T __ldlu(const T *address);                                                                             \
    __device__ T __ldcv(const T *address);                                                                             \
    __device__ void __stwb(T *address, T value);                                                                       \
    __device__ void __stcg(T *address, T value);                                                                       \
    __device__ void __stcs(T *address, T value);                                                                       \
    __device__ void __stwt(T *address, T value);
CACHED(char)
CACHED(signed char)
CACHED(unsigned char)
CACHED(short)
CACHED(unsigned short)
CACHED(int)
CACHED(unsigned)
CACHED(long)
CACHED(unsigned long)
CACHED(long long)
CACHED(unsigned long long)
CACHED(float)
CACHED(double)
CACHED(int2)
CACHED(int4)
CACHED(uint2)
CACHED(uint4)
CACHED(float2)
CACHED(float4)
CACHED(double2)
CACHED(uchar4)
CACHED(longlong2)
CACHED(ulonglong2)
#undef CACHED
__device__ size_t __cvta_generic_to_shared(const void *address);
__device__ size_t __cvta_generic_to_global(const void *address);
__device__ unsigned __isShared(const void *address);
__device__ unsigned __isGlobal(const void *address);
__device__ unsigned __isLocal(const void *address);
__device__ unsigned __isConstant(const void *address);

// ---- bits ----
__device__ int __popc(unsigned value);
__device__ int __popcll(unsigned long long value);
__device__ int __clz(int value);
__device__ int __clzll(long long value);
__device__ int __ffs(int value);
__device__ int __ffsll(long long value);
__device__ unsigned __brev(unsigned value);
__device__ unsigned long long __brevll(unsigned long long value);
__device__ unsigned __byte_perm(unsigned a, unsigned b, unsigned selector);
__device__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);
__device__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);
__device__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift);
__device__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift);
__device__ int __mulhi(int a, int b);
__device__ unsigned __umulhi(unsigned a, unsigned b);
__device__ long long __mul64hi(long long a, long long b);
__device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b);
__device__ int __mul24(int a, int b);
__device__ unsigned __umul24(unsigned a, unsigned b);
__device__ unsigned __sad(int a, int b, unsigned c);
__device__ unsigned __usad(unsigned a, unsigned b, unsigned c);
__device__ int __dp4a(int a, int b, int c);
__device__ unsigned __dp4a(unsigned a, unsigned b, unsigned c);
__host__ __device__ int __float_as_int(float value);
__host__ __device__ unsigned __float_as_uint(float value);
__host__ __device__ float __int_as_float(int value);
__host__ __device__ float __uint_as_float(unsigned value);
__device__ long long __double_as_longlong(double value);
__device__ double __longlong_as_double(long long value);
__device__ double __hiloint2double(int high, int low);
__device__ int __double2hiint(double value);
__device__ int __double2loint(double value);
__host__ __device__ inline float __builtin_huge_valf() { return 1e38f * 1e38f; }

// ---- numbers ----
#define EXTREMES(T)                                                                                                    \
    __host__ __device__ constexpr T min(T a, T b);                                                                     \
    __host__ __device__ constexpr T max(T a, T b);
EXTREMES(int)
EXTREMES(unsigned)
EXTREMES(long)
EXTREMES(unsigned long)
EXTREMES(long long)
EXTREMES(unsigned long long)
EXTREMES(float)
EXTREMES(double)
#undef EXTREMES
#define MIXED(A, B, T)                                                                                                 \
    __host__ __device__ constexpr inline T min(A a, B b) { return min(static_cast<T>(a), static_cast<T>(b)); }         \
    __host__ __device__ constexpr inline T min(B a, A b) { return min(static_cast<T>(a), static_cast<T>(b)); }         \
    __host__ __device__ constexpr inline T max(A a, B b) { return max(static_cast<T>(a), static_cast<T>(b)); }         \
    __host__ __device__ constexpr inline T max(B a, A b) { return max(static_cast<T>(a), static_cast<T>(b)); }
MIXED(int, unsigned, unsigned)
MIXED(long, unsigned long, unsigned long)
MIXED(long long, unsigned long long, unsigned long long)
MIXED(float, double, double)
#undef MIXED
#define ONE(name)                                                                                                      \
    __host__ __device__ double name(double x);                                                                         \
    __host__ __device__ float name##f(float x);                                                                        \
    __host__ __device__ inline float name(float x) { return name##f(x); }
#define TWO(name)                                                                                                      \
    __host__ __device__ double name(double x, double y);                                                               \
    __host__ __device__ float name##f(float x, float y);                                                               \
    __host__ __device__ inline float name(float x, float y) { return name##f(x, y); }
ONE(fabs)
ONE(sqrt)
ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(rint)
ONE(round)
__host__ __device__ inline long lround(double x) { return static_cast<long>(round(x)); }
ONE(exp)
ONE(exp2)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(tanh)
ONE(cbrt)
ONE(erf)
ONE(sinpi)
ONE(cospi)
ONE(rsqrt)
TWO(fmin)
TWO(fmax)
TWO(fmod)
TWO(pow)
TWO(atan2)
TWO(hypot)
TWO(copysign)
#undef ONE
#undef TWO
__host__ __device__ float sinhf(float x);
__host__ __device__ float coshf(float x);
__host__ __device__ float erfcf(float x);
__host__ __device__ float lgammaf(float x);
__host__ __device__ float ldexpf(float x, int exponent);
__host__ __device__ double ldexp(double x, int exponent);
__host__ __device__ float fmaf(float a, float b, float c);
__host__ __device__ double fma(double a, double b, double c);
__host__ __device__ inline float fma(float a, float b, float c) { return fmaf(a, b, c); }
__host__ __device__ inline double pow(double x, int y) { return pow(x, static_cast<double>(y)); }
__host__ __device__ inline float pow(float x, int y) { return powf(x, static_cast<float>(y)); }
__host__ __device__ inline double sqrt(int x) { return sqrt(static_cast<double>(x)); }
__host__ __device__ constexpr int abs(int x);
__host__ __device__ constexpr long abs(long x);
__host__ __device__ constexpr long long abs(long long x);
__host__ __device__ inline float abs(float x) { return fabsf(x); }
__host__ __device__ inline double abs(double x) { return fabs(x); }
__host__ __device__ inline long labs(long x) { return abs(x); }
__host__ __device__ inline long long llabs(long long x) { return abs(x); }
__device__ void sincosf(float x, float *sine, float *cosine);
__device__ void sincos(double x, double *sine, double *cosine);
__device__ void sincospif(float x, float *sine, float *cosine);
__device__ void sincospi(double x, double *sine, double *cosine);
__host__ __device__ bool isnan(float x);
__host__ __device__ bool isnan(double x);
__host__ __device__ bool isinf(float x);
__host__ __device__ bool isinf(double x);
__host__ __device__ bool isfinite(float x);
__host__ __device__ bool isfinite(double x);
__host__ __device__ bool signbit(float x);
__host__ __device__ bool signbit(double x);
__device__ float __saturatef(float x);
__device__ float __fadd_rn(float a, float b);
__device__ float __fsub_rn(float a, float b);
__device__ float __fmul_rn(float a, float b);
__device__ float __fmaf_rn(float a, float b, float c);
__device__ float __fdiv_rn(float a, float b);
__device__ float __frcp_rn(float x);
__device__ float __fsqrt_rn(float x);
__device__ double __dadd_rn(double a, double b);
__device__ double __dsub_rn(double a, double b);
__device__ double __dmul_rn(double a, double b);
__device__ double __ddiv_rn(double a, double b);
__device__ double __dsqrt_rn(double x);
__device__ double __drcp_rn(double x);
__device__ double __fma_rn(double a, double b, double c);
__device__ float __int2float_rn(int x);
__device__ float __uint2float_rn(unsigned x);
__device__ int __float2int_rn(float x);
__device__ int __float2int_rz(float x);
__device__ int __float2int_rd(float x);
__device__ int __float2int_ru(float x);
__device__ unsigned __float2uint_rn(float x);
__device__ unsigned __float2uint_rz(float x);
__device__ int __double2int_rn(double x);
__device__ int __double2int_rz(double x);
__device__ float __double2float_rn(double x);
__device__ float __fdividef(float a, float b);
__device__ float __expf(float x);
__device__ float __exp10f(float x);
__device__ float __logf(float x);
__device__ float __log2f(float x);
__device__ float __log10f(float x);
__device__ float __sinf(float x);
__device__ float __cosf(float x);
__device__ float __tanf(float x);
__device__ float __powf(float x, float y);
__device__ float __frsqrt_rn(float x);

// ---- the C library ----
struct FILE;
FILE *const stdin = reinterpret_cast<FILE *>(1);
FILE *const stdout = reinterpret_cast<FILE *>(2);
FILE *const stderr = reinterpret_cast<FILE *>(3);
__host__ __device__ int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int snprintf(char *text, size_t size, const char *format, ...);
int puts(const char *text);
int putchar(int character);
int fflush(FILE *file);
void exit(int status);
void abort();
__host__ __device__ void *malloc(size_t size);
__host__ __device__ void free(void *memory);
void *calloc(size_t count, size_t size);
void *realloc(void *pointer, size_t size);
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
char *getenv(const char *name);
int rand();
void srand(unsigned seed);
__host__ __device__ void *memcpy(void *to, const void *from, size_t size);
__host__ __device__ void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *text, int character);
char *strstr(const char *text, const char *part);
typedef long time_t;
typedef long clock_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    long tv_usec;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
int clock_gettime(int which, timespec *time);
int gettimeofday(timeval *time, void *zone);
long time(long *where);
double difftime(long a, long b);

// ---- the standard library: what needs no memory of its own ----
namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uintptr_t;
using ::intptr_t;
typedef decltype(nullptr) nullptr_t;
using ::printf;
using ::fprintf;
using ::snprintf;
using ::exit;
using ::abort;
using ::malloc;
using ::free;
using ::atoi;
using ::strtoull;
using ::strtol;
using ::strlen;
using ::strcmp;
using ::memcpy;
using ::memset;
using ::fabs;
using ::abs;
using ::sqrt;
using ::floor;
using ::ceil;
using ::round;
using ::lround;
using ::exp;
using ::log;
using ::log2;
using ::pow;
using ::sin;
using ::cos;
using ::fma;
using ::fmod;
using ::fmin;
using ::fmax;
using ::isnan;
using ::isinf;
using ::isfinite;
template <typename T> __host__ __device__ constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> __host__ __device__ constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T> class initializer_list {
    const T *values;
    size_t count;

  public:
    __host__ __device__ constexpr size_t size() const { return count; }
    __host__ __device__ constexpr const T *begin() const { return values; }
    __host__ __device__ constexpr const T *end() const { return values + count; }
};
template <typename T> __host__ __device__ constexpr T min(initializer_list<T> list) {
    T least = *list.begin();
    for (const T &value : list) least = value < least ? value : least;
    return least;
}
template <typename T> __host__ __device__ constexpr T max(initializer_list<T> list) {
    T most = *list.begin();
    for (const T &value : list) most = most < value ? value : most;
    return most;
}
template <typename T> __host__ __device__ constexpr const T &clamp(const T &v, const T &low, const T &high) {
    return v < low ? low : high < v ? high : v;
}
template <typename T> struct remove_reference { using type = T; };
template <typename T> struct remove_reference<T &> { using type = T; };
template <typename T> struct remove_reference<T &&> { using type = T; };
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> struct remove_const { using type = T; };
template <typename T> struct remove_const<const T> { using type = T; };
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_cv_t = typename remove_const<T>::type;
template <typename T> using remove_cvref_t = typename remove_const<typename remove_reference<T>::type>::type;
template <typename T> using decay_t = typename remove_const<typename remove_reference<T>::type>::type;
template <typename A, typename B> struct is_same { static constexpr bool value = false; };
template <typename A> struct is_same<A, A> { static constexpr bool value = true; };
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <bool B, typename T, typename F> struct conditional { using type = T; };
template <typename T, typename F> struct conditional<false, T, F> { using type = F; };
template <bool B, typename T, typename F> using conditional_t = typename conditional<B, T, F>::type;
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <typename T> struct is_floating_point {
    static constexpr bool value = is_same_v<remove_cv_t<T>, float> || is_same_v<remove_cv_t<T>, double>;
};
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> struct __is_integer { static constexpr bool value = false; };
#define INTEGER(T) template <> struct __is_integer<T> { static constexpr bool value = true; };
INTEGER(bool)
INTEGER(char)
INTEGER(signed char)
INTEGER(unsigned char)
INTEGER(short)
INTEGER(unsigned short)
INTEGER(int)
INTEGER(unsigned)
INTEGER(long)
INTEGER(unsigned long)
INTEGER(long long)
INTEGER(unsigned long long)
#undef INTEGER
template <typename T> struct is_integral { static constexpr bool value = __is_integer<remove_cv_t<T>>::value; };
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> struct is_unsigned { static constexpr bool value = is_integral_v<T> && static_cast<T>(-1) > static_cast<T>(0); };
template <typename T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <typename T> constexpr bool is_signed_v = is_floating_point<T>::value || (is_integral<T>::value && !is_unsigned<T>::value);
template <typename T> constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <typename T> concept integral = is_integral_v<T>;
template <typename T> concept floating_point = is_floating_point_v<T>;
template <typename T> concept unsigned_integral = is_integral_v<T> && is_unsigned_v<T>;
template <typename T> concept signed_integral = is_integral_v<T> && is_signed_v<T>;
template <typename A, typename B> concept same_as = is_same_v<A, B>;
template <typename A, typename B> concept convertible_to = true;
template <typename F, typename... Arguments> concept invocable = true;
template <typename F, typename... Arguments> concept regular_invocable = true;
template <typename F, typename... Arguments> concept predicate = true;
template <typename T> __host__ __device__ constexpr remove_reference_t<T> &&move(T &&value) {
    return static_cast<remove_reference_t<T> &&>(value);
}
template <typename T> __host__ __device__ constexpr T &&forward(remove_reference_t<T> &value) { return static_cast<T &&>(value); }
template <typename T> __host__ __device__ constexpr void swap(T &a, T &b) {
    T kept = a;
    a = b;
    b = kept;
}
template <typename T, typename U = T> __host__ __device__ constexpr T exchange(T &object, U &&value) {
    T old = object;
    object = value;
    return old;
}
template <typename A, typename B> struct pair {
    A first;
    B second;
};
template <typename A, typename B> __host__ __device__ constexpr pair<A, B> make_pair(A a, B b) { return {a, b}; }
template <typename T> struct plus {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a + b; }
};
template <typename T, size_t N> struct array {
    T elements[N];
    __host__ __device__ constexpr T &operator[](size_t i) { return elements[i]; }
    __host__ __device__ constexpr const T &operator[](size_t i) const { return elements[i]; }
    __host__ __device__ constexpr T *begin() { return elements; }
    __host__ __device__ constexpr const T *begin() const { return elements; }
    __host__ __device__ constexpr T *end() { return elements + N; }
    __host__ __device__ constexpr const T *end() const { return elements + N; }
    __host__ __device__ constexpr T *data() { return elements; }
    __host__ __device__ constexpr const T *data() const { return elements; }
    __host__ __device__ constexpr size_t size() const { return N; }
    __host__ __device__ constexpr T &front() { return elements[0]; }
    __host__ __device__ constexpr T &back() { return elements[N - 1]; }
    __host__ __device__ constexpr void fill(const T &value) {
        for (size_t i = 0; i < N; i++) elements[i] = value;
    }
};
template <typename T, T... values> struct integer_sequence {
    static constexpr size_t size() { return sizeof...(values); }
};
template <size_t... values> using index_sequence = integer_sequence<size_t, values...>;
template <typename T, T N, T... values> struct __sequence_up_to : __sequence_up_to<T, N - 1, N - 1, values...> {};
template <typename T, T... values> struct __sequence_up_to<T, 0, values...> { using type = integer_sequence<T, values...>; };
template <typename T, T N> using make_integer_sequence = typename __sequence_up_to<T, N>::type;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <typename T> struct make_unsigned { using type = T; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <> struct make_unsigned<signed char> { using type = unsigned char; };
template <> struct make_unsigned<short> { using type = unsigned short; };
template <> struct make_unsigned<int> { using type = unsigned; };
template <> struct make_unsigned<long> { using type = unsigned long; };
template <> struct make_unsigned<long long> { using type = unsigned long long; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> struct numeric_limits;
#define LIMITS(T, least, most)                                                                                         \
    template <> struct numeric_limits<T> {                                                                             \
        __host__ __device__ static constexpr T min() { return least; }                                                 \
        __host__ __device__ static constexpr T lowest() { return least; }                                              \
        __host__ __device__ static constexpr T max() { return most; }                                                  \
    };
LIMITS(char, -128, 127)
LIMITS(unsigned char, 0, 255)
LIMITS(short, -32768, 32767)
LIMITS(unsigned short, 0, 65535)
LIMITS(int, INT_MIN, INT_MAX)
LIMITS(unsigned, 0, UINT_MAX)
LIMITS(long, LONG_MIN, LONG_MAX)
LIMITS(unsigned long, 0, ULONG_MAX)
LIMITS(long long, LLONG_MIN, LLONG_MAX)
LIMITS(unsigned long long, 0, ULLONG_MAX)
#undef LIMITS
template <> struct numeric_limits<float> {
    __host__ __device__ static constexpr float min() { return FLT_MIN; }
    __host__ __device__ static constexpr float max() { return FLT_MAX; }
    __host__ __device__ static constexpr float lowest() { return -FLT_MAX; }
    __host__ __device__ static constexpr float epsilon() { return FLT_EPSILON; }
    __host__ __device__ static constexpr float infinity() { return __builtin_huge_valf(); }
    __host__ __device__ static float quiet_NaN() { return NAN; }
    static constexpr int digits10 = 6, max_digits10 = 9;
};
template <> struct numeric_limits<double> {
    __host__ __device__ static constexpr double min() { return DBL_MIN; }
    __host__ __device__ static constexpr double max() { return DBL_MAX; }
    __host__ __device__ static constexpr double lowest() { return -DBL_MAX; }
    __host__ __device__ static constexpr double epsilon() { return DBL_EPSILON; }
    __host__ __device__ static constexpr double infinity() { return __builtin_huge_valf(); }
    __host__ __device__ static double quiet_NaN() { return NAN; }
    static constexpr int digits10 = 15, max_digits10 = 17;
};
template <typename I, typename T> constexpr void fill(I first, I last, const T &value) {
    for (; first != last; ++first) *first = value;
}
template <typename I, typename T> constexpr I find(I first, I last, const T &value) {
    for (; first != last && !(*first == value); ++first);
    return first;
}
template <typename I, typename T> constexpr T accumulate(I first, I last, T sum) {
    for (; first != last; ++first) sum = sum + *first;
    return sum;
}
template <typename I, typename T, typename F> constexpr T accumulate(I first, I last, T sum, F add) {
    for (; first != last; ++first) sum = add(sum, *first);
    return sum;
}
template <typename I, typename J, typename T> constexpr T inner_product(I first, I last, J second, T sum) {
    for (; first != last; ++first, ++second) sum = sum + *first * *second;
    return sum;
}
template <typename I, typename J> constexpr J partial_sum(I first, I last, J to) {
    if (first == last) return to;
    auto sum = *first;
    for (*to = sum; ++first != last; *++to = sum) sum = sum + *first;
    return ++to;
}
template <typename I, typename J, typename F> constexpr J partial_sum(I first, I last, J to, F add) {
    if (first == last) return to;
    auto sum = *first;
    for (*to = sum; ++first != last; *++to = sum) sum = add(sum, *first);
    return ++to;
}
template <typename I, typename T> constexpr void iota(I first, I last, T value) {
    for (; first != last; ++first, ++value) *first = value;
}
template <typename I, typename J> constexpr J copy(I first, I last, J to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
template <typename I, typename N, typename J> constexpr J copy_n(I first, N count, J to) {
    for (; count > 0; --count, ++first, ++to) *to = *first;
    return to;
}
template <typename I, typename N, typename T> constexpr I fill_n(I first, N count, const T &value) {
    for (; count > 0; --count, ++first) *first = value;
    return first;
}
template <typename I> constexpr void reverse(I first, I last) {
    while (first != last && first != --last) swap(*first++, *last);
}
template <typename I, typename J, typename F> constexpr J transform(I first, I last, J to, F function) {
    for (; first != last; ++first, ++to) *to = function(*first);
    return to;
}
template <typename I, typename F> constexpr I find_if(I first, I last, F holds) {
    for (; first != last && !holds(*first); ++first);
    return first;
}
template <typename I, typename F> constexpr bool any_of(I first, I last, F holds) { return find_if(first, last, holds) != last; }
template <typename I, typename F> constexpr bool all_of(I first, I last, F holds) {
    for (; first != last; ++first)
        if (!holds(*first)) return false;
    return true;
}
template <typename I, typename T> constexpr ptrdiff_t count(I first, I last, const T &value) {
    ptrdiff_t found = 0;
    for (; first != last; ++first) found += *first == value;
    return found;
}
template <typename I> constexpr I max_element(I first, I last) {
    I best = first;
    for (; first != last; ++first)
        if (*best < *first) best = first;
    return best;
}
template <typename I> constexpr I min_element(I first, I last) {
    I best = first;
    for (; first != last; ++first)
        if (*first < *best) best = first;
    return best;
}
template <typename I> constexpr void sort(I first, I last) {
    for (I at = first; at != last; ++at)
        for (I to = at; to != first && *to < *(to - 1); --to) swap(*to, *(to - 1));
}
template <typename I, typename F> constexpr void sort(I first, I last, F less) {
    for (I at = first; at != last; ++at)
        for (I to = at; to != first && less(*to, *(to - 1)); --to) swap(*to, *(to - 1));
}
template <typename I, typename F> constexpr F for_each(I first, I last, F function) {
    for (; first != last; ++first) function(*first);
    return function;
}
} // namespace std

struct lldiv_t {
    long long quot, rem;
};
inline lldiv_t lldiv(long long a, long long b) { return {a / b, a % b}; }
struct div_t {
    int quot, rem;
};
inline div_t div(int a, int b) { return {a / b, a % b}; }
namespace std {
using ::lldiv;
using ::lldiv_t;
using ::div;
using ::div_t;
} // namespace std

// ---- the runtime ----
#define CUDART_CB
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
__host__ __device__ inline cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
    return {pointer, pitch, width, height};
}
__host__ __device__ inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return {width, height, depth}; }

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeNonPortableClusterSizeAllowed = 15 };
enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
    cudaDevAttrMaxBlocksPerMultiprocessor = 106
};
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef void (*cudaHostFn_t)(void *data);
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(2))
#define cudaEventDefault 0
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaMemAttachGlobal 1
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock;
    int maxThreadsDim[3], maxGridSize[3];
    int major, minor, multiProcessorCount, l2CacheSize, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, memoryBusWidth;
    size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin, reservedSharedMemPerBlock;
    int regsPerMultiprocessor, persistingL2CacheMaxSize, concurrentKernels, cooperativeLaunch;
};
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
template <typename T> cudaError_t cudaMalloc(T **pointer, size_t size) { return cudaMalloc(reinterpret_cast<void **>(pointer), size); }
template <typename T> cudaError_t cudaMallocHost(T **pointer, size_t size) { return cudaMallocHost(reinterpret_cast<void **>(pointer), size); }
template <typename T> cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags) {
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}
template <typename T> cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}
template <typename T> cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}
template <typename T> cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void *to, int byte, size_t size);
cudaError_t cudaMemsetAsync(void *to, int byte, size_t size, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height);
cudaError_t __workbook_to_symbol(const void *symbol, const void *from, size_t size, size_t offset);
cudaError_t __workbook_from_symbol(void *to, const void *symbol, size_t size, size_t offset);
cudaError_t __workbook_symbol_address(void **pointer, const void *symbol);
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return __workbook_to_symbol(&symbol, from, size, offset);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return __workbook_from_symbol(to, &symbol, size, offset);
}
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return __workbook_to_symbol(&symbol, from, size, offset);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return __workbook_from_symbol(to, &symbol, size, offset);
}
template <typename T> cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) { return __workbook_symbol_address(pointer, &symbol); }
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *ready, cudaGraph_t graph, unsigned long long flags = 0);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *ready, cudaGraph_t graph, cudaGraphNode_t *node, char *text, size_t size);
cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaDeviceCanAccessPeer(int *possible, int device, int other);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t __workbook_set_attribute(const void *kernel, cudaFuncAttribute attribute, int value);
cudaError_t __workbook_set_cache(const void *kernel, cudaFuncCache cache);
cudaError_t __workbook_blocks(int *blocks, const void *kernel, int threads, size_t shared);
cudaError_t __workbook_block_size(int *blocks, int *threads, const void *kernel, size_t shared, int limit);
cudaError_t __workbook_launch(const void *kernel, const dim3 *grid, const dim3 *block, void **arguments, size_t shared, bool cooperative);
template <typename T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value) {
    return __workbook_set_attribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
template <typename T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache cache) {
    return __workbook_set_cache(reinterpret_cast<const void *>(kernel), cache);
}
template <typename T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads, size_t shared) {
    return __workbook_blocks(blocks, reinterpret_cast<const void *>(kernel), threads, shared);
}
template <typename T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *blocks, int *threads, T *kernel, size_t shared = 0, int limit = 0) {
    return __workbook_block_size(blocks, threads, reinterpret_cast<const void *>(kernel), shared, limit);
}
enum { cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1 };
template <typename T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T *kernel, int threads, size_t shared, unsigned flags) {
    return __workbook_blocks(blocks, reinterpret_cast<const void *>(kernel), threads, shared);
}
template <typename T>
cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = nullptr) {
    return __workbook_launch(reinterpret_cast<const void *>(kernel), &grid, &block, arguments, shared, true);
}
template <typename T>
cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, cudaStream_t stream = nullptr) {
    return __workbook_launch(reinterpret_cast<const void *>(kernel), &grid, &block, arguments, shared, false);
}
enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6, cudaLaunchAttributePriority = 8
};
struct __workbook_cluster { unsigned x, y, z; };
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative, programmaticStreamSerializationAllowed, priority;
    __workbook_cluster clusterDim;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
cudaError_t __workbook_launch_attribute(int id);
template <typename T, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, T *kernel, Arguments &&...arguments) {
    for (unsigned n = 0; n < config->numAttrs; n++) {
        cudaLaunchAttributeID id = config->attrs[n].id;
        if (id != cudaLaunchAttributeIgnore && id != cudaLaunchAttributePriority) return __workbook_launch_attribute(id);
    }
    kernel<<<config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream>>>(arguments...);
    return cudaPeekAtLastError();
}
