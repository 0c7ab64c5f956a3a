// test_checks.c - bounds, alignment, uninitialised reads, and how faults are recorded.
#include "machine.h"
#include "one_block.h"

#include <check.h>
#include <string.h>

#define BYTES 4096

static OneBlock one;
static uint64_t base;

static void setup(void) {
    one_block_begin(&one, 256);
    base = memory_allocate(one.launch.memory, BYTES, ALLOCATION_DEVICE, -1, "test");
    one.location = 12;
}
static void teardown(void) { one_block_free(&one); }

// One lane's access of 4 bytes (or as said), and the only fault it leaves; NULL if it leaves none.
static const Fault *fault_of(PtxSpace space, AccessKind kind, unsigned bytes, uint64_t where) {
    uint64_t address[32];
    static const uint8_t values[32 * 16];
    for (unsigned lane = 0; lane < 32; lane++) address[lane] = where;
    one_block_access(&one, 0, space, kind, bytes, 1u << 3, address, values);
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_le(count, 1);
    return count == 0 ? NULL : faults;
}

// Where an access goes: an offset from the allocation (FROM_BASE) or an address.
enum { FROM_BASE = 1 };
static const struct {
    PtxSpace space;
    AccessKind kind;
    unsigned bytes, from;
    uint64_t where;
    FaultKind kind_expected; // FAULT_KIND_COUNT: none
    const char *message;
} cases[] = {
    {SPACE_GLOBAL, ACCESS_STORE, 4, FROM_BASE, BYTES - 4, FAULT_KIND_COUNT, NULL},
    {SPACE_GLOBAL, ACCESS_STORE, 4, FROM_BASE, BYTES, FAULT_OUT_OF_BOUNDS,
     "writes 4 bytes just past the end of an allocation of 4096 bytes"},
    {SPACE_GLOBAL, ACCESS_LOAD, 4, FROM_BASE, BYTES + 8, FAULT_OUT_OF_BOUNDS,
     "reads 4 bytes 8 bytes past the end of an allocation of 4096 bytes"},
    {SPACE_GLOBAL, ACCESS_STORE, 4, FROM_BASE, (uint64_t)-4, FAULT_OUT_OF_BOUNDS,
     "writes 4 bytes 4 bytes before the start of an allocation of 4096 bytes"},
    {SPACE_GLOBAL, ACCESS_STORE, 8, FROM_BASE, BYTES - 4, FAULT_MISALIGNED,
     "writes 8 bytes across the end of an allocation of 4096 bytes, at an address that is no multiple of the access's "
     "size"},
    {SPACE_GLOBAL, ACCESS_ATOMIC, 4, FROM_BASE, BYTES, FAULT_OUT_OF_BOUNDS, NULL},
    {SPACE_GLOBAL, ACCESS_STORE, 4, FROM_BASE, 6, FAULT_MISALIGNED, NULL},
    {SPACE_GLOBAL, ACCESS_STORE, 16, FROM_BASE, 8, FAULT_MISALIGNED, NULL},
    {SPACE_GLOBAL, ACCESS_STORE, 1, FROM_BASE, 7, FAULT_KIND_COUNT, NULL},
    {SPACE_GLOBAL, ACCESS_STORE, 4, 0, 0, FAULT_NULL_POINTER, NULL},
    {SPACE_GLOBAL, ACCESS_LOAD, 4, 0, 4096 * 4, FAULT_NULL_POINTER, NULL},
    {SPACE_GLOBAL, ACCESS_LOAD, 4, 0, 0x7ffde0001230, FAULT_HOST_POINTER, NULL},
    {SPACE_GLOBAL, ACCESS_LOAD, 4, 0, 0x5581f0001230, FAULT_HOST_POINTER, NULL},
    {SPACE_GLOBAL, ACCESS_LOAD, 4, 0, UINT64_MAX - 3, FAULT_OUT_OF_BOUNDS, NULL},
    {SPACE_GLOBAL, ACCESS_LOAD, 16, 0, UINT64_MAX - 7, FAULT_OUT_OF_BOUNDS, NULL},
    {SPACE_SHARED, ACCESS_STORE, 4, 0, 252, FAULT_KIND_COUNT, NULL},
    {SPACE_SHARED, ACCESS_STORE, 4, 0, 256, FAULT_OUT_OF_BOUNDS,
     "writes 4 bytes just past the end of the 256 bytes of shared memory"},
    {SPACE_SHARED, ACCESS_STORE, 8, 0, 4, FAULT_MISALIGNED, NULL},
    {SPACE_LOCAL, ACCESS_STORE, 4, 0, 1020, FAULT_KIND_COUNT, NULL},
    {SPACE_LOCAL, ACCESS_LOAD, 4, 0, 1024, FAULT_OUT_OF_BOUNDS, NULL},
    {SPACE_CONST, ACCESS_LOAD, 4, 0, 60, FAULT_KIND_COUNT, NULL},
    {SPACE_CONST, ACCESS_LOAD, 4, 0, 64, FAULT_OUT_OF_BOUNDS, NULL},
    {SPACE_CONST, ACCESS_STORE, 4, 0, 0, FAULT_READ_ONLY, NULL},
};

