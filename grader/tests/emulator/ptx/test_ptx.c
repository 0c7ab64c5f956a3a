// test_ptx.c - PTX texts become the modules that the PTX manual says they are; anything else is refused with its place.
#include "emulator/ptx/ptx.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER ".version 9.0\n.target sm_90a, debug\n.address_size 64\n"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<9>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<9>;\n.reg .f64 %fd<9>;\n.reg .v2 .f32 %v;\n"
#define SIZE(array) (int)(sizeof(array) / sizeof *(array))
enum { PRINTED = 200 };

static PtxModule *read_module(const char *before, const char *text, const char *after) {
    char *whole;
    size_t length;
    FILE *stream = open_memstream(&whole, &length);
    fprintf(stream, "%s%s%s", before, text, after);
    fclose(stream);
    char *exact = malloc(length); // without a NUL, so that the address sanitizer sees a read past the end
    memcpy(exact, whole, length);
    PtxError error;
    PtxModule *module = ptx_read(exact, length, &error);
    ck_assert_msg(module != NULL, "%u:%u: %s in\n%s", error.line, error.column, error.message, whole);
    free(exact);
    free(whole);
    return module;
}

static PtxModule *read_text(const char *text) { return read_module(HEADER, text, ""); }

// The statements in a kernel beside declarations of %p, %r, %rd, %f, %fd, %v, a variable sum and a function twice.
static PtxModule *read_body(const char *statements) {
    return read_module(HEADER ".global .u64 sum;\n.func (.param .b32 result) twice(.param .b32 x);\n"
                              ".visible .entry kernel(.param .u64 out)\n{\n" REGISTERS,
                       statements, "\n}\n");
}

static const PtxFunction *function_of(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!strcmp(module->functions[i].name, name)) return &module->functions[i];
    ck_abort_msg("no function %s", name);
}

static const PtxVariable *variable_of(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (!strcmp(module->variables[i].name, name)) return &module->variables[i];
    ck_abort_msg("no variable %s", name);
}

static void check_printed(const PtxModule *module, const PtxFunction *function, uint32_t index, const char *expected) {
    char text[PRINTED];
    ck_assert_uint_lt(index, function->instruction_count);
    ck_assert_str_eq(ptx_print(module, function, &function->instructions[index], text, sizeof text), expected);
}

// ---- instructions and operands --------------------------------------------------------------------------------

