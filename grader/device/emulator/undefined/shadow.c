// shadow.c - shadow memory of a warp: which bits of its registers and bytes of its local memory nothing has written.
#include "shadow.h"
#include "../../system/grow.h"
#include "../base/invariant.h"
#include "../base/pages.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t local_bytes(const Warp *warp) { return (size_t)WARP_LANES * warp->block->launch->local_bytes; }

static bool bank_fit(Warp *warp, unsigned bank) {
    ValueShadow *values = warp->values;
    uint32_t old = values->bytes[bank], new = warp->stack_bytes[bank], slot = shadow_slot((Bank)bank);
    if (old >= new && values->bits[bank]) return true;
    assert(old <= new); // stacks only grow
    uint32_t known = old ? old / slot + 1 : 0, origins = new / slot + 2;
    if (!ARRAY_RESIZE(values->bits[bank], new + 64) || !ARRAY_RESIZE(values->origin[bank], origins)) return false;
    memset(values->bits[bank] + old, 0, new + 64 - old);
    memset(values->origin[bank] + known, 0, (origins - known) * sizeof *values->origin[bank]);
    values->bytes[bank] = new;
    return true;
}

bool shadow_fit(Warp *warp) {
    if (!warp->values) warp->values = calloc(1, sizeof *warp->values);
    if (!warp->values) return false;
    for (unsigned bank = 0; bank < 3; bank++)
        if (!bank_fit(warp, bank)) return false;
    if (warp->values->local || !local_bytes(warp)) return true;
    warp->values->local = pages_map(local_bytes(warp));
    return warp->values->local != NULL;
}

void shadow_free(Warp *warp) {
    if (!warp->values) return;
    for (unsigned bank = 0; bank < 3; bank++) {
        free(warp->values->bits[bank]);
        free(warp->values->origin[bank]);
    }
    if (warp->values->local) pages_unmap(warp->values->local, local_bytes(warp));
    free(warp->values);
    warp->values = NULL;
}

uint64_t shadow_read(const Warp *warp, Operand operand, unsigned lane) {
    invariant(lane < WARP_LANES);
    if (operand.bank > BANK_PREDICATE || *shadow_origin(warp, operand) == ORIGIN_NONE) return 0;
    const uint8_t *lanes = shadow_lanes(warp, operand);
    if (operand.bank == BANK_LONG) return ((const uint64_t *)(const void *)lanes)[lane];
    uint32_t word = ((const uint32_t *)(const void *)lanes)[operand.bank == BANK_WORD ? lane : 0];
    return operand.bank == BANK_WORD ? word : word >> lane & 1;
}

void shadow_write(const Warp *warp, Operand operand, unsigned lane, uint64_t bits) {
    invariant(lane < WARP_LANES && operand.bank <= BANK_PREDICATE);
    uint8_t *lanes = shadow_lanes(warp, operand);
    if (operand.bank == BANK_LONG) ((uint64_t *)(void *)lanes)[lane] = bits;
    else if (operand.bank == BANK_WORD) ((uint32_t *)(void *)lanes)[lane] = (uint32_t)bits;
    else {
        uint32_t *word = (uint32_t *)(void *)lanes;
        *word = (*word & ~(1u << lane)) | (uint32_t)(bits & 1) << lane;
    }
}

uint32_t shadow_undefined(const Warp *warp, Operand operand) {
    uint32_t undefined = 0;
    if (operand.bank > BANK_PREDICATE || *shadow_origin(warp, operand) == ORIGIN_NONE) return 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        undefined |= (uint32_t)(shadow_read(warp, operand, lane) != 0) << lane;
    return undefined;
}

void shadow_settle(const Warp *warp, Operand operand, uint32_t origin) {
    *shadow_origin(warp, operand) = ORIGIN_UNREAD; // so that the lanes are looked at
    *shadow_origin(warp, operand) = shadow_undefined(warp, operand) ? origin : ORIGIN_NONE;
}
