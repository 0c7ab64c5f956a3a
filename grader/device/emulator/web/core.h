// core.h - the emulated GPU as a page uses it: numbers and bytes in, JSON out.
//
// One GPU at a time; core_begin makes a fresh one, so that no launch sees what another left. Device addresses are whole
// numbers below 2^53 and travel as double. Errors are CUDA runtime error numbers, 0 is success; core_message says more
// about a refused image. The same functions are compiled for this machine, to compare what both count.
#ifndef CORE_H
#define CORE_H

#include <stdint.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name), used))
#else
#define EXPORT(name)
#endif

// Memory of this instance, for what the page hands over.
void *core_memory(uint32_t size);
void core_release(void *memory);

// A GPU with nothing in it. Of each instruction that touches memory the first `traced` accesses of blocks up to
// last_block are kept one by one (0: none).
int core_begin(int checks, uint32_t traced, uint32_t last_block);
int core_load(const uint8_t *image, uint32_t size); // a fat binary with PTX and machine code, not compressed
const char *core_message(void);

double core_allocate(double size); // 0: there is no memory
// Fills `count` words of 4 bytes from `to` on.
typedef enum {
    FILL_FLOAT_INDEX, // 0.0f, 1.0f, 2.0f, ...
    FILL_FLOAT_UNIT,  // floats from 0 up to 1, in no order
    FILL_SAME,        // the word `detail`
    FILL_SKEWED,      // integers from 0 to 255; of 100 the share `detail` are 0
} Fill;
int core_fill(double to, uint32_t count, int fill, uint32_t detail);
int core_read(void *to, double from, uint32_t size);

// Runs a kernel of the image to its end. `parameters` is the kernel's parameter block.
int core_launch(const char *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t block_x,
                uint32_t block_y, uint32_t block_z, uint32_t shared_bytes, const uint8_t *parameters, uint32_t bytes);

// {"error", "launch": {"kernel", "registers", "shared_bytes", "occupancy", "in_flight", "counters": {...},
// "lines": [{"line", counters that are not 0}]} or null (the last one), "gpu": {"multiprocessors", what each of them
// has: "threads", "registers", "shared_bytes"; "dram_bytes_per_second", "flop_per_second"}, "faults": [{"kind",
// "message", "advice", "line", "other_line", "barrier_line", "block", "thread", "other_block", "other_thread",
// "count"}], "accesses":
// [{"line", "kind", "space", "launch", "block", "warp", "phase", "bytes", "sectors", "passes", "conflicts",
// "allocation", "lanes": [address or null], "values": {variable: [by lane] or what all have}, of our own compiler's
// code}]}. The text is valid until the next call.
const char *core_report(void);

// {"blocks", "warps", "percent", "limited_by", "limit_blocks", "limit_registers", "limit_shared", "limit_warps"} of
// blocks with that many threads, registers per thread, and bytes of shared memory.
const char *core_occupancy(uint32_t threads, uint32_t registers, uint32_t shared_bytes);

#endif
