// copies_in_streams.c - the calls that copy in streams.
#include "streams.h"

Work copy_work(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
               enum cudaMemcpyKind kind) {
    bool alone = rows <= 1;
    return (Work){.type = cudaGraphNodeTypeMemcpy,
                  .copy = {.srcPtr = {(void *)(uintptr_t)from, alone ? 0 : from_pitch, 0, 0},
                           .dstPtr = {to, alone ? 0 : to_pitch, 0, 0},
                           .extent = {width, rows, 1},
                           .kind = kind}};
}

cudaError_t copy_in_stream(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
                           enum cudaMemcpyKind kind, cudaStream_t stream) {
    if ((unsigned)kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (!width || !rows) return context_ready();
    Work work = copy_work(to, to_pitch, from, from_pitch, width, rows, kind);
    return stream_do(stream, &work);
}

API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                                cudaStream_t stream) {
    RESULT(copy_in_stream(to, bytes, from, bytes, bytes, 1, kind, stream));
}
PER_THREAD(cudaMemcpyAsync, _ptsz);

API cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                                  size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    if (width > to_pitch || width > from_pitch) RESULT(cudaErrorInvalidPitchValue);
    RESULT(copy_in_stream(to, to_pitch, from, from_pitch, width, height, kind, stream));
}
PER_THREAD(cudaMemcpy2DAsync, _ptsz);

API cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream) {
    if (!p) RESULT(cudaErrorInvalidValue);
    RESULT(stream_do(stream, &(Work){.type = cudaGraphNodeTypeMemcpy, .copy = *p}));
}
PER_THREAD(cudaMemcpy3DAsync, _ptsz);
