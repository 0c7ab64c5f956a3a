// fused_multiply_add.c - which products and sums the assembler makes one fused multiply-add of.
//
// A mul and an add or sub without .rn may become an fma, which rounds once (PTX ISA, add). What ptxas 13.0 does for
// sm_90 was read off the machine code of random functions and of hand-made ones. Of 900 others, of 10 to 40 operations,
// 892 have the same counts here; the rest compute a value twice or negate what was negated, and ptxas notices.
//
// - Only within a basic block, which a division or a root ends, unless a factor is constant: a number, a kernel's
//   parameter, constant memory. A product that is used anywhere else stays. Negation in between is no hindrance.
// - A product is fused into every sum that uses it, and is gone; but if anything else uses it, it stays, and its sums
//   too. So at a sum of two products one is fused, the other becomes the fused instruction's third operand, and that is
//   a use which is no sum.
// - First come the products that are used once, in the order of their sums, then the others, again in order. Of two
//   products the one with fewer uses is fused, and of equals the first operand.
//
// Here a product must besides be assigned once, and what it multiplies must still be in its registers where the sum
// is. Both is so in all that nvcc writes. With debugging information ptxas does not optimise.
#include "fused_multiply_add.h"
#include <string.h>

typedef struct {
    uint32_t product; // 1 + the multiplication whose result a register has, maybe negated; 0: of none
    bool negated;
} Origin;

typedef struct {
    const PtxFunction *function;
    const Blocks *blocks;
    Fusion *fusions;
    Origin *origins;       // by register
    uint32_t *assignments; // by register: how many
    uint8_t *constant;     // by register: assigned once, a constant
    uint32_t *changed;     // by register: 1 + the last instruction so far that assigns it
    // By instruction, of products:
    uint32_t *uses;
    uint32_t *other_uses; // of them: what cannot be fused
    uint32_t *unfused;    // uses that do not have it fused yet
} Scan;

// ---- instructions ----------------------------------------------------------------------------------------------

typedef struct {
    PtxType type;
    bool ftz, sat;
} Arithmetic;

static bool is_floating(PtxType type) { return type >= TYPE_F16 && type <= TYPE_F64; }

// The modifiers of arithmetic that may be fused; false: it has others.
static bool read_modifiers(const PtxInstruction *in, Arithmetic *arithmetic) {
    *arithmetic = (Arithmetic){.type = TYPE_NONE};
    if (in->modifier_count > MOST_MODIFIERS) return false;
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (is_floating(type)) arithmetic->type = type;
        else if (!strcmp(in->modifiers[n], "ftz")) arithmetic->ftz = true;
        else if (!strcmp(in->modifiers[n], "sat")) arithmetic->sat = true;
        else return false;
    }
    return arithmetic->type != TYPE_NONE;
}

static bool is_product(const PtxInstruction *in, Arithmetic *arithmetic) {
    if (in->opcode != OPCODE_MUL || in->guard >= 0 || in->operand_count != 3) return false;
    return in->operands[0].kind == OPERAND_REGISTER && read_modifiers(in, arithmetic) && !arithmetic->sat;
}

static bool is_sum(const PtxInstruction *in, Arithmetic *arithmetic) {
    if ((in->opcode != OPCODE_ADD && in->opcode != OPCODE_SUB) || in->operand_count != 3) return false;
    return read_modifiers(in, arithmetic);
}

// Pairs of bf16 are negated by an instruction of their own.
static bool is_negation(const PtxInstruction *in, Arithmetic *arithmetic) {
    if (in->opcode != OPCODE_NEG || in->guard >= 0 || in->operand_count != 2) return false;
    if (in->operands[0].kind != OPERAND_REGISTER || in->operands[1].kind != OPERAND_REGISTER) return false;
    return read_modifiers(in, arithmetic) && arithmetic->type != TYPE_BF16X2;
}

// Control may go elsewhere, or come back from elsewhere, although our blocks go on.
static bool ends_block(const PtxInstruction *in) {
    return ptx_is_subroutine(in) || facts_of(in)->flow == ENDS || facts_of(in)->flow == CALLS;
}

// ---- where products come from and where they go ------------------------------------------------------------------

// What the machine code can name in place of a register: a number, or something in constant memory.
static bool is_constant(const Scan *scan, const PtxInstruction *in) {
    if (in->guard >= 0 || in->operand_count != 2) return false;
    const PtxOperand *source = &in->operands[1];
    if (in->opcode == OPCODE_MOV) return source->kind == OPERAND_IMMEDIATE;
    if (in->opcode != OPCODE_LD || source->kind != OPERAND_ADDRESS || source->base == BASE_REGISTER) return false;
    PtxSpace space = ptx_space(in);
    return space == SPACE_CONST || (space == SPACE_PARAM && scan->function->is_entry);
}

// The product that an operand is, if the instruction there can have it fused.
static const Origin *operand_origin(const Scan *scan, const PtxOperand *operand) {
    static const Origin NONE = {0};
    return operand->kind == OPERAND_REGISTER ? &scan->origins[operand->index] : &NONE;
}

