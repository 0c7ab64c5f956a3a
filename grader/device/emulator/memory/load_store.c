// load_store.c - ld and st: addresses of the lanes, what observers say of them, then the bytes.
//
// A generic address is sorted into its space by window; lanes of one instruction in different spaces make one
// access for each. Whole warps that read or write consecutive 4-byte words, and warps that read one word, are the
// common cases and are copied at once.
#include "load_store.h"
#include "../base/checked.h"
#include "../base/invariant.h"
#include "../checks/checks.h"
#include "../machine/cluster.h"
#include "address_pair.h"
#include "observe.h"
#include "repeated_shapes.h"
#include <assert.h>
#include <string.h>

enum { VECTOR_BYTES_MOST = 32 }; // that a lane moves at once

// Instruction.flags: a load extends the sign; its destination holds 16 bits; volatile; relaxed, acquire or release; a
// load of one word
enum { FLAG_SIGNED = 1, FLAG_HALFWORD = 2, FLAG_VOLATILE = 4, FLAG_STRONG = 8, FLAG_WORD = 16 };

PtxSpace generic_space(uint64_t address) {
    if (address - SHARED_WINDOW < WINDOW_BYTES) return SPACE_SHARED;
    if (address - LOCAL_WINDOW < WINDOW_BYTES) return SPACE_LOCAL;
    if (address - CONST_WINDOW < WINDOW_BYTES) return SPACE_CONST;
    return SPACE_GLOBAL;
}

static const uint64_t WINDOWS[SPACE_COUNT] = {
    [SPACE_SHARED] = SHARED_WINDOW + SHARED_BASE, [SPACE_LOCAL] = LOCAL_WINDOW, [SPACE_CONST] = CONST_WINDOW};

static void lane_addresses(const Warp *warp, const Instruction *i, uint64_t *address) {
    const void *base = operand_lanes(warp, i->a);
    uint64_t offset = access_offset(i);
    if (i->a.bank == BANK_LONG || i->a.bank == BANK_LITERAL_LONG) {
        const uint64_t *lanes = base;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) address[lane] = lanes[lane] + offset;
    } else {
        const uint32_t *lanes = base;
        for (unsigned lane = 0; lane < WARP_LANES; lane++) address[lane] = (uint32_t)(lanes[lane] + (uint32_t)offset);
    }
}

static uint32_t lanes_in(const uint64_t *address, uint32_t mask, PtxSpace space) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (mask >> lane & 1 && generic_space(address[lane]) == space) lanes |= 1u << lane;
    return lanes;
}

// Lets observers see the access, then moves the bytes.
static void access_in_space(Warp *warp, const Instruction *i, Access *access, SiteCounts *counts, Mover move) {
    access->counts = counts;
    if (warp->block->shares && !warp->block->cluster->kind->own_part(warp, i, access, move)) return;
    access->shaped = i->same_base && shape_reuse(warp, i, access);
    uint32_t lanes = access_observe(warp, access);
    if (i->shape && !access->shaped && !warp->block->shares) shape_keep(warp, i, access, lanes);
    if (lanes && !warp->block->stopped) move(warp, i, access, lanes);
}

// The lanes of a generic access that are in one space are a request of their own, which the main loop has not counted.
static SiteCounts *generic_counts(Warp *warp, const Instruction *i, PtxSpace space, uint32_t lanes) {
    SiteCounts *sites = &warp->worker->sites[i->site];
    SiteCounts *counts = &sites[space == SPACE_SHARED ? SITE_SHARED : space == SPACE_LOCAL ? SITE_LOCAL : SITE_GLOBAL];
    uint64_t issued = i->fate == FATE_SORTED;
    counts->warps += issued;
    counts->threads += (unsigned)__builtin_popcount(lanes) & -issued;
    return counts;
}

void access_memory(Warp *warp, const Instruction *i, Access *access, Mover move) {
    lane_addresses(warp, i, access->address);
    access_at(warp, i, access, move);
}

