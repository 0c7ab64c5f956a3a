// unsupported.c - the rest of the runtime API: calls that are refused, by name, instead of doing something wrong.
//
// Graphs, stream capture, arrays and textures, inter-process and graphics interoperability, run-time libraries. Each
// returns cudaErrorNotSupported whatever its arguments are, so their types are not needed here.
#include "channel.h"
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

cudaError_t api_result(const char *call, cudaError_t error);

static int refuse(const char *call, bool *said) {
    if (!*said) fprintf(stderr, "emulated GPU: %s is not supported\n", call);
    *said = true;
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
