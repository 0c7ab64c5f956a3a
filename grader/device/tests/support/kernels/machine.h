// machine.h - tests that run kernels: a device, and modules made of PTX text or of a .cu file's fat binary.
#ifndef TESTS_MACHINE_H
#define TESTS_MACHINE_H

#include "emulator/device.h"

// A device with checks on, `threads` host threads and that instruction budget (0: none). What kernels print is kept.
typedef struct {
    Device *device;
    uint32_t module;
    char printed[65536];
    size_t printed_bytes;
} Machine;

Machine *machine_create(unsigned threads, uint64_t budget);
Machine *machine_create_tracing(unsigned threads, TraceOptions trace);
void machine_free(Machine *machine);
// Wraps PTX text in a fat binary, as nvcc would, and loads it; fails the test if it is refused.
void machine_load(Machine *machine, const char *ptx);
int machine_try_load(Machine *machine, const char *ptx, char message[512]);
// The text of a kernel of .visible .entry NAME with (.param .u64 out, .param .u32 n) and `body`, with registers
// declared: %p0..15 pred, %r0..63 b32, %f0..31 f32, %d0..15 f64, %l0..31 b64, %h0..15 b16. The caller frees it.
char *kernel_text(const char *name, const char *body);
void machine_load_kernel(Machine *machine, const char *name, const char *body);
// Launches with parameters packed by the caller; returns device_launch's result.
int machine_launch(Machine *machine, const char *kernel, Dim3 grid, Dim3 block, uint64_t shared, const void *parameters,
                   uint32_t bytes);
// Launches an (out, n) kernel over `count` words of output, and reads them back into words.
int machine_run(Machine *machine, const char *kernel, uint32_t blocks, uint32_t threads, uint32_t n, uint32_t *words,
                uint32_t count);
uint64_t machine_counter(Machine *machine, Counter counter); // of the last launch
const Fault *machine_fault(Machine *machine);                // the first, NULL: none

const char *fault_says(const Fault *fault); // in words, until it is called again; NULL: ""

#endif
