// test_ptx.c - instructions, registers and labels are read as the PTX manual says.
#include "ptx_text.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- instructions and operands --------------------------------------------------------------------------------

START_TEST(every_operand_form_is_read) {
    PtxModule *module = read_body(FORMS[_i].written);
    check_printed(module, function_of(module, "kernel"), 0, FORMS[_i].printed);
    ptx_free(module);
}
END_TEST

static const struct {
    const char *text;
    PtxLiteral literal;
    uint64_t bits;
} LITERALS[] = {
    {"0", LITERAL_INTEGER, 0},
    {"4294967296", LITERAL_INTEGER, UINT64_C(1) << 32},
    {"017", LITERAL_INTEGER, 15},
    {"0x1fU", LITERAL_INTEGER, 31},
    {"0XFF", LITERAL_INTEGER, 255},
    {"0b101", LITERAL_INTEGER, 5},
    {"12U", LITERAL_INTEGER, 12},
    {"-1", LITERAL_INTEGER, UINT64_MAX},
    {"- 2", LITERAL_INTEGER, UINT64_MAX - 1},
    {"~0", LITERAL_INTEGER, UINT64_MAX},
    {"18446744073709551615", LITERAL_INTEGER, UINT64_MAX},
    {"-9223372036854775808", LITERAL_INTEGER, UINT64_C(1) << 63},
    {"0F7f800000", LITERAL_F32, 0x7f800000},
    {"0D8000000000000000", LITERAL_F64, UINT64_C(1) << 63},
    {"1.0", LITERAL_F64, UINT64_C(0x3ff0000000000000)},
    {"1e1", LITERAL_F64, UINT64_C(0x4024000000000000)},
};

START_TEST(a_literal_keeps_its_kind_and_bits) {
    char statement[64];
    snprintf(statement, sizeof statement, "mov.b64 %%rd1, %s;", LITERALS[_i].text);
    PtxModule *module = read_body(statement);
    const PtxOperand *operand = &function_of(module, "kernel")->instructions[0].operands[1];
    ck_assert_int_eq(operand->kind, OPERAND_IMMEDIATE);
    ck_assert_int_eq(operand->literal, LITERALS[_i].literal);
    ck_assert_uint_eq(operand->bits, LITERALS[_i].bits);
    ptx_free(module);
}
END_TEST

START_TEST(modifiers_keep_their_order) {
    PtxModule *module = read_body("atom.acq_rel.gpu.shared::cta.add.u32 %r1, [%rd1], 1;");
    const PtxInstruction *atom = &function_of(module, "kernel")->instructions[0];
    const char *const expected[] = {"acq_rel", "gpu", "shared::cta", "add", "u32"};
    ck_assert_uint_eq(atom->modifier_count, SIZE(expected));
    for (int i = 0; i < SIZE(expected); i++) ck_assert_str_eq(atom->modifiers[i], expected[i]);
    ck_assert(ptx_has(atom, "shared::cta"));
    ck_assert(!ptx_has(atom, "shared"));
    ck_assert_str_eq(atom->mnemonic, "atom");
    ptx_free(module);
}
END_TEST

START_TEST(an_instruction_knows_its_line_in_the_text) {
    PtxModule *module = read_text(".entry k()\n{\n\nret;\n  /*\n*/ exit;\n}");
    ck_assert_uint_eq(module->functions[0].instructions[0].ptx_line, 7);
    ck_assert_uint_eq(module->functions[0].instructions[1].ptx_line, 9);
    ptx_free(module);
}
END_TEST

START_TEST(a_vector_register_is_its_components) {
    PtxModule *module = read_body(".reg .v4 .b32 %q<2>; mov.b32 %r1, %q1.w; mov.b32 %r1, %q1.x; mov.b32 %r1, %q1.a;");
    const PtxFunction *kernel = function_of(module, "kernel");
    uint32_t w = kernel->instructions[0].operands[1].index;
    ck_assert_uint_eq(kernel->instructions[1].operands[1].index, w - 3);
    ck_assert_uint_eq(kernel->instructions[2].operands[1].index, w);
    ck_assert_int_eq(kernel->registers[w].type, TYPE_B32);
    ck_assert_uint_eq(kernel->registers[w].vector, 1);
    ptx_free(module);
}
END_TEST

