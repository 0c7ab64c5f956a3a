// test_unrolled.c - lanes go through a loop as through what ptxas makes of it: by fours, by twos and one by one.
//
// Whether it unrolls a loop was read off what ptxas 13.0 made of the same text for sm_90: seven loads instead of one.
#define _GNU_SOURCE // asprintf
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, TURNS = 13, IN_TURN = TURNS - 1, BY_FOURS = 12 + 2 + 1 };

static Machine *machine;
static uint32_t words[256];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

// %r2: how many turns the lane takes, 0 to 12; %r3 counts those taken; LOAD is one request of the warp.
#define BEGIN                                                                                                          \
    "ld.param.u64 %l0, [out];\n mov.u32 %r1, %tid.x;\n rem.u32 %r2, %r1, 13;\n mov.u32 %r3, 0;\n mov.u32 %r4, 0;\n"    \
    "mul.wide.u32 %l1, %r1, 4;\n add.s64 %l2, %l0, %l1;\n mov.u64 %l5, %l2;\n mov.f32 %f1, 0f00000000;\n"              \
    "setp.eq.u32 %p1, %r2, 0;\n @%p1 bra END;\n"
#define END "END: st.global.u32 [%l2], %r3;\n st.global.f32 [%l2+256], %f1;"
#define LOAD "ld.global.f32 %f2, [%l5+512];\n add.s64 %l5, %l5, 4;\n add.f32 %f1, %f1, %f2;\n add.s32 %r3, %r3, 1;\n"
#define UP "add.s32 %r4, %r4, 1;\n setp.lt.s32 %p2, %r4, %r2;\n @%p2 bra LOOP;\n"

// More instructions than a loop may have, or as many.
#define ONE "fma.rn.f32 %f1, %f1, %f2, %f2;\n"
#define TWO ONE ONE
#define TEN TWO TWO TWO TWO TWO
#define FORTY TEN TEN TEN TEN

#define TILE ".shared .b32 s[256];\n mov.u32 %r10, s;\n"
#define SHARED "ld.shared.f32 %f3, [%r10];\n add.f32 %f1, %f1, %f3;\n add.s32 %r10, %r10, 4;\n"

// A product that is only added to something: one multiply-add.
#define SUM_FROM_1 "mov.u32 %r8, %r1;\n"
#define PRODUCT_ADDED "mul.lo.s32 %r7, %r8, %r3;\n add.s32 %r8, %r7, %r4;\n"
#define STORE_SUM "st.global.u32 [%l2+384], %r8;\n"

typedef struct {
    const char *loop;
    unsigned requests; // of loads, by one warp
} Example;

