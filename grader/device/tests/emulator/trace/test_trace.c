// test_trace.c - single accesses that are kept: what they add up to, their order, and what is left out.
#include "machine.h"
#include <check.h>
#include <string.h>

// Each warp reads its words with a stride of its index, stores them to shared memory with a stride of 2 in the lower
// half of its lanes only, and reads eight words one after another from there, through one register.
#define BODY                                                                                                           \
    ".shared .align 16 .b8 tile[8192];\n"                                                                              \
    "ld.param.u64 %l0, [out];\n mov.u32 %r1, %tid.x;\n mov.u32 %r2, %ctaid.x;\n and.b32 %r3, %r1, 31;\n"               \
    "shr.u32 %r4, %r1, 5;\n mul.lo.u32 %r5, %r3, %r4;\n mul.wide.u32 %l1, %r5, 4;\n add.s64 %l1, %l0, %l1;\n"          \
    "ld.global.u32 %r6, [%l1];\n mov.u32 %r7, tile;\n mad.lo.u32 %r8, %r1, 8, %r7;\n st.shared.u32 [%r8], %r6;\n"      \
    "setp.lt.u32 %p1, %r3, 16;\n @%p1 st.shared.u32 [%r8+4], %r6;\n bar.sync 0;\n"                                     \
    "mad.lo.u32 %r9, %r3, 4, %r7;\n ld.shared.u32 %r10, [%r9];\n ld.shared.u32 %r11, [%r9+4];\n"                       \
    "ld.shared.u32 %r12, [%r9+8];\n ld.shared.u32 %r13, [%r9+12];\n"                                                   \
    "ld.shared.u32 %r14, [%r9+16];\n ld.shared.u32 %r15, [%r9+20];\n add.u32 %r10, %r10, %r11;\n"                      \
    "add.u32 %r12, %r12, %r13;\n add.u32 %r14, %r14, %r15;\n add.u32 %r10, %r10, %r12;\n add.u32 %r10, %r10, %r14;\n"  \
    "mad.lo.u32 %r16, %r2, 128, %r1;\n mul.wide.u32 %l2, %r16, 4;\n add.s64 %l2, %l0, %l2;\n"                          \
    "st.global.u32 [%l2], %r10;\n ret;\n"
enum { BLOCKS = 40, THREADS = 128, WORDS = BLOCKS * THREADS };

static Machine *machine;
static uint32_t words[WORDS];

static void run(unsigned threads, TraceOptions trace) {
    machine = machine_create_tracing(threads, trace);
    machine_load_kernel(machine, "k", BODY);
    ck_assert_int_eq(machine_run(machine, "k", BLOCKS, THREADS, 0, words, WORDS), 0);
}

static void stop(void) {
    machine_free(machine);
    machine = NULL;
}

static uint64_t sum(TracedSpace space, TracedKind kind, bool of_cost) {
    size_t count;
    uint64_t total = 0;
    const TracedCost *costs = trace_costs(device_trace(machine->device), &count);
    for (size_t n = 0; n < count; n++)
        if (costs[n].example.space == space && costs[n].example.kind == kind)
            total += costs[n].count * (of_cost ? traced_cost(&costs[n].example) : 1);
    return total;
}

static const TraceOptions EVERYTHING = {.wanted = true, .limit = UINT32_MAX, .last_block = UINT32_MAX};

START_TEST(costs_add_up_to_the_counters) {
    run((unsigned)_i, EVERYTHING);
    ck_assert_uint_eq(sum(TRACED_GLOBAL, TRACED_LOAD, false), machine_counter(machine, COUNTER_global_load_requests));
    ck_assert_uint_eq(sum(TRACED_GLOBAL, TRACED_LOAD, true), machine_counter(machine, COUNTER_global_load_sectors));
    ck_assert_uint_eq(sum(TRACED_GLOBAL, TRACED_STORE, true), machine_counter(machine, COUNTER_global_store_sectors));
    ck_assert_uint_eq(sum(TRACED_SHARED, TRACED_LOAD, true), machine_counter(machine, COUNTER_shared_load_wavefronts));
    ck_assert_uint_eq(sum(TRACED_SHARED, TRACED_STORE, true),
                      machine_counter(machine, COUNTER_shared_store_wavefronts));
    ck_assert_uint_gt(sum(TRACED_SHARED, TRACED_LOAD, true), 0);
}
END_TEST

