// test_load_waits.c - where a warp waits for its loads, and how many bytes are in flight then.
//
// The small kernels are what ptxas 13.0 for sm_90 was seen to do: loads that move up together, and what stops them.
#include "machine.h"
#include <check.h>

#define PLACE "ld.param.u64 %l0, [out];\n mov.u32 %r1, %tid.x;\n mul.wide.u32 %l1, %r1, 4;\n add.s64 %l1, %l0, %l1;\n"
#define LOAD(register, offset) "ld.global.u32 " register ", [%l1+" offset "];\n"
#define STORE(register, offset) "st.global.u32 [%l1+" offset "], " register ";\n"
#define SHARED ".shared .align 16 .b8 tile[4096];\n"
#define SHARED_PLACE "mov.u32 %r20, tile;\n mad.lo.u32 %r21, %r1, 4, %r20;\n"
#define LOOP(pragma, body)                                                                                             \
    "mov.u32 %r9, 0;\n mov.u32 %r8, 0;\n again:\n" pragma body                                                         \
    "add.s64 %l1, %l1, 128;\n add.u32 %r9, %r9, 1;\n setp.ne.u32 %p1, %r9, 8;\n @%p1 bra again;\n"

typedef struct {
    const char *what, *body;
    uint64_t waits, bytes;
} Kernel;

// A warp of 32 threads; a load of a word for each of them is 128 bytes.
static const Kernel kernels[] = {
    {"a value that is stored", PLACE LOAD("%r2", "0") STORE("%r2", "128") "ret;\n", 1, 128},
    {"a value that nobody needs", PLACE LOAD("%r2", "0") "ret;\n", 0, 0},
    {"two loads before their sum",
     PLACE LOAD("%r2", "0") LOAD("%r3", "128") "add.u32 %r4, %r2, %r3;\n" STORE("%r4", "0") "ret;\n", 1, 256},
    {"a load moves up over a sum",
     PLACE LOAD("%r2", "0") "add.u32 %r4, %r2, 1;\n" LOAD("%r3", "128") "add.u32 %r4, %r4, %r3;\n" STORE("%r4",
                                                                                                         "0") "ret;\n",
     1, 256},
    {"not over a store, which may be to the same place",
     PLACE LOAD("%r2", "0") STORE("%r2", "256") LOAD("%r3", "128") STORE("%r3", "384") "ret;\n", 2, 256},
    {"memory that is only read is another",
     PLACE "ld.global.nc.u32 %r2, [%l1];\n" STORE("%r2", "256") "ld.global.nc.u32 %r3, [%l1+128];\n" STORE(
         "%r3", "384") "ret;\n",
     1, 256},
    {"an address that was loaded",
     PLACE LOAD("%r2", "0") "and.b32 %r2, %r2, 28;\n mul.wide.u32 %l2, %r2, 4;\n add.s64 %l2, %l0, %l2;\n"
                            "ld.global.u32 %r3, [%l2];\n" STORE("%r3", "0") "ret;\n",
     2, 132},
    {"a branch that a loaded value decides",
     PLACE LOAD("%r2", "0") "setp.eq.u32 %p1, %r2, 7;\n @%p1 bra end;\n" LOAD("%r3", "128")
         STORE("%r3", "0") "end:\n ret;\n",
     2, 256},
    {"a store to shared memory waits behind later loads, not behind a barrier",
     SHARED PLACE SHARED_PLACE LOAD("%r2", "0") "st.shared.u32 [%r21], %r2;\n" LOAD(
         "%r3", "128") "st.shared.u32 [%r21+128], %r3;\n bar.sync 0;\n" LOAD("%r4", "256") STORE("%r4", "0") "ret;\n",
     2, 384},
    {"a load that nobody needs yet passes a barrier",
     PLACE LOAD("%r2", "0") "bar.sync 0;\n" LOAD("%r3", "128") "add.u32 %r4, %r2, %r3;\n" STORE("%r4", "0") "ret;\n", 1,
     256},
    {"all lanes ask for one word", PLACE "ld.global.u32 %r2, [%l0];\n" STORE("%r2", "0") "ret;\n", 1, 4},
    {"an unrolled loop waits after four turns",
     PLACE LOOP("", LOAD("%r2", "0") "add.u32 %r8, %r8, %r2;\n") STORE("%r8", "0") "ret;\n", 2, 1024},
    {"a loop that is not unrolled waits in each",
     PLACE LOOP(".pragma \"nounroll\";\n", LOAD("%r2", "0") "add.u32 %r8, %r8, %r2;\n") STORE("%r8", "0") "ret;\n", 8,
     1024},
    {"the next turn's value is asked for before this one's is needed",
     PLACE LOAD("%r3", "0")
         LOOP(".pragma \"nounroll\";\n", "mov.u32 %r2, %r3;\n" LOAD("%r3", "128") "add.u32 %r8, %r8, "
                                                                                  "%r2;\n") STORE("%r8", "0") "ret;\n",
     8, 1152},
    {"a copy that a barrier object waits for is waited for at the next barrier, once",
     SHARED PLACE SHARED_PLACE
     "setp.eq.u32 %p1, %r1, 0;\n @%p1 mbarrier.init.shared.b64 [tile+2048], 64;\n bar.sync 0;\n"
     "cp.async.ca.shared.global [%r21], [%l1], 4;\n cp.async.mbarrier.arrive.noinc.shared.b64 [tile+2048];\n"
     "cp.async.ca.shared.global [%r21+128], [%l1+128], 4;\n"
     "cp.async.mbarrier.arrive.noinc.shared.b64 [tile+2048];\n bar.sync 0;\n bar.sync 0;\n ret;\n",
     1, 256},
    {"a copy past the registers is waited for by name",
     SHARED PLACE SHARED_PLACE
     "cp.async.ca.shared.global [%r21], [%l1], 4;\n cp.async.commit_group;\n cp.async.ca.shared.global [%r21+128], "
     "[%l1+128], 4;\n cp.async.commit_group;\n cp.async.wait_group 1;\n cp.async.wait_group 0;\n ret;\n",
     2, 384},
};
enum { THREADS = 32, WORDS = 4096 };

