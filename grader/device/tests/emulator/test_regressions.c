// test_regressions.c - what public programs do that was once refused, or reported though it is right.
#include "extensions.h"
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static Machine *machine;
static uint32_t words[4096];

static void start(void) { machine = machine_create(1, 10000000); }
static void stop(void) { machine_free(machine); }

// Thread's index in %r1, its warp in %r2, the address of its word in %l0, that of the first one in %l1.
#define THREAD                                                                                                         \
    "mov.u32 %r1, %tid.x;\n shr.u32 %r2, %r1, 5;\n ld.param.u64 %l1, [out];\n"                                         \
    "mul.wide.u32 %l0, %r1, 4;\n add.s64 %l0, %l1, %l0;\n mov.u32 %r3, bar;\n mov.u32 %r4, tile;\n"                    \
    "mad.lo.s32 %r5, %r1, 4, %r4;\n"
#define OBJECTS ".shared .align 8 .b8 bar[16];\n .shared .align 256 .b8 tile[1024];\n"
#define INIT(count) "setp.eq.u32 %p0, %r1, 0;\n @%p0 mbarrier.init.shared.b64 [%r3], " #count ";\n bar.sync 0;\n"
#define WAIT(label) label ": mbarrier.try_wait.shared.b64 %p1, [%r3], %l2;\n @!%p1 bra " label ";\n"
#define WAIT_PARITY(label, parity)                                                                                     \
    label ": mbarrier.try_wait.parity.shared.b64 %p1, [%r3], " #parity ";\n @!%p1 bra " label ";\n"
// The other warp's word of the tile to out.
#define SHOW "xor.b32 %r6, %r5, 128;\n ld.shared.u32 %r7, [%r6];\n st.global.u32 [%l0], %r7;\n ret;\n"

static void run(const char *body, uint32_t threads) {
    machine_load_kernel(machine, "k", body);
    ck_assert_int_eq(machine_run(machine, "k", 1, threads, 0, words, 4 * threads), 0);
}

START_TEST(warps_that_meet_at_a_barrier_object_may_read_what_the_others_wrote) {
    run(OBJECTS THREAD INIT(64) "add.u32 %r8, %r1, 100;\n st.shared.u32 [%r5], %r8;\n"
                                "mbarrier.arrive.shared.b64 %l2, [%r3];\n" WAIT("W") SHOW,
        64);
    for (uint32_t n = 0; n < 64; n++) ck_assert_uint_eq(words[n], 100 + (n ^ 32));
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

START_TEST(arriving_without_waiting_is_still_a_race) {
    run(OBJECTS THREAD INIT(64) "st.shared.u32 [%r5], %r1;\n mbarrier.arrive.shared.b64 _, [%r3];\n" SHOW, 64);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_UNINITIALISED_SHARED); // the first warp reads first
}
END_TEST

// A phase that is not over has the parity of the one before it; a state of the last phase is over.
START_TEST(a_phase_is_over_when_all_have_arrived_and_the_next_begins) {
    run(OBJECTS THREAD "mbarrier.init.shared.b64 [%r3], 2;\n"
                       "mbarrier.arrive.shared.b64 %l2, [%r3];\n mbarrier.pending_count.b64 %r10, %l2;\n"
                       "mbarrier.test_wait.shared.b64 %p1, [%r3], %l2;\n selp.u32 %r11, 1, 0, %p1;\n"
                       "mbarrier.arrive.shared::cta.b64 %l3, [%r3], 1;\n"
                       "mbarrier.test_wait.shared.b64 %p2, [%r3], %l2;\n selp.u32 %r12, 1, 0, %p2;\n"
                       "mbarrier.test_wait.parity.shared.b64 %p3, [%r3], 0;\n selp.u32 %r13, 1, 0, %p3;\n"
                       "mbarrier.test_wait.parity.shared.b64 %p4, [%r3], 1;\n selp.u32 %r14, 1, 0, %p4;\n"
                       "st.global.u32 [%l0], %r10;\n st.global.u32 [%l0+4], %r11;\n st.global.u32 [%l0+8], %r12;\n"
                       "st.global.u32 [%l0+12], %r13;\n mbarrier.inval.shared.b64 [%r3];\n ret;\n",
        1);
    ck_assert_uint_eq(words[0], 2);
    ck_assert_uint_eq(words[1], 0);
    ck_assert_uint_eq(words[2], 1);
    ck_assert_uint_eq(words[3], 1);
}
END_TEST