void access_at(Warp *warp, const Instruction *i, Access *access, Mover move) {
    access->instruction = i;
    access->mask = warp->mask;
    access->space = (PtxSpace)i->space;
    if (i->space != SPACE_GENERIC) {
        access_in_space(warp, i, access, &warp->worker->sites[i->site], move);
        return;
    }
    static const PtxSpace SPACES[] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_CONST};
    uint64_t generic[WARP_LANES];
    uint32_t left = warp->mask;
    memcpy(generic, access->address, sizeof generic);
    for (unsigned n = 0; n < 4 && left && !warp->block->stopped; n++) {
        uint32_t lanes = lanes_in(generic, left, SPACES[n]);
        if (!lanes) continue;
        SiteCounts *counts = generic_counts(warp, i, SPACES[n], lanes);
        left &= ~lanes;
        access->mask = lanes;
        access->space = SPACES[n];
        for (unsigned lane = 0; lane < WARP_LANES; lane++) access->address[lane] = generic[lane] - WINDOWS[SPACES[n]];
        access_in_space(warp, i, access, counts, move);
    }
}

uint8_t *access_bytes(const Warp *warp, const Access *access, unsigned lane) {
    uint64_t address = access->address[lane];
    invariant(access->mask >> lane & 1);
    const Launch *launch = warp->block->launch;
    switch (access->space) {
    case SPACE_SHARED: return warp->block->shared + address;
    case SPACE_LOCAL: return warp->local + lane * launch->local_bytes + address;
    case SPACE_CONST: return (uint8_t *)(uintptr_t)(launch->constant + address);
    default: break;
    }
    const Allocation *allocation = access->allocation ? access->allocation : memory_find(launch->memory, address);
    invariant(!allocation->freed && checked_inside(address - allocation->base, access->bytes, allocation->size));
    return allocation->data + (address - allocation->base);
}

// ---- loads -------------------------------------------------------------------------------------------------------

static uint64_t read_element(const uint8_t *from, unsigned bytes, bool is_signed) {
    uint64_t value = 0;
    memcpy(&value, from, bytes);
    if (!is_signed || bytes == 8) return value;
    unsigned shift = 64 - 8 * bytes;
    return (uint64_t)((int64_t)(value << shift) >> shift);
}

// Warps that do the same in turn, and iterations of a loop, go through memory in equal steps: what comes next is on its
// way into this machine's cache when it is asked for.
static void fetch_ahead(Worker *worker, const Instruction *i, const uint8_t *low, const uint8_t *high) {
    uintptr_t *last = &worker->loaded_at[i->site % LOADED_PLACES], step = (uintptr_t)low - *last;
    *last = (uintptr_t)low;
    __builtin_prefetch((const void *)((uintptr_t)low + step));
    __builtin_prefetch((const void *)((uintptr_t)high + step));
}

// A whole warp's words in the shapes that are common; false: another shape.
static bool load_whole(const Warp *warp, const Access *access, uint32_t *d) {
    if (access->pattern & REGULAR_HALVES) {
        const uint8_t *low = access_bytes(warp, access, 0), *high = access_bytes(warp, access, WARP_LANES / 2);
        load_halves(d, low, high, access->pattern & UNIFORM_HALVES);
        if (access->space == SPACE_GLOBAL) fetch_ahead(warp->worker, access->instruction, low, high);
    } else if (access->space == SPACE_SHARED) {
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            d[lane] = word_at(warp->block->shared + access->address[lane]);
    } else {
        return false;
    }
    return true;
}

static void load_words(const Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    uint32_t *d = operand_lanes(warp, i->list[0]);
    bool whole = lanes == FULL_MASK && (access->space == SPACE_SHARED || access->allocation);
    if (whole && load_whole(warp, access, d)) return;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        d[lane] = word_at(access_bytes(warp, access, lane));
    }
}

// What a lane loads or stores, moved at once as on hardware: other blocks see all of it or nothing. CUB's scans pass on
// pairs of a status and a value in this way.
static inline void move_at_once(uint8_t *to, const uint8_t *from, uint32_t bytes) {
    typedef uint64_t Pair __attribute__((vector_size(16), aligned(1), may_alias));
    if (bytes == 4) memcpy(to, from, 4);
    else if (bytes == 8) memcpy(to, from, 8);
    else if (bytes == 16) *(Pair *)to = *(const Pair *)from;
    else memcpy(to, from, bytes);
}

