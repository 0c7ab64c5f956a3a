// test_observers.c - whoever has a row in observers.def sees every access, whatever path the access takes.
#include "counting.h"
#include "machine.h"
#include <check.h>
#include <string.h>

Counting counting;
CountedAccesses counted;

static void count(const Access *access) {
    counted.of_space[access->space]++;
    counted.of_fate[access->instruction->fate]++;
}

void count_general(const Warp *warp, const Access *access) {
    (void)warp;
    count(access);
}

void count_regular(const Warp *warp, const Access *access) {
    (void)warp;
    count(access);
}

void count_fast(const Warp *warp, const Access *access) {
    (void)warp;
    count(access);
    counted.regular++;
}

#define WARPS 2

// Each warp fills its 32 words of a tile, then does as the row says. %r1: thread, %r5: shared address of its word,
// %l0: global address of its word of the output.
#define TILE                                                                                                           \
    ".shared .align 1024 .b8 tile[8192];\n.local .align 16 .b8 own[64];\n"                                             \
    "mov.u32 %r1, %tid.x;\n ld.param.u64 %l1, [out];\n mul.wide.u32 %l0, %r1, 4;\n add.s64 %l0, %l1, %l0;\n"           \
    "mov.u32 %r4, tile;\n mad.lo.s32 %r5, %r1, 4, %r4;\n mov.u32 %r9, 0;\n"                                            \
    "FILL: st.shared.u32 [%r5], %r1;\n add.u32 %r5, %r5, 256;\n add.u32 %r9, %r9, 1;\n"                                \
    "setp.lt.u32 %p0, %r9, 32;\n @%p0 bra FILL;\n bar.sync 0;\n mov.u32 %r9, 0;\n mov.u32 %r20, 0;\n"                  \
    "and.b32 %r2, %r1, 31;\n mad.lo.s32 %r5, %r2, 4, %r4;\n"
#define FILLED 32
#define KEEP "add.u32 %r20, %r20, %r21;\n"
#define END "st.global.u32 [%l0], %r20;\n ret;\n"

// What a warp does in each space, counted by hand.
static const struct {
    const char *body;
    uint64_t shared, global, local;
    uint64_t merged, redundant; // of these
    bool has_fast_form;
} KERNELS[] = {
    // 160 iterations of a loop that the compiler has unrolled by four: neighbouring rows through one register.
    {TILE "LOOP: ld.shared.u32 %r21, [%r5];\n" KEEP "ld.shared.u32 %r21, [%r5+256];\n" KEEP
          "ld.shared.u32 %r21, [%r5+512];\n" KEEP "ld.shared.u32 %r21, [%r5+768];\n" KEEP
          "add.u32 %r9, %r9, 1;\n setp.lt.u32 %p0, %r9, 160;\n @%p0 bra LOOP;\n" END,
     FILLED + 160 * 4, 1, 0, 0, 0, true},
    // Four neighbours of a row that all lanes read: the machine code has one load of 16 bytes.
    {TILE "ld.shared.u32 %r21, [tile];\n" KEEP "ld.shared.u32 %r21, [tile+4];\n" KEEP
          "ld.shared.u32 %r21, [tile+8];\n" KEEP "ld.shared.u32 %r21, [tile+12];\n" KEEP END,
     FILLED + 4, 1, 0, 3, 0, false},
    // The second load finds the value in a register.
    {TILE "ld.shared.u32 %r21, [%r5];\n" KEEP "ld.shared.u32 %r22, [%r5];\n add.u32 %r20, %r20, %r22;\n" END,
     FILLED + 2, 1, 0, 0, 1, true},
    // A generic access is seen in the space that it turns out to be in.
    {TILE "cvt.u64.u32 %l2, %r5;\n cvta.shared.u64 %l2, %l2;\n ld.u32 %r21, [%l2];\n" KEEP
          "st.u32 [%l0], %r20;\n ret;\n",
     FILLED + 1, 1, 0, 0, 0, false},
    {TILE "st.local.u32 [own], %r1;\n mov.u64 %l3, own;\n and.b32 %r3, %r1, 3;\n mul.wide.u32 %l4, %r3, 4;\n"
          "add.s64 %l3, %l3, %l4;\n st.local.u32 [%l3], %r1;\n ld.local.u32 %r21, [own];\n" KEEP END,
     FILLED, 1, 3, 0, 0, false},
};

static uint64_t instructions_with(Counting meter, const char *body) {
    uint32_t words[WARPS * 32];
    Machine *machine = machine_create(1, 1000000);
    counting = meter;
    memset(&counted, 0, sizeof counted);
    machine_load_kernel(machine, "k", body);
    machine_run(machine, "k", 1, WARPS * 32, 0, words, WARPS * 32);
    ck_assert_ptr_null(machine_fault(machine));
    uint64_t instructions = machine_counter(machine, COUNTER_warp_instructions);
    machine_free(machine);
    return instructions;
}

static void assert_all_seen(int kernel) {
    ck_assert_uint_eq(counted.of_space[SPACE_SHARED], WARPS * KERNELS[kernel].shared);
    ck_assert_uint_eq(counted.of_space[SPACE_GLOBAL], WARPS * KERNELS[kernel].global);
    ck_assert_uint_eq(counted.of_space[SPACE_LOCAL], WARPS * KERNELS[kernel].local);
    ck_assert_uint_eq(counted.of_fate[FATE_MERGED], WARPS * KERNELS[kernel].merged);
    ck_assert_uint_eq(counted.of_fate[FATE_REDUNDANT], WARPS * KERNELS[kernel].redundant);
}

START_TEST(a_meter_without_a_fast_form_sees_every_access) {
    instructions_with(COUNT_GENERAL, KERNELS[_i].body);
    assert_all_seen(_i);
    ck_assert_uint_eq(counted.regular, 0);
}
END_TEST

START_TEST(a_meter_with_a_fast_form_sees_every_access) {
    instructions_with(COUNT_REGULAR, KERNELS[_i].body);
    assert_all_seen(_i);
    ck_assert_int_eq(counted.regular > 0, KERNELS[_i].has_fast_form);
}
END_TEST

START_TEST(one_meter_more_changes_no_other_count) {
    uint64_t alone = instructions_with(COUNT_NOTHING, KERNELS[_i].body);
    ck_assert_uint_eq(instructions_with(COUNT_GENERAL, KERNELS[_i].body), alone);
    ck_assert_uint_eq(instructions_with(COUNT_REGULAR, KERNELS[_i].body), alone);
}
END_TEST

Suite *observers_suite(void) {
    Suite *suite = suite_create("observers");
    TCase *meters = tcase_create("meters");
    int kernels = sizeof KERNELS / sizeof *KERNELS;
    tcase_add_loop_test(meters, a_meter_without_a_fast_form_sees_every_access, 0, kernels);
    tcase_add_loop_test(meters, a_meter_with_a_fast_form_sees_every_access, 0, kernels);
    tcase_add_loop_test(meters, one_meter_more_changes_no_other_count, 0, kernels);
    suite_add_tcase(suite, meters);
    return suite;
}