static const struct {
    const char *written, *printed;
} FORMS[] = {
    {"add.s32 %r1, %r2, -1;", "add.s32 %r1, %r2, -1"},
    {"@%p1 bra L; L:", "@%p1 bra $1"},
    {"@!%p1 bra.uni L; L:", "@!%p1 bra.uni $1"},
    {"ld.global.f32 %f1, [%rd2+4];", "ld.global.f32 %f1, [%rd2+4]"},
    {"ld.global.f32 %f1, [%rd2+-4];", "ld.global.f32 %f1, [%rd2-4]"},
    {"ld.global.f32 %f1,[ %rd2 - 0x10 ];", "ld.global.f32 %f1, [%rd2-16]"},
    {"ld.param.u64 %rd1, [out+0];", "ld.param.u64 %rd1, [out]"},
    {"ld.global.u64 %rd1, [sum+8];", "ld.global.u64 %rd1, [sum+8]"},
    {"ld.shared.u32 %r1, [16];", "ld.shared.u32 %r1, [16]"},
    {"mov.u64 %rd1, sum+8;", "mov.u64 %rd1, sum+8"},
    {"mov.u64 %rd1, twice;", "mov.u64 %rd1, twice"},
    {"ld.global.v2.f32 {%f1, %f2}, [%rd1];", "ld.global.v2.f32 {%f1, %f2}, [%rd1]"},
    {"mov.b64 {_, %r1}, %rd1;", "mov.b64 {_, %r1}, %rd1"},
    {"setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;", "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3"},
    {"elect.sync _|%p1, -1;", "elect.sync _|%p1, -1"},
    {"mov.u32 %r1, WARP_SZ;", "mov.u32 %r1, 32"},
    {"mov.u32 %r1, %tid.x;", "mov.u32 %r1, %tid.x"},
    {"mov.u32 %r1, %cluster_ctarank;", "mov.u32 %r1, %cluster_ctarank"},
    {"mov.u32 %r1, %pm3;", "mov.u32 %r1, %pm3"},
    {"mov.f32 %f1, %v.y;", "mov.f32 %f1, %v.y"},
    {"mov.f32 %f1, %v.g;", "mov.f32 %f1, %v.y"},
    {"ld.global.v2.f32 %v, [%rd1];", "ld.global.v2.f32 {%v.x, %v.y}, [%rd1]"},
    {"mov.f32 %f1, 0f3F800000;", "mov.f32 %f1, 0f3F800000"},
    {"mov.f32 %f1, -0f3F800000;", "mov.f32 %f1, 0fBF800000"},
    {"mov.f64 %fd1, 0d3ff0000000000000;", "mov.f64 %fd1, 0d3FF0000000000000"},
    {"mov.f64 %fd1, 2.5e-1;", "mov.f64 %fd1, 0d3FD0000000000000"},
    {"call.uni (%r1), twice, (%r2);", "call.uni (%r1), twice, (%r2)"},
    {"call twice, (%r1, 5);", "call twice, (%r1, 5)"},
    {"call twice;", "call twice"},
    {"call (%r1), %rd1, (), p; p: .callprototype (.param .b32 _) _ ();", "call (%r1), %rd1, (), p"},
    {"tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];", "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, {[%rd1], {%r1}}"},
    {"ld.global.L1::no_allocate.L2::128B.b32 %r1, [%rd1];", "ld.global.L1::no_allocate.L2::128B.b32 %r1, [%rd1]"},
    {"vmad.u32.u32.s32.shr7 %r1, %r2.b1, -%r3.h0, %r4;", "vmad.u32.u32.s32.shr7 %r1, %r2.b1, -%r3.h0, %r4"},
    {"vadd4.u32.u32.u32 %r1.b31,%r2.b0716,%r3,%r4;", "vadd4.u32.u32.u32 %r1.b31, %r2.b0716, %r3, %r4"},
    {"mma.m8n8k4 %r1, %r2;", "mma.m8n8k4 %r1, %r2"},
    {"ret;", "ret"},
    {"/* a\n comment */ membar.gl // another\n;", "membar.gl"},
};

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

#define MASKED(address)                                                                                                \
    "0XFF(" address "), 0xFF00(" address "), 0xFF0000(" address "), 0xFF000000(" address "), 0xFF00000000(" address    \
    "), 0xFF0000000000(" address "), 0xFF000000000000(" address "), 0xFF00000000000000(" address ")"

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

static const char INLINED[] =
    ".entry k() {\n.loc 1 10 0\nret;\n"
    ".loc 1 12 3\n.loc 2 5 7, function_name $L__s0, inlined_at 1 12 3\n"
    ".loc 2 90 1, function_name $L__s1+1, inlined_at 2 5 7\nret;\n.loc 1 13 3\nret;\n}\n"
    ".entry other() { ret;\n.loc 9 1 1\nret; }\n"
    ".file 2 \"helpers.h\", 123, 456\n.file 1 \"/tmp/a b.cu\"\n"
    ".section .debug_abbrev { .b8 1 .b32 $L__s0-4 { } }\n"
    ".section\t.debug_str\n{\n$L__s0:\n.b8 102,111,111,0\n$L__s1:\n.b8 95,98\n.b8 97,114,0\n}\n";

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

// ---- errors ---------------------------------------------------------------------------------------------------