START_TEST(an_address_is_judged_by_its_space_and_size) {
    uint64_t where = cases[_i].where + (cases[_i].from == FROM_BASE ? base : 0);
    const Fault *fault = fault_of(cases[_i].space, cases[_i].kind, cases[_i].bytes, where);
    if (cases[_i].kind_expected == FAULT_KIND_COUNT) {
        ck_assert_ptr_null(fault);
        return;
    }
    ck_assert_ptr_nonnull(fault);
    ck_assert_str_eq(fault_name(fault->kind), fault_name(cases[_i].kind_expected));
    ck_assert_uint_eq(fault->address, where);
    ck_assert_uint_eq(fault->thread.thread, 3);
    ck_assert_uint_eq(fault->location, 12);
    ck_assert_str_eq(fault->kernel, "by_hand");
    ck_assert_int_eq(fault->is_write, cases[_i].kind != ACCESS_LOAD);
    if (cases[_i].message != NULL) ck_assert_str_eq(fault_says(fault), cases[_i].message);
    ck_assert_int_eq(one.block.error, fault_error(fault->kind));
}
END_TEST

START_TEST(freed_memory_is_known_as_such) {
    memory_free(one.launch.memory, base);
    const Fault *fault = fault_of(SPACE_GLOBAL, ACCESS_STORE, 4, base + 8);
    ck_assert_int_eq(fault->kind, FAULT_USE_AFTER_FREE);
    ck_assert_uint_eq(fault->allocation, base);
    ck_assert_uint_eq(fault->allocation_bytes, BYTES);
}
END_TEST

START_TEST(only_faulty_lanes_are_stopped) {
    uint64_t start = base + BYTES - 10 * 4; // lanes 0 to 9 are inside
    uint32_t lanes = one_block_strided(&one, 0, SPACE_GLOBAL, ACCESS_STORE, start, 4);
    ck_assert_uint_eq(lanes, 0x3ff);
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(faults[0].count, 22);
    ck_assert_uint_eq(faults[0].thread.thread, 10);
}
END_TEST

START_TEST(between_two_allocations_the_nearer_is_named) {
    uint64_t next = memory_allocate(one.launch.memory, 64, ALLOCATION_DEVICE, -1, "next");
    ck_assert_uint_eq(fault_of(SPACE_GLOBAL, ACCESS_LOAD, 4, next - 16)->allocation, next);
}
END_TEST

// ---- reads of what nothing has written --------------------------------------------------------------------

START_TEST(unwritten_global_memory_is_not_read) {
    const Fault *fault = fault_of(SPACE_GLOBAL, ACCESS_LOAD, 4, base + 16);
    ck_assert_int_eq(fault->kind, FAULT_UNINITIALISED_GLOBAL);
    ck_assert_int_eq(one.block.error, 0);
    ck_assert_str_eq(fault_says(fault), "reads 4 bytes of global memory that nothing has written");
}
END_TEST

