// accesses.c - loads, stores and atomics of machine code, and constants.
//
// Each leaves the lanes' addresses in the warp, for whoever models the time of the access.
#include "../machine/allocations.h"
#include "execute.h"
#include "memory.h"

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)
#define WIDEST 16
#define SHARED_MASK 0xffffffu // of a shared address: above it is the rank of a block in its cluster

// ---- addresses -----------------------------------------------------------------------------------------------------

// A register, or a pair of them; a uniform register too where no descriptor is meant. An atomic that returns has a bit
// of its operation where others say that it is a pair.
static void addresses_64(SassWarp *warp, const Sass *in, uint32_t mask) {
    const uint32_t *low = operand_words(warp, &in->a), *uniform = operand_words(warp, &in->c);
    bool always = in->access == SASS_COPY || in->access == SASS_ATOMIC;
    bool described = sass_bit(in, 91), pair = sass_bit(in, 90) || !described || always;
    uint64_t base = described && !pair ? (uint64_t)uniform[SASS_LANES] << 32 | uniform[0] : 0;
    (void)mask;
    EACH_LANE {
        uint64_t address = pair ? (uint64_t)low[SASS_LANES + l] << 32 | low[l] : low[l];
        warp->address[l] = base + address + (uint64_t)(int64_t)in->offset;
    }
}

static void addresses_32(SassWarp *warp, const Sass *in) {
    const uint32_t *register_words = operand_words(warp, &in->a), *uniform = operand_words(warp, &in->c);
    bool with_uniform = sass_bit(in, 91);
    EACH_LANE warp->address[l] = (uint32_t)(register_words[l] + (with_uniform ? uniform[l] : 0) + (uint32_t)in->offset);
}

void sass_shared_addresses(SassWarp *warp, const Sass *in) {
    warp->space = UNIT_SHARED;
    addresses_32(warp, in);
}

// ---- bytes in their space ------------------------------------------------------------------------------------------

uint8_t *sass_shared_at(const SassWarp *warp, uint64_t address, unsigned size) {
    uint64_t offset = address & SHARED_MASK;
    return offset + size <= warp->block->shared_bytes ? warp->block->shared + offset : NULL;
}

static void local_copy(SassWarp *warp, unsigned lane, uint64_t address, uint8_t *bytes, unsigned size, bool store) {
    for (unsigned n = 0; n < size; n++) {
        uint64_t at = (uint32_t)(address + n);
        if (at / 4 >= warp->local_words) continue;
        uint8_t *byte = &warp->local[at / 4][lane][at & 3];
        if (store) *byte = bytes[n];
        else bytes[n] = *byte;
    }
}

static void read_bytes(SassWarp *warp, unsigned lane, uint8_t *to, unsigned size) {
    uint64_t address = warp->address[lane];
    if (warp->space == UNIT_GLOBAL) sass_memory_read(warp->launch->memory, address, to, size);
    else if (warp->space == UNIT_LOCAL) local_copy(warp, lane, address, to, size, false);
    else {
        const uint8_t *from = sass_shared_at(warp, address, size);
        if (from) memcpy(to, from, size);
        else memset(to, 0, size);
    }
}

static void write_bytes(SassWarp *warp, unsigned lane, const uint8_t *from, unsigned size) {
    uint64_t address = warp->address[lane];
    if (warp->space == UNIT_GLOBAL) sass_memory_write(warp->launch->memory, address, from, size);
    else if (warp->space == UNIT_LOCAL) local_copy(warp, lane, address, (uint8_t *)(uintptr_t)from, size, true);
    else {
        uint8_t *to = sass_shared_at(warp, address, size);
        if (to) memcpy(to, from, size);
    }
}

// ---- loads and stores ----------------------------------------------------------------------------------------------

