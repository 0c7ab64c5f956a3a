// launch_addresses.c - where the threads of a launch access global memory, as far as that is known before it runs.
//
// Most kernels compute their addresses from parameters and from the thread's place in the grid. So what is known of
// each register follows from the launch's shape and the values of its parameters. A register that several instructions
// assign, as a loop's counter, can have any value.
#include "launch_addresses.h"
#include "../base/arena.h"
#include "../ptx/instruction_facts.h"
#include "address_values.h"
#include "written_roots.h"
#include <stdlib.h>
#include <string.h>

#define COMPARED_MOST 96 // accesses of a kernel

// ---- which instructions compute addresses --------------------------------------------------------------------------

static void mark_named(OperandWalk walk, bool *needed) {
    for (const PtxOperand *operand; (operand = operand_next(&walk));)
        if (operand_names_register(operand)) needed[operand->index] = true;
}

static bool is_step(const PtxInstruction *in, const bool *needed, const uint32_t *assigned) {
    if (!ptx_has_result(in) || !in->operand_count || in->operands[0].kind != OPERAND_REGISTER) return false;
    return needed[in->operands[0].index] && assigned[in->operands[0].index] == 1;
}

void launch_addresses_prepare(Program *program) {
    const PtxFunction *kernel = program->kernel;
    uint32_t registers = kernel->register_count + 1, count = kernel->instruction_count;
    bool *needed = arena_array(program->arena, registers, sizeof *needed);
    uint32_t *assigned = arena_array(program->arena, registers, sizeof *assigned);
    uint32_t *steps = arena_array(program->arena, count + 1, sizeof *steps), *first = steps + count;
    for (uint32_t n = 0; n < count; n++) count_assigned(&kernel->instructions[n], assigned);
    for (uint32_t n = 0; n < program->access_count; n++)
        if (program->accesses[n].address) mark_named(operands_within(program->accesses[n].address, 1), needed);
    for (uint32_t n = count; n-- > 0;) {
        if (!is_step(&kernel->instructions[n], needed, assigned)) continue;
        mark_named(operands_read(&kernel->instructions[n]), needed);
        *--first = n;
    }
    program->address_steps = first;
    program->address_step_count = (uint32_t)(steps + count - first);
}

// ---- operands ------------------------------------------------------------------------------------------------------

typedef struct {
    const Launch *launch;
    Value *values; // by register
} Search;

static Value special(const Launch *launch, uint32_t which) {
    static const uint8_t digits[] = {[SPECIAL_TID_X] = 1,   [SPECIAL_TID_Y] = 2,   [SPECIAL_TID_Z] = 3,
                                     [SPECIAL_CTAID_X] = 4, [SPECIAL_CTAID_Y] = 5, [SPECIAL_CTAID_Z] = 6};
    static const uint8_t counts[] = {[SPECIAL_NTID_X] = 1,   [SPECIAL_NTID_Y] = 2,   [SPECIAL_NTID_Z] = 3,
                                     [SPECIAL_NCTAID_X] = 4, [SPECIAL_NCTAID_Y] = 5, [SPECIAL_NCTAID_Z] = 6};
    if (which < sizeof digits && digits[which]) return value_digit(launch, digits[which] - 1u);
    if (which < sizeof counts && counts[which]) return value_exactly(value_digit_count(launch, counts[which] - 1u));
    return value_anything();
}

static Value variable_address(const Launch *launch, const PtxOperand *operand) {
    const PtxVariable *variable = &launch->program->module->variables[operand->index];
    bool is_global = variable->space == SPACE_GLOBAL;
    return is_global ? value_exactly((int64_t)variable->offset + operand->offset) : value_anything();
}

static Value value_of(const Search *search, const PtxOperand *operand) {
    bool plain = !operand->negated && operand->bits == 0; // no part of a register
    switch (operand->kind) {
    case OPERAND_REGISTER: return plain ? search->values[operand->index] : value_anything();
    case OPERAND_SPECIAL: return special(search->launch, operand->index);
    case OPERAND_VARIABLE: return variable_address(search->launch, operand);
    case OPERAND_IMMEDIATE:
        return operand->literal == LITERAL_INTEGER ? value_exactly((int64_t)operand->bits) : value_anything();
    case OPERAND_ADDRESS:
        if (operand->base == BASE_VARIABLE) return variable_address(search->launch, operand);
        if (operand->base == BASE_NONE) return value_exactly(operand->offset);
        return value_add(search->launch, search->values[operand->index], value_exactly(operand->offset));
    default: return value_anything();
    }
}