START_TEST(each_unwritten_lane_is_counted) {
    memory_mark(memory_find(one.launch.memory, base), 0, 20 * 4);
    ck_assert_uint_eq(one_block_strided(&one, 2, SPACE_GLOBAL, ACCESS_LOAD, base, 4), FULL_MASK);
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(faults[0].count, 12);
    ck_assert_uint_eq(faults[0].thread.thread, 2 * 32 + 20);
}
END_TEST

static const PtxSpace spaces[] = {SPACE_GLOBAL, SPACE_SHARED};
START_TEST(what_was_stored_can_be_read) {
    uint64_t start = spaces[_i] == SPACE_GLOBAL ? base : 0;
    one_block_strided(&one, 0, spaces[_i], ACCESS_STORE, start, 4);
    one_block_barrier(&one);
    one_block_strided(&one, 1, spaces[_i], ACCESS_LOAD, start, 4);
    one_block_strided(&one, 1, spaces[_i], ACCESS_LOAD, start + 31 * 4, (uint64_t)-4); // backwards
    one_block_strided(&one, 1, spaces[_i], ACCESS_LOAD, start + 8, 0);
    size_t count;
    one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(unwritten_shared_memory_is_not_read) {
    one_block_strided(&one, 0, SPACE_SHARED, ACCESS_STORE, 0, 4);
    one_block_barrier(&one);
    one_block_strided(&one, 0, SPACE_SHARED, ACCESS_LOAD, 64, 4); // the upper 16 lanes read beyond
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(faults[0].kind, FAULT_UNINITIALISED_SHARED);
    ck_assert_uint_eq(faults[0].count, 16);
    ck_assert_uint_eq(faults[0].thread.thread, 16);
}
END_TEST

START_TEST(the_next_block_finds_shared_memory_unwritten) {
    one_block_strided(&one, 0, SPACE_SHARED, ACCESS_STORE, 0, 4);
    checks_block_end(&one.block);
    checks_block_begin(&one.block);
    ck_assert_int_eq(fault_of(SPACE_SHARED, ACCESS_LOAD, 4, 0)->kind, FAULT_UNINITIALISED_SHARED);
}
END_TEST

START_TEST(padding_may_be_copied_along) {
    Allocation *allocation = memory_find(one.launch.memory, base);
    memory_mark(allocation, 0, 4);
    allocation->widest = 8; // the widest store so far: what was stored may be a structure with padding
    ck_assert_ptr_null(fault_of(SPACE_GLOBAL, ACCESS_LOAD, 8, base));
}
END_TEST

START_TEST(a_read_of_bytes_that_were_written_in_part_is_a_fault) {
    memory_mark(memory_find(one.launch.memory, base), 0, 1);
    const Fault *fault = fault_of(SPACE_GLOBAL, ACCESS_LOAD, 4, base);
    ck_assert_ptr_nonnull(fault);
    ck_assert_int_eq(fault->kind, FAULT_UNINITIALISED_GLOBAL);
    ck_assert_str_eq(fault_says(fault), "reads 4 bytes of global memory, of which only some were written");
}
END_TEST

START_TEST(so_is_one_of_shared_memory) {
    shared_mark(&one.block, 0, 1);
    const Fault *fault = fault_of(SPACE_SHARED, ACCESS_LOAD, 4, 0);
    ck_assert_ptr_nonnull(fault);
    ck_assert_str_eq(fault_says(fault), "reads 4 bytes of shared memory, of which only some were written");
}
END_TEST

START_TEST(an_atomic_reads_too) {
    ck_assert_int_eq(fault_of(SPACE_GLOBAL, ACCESS_REDUCTION, 4, base)->kind, FAULT_UNINITIALISED_GLOBAL);
}
END_TEST

START_TEST(without_checks_only_bounds_are_checked) {
    one.launch.checks = false;
    ck_assert_ptr_null(fault_of(SPACE_GLOBAL, ACCESS_LOAD, 4, base));
    ck_assert_ptr_null(fault_of(SPACE_SHARED, ACCESS_LOAD, 4, 0));
    ck_assert_ptr_nonnull(fault_of(SPACE_SHARED, ACCESS_LOAD, 4, 1024));
}
END_TEST

// ---- records ----------------------------------------------------------------------------------------------

static Fault fault_at(uint64_t launch, uint32_t block, uint32_t thread, uint32_t location) {
    return (Fault){.kind = FAULT_RACE_SHARED,
                   .launch = launch,
                   .kernel = "k",
                   .thread = {block, thread},
                   .count = 1,
                   .location = location};
}

static void add(uint64_t launch, uint32_t block, uint32_t thread, uint32_t location) {
    Fault fault = fault_at(launch, block, thread, location);
    faults_add(one.launch.faults, &fault);
}

START_TEST(a_place_has_one_record_with_its_first_thread) {
    add(0, 3, 5, 1);
    add(0, 2, 9, 1);
    add(0, 2, 7, 1);
    add(1, 0, 0, 1);
    size_t count;
    const Fault *faults = faults_sorted(one.launch.faults, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(faults[0].count, 4);
    ck_assert(faults[0].launch == 0 && faults[0].thread.block == 2 && faults[0].thread.thread == 7);
}
END_TEST

START_TEST(records_are_in_the_order_of_their_first_thread) {
    add(1, 0, 0, 4);
    add(0, 1, 0, 3);
    add(0, 0, 8, 2);
    size_t count;
    const Fault *faults = faults_sorted(one.launch.faults, &count);
    ck_assert_uint_eq(count, 3);
    for (uint32_t i = 0; i < 3; i++) ck_assert_uint_eq(faults[i].location, i + 2);
}
END_TEST

START_TEST(later_blocks_of_a_stopped_launch_can_be_forgotten) {
    add(0, 9, 0, 1); // an earlier launch stays
    add(1, 2, 0, 1);
    add(1, 5, 0, 1);
    add(1, 6, 0, 2);
    faults_drop_after(one.launch.faults, 1, 3);
    size_t count;
    const Fault *faults = faults_sorted(one.launch.faults, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(faults[0].location, 1);
    ck_assert_uint_eq(faults[0].count, 2);
}
END_TEST

START_TEST(faults_outside_launches_are_records_of_their_own) {
    Fault leak = {.kind = FAULT_LEAK, .launch = UINT64_MAX, .address = base};
    faults_add(one.launch.faults, &leak);
    faults_add(one.launch.faults, &leak);
    size_t count;
    const Fault *faults = faults_sorted(one.launch.faults, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(faults[0].count, 1);
    ck_assert_str_eq(fault_says(&faults[0]), fault_sentence(FAULT_LEAK));
}
END_TEST

Suite *checks_suite(void) {
    Suite *suite = suite_create("checks");
    TCase *tests = tcase_create("checks");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, an_address_is_judged_by_its_space_and_size, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, freed_memory_is_known_as_such);
    tcase_add_test(tests, only_faulty_lanes_are_stopped);
    tcase_add_test(tests, between_two_allocations_the_nearer_is_named);
    tcase_add_test(tests, unwritten_global_memory_is_not_read);
    tcase_add_test(tests, each_unwritten_lane_is_counted);
    tcase_add_loop_test(tests, what_was_stored_can_be_read, 0, 2);
    tcase_add_test(tests, unwritten_shared_memory_is_not_read);
    tcase_add_test(tests, the_next_block_finds_shared_memory_unwritten);
    tcase_add_test(tests, padding_may_be_copied_along);
    tcase_add_test(tests, a_read_of_bytes_that_were_written_in_part_is_a_fault);
    tcase_add_test(tests, so_is_one_of_shared_memory);
    tcase_add_test(tests, an_atomic_reads_too);
    tcase_add_test(tests, without_checks_only_bounds_are_checked);
    tcase_add_test(tests, a_place_has_one_record_with_its_first_thread);
    tcase_add_test(tests, records_are_in_the_order_of_their_first_thread);
    tcase_add_test(tests, later_blocks_of_a_stopped_launch_can_be_forgotten);
    tcase_add_test(tests, faults_outside_launches_are_records_of_their_own);
    suite_add_tcase(suite, tests);
    return suite;
}
