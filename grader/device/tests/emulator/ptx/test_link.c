// test_link.c - separately compiled PTX made one module: names that stand for another file's definition.
#include "emulator/ptx/ptx.h"
#include <check.h>
#include <string.h>

#define HEADER ".version 8.0\n.target sm_90\n.address_size 64\n"

// Declares what the other one defines; both have a static variable and a weak one.
static const char USER[] = HEADER ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
                                  ".extern .global .align 4 .u32 counter;\n"
                                  ".global .align 4 .u32 own = 1;\n"
                                  ".weak .global .align 4 .u32 shared_by_all = 5;\n"
                                  ".visible .global .align 8 .u64 table[2] = {twice, generic(counter)};\n"
                                  ".file 1 \"user.cu\"\n"
                                  ".visible .entry kernel(.param .u64 out) {\n"
                                  "  .reg .b32 %r<4>;\n  .reg .b64 %rd<2>;\n"
                                  "  .loc 1 7 3\n"
                                  "  ld.global.u32 %r0, [counter];\n"
                                  "  ld.global.u32 %r1, [own];\n"
                                  "  ld.global.u32 %r1, [shared_by_all+4];\n"
                                  "  { .param .b32 p; .param .b32 q;\n"
                                  "  st.param.b32 [p], %r0;\n"
                                  "  call.uni (q), twice, (p); }\n"
                                  "  mov.u64 %rd0, twice;\n"
                                  "  ret;\n}\n";
static const char LIBRARY[] = HEADER ".weak .global .align 4 .u32 shared_by_all = 5;\n"
                                     ".global .align 4 .u32 own = 2;\n"
                                     ".visible .global .align 4 .u32 counter = 100;\n"
                                     ".file 1 \"library.cu\"\n"
                                     ".visible .func (.param .b32 r) twice(.param .b32 x) {\n"
                                     "  .reg .b32 %r<2>;\n"
                                     "  .loc 1 3 1\n"
                                     "  ld.param.u32 %r0, [x];\n"
                                     "  ld.global.u32 %r1, [own];\n"
                                     "  st.param.b32 [r], %r0;\n"
                                     "  ret;\n}\n";

static PtxModule *linked;

static PtxModule *read_text(const char *text) {
    PtxError error;
    PtxModule *module = ptx_read(text, strlen(text), &error);
    ck_assert_msg(module != NULL, "line %u: %s", error.line, error.message);
    return module;
}

static void setup(void) {
    linked = ptx_link((PtxModule *[]){read_text(USER), read_text(LIBRARY)}, 2);
    ck_assert_ptr_nonnull(linked);
}
static void teardown(void) { ptx_free(linked); }

static const PtxFunction *function_named(const char *name, bool is_extern) {
    for (uint32_t n = 0; n < linked->function_count; n++)
        if (!strcmp(linked->functions[n].name, name) && linked->functions[n].is_extern == is_extern)
            return &linked->functions[n];
    ck_abort_msg("there is no %s", name);
}

// What the instruction's operand names.
static const PtxVariable *variable_at(const char *function, uint32_t instruction, uint32_t operand) {
    const PtxFunction *in = function_named(function, false);
    ck_assert_uint_lt(instruction, in->instruction_count);
    const PtxOperand *named = &in->instructions[instruction].operands[operand];
    ck_assert_int_eq(named->base, BASE_VARIABLE);
    return &linked->variables[named->index];
}

START_TEST(extern_variable_is_the_definition) {
    const PtxVariable *counter = variable_at("kernel", 0, 1);
    ck_assert_str_eq(counter->name, "counter");
    ck_assert(!counter->is_extern);
    ck_assert_uint_eq(counter->initial[0], 100);
}
END_TEST

START_TEST(static_variables_of_one_name_stay_two) {
    ck_assert_uint_eq(variable_at("kernel", 1, 1)->initial[0], 1);
    ck_assert_uint_eq(variable_at("twice", 1, 1)->initial[0], 2);
}
END_TEST

START_TEST(weak_variables_are_one) {
    const PtxVariable *first = variable_at("kernel", 2, 1);
    uint32_t placed = 0;
    for (uint32_t n = 0; n < linked->variable_count; n++)
        placed += !strcmp(linked->variables[n].name, "shared_by_all") && linked->variables[n].space == SPACE_GLOBAL;
    ck_assert_uint_eq(placed, 1);
    ck_assert_int_eq(first->space, SPACE_GLOBAL);
}
END_TEST

START_TEST(call_reaches_the_other_file) {
    const PtxFunction *kernel = function_named("kernel", false);
    const PtxInstruction *call = &kernel->instructions[4], *address = &kernel->instructions[5];
    ck_assert_str_eq(call->mnemonic, "call");
    const PtxFunction *target = &linked->functions[call->operands[1].index];
    ck_assert(!target->is_extern);
    ck_assert_uint_eq(target->instruction_count, 4);
    ck_assert_ptr_eq(&linked->functions[address->operands[1].index], target);
    ck_assert_str_eq(linked->variables[target->parameters[0]].name, "x");
}
END_TEST

START_TEST(addresses_in_initial_values_are_those_of_definitions) {
    for (uint32_t n = 0; n < linked->variable_count; n++) {
        const PtxVariable *table = &linked->variables[n];
        if (strcmp(table->name, "table")) continue;
        ck_assert_uint_eq(table->relocation_count, 2);
        ck_assert(!linked->functions[table->relocations[0].index].is_extern);
        ck_assert_uint_eq(linked->variables[table->relocations[1].index].initial[0], 100);
        return;
    }
    ck_abort_msg("there is no table");
}
END_TEST

START_TEST(lines_keep_their_files) {
    static const struct {
        const char *function, *file;
        uint32_t line;
    } PLACES[] = {{"kernel", "user.cu", 7}, {"twice", "library.cu", 3}};
    for (int i = 0; i < 2; i++) {
        const PtxFunction *function = function_named(PLACES[i].function, false);
        const PtxLocation *at = &linked->locations[function->instructions[0].location];
        ck_assert_uint_eq(at->line, PLACES[i].line);
        ck_assert_str_eq(linked->files[at->file], PLACES[i].file);
    }
}
END_TEST

START_TEST(one_module_is_itself) {
    PtxModule *alone = read_text(LIBRARY);
    ck_assert_ptr_eq(ptx_link(&alone, 1), alone);
    ptx_free(alone);
}
END_TEST

Suite *link_suite(void) {
    Suite *suite = suite_create("link");
    TCase *names = tcase_create("names");
    tcase_add_checked_fixture(names, setup, teardown);
    tcase_add_test(names, extern_variable_is_the_definition);
    tcase_add_test(names, static_variables_of_one_name_stay_two);
    tcase_add_test(names, weak_variables_are_one);
    tcase_add_test(names, call_reaches_the_other_file);
    tcase_add_test(names, addresses_in_initial_values_are_those_of_definitions);
    tcase_add_test(names, lines_keep_their_files);
    tcase_add_test(names, one_module_is_itself);
    suite_add_tcase(suite, names);
    return suite;
}
