// operands.h - what the files that decode one kind of instruction share.
#ifndef DECODE_OPERANDS_H
#define DECODE_OPERANDS_H

#include "../base/arena.h"
#include "../ptx/instruction_facts.h"
#include "blocks.h"

// Arithmetic goes through operation_find() and needs nothing of this. Memory and control instructions have a row in
// instructions/: a mnemonic and the function that decodes it, which fills `out` and returns false after
// decode_fail() if it cannot.

typedef struct SystemCallRow SystemCallRow;

typedef struct Fusion Fusion;

typedef struct {
    Arena *scratch; // lives until the function is decoded; an allocation that fails ends the decoding
    Program *program;
    Code *code;
    const PtxModule *module;
    const PtxFunction *function;
    Operand *registers;      // by register index: its slot
    uint32_t *reads;         // by register index: how many operands name it, destinations among them
    uint8_t *varies;         // by register index: lanes that are active together may disagree (uniformity.c)
    Fusion *fusions;         // by PTX instruction: what is fused (fused_multiply_add.c), or NULL
    uint32_t *local_offset;  // by variable index: offset in the frame's local memory, UINT32_MAX: not in this frame
    uint32_t *shared_offset; // by variable index: offset in the block's shared memory, UINT32_MAX: not laid out
    struct LiteralPool *literals;
    uint32_t bases[8]; // by shape slot: 1 + register that shared accesses of this block are based on, 0: free
    uint32_t *order;   // of a block: what decode_order() found
    uint32_t location; // of the instruction being decoded; for line 0 see note_location() in kernels/function.c
    DecodeError *error;
    const SystemCallRow *(*system_call)(const char *name); // the one of that name, NULL: there is none
} Decoder;

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
// A new site of that class, and one of a space.
uint32_t decode_site(Decoder *decoder, InstructionClass class);
uint32_t decode_space_site(Decoder *decoder, InstructionClass class, PtxSpace space);
// The site of a memory instruction, or its sites, one for each space, if addresses are generic: then its fate is
// FATE_SORTED.
void decode_memory_sites(Decoder *decoder, InstructionClass class, PtxSpace space, Instruction *out);
bool operand_is_bound(Operand operand);
// The handler, and a site of that class.
bool decode_finish(Decoder *decoder, Instruction *out, Handler run, InstructionClass class);
// Counts as one instruction, and does nothing.
bool decode_nothing(Decoder *decoder, const PtxInstruction *in, Instruction *out);

#endif
