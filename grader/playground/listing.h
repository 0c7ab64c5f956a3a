// listing.h - what the programs around a lesson's listings use: arrays on the device, filled or shown by one call.
#ifndef LISTING_H
#define LISTING_H

#include "workbook.h"

// Memory of the device for `count` values: 0, 1, 2, and so on.
template <typename T = float> T *numbers(int count) {
    T *host = static_cast<T *>(malloc(count * sizeof(T))), *device = nullptr;
    for (int i = 0; i < count; i++) host[i] = static_cast<T>(i);
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    CHECK(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
    free(host);
    return device;
}

// The same, without values.
template <typename T = float> T *room(int count) {
    T *device = nullptr;
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    return device;
}

// Waits for the kernels, and prints the first values of an array of the device.
template <typename T> void show(const T *device, int count) {
    T host[64];
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; i++) printf("%g ", static_cast<double>(host[i]));
    printf("\n");
}
#endif
