// sets_in_streams.c - the calls that set memory to bytes, in one, two and three dimensions.
#include "streams.h"

static Work set_work(void *to, size_t pitch, unsigned value, size_t width, size_t rows) {
    return (Work){.type = cudaGraphNodeTypeMemset, .set = {to, pitch, value & 0xff, 1, width, rows}};
}

static cudaError_t set_in_stream(void *to, size_t pitch, int byte, size_t width, size_t rows, cudaStream_t stream) {
    Work work = set_work(to, pitch, (unsigned)byte, width, rows);
    return stream_do(stream, &work);
}

API cudaError_t cudaMemset(void *to, int byte, size_t bytes) {
    RESULT(set_in_stream(to, bytes, byte, bytes, 1, cudaStreamLegacy));
}
PER_THREAD(cudaMemset, _ptds);

API cudaError_t cudaMemsetAsync(void *to, int byte, size_t bytes, cudaStream_t stream) {
    RESULT(set_in_stream(to, bytes, byte, bytes, 1, stream));
}
PER_THREAD(cudaMemsetAsync, _ptsz);

API cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height) {
    RESULT(set_in_stream(to, pitch, byte, width, height, cudaStreamLegacy));
}
PER_THREAD(cudaMemset2D, _ptds);

API cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height, cudaStream_t stream) {
    RESULT(set_in_stream(to, pitch, byte, width, height, stream));
}
PER_THREAD(cudaMemset2DAsync, _ptsz);

static cudaError_t set_3d(struct cudaPitchedPtr to, int byte, struct cudaExtent extent, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; slice < extent.depth && !error; slice++)
        error = set_in_stream(box_position(to, (struct cudaPos){0, 0, slice}), to.pitch, byte, extent.width,
                              extent.height, stream);
    return error;
}

API cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int byte, struct cudaExtent extent) {
    RESULT(set_3d(to, byte, extent, cudaStreamLegacy));
}
PER_THREAD(cudaMemset3D, _ptds);

API cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int byte, struct cudaExtent extent, cudaStream_t stream) {
    RESULT(set_3d(to, byte, extent, stream));
}
PER_THREAD(cudaMemset3DAsync, _ptsz);