// The bytes of each lane. Words of global and shared memory, the usual case, are read without a call for each.
static void lanes_read(SassWarp *warp, uint32_t mask, unsigned size, uint8_t bytes[SASS_LANES][WIDEST]) {
    if (warp->space == UNIT_GLOBAL) {
        sass_memory_gather(warp->launch->memory, warp->address, mask, size, bytes[0], WIDEST);
        return;
    }
    for (uint32_t left = mask; left; left &= left - 1) {
        unsigned l = (unsigned)__builtin_ctz(left);
        const uint8_t *from =
            warp->space == UNIT_SHARED && size == 4 ? sass_shared_at(warp, warp->address[l], 4) : NULL;
        if (from) memcpy(bytes[l], from, 4);
        else read_bytes(warp, l, bytes[l], size);
    }
}

static void load(SassWarp *warp, const Sass *in, uint32_t mask) {
    unsigned words = in->bytes < 4 ? 1 : in->bytes / 4u, type = sass_bits(in, 73, 3);
    uint8_t bytes[SASS_LANES][WIDEST];
    if (in->bytes < 4) memset(bytes, 0, sizeof bytes);
    lanes_read(warp, mask, in->bytes, bytes);
    for (unsigned w = 0; w < words; w++) {
        uint32_t out[SASS_LANES];
        EACH_LANE memcpy(&out[l], bytes[l] + 4 * w, 4);
        if (type == 1) EACH_LANE out[l] = (uint32_t)(int8_t)out[l];
        if (type == 3) EACH_LANE out[l] = (uint32_t)(int16_t)out[l];
        row_write(warp, in->result + w, out, mask);
    }
}

static void store(SassWarp *warp, const Sass *in, uint32_t mask) {
    unsigned words = in->bytes < 4 ? 1 : in->bytes / 4u;
    const uint32_t *data = operand_words(warp, &in->b);
    EACH_LANE {
        uint8_t bytes[WIDEST];
        if (!(mask >> l & 1)) continue;
        for (unsigned w = 0; w < words; w++) memcpy(bytes + 4 * w, &data[w * SASS_LANES + l], 4);
        write_bytes(warp, l, bytes, in->bytes);
    }
}

static void in_space(SassWarp *warp, const Sass *in, uint32_t mask, SassUnit space) {
    warp->space = (uint8_t)space;
    if (space == UNIT_GLOBAL) addresses_64(warp, in, mask);
    else addresses_32(warp, in);
}

// A generic address is sorted into its space by the first lane's; the windows are those of the emulated GPU.
static void in_generic_space(SassWarp *warp, const Sass *in, uint32_t mask) {
    in_space(warp, in, mask, UNIT_GLOBAL);
    uint64_t first = mask ? warp->address[__builtin_ctz(mask)] : 0;
    bool shared = first - SHARED_WINDOW < WINDOW_BYTES, local = first - LOCAL_WINDOW < WINDOW_BYTES;
    if (shared || local) EACH_LANE warp->address[l] &= WINDOW_BYTES - 1;
    warp->space = shared ? UNIT_SHARED : local ? UNIT_LOCAL : UNIT_GLOBAL;
}

RUN(load_global) { in_space(warp, in, mask, UNIT_GLOBAL), load(warp, in, mask); }
RUN(load_generic) { in_generic_space(warp, in, mask), load(warp, in, mask); }
RUN(load_shared) { in_space(warp, in, mask, UNIT_SHARED), load(warp, in, mask); }
RUN(load_local) { in_space(warp, in, mask, UNIT_LOCAL), load(warp, in, mask); }
RUN(store_global) { in_space(warp, in, mask, UNIT_GLOBAL), store(warp, in, mask); }
RUN(store_generic) { in_generic_space(warp, in, mask), store(warp, in, mask); }
RUN(store_shared) { in_space(warp, in, mask, UNIT_SHARED), store(warp, in, mask); }
RUN(store_local) { in_space(warp, in, mask, UNIT_LOCAL), store(warp, in, mask); }

