// test_launch_results.c - of which elements of a launch that is only estimated is it certain that they are final?
#include "emulator/launch_results.h"
#include <check.h>
#include <string.h>

#define COUNT 4096 // floats of an array

static Memory *device;
static LaunchResults results;
static uint64_t out, between;

static bool find(void *context, uint64_t address, uint64_t *base, uint64_t *size, const uint8_t **bytes) {
    const Allocation *allocation = memory_find(context, address);
    if (!allocation) return false;
    *base = allocation->base, *size = allocation->size, *bytes = allocation->data;
    return true;
}

static uint64_t array_of_zeros(void) {
    uint64_t address = memory_allocate(device, COUNT * sizeof(float), ALLOCATION_DEVICE, -1, "cudaMalloc");
    memset(memory_find(device, address)->data, 0, COUNT * sizeof(float));
    return address;
}

static void begin(void) {
    device = memory_create(1 << 24, NULL);
    results = (LaunchResults){.count = 0};
    out = array_of_zeros();
    between = array_of_zeros();
    launch_results_watch(&results, "out", out, COUNT * sizeof(float), sizeof(float));
}

static void end(void) { memory_destroy(device); }

static void put(SassMemory *memory, uint64_t array, uint64_t index, float value) {
    sass_memory_write(memory, array + index * sizeof value, &value, sizeof value);
}

// A launch of which every second quarter of the blocks is executed; each block sets its 16 elements to `value`.
static SassMemory *half_of_launch(uint64_t array, float value) {
    SassMemory *memory = sass_memory_create(find, device);
    for (uint64_t i = 0; i < COUNT; i++)
        if (i / 16 / 4 % 2) put(memory, array, i, value);
    return memory;
}

static void estimated(SassMemory *memory, bool skipped) {
    launch_results_note(&results, device, memory, 0.5);
    sass_memory_free(memory);
    launch_results_end(&results, device, skipped);
}

// The elements that are kept, if all have that value; -1: one has not.
static int kept(float value) {
    int count = 0;
    for (unsigned n = 0; n < RESULT_SAMPLES; n++) {
        const ResultSample *sample = &results.arrays[0].samples[n];
        float now;
        memcpy(&now, &sample->bits, sizeof now);
        if (sample->taken && now != value) return -1;
        count += sample->taken;
    }
    return count;
}

START_TEST(elements_are_kept_from_all_over) {
    bool first = false, last = false;
    estimated(half_of_launch(out, 3), true);
    ck_assert_int_gt(kept(3), RESULT_SAMPLES - 8);
    for (unsigned n = 0; n < RESULT_SAMPLES; n++) {
        first |= results.arrays[0].samples[n].index < COUNT / 8;
        last |= results.arrays[0].samples[n].index >= COUNT - COUNT / 8;
    }
    ck_assert(first && last && !results.arrays[0].unsure);
    ck_assert_double_eq_tol(results.arrays[0].covered, 1, 1e-9);
}
END_TEST

START_TEST(what_a_later_launch_overwrites_does_not_count) {
    estimated(half_of_launch(out, 1), true);
    SassMemory *others = sass_memory_create(find, device); // the blocks that were left out before
    for (uint64_t i = 0; i < COUNT; i++)
        if (i / 16 / 4 % 2 == 0) put(others, out, i, 2);
    estimated(others, true);
    ck_assert_int_gt(kept(2), RESULT_SAMPLES - 8);
    ck_assert(!results.arrays[0].unsure);
}
END_TEST

START_TEST(launches_that_share_an_array_add_up) {
    for (unsigned part = 0; part < 2; part++) {
        SassMemory *memory = sass_memory_create(find, device);
        for (uint64_t i = 0; i < COUNT / 2; i += 2) put(memory, out, i + part * COUNT / 2, 5);
        estimated(memory, true);
    }
    ck_assert_double_eq_tol(results.arrays[0].covered, 1, 1e-9);
    ck_assert_int_gt(kept(5), RESULT_SAMPLES - 16);
}
END_TEST

