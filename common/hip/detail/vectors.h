// vectors.h - operators of float4, int2 and their like, element by element, which HIP has and CUDA has not.
//
// They are templates, so a program that brings such operators itself gets its own.
#pragma once
#include <type_traits>
#include <vector_types.h>

// CUDA 13 warns of double4 and its like, since it has one for each alignment. HIP's programs have them all the same.
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1444
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// What is known of a vector type; of other types nothing, so these operators do not exist for them.
template <class Vector> struct HipVector;

#define HIP_AT(member) static_cast<Element>(f(a.member, b.member))
#define HIP_VECTOR(type, name, ...)                                                                                    \
    template <> struct HipVector<name> {                                                                               \
        typedef type Element;                                                                                          \
        template <class F> static __host__ __device__ name map(name a, name b, F f) { return name{__VA_ARGS__}; }      \
        static __host__ __device__ name filled(type value) {                                                           \
            name none{};                                                                                               \
            return map(none, none, [=](type, type) { return value; });                                                 \
        }                                                                                                              \
        static __host__ __device__ bool equal(name a, name b) {                                                        \
            bool same = true;                                                                                          \
            map(a, b, [&](type x, type y) { return same = same && x == y, x; });                                       \
            return same;                                                                                               \
        }                                                                                                              \
    };
#define HIP_VECTORS(type, name)                                                                                        \
    HIP_VECTOR(type, name##1, HIP_AT(x))                                                                               \
    HIP_VECTOR(type, name##2, HIP_AT(x), HIP_AT(y))                                                                    \
    HIP_VECTOR(type, name##3, HIP_AT(x), HIP_AT(y), HIP_AT(z))                                                         \
    HIP_VECTOR(type, name##4, HIP_AT(x), HIP_AT(y), HIP_AT(z), HIP_AT(w))
HIP_VECTORS(signed char, char)
HIP_VECTORS(unsigned char, uchar)
HIP_VECTORS(short, short)
HIP_VECTORS(unsigned short, ushort)
HIP_VECTORS(int, int)
HIP_VECTORS(unsigned, uint)
HIP_VECTORS(long, long)
HIP_VECTORS(unsigned long, ulong)
HIP_VECTORS(long long, longlong)
HIP_VECTORS(unsigned long long, ulonglong)
HIP_VECTORS(float, float)
HIP_VECTORS(double, double)
#undef HIP_VECTORS
#undef HIP_VECTOR
#undef HIP_AT
#pragma GCC diagnostic pop
#pragma nv_diagnostic pop

#define HIP_OPERATOR(sign)                                                                                             \
    template <class V, class E = typename HipVector<V>::Element>                                                       \
    static inline __host__ __device__ V operator sign(V a, V b) {                                                      \
        return HipVector<V>::map(a, b, [](E x, E y) { return x sign y; });                                             \
    }                                                                                                                  \
    template <class V, class N, class E = typename HipVector<V>::Element,                                              \
              class = typename std::enable_if<std::is_arithmetic<N>::value>::type>                                     \
    static inline __host__ __device__ V operator sign(V a, N b) {                                                      \
        return a sign HipVector<V>::filled(static_cast<E>(b));                                                         \
    }                                                                                                                  \
    template <class V, class N, class E = typename HipVector<V>::Element,                                              \
              class = typename std::enable_if<std::is_arithmetic<N>::value>::type>                                     \
    static inline __host__ __device__ V operator sign(N a, V b) {                                                      \
        return HipVector<V>::filled(static_cast<E>(a)) sign b;                                                         \
    }                                                                                                                  \
    template <class V, class B, class = typename HipVector<V>::Element>                                                \
    static inline __host__ __device__ V &operator sign##=(V &a, B b) {                                                 \
        return a = a sign b;                                                                                           \
    }
HIP_OPERATOR(+)
HIP_OPERATOR(-)
HIP_OPERATOR(*)
HIP_OPERATOR(/)
HIP_OPERATOR(%)
HIP_OPERATOR(&)
HIP_OPERATOR(|)
HIP_OPERATOR(^)
HIP_OPERATOR(<<)
HIP_OPERATOR(>>)
#undef HIP_OPERATOR

template <class V, class E = typename HipVector<V>::Element> static inline __host__ __device__ V operator-(V a) {
    return HipVector<V>::map(a, a, [](E x, E) { return -x; });
}
template <class V, class E = typename HipVector<V>::Element> static inline __host__ __device__ V operator~(V a) {
    return HipVector<V>::map(a, a, [](E x, E) { return ~x; });
}
// Of two types that are the same: a program's own template of one type is the better match.
#define HIP_COMPARISON(sign, wanted)                                                                                   \
    template <class V, class W, class = typename HipVector<V>::Element,                                                \
              class = typename std::enable_if<std::is_same<V, W>::value>::type>                                        \
    static inline __host__ __device__ bool operator sign(V a, W b) {                                                   \
        return HipVector<V>::equal(a, b) == wanted;                                                                    \
    }
HIP_COMPARISON(==, true)
HIP_COMPARISON(!=, false)
#undef HIP_COMPARISON
