// refused.c - the rest of cuBLAS: calls that are refused by name, so that a program which only links them runs.
#include "../work/work.h"

#define REFUSED_BY(refuse, name)                                                                                       \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) { return refuse(#name); }
#define REFUSED(name) REFUSED_BY(refuse_call, name)
#define LEGACY(name) REFUSED_BY(refuse_legacy, name)
#include "cublas_refused.def"
