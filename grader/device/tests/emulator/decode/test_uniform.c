// test_uniform.c - a warp's atomics on one address count as one lane's where ptxas merges them, and only there.
//
// Whether it does was read off what ptxas 13.0 made of the same kernels for sm_90: a vote and one lane's atomic.
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static Machine *machine;
static uint32_t words[256];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

#define BEGIN "ld.param.u64 %l0, [out];\n ld.param.u32 %r0, [n];\n mov.u32 %r1, %tid.x;\n mov.u32 %r2, %ctaid.x;\n"

// One warp runs it; n is 4. `sectors` of reductions, or of atomics if there are none.
typedef struct {
    const char *body;
    unsigned sectors;
} Example;

static const Example EXAMPLES[] = {
    // what is merged, if the address is known to be one
    {"red.global.add.u32 [%l0], 1;", 1},
    {"red.global.add.u32 [%l0], %r1;", 1},
    {"atom.global.add.u32 %r5, [%l0], 1;\n st.global.u32 [%l0+128], %r5;", 1},
    {"atom.global.add.u32 %r5, [%l0], %r1;\n st.global.u32 [%l0+128], %r5;", 1},
    {"red.global.min.s32 [%l0], %r1;", 1},
    {"red.global.max.u32 [%l0], %r1;", 1},
    {"red.global.and.b32 [%l0], %r1;", 1},
    {"red.global.or.b32 [%l0], %r1;", 1},
    {"red.global.xor.b32 [%l0], %r1;", 1},
    {"red.global.add.u64 [%l0], 1;", 1},
    {"cvt.u64.u32 %l1, %r2;\n red.global.add.u64 [%l0], %l1;", 1},
    // what is not
    {"atom.global.max.s32 %r5, [%l0], %r1;\n st.global.u32 [%l0+128], %r5;", 32},
    {"cvt.u64.u32 %l1, %r1;\n red.global.add.u64 [%l0], %l1;", 32},
    {"red.global.max.u64 [%l0], 1;", 32},
    {"red.global.add.f32 [%l0], 0f3F800000;", 32},
    {"red.global.add.f64 [%l0], 0d3FF0000000000000;", 32},
    {"red.global.inc.u32 [%l0], 5;", 32},
    {"atom.global.exch.b32 %r5, [%l0], 5;\n st.global.u32 [%l0+128], %r5;", 32},
    {"atom.global.cas.b32 %r5, [%l0], 5, 6;\n st.global.u32 [%l0+128], %r5;", 32},
    // addresses that are known to be one
    {"mul.wide.u32 %l1, %r2, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;", 1},
    {"mul.wide.u32 %l1, %r0, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;", 1},
    {"ld.global.u32 %r5, [%l0];\n mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;",
     1},
    {"setp.gt.u32 %p0, %r0, 3;\n selp.b64 %l2, %l0, 0, %p0;\n red.global.add.u32 [%l2], 1;", 1},
    {"shfl.sync.idx.b32 %r5, %r1, 0, 31, -1;\n mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n"
     "red.global.add.u32 [%l2], 1;",
     1},
    {"setp.gt.u32 %p0, %r1, 3;\n vote.sync.ballot.b32 %r5, %p0, -1;\n popc.b32 %r5, %r5;\n mul.wide.u32 %l1, %r5, 4;\n"
     "add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;",
     1},
    {"mov.u32 %r5, 0;\n LOOP: mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;\n"
     "add.u32 %r5, %r5, 1;\n setp.lt.u32 %p0, %r5, %r0;\n @%p0 bra LOOP;",
     4},
    // those that may be several, though they are not
    {"shr.u32 %r5, %r1, 5;\n mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;", 32},
    {"mov.u32 %r5, %tid.y;\n mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;", 32},
    {"setp.gt.u32 %p0, %r1, 100;\n selp.b64 %l2, 0, %l0, %p0;\n red.global.add.u32 [%l2], 1;", 32},
    {"mov.u64 %l2, %l0;\n setp.lt.u32 %p0, %r1, 100;\n @%p0 bra ON;\n add.s64 %l2, %l0, 4;\n"
     "ON: red.global.add.u32 [%l2], 1;",
     32},
    {"mov.u32 %r5, 0;\n LOOP: mul.wide.u32 %l1, %r5, 4;\n add.s64 %l2, %l0, %l1;\n red.global.add.u32 [%l2], 1;\n"
     "add.u32 %r5, %r5, 1;\n setp.gt.u32 %p0, %r5, %r1;\n @!%p0 bra LOOP;",
     32 * 33 / 2},
};

