// refused.c - the rest of the runtime API: calls that are refused, by name, instead of doing something wrong.
//
// Inter-process and graphics interoperability, external memory and semaphores, logs. Each returns cudaErrorNotSupported
// whatever its arguments are. The toolkit's headers declare these functions with others, so they are not included.
#include "base/channel.h"
#include <stdbool.h>

#define EXPORT __attribute__((visibility("default")))

cudaError_t api_result(const char *call, cudaError_t error);
cudaError_t not_supported(const char *what, bool *said);

static int refuse(const char *call, bool *said) {
    not_supported(call, said);
    if (channel_open()) return api_result(call, channel_open());
    return api_result(call, cudaErrorNotSupported);
}

#define REFUSED(name)                                                                                                  \
    EXPORT int name(void);                                                                                             \
    int name(void) {                                                                                                   \
        static bool said;                                                                                              \
        return refuse(#name, &said);                                                                                   \
    }
#include "cudart_refused.def"
