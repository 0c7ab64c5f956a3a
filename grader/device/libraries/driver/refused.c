// refused.c - the functions of the driver API, all but those that name an error.
enum { CUDA_ERROR_STUB_LIBRARY = 34 };

#define REFUSED(name)                                                                                                  \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) { return CUDA_ERROR_STUB_LIBRARY; }
#include "driver_refused.def"
