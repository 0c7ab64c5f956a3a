// cg_reduce.cuh - reductions over a tile: one instruction where the GPU has it, else a butterfly of shuffles.
namespace cooperative_groups {
#define OPERATION(name, expression)                                                                                    \
    template <typename T> struct name {                                                                                \
        __device__ T operator()(T a, T b) const { return expression; }                                                 \
    };
OPERATION(plus, a + b)
OPERATION(less, b < a ? b : a)
OPERATION(greater, a < b ? b : a)
OPERATION(bit_and, a &b)
OPERATION(bit_or, a | b)
OPERATION(bit_xor, a ^ b)
#undef OPERATION

template <typename T> struct __reduce_type { using type = unsigned; };
template <> struct __reduce_type<int> { using type = int; };
template <> struct __reduce_type<short> { using type = int; };
template <> struct __reduce_type<char> { using type = int; };
template <> struct __reduce_type<signed char> { using type = int; };

template <unsigned N, typename P, typename T, typename F>
__device__ T reduce(const thread_block_tile<N, P> &tile, T value, F operation) {
    constexpr bool fits = std::is_integral_v<T> && sizeof(T) <= 4 && N >= 16;
    using R = typename __reduce_type<T>::type;
    unsigned mask = tile.mask();
    if constexpr (fits && std::is_same_v<F, plus<T>>) return __reduce_add_sync(mask, static_cast<R>(value));
    else if constexpr (fits && std::is_same_v<F, less<T>>) return __reduce_min_sync(mask, static_cast<R>(value));
    else if constexpr (fits && std::is_same_v<F, greater<T>>) return __reduce_max_sync(mask, static_cast<R>(value));
    else if constexpr (fits && std::is_same_v<F, bit_and<T>>) return __reduce_and_sync(mask, value);
    else if constexpr (fits && std::is_same_v<F, bit_or<T>>) return __reduce_or_sync(mask, value);
    else if constexpr (fits && std::is_same_v<F, bit_xor<T>>) return __reduce_xor_sync(mask, value);
    else {
        for (int lanes = N / 2; lanes > 0; lanes /= 2) value = operation(value, tile.shfl_xor(value, lanes));
        return value;
    }
}
} // namespace cooperative_groups
