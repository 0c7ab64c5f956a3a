// ptx.h - a PTX module as data: what the reader makes of the text and the decoder turns into code.
//
// The reader knows the grammar of PTX and nothing of what an instruction does: an instruction is its
// mnemonic, its modifiers in the order written and its operands. Names are resolved (registers, variables,
// labels, functions are indices), numbers are bits, and every instruction knows its place in the source.
// Everything of a module lives in the module's arena and is freed with it.
#ifndef PTX_H
#define PTX_H

#include "../base/checked.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TYPE_NONE,
    TYPE_PRED,
    TYPE_B8,
    TYPE_B16,
    TYPE_B32,
    TYPE_B64,
    TYPE_B128,
    TYPE_U8,
    TYPE_U16,
    TYPE_U32,
    TYPE_U64,
    TYPE_S8,
    TYPE_S16,
    TYPE_S32,
    TYPE_S64,
    TYPE_F16,
    TYPE_F16X2,
    TYPE_BF16,
    TYPE_BF16X2,
    TYPE_F32,
    TYPE_F64,
    TYPE_TF32,
    TYPE_B1, // of matrix fragments only, as the next ones
    TYPE_U4,
    TYPE_S4,
    TYPE_E4M3,
    TYPE_E5M2,
    TYPE_OTHER, // a type the emulator has no values of (.e2m1, .texref, ...)
    TYPE_COUNT
} PtxType;

typedef enum {
    SPACE_GENERIC,
    SPACE_REGISTER,
    SPACE_PARAM,
    SPACE_CONST,
    SPACE_GLOBAL,
    SPACE_LOCAL,
    SPACE_SHARED,
    SPACE_COUNT
} PtxSpace;

typedef enum {
    SPECIAL_TID_X,
    SPECIAL_TID_Y,
    SPECIAL_TID_Z,
    SPECIAL_NTID_X,
    SPECIAL_NTID_Y,
    SPECIAL_NTID_Z,
    SPECIAL_CTAID_X,
    SPECIAL_CTAID_Y,
    SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X,
    SPECIAL_NCTAID_Y,
    SPECIAL_NCTAID_Z,
    SPECIAL_LANEID,
    SPECIAL_WARPID,
    SPECIAL_NWARPID,
    SPECIAL_SMID,
    SPECIAL_NSMID,
    SPECIAL_GRIDID,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_TOTAL_SMEM_SIZE,
    SPECIAL_DYNAMIC_SMEM_SIZE,
    SPECIAL_CLUSTERID_X,
    SPECIAL_CLUSTERID_Y,
    SPECIAL_CLUSTERID_Z,
    SPECIAL_NCLUSTERID_X,
    SPECIAL_NCLUSTERID_Y,
    SPECIAL_NCLUSTERID_Z,
    SPECIAL_CLUSTER_CTAID_X,
    SPECIAL_CLUSTER_CTAID_Y,
    SPECIAL_CLUSTER_CTAID_Z,
    SPECIAL_CLUSTER_NCTAID_X,
    SPECIAL_CLUSTER_NCTAID_Y,
    SPECIAL_CLUSTER_NCTAID_Z,
    SPECIAL_CLUSTER_CTARANK,
    SPECIAL_CLUSTER_NCTARANK,
    SPECIAL_IS_EXPLICIT_CLUSTER, // a predicate: all ones or 0
    SPECIAL_AGGR_SMEM_SIZE,
    SPECIAL_CURRENT_GRAPH_EXEC, // 0: the host launched the kernel
    SPECIAL_ENVREG1,
    SPECIAL_ENVREG2,                // grid synchronisation's workspace, high and low word
    SPECIAL_RESERVED_SMEM_OFFSET_1, // shared memory that cooperative groups synchronise tiles of several warps in
    SPECIAL_STATIC_COUNT,           // those above do not change while a warp runs; those below are read when asked
    SPECIAL_CLOCK = SPECIAL_STATIC_COUNT,
    SPECIAL_CLOCK_HI,
    SPECIAL_CLOCK64,
    SPECIAL_GLOBALTIMER,
    SPECIAL_GLOBALTIMER_LO,
    SPECIAL_GLOBALTIMER_HI,
    SPECIAL_OTHER, // one the emulator has no value of (%pm0, %envreg0, ...); bits of the operand: which
    SPECIAL_COUNT
} PtxSpecial;

