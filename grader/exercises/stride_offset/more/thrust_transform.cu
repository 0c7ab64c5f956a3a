// thrust_transform.cu - thrust::transform over a counting iterator with a functor, in a stream of its own.
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
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>

struct At {
    const float *in;
    long long stride, offset;
    __device__ float operator()(long long i) const { return in[offset + i * stride]; }
};

void gather(const float *in, float *out, int count, int stride, int offset) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    thrust::counting_iterator<long long> first(0);
    thrust::transform(thrust::cuda::par_nosync.on(stream), first, first + count, out, At{in, stride, offset});
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
