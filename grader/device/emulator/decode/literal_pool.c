// literal_pool.c - a pool of constants, found again by value.
#include "literal_pool.h"
#include "../../system/hash.h"
#include <assert.h>
#include <string.h>

static uint64_t literal_hash(uint64_t bits, bool wide) { return (hash_mixed(0, bits) ^ wide) >> 16; }

static bool literal_is(const LiteralEntry *entry, uint64_t bits, bool wide, bool shared) {
    return entry->bits == bits && entry->wide == wide && entry->shared == shared;
}

static LiteralEntry *literal_entry(LiteralPool *pool, uint64_t bits, bool wide, bool shared) {
    assert(pool->count < pool->capacity && (pool->capacity & (pool->capacity - 1)) == 0);
    uint32_t at;
    HASH_SEARCH(at, literal_hash(bits, wide), pool->capacity - 1,
                !pool->table[at].used || literal_is(&pool->table[at], bits, wide, shared));
    return &pool->table[at];
}

static void literals_grow(LiteralPool *pool) {
    LiteralPool larger = {.arena = pool->arena, .capacity = pool->capacity ? pool->capacity * 2 : 64};
    larger.table = arena_array(pool->arena, larger.capacity, sizeof *larger.table);
    for (uint32_t n = 0; n < pool->capacity; n++) {
        const LiteralEntry *entry = &pool->table[n];
        if (entry->used) *literal_entry(&larger, entry->bits, entry->wide, entry->shared) = *entry;
    }
    pool->table = larger.table;
    pool->capacity = larger.capacity;
}

static uint32_t literal_store(LiteralPool *pool, uint64_t bits, bool wide) {
    size_t bytes = wide ? LONG_SLOT : WORD_SLOT;
    if (pool->used[wide] + bytes > OPERAND_OFFSETS) arena_exhausted(pool->arena);
    if (pool->used[wide] + bytes > pool->room[wide] * bytes) {
        pool->bytes[wide] = arena_grow(pool->arena, pool->bytes[wide], &pool->room[wide], bytes);
    }
    uint8_t *at = pool->bytes[wide] + pool->used[wide];
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (wide) ((uint64_t *)(void *)at)[lane] = bits;
        else ((uint32_t *)(void *)at)[lane] = (uint32_t)bits;
    pool->used[wide] += bytes;
    return (uint32_t)(pool->used[wide] - bytes);
}

Operand literal_operand(LiteralPool *pool, uint64_t bits, bool wide, bool shared) {
    if (2 * pool->count >= pool->capacity) literals_grow(pool);
    LiteralEntry *entry = literal_entry(pool, bits, wide, shared);
    if (!entry->used) {
        *entry = (LiteralEntry){bits, literal_store(pool, bits, wide), wide, shared, true};
        pool->count++;
    }
    return (Operand){.bank = wide ? BANK_LITERAL_LONG : BANK_LITERAL_WORD, .offset = entry->offset};
}

uint32_t *literals_shared(const LiteralPool *pool, bool wide, uint32_t *count) {
    uint32_t *offsets = arena_array(pool->arena, pool->count, sizeof *offsets);
    *count = 0;
    for (uint32_t n = 0; n < pool->capacity; n++) {
        const LiteralEntry *entry = &pool->table[n];
        if (!entry->used || !entry->shared || entry->wide != wide) continue;
        offsets[(*count)++] = entry->offset;
    }
    return offsets;
}

void literals_give(LiteralPool *pool, uint8_t *banks[3]) {
    banks[0] = pool->bytes[0];
    banks[1] = pool->bytes[1];
    banks[2] = arena_array(pool->arena, 2, 4);
    memset(banks[2] + 4, 0xff, 4);
}
