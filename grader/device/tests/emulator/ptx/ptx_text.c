// ptx_text.c - PTX read from a test's text.
#include "ptx_text.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PtxModule *read_module(const char *before, const char *text, const char *after) {
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

PtxModule *read_text(const char *text) { return read_module(HEADER, text, ""); }

PtxModule *read_body(const char *statements) {
    return read_module(HEADER ".global .u64 sum;\n.func (.param .b32 result) twice(.param .b32 x);\n"
                              ".visible .entry kernel(.param .u64 out)\n{\n" REGISTERS,
                       statements, "\n}\n");
}

const PtxFunction *function_of(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!strcmp(module->functions[i].name, name)) return &module->functions[i];
    ck_abort_msg("no function %s", name);
}

const PtxVariable *variable_of(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (!strcmp(module->variables[i].name, name)) return &module->variables[i];
    ck_abort_msg("no variable %s", name);
}

void check_printed(const PtxModule *module, const PtxFunction *function, uint32_t index, const char *expected) {
    char text[PRINTED];
    ck_assert_uint_lt(index, function->instruction_count);
    ck_assert_str_eq(ptx_print(module, function, &function->instructions[index], text, sizeof text), expected);
}

const PtxForm FORMS[FORM_COUNT] = {
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

const char INLINED[] = ".entry k() {\n.loc 1 10 0\nret;\n"
                       ".loc 1 12 3\n.loc 2 5 7, function_name $L__s0, inlined_at 1 12 3\n"
                       ".loc 2 90 1, function_name $L__s1+1, inlined_at 2 5 7\nret;\n.loc 1 13 3\nret;\n}\n"
                       ".entry other() { ret;\n.loc 9 1 1\nret; }\n"
                       ".file 2 \"helpers.h\", 123, 456\n.file 1 \"/tmp/a b.cu\"\n"
                       ".section .debug_abbrev { .b8 1 .b32 $L__s0-4 { } }\n"
                       ".section\t.debug_str\n{\n$L__s0:\n.b8 102,111,111,0\n$L__s1:\n.b8 95,98\n.b8 97,114,0\n}\n";
