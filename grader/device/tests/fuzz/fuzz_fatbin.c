// fuzz_fatbin.c - any bytes are read as a fat binary, or as the machine code in one, or refused.
#include "emulator/image/cubin.h"
#include "emulator/image/fatbin.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Fatbin fatbin;
    char error[200];
    if (!fatbin_read(data, size, &fatbin, error) && !error[0]) abort();
    fatbin_free(&fatbin);
    cubin_read(data, size, 90, &fatbin.resources, &fatbin.resource_count);
    fatbin_free(&fatbin);
    return 0;
}