// With .ZFILL the address is advanced by the number of zero bytes that end the copy.
RUN(copy_to_shared) {
    const uint32_t *to = warp->rows[in->result];
    bool fills = sass_bit(in, 82);
    in_space(warp, in, mask, UNIT_GLOBAL);
    EACH_LANE {
        uint8_t bytes[WIDEST] = {0};
        unsigned zeros = fills ? (unsigned)warp->address[l] & (in->bytes - 1u) : 0;
        warp->copied[l] = to[l] + sass_bits(in, 44, 20);
        warp->address[l] -= zeros;
        if (!(mask >> l & 1)) continue;
        read_bytes(warp, l, bytes, in->bytes - zeros);
        uint8_t *shared = sass_shared_at(warp, warp->copied[l], in->bytes);
        if (shared) memcpy(shared, bytes, in->bytes);
    }
}

// A matrix of 8 x 8 halves: eight lanes have the addresses of its rows of 16 bytes. Each lane gets two halves of each
// of up to four matrices, of a row, or of a column if transposed.
RUN(load_matrix) {
    static const unsigned COUNTS[] = {1, 2, 4, 4};
    unsigned matrices = COUNTS[sass_bits(in, 72, 2)];
    bool transposed = sass_bit(in, 78);
    in_space(warp, in, mask, UNIT_SHARED);
    for (unsigned m = 0; m < matrices; m++) {
        uint16_t halves[8][8];
        uint32_t out[SASS_LANES];
        for (unsigned r = 0; r < 8; r++) {
            const uint8_t *row = sass_shared_at(warp, warp->address[8 * m + r], sizeof halves[r]);
            if (row) memcpy(halves[r], row, sizeof halves[r]);
            else memset(halves[r], 0, sizeof halves[r]);
        }
        EACH_LANE {
            unsigned row = l / 4, column = 2 * (l % 4);
            uint32_t low = transposed ? halves[column][row] : halves[row][column];
            uint32_t high = transposed ? halves[column + 1][row] : halves[row][column + 1];
            out[l] = high << 16 | low;
        }
        row_write(warp, in->result + m, out, mask);
    }
}

RUN(query_space) {
    unsigned which = sass_bits(in, 72, 3);
    in_space(warp, in, mask, UNIT_GLOBAL);
    uint32_t lanes = 0;
    EACH_LANE {
        bool shared = warp->address[l] - SHARED_WINDOW < WINDOW_BYTES,
             local = warp->address[l] - LOCAL_WINDOW < WINDOW_BYTES;
        bool inside = which == 5 ? shared : which == 3 ? local : !shared && !local;
        lanes |= (uint32_t)inside << l;
    }
    predicate_write(warp, in, 81, lanes, mask);
}

// ---- atomics -------------------------------------------------------------------------------------------------------

static void write_atomic(SassWarp *warp, unsigned lane, const uint8_t *from, unsigned size) {
    if (warp->space == UNIT_GLOBAL) sass_memory_note_atomic(warp->launch->memory, warp->address[lane]);
    write_bytes(warp, lane, from, size);
}

typedef enum { ADD, MIN, MAX, INC, DEC, AND, OR, XOR, EXCHANGE } Operation;
typedef enum { U32, S32, U64, S64 } Type;

static uint64_t integer_result(Operation operation, uint64_t old, uint64_t with, Type type) {
    bool less = type == S32 ? (int32_t)with < (int32_t)old : type == S64 ? (int64_t)with < (int64_t)old : with < old;
    switch (operation) {
    case ADD: return old + with;
    case MIN: return less ? with : old;
    case MAX: return less ? old : with;
    case INC: return old >= with ? 0 : old + 1;
    case DEC: return old == 0 || old > with ? with : old - 1;
    case AND: return old & with;
    case OR: return old | with;
    case XOR: return old ^ with;
    default: return with;
    }
}

static Type type_of(const Sass *in) {
    unsigned field = sass_bits(in, 73, 4);
    return field < 4 ? (Type)field : U64;
}

static uint64_t word_pair(const uint32_t *words, unsigned lane, unsigned size) {
    return size == 8 ? (uint64_t)words[SASS_LANES + lane] << 32 | words[lane] : words[lane];
}

