// register_values.c - what is known of a kernel's registers when it is launched.
//
// Most kernels compute their addresses from parameters and from the thread's place in the grid. So what is known of
// each register follows from the launch's shape and the values of its parameters. The instructions are gone through
// until nothing changes, for a loop's counter follows from itself. What an instruction reads lies between the bounds
// that branches before it have made sure of (guards.c).
#include "register_values.h"
#include "../base/arena.h"
#include "../ptx/instruction_facts.h"
#include "flow.h"
#include "written_roots.h"
#include <stdlib.h>
#include <string.h>

enum {
    PASSES_EXACT = 2, // before bounds that still grow are widened
    PASSES_MOST = 16
};

// ---- which instructions compute addresses --------------------------------------------------------------------------

static bool mark_named(OperandWalk walk, bool *needed) {
    bool more = false;
    for (const PtxOperand *operand; (operand = operand_next(&walk));) {
        if (!operand_names_register(operand) || needed[operand->index]) continue;
        needed[operand->index] = more = true;
    }
    return more;
}

static bool is_step(const PtxInstruction *in, const bool *needed) {
    return ptx_has_result(in) && in->operand_count && in->operands[0].kind == OPERAND_REGISTER &&
           needed[in->operands[0].index];
}

// Marks what instructions read to compute what is needed; true: that was not known before.
static bool mark_steps(const PtxFunction *kernel, bool *needed) {
    bool more = false;
    for (uint32_t n = kernel->instruction_count; n-- > 0;) {
        if (!is_step(&kernel->instructions[n], needed)) continue;
        more |= mark_named(operands_read(&kernel->instructions[n]), needed);
    }
    return more;
}

void register_values_prepare(Program *program) {
    const PtxFunction *kernel = program->kernel;
    uint32_t count = kernel->instruction_count;
    bool *needed = arena_array(program->arena, kernel->register_count + 1, sizeof *needed);
    guards_find(program);
    uint32_t *steps = arena_array(program->arena, kernel->register_count + 1, sizeof *steps);
    uint32_t *assigned = arena_array(program->arena, kernel->register_count + 1, sizeof *assigned);
    program->address_steps = arena_array(program->arena, count + 1, sizeof *program->address_steps);
    for (uint32_t n = 0; n < program->access_count; n++)
        if (program->accesses[n].address) mark_named(operands_within(program->accesses[n].address, 1), needed);
    for (uint32_t n = 0; n < program->guard_count; n++) {
        mark_named(operands_within(program->guards[n].a, 1), needed);
        mark_named(operands_within(program->guards[n].b, 1), needed);
    }
    while (mark_steps(kernel, needed)) {}
    for (uint32_t n = 0; n < count; n++) {
        const PtxInstruction *in = &kernel->instructions[n];
        count_assigned(in, assigned);
        if (!is_step(in, needed)) continue;
        program->address_steps[program->address_step_count++] = n;
        steps[in->operands[0].index]++;
    }
    for (uint32_t n = 0; n < kernel->register_count; n++)
        if (steps[n] != assigned[n]) steps[n] = 0;
    program->steps_of = steps;
}

// ---- operands ------------------------------------------------------------------------------------------------------

// A register that nothing has been assigned to yet.
static const Value NOTHING = {.low = 1, .high = 0};
static bool is_nothing(const Value *a) { return a->low > a->high; }

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

static Value value_of(const RegisterValues *search, const PtxOperand *operand);

// What the guard says of one of its operands, whose value is `value`.
static Value guarded(const RegisterValues *search, const Guard *guard, bool is_first, Value value) {
    Value other = value_read_as(value_of(search, is_first ? guard->b : guard->a), guard->type);
    int64_t low = INT64_MIN, high = INT64_MAX, distance = guard->relation == LESS;
    value = value_read_as(value, guard->type);
    if (value_is_anything(&other) || is_nothing(&other)) return value;
    if (is_first || guard->relation == EQUAL) high = other.high - distance;
    if (!is_first || guard->relation == EQUAL) low = other.low + distance;
    return value_limited(value, low, high);
}

static bool names(const PtxOperand *operand, uint32_t index) {
    return operand->kind == OPERAND_REGISTER && operand->index == index;
}

static Value register_value(const RegisterValues *search, uint32_t index, uint64_t holding) {
    bool is_local = search->assigned[index].block == search->block;
    Value value = is_local ? search->assigned[index].value : search->values[index];
    for (; holding; holding &= holding - 1) {
        const Guard *guard = &search->launch->program->guards[__builtin_ctzll(holding)];
        if (names(guard->a, index)) value = guarded(search, guard, true, value);
        if (names(guard->b, index)) value = guarded(search, guard, false, value);
    }
    return value;
}

Value value_where(const RegisterValues *search, const PtxOperand *operand, uint64_t holding) {
    bool plain = !operand->negated && operand->bits == 0; // no part of a register
    switch (operand->kind) {
    case OPERAND_REGISTER: return plain ? register_value(search, operand->index, holding) : value_anything();
    case OPERAND_SPECIAL: return special(search->launch, operand->index);
    case OPERAND_VARIABLE: return variable_address(search->launch, operand);
    case OPERAND_IMMEDIATE:
        return operand->literal == LITERAL_INTEGER ? value_exactly((int64_t)operand->bits) : value_anything();
    case OPERAND_ADDRESS:
        if (operand->base == BASE_VARIABLE) return variable_address(search->launch, operand);
        if (operand->base == BASE_NONE) return value_exactly(operand->offset);
        return value_add(search->launch, register_value(search, operand->index, holding),
                         value_exactly(operand->offset));
    default: return value_anything();
    }
}

