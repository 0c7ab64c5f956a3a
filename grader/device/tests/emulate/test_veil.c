// test_veil.c - a program gets tokens for its inputs; kernels see the inputs themselves.
#include "emulate/border/veil.h"
#include "emulate/session.h"
#include "session_client.h"
#include <check.h>
#include <string.h>
#include <unistd.h>

enum { TOKENS = 200, TOKEN = 0x70000000, REAL = 1000 };

static Veil *veil;
static CaseFile given;

// Token n stands for 1000 + n.
static void veil_set_up(void) {
    given = (CaseFile){0};
    uint32_t *pairs = case_file_add(&given, VEIL_ARRAY, CASE_UINT32, CASE_IN, 2 * TOKENS);
    for (uint32_t n = 0; n < TOKENS; n++) pairs[2 * n] = TOKEN + n, pairs[2 * n + 1] = REAL + n;
    veil = veil_create(&given);
    ck_assert_ptr_nonnull(veil);
}

static void veil_tear_down(void) {
    veil_destroy(veil);
    case_file_free(&given);
}

static const uint32_t *shown_words(CaseFile *taken, uint64_t *count) {
    *taken = (CaseFile){0};
    ck_assert(veil_store(veil, taken));
    const CaseArray *array = case_file_find(taken, SHOWN_ARRAY);
    ck_assert_ptr_nonnull(array);
    *count = array->count;
    return array->data;
}

START_TEST(every_token_becomes_what_it_stands_for) {
    uint32_t words[TOKENS];
    for (uint32_t n = 0; n < TOKENS; n++) words[n] = TOKEN + n;
    veil_lift(veil, (uint8_t *)words, sizeof words);
    for (uint32_t n = 0; n < TOKENS; n++) ck_assert_uint_eq(words[n], REAL + n);
}
END_TEST

START_TEST(other_words_and_parts_of_words_stay) {
    uint32_t words[3] = {TOKEN - 1, TOKEN + TOKENS, TOKEN + 5};
    veil_lift(veil, (uint8_t *)words, sizeof words - 1); // the last one is not whole
    ck_assert_uint_eq(words[0], TOKEN - 1);
    ck_assert_uint_eq(words[1], TOKEN + TOKENS);
    ck_assert_uint_eq(words[2], TOKEN + 5);
}
END_TEST

START_TEST(a_case_without_tokens_has_no_veil) {
    CaseFile other = {0};
    uint32_t word = TOKEN;
    ck_assert_ptr_null(veil_create(&other));
    veil_lift(NULL, (uint8_t *)&word, sizeof word);
    ck_assert_uint_eq(word, TOKEN);
    ck_assert(veil_store(NULL, &other));
    ck_assert_uint_eq(other.count, 0);
}
END_TEST

// Bytes of device memory whose middle word a kernel wrote last.
START_TEST(words_that_kernels_computed_are_kept) {
    CaseFile taken;
    uint64_t count;
    Memory *memory = memory_create(1 << 20, NULL);
    memory_keep_origins(memory);
    uint64_t address = memory_allocate(memory, 12, ALLOCATION_DEVICE, -1, "words");
    Allocation *allocation = memory_find(memory, address);
    memcpy(allocation->data, (uint32_t[]){1, 2, 3}, 12);
    memory_mark(allocation, 0, 12);
    memory_mark_computed(allocation, 4, 4);
    memory_mark_computed(allocation, 8, 3); // not all of the last word
    veil_show(veil, allocation, 0, 12);
    const uint32_t *words = shown_words(&taken, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(words[0], 2);
    case_file_free(&taken);
    memory_destroy(memory);
}
END_TEST

// Memory that both sides see: for a kernel without tokens, for the host with what the kernel changed and no more.
START_TEST(kernels_see_shared_memory_without_tokens) {
    CaseFile taken;
    uint64_t count;
    Memory *memory = memory_create(1 << 20, NULL);
    int file = sealed_memory(4096);
    uint64_t address = memory_allocate(memory, 12, ALLOCATION_HOST, file, "words");
    Allocation *allocation = memory_find(memory, address);
    uint32_t *host = (uint32_t *)(void *)allocation->data;
    host[0] = TOKEN + 1, host[1] = TOKEN + 2, host[2] = 7;
    veil_begin(veil, memory);
    uint32_t *kernel = (uint32_t *)(void *)allocation->data;
    ck_assert_ptr_ne(kernel, host);
    ck_assert_uint_eq(kernel[0], REAL + 1);
    kernel[2] = kernel[0] + kernel[1];
    veil_end(veil);
    ck_assert_ptr_eq(allocation->data, (uint8_t *)host);
    ck_assert_uint_eq(host[0], TOKEN + 1);
    ck_assert_uint_eq(host[1], TOKEN + 2);
    ck_assert_uint_eq(host[2], 2 * REAL + 3);
    const uint32_t *words = shown_words(&taken, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(words[0], 2 * REAL + 3);
    case_file_free(&taken);
    memory_destroy(memory);
    close(file);
}
END_TEST

// ---- through a session ----------------------------------------------------------------------------------------------

static void session_set_up(void) {
    veil_set_up();
    set_up();
    service.veil = veil;
}

static void session_tear_down(void) {
    service.veil = NULL;
    tear_down();
    veil_tear_down();
}

static uint32_t word_at(uint64_t address) {
    const Allocation *allocation = memory_range(device_memory(service.contexts[0]->device), address, 4);
    uint32_t word;
    ck_assert_ptr_nonnull(allocation);
    memcpy(&word, allocation->data + (address - allocation->base), sizeof word);
    return word;
}

START_TEST(copies_to_the_device_arrive_without_tokens) {
    uint64_t address = allocate(64);
    memcpy(window, (uint32_t[]){TOKEN + 3, 5, TOKEN + 4}, 12);
    REQUEST(CALL_WRITE, address, 12, 12, 1, 0, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_uint_eq(word_at(address), REAL + 3);
    ck_assert_uint_eq(word_at(address + 4), 5);
    ck_assert_uint_eq(word_at(address + 8), REAL + 4);
}
END_TEST

START_TEST(copies_back_bring_what_is_there) {
    uint64_t address = allocate(64);
    memcpy(window, (uint32_t[]){TOKEN + 3}, 4);
    REQUEST(CALL_WRITE, address, 4, 4, 1, 0, 1);
    REQUEST(CALL_READ, address, 4, 4, 1, 16, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_int_eq(memcmp(window + 16, (uint32_t[]){REAL + 3}, 4), 0);
}
END_TEST

Suite *veil_suite(void);
Suite *veil_suite(void) {
    Suite *suite = suite_create("veil");
    TCase *tokens = tcase_create("tokens"), *sessions = tcase_create("sessions");
    tcase_add_checked_fixture(tokens, veil_set_up, veil_tear_down);
    tcase_add_test(tokens, every_token_becomes_what_it_stands_for);
    tcase_add_test(tokens, other_words_and_parts_of_words_stay);
    tcase_add_test(tokens, a_case_without_tokens_has_no_veil);
    tcase_add_test(tokens, words_that_kernels_computed_are_kept);
    tcase_add_test(tokens, kernels_see_shared_memory_without_tokens);
    tcase_add_checked_fixture(sessions, session_set_up, session_tear_down);
    tcase_add_test(sessions, copies_to_the_device_arrive_without_tokens);
    tcase_add_test(sessions, copies_back_bring_what_is_there);
    suite_add_tcase(suite, tokens);
    suite_add_tcase(suite, sessions);
    return suite;
}