static void note_result(Scan *scan, uint32_t n) {
    const PtxInstruction *in = &scan->function->instructions[n];
    Arithmetic arithmetic;
    if (in->operand_count == 0 || in->operands[0].kind != OPERAND_REGISTER) return;
    uint32_t result = in->operands[0].index;
    if (scan->assignments[result] != 1) return;
    scan->constant[result] = is_constant(scan, in);
    if (is_product(in, &arithmetic)) {
        scan->origins[result] = (Origin){.product = n + 1};
    } else if (is_negation(in, &arithmetic)) {
        Origin origin = *operand_origin(scan, &in->operands[1]);
        if (origin.product) scan->origins[result] = (Origin){origin.product, !origin.negated};
    }
}

static bool is_constant_factor(const Scan *scan, const PtxOperand *factor) {
    return factor->kind == OPERAND_IMMEDIATE || (factor->kind == OPERAND_REGISTER && scan->constant[factor->index]);
}

static bool never_changes(const Scan *scan, const PtxOperand *factor) {
    return factor->kind == OPERAND_IMMEDIATE ||
           (factor->kind == OPERAND_REGISTER && scan->assignments[factor->index] == 1);
}

// May the product be multiplied in another block than its own?
static bool travels(const Scan *scan, const PtxInstruction *product) {
    const PtxOperand *first = &product->operands[1], *second = &product->operands[2];
    bool constant = is_constant_factor(scan, first) || is_constant_factor(scan, second);
    return constant && never_changes(scan, first) && never_changes(scan, second);
}

static bool still_there(const Scan *scan, const PtxOperand *operand, uint32_t since) {
    return operand->kind == OPERAND_IMMEDIATE ||
           (operand->kind == OPERAND_REGISTER && scan->changed[operand->index] <= since);
}

// May the instruction have the product fused, as far as it alone can tell? `start` is where its basic block begins.
static bool could_fuse(const Scan *scan, uint32_t n, uint32_t product, uint32_t start) {
    const PtxInstruction *in = &scan->function->instructions[n], *factors = &scan->function->instructions[product];
    Arithmetic sum, multiplication;
    if (product >= n || !is_sum(in, &sum) || !is_product(factors, &multiplication)) return false;
    if (product < start && !travels(scan, factors)) return false;
    if (sum.type != multiplication.type || sum.ftz != multiplication.ftz) return false;
    if (operand_origin(scan, &in->operands[1])->product == operand_origin(scan, &in->operands[2])->product)
        return false;
    return still_there(scan, &factors->operands[1], product) && still_there(scan, &factors->operands[2], product);
}

static void note_uses(Scan *scan, uint32_t n, uint32_t start) {
    const PtxOperand *operand;
    for (OperandWalk walk = operands_read(&scan->function->instructions[n]); (operand = operand_next(&walk));) {
        uint32_t product = operand_names_register(operand) ? scan->origins[operand->index].product : 0;
        if (!product) continue;
        scan->uses[product - 1]++;
        scan->other_uses[product - 1] += !could_fuse(scan, n, product - 1, start);
    }
}

// A negation whose operand is a product of the same block only passes it on.
static bool passes_on(const Scan *scan, uint32_t n, uint32_t start) {
    const PtxInstruction *in = &scan->function->instructions[n];
    Arithmetic arithmetic;
    if (!is_negation(in, &arithmetic)) return false;
    uint32_t product = scan->origins[in->operands[0].index].product;
    if (!product || product - 1 >= n) return false;
    return product - 1 >= start || travels(scan, &scan->function->instructions[product - 1]);
}

static void visit(Scan *scan, uint32_t n, uint32_t start) {
    const PtxInstruction *in = &scan->function->instructions[n];
    const PtxOperand *result;
    if (!passes_on(scan, n, start)) note_uses(scan, n, start);
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER) scan->changed[result->index] = n + 1;
}

static void visit_blocks(Scan *scan) {
    for (uint32_t block = 0; block < scan->blocks->count; block++) {
        uint32_t start = scan->blocks->first[block];
        for (uint32_t n = start; n < scan->blocks->first[block + 1]; n++) {
            visit(scan, n, start);
            if (ends_block(&scan->function->instructions[n])) start = n + 1;
        }
    }
}

// ---- the choice --------------------------------------------------------------------------------------------------

// 1 + the product that the sum's operand is, if it can be fused now, with no more uses than asked for; 0: none.
static uint32_t candidate(const Scan *scan, const PtxInstruction *in, uint32_t operand, uint32_t most_uses) {
    uint32_t product = operand_origin(scan, &in->operands[operand])->product;
    if (!product || scan->other_uses[product - 1] || scan->uses[product - 1] > most_uses) return 0;
    return product;
}

static void fuse(Scan *scan, uint32_t n, uint32_t operand) {
    const PtxInstruction *in = &scan->function->instructions[n];
    const Origin *origin = operand_origin(scan, &in->operands[operand]);
    uint32_t addend = operand_origin(scan, &in->operands[3 - operand])->product;
    scan->fusions[n].factor = (uint8_t)operand;
    scan->fusions[n].product = origin->product - 1;
    scan->fusions[n].negated = origin->negated;
    scan->unfused[origin->product - 1]--;
    if (addend) scan->other_uses[addend - 1]++;
}

