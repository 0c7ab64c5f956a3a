// test_redundant_loads.c - loads whose value is in a register already count for nothing.
//
// The expected numbers are those of the loads that ptxas 13.0 -O3 left in the same PTX for sm_90, times the rounds of
// loops. Every example is one warp.
#include "extensions.h"
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

// %l1, %l2: two addresses in global memory, other ones in every lane; %r3, %r4 likewise in shared memory; %l5: in local
// memory; %p1: not the same in all lanes. Every name that is used stands for one line of PTX.
#define GLOBAL "ld.global.u32 %r10, [%l1];\n"
#define GLOBAL_AGAIN "ld.global.u32 %r11, [%l1];\n"
#define SHARED "ld.shared.u32 %r10, [%r3];\n"
#define SHARED_AGAIN "ld.shared.u32 %r11, [%r3];\n"
#define LOCAL "ld.local.u32 %r10, [%l5];\n"
#define LOCAL_AGAIN "ld.local.u32 %r11, [%l5];\n"
#define CONSTANT "ld.global.nc.u32 %r10, [%l1];\n"
#define CONSTANT_AGAIN "ld.global.nc.u32 %r11, [%l1];\n"
#define GENERIC "ld.u32 %r10, [%l1];\n"
#define GENERIC_AGAIN "ld.u32 %r11, [%l1];\n"
#define STORE_GLOBAL "st.global.u32 [%l2], %r1;\n"
#define STORE_SHARED "st.shared.u32 [%r4], %r1;\n"
#define LOOP "mov.u32 %r20, 0;\nLOOP:\n"
#define END_LOOP "add.u32 %r20, %r20, 1;\n setp.lt.u32 %p2, %r20, %r6;\n @%p2 bra LOOP;\n"
#define MOVING "shl.b32 %r21, %r20, 7;\n cvt.u64.u32 %l21, %r21;\n add.u64 %l20, %l1, %l21;\n"
#define MOVED "ld.global.u32 %r10, [%l20];\n"
#define MOVED_AGAIN "ld.global.u32 %r11, [%l20];\n"

enum { ROUNDS = 3 };

typedef struct {
    const char *code;
    unsigned loads;
} Example;

