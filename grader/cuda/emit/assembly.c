// assembly.c - asm statements: their text goes into the PTX, with registers in place of its operands.
//
// The Op's text begins with a letter for each output (the class of its register) and `|`. Its operands are the inputs,
// then what the outputs written as "+r" hold before; Op.bits has a bit for each of these outputs. "n" is a number in
// the text.
#include "generate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUTS = 4, MOST_INPUTS = 12 };

static char letter_of(const AssemblyOperand *operand) {
    return operand->constraint[strspn(operand->constraint, "=+&")];
}

static bool fits(const AssemblyOperand *operand) {
    char letter = letter_of(operand);
    IrType kind = type_is_scalar(operand->expression->type) ? ir_type(operand->expression->type) : IR_NONE;
    switch (letter) {
    case 'r': return kind != IR_NONE && !ir_floating(kind) && operand->expression->type->size == 4;
    case 'l': return kind != IR_NONE && !ir_floating(kind) && operand->expression->type->size == 8;
    case 'f': return kind == IR_F32;
    case 'd': return kind == IR_F64;
    case 'n': return kind != IR_NONE && !ir_floating(kind);
    default: return false;
    }
}

static const char *refusal(const Assembly *assembly) {
    unsigned inputs = assembly->count - assembly->outputs;
    if (assembly->outputs > MOST_OUTPUTS) return "asm with more than four outputs";
    for (unsigned n = 0; n < assembly->count; n++) {
        if (!fits(&assembly->operands[n])) return "asm with operands of other kinds than \"r\", \"l\", \"f\" and \"d\"";
        inputs += assembly->operands[n].constraint[0] == '+';
    }
    if (inputs > MOST_INPUTS) return "asm with so many operands";
    return strstr(assembly->text, "%=") ? "asm with names of its own (`%=`)" : NULL;
}

// The text with numbers in place of the operands "n", and %0, %1, ... for what is left: outputs, then inputs.
static const char *text_of(Generator *generator, const Statement *statement, const char *letters, Op *const *inputs,
                           const int *places) {
    const Assembly *assembly = statement->assembly;
    const char *text = unit_format(generator->unit, "%s|", letters);
    for (const char *at = assembly->text; *at;) {
        size_t plain = strcspn(at, "%");
        char *end = NULL;
        unsigned long n = at[plain] && at[plain + 1] >= '0' && at[plain + 1] <= '9' ? strtoul(at + plain + 1, &end, 10)
                                                                                    : assembly->count;
        uint64_t number = 0;
        if (n >= assembly->count) {
            plain += at[plain] ? at[plain + 1] == '%' ? 2 : 1 : 0;
            text = unit_format(generator->unit, "%s%.*s", text, (int)plain, at);
            at += plain;
        } else if (places[n] >= 0) {
            text = unit_format(generator->unit, "%s%.*s%%%d", text, (int)plain, at, places[n]);
            at = end;
        } else {
            if (!is_constant(inputs[n], &number)) {
                generator_refuse(generator, statement->place, "asm with an operand \"n\" that is not constant", NULL);
                return text;
            }
            text = unit_format(generator->unit, "%s%.*s%" PRId64, text, (int)plain, at, (int64_t)number);
            at = end;
        }
    }
    return text;
}

void assembly_generate(Generator *generator, const Statement *statement) {
    const Assembly *assembly = statement->assembly;
    unsigned outputs = assembly->outputs, count = 0;
    const char *why = refusal(assembly);
    if (why) {
        generator_refuse(generator, statement->place, "%s", "use an intrinsic function", why);
        return;
    }
    Value to[MOST_OUTPUTS];
    Op *args[MOST_INPUTS], *inputs[MOST_OUTPUTS + MOST_INPUTS] = {0};
    int places[MOST_OUTPUTS + MOST_INPUTS];
    char letters[MOST_OUTPUTS + 1] = "";
    uint64_t updated = 0;
    for (unsigned n = 0; n < outputs; n++) {
        to[n] = expression_place(generator, assembly->operands[n].expression);
        letters[n] = letter_of(&assembly->operands[n]);
        places[n] = (int)n;
    }
    for (unsigned n = outputs; n < assembly->count; n++) {
        const Expression *expression = assembly->operands[n].expression;
        inputs[n] = value_operand(generator, expression_value(generator, expression), expression->type);
        bool is_number = letter_of(&assembly->operands[n]) == 'n';
        places[n] = is_number ? -1 : (int)(outputs + count);
        if (!is_number) args[count++] = inputs[n];
    }
    for (unsigned n = 0; n < outputs; n++) {
        if (assembly->operands[n].constraint[0] != '+') continue;
        const Type *type = assembly->operands[n].expression->type;
        args[count++] = value_operand(generator, place_load(generator, to[n], type), type);
        updated |= UINT64_C(1) << n;
    }
    const char *text = text_of(generator, statement, letters, inputs, places);
    if (generator->stop || generator->dead) return;
    generator_place(generator, statement->place);
    Op *op = graph_op_list(generator->graph, CODE_ASSEMBLY, IR_NONE, count, args);
    op->text = text;
    op->bits = updated;
    op->effect = true;
    op->barrier = op->writes = assembly->is_volatile || assembly->clobbers_memory || !outputs;
    for (unsigned n = 0; n < outputs; n++) {
        const Type *type = assembly->operands[n].expression->type;
        place_store(generator, to[n], type, value_op(build_part(generator->graph, ir_type(type), op, n)));
    }
}
