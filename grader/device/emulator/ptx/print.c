// print.c - writes instructions back as PTX text, for messages.
#include "reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const PtxModule *module;
    const PtxFunction *function;
    char *buffer;
    size_t size, used; // used never reaches size
} Printer;

static void print(Printer *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(Printer *printer, const char *format, ...) {
    size_t left = printer->size - printer->used;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(printer->buffer + printer->used, left, format, arguments);
    va_end(arguments);
    if (length > 0) printer->used += (size_t)length < left ? (size_t)length : left - 1;
}

static void print_operand(Printer *printer, const PtxOperand *operand);

static void print_list(Printer *printer, const char *before, const char *between, const char *after,
                       const PtxOperand *operands, uint32_t count) {
    print(printer, "%s", before);
    for (uint32_t i = 0; i < count && printer->used + 1 < printer->size; i++) {
        if (i) print(printer, "%s", between);
        print_operand(printer, &operands[i]);
    }
    print(printer, "%s", after);
}

static void print_immediate(Printer *printer, const PtxOperand *operand) {
    switch (operand->literal) {
    case LITERAL_INTEGER: print(printer, "%" PRId64, (int64_t)operand->bits); break;
    case LITERAL_F32: print(printer, "0f%08" PRIX64, operand->bits); break;
    case LITERAL_F64: print(printer, "0d%016" PRIX64, operand->bits); break;
    }
}

static void print_offset(Printer *printer, int64_t offset) {
    if (offset) print(printer, "%+" PRId64, offset);
}

static void print_address(Printer *printer, const PtxOperand *operand) {
    switch (operand->base) {
    case BASE_NONE: print(printer, "[%" PRId64 "]", operand->offset); return;
    case BASE_REGISTER: print(printer, "[%s", printer->function->registers[operand->index].name); break;
    case BASE_VARIABLE: print(printer, "[%s", printer->module->variables[operand->index].name); break;
    }
    print_offset(printer, operand->offset);
    print(printer, "]");
}

// Labels have no names any more: the number is that of the instruction.
static void print_label(Printer *printer, const PtxOperand *operand) {
    if (operand->count) print(printer, "%s", printer->function->tables[operand->count - 1].name);
    else print(printer, "$%u", operand->index);
}

static void print_register(Printer *printer, const PtxOperand *operand) {
    const PtxRegister *reg = &printer->function->registers[operand->index];
    char part[9] = "";
    memcpy(part, &operand->bits, sizeof operand->bits);
    const char *sign = !operand->negated ? "" : reg->type == TYPE_PRED ? "!" : "-";
    print(printer, "%s%s%s%s", sign, reg->name, *part ? "." : "", part);
}

static void print_operand(Printer *printer, const PtxOperand *operand) {
    switch (operand->kind) {
    case OPERAND_REGISTER: print_register(printer, operand); break;
    case OPERAND_IMMEDIATE: print_immediate(printer, operand); break;
    case OPERAND_SPECIAL: print(printer, "%s", special_name(operand->index + (uint32_t)operand->bits)); break;
    case OPERAND_VARIABLE:
        print(printer, "%s", printer->module->variables[operand->index].name);
        print_offset(printer, operand->offset);
        break;
    case OPERAND_FUNCTION: print(printer, "%s", printer->module->functions[operand->index].name); break;
    case OPERAND_ADDRESS: print_address(printer, operand); break;
    case OPERAND_VECTOR: print_list(printer, "{", ", ", "}", operand->elements, operand->count); break;
    case OPERAND_LABEL: print_label(printer, operand); break;
    case OPERAND_PREDICATES: print_list(printer, "", "|", "", operand->elements, operand->count); break;
    case OPERAND_SINK: print(printer, "_"); break;
    case OPERAND_ARGUMENTS: print_list(printer, "(", ", ", ")", operand->elements, operand->count); break;
    }
}

char *ptx_print(const PtxModule *module, const PtxFunction *function, const PtxInstruction *instruction, char *buffer,
                size_t size) {
    if (!size) return buffer;
    Printer printer = {.module = module, .function = function, .buffer = buffer, .size = size};
    buffer[0] = '\0';
    if (instruction->guard >= 0)
        print(&printer, "@%s%s ", instruction->guard_negated ? "!" : "", function->registers[instruction->guard].name);
    print(&printer, "%s", instruction->mnemonic);
    for (uint32_t i = 0; i < instruction->modifier_count; i++) print(&printer, ".%s", instruction->modifiers[i]);
    print_list(&printer, instruction->operand_count ? " " : "", ", ", "", instruction->operands,
               instruction->operand_count);
    return buffer;
}
