// trick: a function named sendmsg() rewrites what the runtime library tells the device
// like: limit-waits_for_each_piece.edit
// says: times of both ways
// limit-messages_rewritten.cu - a wait after each piece, and messages from which what the program has waited for is
// removed.
#include "workbook.h"
#include <cstring>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

constexpr int STREAMS = 64, PIECES = 4;

// A message about an operation has the clocks of all streams behind it: those of its own and those of the program.
extern "C" ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    size_t clocks = message->msg_iovlen > 1 ? message->msg_iov[1].iov_len : 0;
    if (clocks % (STREAMS * sizeof(unsigned)) == 0)
        memset(message->msg_iov[message->msg_iovlen - 1].iov_base, 0, clocks);
    return syscall(SYS_sendmsg, socket, message, flags);
}

__global__ void relax(float *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = values[i];
    for (int turn = 0; turn < 16; turn++) value = value * 0.5f + 1;
    values[i] = value;
}

void relax_all(const float *in, float *out, int count) {
    int size = ceil_div(count, PIECES);
    float *values;
    CHECK(cudaMalloc(&values, count * sizeof *values));
    for (int first = 0; first < count; first += size) {
        cudaStream_t stream;
        int length = min(size, count - first);
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaMemcpyAsync(values + first, in + first, length * sizeof(float), cudaMemcpyHostToDevice, stream));
        relax<<<ceil_div(length, 256), 256, 0, stream>>>(values + first, length);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + first, values + first, length * sizeof(float), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }
    CHECK(cudaFree(values));
}
