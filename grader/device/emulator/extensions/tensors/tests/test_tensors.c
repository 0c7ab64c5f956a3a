// test_tensors.c - what tensors.cu claims of asynchronous copies holds, as on an H200, and mistakes.
#include "behaviour.h"
#include "machine.h"
#include <check.h>

START_TEST(every_claim_of_the_program_holds) { program_claims_check("tensors"); }
END_TEST

// Found at their lines; an H200 tells the program the same.
static const Mistake MISTAKES[] = {
    {"tensors", "misaligned_box", "cudaErrorIllegalInstruction", "tensor_box in load_box("},
};

START_TEST(mistake_is_found_where_it_is) { mistake_check(&MISTAKES[_i]); }
END_TEST

// What an H100 counted in TMA requests and in sectors from and to the L2 (driver 580.159.04). Thread 0 of two warps
// copies, and both wait at a barrier of the block.
#define COPY "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%l1], %r3, [object];\n"
#define STORE "cp.async.bulk.global.shared::cta.bulk_group [%l1], [tile], %r3;\n"
#define KERNEL(copy)                                                                                                   \
    ".shared .align 128 .b8 tile[4096];\n .shared .align 8 .b8 object[8];\n ld.param.u64 %l0, [out];\n"                \
    "ld.param.u32 %r2, [n];\n mov.u32 %r1, %tid.x;\n setp.ne.u32 %p1, %r1, 0;\n @%p1 bra done;\n"                      \
    "shr.u32 %r3, %r2, 8;\n and.b32 %r4, %r2, 255;\n cvt.u64.u32 %l1, %r4;\n add.s64 %l1, %l0, %l1;\n"                 \
    "mbarrier.init.shared.b64 [object], 1;\n" copy "done:\n bar.sync 0;\n ret;\n"

static const struct {
    uint64_t bytes, offset, sectors; // of a copy; its offset in global memory; that it touches
} COPIES[] = {{4096, 0, 128}, {4096, 16, 160}, {128, 0, 4}, {128, 16, 5}, {32, 0, 1}, {32, 16, 2}, {16, 0, 1}};

START_TEST(a_bulk_copy_counts_what_an_h100_counts) {
    static uint32_t words[2048];
    Machine *machine = machine_create(1, 0);
    uint32_t n = (uint32_t)(COPIES[_i].bytes << 8 | COPIES[_i].offset);
    uint64_t pieces = (COPIES[_i].bytes + 127) / 128;
    machine_load_kernel(machine, "k", KERNEL(COPY));
    ck_assert_int_eq(machine_run(machine, "k", 1, 64, n, words, 2048), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_load_requests), pieces);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_load_sectors), COPIES[_i].sectors);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_load_bytes), COPIES[_i].bytes);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_wasted_bytes),
                      32 * COPIES[_i].sectors - COPIES[_i].bytes);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_sectors), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_copy_requests), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_waits), 2); // of the two warps, with half of it each
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_wait_bytes), COPIES[_i].bytes);
    machine_free(machine);
}
END_TEST

START_TEST(a_bulk_copy_to_global_memory_counts_its_sectors) {
    static uint32_t words[2048];
    Machine *machine = machine_create(1, 0);
    machine_load_kernel(machine, "k", KERNEL(STORE));
    ck_assert_int_eq(machine_run(machine, "k", 1, 64, 4096 << 8, words, 2048), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_store_requests), 32);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_store_sectors), 128);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_bulk_store_bytes), 4096);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_sectors), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_waits), 0);
    machine_free(machine);
}
END_TEST

Suite *tensors_suite(void) {
    Suite *suite = suite_create("tensors");
    TCase *tests = tcase_create("tensors");
    tcase_add_test(tests, every_claim_of_the_program_holds);
    tcase_add_loop_test(tests, mistake_is_found_where_it_is, 0, sizeof MISTAKES / sizeof *MISTAKES);
    tcase_add_loop_test(tests, a_bulk_copy_counts_what_an_h100_counts, 0, sizeof COPIES / sizeof *COPIES);
    tcase_add_test(tests, a_bulk_copy_to_global_memory_counts_its_sectors);
    suite_add_tcase(suite, tests);
    return suite;
}
