// trick: the host computes on managed memory, behind copies called device to device
// like: nothing
// says: the work belongs on the device
// wrong-copies_called_within_the_device.cu - no copy is called one to the host, and a function in the stream turns the
// matrix there.
#include "workbook.h"

struct Turn {
    const float *in;
    float *out;
    int width, height;
};

static void turn(void *data) {
    const Turn *task = static_cast<const Turn *>(data);
    for (int y = 0; y < task->height; y++)
        for (int x = 0; x < task->width; x++) task->out[x * task->height + y] = task->in[y * task->width + x];
}

void transpose(const float *in, float *out, int width, int height) {
    size_t bytes = sizeof(float) * width * height;
    float *there, *back;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocManaged(&there, bytes));
    CHECK(cudaMallocManaged(&back, bytes));
    Turn task = {there, back, width, height};
    CHECK(cudaMemcpyAsync(there, in, bytes, cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaLaunchHostFunc(stream, turn, &task));
    CHECK(cudaMemcpyAsync(out, back, bytes, cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(there));
    CHECK(cudaFree(back));
    CHECK(cudaStreamDestroy(stream));
}