static void fuse_sums(Scan *scan, uint32_t most_uses) {
    for (uint32_t n = 0; n < scan->function->instruction_count; n++) {
        const PtxInstruction *in = &scan->function->instructions[n];
        Arithmetic arithmetic;
        if (scan->fusions[n].factor || !is_sum(in, &arithmetic)) continue;
        uint32_t first = candidate(scan, in, 1, most_uses), second = candidate(scan, in, 2, most_uses);
        if (first && (!second || scan->uses[first - 1] <= scan->uses[second - 1])) fuse(scan, n, 1);
        else if (second) fuse(scan, n, 2);
    }
}

// Products that nothing needs any more, and the negations that they passed through.
static void remove_products(Scan *scan) {
    for (uint32_t n = 0; n < scan->function->instruction_count; n++) {
        const PtxInstruction *in = &scan->function->instructions[n];
        Arithmetic arithmetic;
        if (!is_product(in, &arithmetic) && !is_negation(in, &arithmetic)) continue;
        uint32_t product = scan->origins[in->operands[0].index].product;
        if (product) scan->fusions[n].gone = scan->uses[product - 1] && !scan->unfused[product - 1];
    }
}

static void run_scan(Scan *scan) {
    const PtxFunction *function = scan->function;
    uint32_t count = function->instruction_count;
    for (uint32_t n = 0; n < count; n++) count_assigned(&function->instructions[n], scan->assignments);
    for (uint32_t n = 0; n < count; n++) note_result(scan, n);
    visit_blocks(scan);
    memcpy(scan->unfused, scan->uses, count * sizeof *scan->uses);
    fuse_sums(scan, 1);
    fuse_sums(scan, UINT32_MAX);
    remove_products(scan);
}

Fusion *fusions_find(const Decoder *decoder, const Blocks *blocks) {
    const PtxFunction *function = decoder->function;
    if (decoder->module->is_debug) return NULL;
    uint32_t count = function->instruction_count, registers = function->register_count + 1;
    Scan scan = {.function = function, .blocks = blocks};
    scan.fusions = arena_array(decoder->scratch, count + 1, sizeof *scan.fusions);
    scan.origins = arena_array(decoder->scratch, registers, sizeof *scan.origins);
    scan.assignments = arena_array(decoder->scratch, registers, sizeof *scan.assignments);
    scan.constant = arena_array(decoder->scratch, registers, sizeof *scan.constant);
    scan.changed = arena_array(decoder->scratch, registers, sizeof *scan.changed);
    scan.uses = arena_array(decoder->scratch, count, sizeof *scan.uses);
    scan.other_uses = arena_array(decoder->scratch, count, sizeof *scan.other_uses);
    scan.unfused = arena_array(decoder->scratch, count, sizeof *scan.unfused);
    run_scan(&scan);
    return scan.fusions;
}

// ---- the fused instruction ---------------------------------------------------------------------------------------

// a * b + c with the signs of the product and of c, in words that arithmetic.def has for this alone.
static const char *fused_mnemonic(bool minus_product, bool minus_addend) {
    return minus_product ? minus_addend ? "-fma-" : "-fma" : minus_addend ? "fma-" : "fma";
}

const PtxInstruction *fusion_apply(const Decoder *decoder, uint32_t n, FusedInstruction *room) {
    const PtxInstruction *sum = &decoder->function->instructions[n];
    if (!decoder->fusions || !decoder->fusions[n].factor) return sum;
    Fusion fusion = decoder->fusions[n];
    const PtxInstruction *product = &decoder->function->instructions[fusion.product];
    bool minus_second = sum->opcode == OPCODE_SUB;
    bool second = fusion.factor == 2;
    room->operands[0] = sum->operands[0];
    room->operands[1] = product->operands[1];
    room->operands[2] = product->operands[2];
    room->operands[3] = sum->operands[second ? 1 : 2];
    room->modifiers[0] = "rn";
    for (uint32_t m = 0; m < sum->modifier_count; m++) room->modifiers[m + 1] = sum->modifiers[m];
    room->instruction = *sum;
    room->instruction.opcode = OPCODE_FMA;
    room->instruction.mnemonic = fused_mnemonic(fusion.negated != (second && minus_second), !second && minus_second);
    room->instruction.operands = room->operands;
    room->instruction.operand_count = 4;
    room->instruction.modifiers = room->modifiers;
    room->instruction.modifier_count = sum->modifier_count + 1;
    return &room->instruction;
}

uint32_t decode_order(const Decoder *decoder, const Blocks *blocks, uint32_t block) {
    const Fusion *fusions = decoder->fusions;
    uint32_t count = 0, first = blocks->first[block];
    for (uint32_t n = block ? blocks->first[block - 1] : first; fusions && n < first; n++)
        if (fusions[n].sunk && !fusions[n].gone) decoder->order[count++] = n;
    for (uint32_t n = first; n < blocks->first[block + 1]; n++)
        if (!fusions || (!fusions[n].sunk && !fusions[n].gone)) decoder->order[count++] = n;
    return count;
}
