// test_shapes.c - loads from shared memory through one register, one after another with other offsets.
#include "extensions.h"
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

enum { FIRST = 1000 }; // what lies in the tile's first word; the others count on

static Machine *machine;
static uint32_t words[4 * 64];

static void start(void) { machine = machine_create(1, 1000000); }
static void stop(void) { machine_free(machine); }

// Thread's index in %r1, the address of its four words of output in %l0, that of its word of the tile in %r5; 32
// threads write the tile's first 128 words of 256.
#define TILE                                                                                                           \
    ".shared .align 1024 .b8 tile[1024];\n"                                                                            \
    "mov.u32 %r1, %tid.x;\n ld.param.u64 %l1, [out];\n mul.wide.u32 %l0, %r1, 16;\n add.s64 %l0, %l1, %l0;\n"          \
    "mov.u32 %r4, tile;\n mad.lo.s32 %r5, %r1, 4, %r4;\n and.b32 %r2, %r1, 15;\n shr.u32 %r3, %r1, 4;\n"               \
    "add.u32 %r6, %r1, 1000;\n st.shared.u32 [%r5], %r6;\n add.u32 %r6, %r1, 1032;\n st.shared.u32 [%r5+128], %r6;\n"  \
    "add.u32 %r6, %r1, 1064;\n st.shared.u32 [%r5+256], %r6;\n add.u32 %r6, %r1, 1096;\n"                              \
    "st.shared.u32 [%r5+384], %r6;\n bar.sync 0;\n"
#define SHOW                                                                                                           \
    "st.global.u32 [%l0], %r20;\n st.global.u32 [%l0+4], %r21;\n st.global.u32 [%l0+8], %r22;\n"                       \
    "st.global.u32 [%l0+12], %r23;\n ret;\n"

static void run(const char *body, uint32_t threads) {
    machine_load_kernel(machine, "k", body);
    machine_run(machine, "k", 1, threads, 0, words, 4 * threads);
}

#define ADDRESS "mad.lo.u32 %r8, %r7, 4, %r4;\n" // of the tile's word %r7

// Where in the tile a lane begins: as PTX that leaves the word in %r7, and as a formula.
static const struct {
    const char *ptx;
    uint32_t start, lane, half; // start + lane * (index in its half) + half * (which half)
} PATTERNS[] = {
    {"mov.u32 %r7, 9;\n", 9, 0, 0},
    {"add.u32 %r7, %r1, 9;\n", 9, 1, 16},
    {"mad.lo.u32 %r7, %r3, 16, 9;\n", 9, 0, 16},
    {"mad.lo.u32 %r7, %r3, 32, 9;\n", 9, 0, 32},
    {"mad.lo.u32 %r7, %r3, 40, %r2;\n add.u32 %r7, %r7, 9;\n", 9, 1, 40},
    {"mad.lo.u32 %r7, %r3, 3, %r2;\n add.u32 %r7, %r7, 9;\n", 9, 1, 3},
    {"mad.lo.u32 %r7, %r1, 2, 9;\n", 9, 2, 32},
    {"sub.u32 %r7, 40, %r1;\n", 40, UINT32_MAX, UINT32_MAX - 15},
};
enum { PATTERN_COUNT = sizeof PATTERNS / sizeof *PATTERNS };

START_TEST(each_load_gets_what_lies_at_its_own_offset) {
    static const int OFFSETS[] = {0, 4, -36, 64};
    char body[4096];
    snprintf(body, sizeof body, "%s%s%s%s", TILE, PATTERNS[_i].ptx,
             ADDRESS "ld.shared.u32 %r20, [%r8];\n ld.shared.u32 %r21, [%r8+4];\n"
                     "ld.shared.u32 %r22, [%r8+-36];\n ld.shared.u32 %r23, [%r8+64];\n",
             SHOW);
    run(body, 32);
    ck_assert_ptr_null(machine_fault(machine));
    for (uint32_t lane = 0; lane < 32; lane++)
        for (uint32_t n = 0; n < 4; n++) {
            uint32_t word = PATTERNS[_i].start + PATTERNS[_i].lane * (lane % 16) + PATTERNS[_i].half * (lane / 16);
            ck_assert_uint_eq(words[4 * lane + n], FIRST + word + (uint32_t)(OFFSETS[n] / 4));
        }
}
END_TEST