static const struct {
    const char *text; // behind the three lines of HEADER
    uint32_t line, column;
    const char *says;
} ERRORS[] = {
    {".entry k() {\n  add.s32 %r1, %r1, 1; }", 5, 11, "%r1 is not declared"},
    {".entry k() { .reg .b32 %r<5>;\nneg.s32 %r5, 1; }", 5, 9, "%r5 is not declared"},
    {".entry k() {\n\n bra L; }", 6, 6, "L is not declared"},
    {".entry k() {\n{ L: }\n bra L; }", 6, 6, "L is not declared"},
    {".entry k() {\nL: L: }", 5, 4, "declared twice"},
    {".entry k() { .reg .b32 a, a; }", 4, 27, "declared twice"},
    {".entry k() { .reg .b32 %r<1000001>; }", 4, 27, "1000000"},
    {".entry k() { ret }", 4, 18, "expected"},
    {".entry k() { ret;", 4, 18, "does not end"},
    {".entry k() { }\n.entry k() { }", 5, 8, "defined twice"},
    {".entry k() { mov.b32 _, 0f123; }", 4, 25, "8 hexadecimal digits"},
    {".entry k() { mov.b32 _, 18446744073709551616; }", 4, 25, "64 bits"},
    {".entry k() { mov.b32 _, 08; }", 4, 25, "malformed"},
    {".entry k() { mov.b32 _, \"a; }", 4, 25, "string"},
    {".entry k() { /* }", 4, 14, "comment"},
    {".entry k() { # }", 4, 14, "no use"},
    {".global .b8 x[4294967297];", 4, 26, "4 GiB"},
    {".global .b8 x[2] = {1,2,3};", 4, 25, "more initial values"},
    {".global .b8 x[2] = {{1}};", 4, 21, "nested deeper"},
    {".global .b8 x[];", 4, 16, ".extern"},
    {".global .u64 x = y;", 4, 18, "y is no variable"},
    {".global .u8 x[9] = {0xFF(x), 1};", 4, 31, "upper bytes"},
    {".global .u32 x = {1};", 4, 18, "expected"},
    {".shared .u32 x = 1;", 4, 16, "initial values"},
    {".global .align 3 .b8 x;", 4, 16, "power of two"},
    {".func f(.reg .b32 a) { }", 4, 9, "parameters"},
    {".alias f, g;", 4, 1, "expected"},
    {".bogus", 4, 1, "expected"},
    {"ret;", 4, 1, "expected"},
};

START_TEST(an_error_names_its_place_and_reason) {
    char text[300];
    PtxError error;
    snprintf(text, sizeof text, HEADER "%s", ERRORS[_i].text);
    ck_assert_ptr_null(ptx_read(text, strlen(text), &error));
    ck_assert_msg(strstr(error.message, ERRORS[_i].says), "%s: \"%s\"", ERRORS[_i].text, error.message);
    ck_assert_msg(error.line == ERRORS[_i].line && error.column == ERRORS[_i].column, "%s: %u:%u", ERRORS[_i].text,
                  error.line, error.column);
}
END_TEST

START_TEST(a_text_that_is_no_ptx_is_refused) {
    static const char *const TEXTS[] = {"", "\n\n", "hello", ".target sm_90", ".version 9.0", "\177ELF", ".version x"};
    PtxError error;
    for (int i = 0; i < SIZE(TEXTS); i++) {
        ck_assert_ptr_null(ptx_read(TEXTS[i], strlen(TEXTS[i]), &error));
        ck_assert(error.message[0] && error.line);
    }
}
END_TEST

START_TEST(version_and_target_are_numbers) {
    PtxModule *module = read_text("");
    ck_assert(module->version_major == 9 && module->version_minor == 0 && module->target == 90);
    ck_assert(module->address_bits == 64 && module->file_count == 1 && module->location_count == 1);
    ptx_free(module);
}
END_TEST

// ---- hostile and large texts ----------------------------------------------------------------------------------

static void read_any(const char *text, size_t length) {
    char *exact = malloc(length + !length);
    memcpy(exact, text, length);
    PtxError error;
    PtxModule *module = ptx_read(exact, length, &error);
    ck_assert(module || (error.line && error.message[0]));
    ptx_free(module);
    free(exact);
}

// A text with every construct of the tables above that can stand in one module.
static char *everything(void) {
    size_t size;
    char *text;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, HEADER "%s.global .u64 sum;\n.func (.param .b32 result) twice(.param .b32 x);\n", INLINED);
    fprintf(stream, ".global .u8 y[8] = {" MASKED("sum") "};\n.const .v2 .f32 c[2][1] = {{{1, 2}}, {-0f00000000}};\n");
    fprintf(stream, ".entry kernel(.param .u64 out) .maxntid 1,2,3 {\n%s", REGISTERS);
    for (int i = 0; i < SIZE(FORMS); i++) fprintf(stream, "{%s}\n", FORMS[i].written);
    fprintf(stream, "}\n");
    fclose(stream);
    return text;
}

