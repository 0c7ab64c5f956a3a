// test_no_memory.c - a launch whose allocations fail, one after the other: it ends with cudaErrorMemoryAllocation, or
// it did without that memory and is right.
#include "emulator/base/cuda_errors.h"
#include "emulator/image/wrapped_ptx.h"
#include "failing_memory.h"
#include "machine.h"

#include <check.h>
#include <stdlib.h>

#define BLOCKS 4
#define THREADS 64
#define MOST_ALLOCATIONS 2000

// Every thread stores its index in the grid, by way of shared memory.
#define PLACES                                                                                                         \
    ".shared .align 4 .b8 tile[256];\n"                                                                                \
    "mov.u32 %r1, %tid.x;\n mov.u32 %r2, %ctaid.x;\n mad.lo.s32 %r3, %r2, 64, %r1;\n ld.param.u64 %l1, [out];\n"       \
    "mul.wide.u32 %l0, %r3, 4;\n add.s64 %l0, %l1, %l0;\n mov.u32 %r4, tile;\n mad.lo.s32 %r5, %r1, 4, %r4;\n"
static const char *const bodies[] = {
    PLACES "st.shared.u32 [%r5], %r3;\n bar.sync 0;\n ld.shared.u32 %r6, [%r5];\n st.global.u32 [%l0], %r6;\n ret;\n",
    PLACES "st.global.u32 [%l0], %r3;\n cp.async.ca.shared.global [%r5], [%l0], 4;\n cp.async.commit_group;\n"
           "cp.async.wait_group 0;\n bar.sync 0;\n ret;\n",
};
enum { BODIES = sizeof bodies / sizeof *bodies };

typedef struct {
    int error;
    bool failed; // an allocation did
    uint64_t stores;
} Ran;

static Ran run_without(unsigned allocation, const char *body, unsigned threads) {
    static uint32_t words[BLOCKS * THREADS];
    struct {
        uint64_t out;
        uint32_t n;
    } parameters = {.n = 0};
    KernelInfo info;
    Machine *machine = machine_create(threads, 0);
    machine_load_kernel(machine, "k", body);
    LaunchRequest request = {.module = machine->module,
                             .grid = {BLOCKS, 1, 1},
                             .block = {THREADS, 1, 1},
                             .parameters = (const uint8_t *)&parameters,
                             .parameter_bytes = 12};
    ck_assert_int_eq(device_malloc(machine->device, sizeof words, &parameters.out), 0);
    ck_assert_int_eq(device_kernel(machine->device, machine->module, "k", &request.kernel, &info), 0);
    ck_assert_int_eq(device_launch(machine->device, &request), 0); // decodes the kernel, which is refused by a sentence
    ck_assert_int_eq(device_set(machine->device, parameters.out, 0, sizeof words), 0);
    memory_fails_after(allocation); // assertions allocate, too: none until the launch has ended
    int error = device_launch(machine->device, &request);
    Ran ran = {.failed = memory_has_failed()};
    ran.error = error ? error : device_error(machine->device);
    if (!ran.error) {
        ck_assert_int_eq(device_read(machine->device, words, parameters.out, sizeof words), 0);
        for (uint32_t n = 0; n < BLOCKS * THREADS; n++) ck_assert_uint_eq(words[n], n);
        ran.stores = machine_counter(machine, COUNTER_global_store_requests);
    }
    machine_free(machine);
    return ran;
}

START_TEST(a_launch_without_memory_is_an_error_and_never_wrong) {
    unsigned errors = 0, allocation = 0;
    for (;; allocation++) {
        ck_assert_uint_lt(allocation, MOST_ALLOCATIONS);
        Ran ran = run_without(allocation, bodies[_i % BODIES], 1 + (unsigned)_i / BODIES);
        if (!ran.error) ck_assert_uint_eq(ran.stores, BLOCKS * THREADS / 32);
        else ck_assert_int_eq(ran.error, ERROR_MEMORY);
        errors += ran.error != 0;
        if (!ran.failed) break;
    }
    ck_assert_uint_ge(errors, 4); // parameters, counts, threads, lines of the record
    ck_assert_uint_ge(allocation, errors);
}
END_TEST

// ---- before the first launch ----------------------------------------------------------------------------------------

static const char *const module_text =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".global .align 4 .u32 counter = 5;\n.const .align 4 .u32 factor = 3;\n"
    ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<4>;\n.reg .b64 %l<4>;\n"
    "ld.const.u32 %r0, [factor];\n ld.global.u32 %r1, [counter];\n mad.lo.s32 %r2, %r0, %r1, 1;\n"
    "ld.param.u64 %l0, [out];\n st.global.u32 [%l0], %r2;\n ret;\n}\n";

// Loads the module and launches its kernel for the first time. Whatever memory is missing, there is an error, or the
// result is right.
static Ran load_and_run_without(unsigned allocation) {
    size_t size;
    uint64_t out;
    char message[512];
    KernelInfo info;
    uint32_t result = 0;
    Machine *machine = machine_create(1, 0);
    uint8_t *image = wrapped_ptx(module_text, &size);
    ck_assert_int_eq(device_malloc(machine->device, sizeof result, &out), 0);
    LaunchRequest request = {
        .grid = {1, 1, 1}, .block = {1, 1, 1}, .parameters = (const uint8_t *)&out, .parameter_bytes = sizeof out};
    memory_fails_after(allocation);
    int error = device_load(machine->device, image, size, &request.module, message);
    if (!error) error = device_kernel(machine->device, request.module, "k", &request.kernel, &info);
    if (!error) error = device_launch(machine->device, &request);
    Ran ran = {.failed = memory_has_failed()};
    ran.error = error ? error : device_error(machine->device);
    if (!ran.error) {
        ck_assert_int_eq(device_read(machine->device, &result, out, sizeof result), 0);
        ck_assert_uint_eq(result, 3 * 5 + 1);
    }
    free(image);
    machine_free(machine);
    return ran;
}

START_TEST(a_module_is_loaded_and_decoded_or_refused) {
    unsigned errors = 0, allocation = 0;
    for (bool failed = true; failed; allocation++) {
        ck_assert_uint_lt(allocation, MOST_ALLOCATIONS);
        Ran ran = load_and_run_without(allocation);
        failed = ran.failed;
        errors += ran.error != 0;
    }
    ck_assert_uint_ge(errors, 10); // the image, its PTX, programs, files, variables, the kernel's code
}
END_TEST

Suite *no_memory_suite(void) {
    Suite *suite = suite_create("no_memory");
    TCase *group = tcase_create("no_memory");
    tcase_set_timeout(group, 60);
    tcase_add_loop_test(group, a_launch_without_memory_is_an_error_and_never_wrong, 0, 2 * BODIES);
    tcase_add_test(group, a_module_is_loaded_and_decoded_or_refused);
    suite_add_tcase(suite, group);
    return suite;
}