static Value value_of(const RegisterValues *search, const PtxOperand *operand) {
    return value_where(search, operand, 0);
}

static Value parameter(const RegisterValues *search, const PtxInstruction *in) {
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

static Value computed(const RegisterValues *search, const PtxInstruction *in, uint64_t holding) {
    const Launch *launch = search->launch;
    Value operand[3] = {value_anything(), value_anything(), value_anything()};
    PtxType type = ptx_type(in);
    if (!is_integer(type) || in->guard >= 0 || ptx_has(in, "sat")) return value_anything();
    for (uint32_t n = 0; n < 3 && n + 1 < in->operand_count; n++)
        operand[n] = value_where(search, &in->operands[n + 1], holding);
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

static bool reads_nothing(const RegisterValues *search, const PtxInstruction *in) {
    const PtxOperand *operand;
    for (OperandWalk walk = operands_read(in); (operand = operand_next(&walk));)
        if (operand_names_register(operand) && is_nothing(&search->values[operand->index])) return true;
    return false;
}

// A bound that grows again and again moves to where the type's positive numbers end, or its others.
static Value widened(Value before, Value after, PtxType type) {
    bool is_narrow = ptx_type_bytes(type) < 8;
    int64_t half = 1ll << (is_narrow ? 8 * ptx_type_bytes(type) - 1 : 62);
    if (after.high > before.high) after.high = after.high < half ? half - 1 : is_narrow ? 2 * half - 1 : INT64_MAX;
    if (after.low < before.low) after.low = after.low >= 0 ? 0 : is_narrow ? -half : INT64_MIN;
    return after;
}

// The register has this value, too. true: more than one is possible now.
static bool assign(RegisterValues *search, uint32_t index, Value value, PtxType type, unsigned pass) {
    Value before = search->values[index], after = is_nothing(&before) ? value : value_either(before, value);
    bool grows = !is_nothing(&before) && (after.low < before.low || after.high > before.high);
    bool again = pass >= PASSES_EXACT && search->launch->program->steps_of[index] > 1;
    search->values[index] = grows && again ? widened(before, after, type) : after;
    return grows || (!is_nothing(&before) && (after.linear != before.linear || after.modulus != before.modulus));
}

// Goes through the steps once. true: what some have read has changed since.
static bool take_steps(RegisterValues *search, unsigned pass) {
    const Program *program = search->launch->program;
    bool changed = false;
    for (uint32_t n = 0; n < program->kernel->register_count; n++) search->assigned[n].block = NO_BLOCK;
    for (uint32_t n = 0; n < program->address_step_count; n++) {
        uint32_t step = program->address_steps[n];
        const PtxInstruction *in = &program->kernel->instructions[step];
        if (!program->steps_of[in->operands[0].index]) continue;
        search->block = program->block_of[step];
        if (reads_nothing(search, in)) changed = true;
        else {
            Value value = value_reduced(computed(search, in, program->guarded[step]), result_type(in));
            changed |= assign(search, in->operands[0].index, value, result_type(in), pass);
            search->assigned[in->operands[0].index].value = value;
            search->assigned[in->operands[0].index].block = search->block;
        }
    }
    return changed;
}

static Value unknown(const PtxFunction *kernel, uint32_t index) {
    return value_reduced(value_anything(), kernel->registers[index].type);
}

static void compute_registers(RegisterValues *search) {
    const Program *program = search->launch->program;
    const PtxFunction *kernel = program->kernel;
    unsigned pass = 0;
    for (uint32_t n = 0; n < kernel->register_count; n++)
        search->values[n] = program->steps_of[n] ? NOTHING : unknown(kernel, n);
    while (pass < PASSES_MOST && take_steps(search, pass)) pass++;
    for (uint32_t n = 0; n < kernel->register_count; n++) search->assigned[n].block = NO_BLOCK;
    search->block = 0;
    for (uint32_t n = 0; n < kernel->register_count; n++)
        if (pass == PASSES_MOST || is_nothing(&search->values[n])) search->values[n] = unknown(kernel, n);
}

// A guard limits a digit, or a sum of digits, if one of its operands is such a sum in every thread.
static void find_limit(RegisterValues *search, uint32_t n) {
    const Guard *guard = &search->launch->program->guards[n];
    Limit *limit = &search->limits[n];
    limit->known = false;
    for (unsigned second = 0; second < 2 && !limit->known; second++) {
        Value value = value_read_as(value_of(search, second ? guard->b : guard->a), guard->type);
        if (!value.linear || value.modulus || value.low == value.high) continue;
        limit->known = true;
        for (unsigned d = 0; d < DIGITS; d++) limit->known &= (limit->factor[d] = value.factor[d]) >= 0;
        value = guarded(search, guard, !second, value);
        limit->low = value.low - value.constant, limit->high = value.high - value.constant;
    }
}

bool register_values_find(RegisterValues *search, const Launch *launch) {
    const Program *program = launch->program;
    search->launch = launch;
    search->values = malloc((program->kernel->register_count + 1) * sizeof *search->values);
    search->assigned = malloc((program->kernel->register_count + 1) * sizeof *search->assigned);
    if (!search->values || !search->assigned) return false;
    compute_registers(search);
    for (uint32_t n = 0; n < program->guard_count; n++) find_limit(search, n);
    return true;
}

void register_values_free(RegisterValues *search) {
    free(search->values);
    free(search->assigned);
}