// The first of two drops out: the second phase needs one arrival less.
START_TEST(who_drops_out_is_not_waited_for_again) {
    run(OBJECTS THREAD "mbarrier.init.shared.b64 [%r3], 2;\n"
                       "mbarrier.arrive_drop.shared.b64 _, [%r3];\n mbarrier.arrive.shared.b64 %l2, [%r3];\n"
                       "mbarrier.arrive.shared.b64 %l3, [%r3];\n mbarrier.test_wait.shared.b64 %p1, [%r3], %l3;\n"
                       "selp.u32 %r11, 1, 0, %p1;\n st.global.u32 [%l0], %r11;\n ret;\n",
        1);
    ck_assert_uint_eq(words[0], 1);
}
END_TEST

// One thread copies 256 bytes and says so; all wait for the bytes, and read them.
START_TEST(a_bulk_copy_completes_the_barrier_that_expects_its_bytes) {
    for (uint32_t n = 0; n < 256; n++) words[n] = 0;
    run(OBJECTS THREAD INIT(1) "st.global.u32 [%l0], %r1;\n bar.sync 0;\n setp.ne.u32 %p0, %r1, 0;\n @%p0 bra R;\n"
                               "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 256;\n"
                               "mov.u32 %r9, 256;\n cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                               "[%r4], [%l1], %r9, [%r3];\n"
                               "R:\n" WAIT_PARITY("W", 0) "bar.sync 0;\n" SHOW,
        64);
    for (uint32_t n = 0; n < 64; n++) ck_assert_uint_eq(words[n], n ^ 32);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

// cp.async and its arrival; with .noinc the arrival is one of those the barrier counts.
START_TEST(asynchronous_copies_arrive_at_a_barrier_object) {
    run(OBJECTS THREAD INIT(64) "st.global.u32 [%l0], %r1;\n cp.async.ca.shared.global [%r5], [%l0], 4;\n"
                                "cp.async.mbarrier.arrive.noinc.shared.b64 [%r3];\n" WAIT_PARITY("W", 0) SHOW,
        64);
    for (uint32_t n = 0; n < 64; n++) ck_assert_uint_eq(words[n], n ^ 32);
}
END_TEST

// Pipelines of matrix products fetch the fragments after the last ones, and do not use them.
START_TEST(fragments_may_be_fetched_ahead_of_what_is_there) {
    run(OBJECTS THREAD "mov.u32 %r9, 7;\n ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r8}, [%r4];\n"
                       "st.global.u32 [%l0], %r9;\n ret;\n",
        32);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

static void copy_back(uint32_t threads, const char *body) {
    uint64_t address;
    uint8_t bytes[64 * 16];
    ck_assert_int_eq(device_malloc(machine->device, threads * 16, &address), 0);
    machine_load_kernel(machine, "k", body);
    struct {
        uint64_t out;
        uint32_t n;
    } parameters = {address, 0};
    Dim3 one = {1, 1, 1}, block = {threads, 1, 1};
    ck_assert_int_eq(machine_launch(machine, "k", one, block, 0, &parameters, 12), 0);
    ck_assert_int_eq(device_read(machine->device, bytes, address, threads * 16), 0);
}

#define ELEMENT                                                                                                        \
    "mov.u32 %r1, %tid.x;\n ld.param.u64 %l1, [out];\n mul.wide.u32 %l0, %r1, 16;\n add.s64 %l0, %l1, %l0;\n"

// struct { int key; Entry *next; }: nothing writes bytes 4 to 7, and a copy of the array is right all the same.
START_TEST(padding_may_be_copied_to_the_host) {
    copy_back(64, ELEMENT "st.global.u32 [%l0], %r1;\n st.global.u64 [%l0+8], %l0;\n ret;\n");
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

START_TEST(words_left_out_are_found_when_they_are_copied_to_the_host) {
    copy_back(64, ELEMENT
              "st.global.u32 [%l0], %r1;\n st.global.u32 [%l0+8], %r1;\n st.global.u32 [%l0+12], %r1;\n ret;\n");
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_UNINITIALISED_COPY);
}
END_TEST

// ---- instructions that nobody could execute ----------------------------------------------------------------------

// What looks ahead at a whole kernel meets them whether they are reached or not.
#define LACKING "mad.lo.s32 %r9, %r1, %r2;\n ld.param.u64 %l5;\n mov.u32 %r12;\n ld.shared.u32 %r8, [%r12];\n"

START_TEST(instructions_that_lack_sources_do_no_harm_where_they_are_not_reached) {
    run(OBJECTS THREAD "st.shared.u32 [%r5], %r1;\n ld.shared.u32 %r6, [%r5];\n st.global.u32 [%l0], %r6;\n ret;\n"
                       "ld.shared.u32 %r7, [%r9];\n ld.shared.u32 %r7, [%r9+4];\n" LACKING,
        32);
    for (uint32_t n = 0; n < 32; n++) ck_assert_uint_eq(words[n], n);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

START_TEST(instructions_that_lack_sources_are_refused_where_they_are_reached) {
    machine_load_kernel(machine, "k", OBJECTS THREAD LACKING "ret;\n");
    machine_run(machine, "k", 1, 32, 0, words, 32);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_UNSUPPORTED);
}
END_TEST

START_TEST(copies_of_odd_sizes_are_refused) {
    static const char *const copies[] = {"cp.async.ca.shared.global [%r4], [%l1], 0;\n",
                                         "cp.async.ca.shared.global [%r4], [%l1], 12;\n",
                                         "cp.async.ca.shared.global [%r4], [%l1];\n"};
    char body[1000];
    snprintf(body, sizeof body, "%s%sret;\n", OBJECTS THREAD, copies[_i]);
    machine_load_kernel(machine, "k", body);
    machine_run(machine, "k", 1, 32, 0, words, 32);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_UNSUPPORTED);
}
END_TEST

Suite *regressions_suite(void) {
    Suite *suite = suite_create("regressions");
    TCase *barriers = tcase_create("barrier objects"), *copies = tcase_create("copies to the host");
    TCase *lacking = tcase_create("instructions that nobody could execute");
    tcase_add_checked_fixture(lacking, start, stop);
    tcase_add_test(lacking, instructions_that_lack_sources_do_no_harm_where_they_are_not_reached);
    tcase_add_test(lacking, instructions_that_lack_sources_are_refused_where_they_are_reached);
    tcase_add_loop_test(lacking, copies_of_odd_sizes_are_refused, 0, 3);
    tcase_add_checked_fixture(barriers, start, stop);
    tcase_add_checked_fixture(copies, start, stop);
    tcase_add_test(barriers, warps_that_meet_at_a_barrier_object_may_read_what_the_others_wrote);
    tcase_add_test(barriers, arriving_without_waiting_is_still_a_race);
    tcase_add_test(barriers, a_phase_is_over_when_all_have_arrived_and_the_next_begins);
    tcase_add_test(barriers, who_drops_out_is_not_waited_for_again);
    if (extension_is_there("tensors"))
        tcase_add_test(barriers, a_bulk_copy_completes_the_barrier_that_expects_its_bytes);
    tcase_add_test(barriers, asynchronous_copies_arrive_at_a_barrier_object);
    if (extension_is_there("matrices")) tcase_add_test(barriers, fragments_may_be_fetched_ahead_of_what_is_there);
    tcase_add_test(copies, padding_may_be_copied_to_the_host);
    tcase_add_test(copies, words_left_out_are_found_when_they_are_copied_to_the_host);
    suite_add_tcase(suite, barriers);
    suite_add_tcase(suite, copies);
    suite_add_tcase(suite, lacking);
    return suite;
}
