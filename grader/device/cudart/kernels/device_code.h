// device_code.h - device code as nvcc puts it in a program, and its way to the device.
#ifndef DEVICE_CODE_H
#define DEVICE_CODE_H

#include "../base/api.h"

#define WRAPPER_MAGIC 0x466243b1u
#define CONTAINER_MAGIC 0xba55ed50u

// What nvcc puts in .nvFatBinSegment. Version 2 (relocatable device code): linked is a NULL-terminated list of the
// containers of the object files, whose PTX the linked machine code came from.
typedef struct {
    uint32_t magic, version;
    const uint8_t *container;
    const uint8_t *const *linked;
} Wrapper;

uint64_t container_bytes(const uint8_t *bytes); // 0: it is no container
const void *image_container(const void *code);  // what a fat binary or its wrapper holds, NULL: it is neither
// Loads it on the device. Why it cannot be loaded is printed.
cudaError_t image_send(const Wrapper *wrapper, uint32_t *handle);

#endif
