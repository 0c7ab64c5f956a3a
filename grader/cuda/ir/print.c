// print.c - a Graph with registers, as PTX text with .loc lines.
#include "passes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *to;
    Graph *graph;
    FunctionNames *names;
    unsigned kernel;
    uint32_t line, inlined; // of the last .loc
} Printer;

static const char *const PREFIXES[CLASS_COUNT] = {"%p", "%h", "%r", "%rd", "%f", "%fd"};

static RegisterClass class_of(const Op *op) { return op->code == CODE_COMPARE ? CLASS_PRED : ir_class(op->type); }

// ---- places
// ----------------------------------------------------------------------------------------------------------

static uint32_t function_number(FunctionNames *names, const char *name) {
    for (uint32_t n = 0; n < names->count; n++)
        if (!strcmp(names->names[n], name)) return n;
    if (names->count == names->room) {
        names->room = names->room ? 2 * names->room : 16;
        names->names = realloc(names->names, names->room * sizeof *names->names);
        if (!names->names) abort();
    }
    names->names[names->count] = name;
    return names->count++;
}

static unsigned file_of(uint32_t line) { return (line >> LINE_BITS) + 1; }
static unsigned line_of(uint32_t line) { return line & ((1u << LINE_BITS) - 1); }

// The column of an inlined call is its number, so that every call has a place of its own.
static void print_location(Printer *printer, uint32_t line, uint32_t column, uint32_t inlined) {
    if (!inlined) {
        fprintf(printer->to, "\t.loc\t%u %u %u\n", file_of(line), line_of(line), column);
        return;
    }
    const InlinedCall *call = &printer->graph->calls[inlined];
    fprintf(printer->to, "\t.loc\t%u %u %u, function_name $L__info_string%u, inlined_at %u %u %u\n", file_of(line),
            line_of(line), column, function_number(printer->names, call->function), file_of(call->line),
            line_of(call->line), inlined);
}

static void print_calls(Printer *printer, uint32_t inlined) {
    if (!inlined) return;
    const InlinedCall *call = &printer->graph->calls[inlined];
    print_calls(printer, call->inlined);
    print_location(printer, call->line, inlined, call->inlined);
}

static void print_place(Printer *printer, uint32_t line, uint32_t inlined) {
    if (!line_of(line) || (line == printer->line && inlined == printer->inlined)) return;
    if (inlined != printer->inlined) print_calls(printer, inlined);
    print_location(printer, line, 0, inlined);
    printer->line = line;
    printer->inlined = inlined;
}

// ---- operands
// --------------------------------------------------------------------------------------------------------

static void print_operand(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    if (op->code == CODE_SYMBOL) fputs(op->text, to);
    else if (op->code == CODE_UNDEFINED) {
        RegisterClass class = ir_class(op->type);
        fputs(class == CLASS_F32 ? "0f00000000" : class == CLASS_F64 ? "0d0000000000000000" : "0", to);
    } else if (op->code != CODE_CONSTANT) fprintf(to, "%s%u", PREFIXES[class_of(op)], op->number);
    else if (op->type == IR_F32) fprintf(to, "0f%08" PRIX32, (uint32_t)op->bits);
    else if (op->type == IR_F64) fprintf(to, "0d%016" PRIX64, op->bits);
    else if (op->type == IR_PRED) fputs(op->bits ? "1" : "0", to);
    else if (op->type == IR_B16) fprintf(to, "%" PRIu64, op->bits & 0xffff);
    else fprintf(to, "%" PRId64, (int64_t)op->bits);
}

static void print_address(const Printer *printer, const Op *base, int64_t offset) {
    fputc('[', printer->to);
    if (base->code == CODE_CONSTANT) fprintf(printer->to, "%" PRIu64, base->bits + (uint64_t)offset);
    else {
        print_operand(printer, base);
        if (offset) fprintf(printer->to, "%+" PRId64, offset);
    }
    fputc(']', printer->to);
}

static void print_list(const Printer *printer, Op *const *args, unsigned count) {
    for (unsigned n = 0; n < count; n++) {
        if (n) fputs(", ", printer->to);
        print_operand(printer, args[n]);
    }
}

static void print_result(const Printer *printer, const Op *op) {
    fprintf(printer->to, "%s%u", PREFIXES[class_of(op)], op->number);
}

// ---- instructions
// ----------------------------------------------------------------------------------------------------

static const char *const SPACE_NAMES[] = {"", ".global", ".shared", ".local", ".const", ".param", ""};