// Lane after lane, in order. Old values go to the result row, if that is wanted.
static void atomic(SassWarp *warp, const Sass *in, uint32_t mask, Operation operation, Type type, bool returns) {
    const uint32_t *data = operand_words(warp, &in->b);
    unsigned size = type == U64 || type == S64 ? 8 : 4;
    uint64_t old[SASS_LANES] = {0};
    EACH_LANE {
        if (!(mask >> l & 1)) continue;
        read_bytes(warp, l, (uint8_t *)&old[l], size);
        uint64_t result = integer_result(operation, old[l], word_pair(data, l, size), type);
        write_atomic(warp, l, (const uint8_t *)&result, size);
    }
    if (!returns) return;
    if (size == 8) {
        row_write_pair(warp, in->result, old, mask);
        return;
    }
    uint32_t words[SASS_LANES];
    EACH_LANE words[l] = (uint32_t)old[l];
    row_write(warp, in->result, words, mask);
}

// Adds to the halves or floats of a word, by the field of the type: 0 to 2 halves, 3 to 5 bf16, others floats.
static uint32_t float_word_sum(unsigned type, uint32_t old, uint32_t with) {
    if (type >= 9) return float_bits(float_of_bits(old) + float_of_bits(with));
    bool brain = type >= 3;
    uint32_t sum = 0;
    for (unsigned n = 0; n < 2; n++) {
        uint32_t a = old >> 16 * n & 0xffff, b = with >> 16 * n & 0xffff;
        sum |= (brain ? bf16_bits(bf16_nearest(bf16_value(a) + bf16_value(b)))
                      : f16_bits(f16_nearest(f16_value(a) + f16_value(b))))
               << 16 * n;
    }
    return sum;
}

// Sums of floating types, of one to four words of a lane.
static void float_atomic(SassWarp *warp, const Sass *in, uint32_t mask, bool returns) {
    enum { F64 = 15 };
    const uint32_t *data = operand_words(warp, &in->b);
    unsigned type = sass_bits(in, 73, 4), words = in->bytes / 4u;
    uint32_t old[4][SASS_LANES] = {0};
    EACH_LANE {
        uint32_t now[4], sum[4];
        if (!(mask >> l & 1)) continue;
        read_bytes(warp, l, (uint8_t *)now, in->bytes);
        for (unsigned w = 0; w < words; w++) sum[w] = float_word_sum(type, now[w], data[w * SASS_LANES + l]);
        if (type == F64) {
            uint64_t bits =
                double_bits(double_of_bits((uint64_t)now[1] << 32 | now[0]) + double_of_bits(word_pair(data, l, 8)));
            memcpy(sum, &bits, sizeof bits);
        }
        write_atomic(warp, l, (const uint8_t *)sum, in->bytes);
        for (unsigned w = 0; w < words; w++) old[w][l] = now[w];
    }
    for (unsigned w = 0; w < words && returns; w++) row_write(warp, in->result + w, old[w], mask);
}

RUN(reduce_global) {
    in_space(warp, in, mask, UNIT_GLOBAL);
    if (in->is_float) float_atomic(warp, in, mask, false);
    else atomic(warp, in, mask, (Operation)sass_bits(in, 87, 3), type_of(in), false);
}
RUN(atomic_global) {
    in_space(warp, in, mask, UNIT_GLOBAL);
    if (in->is_float) float_atomic(warp, in, mask, true);
    else atomic(warp, in, mask, (Operation)sass_bits(in, 87, 4), type_of(in), true);
}
RUN(atomic_generic) {
    in_generic_space(warp, in, mask);
    if (in->is_float) {
        // Shared memory does not add these: a predicate says whether it was done.
        bool done = warp->space == UNIT_GLOBAL;
        if (done) float_atomic(warp, in, mask, in->result != warp->launch->code->dump_row);
        predicate_write(warp, in, 81, done ? SASS_ALL_LANES : 0, mask);
        return;
    }
    atomic(warp, in, mask, (Operation)sass_bits(in, 87, 4), type_of(in), true);
}

