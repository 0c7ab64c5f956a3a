// hipcub.hpp - hipCUB is CUB, with the iterators and operators that CUB 3 no longer has.
#pragma once
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cub {
using Max = ::cuda::maximum<>;
using Min = ::cuda::minimum<>;
using Sum = ::cuda::std::plus<>;
using Equality = ::cuda::std::equal_to<>;
template <class Value, class Offset = ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<Value, Offset>;
template <class Value, class Offset = ptrdiff_t> using CountingInputIterator = thrust::counting_iterator<Value>;
template <class Offset = ptrdiff_t> using DiscardOutputIterator = thrust::discard_iterator<>;
template <class Value, class Function, class Iterator, class Offset = ptrdiff_t>
using TransformInputIterator = thrust::transform_iterator<Function, Iterator, Value, Value>;
} // namespace cub
namespace hipcub = cub;
