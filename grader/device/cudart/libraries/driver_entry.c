// driver_entry.c - functions of the driver API, for which programs ask by name: there is no driver here.
//
// For every function but cuTensorMapEncodeTiled the answer is that of a driver that lacks it. A message says so once,
// so that a program that needs the function fails with a reason.
#include "../base/api.h"
#include "driver.h"
#include <stdio.h>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // of cudaGetDriverEntryPoint, which programs still call

static cudaError_t find_entry(const char *symbol, void **entry, enum cudaDriverEntryPointQueryResult *found) {
    static bool said;
    if (!symbol || !entry) return cudaErrorInvalidValue;
    cudaError_t error = channel_open();
    if (error) return error;
    *entry = driver_function(symbol);
    if (found) *found = *entry ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    if (*entry) return cudaSuccess;
    if (!said) fprintf(stderr, "emulated GPU: no driver API here: %s and nearly all else is not found\n", symbol);
    said = true;
    return found ? cudaSuccess : cudaErrorSymbolNotFound;
}

static bool flags_fit(unsigned long long flags) {
    return flags == cudaEnableDefault || flags == cudaEnableLegacyStream || flags == cudaEnablePerThreadDefaultStream;
}

API cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **entry, unsigned long long flags,
                                        enum cudaDriverEntryPointQueryResult *found) {
    RESULT(flags_fit(flags) ? find_entry(symbol, entry, found) : cudaErrorInvalidValue);
}
PER_THREAD(cudaGetDriverEntryPoint, _ptsz);

API cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **entry, unsigned version,
                                                 unsigned long long flags,
                                                 enum cudaDriverEntryPointQueryResult *found) {
    (void)version;
    RESULT(flags_fit(flags) ? find_entry(symbol, entry, found) : cudaErrorInvalidValue);
}
PER_THREAD(cudaGetDriverEntryPointByVersion, _ptsz);