// No two of the loads share 16 bytes, which the assembler would load at once.
static void count_loads(unsigned pattern, const char *between, uint64_t counts[3]) {
    char body[4096];
    snprintf(body, sizeof body, "%s%s%s%s%s%s%s%s%s%s", TILE, PATTERNS[pattern].ptx,
             ADDRESS "ld.shared.u32 %r20, [%r8];\n", between, "ld.shared.u32 %r21, [%r8+16];\n", between,
             "ld.shared.u32 %r22, [%r8+36];\n", between, "ld.shared.u32 %r23, [%r8+64];\n", SHOW);
    run(body, 32);
    ck_assert_ptr_null(machine_fault(machine));
    counts[0] = machine_counter(machine, COUNTER_shared_load_instructions);
    counts[1] = machine_counter(machine, COUNTER_shared_load_wavefronts);
    counts[2] = machine_counter(machine, COUNTER_shared_load_bank_conflicts);
}

START_TEST(loads_count_as_if_each_had_a_register_of_its_own) {
    uint64_t one[3], own[3];
    count_loads((unsigned)_i, "", one);
    stop(), start();
    count_loads((unsigned)_i, ADDRESS, own);
    for (unsigned n = 0; n < 3; n++) ck_assert_uint_eq(one[n], own[n]);
    ck_assert_uint_eq(one[0], 4);
    ck_assert_uint_eq(one[2], one[1] - 4);
}
END_TEST

static const struct {
    const char *load;
    FaultKind kind;
    uint64_t address, count;
} FAULTS[] = {
    {"ld.shared.u32 %r21, [%r4+1024];\n", FAULT_OUT_OF_BOUNDS, 1024, 32},
    {"ld.shared.u32 %r21, [%r4+-4];\n", FAULT_OUT_OF_BOUNDS, 0xfffffffc, 32},
    {"ld.shared.u32 %r21, [%r4+6];\n", FAULT_MISALIGNED, 6, 32},
    {"ld.shared.u32 %r21, [%r4+512];\n", FAULT_UNINITIALISED_SHARED, 512, 32},
    {"ld.shared.u32 %r20, [%r5];\n ld.shared.u32 %r21, [%r5+1024];\n", FAULT_OUT_OF_BOUNDS, 1024, 32},
    {"ld.shared.u32 %r20, [%r5];\n ld.shared.u32 %r21, [%r5+388];\n", FAULT_UNINITIALISED_SHARED, 512, 1},
};

START_TEST(a_load_is_checked_at_its_own_offset) {
    char body[4096];
    snprintf(body, sizeof body, "%s%s ret;\n", TILE "ld.shared.u32 %r20, [%r4];\n", FAULTS[_i].load);
    run(body, 32);
    const Fault *fault = machine_fault(machine);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULTS[_i].kind);
    ck_assert_uint_eq(fault->address, FAULTS[_i].address);
    ck_assert_uint_eq(fault->count, FAULTS[_i].count);
}
END_TEST

// The second time round the loop the first load is left out, and the second must not take it for done.
START_TEST(a_load_that_a_guard_skips_says_nothing_of_the_next) {
    run(TILE "mov.u32 %r8, %r5;\n mov.u32 %r9, 0;\n mov.u32 %r22, 0;\n mov.u32 %r23, 0;\n"
             "LOOP: setp.eq.u32 %p0, %r9, 0;\n @%p0 ld.shared.u32 %r20, [%r8];\n ld.shared.u32 %r21, [%r8+4];\n"
             "mad.lo.u32 %r8, %r2, 8, %r4;\n add.u32 %r9, %r9, 1;\n setp.lt.u32 %p1, %r9, 2;\n @%p1 bra LOOP;\n" SHOW,
        32);
    for (uint32_t lane = 0; lane < 32; lane++) ck_assert_uint_eq(words[4 * lane + 1], FIRST + 2 * (lane % 16) + 1);
}
END_TEST

