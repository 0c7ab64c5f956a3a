// test_ptx_declarations.c - functions, variables with their initial values, and source places are read as the PTX
// manual says.
#include "ptx_text.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(version_and_target_are_numbers) {
    PtxModule *module = read_text("");
    ck_assert(module->version_major == 9 && module->version_minor == 0 && module->target == 90);
    ck_assert(module->address_bits == 64 && module->file_count == 1 && module->location_count == 1);
    ptx_free(module);
}
END_TEST

// ---- functions ------------------------------------------------------------------------------------------------

START_TEST(an_entry_knows_its_parameters_and_limits) {
    PtxModule *module = read_text(".visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 8 .b8 b[40])\n"
                                  ".maxntid 256, 2, 1 .minnctapersm 3 .reqntid 64 .maxnreg 32\n"
                                  ".reqnctapercluster 2, 1, 1 { ret; }");
    const PtxFunction *kernel = function_of(module, "k");
    ck_assert(kernel->is_entry && !kernel->is_extern);
    ck_assert(kernel->maxntid[0] == 256 && kernel->maxntid[1] == 2 && kernel->maxntid[2] == 1);
    ck_assert(kernel->reqntid[0] == 64 && kernel->reqntid[1] == 1 && kernel->reqntid[2] == 1);
    ck_assert_uint_eq(kernel->minnctapersm, 3);
    ck_assert_uint_eq(kernel->reqnctapercluster[0], 2);
    ck_assert_uint_eq(kernel->parameter_count, 2);
    const PtxVariable *a = &module->variables[kernel->parameters[0]], *b = &module->variables[kernel->parameters[1]];
    ck_assert(a->size == 8 && a->align == 8); // the alignment behind .ptr is that of what it points to
    ck_assert(b->size == 40 && b->align == 8 && b->space == SPACE_PARAM && b->function == 0);
    ptx_free(module);
}
END_TEST

START_TEST(a_definition_completes_its_forward_declaration) {
    PtxModule *module = read_text(".func (.param .b32 r) f(.param .b32 a);\n"
                                  ".entry k() { .reg .b32 %r<2>; call (%r0), f, (%r1); ret; }\n"
                                  ".func (.param .b32 r) f(.param .b32 b) { ret; }\n"
                                  ".extern .func g(.param .b64 x);");
    ck_assert_uint_eq(module->function_count, 3);
    const PtxFunction *f = function_of(module, "f"), *kernel = function_of(module, "k");
    ck_assert(!f->is_extern && !f->is_entry && f->result_count == 1 && f->instruction_count == 1);
    ck_assert_str_eq(module->variables[f->parameters[0]].name, "b");
    ck_assert_ptr_eq(&module->functions[kernel->instructions[0].operands[1].index], f);
    ck_assert(function_of(module, "g")->is_extern);
    ptx_free(module);
}
END_TEST

// ---- variables and initial values -----------------------------------------------------------------------------

START_TEST(variables_have_space_size_and_alignment) {
    PtxModule *module = read_text(".extern .shared .align 16 .b8 dynamic[];\n.visible .const .v4 .f32 c[2][3];\n"
                                  ".global .attribute(.managed) .u16 m;\n.global .texref t;\n"
                                  ".entry k() { .shared .align 32 .f64 s[5]; .local .b8 l[3], l2; ret; }");
    const PtxVariable *dynamic = variable_of(module, "dynamic"), *c = variable_of(module, "c");
    const PtxVariable *m = variable_of(module, "m"), *s = variable_of(module, "s"), *l = variable_of(module, "l");
    ck_assert(dynamic->space == SPACE_SHARED && dynamic->is_extern && !dynamic->size && dynamic->align == 16);
    ck_assert(c->space == SPACE_CONST && c->size == 2 * 3 * 16 && c->align == 16 && c->type == TYPE_F32);
    ck_assert(m->is_managed && m->size == 2 && m->align == 2 && m->function == -1 && !m->initial);
    ck_assert(s->space == SPACE_SHARED && s->size == 40 && s->align == 32 && s->function == 0);
    ck_assert(l->space == SPACE_LOCAL && l->size == 3 && variable_of(module, "l2")->size == 1);
    ck_assert_int_eq(variable_of(module, "t")->type, TYPE_OTHER);
    ptx_free(module);
}
END_TEST

START_TEST(a_definition_completes_its_extern_variable) {
    PtxModule *module = read_text(".extern .global .u32 x[2];\n.global .u64 p = x;\n.global .u32 x[2] = {5, 6};");
    const PtxVariable *x = variable_of(module, "x"), *p = variable_of(module, "p");
    ck_assert_uint_eq(module->variable_count, 2);
    ck_assert(!x->is_extern && x->initial && x->initial[4] == 6);
    ck_assert_ptr_eq(&module->variables[p->relocations[0].index], x);
    ptx_free(module);
}
END_TEST

