// device_code.c - reads containers of device code and sends them to the device.
#include "device_code.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
} Container;

uint64_t container_bytes(const uint8_t *bytes) {
    Container header;
    memcpy(&header, bytes, sizeof header);
    return header.magic == CONTAINER_MAGIC ? header.header_bytes + header.bytes : 0;
}

// Sends a container from the image's byte `offset` on.
static cudaError_t send_container(const uint8_t *bytes, uint64_t *offset) {
    cudaError_t error = cudaSuccess;
    uint64_t size = container_bytes(bytes);
    for (uint64_t done = 0; done < size && !error; done += SLOT_CAPACITY) {
        uint64_t part = size - done < SLOT_CAPACITY ? size - done : SLOT_CAPACITY;
        memcpy(channel_window(), bytes + done, part);
        error = CHANNEL_CALL(NULL, CALL_IMAGE_PART, *offset + done, part);
    }
    *offset += size;
    return error;
}

static cudaError_t send_containers(const Wrapper *wrapper) {
    uint64_t size = container_bytes(wrapper->container), offset = 0;
    const uint8_t *const *linked = wrapper->version >= 2 ? wrapper->linked : NULL;
    for (size_t i = 0; linked && linked[i]; i++) size += container_bytes(linked[i]);
    cudaError_t error = CHANNEL_CALL(NULL, CALL_IMAGE_BEGIN, size);
    if (!error) error = send_container(wrapper->container, &offset);
    for (size_t i = 0; linked && linked[i] && !error; i++) error = send_container(linked[i], &offset);
    return error;
}

cudaError_t image_send(const Wrapper *wrapper, uint32_t *handle) {
    char reason[513] = "";
    Exchange load = {.request = {.call = CALL_IMAGE_LOAD}, .answer = reason, .answer_bytes = sizeof reason - 1};
    if (wrapper->magic != WRAPPER_MAGIC || !wrapper->container) return cudaErrorInvalidKernelImage;
    channel_lock();
    cudaError_t error = send_containers(wrapper);
    if (!error) error = channel_exchange(&load);
    channel_unlock();
    if (error && *reason) fprintf(stderr, "emulated GPU: %s\n", reason);
    *handle = (uint32_t)load.reply.value[0];
    return error;
}

const void *image_container(const void *code) {
    Wrapper wrapper;
    memcpy(&wrapper, code, sizeof wrapper.magic);
    if (wrapper.magic == CONTAINER_MAGIC) return code;
    if (wrapper.magic != WRAPPER_MAGIC) return NULL;
    memcpy(&wrapper, code, sizeof wrapper);
    return wrapper.container;
}
