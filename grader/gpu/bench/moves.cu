// moves.cu - the ladders that move data and hardly compute, beside the runtime's copies and Thrust.
#include "bench.h"
#include "ladder.h"

#include "../../../common/particle.h"

#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <map>

namespace strides_02 {
#include "../../../solutions/02_coalescing/stride_offset.cu"
}
namespace copies_07 {
#include "../../../solutions/07_latency/bytes_in_flight.cu"
}
namespace padded_03 {
#include "../../../solutions/03_layout_and_caches/pitched.cu"
}
namespace layouts_03 {
#include "../../../solutions/03_layout_and_caches/soa.cu"
}
namespace overlap_10 {
#include "../../../solutions/10_kernels_and_transfers/overlap.cu"
}

static void copies_and_strides() {
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

// Rows of 4000 floats in 16 KiB each. A copy of them moves as much.
static void padded_rows() {
    const int width = 4000, height = 512, depth = 64;
    const size_t pitch = 16384, rows = size_t(height) * depth, row = width * sizeof(float);
    float *volume = bench_floats(pitch * rows / sizeof(float)), *other = bench_floats(pitch * rows / sizeof(float));
    Table table("pitched", "4000 x 512 x 64, pitch 16384", 2.0 * row * rows, 0);
    table.ladder(padded_03::add_ramp_names, padded_03::add_ramp_ladder, [=](decltype(&padded_03::add_ramp) step) {
        step(volume, pitch, width, height, depth, make_float3(1e-6f, 1e-6f, 1e-6f));
    });
    table.peer("cudaMemcpy2DAsync", [=] {
        CHECK(cudaMemcpy2DAsync(other, pitch, volume, pitch, row, rows, cudaMemcpyDeviceToDevice));
    });
    table.run(21);
    bench_release();
}

struct Advance {
    float dt;
    __device__ float operator()(float place, float speed) const { return place + dt * speed; }
};

// One update of all particles, of which 9 floats each need to move.
static void layouts() {
    const int count = 1 << 24;
    const float dt = 1e-3f;
    auto particles = reinterpret_cast<Particle *>(bench_floats(size_t(count) * FIELDS));
    std::map<decltype(&layouts_03::pack), layouts_03::State *> states;
    for (auto pack : layouts_03::pack_ladder) states[pack] = pack(particles, count);
    Table table("soa", "16,777,216 particles, one update", 9.0 * count * sizeof(float), 0);
    table.ladder(layouts_03::pack_names, layouts_03::pack_ladder,
                 [=](decltype(&layouts_03::pack) pack) { layouts_03::drift(states.at(pack), dt); });
    float *const *fields = states.at(layouts_03::pack_arrays)->fields;
    table.peer("thrust::transform, a field each", [=] {
        for (int axis = 0; axis < 3; axis++)
            thrust::transform(thrust::device.on(nullptr), fields[axis], fields[axis] + count, fields[3 + axis],
                              fields[axis], Advance{dt});
    });
    table.run(21);
    for (auto &[pack, state] : states) layouts_03::unpack(state, particles);
    bench_release();
}

struct Relax {
    __device__ float operator()(float value) const {
        for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
        return value;
    }
};

// From the host, through a kernel, and back. Beside it Thrust's copies and transform, one after another, and the two
// copies alone at the same time, which is the lower bound.
static void there_and_back() {
    const int count = 1 << 26;
    size_t bytes = size_t(count) * sizeof(float);
    float *in, *out, *on_device = bench_floats(count), *other = bench_floats(count);
    cudaStream_t there, back;
    CHECK(cudaMallocHost(&in, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    CHECK(cudaMemcpy(in, on_device, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamCreate(&there));
    CHECK(cudaStreamCreate(&back));
    Table table("overlap", "256 MiB there and back", 2.0 * bytes, 0);
    table.ladder(overlap_10::relax_all_names, overlap_10::relax_all_ladder,
                 [=](decltype(&overlap_10::relax_all) step) { step(in, out, count); });
    table.peer("thrust::copy, transform, copy", [=] {
        thrust::device_ptr<float> values(on_device);
        thrust::copy(in, in + count, values);
        thrust::transform(thrust::device.on(nullptr), values, values + count, values, Relax{});
        thrust::copy(values, values + count, out);
    });
    table.peer("cudaMemcpyAsync there and back at once", [=] {
        CHECK(cudaMemcpyAsync(on_device, in, bytes, cudaMemcpyHostToDevice, there));
        CHECK(cudaMemcpyAsync(out, other, bytes, cudaMemcpyDeviceToHost, back));
    });
    table.run(7);
    CHECK(cudaStreamDestroy(there));
    CHECK(cudaStreamDestroy(back));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    bench_release();
}

void bench_moves() {
    copies_and_strides();
    padded_rows();
    layouts();
    there_and_back();
}
