// api.h - what every file of the runtime library needs: results of calls, the context, the device.
//
// Device addresses are numbers here: nothing in this process can follow them. Only host and managed memory, whose
// bytes are a memfd mapped by both sides, has its device address as its host address too.
//
// A launch returns once the device knows that the kernel can run; the program goes on beside the kernel until a call
// of its needs the device, which does one thing after the other. Launches and the calls named Async do not report a
// fault of the device: the first call that waits for the device does, and all calls after it.
#ifndef API_H
#define API_H

#include "channel.h"
#include <cuda_runtime_api.h>

#define API __attribute__((visibility("default")))
// The name a program compiled with per-thread default streams imports. Which stream NULL is makes no difference here,
// but for captures (stream_null_is_own).
#define PER_THREAD(name, suffix)                                                                                       \
    extern __typeof__(name) name##suffix __attribute__((alias(#name), visibility("default")))
// Before a function without parameters that makes a module known to lower ones, which do not call upwards: it runs when
// the library is loaded.
#define WHEN_LOADED __attribute__((constructor)) static

// errors.c
// Ends an API call: remembers an error for cudaGetLastError, tells the device of it for its report, and returns it.
cudaError_t api_result(const char *call, cudaError_t error);
// After a call that waited for the device: an error of the context is reported from now on, and what kernels printed is
// written.
cudaError_t waited(const Reply *reply, cudaError_t error);
unsigned long context_waits(void); // how often that was
// After a call that does not wait: an error of the context that no call has waited for is not reported yet.
cudaError_t not_waited(const Reply *reply, cudaError_t error);
// Opens the channel. Returns the context's error if that was reported before.
cudaError_t context_ready(void);
// Waits for the device and returns the context's error.
cudaError_t context_wait(void);
// Waits for the kernels that run and ignores their errors: the host may then touch what they used.
void context_idle(void);
void context_failed(cudaError_t error); // work that was put off has; the next call that waits returns it
void context_forget(void);              // after a reset
#define RESULT(error) return api_result(__func__, error)
// Says once what is not supported, and returns cudaErrorNotSupported.
cudaError_t not_supported(const char *what, bool *said);

// device_properties.c: what the device says of an attribute.
cudaError_t device_attribute(int *value, enum cudaDeviceAttr attribute);
// For a device other than 0: says, once in a program, that there is one, and returns cudaErrorInvalidDevice.
cudaError_t device_missing(int device);

uint64_t page_size(void); // of the host: 4 KiB on x86-64; 4, 16 or 64 on arm64

#endif