static Value parameter(const Search *search, const PtxInstruction *in) {
    const Program *program = search->launch->program;
    const PtxOperand *address = &in->operands[1];
    uint64_t bytes = ptx_type_bytes(ptx_type(in)), value = 0;
    if (ptx_space(in) != SPACE_PARAM || !is_kernel_parameter(program->kernel, address)) return value_anything();
    uint64_t place = program->module->variables[address->index].offset + (uint64_t)address->offset;
    if (place > program->parameter_bytes || bytes > program->parameter_bytes - place) return value_anything();
    memcpy(&value, search->launch->constant + PARAMETER_OFFSET + place, bytes);
    return value_read_as(value_exactly((int64_t)value), ptx_type(in));
}

// ---- instructions --------------------------------------------------------------------------------------------------

static PtxType first_type(const PtxInstruction *in) {
    PtxType type = TYPE_NONE;
    for (uint32_t n = 0; n < in->modifier_count && type == TYPE_NONE; n++) type = ptx_type_named(in->modifiers[n]);
    return type;
}

static bool is_integer(PtxType type) {
    return (type >= TYPE_B8 && type <= TYPE_B64) || (type >= TYPE_U8 && type <= TYPE_S64);
}

static Value converted(const PtxInstruction *in, Value a) {
    PtxType to = first_type(in), from = ptx_type(in);
    if (!is_integer(to)) return value_anything();
    return value_read_as(ptx_type_bytes(to) > ptx_type_bytes(from) ? value_read_as(a, from) : a, to);
}

static Value product(const Launch *launch, const PtxInstruction *in, Value a, Value b) {
    PtxType type = ptx_type(in);
    if (ptx_has(in, "wide")) return value_multiply(launch, value_read_as(a, type), value_read_as(b, type));
    return ptx_has(in, "lo") ? value_multiply(launch, a, b) : value_anything();
}

static Value computed(const Search *search, const PtxInstruction *in) {
    const Launch *launch = search->launch;
    Value operand[3] = {value_anything(), value_anything(), value_anything()};
    PtxType type = ptx_type(in);
    if (!is_integer(type) || in->guard >= 0 || ptx_has(in, "sat")) return value_anything();
    for (uint32_t n = 0; n < 3 && n + 1 < in->operand_count; n++) operand[n] = value_of(search, &in->operands[n + 1]);
    Value a = operand[0], b = operand[1], read_a = value_read_as(a, type), read_b = value_read_as(b, type);
    switch (in->opcode) {
    case OPCODE_LD: return parameter(search, in);
    case OPCODE_MOV: return a;
    case OPCODE_CVTA: return ptx_has(in, "global") ? a : value_anything();
    case OPCODE_CVT: return converted(in, a);
    case OPCODE_ADD: return value_add(launch, a, b);
    case OPCODE_SUB: return value_add(launch, a, value_multiply(launch, b, value_exactly(-1)));
    case OPCODE_NEG: return value_multiply(launch, a, value_exactly(-1));
    case OPCODE_MUL: return product(launch, in, a, b);
    case OPCODE_MAD: return value_add(launch, product(launch, in, a, b), operand[2]);
    case OPCODE_SHL: return value_shift_left(launch, a, b);
    case OPCODE_OR:
    case OPCODE_XOR: return value_unite_bits(launch, read_a, read_b);
    case OPCODE_SHR: return value_shift_right(read_a, b);
    case OPCODE_AND: return value_mask(read_a, read_b);
    case OPCODE_DIV: return value_divide(read_a, read_b);
    case OPCODE_REM: return value_remainder(read_a, read_b);
    case OPCODE_MIN: return value_smaller(read_a, read_b);
    case OPCODE_MAX: return value_larger(read_a, read_b);
    case OPCODE_SELP: return value_either(a, b);
    default: return value_anything();
    }
}

static PtxType result_type(const PtxInstruction *in) {
    PtxType type = ptx_type(in);
    if (in->opcode == OPCODE_CVT) return first_type(in);
    if (!ptx_has(in, "wide")) return type;
    bool is_signed = value_type_is_signed(type);
    if (ptx_type_bytes(type) == 4) return is_signed ? TYPE_S64 : TYPE_U64;
    return is_signed ? TYPE_S32 : TYPE_U32;
}

static void compute_registers(const Search *search) {
    const Program *program = search->launch->program;
    const PtxFunction *kernel = program->kernel;
    for (uint32_t n = 0; n < kernel->register_count; n++)
        search->values[n] = value_reduced(value_anything(), kernel->registers[n].type);
    for (uint32_t n = 0; n < program->address_step_count; n++) {
        const PtxInstruction *in = &kernel->instructions[program->address_steps[n]];
        search->values[in->operands[0].index] = value_reduced(computed(search, in), result_type(in));
    }
}

// ---- whether threads stay apart ------------------------------------------------------------------------------------

typedef struct {
    Value address;
    uint32_t bytes;
    AccessUse use;
} Place;

