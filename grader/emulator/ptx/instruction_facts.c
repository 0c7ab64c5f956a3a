// instruction_facts.c - what is known of an instruction from its words alone.
#include "instruction_facts.h"
#include <string.h>

PtxSpace decode_space(const PtxInstruction *in) {
    static const struct {
        const char *name;
        PtxSpace space;
    } SPACES[] = {{"global", SPACE_GLOBAL},      {"shared", SPACE_SHARED},     {"shared::cta", SPACE_SHARED},
                  {"local", SPACE_LOCAL},        {"const", SPACE_CONST},       {"param", SPACE_PARAM},
                  {"param::entry", SPACE_PARAM}, {"param::func", SPACE_PARAM}, {"shared::cluster", SPACE_SHARED}};
    for (size_t n = 0; n < sizeof SPACES / sizeof *SPACES; n++)
        if (ptx_has(in, SPACES[n].name)) return SPACES[n].space;
    return SPACE_GENERIC;
}

PtxType decode_type(const PtxInstruction *in) {
    for (uint32_t n = in->modifier_count; n-- > 0;) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type != TYPE_NONE) return type;
    }
    return TYPE_NONE;
}

bool decode_is_subroutine(const PtxInstruction *in) {
    bool divides = !strcmp(in->mnemonic, "div"), rest = !strcmp(in->mnemonic, "rem");
    bool others = !strcmp(in->mnemonic, "rcp") || !strcmp(in->mnemonic, "sqrt");
    PtxType type = decode_type(in);
    if (type == TYPE_F32 || type == TYPE_F64)
        return (divides || others) && !ptx_has(in, "approx") && !ptx_has(in, "full");
    return (divides || rest) && (type == TYPE_S64 || type == TYPE_U64);
}

bool decode_has_result(const PtxInstruction *in) {
    static const char *const WITHOUT[] = {"call", "brx", "nanosleep", "sust",
                                          "sured"}; // that begin with registers all the same
    for (size_t n = 0; n < sizeof WITHOUT / sizeof *WITHOUT; n++)
        if (!strcmp(in->mnemonic, WITHOUT[n])) return false;
    return in->operand_count > 0;
}

static void count_results(const PtxOperand *result, uint32_t *counts) {
    if (result->kind == OPERAND_REGISTER) counts[result->index]++;
    if (result->kind == OPERAND_ADDRESS) return;
    for (uint32_t n = 0; result->elements && n < result->count; n++) count_results(&result->elements[n], counts);
}

void decode_count_results(const PtxInstruction *in, uint32_t *counts) {
    if (decode_has_result(in)) count_results(&in->operands[0], counts);
}

void decode_count_names(const PtxOperand *operand, uint32_t *counts) {
    if (decode_names_register(operand)) counts[operand->index]++;
    for (uint32_t n = 0; operand->elements && n < operand->count; n++)
        decode_count_names(&operand->elements[n], counts);
}
