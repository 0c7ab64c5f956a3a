// unsupported.c - the rest of the runtime API: calls that are refused, by name, instead of doing something wrong.
//
// Inter-process and graphics interoperability, external memory and semaphores, logs. Each
// returns cudaErrorNotSupported whatever its arguments are, so their types are not needed here.
#include "channel.h"
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

cudaError_t api_result(const char *call, cudaError_t error);

cudaError_t not_supported(const char *what, bool *said) {
    if (!*said) fprintf(stderr, "emulated GPU: %s is not supported\n", what);
    *said = true;
    return cudaErrorNotSupported;
}

static int refuse(const char *call, bool *said) {
    not_supported(call, said);
    if (channel_open()) return api_result(call, channel_open());
    return api_result(call, cudaErrorNotSupported);
}

#define UNSUPPORTED(name)                                                                                              \
    EXPORT int name(void);                                                                                             \
    int name(void) {                                                                                                   \
        static bool said;                                                                                              \
        return refuse(#name, &said);                                                                                   \
    }
#include "unsupported.def"
