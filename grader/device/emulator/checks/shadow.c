// shadow.c - a block's shadow memory: made at its first begin, made new for each block without clearing it.
#include "shadow.h"
#include "../base/bits.h"
#include "../machine/code.h"
#include "checks.h"
#include "race_blocks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void shadow_free(SharedShadow *shadow) {
    if (shadow == NULL) return;
    free(shadow->initialised);
    free(shadow->races.write);
    free(shadow->reads);
    race_copies_free(shadow);
    free(shadow);
}

static SharedShadow *shadow_create(uint64_t bytes) {
    SharedShadow *shadow = calloc(1, sizeof *shadow);
    if (shadow == NULL) return NULL;
    uint64_t units = bytes / 4 + 1;
    shadow->bytes = bytes;
    shadow->unit_shift = 2;
    while (bytes >> shadow->area_shift >= 64) shadow->area_shift++;
    assert(bytes >> shadow->area_shift < 64);
    shadow->initialised = calloc(bits_words(bytes) + 1, sizeof *shadow->initialised);
    shadow->races.write = calloc(3 * units, sizeof *shadow->races.write);
    shadow->reads = race_reads_create();
    bool made = shadow->initialised && shadow->races.write && shadow->reads;
    if (!made) {
        shadow_free(shadow);
        return NULL;
    }
    shadow->races.first = shadow->races.write + units;
    shadow->races.second = shadow->races.first + units;
    return shadow;
}

bool checks_block_create(Block *block) {
    block->shadow = shadow_create(block->launch->shared_bytes);
    block->pending = malloc(sizeof *block->pending);
    return block->shadow && block->pending && race_order_create(block);
}

void checks_block_begin(Block *block) {
    race_order_begin(block);
    assert(block->warp_count <= sizeof block->shadow->meetings / sizeof *block->shadow->meetings);
    SharedShadow *shadow = block->shadow;
    memset(shadow->initialised, 0, bits_words(shadow->bytes) * sizeof *shadow->initialised);
    shadow->unwritten = shadow->bytes;
    shadow->widest = 0;
    const Program *program = block->launch->program;
    if (program != NULL && program->reserved_bytes != 0)
        shadow->unwritten -= bits_set(shadow->initialised, launch_reserved(block->launch),
                                      launch_reserved(block->launch) + program->reserved_bytes - 1);
    shadow->barrier_epoch = UINT32_MAX; // the first access starts a new interval
    block->pending->count = 0;
    race_copies_forget(shadow);
    if (shadow->meeting_time != 0) memset(shadow->meetings, 0, sizeof shadow->meetings);
    shadow->meeting_time = 0;
}

void checks_block_end(Block *block) {
    global_shadow_settle(block);
    faults_flush(block);
}

void checks_block_free(Block *block) {
    shadow_free(block->shadow);
    free(block->pending);
    block->shadow = NULL;
    block->pending = NULL;
    global_shadow_free(block);
    free(block->order);
    block->order = NULL;
}
