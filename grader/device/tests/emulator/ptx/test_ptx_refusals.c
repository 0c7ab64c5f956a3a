// test_ptx_refusals.c - what is no PTX is refused with its place, and large or hostile texts do no harm.
#include "ptx_text.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (int i = 0; i < FORM_COUNT; i++) fprintf(stream, "{%s}\n", FORMS[i].written);
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

Suite *ptx_refusals_suite(void) {
    Suite *suite = suite_create("ptx_refusals");
    TCase *tests = tcase_create("refusals");
    tcase_set_timeout(tests, 60); // with a sanitizer
    tcase_add_loop_test(tests, an_error_names_its_place_and_reason, 0, SIZE(ERRORS));
    tcase_add_test(tests, a_text_that_is_no_ptx_is_refused);
    tcase_add_test(tests, every_prefix_of_a_text_is_read_or_refused);
    tcase_add_test(tests, a_text_with_any_byte_changed_is_read_or_refused);
    tcase_add_test(tests, deep_nesting_is_refused);
    tcase_add_test(tests, a_variable_of_gigabytes_costs_nothing_until_it_has_values);
    tcase_add_test(tests, a_hundred_thousand_names_are_read);
    suite_add_tcase(suite, tests);
    return suite;
}
