// one_block.c - a block made by hand, without a kernel: for tests of what sees its accesses.
#include "one_block.h"

#include <stdlib.h>
#include <string.h>

void one_block_begin(OneBlock *one, uint64_t shared_bytes) {
    static const uint8_t constant[64];
    memset(one, 0, sizeof *one);
    one->launch = (Launch){.kernel = "by_hand",
                           .grid = {1, 1, 1},
                           .block = {1024, 1, 1},
                           .shared_bytes = shared_bytes,
                           .local_bytes = 1024,
                           .constant = constant,
                           .constant_bytes = sizeof constant,
                           .checks = true};
    one->launch.memory = memory_create(1ull << 30, NULL);
    one->launch.faults = faults_create();
    one->worker.launch = &one->launch;
    for (uint32_t i = 0; i < 64; i++) one->instructions[i].location = i;
    one->block = (Block){.launch = &one->launch,
                         .worker = &one->worker,
                         .warp_count = 32,
                         .thread_count = 1024,
                         .warps = one->warps,
                         .shared = calloc(1, shared_bytes + 1)};
    for (uint32_t i = 0; i < 32; i++)
        one->warps[i] = (Warp){.mask = FULL_MASK,
                               .active = FULL_MASK,
                               .live = FULL_MASK,
                               .block = &one->block,
                               .worker = &one->worker,
                               .index = i};
    if (!checks_block_create(&one->block)) abort(); // no memory: nothing can be tested
    checks_block_begin(&one->block);
}

void one_block_free(OneBlock *one) {
    checks_block_free(&one->block);
    free(one->block.shared);
    faults_destroy(one->launch.faults);
    memory_destroy(one->launch.memory);
}

void one_block_barrier(OneBlock *one) { one->block.barrier_epoch++; }

uint32_t one_block_access(OneBlock *one, unsigned warp, PtxSpace space, AccessKind kind, unsigned bytes, uint32_t mask,
                          const uint64_t address[WARP_LANES], const void *values) {
    Access access = {.instruction = &one->instructions[one->location],
                     .order = one->order,
                     .kind = kind,
                     .space = space,
                     .bytes = bytes,
                     .mask = mask,
                     .values = values,
                     .counts = &one->counts};
    memcpy(access.address, address, sizeof access.address);
    return access_observe(&one->warps[warp], &access);
}

uint32_t one_block_strided(OneBlock *one, unsigned warp, PtxSpace space, AccessKind kind, uint64_t start,
                           uint64_t stride) {
    uint64_t address[WARP_LANES];
    uint32_t values[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        address[lane] = start + lane * stride;
        values[lane] = lane * 3 + 1;
    }
    return one_block_access(one, warp, space, kind, 4, FULL_MASK, address, kind == ACCESS_STORE ? values : NULL);
}

const Fault *one_block_faults(OneBlock *one, size_t *count) {
    checks_block_end(&one->block);
    return faults_sorted(one->launch.faults, count);
}
