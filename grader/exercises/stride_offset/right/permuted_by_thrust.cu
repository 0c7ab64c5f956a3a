// permuted_by_thrust.cu - thrust::copy_n through a permutation whose indices are computed.
//
//= student: Ada Lovelace
//= sweep: 1808
//= strided: 1456
//= strided_offset: 468
//= doubles: 416
//= offset: 260
//= backwards: 260
//= shared: 260
//= random_places: 727.2
//= own_run: 832
#include "workbook.h"
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>

struct Place {
    long long stride, offset;
    __host__ __device__ long long operator()(long long i) const { return offset + i * stride; }
};

void gather(const float *in, float *out, int count, int stride, int offset) {
    auto places = thrust::make_transform_iterator(thrust::make_counting_iterator(0ll), Place{stride, offset});
    auto from = thrust::make_permutation_iterator(in, places);
    thrust::copy_n(thrust::device, from, count, out);
    CHECK(cudaGetLastError());
}