typedef enum {
    OPERAND_REGISTER,   // index: register of the function
    OPERAND_IMMEDIATE,  // bits, kind of literal
    OPERAND_SPECIAL,    // index: PtxSpecial
    OPERAND_VARIABLE,   // index: variable; value is its address + offset
    OPERAND_FUNCTION,   // index: function (its address, or a call's target)
    OPERAND_ADDRESS,    // [base + offset]; base says what index is
    OPERAND_VECTOR,     // {a, b, ...}: elements, count; also [a, {x, y}] of textures and tensors: the address first
    OPERAND_LABEL,      // index: instruction the label stands before (may equal instruction_count)
    OPERAND_PREDICATES, // a|b of setp, shfl, match: elements, count 2
    OPERAND_SINK,       // _
    OPERAND_ARGUMENTS   // (a, b, ...) of call: elements, count (0 and more)
} PtxOperandKind;

typedef enum { BASE_NONE, BASE_REGISTER, BASE_VARIABLE } PtxBase; // [imm], [%r + imm], [var + imm]
typedef enum { LITERAL_INTEGER, LITERAL_F32, LITERAL_F64 } PtxLiteral;

typedef struct PtxOperand {
    PtxOperandKind kind;
    bool negated;       // !%p, -%r
    PtxLiteral literal; // OPERAND_IMMEDIATE
    PtxBase base;       // OPERAND_ADDRESS
    uint32_t index;
    int64_t offset; // OPERAND_ADDRESS, OPERAND_VARIABLE
    uint64_t bits;  // OPERAND_IMMEDIATE: two's complement, or the bits of the f32 or f64; OPERAND_REGISTER: 0, or the
                    // characters of the part that is meant ("b3", "h10")
    struct PtxOperand *elements;
    uint32_t count;
} PtxOperand;

// A mnemonic that has a row in instructions/; OTHER: one that has none.
typedef enum {
    OPCODE_OTHER,
#define INSTRUCTION(name, ...) OPCODE_##name,
#include "../instructions/instructions.def"
    OPCODE_COUNT
} PtxOpcode;

// A variable of the program: which register holds it, or which value it is.
typedef struct PtxNamed {
    const char *name;
    PtxType type;
    bool is_register;
    uint32_t index; // register
    uint64_t bits;
} PtxNamed;

typedef struct {
    const char *mnemonic;         // "ld", "mad", "bar"; for "{", "}" scopes nothing is emitted
    PtxOpcode opcode;             // the same
    const char *const *modifiers; // {"global", "v2", "u32"}, in order, no dots; "::" parts stay in one word
    uint32_t modifier_count;
    int32_t guard; // register index of the guarding predicate, -1: none
    bool guard_negated;
    bool some_bytes;      // .pragma "used_bytes_mask": not all that it loads is used
    PtxOperand *operands; // in written order: destination first where there is one; after them sinks, up to four in all
    uint32_t operand_count;
    bool keep_rolled;      // .pragma "nounroll" stands before it
    const PtxNamed *named; // of our own compiler, .pragma "values": variables where it stands
    uint32_t named_count;
    uint32_t location; // index into the module's locations
    uint32_t ptx_line; // line in the PTX text, from 1
} PtxInstruction;

typedef struct {
    const char *name;
    PtxType type;
    uint8_t vector; // always 1: a .v2 or .v4 register is read as its components %v.x, %v.y, ...
} PtxRegister;

typedef struct {
    uint32_t offset; // byte offset in the variable's initial bytes where an address is to be stored
    bool is_function;
    bool generic;   // generic(var): the generic address, otherwise the address in the variable's space
    uint32_t index; // variable or function
    int64_t addend;
} PtxRelocation;