START_TEST(unknown_special_registers_are_marked_as_such) {
    PtxModule *module = read_body("mov.b32 %r1, %envreg7; mov.b32 %r1, %clock; mov.v4.u32 {%r1,%r2,%r3,%r4}, %tid;");
    const PtxFunction *kernel = function_of(module, "kernel");
    ck_assert_uint_eq(kernel->instructions[0].operands[1].index, SPECIAL_OTHER);
    ck_assert_uint_eq(kernel->instructions[1].operands[1].index, SPECIAL_CLOCK);
    ck_assert_uint_eq(kernel->instructions[2].operands[1].index, SPECIAL_OTHER);
    ptx_free(module);
}
END_TEST

// ---- scopes, registers, labels --------------------------------------------------------------------------------

START_TEST(a_name_declared_in_an_inner_scope_is_another_register) {
    PtxModule *module = read_text(".entry k() { .reg .b32 a; mov.b32 a, 1;\n"
                                  "{ .reg .f32 a; mov.b32 a, 2; { mov.b32 a, 3; } }\nmov.b32 a, 4; }");
    const PtxFunction *kernel = &module->functions[0];
    ck_assert_uint_eq(kernel->register_count, 2);
    uint32_t outer = kernel->instructions[0].operands[0].index, inner = kernel->instructions[1].operands[0].index;
    ck_assert_uint_ne(outer, inner);
    ck_assert_uint_eq(kernel->instructions[2].operands[0].index, inner);
    ck_assert_uint_eq(kernel->instructions[3].operands[0].index, outer);
    ck_assert_int_eq(kernel->registers[outer].type, TYPE_B32);
    ck_assert_int_eq(kernel->registers[inner].type, TYPE_F32);
    ptx_free(module);
}
END_TEST

START_TEST(a_range_in_an_inner_scope_shadows_only_its_own_numbers) {
    PtxModule *module = read_text(".entry k() { .reg .b32 %r<9>; mov.b32 %r1, %r5;\n"
                                  "{ .reg .b64 %r<3>; mov.b32 %r1, %r5; } mov.b32 %r1, %r5; }");
    const PtxFunction *kernel = &module->functions[0];
    const PtxInstruction *code = kernel->instructions;
    ck_assert_uint_eq(kernel->register_count, 3);
    ck_assert_uint_eq(code[0].operands[0].index, code[2].operands[0].index);
    ck_assert_uint_ne(code[0].operands[0].index, code[1].operands[0].index);
    ck_assert_uint_eq(code[0].operands[1].index, code[1].operands[1].index);
    ck_assert_int_eq(kernel->registers[code[1].operands[0].index].type, TYPE_B64);
    ptx_free(module);
}
END_TEST

START_TEST(registers_that_no_instruction_names_take_no_place) {
    PtxModule *module = read_text(".entry k() { .reg .b32 %r<1000000>, a, b; mov.b32 %r999999, b; }");
    ck_assert_uint_eq(module->functions[0].register_count, 2);
    ck_assert_str_eq(module->functions[0].registers[0].name, "%r999999");
    ptx_free(module);
}
END_TEST

START_TEST(labels_are_places_between_instructions) {
    PtxModule *module = read_body("A: bra C; B: bra A; C: D: bra E; E:");
    const PtxInstruction *code = function_of(module, "kernel")->instructions;
    const uint32_t expected[] = {2, 0, 3};
    for (int i = 0; i < SIZE(expected); i++) {
        ck_assert_int_eq(code[i].operands[0].kind, OPERAND_LABEL);
        ck_assert_uint_eq(code[i].operands[0].index, expected[i]);
        ck_assert_uint_eq(code[i].operands[0].count, 0);
    }
    ptx_free(module);
}
END_TEST

START_TEST(a_branch_prefers_the_label_of_its_own_scope) {
    PtxModule *module = read_body("L: ret; { bra L; ret; L: } { bra L; { L: ret; } } bra M; { bra M; } M: ret;");
    const PtxInstruction *code = function_of(module, "kernel")->instructions;
    ck_assert_uint_eq(code[1].operands[0].index, 3); // its scope's, though the outer L was there first
    ck_assert_uint_eq(code[3].operands[0].index, 0); // the inner L is not visible outside its scope
    ck_assert_uint_eq(code[5].operands[0].index, 7);
    ck_assert_uint_eq(code[6].operands[0].index, 7);
    ptx_free(module);
}
END_TEST