START_TEST(each_access_is_kept_where_all_are_asked_for) {
    size_t count, barriers = 0, others = 0;
    run(2, EVERYTHING);
    const TracedAccess *accesses = trace_accesses(device_trace(machine->device), &count);
    for (size_t n = 0; n < count; n++) {
        bool barrier = accesses[n].kind == TRACED_BARRIER;
        barriers += barrier;
        others += !barrier;
        ck_assert_uint_eq(accesses[n].phase,
                          !barrier && accesses[n].space == TRACED_SHARED && accesses[n].kind == TRACED_LOAD ? 1
                          : accesses[n].kind == TRACED_STORE && accesses[n].space == TRACED_GLOBAL          ? 1
                                                                                                            : 0);
    }
    ck_assert_uint_eq(barriers, machine_counter(machine, COUNTER_barriers));
    ck_assert_uint_eq(others, sum(TRACED_GLOBAL, TRACED_LOAD, false) + sum(TRACED_GLOBAL, TRACED_STORE, false) +
                                  sum(TRACED_SHARED, TRACED_LOAD, false) + sum(TRACED_SHARED, TRACED_STORE, false));
}
END_TEST

START_TEST(lanes_have_addresses_of_their_own_from_the_allocation_on) {
    size_t count, seen = 0;
    run(1, (TraceOptions){.wanted = true, .limit = 4, .first_block = 3, .last_block = 3});
    const TracedAccess *accesses = trace_accesses(device_trace(machine->device), &count);
    for (size_t n = 0; n < count; n++) {
        const TracedAccess *access = &accesses[n];
        ck_assert_uint_eq(access->block, 3);
        for (uint32_t lane = 0; lane < TRACED_LANES; lane++) {
            bool half = access->space == TRACED_SHARED && access->mask == 0xffff;
            uint64_t at = access->address[lane], thread = access->warp * 32 + lane;
            if (access->space == TRACED_GLOBAL && access->kind == TRACED_LOAD)
                ck_assert_uint_eq(at, 4 * lane * access->warp);
            if (access->space == TRACED_GLOBAL && access->kind == TRACED_STORE)
                ck_assert_uint_eq(at, 4 * (3 * THREADS + thread));
            if (half) ck_assert_uint_eq(at, lane < 16 ? 8 * thread + 4 : 0);
            seen += half;
        }
    }
    ck_assert_uint_eq(seen, 4 * TRACED_LANES);
}
END_TEST

static bool same(const TracedAccess *a, const TracedAccess *b) {
    return a->block == b->block && a->warp == b->warp && a->site == b->site && a->mask == b->mask &&
           a->phase == b->phase && a->sectors == b->sectors && a->passes == b->passes && a->base == b->base &&
           memcmp(a->address, b->address, sizeof a->address) == 0;
}

START_TEST(the_order_does_not_depend_on_threads) {
    static TracedAccess first[1 << 14];
    static TracedCost costs[64];
    TraceOptions some = {.wanted = true, .limit = 10, .last_block = UINT32_MAX};
    size_t count, cost_count, again;
    run(1, some);
    const TracedAccess *accesses = trace_accesses(device_trace(machine->device), &count);
    memcpy(first, accesses, count * sizeof *first);
    const TracedCost *now = trace_costs(device_trace(machine->device), &cost_count);
    memcpy(costs, now, cost_count * sizeof *costs);
    stop();
    run(4, some);
    accesses = trace_accesses(device_trace(machine->device), &again);
    ck_assert_uint_eq(count, again);
    for (size_t n = 0; n < count; n++) ck_assert_msg(same(&first[n], &accesses[n]), "access %zu differs", n);
    now = trace_costs(device_trace(machine->device), &again);
    ck_assert_uint_eq(cost_count, again);
    for (size_t n = 0; n < again; n++)
        ck_assert_msg(costs[n].count == now[n].count && same(&costs[n].example, &now[n].example), "cost %zu", n);
}
END_TEST

START_TEST(nothing_is_kept_unless_it_was_asked_for) {
    size_t count;
    run(1, (TraceOptions){0});
    ck_assert_ptr_null(device_trace(machine->device));
    ck_assert_ptr_null(trace_accesses(device_trace(machine->device), &count));
    ck_assert_uint_eq(count, 0);
}
END_TEST

Suite *trace_suite(void) {
    Suite *suite = suite_create("trace");
    TCase *group = tcase_create("trace");
    tcase_add_checked_fixture(group, NULL, stop);
    tcase_add_loop_test(group, costs_add_up_to_the_counters, 1, 4);
    tcase_add_test(group, each_access_is_kept_where_all_are_asked_for);
    tcase_add_test(group, lanes_have_addresses_of_their_own_from_the_allocation_on);
    tcase_add_test(group, the_order_does_not_depend_on_threads);
    tcase_add_test(group, nothing_is_kept_unless_it_was_asked_for);
    suite_add_tcase(suite, group);
    return suite;
}