static void load_elements(const Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    uint8_t whole[VECTOR_BYTES_MOST];
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        const uint8_t *from = whole;
        move_at_once(whole, access_bytes(warp, access, lane), access->bytes);
        for (unsigned n = 0; n < i->list_count; n++, from += i->bytes) {
            uint64_t value = read_element(from, i->bytes, i->flags & FLAG_SIGNED);
            void *d = operand_lanes(warp, i->list[n]);
            if (i->list[n].bank == BANK_LONG) ((uint64_t *)d)[lane] = value;
            else ((uint32_t *)d)[lane] = i->flags & FLAG_HALFWORD ? (uint16_t)value : (uint32_t)value;
        }
    }
}

static void move_loaded(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    if (i->flags & FLAG_WORD) load_words(warp, i, access, lanes);
    else load_elements(warp, i, access, lanes);
}

static AccessOrder order_of(const Instruction *i) {
    return i->flags & FLAG_STRONG ? ORDER_STRONG : i->flags & FLAG_VOLATILE ? ORDER_VOLATILE : ORDER_NONE;
}

void run_any_load(Warp *warp, const Instruction *i) {
    Access access;
    access.order = order_of(i);
    access.kind = ACCESS_LOAD;
    access.bytes = (uint32_t)i->bytes * i->list_count;
    access.values = NULL;
    access_memory(warp, i, &access, move_loaded);
}

static void run_volatile_load(Warp *warp, const Instruction *i) {
    warp->spin_read = true;
    run_any_load(warp, i);
    atomic_thread_fence(memory_order_acquire);
}

static void fill_lanes(const Warp *warp, Operand operand, uint64_t value) {
    void *d = operand_lanes(warp, operand);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(warp->mask >> lane & 1)) continue;
        if (operand.bank == BANK_LONG) ((uint64_t *)d)[lane] = value;
        else ((uint32_t *)d)[lane] = (uint32_t)value;
    }
}

// Constants and, after them, kernel parameters, which nobody counts.
static void run_constant_load(Warp *warp, const Instruction *i) {
    Access access = {.instruction = i, .kind = ACCESS_LOAD, .space = SPACE_CONST, .mask = warp->mask};
    access.bytes = (uint32_t)i->bytes * i->list_count;
    lane_addresses(warp, i, access.address);
    if (constant_check(warp, &access)) load_elements(warp, i, &access, warp->mask);
}

// The address is a literal: that of a kernel parameter, nearly always.
static void run_uniform_constant_load(Warp *warp, const Instruction *i) {
    const Launch *launch = warp->block->launch;
    uint64_t address = lane_address(warp, i, 0);
    if (!constant_is_inside(launch, address, (uint32_t)i->bytes * i->list_count)) {
        run_constant_load(warp, i);
        return;
    }
    const uint8_t *from = launch->constant + address;
    for (unsigned n = 0; n < i->list_count; n++, from += i->bytes) {
        uint64_t value = read_element(from, i->bytes, i->flags & FLAG_SIGNED);
        fill_lanes(warp, i->list[n], i->flags & FLAG_HALFWORD ? (uint16_t)value : value);
    }
}

// Parameters of a device function: bytes of the lane's own stack, which are no memory traffic.
static void move_on_stack(Warp *warp, const Instruction *i, bool store);
static void run_parameter_load(Warp *warp, const Instruction *i) { move_on_stack(warp, i, false); }
static void run_parameter_store(Warp *warp, const Instruction *i) { move_on_stack(warp, i, true); }

// ---- stores ------------------------------------------------------------------------------------------------------

static void gather_values(const Warp *warp, const Instruction *i, uint8_t *values) {
    unsigned bytes = (unsigned)i->bytes * i->list_count;
    for (unsigned n = 0; n < i->list_count; n++) {
        const uint8_t *lanes = operand_lanes(warp, i->list[n]);
        bool wide = i->list[n].bank == BANK_LONG || i->list[n].bank == BANK_LITERAL_LONG;
        if (!wide && i->bytes == 4 && i->list_count == 1) {
            memcpy(values, lanes, 4 * WARP_LANES);
            return;
        }
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            memcpy(values + lane * bytes + n * i->bytes, lanes + lane * (wide ? 8 : 4), i->bytes);
    }
}