START_TEST(sectors_are_those_of_what_is_left) {
    char text[2048];
    snprintf(text, sizeof text, "%s%s\n ret;\n", BEGIN, EXAMPLES[_i].body);
    machine_load_kernel(machine, "k", text);
    memset(words, 0, sizeof words);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 4, words, 256), 0);
    uint64_t reductions = machine_counter(machine, COUNTER_global_red_sectors);
    uint64_t sectors = reductions ? reductions : machine_counter(machine, COUNTER_global_atom_sectors);
    ck_assert_msg(sectors == EXAMPLES[_i].sectors, "%s\n: %u expected, got %llu", EXAMPLES[_i].body,
                  EXAMPLES[_i].sectors, (unsigned long long)sectors);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_atomic_turns), sectors); // each request at one address
}
END_TEST

START_TEST(merging_changes_no_result) {
    machine_load_kernel(machine, "k",
                        BEGIN "atom.global.add.u32 %r5, [%l0], %r1;\n mul.wide.u32 %l1, %r1, 4;\n"
                              "add.s64 %l2, %l0, %l1;\n st.global.u32 [%l2+128], %r5;\n ret;\n");
    memset(words, 0, sizeof words);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 256), 0);
    ck_assert_uint_eq(words[0], 31 * 32 / 2);
    for (uint32_t lane = 0; lane < 32; lane++) ck_assert_uint_eq(words[32 + lane], lane * (lane - 1) / 2);
}
END_TEST

// An atom whose result is unused is a reduction, unless it exchanges or its address is generic: ATOMG, not REDG.
START_TEST(exchanges_and_generic_atomics_are_never_reductions) {
    static const struct {
        const char *body;
        Counter counter;
    } KINDS[] = {
        {"atom.global.add.u32 %r5, [%l0], %r1;", COUNTER_global_red_requests},
        {"atom.global.exch.b32 %r5, [%l0], %r1;", COUNTER_global_atom_requests},
        {"atom.global.cas.b32 %r5, [%l0], 1, 2;", COUNTER_global_atom_requests},
        {"atom.add.u32 %r5, [%l0], %r1;", COUNTER_global_atom_requests},
    };
    for (size_t n = 0; n < sizeof KINDS / sizeof *KINDS; n++) {
        char text[512];
        snprintf(text, sizeof text, "%s%s\n ret;\n", BEGIN, KINDS[n].body);
        machine_load_kernel(machine, "k", text);
        ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 256), 0);
        ck_assert_uint_eq(machine_counter(machine, KINDS[n].counter), 1);
    }
}
END_TEST

// Read on an H200: 32 lanes add a double to shared memory, at s[bin]; loads and their conflicts, and swaps.
START_TEST(shared_additions_of_floating_point_are_loops_of_loads_and_swaps) {
    static const struct {
        const char *bin;
        const char *type;
        unsigned swaps, wavefronts, lanes;
    } CASES[] = {
        {"mov.u32 %r5, %r1;", "f64", 1, 2, 32},
        {"and.b32 %r5, %r1, 15;", "f64", 2, 3, 32 + 16},
        {"mov.u32 %r5, 0;", "f64", 32, 32, 32 * 33 / 2},
        {"mov.u32 %r5, 0;", "f32", 32, 32, 32 * 33 / 2},
        {"mov.u32 %r5, %r1;", "f32", 1, 1, 32},
        {"shl.b32 %r5, %r1, 5;", "f32", 32, 32 * 33 / 2, 32 * 33 / 2}, // one bank: one lane of it a round
    };
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        char text[1024];
        bool wide = strcmp(CASES[n].type, "f64") == 0;
        snprintf(text, sizeof text,
                 ".shared .align 8 .b8 s[8192];\n%s%s\n mov.u32 %%r6, s;\n shl.b32 %%r5, %%r5, %u;\n"
                 "add.s32 %%r5, %%r5, %%r6;\n st.shared.u64 [%%r5], %%l0;\n bar.sync 0;\n"
                 "red.shared.add.%s [%%r5], %s;\n ret;\n",
                 BEGIN, CASES[n].bin, wide ? 3 : 2, CASES[n].type, wide ? "0d3FF0000000000000" : "0f3F800000");
        if (!wide) memcpy(strstr(text, "st.shared.u64 [%r5], %l0"), "st.shared.u32 [%r5], %r0", 24);
        machine_load_kernel(machine, "k", text);
        ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 256), 0);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_atom_instructions), CASES[n].swaps);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_atom_operations), CASES[n].lanes);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_instructions), CASES[n].swaps);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_wavefronts), CASES[n].wavefronts);
    }
}
END_TEST

Suite *uniform_suite(void) {
    Suite *suite = suite_create("uniform");
    TCase *tests = tcase_create("uniform");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, sectors_are_those_of_what_is_left, 0, sizeof EXAMPLES / sizeof *EXAMPLES);
    tcase_add_test(tests, merging_changes_no_result);
    tcase_add_test(tests, exchanges_and_generic_atomics_are_never_reductions);
    tcase_add_test(tests, shared_additions_of_floating_point_are_loops_of_loads_and_swaps);
    suite_add_tcase(suite, tests);
    return suite;
}
