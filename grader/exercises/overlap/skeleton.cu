// overlap.cu - copies to the device, a kernel and copies back, all at the same time.
//
// in and out (count floats each) lie on the host, in pinned memory. When the function returns, out must hold what relax
// makes of in. The function below is right, but everything in it waits for what came before.
//
// Predict before you write: the questions are at the end of this file.
#include "workbook.h"

constexpr int THREADS = 256;

// What is done with each element; it is not the subject here.
__global__ void relax(const float *in, float *out, int count) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= count) return;
    float value = in[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    out[i] = value;
}

// TODO: copies to the device, the kernel and copies back must overlap: together they may take at most 0.7 times as long
// as the copies one after the other. Each element is still copied once in each direction. Free what you allocate.
void relax_all(const float *in, float *out, int count) {
    float *device_in, *device_out;
    size_t bytes = count * sizeof *in;
    CHECK(cudaMalloc(&device_in, bytes));
    CHECK(cudaMalloc(&device_out, bytes));
    CHECK(cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice));
    relax<<<ceil_div(count, THREADS), THREADS>>>(device_in, device_out, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_in));
    CHECK(cudaFree(device_out));
}

// Predict first.
//     make questions EXERCISE=overlap  shows the questions with numbers
//     make another EXERCISE=overlap    shows them with others
//= numbers: 1
// You cut the array into pieces, each in a stream of its own. A piece takes a time there, another one in the kernel,
// and a third one back, and each of the three operations makes one piece at a time. How long do all pieces take, from
// beginning to end?
//= time_of_pieces: ?
// Now suppose that the kernel takes no time, and that both directions take equally long:
//   - You cut the array into pieces, each in a stream of its own. How long do all copies take together, in per cent of
//     both ways one after the other?
//= percent_of_pieces: ?
//   - How many pieces must there be at least for a given percentage?
//= fewest_pieces: ?
