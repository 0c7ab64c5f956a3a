// folded_operations.c - which floating point operations are part of others in the machine code, and which stand alone
// there.
//
// What ptxas 13.0 does for sm_90, read off the machine code of small kernels; golden/*.csv agrees with it:
//
// - An operand of arithmetic can be negated and made absolute for nothing. What else needs a neg or an abs (a store,
//   a copy, a shuffle) gets it from an addition of zero; a product's only use is then that addition, and fused.
// - An operation in single precision whose only use is a selp is done under the predicate instead, in the register of
//   the other choice, if nothing needs that one later, as where the selp itself assigns it (a sum in a loop). Of two
//   such operations it is the second choice.
// - Sine and cosine of one number share the multiplication that makes turns of radians.
#include "folded_operations.h"
#include "fused_multiply_add.h"
#include <string.h>

// A register, as far as the current block is read.
typedef struct {
    uint32_t block;    // 1 + the last block that names it: what follows is of that block
    uint32_t assigned; // 1 + the last instruction that assigns it, 0: none
    uint32_t mentions; // assignments and reads
    bool in_turns;     // its sine or cosine was asked for
} Seen;

typedef struct {
    const Decoder *decoder;
    const PtxFunction *function;
    Seen *seen;           // by register
    uint32_t *alone;      // by register: reads by what cannot negate it
    Instruction **places; // by PTX instruction, where it is decoded
    uint32_t block;
    uint32_t start; // of the block of the machine code: a division ends one
} Scan;

static void count_as(const Scan *scan, Instruction *out, InstructionClass class) {
    out->class = class;
    scan->decoder->program->sites[out->site].class = class;
}

static Seen *seen(const Scan *scan, uint32_t index) {
    Seen *seen = &scan->seen[index];
    if (seen->block != scan->block + 1) *seen = (Seen){.block = scan->block + 1};
    return seen;
}

// The instruction of this block that computed a register which is assigned once and read once; NULL: there is none.
static Instruction *only_source(const Scan *scan, const PtxOperand *operand, uint32_t *n) {
    if (operand->kind != OPERAND_REGISTER || scan->decoder->reads[operand->index] != 2) return NULL; // 2: both
    uint32_t assigned = seen(scan, operand->index)->assigned;
    if (assigned <= scan->start) return NULL;
    *n = assigned - 1;
    return scan->places[*n];
}

// ---- signs -----------------------------------------------------------------------------------------------------

// The functions that unusual operands of a division or root are sent through take them as they are.
static bool takes_signs(const PtxInstruction *in) {
    bool before = ptx_has(in, "f64") || in->opcode != OPCODE_DIV; // the branch to that function
    if (facts_of(in)->marks & TAKES_SIGNS_UNLESS_ROUNDED) return !before || !ptx_has(in, "rn");
    return facts_of(in)->marks & TAKES_SIGNS || (in->opcode == OPCODE_SELP && ptx_has(in, "f32"));
}

static void find_readers(Scan *scan) {
    for (uint32_t n = 0; n < scan->function->instruction_count; n++) {
        const PtxInstruction *in = &scan->function->instructions[n];
        if (!takes_signs(in)) count_named(operands_read(in), scan->alone);
    }
}

static void fold_sign(const Scan *scan, const PtxInstruction *in, Instruction *out) {
    bool single = ptx_has(in, "f32"), sign = in->opcode == OPCODE_NEG || in->opcode == OPCODE_ABS;
    if (in->operand_count != 2 || !sign || (!single && !ptx_has(in, "f64"))) return;
    if (in->operands[0].kind != OPERAND_REGISTER || !scan->alone[in->operands[0].index]) return;
    count_as(scan, out, single ? CLASS_FADD : CLASS_DADD);
    uint32_t n;
    Instruction *source = only_source(scan, &in->operands[1], &n);
    bool fuses = source && source->class == (single ? CLASS_FMUL : CLASS_DMUL) && in->opcode == OPCODE_NEG &&
                 !ptx_has(&scan->function->instructions[n], "rn");
    if (!fuses) return;
    count_as(scan, source, CLASS_OTHER);
    count_as(scan, out, single ? CLASS_FFMA : CLASS_DFMA);
}

// ---- selections ------------------------------------------------------------------------------------------------

