// instruction_facts.h - what is known of an instruction from its words alone: a row of instructions/ for each mnemonic,
// and what follows from its modifiers.
#ifndef INSTRUCTION_FACTS_H
#define INSTRUCTION_FACTS_H

#include "ptx.h"

// Does it assign its first operand? (Those without a result may name a register there all the same.)
typedef enum { NO_RESULT, HAS_RESULT, RESULT_OF_REDUCTION } ResultFact; // the last: only with .red

typedef enum { GOES_ON, BRANCHES, BRANCHES_BY_TABLE, CALLS, ENDS } FlowFact;

// Which memory it may change. MEMORY: all but what is constant.
typedef enum {
    CHANGES_NOTHING,
    CHANGES_ITS_SPACE,
    CHANGES_IF_STORE, // its space, with .store
    CHANGES_SHARED,
    CHANGES_MEMORY,
    CHANGES_UNLESS_COMMIT, // memory, but for .commit_group
    CHANGES_EVERYTHING
} ChangeFact;

// What the assembler moves across it: accesses to any memory, to another than it writes, or none.
typedef enum {
    FREE,
    WRITES,
    WRITES_IF_STORE,
    WRITES_SHARED,
    WRITES_SURFACES,    // which may be global memory
    FENCE_OF_FRAGMENTS, // loads of matrix fragments do not move across; of others nothing was seen
    FENCE
} OrderFact;

// Whether the lanes of a warp get the same result.
typedef enum { LIKE_SOURCES, AGREE, DIFFER, OWN_RULE } LaneFact;

enum {
    NEVER = 1000
}; // cost of what keeps a loop from being unrolled: it synchronises lanes or orders memory, ends
   // threads, or becomes a call or a loop of its own

enum {
    PURE = 1,           // the result follows from the sources alone
    NO_COMPUTATION = 2, // nothing is computed for it, beside the addresses of parameters
    TAKES_SIGNS = 4,    // negates floating point sources, or makes them absolute, for nothing
    TAKES_SIGNS_UNLESS_ROUNDED = 8,
    SINKS = 16,          // past a branch, where only one side needs the result
    FOLDS = 32,          // may be part of another instruction, or have to stand alone (folded_operations.c)
    COMPUTES = 64,       // the first operand from the others, which are bound to d, a, b, c and e as arithmetic's are
    LOADS = 128,         // from memory into registers, for which a later instruction waits (waits/load_waits.c)
    LOADS_IF_LOAD = 256, // the same, with .load
    EXCHANGES = 512      // only tells lanes what other lanes have: the counters shuffles and exchanges
};

typedef struct {
    const char *mnemonic;
    uint8_t result, flow, changes, order, lanes; // ResultFact, FlowFact, ...
    int16_t cost;                                // in a loop that may be unrolled, without modifiers
    uint16_t marks;
} InstructionFacts;

extern const InstructionFacts INSTRUCTION_FACTS[OPCODE_COUNT];

PtxOpcode opcode_named(const char *mnemonic); // OPCODE_OTHER: it has no row

static inline const InstructionFacts *facts_of(const PtxInstruction *in) { return &INSTRUCTION_FACTS[in->opcode]; }

// ---- what follows from the modifiers ------------------------------------------------------------------------------

PtxSpace ptx_space(const PtxInstruction *in); // of the first modifier that names one, else GENERIC
PtxType ptx_type(const PtxInstruction *in);   // the last one that names a type
// An access whose order with others matters: volatile, relaxed, acquire, release or to memory-mapped devices.
bool ptx_is_ordered(const PtxInstruction *in);
// Does the assembler make a subroutine of it (correctly rounded division, reciprocal and root, division of 64 bits)?
// Then it ends a basic block of the machine code.
bool ptx_is_subroutine(const PtxInstruction *in);
bool ptx_has_result(const PtxInstruction *in);
int ptx_cost(const PtxInstruction *in); // in a loop that may be unrolled

// ---- one walk over operands ---------------------------------------------------------------------------------------

enum { OPERANDS_NESTED = 16 }; // deeper than the reader lets operands be nested

// Goes through operands, each before its elements:
//     for (OperandWalk walk = operands_read(in); (operand = operand_next(&walk));)
typedef struct {
    const PtxOperand *next[OPERANDS_NESTED], *end[OPERANDS_NESTED];
    unsigned depth;
} OperandWalk;

OperandWalk operands_within(const PtxOperand *operands, uint32_t count); // these and all in them
OperandWalk operands_all(const PtxInstruction *in);
OperandWalk operands_assigned(const PtxInstruction *in); // of these, the registers are results
OperandWalk operands_read(const PtxInstruction *in);     // the others
const PtxOperand *operand_next(OperandWalk *walk);       // NULL: there are no more

// Does the operand itself name a register, at operand->index: as it is, or as an address's base?
static inline bool operand_names_register(const PtxOperand *operand) {
    return operand->kind == OPERAND_REGISTER || (operand->kind == OPERAND_ADDRESS && operand->base == BASE_REGISTER);
}
static inline bool operand_names_variable(const PtxOperand *operand) {
    return operand->kind == OPERAND_VARIABLE || (operand->kind == OPERAND_ADDRESS && operand->base == BASE_VARIABLE);
}
// By register: adds one to the counts of those that the instruction assigns; of those that the walk names.
void count_assigned(const PtxInstruction *in, uint32_t *counts);
void count_named(OperandWalk walk, uint32_t *counts);

#endif