void access_fetch(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    assert(access->values && !(lanes & ~access->mask));
    uint8_t *values = (uint8_t *)(uintptr_t)access->values;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        move_at_once(values + lane * access->bytes, access_bytes(warp, access, lane), access->bytes);
    }
}

// Lanes that store to one place: accesses of 8 and 16 bytes come in parts of the warp, one after the other, and of a
// part the lowest lane stays (seen on an H200, in global and in shared memory).
void access_store(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    const uint8_t *values = access->values;
    if (access->pattern & CONSECUTIVE && lanes == FULL_MASK && access->space != SPACE_LOCAL) {
        memcpy(access_bytes(warp, access, 0), values, (size_t)access->bytes * WARP_LANES);
        return;
    }
    assert(access->values && !(lanes & ~access->mask));
    unsigned part = access->bytes < 8 ? WARP_LANES : access->bytes < 16 ? WARP_LANES / 2 : WARP_LANES / 4;
    for (unsigned end = part; end <= WARP_LANES; end += part)
        for (unsigned lane = end; lane-- > end - part;)
            if (lanes >> lane & 1)
                move_at_once(access_bytes(warp, access, lane), values + lane * access->bytes, access->bytes);
}

static void run_store(Warp *warp, const Instruction *i) {
    uint8_t values[WARP_LANES * VECTOR_BYTES_MOST];
    Access access;
    gather_values(warp, i, values);
    access.order = order_of(i);
    access.kind = ACCESS_STORE;
    access.bytes = (uint32_t)i->bytes * i->list_count;
    access.values = values;
    access_memory(warp, i, &access, access_store);
}

static void run_ordered_store(Warp *warp, const Instruction *i) {
    atomic_thread_fence(memory_order_release);
    run_store(warp, i);
}

static void move_on_stack(Warp *warp, const Instruction *i, bool store) {
    uint8_t values[WARP_LANES * VECTOR_BYTES_MOST];
    Access access = {.instruction = i, .space = SPACE_LOCAL, .mask = warp->mask};
    access.bytes = (uint32_t)i->bytes * i->list_count;
    access.values = values;
    lane_addresses(warp, i, access.address);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t limit = warp->block->launch->local_bytes;
        if (!(warp->mask >> lane & 1) || checked_inside(access.address[lane], access.bytes, limit)) continue;
        warp_fault(warp, i, lane, FAULT_STACK_OVERFLOW, NULL);
        return;
    }
    if (store) {
        gather_values(warp, i, values);
        access_store(warp, i, &access, warp->mask);
    } else {
        load_elements(warp, i, &access, warp->mask);
    }
}

// ---- decoding ----------------------------------------------------------------------------------------------------

// A value of 128 bits is moved as two of 64.
static bool bind_halves(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out) {
    Operand *list = decode_keep(decoder, 2 * sizeof *list);
    list[0] = decode_operand(decoder, in, operand, TYPE_B128);
    if (!operand_is_bound(list[0])) return false;
    list[1] = operand_upper(list[0]);
    out->list = list;
    out->list_count = 2;
    return true;
}

// Register of a loaded value: wider than the element is allowed, narrower is not.
static bool bind_elements(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type,
                          Instruction *out) {
    bool vector = operand->kind == OPERAND_VECTOR;
    uint32_t count = vector ? operand->count : 1;
    if (type == TYPE_B128) return bind_halves(decoder, in, operand, out);
    if ((count != 1 && count != 2 && count != 4 && count != 8) || count * out->bytes > VECTOR_BYTES_MOST)
        return decode_fail(decoder, in, "a vector of this length");
    Operand *list = decode_keep(decoder, count * sizeof *list);
    out->list = list;
    out->list_count = (uint8_t)count;
    for (uint32_t n = 0; n < count; n++) {
        const PtxOperand *element = vector ? &operand->elements[n] : operand;
        if (element->kind == OPERAND_REGISTER) {
            list[n] = decoder->registers[element->index];
            bool narrow = ptx_type_bytes(type) == 8 && list[n].bank != BANK_LONG;
            if (list[n].bank == BANK_PREDICATE || narrow) return decode_fail(decoder, in, "register is too narrow");
            // a 16-bit register holds 16 bits, whatever a sign-extending load puts there
            if (ptx_type_bytes(decoder->function->registers[element->index].type) == 2) out->flags |= FLAG_HALFWORD;
        } else {
            list[n] = decode_operand(decoder, in, element, type);
            if (!operand_is_bound(list[n])) return false;
        }
    }
    return true;
}

