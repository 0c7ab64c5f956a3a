// written_roots.c - where a kernel accesses global memory, and which of it its stores can reach, as far as its code
// tells before it runs.
//
// Every register has a set of roots that its value may be computed from: parameters of the kernel, by their place, and
// variables. Sets only grow, whatever the order of instructions, until nothing changes. A value of 64 bits that comes
// from memory or from a call may be any pointer.
#include "written_roots.h"
#include "../base/arena.h"
#include "../ptx/instruction_facts.h"
#include "register_values.h"

enum { ROOTS_MOST = 63 };
#define ACCESS_MOST 32u // bytes of a thread's access
#define ANY_ROOT (1ull << ROOTS_MOST)
_Static_assert(ROOTS_MOST < 64, "a root is a bit of a word that has one more, for any other");

typedef struct {
    Program *program;
    const PtxFunction *function;
    uint64_t *roots; // by register
    bool changed;
} Search;

static uint64_t root_bit(Program *program, bool is_variable, uint32_t place) {
    uint32_t n = 0;
    while (n < program->root_count &&
           (program->roots[n].is_variable != is_variable || program->roots[n].place != place))
        n++;
    if (n == ROOTS_MOST) return ANY_ROOT;
    if (n == program->root_count) program->roots[program->root_count++] = (WrittenRoot){is_variable, place};
    return 1ull << n;
}

static uint64_t variable_roots(const Search *search, uint32_t index) {
    return search->program->module->variables[index].space == SPACE_GLOBAL ? root_bit(search->program, true, index) : 0;
}

static uint64_t roots_of(const Search *search, const PtxOperand *operand) {
    uint64_t roots = 0;
    for (OperandWalk walk = operands_within(operand, 1); (operand = operand_next(&walk));) {
        if (operand_names_register(operand)) roots |= search->roots[operand->index];
        else if (operand_names_variable(operand)) roots |= variable_roots(search, operand->index);
    }
    return roots;
}

bool is_kernel_parameter(const PtxFunction *kernel, const PtxOperand *address) {
    if (address->base != BASE_VARIABLE) return false;
    for (uint32_t n = 0; n < kernel->parameter_count; n++)
        if (kernel->parameters[n] == address->index) return true;
    return false;
}

