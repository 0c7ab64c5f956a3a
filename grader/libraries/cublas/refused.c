// refused.c - the rest of cuBLAS: calls that are refused by name, so that a program which only links them runs.
#include <stdio.h>

#define REFUSED(name)                                                                                                  \
    __attribute__((visibility("default"))) int name(void);                                                             \
    int name(void) {                                                                                                   \
        static int said;                                                                                               \
        if (!said++) fputs("emulated GPU: " #name " is not supported\n", stderr);                                      \
        return 15 /* CUBLAS_STATUS_NOT_SUPPORTED */;                                                                   \
    }
#include "refused.def"
