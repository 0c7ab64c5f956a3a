// function.h - what the files that decode one kind of instruction share.
//
// Arithmetic goes through operation_find() and needs nothing of this. Memory and control instructions have a row in
// irregular.def: a mnemonic and the function that decodes it, which fills `out` and returns false after
// decode_fail() if it cannot.
#ifndef DECODE_H
#define DECODE_H

#include "../decode/blocks.h"

typedef struct Contraction Contraction;

typedef struct {
    Program *program;
    Code *code;
    const PtxModule *module;
    const PtxFunction *function;
    Operand *registers;        // by register index: its slot
    uint32_t *reads;           // by register index: how many operands read it
    uint8_t *varies;           // by register index: lanes that are active together may disagree (uniform.c)
    Contraction *contractions; // by PTX instruction: what is fused (contraction.c), or NULL
    uint32_t *local_offset;    // by variable index: offset in the frame's local memory, UINT32_MAX: not in this frame
    uint32_t *shared_offset;   // by variable index: offset in the block's shared memory, UINT32_MAX: not laid out
    struct LiteralPool *literals;
    uint32_t bases[8]; // by shape slot: 1 + register that shared accesses of this block are based on, 0: free
    uint32_t *order;   // of a block: what decode_order() found
    uint32_t location; // of the instruction being decoded, never a line 0 where there was one before
    DecodeError *error;
} Decoder;

static inline uint32_t align_up(uint32_t value, uint32_t align) {
    return align > 1 ? (value + align - 1) / align * align : value;
}

// Puts the PTX instructions that are decoded for a block into decoder->order, and returns how many there are.
uint32_t decode_order(const Decoder *decoder, const Blocks *blocks, uint32_t block);
// Decodes one function of the program into code; false with decoder->error filled in.
bool decode_function(Decoder *decoder, Code *code);

typedef bool (*DecodeFunction)(Decoder *decoder, const PtxInstruction *in, Instruction *out);

// Fills the error with a sentence about the instruction (its text is added) and returns false.
bool decode_fail(Decoder *decoder, const PtxInstruction *in, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Binds an operand whose value is of that type. On failure decoder->error is set and BANK_COUNT is the bank.
Operand decode_operand(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type);
// Binds [base + offset]: the base to out->a (a register, or a literal address), the offset to out->extra.
bool decode_address(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out);
Operand decode_literal(Decoder *decoder, PtxType type, uint64_t bits);
Bank decode_bank(PtxType type); // where registers of that type live; 128 bits are two neighbouring slots of 64
// Zeroed memory that lives as long as the program.
void *decode_keep(Decoder *decoder, size_t bytes);
// The elements of a vector operand (or the operand itself) as a list that lives as long as the program.
bool decode_list(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type, Instruction *out);
// A new site of that class; for memory: of that space, or one for each space if it is generic.
uint32_t decode_site(Decoder *decoder, InstructionClass class);
uint32_t decode_memory_site(Decoder *decoder, InstructionClass class, PtxSpace space);
PtxSpace decode_space(const PtxInstruction *in); // of the first modifier that names one, else GENERIC
// The type among the modifiers: the last one that names a type.
PtxType decode_type(const PtxInstruction *in);
bool operand_is_bound(Operand operand);
// Does the operand name a register at operand->index: itself, or an address's base?
static inline bool decode_names_register(const PtxOperand *operand) {
    return operand->kind == OPERAND_REGISTER || (operand->kind == OPERAND_ADDRESS && operand->base == BASE_REGISTER);
}

// cluster_barrier.c: barrier.cluster
bool decode_cluster_barrier(Decoder *decoder, const PtxInstruction *in, Instruction *out);

// Does the instruction assign its first operand?
bool decode_has_result(const PtxInstruction *in);
// Does the assembler make a subroutine of it (correctly rounded division, reciprocal and root, division of 64 bits)?
// Then it ends a basic block of the machine code.
bool decode_is_subroutine(const PtxInstruction *in);
// By register: adds one to the counts of those that the instruction assigns; of those that the operand names.
void decode_count_results(const PtxInstruction *in, uint32_t *counts);
void decode_count_names(const PtxOperand *operand, uint32_t *counts);

// uniform.c: Decoder.varies of a function, malloc'ed; and whether all lanes have the same value or address there.
uint8_t *uniform_find(const Decoder *decoder, const Blocks *blocks);
bool uniform_operand(const Decoder *decoder, const PtxOperand *operand);

// irregular.def
#define IRREGULAR(mnemonic, function) bool function(Decoder *decoder, const PtxInstruction *in, Instruction *out);
#include "memory_and_control.def"
#undef IRREGULAR

#endif
