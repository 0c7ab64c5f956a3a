// test_owners.c - whose results are in memory: of each sector, the block that stored to it last.
#include "emulator/machine/owners.h"
#include "machine.h"

#include <check.h>
#include <string.h>

enum { SECTORS = 8, BYTES = SECTORS * SECTOR_BYTES };

static Machine *machine;
static Allocation *a, *b;

static Allocation *allocate(void) {
    uint64_t address = 0;
    ck_assert_int_eq(device_malloc(machine->device, BYTES, &address), 0);
    return memory_find(device_memory(machine->device), address);
}

static void setup(void) {
    machine = machine_create(4, 0);
    memory_keep_origins(device_memory(machine->device));
    a = allocate();
    b = allocate();
}
static void teardown(void) { machine_free(machine); }

static void check_writers(const Allocation *allocation, const uint64_t expected[SECTORS]) {
    for (unsigned n = 0; n < SECTORS; n++)
        ck_assert_msg(allocation->writer[n] == expected[n], "sector %u: %llx, not %llx", n,
                      (unsigned long long)allocation->writer[n], (unsigned long long)expected[n]);
}

START_TEST(the_last_launch_has_a_sector_and_in_it_the_last_block) {
    memory_mark_computed(a, 0, 4 * SECTOR_BYTES, 5);
    memory_mark_computed(a, 40, 4, 3); // an earlier block stores later
    memory_mark_computed(a, SECTOR_BYTES - 1, 2, 9);
    check_writers(a, (uint64_t[SECTORS]){9, 9, 5, 5});
    memory_mark(a, 0, 1); // the host writes a byte
    memory_mark_computed(a, 3 * SECTOR_BYTES, 4, 1ull << 32);
    check_writers(a, (uint64_t[SECTORS]){0, 9, 5, 1ull << 32});
    memory_unmark(a, 0, BYTES);
    check_writers(a, (uint64_t[SECTORS]){0});
}
END_TEST

START_TEST(copies_take_their_writers_along) {
    for (uint64_t n = 0; n < 4; n++) memory_mark_computed(a, n * SECTOR_BYTES, SECTOR_BYTES, n + 1);
    memory_mark_copy(b, SECTOR_BYTES, a, 0, 4 * SECTOR_BYTES);
    check_writers(b, (uint64_t[SECTORS]){0, 1, 2, 3, 4});
    memory_mark_copy(b, 0, b, SECTOR_BYTES, 3 * SECTOR_BYTES); // to the front, over itself
    check_writers(b, (uint64_t[SECTORS]){1, 2, 3, 3, 4});
    memory_mark_copy(b, SECTOR_BYTES, b, 0, 5 * SECTOR_BYTES); // to the back
    check_writers(b, (uint64_t[SECTORS]){1, 1, 2, 3, 3, 4});
    memory_mark_copy(b, 6 * SECTOR_BYTES + 16, a, 2 * SECTOR_BYTES + 4, 40); // from and to within a sector
    check_writers(b, (uint64_t[SECTORS]){1, 1, 2, 3, 3, 4, 3, 3});
    memory_mark_copy(b, 0, a, 6 * SECTOR_BYTES, SECTOR_BYTES); // of what no kernel wrote
    check_writers(b, (uint64_t[SECTORS]){0, 1, 2, 3, 3, 4, 3, 3});
}
END_TEST

START_TEST(the_busiest_blocks_of_all_launches_wait_for_each_other) {
    const uint64_t one = 1ull << 32, two = 2ull << 32;
    uint64_t writers[] = {one, two | 1, 0, one | 1, one | 1, two, one | 2, two, two, 0};
    Owned owned = owners_count(writers, sizeof writers / sizeof *writers);
    ck_assert_uint_eq(owned.sectors, 8);
    ck_assert_uint_eq(owned.busiest, 2 + 3);
    ck_assert_uint_eq(owners_count(NULL, 0).sectors, 0);
}
END_TEST

// Blocks store to a sector each, and then all of them to the last one, whatever their order. The next launch's only
// block takes the first one over.
START_TEST(stores_of_kernels_say_whose_they_are) {
    machine_load_kernel(machine, "store",
                        "ld.param.u64 %l0, [out]; ld.param.u32 %r0, [n]; mov.u32 %r1, %ctaid.x;\n"
                        "mul.wide.u32 %l1, %r1, 32; add.u64 %l1, %l0, %l1; st.global.u32 [%l1], %r1;\n"
                        "setp.eq.u32 %p0, %r0, 0; @%p0 bra DONE; red.global.add.u32 [%l0+224], 1; DONE: ret;");
    struct {
        uint64_t out;
        uint32_t n;
    } parameters = {a->base, 1};
    ck_assert_int_eq(
        machine_launch(machine, "store", (Dim3){7, 1, 1}, (Dim3){32, 1, 1}, 0, &parameters, sizeof parameters), 0);
    const uint64_t one = 1ull << 32;
    check_writers(a, (uint64_t[SECTORS]){one, one | 1, one | 2, one | 3, one | 4, one | 5, one | 6, one | 6});
    parameters.n = 0;
    ck_assert_int_eq(
        machine_launch(machine, "store", (Dim3){1, 1, 1}, (Dim3){32, 1, 1}, 0, &parameters, sizeof parameters), 0);
    check_writers(a, (uint64_t[SECTORS]){2 * one, one | 1, one | 2, one | 3, one | 4, one | 5, one | 6, one | 6});
}
END_TEST

Suite *owners_suite(void);
Suite *owners_suite(void) {
    Suite *suite = suite_create("owners");
    TCase *tests = tcase_create("owners");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_last_launch_has_a_sector_and_in_it_the_last_block);
    tcase_add_test(tests, copies_take_their_writers_along);
    tcase_add_test(tests, the_busiest_blocks_of_all_launches_wait_for_each_other);
    tcase_add_test(tests, stores_of_kernels_say_whose_they_are);
    suite_add_tcase(suite, tests);
    return suite;
}