static const Example EXAMPLES[] = {
    // what is unrolled
    {"LOOP: " LOAD UP, BY_FOURS},
    {"LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.gt.s32 %p2, %r2, %r4;\n @%p2 bra LOOP;\n", BY_FOURS},
    {"LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.lt.u32 %p2, %r4, %r2;\n @%p2 bra LOOP;\n", BY_FOURS},
    {"LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.ne.s32 %p2, %r4, %r2;\n @%p2 bra LOOP;\n", BY_FOURS},
    {"LOOP: " LOAD "add.s32 %r2, %r2, -1;\n setp.ne.s32 %p2, %r2, 0;\n @%p2 bra LOOP;\n", BY_FOURS},
    {"LOOP: " LOAD "sub.s32 %r2, %r2, 1;\n setp.gt.s32 %p2, %r2, 0;\n @%p2 bra LOOP;\n", BY_FOURS},
    {"sub.s32 %r5, %r2, 1;\n LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.le.s32 %p2, %r4, %r5;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"sub.s32 %r5, %r2, 1;\n LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.ge.s32 %p2, %r5, %r4;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"mul.lo.s32 %r5, %r2, 3;\n LOOP: " LOAD "add.s32 %r4, %r4, 3;\n setp.lt.s32 %p2, %r4, %r5;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"mad.lo.s32 %r5, %r2, 3, -2;\n LOOP: " LOAD "add.s32 %r4, %r4, 3;\n setp.lt.s32 %p2, %r4, %r5;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"mov.u32 %r4, %r1;\n add.s32 %r5, %r1, %r2;\n LOOP: " LOAD
     "add.s32 %r4, %r4, 1;\n setp.lt.s32 %p2, %r4, %r5;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"cvt.s64.s32 %l3, %r2;\n mov.u64 %l4, 0;\n LOOP: " LOAD
     "add.s64 %l4, %l4, 1;\n setp.lt.s64 %p2, %l4, %l3;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"LOOP: " LOAD "add.s32 %r5, %r4, 1;\n setp.lt.s32 %p2, %r5, %r2;\n mov.u32 %r4, %r5;\n @%p2 bra LOOP;\n",
     BY_FOURS},
    {"LOOP: " LOAD "setp.gt.f32 %p3, %f2, %f1;\n @%p3 bra ON;\n add.f32 %f1, %f1, %f2;\n ON: " UP, BY_FOURS},
    {"LOOP: " LOAD FORTY ONE UP, BY_FOURS},
    {TILE "LOOP: " LOAD SHARED SHARED SHARED SHARED SHARED SHARED SHARED SHARED SHARED SHARED TEN TEN TEN UP, BY_FOURS},
    {SUM_FROM_1 "LOOP: " LOAD FORTY PRODUCT_ADDED UP STORE_SUM, BY_FOURS},
    // what is not
    {SUM_FROM_1 "LOOP: " LOAD FORTY ONE PRODUCT_ADDED UP STORE_SUM, IN_TURN},
    {"LOOP: .pragma \"nounroll\";\n" LOAD UP, IN_TURN},
    {"LOOP: " LOAD FORTY TWO UP, IN_TURN},
    {TILE "LOOP: " LOAD SHARED SHARED SHARED SHARED SHARED TEN TEN TEN UP, IN_TURN},
    {"LOOP: " LOAD "add.s32 %r4, %r4, 1;\n setp.ge.s32 %p2, %r4, %r2;\n @!%p2 bra LOOP;\n", IN_TURN},
    {"neg.s32 %r5, %r2;\n LOOP: " LOAD
     "add.s32 %r4, %r4, 1;\n add.s32 %r6, %r5, %r4;\n setp.ne.s32 %p2, %r6, 0;\n @%p2 bra LOOP;\n",
     IN_TURN},
    {"mov.u32 %r5, %ntid.x;\n mul.lo.s32 %r6, %r2, %r5;\n LOOP: " LOAD
     "add.s32 %r4, %r4, %r5;\n setp.lt.s32 %p2, %r4, %r6;\n @%p2 bra LOOP;\n",
     IN_TURN},
    {"LOOP: " LOAD "red.global.add.u32 [%l2+768], 1;\n" UP, IN_TURN},
    {"LOOP: " LOAD "vote.sync.ballot.b32 %r5, %p1, 0;\n" UP, IN_TURN},
    {"LOOP: " LOAD "membar.gl;\n" UP, IN_TURN},
    {"LOOP: " LOAD "setp.gt.f32 %p3, %f2, 0f42000000;\n @%p3 bra END;\n" UP, IN_TURN},
    {"LOOP: " LOAD "div.rn.f32 %f1, %f1, %f2;\n" UP, IN_TURN},
};
enum { EXAMPLE_COUNT = sizeof EXAMPLES / sizeof *EXAMPLES };

static void run(const char *loop) {
    char *body;
    if (asprintf(&body, "%s%s%s", BEGIN, loop, END) < 0) abort();
    memset(words, 0, sizeof words);
    machine_load_kernel(machine, "k", body);
    ck_assert_msg(machine_run(machine, "k", 1, LANES, 0, words, 256) == 0, "%s", loop);
    free(body);
}

START_TEST(lanes_go_by_fours_where_the_assembler_unrolls) {
    run(EXAMPLES[_i].loop);
    uint64_t requests = machine_counter(machine, COUNTER_global_load_requests);
    ck_assert_msg(requests == EXAMPLES[_i].requests, "%s: %d", EXAMPLES[_i].loop, (int)requests);
}
END_TEST

START_TEST(every_lane_takes_its_turns) {
    run(EXAMPLES[_i].loop);
    for (unsigned lane = 0; lane < LANES; lane++) ck_assert_uint_eq(words[lane], lane % TURNS);
}
END_TEST

// By hand: lanes of 5, 6 and 7 turns make 4 together, then 6 and 7 make 2, then 5 and 7 make 1; in an outer loop of
// two rounds, twice.
START_TEST(rounds_of_an_outer_loop_begin_together) {
    run("add.s32 %r2, %r1, 0;\n rem.u32 %r2, %r2, 3;\n add.s32 %r2, %r2, 5;\n mov.u32 %r7, 0;\n"
        "AGAIN: mov.u32 %r4, 0;\n"
        "LOOP: " LOAD UP "add.s32 %r7, %r7, 1;\n setp.lt.u32 %p4, %r7, 2;\n @%p4 bra AGAIN;\n");
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_requests), 2 * (4 + 2 + 1));
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lane % TURNS) ck_assert_uint_eq(words[lane], 2 * (lane % 3 + 5));
}
END_TEST

Suite *unrolled_suite(void) {
    Suite *suite = suite_create("unrolled");
    TCase *tests = tcase_create("loops");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, lanes_go_by_fours_where_the_assembler_unrolls, 0, EXAMPLE_COUNT);
    tcase_add_loop_test(tests, every_lane_takes_its_turns, 0, EXAMPLE_COUNT);
    tcase_add_test(tests, rounds_of_an_outer_loop_begin_together);
    suite_add_tcase(suite, tests);
    return suite;
}