START_TEST(branch_tables_and_call_targets_are_tables) {
    PtxModule *module = read_body("t: .branchtargets A, B, A; brx.idx %r1, t; A: ret; B: ret;\n"
                                  "c: .calltargets twice; call (%r1), %rd1, (%r2), c;");
    const PtxFunction *kernel = function_of(module, "kernel");
    ck_assert_uint_eq(kernel->table_count, 2);
    ck_assert_uint_eq(kernel->instructions[0].operands[1].count, 1);
    ck_assert_uint_eq(kernel->instructions[3].operands[3].count, 2);
    const struct PtxTable *table = &kernel->tables[0];
    ck_assert(table->branches && table->count == 3);
    ck_assert(table->labels[0] == 1 && table->labels[1] == 2 && table->labels[2] == 1);
    ck_assert(!kernel->tables[1].branches);
    ck_assert_str_eq(module->functions[kernel->tables[1].labels[0]].name, "twice");
    ptx_free(module);
}
END_TEST

START_TEST(parameters_of_calls_are_variables_of_their_scope) {
    PtxModule *module = read_body("{ .param .b32 p0; st.param.b32 [p0], %r1; } { .param .align 8 .b8 p0[16];"
                                  " st.param.b32 [p0+8], %r1; }");
    const PtxFunction *kernel = function_of(module, "kernel");
    const PtxVariable *first = &module->variables[kernel->instructions[0].operands[0].index];
    const PtxVariable *second = &module->variables[kernel->instructions[1].operands[0].index];
    ck_assert(first->space == SPACE_PARAM && first->size == 4 && first->align == 4);
    ck_assert(second->space == SPACE_PARAM && second->size == 16 && second->align == 8);
    ck_assert_int_eq(kernel->instructions[1].operands[0].offset, 8);
    ck_assert_ptr_eq(&module->functions[first->function], kernel);
    ptx_free(module);
}
END_TEST

START_TEST(printing_stops_at_the_end_of_the_buffer) {
    PtxModule *module = read_body("call.uni (%r1), twice, (%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8);");
    const PtxFunction *kernel = function_of(module, "kernel");
    char text[12];
    for (size_t size = 1; size <= sizeof text; size++) {
        memset(text, '#', sizeof text);
        ptx_print(module, kernel, &kernel->instructions[0], text, size);
        ck_assert_uint_eq(strlen(text), size - 1);
        ck_assert(!strncmp(text, "call.uni (%r1)", size - 1));
    }
    ptx_free(module);
}
END_TEST

START_TEST(types_have_names_and_sizes) {
    ck_assert_int_eq(ptx_type_named("u32"), TYPE_U32);
    ck_assert_int_eq(ptx_type_named("bf16x2"), TYPE_BF16X2);
    ck_assert_int_eq(ptx_type_named("e4m3x2"), TYPE_OTHER);
    ck_assert_int_eq(ptx_type_named("rn"), TYPE_NONE);
    ck_assert_uint_eq(ptx_type_bytes(TYPE_B128), 16);
    ck_assert_uint_eq(ptx_type_bytes(TYPE_F16X2), 4);
    ck_assert_uint_eq(ptx_type_bytes(TYPE_PRED), 0);
}
END_TEST

Suite *ptx_suite(void) {
    Suite *suite = suite_create("ptx");
    TCase *tests = tcase_create("instructions");
    tcase_add_loop_test(tests, every_operand_form_is_read, 0, FORM_COUNT);
    tcase_add_loop_test(tests, a_literal_keeps_its_kind_and_bits, 0, SIZE(LITERALS));
    tcase_add_test(tests, modifiers_keep_their_order);
    tcase_add_test(tests, an_instruction_knows_its_line_in_the_text);
    tcase_add_test(tests, a_vector_register_is_its_components);
    tcase_add_test(tests, unknown_special_registers_are_marked_as_such);
    tcase_add_test(tests, a_name_declared_in_an_inner_scope_is_another_register);
    tcase_add_test(tests, a_range_in_an_inner_scope_shadows_only_its_own_numbers);
    tcase_add_test(tests, registers_that_no_instruction_names_take_no_place);
    tcase_add_test(tests, labels_are_places_between_instructions);
    tcase_add_test(tests, a_branch_prefers_the_label_of_its_own_scope);
    tcase_add_test(tests, branch_tables_and_call_targets_are_tables);
    tcase_add_test(tests, parameters_of_calls_are_variables_of_their_scope);
    tcase_add_test(tests, printing_stops_at_the_end_of_the_buffer);
    tcase_add_test(tests, types_have_names_and_sizes);
    suite_add_tcase(suite, tests);
    return suite;
}