// POPC.INC adds the number of lanes with the same address, one for each lane.
RUN(atomic_shared) {
    in_space(warp, in, mask, UNIT_SHARED);
    if (in->form != 7) {
        atomic(warp, in, mask, (Operation)sass_bits(in, 87, 4), type_of(in), true);
        return;
    }
    EACH_LANE {
        uint32_t value;
        if (!(mask >> l & 1)) continue;
        read_bytes(warp, l, (uint8_t *)&value, sizeof value);
        value++;
        write_atomic(warp, l, (const uint8_t *)&value, sizeof value);
    }
}

// Compare and swap; CAST says whether it succeeded, as wide as the operands, and not the old value.
static void swap(SassWarp *warp, const Sass *in, uint32_t mask) {
    const uint32_t *expected = operand_words(warp, &in->b), *desired = operand_words(warp, &in->c);
    unsigned size = sass_bits(in, 73, 2) >= 2 ? 8 : 4;
    uint64_t old[SASS_LANES] = {0};
    warp->swapped = 0;
    EACH_LANE {
        if (!(mask >> l & 1)) continue;
        read_bytes(warp, l, (uint8_t *)&old[l], size);
        bool same = old[l] == word_pair(expected, l, size);
        uint64_t with = word_pair(desired, l, size);
        if (same) write_atomic(warp, l, (const uint8_t *)&with, size);
        warp->swapped |= (uint32_t)same << l;
        if (in->tells) old[l] = same;
    }
    uint32_t words[SASS_LANES];
    EACH_LANE words[l] = (uint32_t)old[l];
    if (size == 8) row_write_pair(warp, in->result, old, mask);
    else row_write(warp, in->result, words, mask);
}

RUN(swap_global) { in_space(warp, in, mask, UNIT_GLOBAL), swap(warp, in, mask); }
RUN(swap_generic) { in_generic_space(warp, in, mask), swap(warp, in, mask); }
RUN(swap_shared) { in_space(warp, in, mask, UNIT_SHARED), swap(warp, in, mask); }

// ---- constants -----------------------------------------------------------------------------------------------------

// c[bank][register + offset]; an index beyond the bank reads zeros.
RUN(load_constant) {
    static const unsigned SIZES[] = {1, 1, 2, 2, 4, 8, 8, 8};
    const SassCode *code = warp->launch->code;
    unsigned bank = sass_bits(in, 54, 5), type = sass_bits(in, 73, 3), size = SIZES[type],
             number = sass_bits(in, 24, 8);
    bool plain_uniform = (in->low & 0x1ff) == 0x0b9; // that has no index
    unsigned uniform_number = number & 63;
    const uint32_t *index = plain_uniform ? warp->rows[code->zero_row]
                            : in->uniform ? warp->rows[uniform_register_row(code, uniform_number)]
                                          : warp->rows[register_row(code, number)];
    const struct SassBank *from = bank < 5 ? &code->banks[bank] : NULL;
    int32_t offset = (int16_t)sass_bits(in, 38, 16);
    uint64_t out[SASS_LANES] = {0};
    EACH_LANE {
        uint64_t at = plain_uniform ? (uint16_t)offset : (uint32_t)(index[l] + (uint32_t)offset);
        if (!plain_uniform && number == 255 && !in->uniform) at = (uint16_t)offset;
        warp->address[l] = at;
        if (from && from->bytes && at + size <= from->size) memcpy(&out[l], from->bytes + at, size);
        if (type == 1) out[l] = (uint32_t)(int8_t)out[l];
        if (type == 3) out[l] = (uint32_t)(int16_t)out[l];
    }
    if (size == 8) {
        row_write_pair(warp, in->result, out, mask);
        return;
    }
    uint32_t words[SASS_LANES];
    EACH_LANE words[l] = (uint32_t)out[l];
    row_write(warp, in->result, words, mask);
}