static const Example WHAT_CHANGES_MEMORY[] = {
    {GLOBAL GLOBAL_AGAIN, 1},
    {GLOBAL STORE_GLOBAL GLOBAL_AGAIN, 2},
    {GLOBAL "st.global.u32 [%l1+4], %r1;\n" GLOBAL_AGAIN, 2},
    {GLOBAL STORE_SHARED GLOBAL_AGAIN, 1},
    {GLOBAL "st.u32 [%l2], %r1;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "st.volatile.shared.u32 [%r4], %r1;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "atom.shared.add.u32 %r12, [%r4], 1;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "red.global.max.s32 [%l2], %r1;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "bar.sync 0;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "bar.warp.sync -1;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "fence.acq_rel.cta;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "membar.cta;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "nanosleep.u32 20;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "prefetch.global.L1 [%l2];\n" GLOBAL_AGAIN, 2},
    {GLOBAL "griddepcontrol.wait;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "cp.async.wait_all;\n" GLOBAL_AGAIN, 2},
    {GLOBAL "cp.async.commit_group;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "shfl.sync.idx.b32 %r12, %r10, 3, 31, -1;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "vote.sync.ballot.b32 %r12, %p1, -1;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "activemask.b32 %r12;\n" GLOBAL_AGAIN, 1},
    {GLOBAL "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r1};\n" GLOBAL_AGAIN, 1},
    {GLOBAL "ld.volatile.global.u32 %r12, [%l2];\n" GLOBAL_AGAIN, 2},
    {GLOBAL "ld.acquire.gpu.global.u32 %r12, [%l2];\n" GLOBAL_AGAIN, 2},
    {SHARED SHARED_AGAIN, 1},
    {SHARED STORE_SHARED SHARED_AGAIN, 2},
    {SHARED "st.shared.u32 [%r3+4], %r1;\n" SHARED_AGAIN, 2},
    {SHARED STORE_GLOBAL SHARED_AGAIN, 1},
    {SHARED "atom.global.add.u32 %r12, [%l2], %r1;\n" SHARED_AGAIN, 1},
    {SHARED "atom.shared.add.u32 %r12, [%r4], %r1;\n" SHARED_AGAIN, 2},
    {SHARED "bar.warp.sync -1;\n" SHARED_AGAIN, 2},
    {SHARED "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r4], {%r1};\n" SHARED_AGAIN, 2},
    {SHARED "shfl.sync.idx.b32 %r12, %r10, 3, 31, -1;\n" SHARED_AGAIN, 1},
    {LOCAL LOCAL_AGAIN, 1},
    {LOCAL "st.local.u32 [%l5+4], %r1;\n" LOCAL_AGAIN, 2},
    {LOCAL STORE_GLOBAL LOCAL_AGAIN, 1},
    {LOCAL "bar.sync 0;\n" LOCAL_AGAIN, 2},
    {CONSTANT CONSTANT_AGAIN, 1},
    {CONSTANT STORE_GLOBAL CONSTANT_AGAIN, 1},
    {CONSTANT "bar.sync 0;\n" CONSTANT_AGAIN, 1},
    {CONSTANT GLOBAL_AGAIN, 2},
    {GENERIC GENERIC_AGAIN, 1},
    {GENERIC GLOBAL_AGAIN, 2},
    {GENERIC STORE_SHARED GENERIC_AGAIN, 2},
};

static const Example WHAT_IS_THE_SAME[] = {
    // addresses
    {"ld.global.u32 %r10, [%l1+8];\n add.s64 %l6, %l1, 4;\n ld.global.u32 %r11, [%l6+4];\n", 1},
    {"mul.wide.u32 %l6, %r1, 8;\n add.s64 %l7, %l2, %l6;\n ld.global.u32 %r10, [%l7];\n"
     "mul.wide.u32 %l8, %r1, 8;\n add.s64 %l9, %l2, %l8;\n ld.global.u32 %r11, [%l9];\n",
     1},
    {"add.s64 %l6, %l1, 4;\n ld.global.u32 %r10, [%l6];\n add.s64 %l6, %l6, 4;\n ld.global.u32 %r11, [%l6];\n", 2},
    {"ld.shared.u32 %r10, [s+4];\n ld.shared.u32 %r11, [s+4];\n", 1},
    // widths, types and manners
    {"ld.global.u32 %r10, [%l1];\n ld.global.f32 %f1, [%l1];\n", 1},
    {"ld.global.u32 %r10, [%l1];\n ld.global.u16 %r11, [%l1];\n", 2},
    {"ld.global.u16 %r10, [%l1];\n ld.global.s16 %r11, [%l1];\n", 2},
    {"ld.global.s8 %r10, [%l1];\n ld.global.s8 %r11, [%l1];\n", 1},
    {"ld.global.v2.u32 {%r10, %r11}, [%l4];\n ld.global.u32 %r12, [%l4+4];\n", 1},
    {"ld.global.v2.u32 {%r10, %r11}, [%l4];\n ld.global.u64 %l6, [%l4];\n", 2},
    {"ld.global.v2.u16 {%h1, %h2}, [%l1];\n ld.global.u32 %r12, [%l1];\n", 1},
    {"ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%l1];\n ld.global.u8 %r12, [%l1];\n", 2},
    {"ld.global.u64 %l6, [%l4];\n ld.global.f64 %d1, [%l4];\n", 1},
    {"ld.global.cg.u32 %r10, [%l1];\n ld.global.u32 %r11, [%l1];\n", 2},
    {"ld.global.cg.u32 %r10, [%l1];\n ld.global.cg.u32 %r11, [%l1];\n", 1},
    {"ld.volatile.shared.u32 %r10, [%r3];\n ld.volatile.shared.u32 %r11, [%r3];\n", 2},
    {"ld.relaxed.cta.shared.u32 %r10, [%r3];\n ld.relaxed.cta.shared.u32 %r11, [%r3];\n", 2},
    {"ld.volatile.shared.u32 %r10, [%r3];\n" SHARED_AGAIN, 2},
    {".pragma \"used_bytes_mask 15\";\n ld.global.v2.u32 {%r10, %r11}, [%l4];\n ld.global.u32 %r12, [%l4];\n", 2},
    // what was stored
    {"st.global.u32 [%l1], %r1;\n" GLOBAL_AGAIN, 0},
    {"st.shared.v2.u32 [%r3], {%r1, %r6};\n ld.shared.u32 %r10, [%r3+4];\n", 0},
    {"st.global.u32 [%l1], %r1;\n" STORE_GLOBAL GLOBAL_AGAIN, 1},
    {"st.global.u64 [%l4], %l1;\n ld.global.u32 %r10, [%l4];\n", 1},
    {"st.global.u8 [%l1], %r1;\n ld.global.s8 %r10, [%l1];\n", 1},
    {"st.volatile.shared.u32 [%r3], %r1;\n" SHARED_AGAIN, 1},
    {"@%p1 st.global.u32 [%l1], %r1;\n" GLOBAL_AGAIN, 1},
    // predicates
    {GLOBAL "@%p1 ld.global.u32 %r11, [%l1];\n", 1},
    {"@%p1 ld.global.u32 %r10, [%l1];\n @%p1 ld.global.u32 %r11, [%l1];\n", 2},
    // loaded addresses
    {"ld.global.u64 %l6, [%l3];\n ld.global.u32 %r10, [%l6];\n ld.global.u64 %l7, [%l3];\n"
     "ld.global.u32 %r11, [%l7];\n",
     2},
};

#define IF "@%p1 bra ELSE;\n"
#define ELSE "bra JOIN;\nELSE:\n"
#define JOIN "JOIN:\n"

static const Example WAYS[] = {
    {GLOBAL IF GLOBAL_AGAIN ELSE JOIN, 1},
    {GLOBAL IF ELSE GLOBAL_AGAIN JOIN, 1},
    {GLOBAL IF ELSE JOIN GLOBAL_AGAIN, 1},
    {GLOBAL IF STORE_GLOBAL ELSE JOIN GLOBAL_AGAIN, 2},
    {IF GLOBAL ELSE GLOBAL JOIN GLOBAL_AGAIN, 2},
    {IF GLOBAL ELSE JOIN GLOBAL_AGAIN, 2},
    {GLOBAL IF STORE_GLOBAL GLOBAL ELSE JOIN GLOBAL_AGAIN, 3},
    {IF "st.global.u32 [%l1], %r1;\n" ELSE "st.global.u32 [%l1], %r6;\n" JOIN GLOBAL_AGAIN, 1},
    {GLOBAL IF GLOBAL_AGAIN ELSE STORE_GLOBAL JOIN, 1},
    {GLOBAL IF STORE_GLOBAL ELSE GLOBAL_AGAIN JOIN, 2},
    {GLOBAL IF STORE_GLOBAL "exit;\n" ELSE JOIN GLOBAL_AGAIN, 2},
    {GLOBAL "@%p1 exit;\n" GLOBAL_AGAIN, 1},
    {GLOBAL IF GLOBAL_AGAIN ELSE LOOP END_LOOP JOIN, 1},
    {GLOBAL IF LOOP END_LOOP ELSE GLOBAL_AGAIN JOIN, 2},
    // loops: the first round's load finds its value in front of the loop, or every round loads
    {GLOBAL LOOP GLOBAL_AGAIN END_LOOP, 1},
    {GLOBAL LOOP "st.shared.u32 [%r4], %r1;\n" GLOBAL_AGAIN END_LOOP, 1},
    {GLOBAL LOOP GLOBAL_AGAIN STORE_GLOBAL END_LOOP, 1 + ROUNDS},
    {GLOBAL LOOP GLOBAL_AGAIN "bar.warp.sync -1;\n" END_LOOP, 1 + ROUNDS},
    {GLOBAL LOOP "setp.eq.u32 %p3, %r20, 9;\n @%p3 bra JOIN;\n" GLOBAL_AGAIN JOIN END_LOOP, 1 + ROUNDS},
    {GLOBAL LOOP GLOBAL_AGAIN IF ELSE JOIN "ld.global.u32 %r12, [%l1];\n" END_LOOP, 1 + ROUNDS},
    {GLOBAL LOOP END_LOOP GLOBAL_AGAIN, 2},
    {LOOP MOVING MOVED MOVED_AGAIN END_LOOP, ROUNDS},
    {LOOP MOVING MOVED IF MOVED_AGAIN ELSE JOIN END_LOOP, ROUNDS},
    {LOOP MOVING MOVED IF MOVED_AGAIN ELSE JOIN STORE_GLOBAL END_LOOP, ROUNDS},
    {LOOP MOVING MOVED END_LOOP MOVED_AGAIN, ROUNDS},
    {LOOP MOVING MOVED "mov.u32 %r22, 0;\nINNER:\n add.u32 %r22, %r22, 1;\n setp.lt.u32 %p3, %r22, 2;\n"
                       "@%p3 bra INNER;\n" MOVED_AGAIN END_LOOP,
     2 * ROUNDS},
    {LOOP MOVING MOVED "mov.u32 %r22, 0;\nINNER:\n" MOVED_AGAIN "add.u32 %r22, %r22, 1;\n setp.lt.u32 %p3, %r22, 2;\n"
                       "@%p3 bra INNER;\n" END_LOOP,
     ROUNDS},
    // a loop that is tested at its top: it is turned round
    {"mov.u32 %r20, 0;\nLOOP:\n" MOVING MOVED "setp.ge.u32 %p2, %r20, %r6;\n @%p2 bra JOIN;\n" MOVED_AGAIN
     "add.u32 %r20, %r20, 1;\n bra LOOP;\nJOIN:\n",
     2 * ROUNDS + 1},
    // a register that lanes come to with two values
    {GLOBAL "mov.u64 %l6, %l1;\n" IF "mov.u64 %l6, %l2;\n" ELSE JOIN "ld.global.u32 %r11, [%l6];\n", 2},
    // a way into the middle of a loop: nothing is known
    {GLOBAL "mov.u32 %r20, 0;\n setp.eq.u32 %p3, %r6, 99;\n @%p3 bra JOIN;\nLOOP:\n" GLOBAL_AGAIN JOIN END_LOOP,
     1 + ROUNDS},
};

static Machine *machine;
static uint32_t words[1024];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

static uint64_t loads_of(const char *code) {
    char text[4096];
    snprintf(text, sizeof text,
             ".shared .align 16 .b8 s[1024];\n .local .align 8 .b8 a[64];\n"
             "ld.param.u64 %%l3, [out];\n ld.param.u32 %%r6, [n];\n mov.u32 %%r1, %%tid.x;\n"
             "mul.wide.u32 %%l10, %%r1, 4;\n add.s64 %%l1, %%l3, %%l10;\n add.s64 %%l2, %%l1, 1024;\n"
             "add.s64 %%l4, %%l1, %%l10;\n mov.u32 %%r2, s;\n mad.lo.u32 %%r3, %%r1, 16, %%r2;\n"
             "add.s32 %%r4, %%r3, 512;\n mov.u64 %%l5, a;\n st.local.u64 [%%l5], %%l1;\n"
             "st.shared.u32 [%%r3], %%r1;\n st.global.u64 [%%l3], %%l3;\n setp.lt.u32 %%p1, %%r1, 9;\n bar.sync 0;\n"
             "%sret;\n",
             code);
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, ROUNDS, words, 1024), 0);
    return machine_counter(machine, COUNTER_global_load_requests) +
           machine_counter(machine, COUNTER_shared_load_instructions) +
           machine_counter(machine, COUNTER_local_load_requests);
}

static void check(const Example *example) {
    if (strstr(example->code, "stmatrix") && !extension_is_there("matrices")) return;
    uint64_t loads = loads_of(example->code);
    ck_assert_msg(loads == example->loads, "%u loads expected, got %llu:\n%s", example->loads,
                  (unsigned long long)loads, example->code);
}

START_TEST(a_value_is_known_until_its_memory_may_change) { check(&WHAT_CHANGES_MEMORY[_i]); }
END_TEST

START_TEST(a_value_is_the_same_if_address_width_and_manner_are) { check(&WHAT_IS_THE_SAME[_i]); }
END_TEST

START_TEST(a_value_is_known_if_it_is_on_every_way) { check(&WAYS[_i]); }
END_TEST

// Nothing is counted of it: no sectors, no bytes, no instruction.
START_TEST(a_load_that_is_left_out_counts_for_nothing) {
    static const Counter COUNTERS[] = {COUNTER_global_load_requests, COUNTER_global_load_sectors,
                                       COUNTER_global_load_bytes, COUNTER_warp_instructions,
                                       COUNTER_thread_instructions};
    uint64_t once[sizeof COUNTERS / sizeof *COUNTERS];
    loads_of(GLOBAL);
    for (size_t n = 0; n < sizeof COUNTERS / sizeof *COUNTERS; n++) once[n] = machine_counter(machine, COUNTERS[n]);
    loads_of(GLOBAL GLOBAL_AGAIN);
    for (size_t n = 0; n < sizeof COUNTERS / sizeof *COUNTERS; n++)
        ck_assert_uint_eq(machine_counter(machine, COUNTERS[n]), once[n]);
}
END_TEST

// It reads memory all the same.
START_TEST(a_load_that_is_left_out_is_done) {
    loads_of("st.global.u32 [%l1], %r1;\n" GLOBAL_AGAIN "st.global.u32 [%l2], %r11;\n");
    for (uint32_t lane = 0; lane < 32; lane++) ck_assert_uint_eq(words[256 + lane], lane);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

Suite *redundant_loads_suite(void) {
    Suite *suite = suite_create("redundant_loads");
    TCase *tests = tcase_create("redundant_loads");
    tcase_add_checked_fixture(tests, start, stop);
#define COUNT(examples) (int)(sizeof examples / sizeof *examples)
    tcase_add_loop_test(tests, a_value_is_known_until_its_memory_may_change, 0, COUNT(WHAT_CHANGES_MEMORY));
    tcase_add_loop_test(tests, a_value_is_the_same_if_address_width_and_manner_are, 0, COUNT(WHAT_IS_THE_SAME));
    tcase_add_loop_test(tests, a_value_is_known_if_it_is_on_every_way, 0, COUNT(WAYS));
#undef COUNT
    tcase_add_test(tests, a_load_that_is_left_out_counts_for_nothing);
    tcase_add_test(tests, a_load_that_is_left_out_is_done);
    suite_add_tcase(suite, tests);
    return suite;
}