static SassMemory *reads(uint64_t from, float value) {
    SassMemory *memory = half_of_launch(out, value);
    uint32_t word;
    sass_memory_read(memory, from, &word, sizeof word);
    return memory;
}

START_TEST(what_is_missing_makes_unsure) {
    estimated(reads(between, 1), true); // nothing is missing in it yet
    ck_assert(!results.arrays[0].unsure);
    estimated(half_of_launch(between, 1), true);
    ck_assert(!results.arrays[0].unsure);
    estimated(reads(between, 2), true);
    ck_assert(results.arrays[0].unsure);
}
END_TEST

START_TEST(stores_of_what_was_there_do_not_prove_anything) {
    estimated(half_of_launch(out, 1), true);
    estimated(half_of_launch(out, 0), true); // as the device has them
    ck_assert(results.arrays[0].unsure);
}
END_TEST

START_TEST(a_launch_that_is_run_leaves_nothing_missing) {
    estimated(half_of_launch(between, 1), false);
    estimated(reads(between, 2), true);
    ck_assert(!results.arrays[0].unsure);
}
END_TEST

START_TEST(a_copy_of_what_is_missing_is_missing) {
    uint64_t copy = array_of_zeros();
    estimated(half_of_launch(between, 1), true);
    launch_results_copied(&results, memory_find(device, copy), memory_find(device, between));
    estimated(reads(copy, 2), true);
    ck_assert(results.arrays[0].unsure);
}
END_TEST

START_TEST(the_host_may_have_computed_with_what_is_missing) {
    estimated(half_of_launch(between, 1), true);
    launch_results_copied(&results, NULL, memory_find(device, between));
    estimated(half_of_launch(out, 2), true);
    ck_assert(results.arrays[0].unsure);
}
END_TEST

START_TEST(a_launch_whose_blocks_cannot_be_executed_may_write_anything) {
    launch_results_unknown(&results, memory_find(device, between), false); // it is run after all
    estimated(reads(between, 1), true);
    ck_assert(!results.arrays[0].unsure);
    launch_results_unknown(&results, memory_find(device, between), true);
    estimated(reads(between, 2), true);
    ck_assert(results.arrays[0].unsure);
    results.arrays[0].unsure = false;
    launch_results_unknown(&results, memory_find(device, out), false);
    ck_assert(results.arrays[0].unsure);
}
END_TEST

START_TEST(other_blocks_may_add) {
    SassMemory *memory = half_of_launch(out, 1);
    sass_memory_note_atomic(memory, out);
    launch_results_note(&results, device, memory, 1); // all blocks were executed
    ck_assert(!results.arrays[0].unsure);
    launch_results_note(&results, device, memory, 0.5);
    ck_assert(results.arrays[0].unsure);
    sass_memory_free(memory);
}
END_TEST

Suite *launch_results_suite(void) {
    Suite *suite = suite_create("launch_results");
    TCase *tests = tcase_create("launch_results");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, elements_are_kept_from_all_over);
    tcase_add_test(tests, what_a_later_launch_overwrites_does_not_count);
    tcase_add_test(tests, launches_that_share_an_array_add_up);
    tcase_add_test(tests, what_is_missing_makes_unsure);
    tcase_add_test(tests, stores_of_what_was_there_do_not_prove_anything);
    tcase_add_test(tests, a_launch_that_is_run_leaves_nothing_missing);
    tcase_add_test(tests, a_copy_of_what_is_missing_is_missing);
    tcase_add_test(tests, the_host_may_have_computed_with_what_is_missing);
    tcase_add_test(tests, a_launch_whose_blocks_cannot_be_executed_may_write_anything);
    tcase_add_test(tests, other_blocks_may_add);
    suite_add_tcase(suite, tests);
    return suite;
}
