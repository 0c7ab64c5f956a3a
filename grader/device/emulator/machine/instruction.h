// instruction.h - a decoded instruction: a function pointer and operands, and what the counters make of it.
//
// An operand names a bank and a byte offset in it, so that registers, literals and special registers are read
// the same way: lane l of a 32-bit operand is ((uint32_t *)operand_lanes(warp, o))[l].
//
//   bank       element        one operand is
//   WORD       8..32-bit      uint32_t[32]; narrower values are zero-extended by who writes them
//   LONG       64-bit         uint64_t[32]
//   PREDICATE  predicate      one uint32_t, a bit per lane
//   LITERAL_*  constants      as WORD or LONG, filled with the literal (also symbol addresses)
//   SPECIAL    tid.x, ...     uint32_t[32]
//   SINK       destination _  scratch
#ifndef INSTRUCTION_H
#define INSTRUCTION_H

#include "site_counts.h"
#include <stdbool.h>

typedef enum {
    BANK_WORD,
    BANK_LONG,
    BANK_PREDICATE,
    BANK_LITERAL_WORD,
    BANK_LITERAL_LONG,
    BANK_LITERAL_PREDICATE,
    BANK_SPECIAL,
    BANK_SINK,
    BANK_COUNT
} Bank;

typedef struct {
    uint32_t bank : 4, negated : 1, offset : 27;
} Operand;                         // negated: predicates only
#define OPERAND_OFFSETS (1u << 27) // bytes of a bank that an operand can name

typedef struct Warp Warp;
typedef struct Block Block;
typedef struct Instruction Instruction;

typedef void (*Handler)(Warp *warp, const Instruction *instruction);

// What an instruction is to the counters. Classes of memory instructions are refined by the space at run time.
typedef enum {
    CLASS_OTHER,
    CLASS_FFMA,
    CLASS_FADD,
    CLASS_FMUL,
    CLASS_DFMA,
    CLASS_DADD,
    CLASS_DMUL,
    CLASS_HFMA,
    CLASS_HADD,
    CLASS_HMUL,
    CLASS_HFMA2,
    CLASS_HADD2,
    CLASS_HMUL2,
#define EXPANSION(class, ...) CLASS_##class,
#include "../instructions/expansions.def"
#undef EXPANSION
    CLASS_LOAD,
    CLASS_STORE,
    CLASS_ATOMIC,
    CLASS_REDUCTION,
    CLASS_BRANCH,
    CLASS_BARRIER,
    CLASS_BARRIER_REDUCTION, // a barrier that tells its threads what the others have
    CLASS_ARRIVAL,           // at an mbarrier
    CLASS_SHUFFLE,
    CLASS_EXCHANGE, // whatever else tells lanes of a warp what others have (EXCHANGES)
    CLASS_TEXTURE,
    CLASS_SURFACE,
    CLASS_BULK_LOAD,  // from global memory to shared memory
    CLASS_BULK_STORE, // the other way
    CLASS_BULK_COPY,  // any other
    CLASS_ASYNC_STORE,
    CLASS_COUNT
} InstructionClass;

// What becomes of an access in the machine code. The emulator performs every access; the main loop counts only those
// that are issued, and observe.c shows each only to the meters that want its fate.
typedef enum {
    FATE_ISSUED,
    FATE_MERGED, // part of a neighbour's wider access: its bytes are asked for, by an instruction that is counted there
    FATE_REDUNDANT, // a load whose value a register already holds: the machine code has none
    FATE_SORTED, // issued, with generic addresses: counted, and observed as FATE_ISSUED, in each space that they are in
} Fate;

struct Instruction {
    Handler run;
    Operand d, a, b, c, e; // destination and sources
    Operand pair;          // the second of an `a|b` destination: always a predicate
    Operand guard;         // BANK_PREDICATE, or BANK_SINK for none
    const Operand *list;   // vector elements, arguments
    uint64_t extra;        // immediate offset, branch target, whatever the handler defines
    uint32_t site;         // index into Worker.sites; a generic access has one per space (see SITE_SPACES)
    uint8_t list_count;
    uint8_t bytes;         // memory: bytes per element
    uint8_t space;         // memory: PtxSpace
    uint8_t class;         // InstructionClass
    uint8_t flags;         // the handler's own
    uint8_t merged_bytes;  // of the access that the assembler makes of this one and its neighbours, 0: none; set in the
                           // one that is issued
    uint8_t used_elements; // of a vector load that the assembler splits into loads of these, a bit each; 0: it is one
    int8_t merged_from;    // where that access begins, relative to this one's address
    uint8_t shape;         // memory: slot of Warp.shapes for its base register, 0: none
    bool same_base;        // the slot's last access had the same base register, unchanged since
    uint8_t fate;          // Fate of its access
    bool releases : 1;     // memory: orders what was before it, as if a fence stood there
    bool acquires : 1;     // memory: orders what comes after it, as if a fence stood there
    bool of_system;        // atomics: of the scope of the host, too
    uint32_t location;     // index into the module's locations
    uint32_t source;       // index of its PtxInstruction in the function
};

#endif