// The first warp runs first; %p0 is true in the other.
#define TWO_WARPS                                                                                                      \
    ".shared .align 1024 .b8 two[1024];\n mov.u32 %r10, two;\n"                                                        \
    "mov.u32 %r11, %tid.x;\n and.b32 %r12, %r11, 31;\n mad.lo.s32 %r12, %r12, 4, %r10;\n mad.lo.s32 %r13, %r11, 4, "   \
    "%r10;\n st.shared.u32 [%r13], %r11;\n bar.sync 0;\n setp.ge.u32 %p0, %r11, 32;\n"
#define READ_BOTH "ld.shared.u32 %r20, [%r12];\n ld.shared.u32 %r21, [%r12+128];\n"
#define WRITE_SECOND "st.shared.u32 [%r12+128], %r12;\n"

// Rows of a matrix lie apart, whatever a load through the same register looked like. (A sanitizer sees more of it.)
START_TEST(a_matrix_is_not_loaded_like_what_was_before) {
#define WORDS "ld.shared.v4.u32 {%r20,%r21,%r22,%r23}, [%r4];\n"
#define MATRIX                                                                                                         \
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r24,%r25,%r26,%r27,%r28,%r29,%r30,%r31}, [%r4], 16;\n"
#define ZEROS "mov.u32 %r20, 0;\n mov.u32 %r21, 0;\n mov.u32 %r22, 0;\n mov.u32 %r23, 0;\n" // SHOW reads them
    static const char *const bodies[] = {TILE WORDS SHOW, TILE ZEROS MATRIX SHOW, TILE WORDS MATRIX SHOW};
    uint64_t passes[3];
    for (unsigned n = 0; n < 3; n++) {
        run(bodies[n], 32);
        passes[n] = machine_counter(machine, COUNTER_shared_load_wavefronts);
        ck_assert_ptr_null(machine_fault(machine));
    }
    ck_assert_uint_ne(passes[1], 0);
    ck_assert_uint_eq(passes[2], passes[0] + passes[1]);
}
END_TEST

START_TEST(a_race_with_the_second_of_two_loads_is_found) {
    static const char *const BODIES[] = {
        TWO_WARPS "@%p0 bra WRITE;\n" READ_BOTH "ret;\n WRITE: " WRITE_SECOND "ret;\n",
        TWO_WARPS "@%p0 bra READ;\n" WRITE_SECOND "ret;\n READ: " READ_BOTH "ret;\n",
    };
    run(BODIES[_i], 64);
    const Fault *fault = machine_fault(machine);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_RACE_SHARED);
    ck_assert_uint_eq(fault->count, 32);
    ck_assert_uint_eq(fault->address, 128);
}
END_TEST

START_TEST(a_barrier_between_load_and_store_is_enough) {
    run(TWO_WARPS "@%p0 bra MEET;\n" READ_BOTH "MEET: bar.sync 0;\n @!%p0 ret;\n" WRITE_SECOND "ret;\n", 64);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

Suite *shapes_suite(void) {
    Suite *suite = suite_create("shapes");
    TCase *loads = tcase_create("loads through one register");
    tcase_add_checked_fixture(loads, start, stop);
    tcase_add_loop_test(loads, each_load_gets_what_lies_at_its_own_offset, 0, PATTERN_COUNT);
    tcase_add_loop_test(loads, loads_count_as_if_each_had_a_register_of_its_own, 0, PATTERN_COUNT);
    tcase_add_loop_test(loads, a_load_is_checked_at_its_own_offset, 0, sizeof FAULTS / sizeof *FAULTS);
    tcase_add_test(loads, a_load_that_a_guard_skips_says_nothing_of_the_next);
    if (extension_is_there("matrices")) tcase_add_test(loads, a_matrix_is_not_loaded_like_what_was_before);
    tcase_add_loop_test(loads, a_race_with_the_second_of_two_loads_is_found, 0, 2);
    tcase_add_test(loads, a_barrier_between_load_and_store_is_enough);
    suite_add_tcase(suite, loads);
    return suite;
}