static bool same_factors(const Place *a, const Place *b) {
    return a->address.linear && b->address.linear &&
           memcmp(a->address.factor, b->address.factor, sizeof a->address.factor) == 0;
}

static bool overlap(const Place *a, const Place *b) {
    return a->address.low < b->address.high + b->bytes && b->address.low < a->address.high + a->bytes;
}

typedef struct {
    uint64_t step, count;
} Digit;

static int compare_digits(const void *x, const void *y) {
    const Digit *a = x, *b = y;
    return a->step < b->step ? -1 : a->step > b->step;
}

// Whether numbers written with these digits differ by `width` at least if any digit does: each step is longer than all
// that smaller ones can add up to.
static bool all_differ(Digit *digits, unsigned count, uint64_t width) {
    qsort(digits, count, sizeof *digits, compare_digits);
    for (unsigned n = 0; n < count; n++) {
        uint64_t most;
        if (digits[n].step < width || __builtin_mul_overflow(digits[n].step, digits[n].count - 1, &most) ||
            __builtin_add_overflow(width, most, &width))
            return false;
    }
    return true;
}

// Whether accesses of two threads never meet, of which one is by `a` and the other by `b`, with the same factors.
// Either all that both access in a thread lies side by side, or the distance between them is one more digit.
static bool threads_differ(const Launch *launch, const Place *a, const Place *b) {
    Digit digits[DIGITS + 1], again[DIGITS + 1];
    unsigned used = 0;
    int64_t between = a->address.constant - b->address.constant;
    uint64_t distance = between < 0 ? 0 - (uint64_t)between : (uint64_t)between;
    uint64_t bytes = a->bytes > b->bytes ? a->bytes : b->bytes;
    for (unsigned n = 0; n < DIGITS; n++) {
        int64_t factor = a->address.factor[n];
        if (value_digit_count(launch, n) == 1) continue;
        digits[used++] = (Digit){factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor, value_digit_count(launch, n)};
    }
    memcpy(again, digits, used * sizeof *digits);
    if (all_differ(again, used, distance + bytes)) return true;
    digits[used++] = (Digit){distance, 2};
    return all_differ(digits, used, bytes);
}

// Nobody but its thread accesses a store's bytes.
static bool is_private(const Launch *launch, const Place *places, unsigned count, const Place *store) {
    for (unsigned n = 0; n < count; n++) {
        if (!overlap(&places[n], store)) continue;
        if (!same_factors(&places[n], store) || !threads_differ(launch, &places[n], store)) return false;
    }
    return true;
}

// Atomics do not race with each other, but with plain accesses.
static bool meets_plain(const Place *places, unsigned count, const Place *atomic) {
    for (unsigned n = 0; n < count; n++)
        if (places[n].use != USES_ATOMICALLY && overlap(&places[n], atomic)) return true;
    return false;
}

static bool threads_are_apart(const Launch *launch, const Place *places, unsigned count) {
    for (unsigned n = 0; n < count; n++)
        if (value_is_anything(&places[n].address) || places[n].address.low < 0) return false;
    for (unsigned n = 0; n < count; n++) {
        if (places[n].use == USES_ATOMICALLY && meets_plain(places, count, &places[n])) return false;
        if (places[n].use == STORES_PLAINLY && !is_private(launch, places, count, &places[n])) return false;
    }
    return true;
}

// ---- a launch ------------------------------------------------------------------------------------------------------

static AddressRange range_of(const Place *place) {
    if (value_is_anything(&place->address) || place->address.high < 0) return (AddressRange){0, UINT64_MAX};
    int64_t low = place->address.low;
    return (AddressRange){low < 0 ? 0 : (uint64_t)low, (uint64_t)place->address.high + place->bytes};
}

LaunchAddresses *launch_addresses(const Launch *launch) {
    const Program *program = launch->program;
    Search search = {launch, malloc((program->kernel->register_count + 1) * sizeof *search.values)};
    LaunchAddresses *found = malloc(sizeof *found + program->access_count * sizeof *found->ranges);
    Place *places = malloc((program->access_count + 1) * sizeof *places);
    if (search.values && found && places) {
        compute_registers(&search);
        for (uint32_t n = 0; n < program->access_count; n++) {
            const GlobalAccess *access = &program->accesses[n];
            Value address = access->address ? value_of(&search, access->address) : value_anything();
            places[n] = (Place){address, access->bytes, access->use};
            found->ranges[n] = range_of(&places[n]);
        }
        bool few = program->access_count <= COMPARED_MOST;
        found->apart = few && !program->accesses_unknown && threads_are_apart(launch, places, program->access_count);
    } else {
        free(found);
        found = NULL;
    }
    free(search.values);
    free(places);
    return found;
}