static const char *mnemonic_of(OpCode code) {
    static const char *const MNEMONICS[] = {
#define OP(name, mnemonic, facts) mnemonic,
#include "ops.def"
#undef OP
    };
    return MNEMONICS[code];
}

static const char *memory_type(IrType type) {
    if (ir_class(type) == CLASS_16) return "u16";
    if (type == IR_B32) return "u32";
    return type == IR_B64 ? "u64" : ir_name(type);
}

static bool is_bitwise(OpCode code) {
    return code == CODE_AND || code == CODE_OR || code == CODE_XOR || code == CODE_NOT || code == CODE_SHL;
}

static const char *operation_type(const Op *op) {
    bool wide = ir_bytes(op->type) == 8;
    if (is_bitwise(op->code)) return op->type == IR_PRED ? "pred" : wide ? "b64" : "b32";
    if (op->code == CODE_MUL_WIDE) return ir_signed(op->type) ? "s32" : "u32";
    return ir_name(op->type);
}

static const char *rounding_of(const Op *op) {
    if (op->code == CODE_DIV && ir_floating(op->type)) return ".rn";
    if (op->code == CODE_FMA) return ".rn";
    if (op->code == CODE_MUL && !ir_floating(op->type)) return ".lo";
    return "";
}

static void print_load(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    const char *with = op->text ? op->text : op->read_only && op->space == IN_GLOBAL ? ".nc" : "";
    fprintf(to, "ld%s%s%s%s.%s ",
            op->is_volatile && op->space != IN_CONSTANT && op->space != IN_PARAMETER ? ".volatile" : "",
            SPACE_NAMES[op->space], with,
            op->width == 2   ? ".v2"
            : op->width == 4 ? ".v4"
                             : "",
            memory_type(op->type));
    if (op->width <= 1) print_result(printer, op);
    else {
        for (unsigned n = 0; n < op->width; n++)
            fprintf(to, "%s%s%u", n ? ", " : "{", PREFIXES[class_of(op)], op->part_registers[n]);
        fputc('}', to);
    }
    fputs(", ", to);
    print_address(printer, op->args[0], (int64_t)op->bits);
}

static void print_store(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    fprintf(to, "st%s%s%s%s.%s ", op->is_volatile ? ".volatile" : "", SPACE_NAMES[op->space], op->text ? op->text : "",
            op->width == 2   ? ".v2"
            : op->width == 4 ? ".v4"
                             : "",
            memory_type(op->type));
    print_address(printer, op->args[0], (int64_t)op->bits);
    fputs(op->width > 1 ? ", {" : ", ", to);
    print_list(printer, op->args + 1, op->arg_count - 1);
    if (op->width > 1) fputc('}', to);
}

static void print_convert(const Printer *printer, const Op *op) {
    IrType to = op->type == IR_B16 ? IR_U16 : op->type;
    fprintf(printer->to, "cvt%s.%s.%s ", op->text ? op->text : "", ir_name(to), ir_name(op->from));
    print_result(printer, op);
    fputs(", ", printer->to);
    print_operand(printer, op->args[0]);
}