static const struct {
    const char *declaration;
    uint8_t bytes[16];
} INITIAL[] = {
    {".global .u32 x = 258;", {2, 1}},
    {".global .s16 x[3] = {-1, 2};", {255, 255, 2}},
    {".global .b8 x[4] = {300, 0x7F, -128};", {44, 127, 128}},
    {".global .f32 x[2] = {0f3F800000, -0f3F800000};", {0, 0, 0x80, 0x3f, 0, 0, 0x80, 0xbf}},
    {".global .f32 x = 1.5;", {0, 0, 0xc0, 0x3f}},
    {".global .f64 x = 0f3F800000;", {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
    {".global .f64 x[2] = {0d3FF0000000000000, -2};", {0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0}},
    {".const .b8 x[2][3] = {{1}, {2, 3}};", {1, 0, 0, 2, 3}},
    {".const .b8 x[2][3] = {1, 2, 3, 4};", {1, 2, 3, 4}},
    {".const .b8 x[3][2] = {1, {2, 3}};", {1, 0, 2, 3}},
    {".global .v2 .u8 x[2] = {{1, 2}, {3}};", {1, 2, 3}},
    {".global .v4 .u8 x = {1, 2, 3, 4};", {1, 2, 3, 4}},
    {".global .u32 x[2] = {};", {0}},
};

START_TEST(initial_values_are_the_bytes_in_memory) {
    PtxModule *module = read_text(INITIAL[_i].declaration);
    const PtxVariable *x = variable_of(module, "x");
    ck_assert_ptr_nonnull(x->initial);
    ck_assert_mem_eq(x->initial, INITIAL[_i].bytes, x->size);
    ck_assert_uint_eq(x->relocation_count, 0);
    ptx_free(module);
}
END_TEST

START_TEST(addresses_in_initial_values_become_relocations) {
    PtxModule *module = read_text(".global .u32 a[4];\n.func f();\n.global .u64 x[6] = {7, a, generic(a)+8, f, a-4};\n"
                                  ".global .u8 y[18] = {97, " MASKED("generic(a)+8") ", 98, " MASKED("f") "};");
    static const struct {
        const char *in, *to;
        PtxRelocation expected;
    } RELOCATIONS[] = {
        {"x", "a", {.offset = 8}},
        {"x", "a", {.offset = 16, .generic = true, .addend = 8}},
        {"x", "f", {.offset = 24, .is_function = true}},
        {"x", "a", {.offset = 32, .addend = -4}},
        {"y", "a", {.offset = 1, .generic = true, .addend = 8}},
        {"y", "f", {.offset = 10, .is_function = true}},
    };
    ck_assert_uint_eq(variable_of(module, "x")->relocation_count, 4);
    ck_assert_uint_eq(variable_of(module, "y")->relocation_count, 2);
    for (int i = 0; i < SIZE(RELOCATIONS); i++) {
        const PtxVariable *in = variable_of(module, RELOCATIONS[i].in);
        const PtxRelocation *got = &in->relocations[i - (RELOCATIONS[i].in[0] == 'y' ? 4 : 0)];
        const PtxRelocation *expected = &RELOCATIONS[i].expected;
        ck_assert_uint_eq(got->offset, expected->offset);
        ck_assert_int_eq(got->addend, expected->addend);
        ck_assert(got->generic == expected->generic && got->is_function == expected->is_function);
        ck_assert_str_eq(got->is_function ? module->functions[got->index].name : module->variables[got->index].name,
                         RELOCATIONS[i].to);
    }
    ck_assert_uint_eq(variable_of(module, "x")->initial[0], 7);
    ck_assert_uint_eq(variable_of(module, "y")->initial[9], 98);
    ptx_free(module);
}
END_TEST

// ---- source places --------------------------------------------------------------------------------------------

START_TEST(a_place_says_where_it_was_inlined) {
    PtxModule *module = read_text(INLINED);
    const PtxFunction *kernel = function_of(module, "k");
    const PtxLocation *inner = &module->locations[kernel->instructions[1].location];
    ck_assert_uint_eq(module->file_count, 3);
    ck_assert_str_eq(module->files[inner->file], "helpers.h");
    ck_assert(inner->line == 90 && inner->column == 1);
    ck_assert_str_eq(inner->function, "bar");
    const PtxLocation *middle = &module->locations[inner->inlined_at];
    ck_assert(middle->line == 5 && middle->column == 7);
    ck_assert_str_eq(middle->function, "foo");
    const PtxLocation *outer = &module->locations[middle->inlined_at];
    ck_assert_str_eq(module->files[outer->file], "/tmp/a b.cu");
    ck_assert(outer->line == 12 && outer->inlined_at == -1 && outer->function == NULL);
    ck_assert_uint_eq(module->locations[kernel->instructions[2].location].line, 13);
    ck_assert_uint_eq(module->locations[kernel->location].line, 10);
    ptx_free(module);
}
END_TEST

START_TEST(code_before_the_first_loc_has_no_place) {
    PtxModule *module = read_text(INLINED);
    const PtxFunction *other = function_of(module, "other");
    ck_assert_uint_eq(other->instructions[0].location, 0);
    ck_assert_uint_eq(module->locations[0].line, 0);
    ck_assert_uint_eq(module->locations[other->instructions[1].location].file, 0); // there is no file 9
    ptx_free(module);
}
END_TEST

Suite *ptx_declarations_suite(void) {
    Suite *suite = suite_create("ptx_declarations");
    TCase *tests = tcase_create("declarations");
    tcase_add_test(tests, version_and_target_are_numbers);
    tcase_add_test(tests, an_entry_knows_its_parameters_and_limits);
    tcase_add_test(tests, a_definition_completes_its_forward_declaration);
    tcase_add_test(tests, variables_have_space_size_and_alignment);
    tcase_add_test(tests, a_definition_completes_its_extern_variable);
    tcase_add_loop_test(tests, initial_values_are_the_bytes_in_memory, 0, SIZE(INITIAL));
    tcase_add_test(tests, addresses_in_initial_values_become_relocations);
    tcase_add_test(tests, a_place_says_where_it_was_inlined);
    tcase_add_test(tests, code_before_the_first_loc_has_no_place);
    suite_add_tcase(suite, tests);
    return suite;
}
