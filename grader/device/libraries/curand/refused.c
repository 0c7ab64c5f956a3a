// refused.c - the rest of cuRAND: calls that are refused by name, so that a program which only links them runs.
#include "../work/work.h"

enum { TYPE_ERROR = 103 }; // CURAND_STATUS_TYPE_ERROR: curand.h declares these functions with their parameters

#define REFUSED(name)                                                                                                  \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) {                                                                                                   \
        refuse_call(#name);                                                                                            \
        return TYPE_ERROR;                                                                                             \
    }
#include "refused.def"
