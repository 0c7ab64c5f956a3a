// peer.c - copies between devices and access to a peer's memory, on a machine that has one device.
#include "streams.h"

static cudaError_t device_valid(int device) {
    cudaError_t error = channel_open();
    return error ? error : device != 0 ? device_missing(device) : cudaSuccess;
}

API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (!can) RESULT(cudaErrorInvalidValue);
    cudaError_t error = device_valid(device);
    if (!error) error = device_valid(peer);
    if (!error) *can = 0;
    RESULT(error);
}

API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    cudaError_t error = device_valid(peer);
    RESULT(error ? error : flags ? cudaErrorInvalidValue : cudaErrorPeerAccessUnsupported);
}

API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    cudaError_t error = device_valid(peer);
    RESULT(error ? error : cudaErrorPeerAccessNotEnabled);
}

API cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to) {
    (void)attribute;
    if (!value) RESULT(cudaErrorInvalidValue);
    *value = 0;
    cudaError_t error = device_valid(from);
    if (!error) error = device_valid(to);
    RESULT(error ? error : cudaErrorInvalidDevice); // a device has no peer attributes with itself
}

API cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    if (to_device != 0 || from_device != 0) RESULT(device_missing(to_device ? to_device : from_device));
    RESULT(copy_rows(to, from, (Shape){bytes, 1, bytes, bytes}, cudaMemcpyDeviceToDevice, true));
}

API cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                    cudaStream_t stream) {
    if (to_device != 0 || from_device != 0) RESULT(device_missing(to_device ? to_device : from_device));
    if (!bytes) RESULT(context_ready());
    Work work = copy_work(to, bytes, from, bytes, bytes, 1, cudaMemcpyDeviceToDevice);
    RESULT(stream_do(stream, &work));
}

static cudaError_t read_box(const struct cudaMemcpy3DPeerParms *p, struct cudaMemcpy3DParms *box) {
    if (!p) return cudaErrorInvalidValue;
    if (p->srcDevice != 0 || p->dstDevice != 0) return cudaErrorInvalidDevice;
    *box = (struct cudaMemcpy3DParms){p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                      p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
    return cudaSuccess;
}

API cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p) {
    struct cudaMemcpy3DParms box;
    cudaError_t error = read_box(p, &box);
    RESULT(error ? error : copy_box(&box, true));
}
PER_THREAD(cudaMemcpy3DPeer, _ptds);

API cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream) {
    Work work = {.type = cudaGraphNodeTypeMemcpy};
    cudaError_t error = read_box(p, &work.copy);
    RESULT(error ? error : stream_do(stream, &work));
}
PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz);