START_TEST(a_warp_waits_where_machine_code_does) {
    static uint32_t words[WORDS];
    const Kernel *kernel = &kernels[_i];
    Machine *machine = machine_create(1, 0);
    machine_load_kernel(machine, "k", kernel->body);
    ck_assert_int_eq(machine_run(machine, "k", 1, THREADS, 0, words, WORDS), 0);
    ck_assert_msg(machine_counter(machine, COUNTER_load_waits) == kernel->waits, "%s: %llu waits", kernel->what,
                  (unsigned long long)machine_counter(machine, COUNTER_load_waits));
    ck_assert_msg(machine_counter(machine, COUNTER_load_wait_bytes) == kernel->bytes, "%s: %llu bytes", kernel->what,
                  (unsigned long long)machine_counter(machine, COUNTER_load_wait_bytes));
    machine_free(machine);
}
END_TEST

// Of three warps the first waits twice, the second once, the third never.
START_TEST(warps_that_never_wait_are_not_counted) {
    static uint32_t words[WORDS];
    size_t count;
    Machine *machine = machine_create(1, 0);
    machine_load_kernel(machine, "k",
                        PLACE "setp.ge.u32 %p1, %r1, 64;\n @%p1 bra end;\n" LOAD("%r2", "0")
                            STORE("%r2", "512") "setp.ge.u32 %p1, %r1, 32;\n @%p1 bra end;\n" LOAD("%r3", "1024")
                                STORE("%r3", "2048") "end:\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 3 * THREADS, 0, words, WORDS), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_waits), 3);
    ck_assert_uint_eq(device_launches(machine->device, &count)[0].waiting, 2);
    machine_free(machine);
}
END_TEST

Suite *load_waits_suite(void) {
    Suite *suite = suite_create("load_waits");
    TCase *cases = tcase_create("load_waits");
    tcase_add_loop_test(cases, a_warp_waits_where_machine_code_does, 0, sizeof kernels / sizeof *kernels);
    tcase_add_test(cases, warps_that_never_wait_are_not_counted);
    suite_add_tcase(suite, cases);
    return suite;
}
