// refused.c - what a web page has not: libraries for compressed images, and ptxas. The kernels of a page come with
// machine code, uncompressed.
#include "../image/ptxas.h"
#include "../image/unpack.h"

bool unpack(Packing packing, uint8_t *to, size_t size, const uint8_t *from, size_t packed) {
    return (void)packing, (void)to, (void)size, (void)from, (void)packed, false;
}

const FatbinResources *assembler_resources(Assembler *assembler, const FatbinPtx *texts, size_t count, int target,
                                           const char *kernel) {
    return (void)assembler, (void)texts, (void)count, (void)target, (void)kernel, NULL;
}
