// race_order.c - what orders blocks of a launch: fences, and what comes after them. (race_blocks.h)
//
// Time is the number of releases so far. A block's release makes known what it did before its last fence; another
// block's acquire, at that time or later, orders that before what it does from then on. A release is timed before its
// value is there to be seen, an acquire when its block next does something: so whoever saw the value is later.
#include "../../system/grow.h"
#include "checks.h"
#include "race_blocks.h"
#include <assert.h>
#include <stdlib.h>

// By number of fences: when what came before the next one was made known.
typedef struct Releases {
    uint32_t count;
    size_t capacity;
    uint64_t *time;
} Releases;

static uint32_t next_generation(void) {
    static _Atomic uint32_t generations;
    return ++generations;
}

bool race_order_create(Block *block) {
    if (block->launch->races) block->order = calloc(1, sizeof *block->order);
    return block->order || !block->launch->races;
}

void race_order_begin(Block *block) {
    if (!block->launch->races) return;
    *block->order = (BlockOrder){.generation = next_generation()};
}

void race_order_fence(Block *block) {
    BlockOrder *order = block->launch->races ? block->order : NULL;
    if (!order || !order->touched) return;
    order->fences++;
    order->touched = false;
    order->generation = next_generation();
}

static Releases *releases_of(RaceBlocks *races, uint32_t block) {
    if (!races->of_block) races->of_block = calloc(races->blocks, sizeof *races->of_block);
    if (!races->of_block) return NULL;
    assert(block < races->blocks);
    if (!races->of_block[block]) races->of_block[block] = calloc(1, sizeof(Releases));
    return races->of_block[block];
}

static void release(RaceBlocks *races, Block *block) {
    BlockOrder *order = block->order;
    assert(order->published <= order->fences);
    if (order->fences == order->published) return;
    lock_take(&races->lock);
    Releases *releases = releases_of(races, block->index);
    if (releases && ARRAY_RESERVE(releases->time, releases->capacity, order->fences)) {
        races->releases++;
        while (releases->count < order->fences) releases->time[releases->count++] = races->releases;
    }
    order->published = order->fences;
    lock_release(&races->lock);
}

void race_order_before(Block *block) {
    BlockOrder *order = block->order;
    if (!order->acquires) return;
    RaceBlocks *races = block->launch->races;
    lock_take(&races->lock);
    order->acquired = races->releases;
    lock_release(&races->lock);
    order->acquires = false;
}

void race_order_meet(Block *block, const Access *access) {
    RaceBlocks *races = block->launch->races;
    if (!races) return;
    if (access->instruction->releases) race_order_fence(block);
    if (access->kind != ACCESS_LOAD) release(races, block);
    block->order->acquires |= access->kind == ACCESS_LOAD || access->kind == ACCESS_ATOMIC;
}

void race_order_barrier(Block *block, bool arrives) {
    RaceBlocks *races = block->launch->races;
    if (!races) return;
    if (arrives) {
        race_order_fence(block);
        release(races, block);
    } else {
        block->order->acquires = true;
    }
}

bool race_unordered(RaceBlocks *races, const Block *block, const Accessor *other) {
    bool ordered = false;
    lock_take(&races->lock);
    assert(other->block < races->blocks && other->block != block->index);
    const Releases *releases = races->of_block ? races->of_block[other->block] : NULL;
    if (releases && other->fences < releases->count) ordered = block->order->acquired >= releases->time[other->fences];
    lock_release(&races->lock);
    return !ordered;
}

void race_order_free(RaceBlocks *races) {
    for (uint32_t n = 0; races->of_block && n < races->blocks; n++) {
        if (races->of_block[n]) free(races->of_block[n]->time);
        free(races->of_block[n]);
    }
    free(races->of_block);
}