static bool is_signed(PtxType type) { return type >= TYPE_S8 && type <= TYPE_S64; }

static uint8_t order_flags(const PtxInstruction *in) {
    if (ptx_has(in, "relaxed") || ptx_has(in, "acquire") || ptx_has(in, "release")) return FLAG_STRONG;
    return ptx_has(in, "volatile") || ptx_has(in, "mmio") ? FLAG_VOLATILE : 0;
}

static bool begin_memory(Decoder *decoder, const PtxInstruction *in, Instruction *out, InstructionClass class,
                         PtxType *type) {
    *type = ptx_type(in);
    out->bytes = (uint8_t)(*type == TYPE_B128 ? 8 : ptx_type_bytes(*type));
    out->space = (uint8_t)ptx_space(in);
    out->class = (uint8_t) class;
    if (!out->bytes || out->bytes > 8) return decode_fail(decoder, in, "values of this type");
    return true;
}

// The generic address of a kernel's parameter (cvta.param) is its place in the constant window.
static bool is_stack_parameter(const Decoder *decoder, const PtxInstruction *in, const PtxOperand *address) {
    if (ptx_space(in) != SPACE_PARAM) return false;
    if (address->base == BASE_VARIABLE) return decoder->local_offset[address->index] != UINT32_MAX;
    return !decoder->function->is_entry;
}

static bool is_word(const Instruction *i) {
    return i->bytes == 4 && i->list_count == 1 && i->list[0].bank == BANK_WORD;
}

static Handler constant_load(Operand base) {
    bool uniform = base.bank == BANK_LITERAL_LONG || base.bank == BANK_LITERAL_WORD;
    return uniform ? run_uniform_constant_load : run_constant_load;
}

bool decode_load(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    PtxType type;
    if (in->operand_count < 2) return decode_fail(decoder, in, "too few operands");
    if (!begin_memory(decoder, in, out, CLASS_LOAD, &type)) return false;
    if (!decode_address(decoder, in, &in->operands[1], out)) return false;
    if (!bind_elements(decoder, in, &in->operands[0], type, out)) return false;
    if (is_signed(type)) out->flags |= FLAG_SIGNED;
    out->flags |= order_flags(in);
    out->acquires = ptx_has(in, "acquire");
    if (is_word(out)) out->flags |= FLAG_WORD;
    if (is_stack_parameter(decoder, in, &in->operands[1])) out->run = run_parameter_load;
    else if (out->space == SPACE_PARAM || out->space == SPACE_CONST) out->run = constant_load(out->a);
    else if (order_flags(in)) out->run = run_volatile_load;
    else out->run = out->space == SPACE_SHARED && out->flags & FLAG_WORD ? run_shared_word_load : run_any_load;
    if (out->run == run_volatile_load && out->space != SPACE_SHARED)
        decoder->program->in_order = decoder->program->signals = true; // may be waiting for another block, or the host
    bool counted = out->run == run_volatile_load || out->run == run_shared_word_load || out->run == run_any_load;
    if (counted) decode_memory_sites(decoder, CLASS_LOAD, out->space, out);
    else out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}

bool decode_store(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    PtxType type;
    if (in->operand_count < 2) return decode_fail(decoder, in, "too few operands");
    if (!begin_memory(decoder, in, out, CLASS_STORE, &type)) return false;
    if (!decode_address(decoder, in, &in->operands[0], out)) return false;
    if (!bind_elements(decoder, in, &in->operands[1], type, out)) return false;
    out->flags |= order_flags(in);
    out->releases = ptx_has(in, "release");
    bool parameter = out->space == SPACE_PARAM;
    if (parameter && !is_stack_parameter(decoder, in, &in->operands[0]))
        return decode_fail(decoder, in, "store to a kernel's parameter");
    out->run = parameter ? run_parameter_store : order_flags(in) ? run_ordered_store : run_store;
    if (parameter) out->site = decode_site(decoder, CLASS_OTHER);
    else decode_memory_sites(decoder, CLASS_STORE, out->space, out);
    return true;
}
