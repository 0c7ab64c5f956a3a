// refused.c - the rest of cuBLASLt: calls that are refused by name, so that a program which only links them runs.
#include "../work/work.h"

#define REFUSED(name)                                                                                                  \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) { return refuse_call(#name); }
#include "cublaslt_refused.def"