START_TEST(every_prefix_of_a_text_is_read_or_refused) {
    char *text = everything();
    size_t length = strlen(text);
    ptx_free(read_module("", text, ""));
    for (size_t i = 0; i <= length; i++) read_any(text, i);
    free(text);
}
END_TEST

START_TEST(a_text_with_any_byte_changed_is_read_or_refused) {
    static const char REPLACEMENTS[] = {'\0', '{', '}', '9', '"', '.', ',', '\377'};
    char *text = everything();
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++) {
        char original = text[i];
        text[i] = REPLACEMENTS[i % sizeof REPLACEMENTS];
        read_any(text, length);
        text[i] = original;
    }
    free(text);
}
END_TEST

START_TEST(deep_nesting_is_refused) {
    static const char *const PIECES[] = {"{", "mov.b32 {", "@%p bra L; {", "call ("};
    for (int i = 0; i < SIZE(PIECES); i++) {
        size_t size;
        char *text;
        FILE *stream = open_memstream(&text, &size);
        fprintf(stream, HEADER ".entry k() {");
        for (int j = 0; j < 100000; j++) fputs(PIECES[i], stream);
        fclose(stream);
        PtxError error;
        ck_assert_ptr_null(ptx_read(text, size, &error));
        free(text);
    }
}
END_TEST

START_TEST(a_variable_of_gigabytes_costs_nothing_until_it_has_values) {
    PtxError error;
    ptx_free(read_text(".global .b8 x[4294967296];"));
    char text[] = HEADER ".global .b8 x[200000000] = {1};\n.global .b8 y[200000000] = {1};";
    ck_assert_ptr_null(ptx_read(text, strlen(text), &error));
    ck_assert_msg(strstr(error.message, "256 MiB"), "%s", error.message);
}
END_TEST

START_TEST(a_hundred_thousand_names_are_read) {
    enum { NAMES = 100000 };
    size_t size;
    char *text;
    FILE *stream = open_memstream(&text, &size);
    fprintf(stream, HEADER ".entry k() {\n.reg .b32 %%r<%d>;\n", NAMES);
    for (int i = 0; i < NAMES; i++) fprintf(stream, "bra L%d;\nL%d: mov.b32 %%r%d, %d;\n", i, i, i, i);
    fprintf(stream, "}");
    fclose(stream);
    PtxModule *module = read_module("", text, "");
    const PtxFunction *kernel = &module->functions[0];
    ck_assert_uint_eq(kernel->instruction_count, 2 * NAMES);
    ck_assert_uint_eq(kernel->register_count, NAMES);
    for (uint32_t i = 0; i < NAMES; i++) ck_assert_uint_eq(kernel->instructions[2 * i].operands[0].index, 2 * i + 1);
    ptx_free(module);
    free(text);
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

static TCase *instructions(void) {
    TCase *tests = tcase_create("instructions");
    tcase_add_loop_test(tests, every_operand_form_is_read, 0, SIZE(FORMS));
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
    return tests;
}

static TCase *declarations(void) {
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
    return tests;
}

static TCase *refusals(void) {
    TCase *tests = tcase_create("refusals");
    tcase_set_timeout(tests, 60); // with a sanitizer
    tcase_add_loop_test(tests, an_error_names_its_place_and_reason, 0, SIZE(ERRORS));
    tcase_add_test(tests, a_text_that_is_no_ptx_is_refused);
    tcase_add_test(tests, every_prefix_of_a_text_is_read_or_refused);
    tcase_add_test(tests, a_text_with_any_byte_changed_is_read_or_refused);
    tcase_add_test(tests, deep_nesting_is_refused);
    tcase_add_test(tests, a_variable_of_gigabytes_costs_nothing_until_it_has_values);
    tcase_add_test(tests, a_hundred_thousand_names_are_read);
    return tests;
}

Suite *ptx_suite(void) {
    Suite *suite = suite_create("ptx");
    suite_add_tcase(suite, instructions());
    suite_add_tcase(suite, declarations());
    suite_add_tcase(suite, refusals());
    return suite;
}