typedef struct {
    const char *name;
    PtxSpace space; // PARAM, CONST, GLOBAL, LOCAL, SHARED
    PtxType type;   // of one element
    uint32_t align; // bytes
    uint64_t size;  // bytes; 0: unsized extern array (dynamic shared memory)
    bool is_extern, is_weak, is_managed;
    uint8_t *initial; // size bytes, or NULL: zero
    PtxRelocation *relocations;
    uint32_t relocation_count;
    int32_t function; // index of the function that declares it, -1: module scope
    uint64_t offset;  // left 0 by the reader; the loader's address or offset in its space
} PtxVariable;

typedef struct {
    const char *name;
    bool is_entry, is_extern; // extern: declared only (vprintf, malloc, __assertfail, ...)
    uint32_t *parameters;     // variable indices (space PARAM) of the formal parameters
    uint32_t parameter_count;
    uint32_t *results; // variable indices of the return parameters
    uint32_t result_count;
    PtxRegister *registers; // those that instructions name; a name declared again in an inner scope is one more entry
    uint32_t register_count;
    PtxInstruction *instructions;
    uint32_t instruction_count;
    uint32_t reqntid[3], maxntid[3], minnctapersm; // 0: not given
    uint32_t reqnctapercluster[3];                 // blocks of a cluster; 0: not given
    // .branchtargets (branches: labels are instructions), .calltargets (labels are functions) and
    // .callprototype (no labels: the callee's own declaration says the same)
    struct PtxTable {
        const char *name;
        uint32_t *labels;
        uint32_t count;
        bool branches;
    } * tables;
    uint32_t table_count; // an operand naming a table is OPERAND_LABEL with count = 1 + table's index
    uint32_t location;    // of the function's first .loc
} PtxFunction;
// The threads of a block that .maxntid allows, 0: any.
static inline uint64_t ptx_most_threads(const PtxFunction *kernel) {
    const uint32_t *most = kernel->maxntid;
    uint64_t threads = (uint64_t)most[0] * (most[1] ? most[1] : 1);
    return checked_multiply(threads, most[2] ? most[2] : 1, &threads) ? threads : UINT64_MAX;
}

// One place in the source. Code inlined from elsewhere says where it was inlined: walk `inlined_at`.
typedef struct {
    uint32_t file; // index into files; 0: unknown
    uint32_t line, column;
    int32_t inlined_at;   // location index, -1: not inlined
    const char *function; // the inlined function's name as in the PTX's debug strings, or NULL
} PtxLocation;

typedef struct PtxModule {
    int version_major, version_minor; // .version
    int target;                       // 90 for sm_90
    bool is_debug;                    // of nvcc -G: assembled without optimisation
    int address_bits;
    const char **files; // [0] is "", then by .file number
    uint32_t file_count;
    PtxLocation *locations; // [0] is unknown
    uint32_t location_count;
    PtxVariable *variables; // module scope and function scope, all in one table
    uint32_t variable_count;
    PtxFunction *functions;
    uint32_t function_count;
    void *arena;
    struct PtxModule *linked; // modules whose tables ptx_link() took over; freed with this one
} PtxModule;

// Why a text was not read: the line and column in the PTX text and one sentence.
typedef struct {
    uint32_t line, column;
    char message[200];
} PtxError;

// Reads text[0..length) (need not end in NUL). NULL on error, error filled in. Never reads past length, and
// is linear in the text: hostile text costs no more than a bounded multiple of its size.
PtxModule *ptx_read(const char *text, size_t length, PtxError *error);
void ptx_free(PtxModule *module);
// One module of all of them, which it takes over; NULL, and they are freed, if there is no memory. (link.c)
PtxModule *ptx_link(PtxModule **modules, size_t count);

unsigned ptx_type_bytes(PtxType type);      // 0 for NONE, PRED and OTHER
PtxType ptx_type_named(const char *suffix); // "u32" -> TYPE_U32; TYPE_NONE if it names no type
bool ptx_has(const PtxInstruction *instruction, const char *modifier);
// Writes the instruction as PTX text ("ld.global.f32 %f1, [%rd2+4]") for messages; returns buffer.
char *ptx_print(const PtxModule *module, const PtxFunction *function, const PtxInstruction *instruction, char *buffer,
                size_t size);

#endif