// Nothing needs the register after this instruction, which reads it.
static bool is_last_use(const Scan *scan, const PtxOperand *operand) {
    if (operand->kind != OPERAND_REGISTER) return false;
    const Seen *other = seen(scan, operand->index);
    return other->assigned > scan->start && other->mentions == scan->decoder->reads[operand->index];
}

static bool is_own_result(const PtxInstruction *in, const PtxOperand *operand) {
    return operand->kind == OPERAND_REGISTER && operand->index == in->operands[0].index;
}

static bool predicate_choice(const Scan *scan, const PtxInstruction *in, uint32_t choice) {
    uint32_t n;
    Instruction *source = only_source(scan, &in->operands[choice], &n);
    if (!source || source->class < CLASS_FFMA || source->class > CLASS_FMUL || source->guard.bank != BANK_SINK)
        return false;
    const PtxOperand *predicate = &in->operands[3];
    if (predicate->kind != OPERAND_REGISTER || seen(scan, predicate->index)->assigned > n) return false;
    if (!is_own_result(in, &in->operands[3 - choice]) && !is_last_use(scan, &in->operands[3 - choice])) return false;
    source->guard = scan->decoder->registers[predicate->index];
    source->guard.negated = predicate->negated != (choice == 2);
    return true;
}

static void fold_selection(const Scan *scan, const PtxInstruction *in) {
    if (in->opcode != OPCODE_SELP || !ptx_has(in, "f32") || in->guard >= 0 || in->operand_count != 4) return;
    if (!predicate_choice(scan, in, 2)) predicate_choice(scan, in, 1);
}

// ---- sine and cosine -------------------------------------------------------------------------------------------

static void fold_turns(const Scan *scan, const PtxInstruction *in, Instruction *out) {
    bool turns = out->class == CLASS_SINE || out->class == CLASS_COSINE;
    if (!turns || in->operands[1].kind != OPERAND_REGISTER) return;
    Seen *angle = seen(scan, in->operands[1].index);
    if (angle->in_turns) count_as(scan, out, CLASS_OTHER);
    angle->in_turns = true;
}

// ---- a function ------------------------------------------------------------------------------------------------

static void note_mentions(const Scan *scan, const PtxInstruction *in) {
    const PtxOperand *operand;
    for (OperandWalk walk = operands_all(in); (operand = operand_next(&walk));)
        if (operand_names_register(operand)) seen(scan, operand->index)->mentions++;
    if (in->guard >= 0) seen(scan, (uint32_t)in->guard)->mentions++;
}

static void note_assignments(const Scan *scan, const PtxInstruction *in, uint32_t n) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        seen(scan, result->index)->assigned = n + 1;
        seen(scan, result->index)->in_turns = false;
    }
}

static void visit(Scan *scan, uint32_t n) {
    const PtxInstruction *in = &scan->function->instructions[n];
    Instruction *out = scan->places[n];
    note_mentions(scan, in);
    fold_sign(scan, in, out);
    fold_selection(scan, in);
    fold_turns(scan, in, out);
    note_assignments(scan, in, n);
    if (ptx_is_subroutine(in)) scan->start = n + 1;
}

static bool is_asked_for(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++)
        if (facts_of(&function->instructions[n])->marks & FOLDS) return true;
    return false;
}

static void visit_block(Scan *scan, const Blocks *blocks) {
    scan->start = blocks->first[scan->block];
    Instruction *out = &scan->decoder->code->instructions[blocks->place[scan->block]];
    uint32_t count = decode_order(scan->decoder, blocks, scan->block);
    for (uint32_t k = 0; k < count; k++) scan->places[scan->decoder->order[k]] = out++;
    for (uint32_t k = 0; k < count; k++) visit(scan, scan->decoder->order[k]);
}

void folded_operations_find(const Decoder *decoder, const Blocks *blocks) {
    const PtxFunction *function = decoder->function;
    if (decoder->module->is_debug || !is_asked_for(function)) return;
    Scan scan = {.decoder = decoder, .function = function};
    scan.seen = arena_array(decoder->scratch, function->register_count + 1, sizeof *scan.seen);
    scan.alone = arena_array(decoder->scratch, function->register_count + 1, sizeof *scan.alone);
    scan.places = arena_array(decoder->scratch, function->instruction_count + 1, sizeof(Instruction *));
    find_readers(&scan);
    for (scan.block = 0; scan.block < blocks->count; scan.block++)
        if (blocks->place[scan.block] != UINT32_MAX) visit_block(&scan, blocks);
}
