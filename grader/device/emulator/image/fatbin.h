// fatbin.h - the container nvcc puts device code in: PTX texts and machine code (ELF) by architecture.
//
// What a runtime library is given is a wrapper {u32 0x466243b1, u32 version, const void *data, void *more}. Version
// 1: data is one container. Version 2 (separate compilation): data is the linked machine code, without PTX, and
// more points to a list of containers that ends in NULL, one per compiled file, which hold the PTX. fatbin_size
// tells the length of each; containers sent one after another are read as one fat binary. The section .nv_fatbin
// of an executable begins with a container no wrapper points to (what the device linker left), machine code only.
#ifndef FATBIN_H
#define FATBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *ptx; // decompressed text, NUL-terminated; owned
    size_t ptx_length;
    int target;         // 90 for sm_90
    unsigned container; // of the list, from 0: the compiled file
} FatbinPtx;

// Resources of one kernel as ptxas decided them, read from the machine code beside the PTX.
typedef struct {
    char *kernel;
    int target;            // architecture of that machine code
    uint32_t image;        // which of the images it is in
    uint32_t registers;    // per thread
    uint32_t shared_bytes; // static, per block
    uint32_t local_bytes;  // stack per thread, as ptxas -v reports it
} FatbinResources;

// An ELF image of machine code, as ptxas made it.
typedef struct {
    uint8_t *bytes; // owned
    size_t size;
    int target;
} FatbinImage;

typedef struct Fatbin {
    FatbinPtx *ptx;
    size_t ptx_count;
    FatbinResources *resources;
    size_t resource_count;
    FatbinImage *images;
    size_t image_count;
} Fatbin;

// Reads all containers in bytes[0..size). false with a one-sentence reason in error if the bytes are not a
// fat binary; a fat binary without PTX is read, with ptx_count 0. Every length in it is distrusted: decompressed
// size is capped at 256 MiB in all. Machine code that is not understood gives no resources.
bool fatbin_read(const uint8_t *bytes, size_t size, Fatbin *out, char error[200]);
void fatbin_free(Fatbin *fatbin);
// Size in bytes of the container at bytes, from its 16-byte header; 0 if it is not one.
size_t fatbin_size(const uint8_t *bytes);

// Does that machine code run on an architecture? It does on later minor capabilities too.
bool fatbin_runs_on(const FatbinResources *resources, int target);
// What the machine code that runs on that architecture says of the kernel, NULL: nothing.
const FatbinResources *fatbin_resources(const Fatbin *fatbin, const char *kernel, int target);

#endif
