// pair.cuh - two kernels that differ in one cost: what its experiment gains (emulate --costs) should be what the pair
// differs by.
//
// PAIR(COST, NAME, sizes...) { body } measures NAME_paid, which has the cost, and NAME_free, which has not. COST is a
// row of grader/device/protocol/costs.def and the family of both. The body returns the launch; PAID says of which.
#ifndef PAIR_CUH
#define PAIR_CUH

#include "../measured.cuh"

#define PAIR(COST, NAME, ...)                                                                                          \
    template <bool PAID> static Launch pair_##NAME(long size);                                                         \
    MEASURE(COST, NAME##_paid, __VA_ARGS__) { return pair_##NAME<true>(size); }                                        \
    MEASURE(COST, NAME##_free, __VA_ARGS__) { return pair_##NAME<false>(size); }                                       \
    template <bool PAID> static Launch pair_##NAME(long size)

#endif