static void add(Search *search, const PtxOperand *result, uint64_t roots) {
    for (OperandWalk walk = operands_within(result, 1); (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        uint64_t *known = &search->roots[result->index];
        search->changed |= (roots & ~*known) != 0;
        *known |= roots;
    }
}

// What a load of that type may bring.
static void add_loaded(Search *search, const PtxInstruction *in) {
    const PtxOperand *address = &in->operands[1];
    unsigned bytes = ptx_type_bytes(ptx_type(in));
    if (bytes < sizeof(uint64_t)) return;
    if (ptx_space(in) != SPACE_PARAM || !is_kernel_parameter(search->function, address)) {
        add(search, &in->operands[0], ANY_ROOT);
        return;
    }
    uint64_t place = search->program->module->variables[address->index].offset + (uint64_t)address->offset;
    const PtxOperand *result = &in->operands[0];
    uint32_t count = result->kind == OPERAND_VECTOR ? result->count : 1;
    for (uint32_t n = 0; n < count; n++, place += bytes)
        add(search, count > 1 ? &result->elements[n] : result, root_bit(search->program, false, (uint32_t)place));
}

static void visit(Search *search, const PtxInstruction *in) {
    uint64_t roots = 0;
    if (!ptx_has_result(in) || in->operand_count < 2) return;
    if (in->opcode == OPCODE_LD || in->opcode == OPCODE_LDU) {
        add_loaded(search, in);
        return;
    }
    bool any = in->opcode == OPCODE_ATOM || in->opcode == OPCODE_SHFL || in->opcode == OPCODE_CALL;
    for (uint32_t n = 1; n < in->operand_count; n++) roots |= roots_of(search, &in->operands[n]);
    if (any && ptx_type_bytes(ptx_type(in)) == sizeof(uint64_t)) roots |= ANY_ROOT;
    add(search, &in->operands[0], roots);
}

static bool stores(const PtxInstruction *in) {
    if (in->opcode == OPCODE_CP) return ptx_has(in, "bulk");
    uint8_t order = facts_of(in)->order;
    return order == WRITES || (order == WRITES_IF_STORE && ptx_has(in, "store"));
}

// Of a store: what its addresses come from.
static uint64_t stored_roots(const Search *search, const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    uint64_t roots = 0;
    if (space != SPACE_GLOBAL && space != SPACE_GENERIC) return 0;
    for (uint32_t n = 0; n < in->operand_count; n++)
        if (in->operands[n].kind == OPERAND_ADDRESS) roots |= roots_of(search, &in->operands[n]);
    return roots;
}

static bool reaches_global(const PtxInstruction *in) {
    return ptx_space(in) == SPACE_GLOBAL || ptx_space(in) == SPACE_GENERIC;
}

static bool is_plain_access(const PtxInstruction *in) {
    return in->opcode == OPCODE_LD || in->opcode == OPCODE_LDU || in->opcode == OPCODE_ST || in->opcode == OPCODE_RED ||
           in->opcode == OPCODE_ATOM;
}

// Reads and writes registers alone, or says what runs next.
static bool accesses_nothing(const PtxInstruction *in) {
    const InstructionFacts *facts = facts_of(in);
    return facts->marks & (PURE | COMPUTES) || facts->flow == BRANCHES || facts->flow == ENDS ||
           in->opcode == OPCODE_BAR || in->opcode == OPCODE_BARRIER;
}

static AccessUse use_of(const PtxInstruction *in) {
    if (in->opcode == OPCODE_LD || in->opcode == OPCODE_LDU) return LOADS_PLAINLY;
    return in->opcode == OPCODE_ST ? STORES_PLAINLY : USES_ATOMICALLY;
}

static GlobalAccess access_of(const PtxFunction *kernel, uint32_t n, uint64_t roots) {
    const PtxInstruction *in = &kernel->instructions[n];
    AccessUse use = use_of(in);
    const PtxOperand *address = &in->operands[ptx_has_result(in)], *data = &in->operands[use == STORES_PLAINLY];
    uint32_t elements = data->kind == OPERAND_VECTOR ? data->count : 1, bytes = elements * ptx_type_bytes(ptx_type(in));
    bool known = is_plain_access(in) && in->operand_count > 1 && address->kind == OPERAND_ADDRESS;
    if (bytes == 0 || use == USES_ATOMICALLY) bytes = ACCESS_MOST;
    return (GlobalAccess){known ? address : NULL, roots, n, bytes, use};
}

static void search_accesses(const Search *search) {
    Program *program = search->program;
    const PtxFunction *kernel = program->kernel;
    program->accesses = arena_array(program->arena, kernel->instruction_count + 1, sizeof *program->accesses);
    for (uint32_t n = 0; n < kernel->instruction_count; n++) {
        const PtxInstruction *in = &kernel->instructions[n];
        uint64_t roots = stores(in) ? stored_roots(search, in) : 0;
        bool known = is_plain_access(in);
        if (!known && !accesses_nothing(in)) program->accesses_unknown = true;
        if (roots || (known && reaches_global(in)))
            program->accesses[program->access_count++] = access_of(kernel, n, roots);
    }
}

static uint64_t search_kernel(Program *program) {
    Search search = {.program = program, .function = program->kernel};
    const PtxFunction *kernel = program->kernel;
    uint64_t written = 0;
    search.roots = arena_array(program->arena, kernel->register_count + 1, sizeof *search.roots);
    do {
        search.changed = false;
        for (uint32_t n = 0; n < kernel->instruction_count; n++) visit(&search, &kernel->instructions[n]);
    } while (search.changed);
    search_accesses(&search);
    for (uint32_t n = 0; n < program->access_count; n++) written |= program->accesses[n].roots;
    return written;
}

// A function may be handed any pointer.
static bool functions_store(const Program *program) {
    for (uint32_t c = 1; c < program->code_count; c++)
        for (uint32_t n = 0; n < program->codes[c].source->instruction_count; n++)
            if (stores(&program->codes[c].source->instructions[n])) return true;
    return false;
}

void written_roots_find(Program *program) {
    program->roots = arena_array(program->arena, ROOTS_MOST, sizeof *program->roots);
    uint64_t written = search_kernel(program);
    program->writes_anywhere = written & ANY_ROOT || functions_store(program);
    register_values_prepare(program);
}