static void print_compare(const Printer *printer, const Op *op) {
    static const char *const NAMES[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    fprintf(printer->to, "setp.%s%s.%s ", NAMES[op->bits], op->unordered ? "u" : "", ir_name(op->type));
    print_result(printer, op);
    fputs(", ", printer->to);
    print_list(printer, op->args, 2);
}

static const char *move_type(RegisterClass class) {
    static const char *const TYPES[] = {"pred", "b16", "b32", "b64", "f32", "f64"};
    return TYPES[class];
}

static void print_move(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    RegisterClass class = class_of(op);
    if (op->code == CODE_BITS) fprintf(to, "mov.b%u ", 8 * ir_bytes(op->args[0]->type));
    else if (op->args[0]->code == CODE_SYMBOL) fprintf(to, "mov.%s ", class == CLASS_32 ? "u32" : "u64");
    else if (class == CLASS_PRED && op->args[0]->code == CODE_CONSTANT) {
        fputs("setp.ne.s32 ", to);
        print_result(printer, op);
        fprintf(to, ", %d, 0", op->args[0]->bits ? 1 : 0);
        return;
    } else fprintf(to, "mov.%s ", move_type(class));
    print_result(printer, op);
    fputs(", ", to);
    print_operand(printer, op->args[0]);
}

static void print_action(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    fputs(op->text, to);
    bool pair = op->width == 2, addresses = op->width == 3;
    if (op->arg_count || op->type != IR_NONE) fputc(' ', to);
    if (pair) fprintf(to, "%%r%u|%%p%u, ", op->part_registers[0], op->part_registers[1]);
    else if (op->type != IR_NONE) {
        print_result(printer, op);
        if (op->arg_count) fputs(", ", to);
    }
    if (!addresses) {
        print_list(printer, op->args, op->arg_count);
        return;
    }
    print_address(printer, op->args[0], 0);
    fputs(", ", to);
    print_address(printer, op->args[1], 0);
    fputs(", ", to);
    print_list(printer, op->args + 2, op->arg_count - 2);
}

static const char *register_of(char letter) {
    return letter == 'r' ? "%r" : letter == 'l' ? "%rd" : letter == 'f' ? "%f" : "%fd";
}

static void print_assembly(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    uint32_t outputs = (uint32_t)strcspn(op->text, "|"), inputs = op->arg_count;
    for (uint32_t n = outputs; n-- > 0;) {
        if (!(op->bits >> n & 1)) continue;
        char letter = op->text[n];
        fprintf(to, "mov.%s %s%u, ",
                letter == 'r'   ? "b32"
                : letter == 'l' ? "b64"
                : letter == 'f' ? "f32"
                                : "f64",
                register_of(letter), op->part_registers[n]);
        print_operand(printer, op->args[--inputs]);
        fputs(";\n\t", to);
    }
    fputs("// begin inline asm\n\t", to);
    for (const char *at = op->text + outputs + 1; *at;) {
        size_t plain = strcspn(at, "%");
        fprintf(to, "%.*s", (int)plain, at);
        at += plain;
        if (!*at) break;
        bool is_operand = at[1] >= '0' && at[1] <= '9';
        char *end = NULL;
        unsigned long n = is_operand ? strtoul(at + 1, &end, 10) : 0;
        if (!is_operand) {
            fputc('%', to);
            at += at[1] == '%' ? 2 : 1;
            continue;
        }
        if (n < outputs) fprintf(to, "%s%u", register_of(op->text[n]), op->part_registers[n]);
        else print_operand(printer, op->args[n - outputs]);
        at = end;
    }
    fputs("\n\t// end inline asm\n", to);
}

static void print_call(Printer *printer, const Op *op) {
    FILE *to = printer->to;
    fputs("{\n\t.param .b64 param0;\n\tst.param.b64 [param0+0], ", to);
    print_operand(printer, op->args[0]);
    fputs(";\n\t.param .b64 param1;\n\tst.param.b64 [param1+0], ", to);
    print_operand(printer, op->args[1]);
    fputs(";\n\t.param .b32 retval0;\n\tcall.uni (retval0), vprintf, (param0, param1);\n\tld.param.b32 ", to);
    print_result(printer, op);
    fputs(", [retval0+0];\n\t}\n", to);
}

static void print_plain(const Printer *printer, const Op *op) {
    FILE *to = printer->to;
    if (op->code == CODE_FUNCTION) fprintf(to, "%s ", op->text);
    else if (op->code == CODE_SELECT) fprintf(to, "selp.%s ", move_type(class_of(op)));
    else fprintf(to, "%s%s.%s ", mnemonic_of(op->code), rounding_of(op), operation_type(op));
    print_result(printer, op);
    fputs(", ", to);
    print_list(printer, op->args, op->arg_count);
}

static void print_instruction(Printer *printer, const Op *op) {
    FILE *to = printer->to;
    fputc('\t', to);
    switch (op->code) {
    case CODE_LOAD: print_load(printer, op); break;
    case CODE_STORE: print_store(printer, op); break;
    case CODE_CONVERT: print_convert(printer, op); break;
    case CODE_COMPARE: print_compare(printer, op); break;
    case CODE_COPY:
    case CODE_BITS: print_move(printer, op); break;
    case CODE_SPECIAL: fprintf(to, "mov.u32 %%r%u, %s", op->number, op->text); break;
    case CODE_ACTION: print_action(printer, op); break;
    case CODE_ATOMIC:
        fprintf(to, "%s ", op->text);
        print_result(printer, op);
        fputs(", ", to);
        print_address(printer, op->args[0], (int64_t)op->bits);
        fputs(", ", to);
        print_list(printer, op->args + 1, op->arg_count - 1);
        break;
    case CODE_PRINT: print_call(printer, op); return;
    case CODE_ASSEMBLY: print_assembly(printer, op); return;
    case CODE_SPLIT: {
        RegisterClass part = ir_bytes(op->args[0]->type) == 8 ? CLASS_32 : CLASS_16;
        fprintf(to, "mov.b%u {%s%u, %s%u}, ", 8 * ir_bytes(op->args[0]->type), PREFIXES[part], op->part_registers[0],
                PREFIXES[part], op->part_registers[1]);
        print_operand(printer, op->args[0]);
        break;
    }
    case CODE_JOIN:
        fprintf(to, "mov.b%u ", 8 * ir_bytes(op->type));
        print_result(printer, op);
        fputs(", {", to);
        print_list(printer, op->args, 2);
        fputc('}', to);
        break;
    default: print_plain(printer, op); break;
    }
    fputs(";\n", to);
}

// ---- blocks
// ----------------------------------------------------------------------------------------------------------

static bool is_empty(const Block *block) {
    for (const Op *op = block->first; op; op = op->next)
        if (op->code != CODE_PART) return false;
    return true;
}

static bool only_jumps(const Block *block) {
    return is_empty(block) && !block->condition && block->to[0] && block->to[0] != block;
}

// Where a branch goes on if the block behind it only asks the same condition again.
static Block *goal_of_branch(const Block *block, int way) {
    Block *next = block->to[way];
    bool asks_again = next && next != block && block->condition && block->condition->code != CODE_PHI &&
                      next->condition == block->condition && is_empty(next) && next->to[way] != next;
    return asks_again ? next->to[way] : next;
}

static Block *goal(Block *block) {
    for (int steps = 0; steps < 1000 && only_jumps(block); steps++) block = block->to[0];
    return block;
}

// Jumps go to where blocks without operations go; these are dropped.
static void thread_jumps(Graph *graph) {
    for (bool changed = true; changed;) { // a branch whose two ways have become one may be an empty block now
        changed = false;
        for (uint32_t n = 0; n < graph->block_count; n++) {
            Block *block = graph->blocks[n];
            for (int k = 0; k < 2; k++) {
                if (!block->to[k]) continue;
                block->to[k] = goal(block->to[k]);
                block->to[k] = goal(goal_of_branch(block, k));
            }
            if (!block->condition || block->to[0] != block->to[1]) continue;
            block->condition = NULL;
            block->to[1] = NULL;
            changed = true;
        }
    }
    uint32_t count = 0;
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        if (!n || !only_jumps(block) || goal(block) == block) graph->blocks[count++] = block;
    }
    graph->block_count = count;
    graph_renumber(graph);
}

