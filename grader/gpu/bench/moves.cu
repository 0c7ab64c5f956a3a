// moves.cu - the ladders that only move data, beside the runtime's copy and Thrust's gather.
#include "bench.h"
#include "ladder.h"

#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>

namespace strides_02 {
#include "../../../solutions/02_coalescing/stride_offset.cu"
}
namespace copies_07 {
#include "../../../solutions/07_latency/bytes_in_flight.cu"
}

void bench_moves() {
    const int count = 1 << 27;
    size_t bytes = size_t(count) * sizeof(float);
    float *in = bench_floats(count), *out = bench_floats(count);
    Table copies("bytes_in_flight", "512 MiB", 2.0 * bytes, 0);
    copies.ladder(copies_07::copy_floats_names, copies_07::copy_floats_ladder,
                  [=](decltype(&copies_07::copy_floats) step) { step(in, out, count); });
    copies.peer("cudaMemcpyAsync", [=] { CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice)); });
    copies.peer("thrust::copy", [=] { thrust::copy_n(thrust::device.on(nullptr), in, count, out); });
    copies.run(21);
    Table strides("stride_offset", "134,217,728 elements, stride 1", 2.0 * bytes, 0);
    strides.ladder(strides_02::gather_names, strides_02::gather_ladder,
                   [=](decltype(&strides_02::gather) step) { step(in, out, count, 1, 0); });
    strides.peer("cudaMemcpyAsync", [=] { CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice)); });
    strides.run(21);
    bench_release();
}