static void mark_targets(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++) graph->blocks[n]->reached = false;
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n], *next = n + 1 < graph->block_count ? graph->blocks[n + 1] : NULL;
        for (int k = 0; k < 2; k++)
            if (block->to[k] && block->to[k] != next) block->to[k]->reached = true;
    }
}

static void print_end(Printer *printer, const Block *block, const Block *next) {
    FILE *to = printer->to;
    if (block->condition || block->to[0]) print_place(printer, block->line, block->inlined);
    if (!block->to[0]) {
        fputs("\tret;\n", to);
        return;
    }
    if (!block->condition) {
        if (block->to[0] != next) fprintf(to, "\tbra.uni $L__BB%u_%u;\n", printer->kernel, block->to[0]->number);
        return;
    }
    bool turned = block->to[0] == next;
    const Op *condition = block->condition;
    fprintf(to, "\t@%s", turned ? "!" : "");
    print_operand(printer, condition);
    fprintf(to, " bra $L__BB%u_%u;\n", printer->kernel, block->to[turned ? 1 : 0]->number);
    if (!turned && block->to[1] != next) fprintf(to, "\tbra.uni $L__BB%u_%u;\n", printer->kernel, block->to[1]->number);
}

static void note_parts(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            if (op->code == CODE_PART) op->args[0]->part_registers[op->bits] = op->number;
}

void graph_print(Graph *graph, FILE *to, unsigned kernel_number, FunctionNames *names) {
    Printer printer = {.to = to, .graph = graph, .names = names, .kernel = kernel_number};
    note_parts(graph);
    thread_jumps(graph);
    mark_targets(graph);
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n], *next = n + 1 < graph->block_count ? graph->blocks[n + 1] : NULL;
        if (block->reached) fprintf(to, "$L__BB%u_%u:\n", kernel_number, n);
        if (block->keep_rolled) fputs("\t.pragma \"nounroll\";\n", to);
        for (const Op *op = block->first; op; op = op->next) {
            if (op->code == CODE_PART) continue;
            print_place(&printer, op->line, op->inlined);
            print_values(op, to);
            print_instruction(&printer, op);
        }
        print_end(&printer, block, next);
    }
}
