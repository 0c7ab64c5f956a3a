// test_lent_pages.c - what another process has seen and changed of a private block, page by page.
#define _GNU_SOURCE
#include "emulator/base/lent_pages.h"
#include <check.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 3, MOST_PAGE = 65536 };

static uint8_t block[PAGES * MOST_PAGE], *program; // program: what the other process maps
static uint64_t computed[PAGES * MOST_PAGE / 64];
static uint64_t page, size;
static int file;
static LentPages *pages;

static void set_up(void) {
    page = (uint64_t)sysconf(_SC_PAGESIZE);
    size = (PAGES - 1) * page + 100; // the last page is not whole
    file = memfd_create("seen", MFD_CLOEXEC);
    ck_assert_int_eq(ftruncate(file, (off_t)(PAGES * page)), 0);
    program = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ck_assert_ptr_ne(program, MAP_FAILED);
    memset(block, 0, sizeof block);
    memset(computed, 0, sizeof computed);
    pages = lent_create(size, file, true);
    ck_assert_ptr_nonnull(pages);
}

static void tear_down(void) {
    lent_destroy(pages);
    munmap(program, size);
    close(file);
}

static void kernel_stores(uint64_t at, uint8_t value) {
    block[at] = value;
    computed[at / 64] |= 1ull << at % 64;
}

static bool is_computed(uint64_t at) { return computed[at / 64] >> at % 64 & 1; }

START_TEST(a_page_is_seen_when_it_is_lent_and_no_other) {
    kernel_stores(5, 1);
    kernel_stores(page + 7, 2);
    kernel_stores(page + 8, 3);
    ck_assert_uint_eq(program[page + 7], 0);
    ck_assert_uint_eq(lent_give(pages, block, page + 4), 2);
    ck_assert_uint_eq(program[page + 7], 2);
    ck_assert_uint_eq(program[5], 0);
}
END_TEST

START_TEST(what_was_seen_is_no_news) {
    kernel_stores(5, 1);
    ck_assert_uint_eq(lent_give(pages, block, 0), 1);
    ck_assert_uint_eq(lent_give(pages, block, 9), 0);
    lent_take_back(pages, block, computed);
    ck_assert_uint_eq(lent_give(pages, block, 0), 0);
    lent_take_back(pages, block, computed);
    kernel_stores(6, 4);
    ck_assert_uint_eq(program[6], 0);
    ck_assert_uint_eq(lent_give(pages, block, 0), 1);
    ck_assert_uint_eq(program[6], 4);
}
END_TEST

START_TEST(what_the_program_changed_is_the_programs) {
    kernel_stores(40, 1);
    kernel_stores(41, 2);
    lent_give(pages, block, 0);
    program[41] = 9;
    lent_take_back(pages, block, computed);
    ck_assert_uint_eq(block[40], 1);
    ck_assert_uint_eq(block[41], 9);
    ck_assert(is_computed(40));
    ck_assert(!is_computed(41));
    ck_assert(lent_told(pages, 41 / TOLD_UNIT));
    ck_assert(!lent_told(pages, 0));
}
END_TEST

START_TEST(what_is_written_to_a_page_that_is_not_lent_is_lost) {
    program[3] = 7;
    lent_take_back(pages, block, computed);
    ck_assert_uint_eq(block[3], 0);
    lent_give(pages, block, 0); // and is not what the block holds, which a program that does so has from itself
    lent_take_back(pages, block, computed);
    ck_assert_uint_eq(block[4], 0);
}
END_TEST

START_TEST(unseen_bytes_are_counted_across_pages) {
    ck_assert_uint_eq(lent_unseen(pages, block, 0, size), 0);
    for (uint64_t at = page - 3; at < page + 5; at++) kernel_stores(at, 1);
    kernel_stores(size - 1, 1);
    ck_assert_uint_eq(lent_unseen(pages, block, 0, size), 9);
    ck_assert_uint_eq(lent_unseen(pages, block, page - 2, 4), 4);
    ck_assert_uint_eq(lent_give_all(pages, block), 9);
    ck_assert_int_eq(memcmp(program, block, size), 0);
}
END_TEST

// A variable's initial value is in the program's own file.
START_TEST(what_is_in_the_file_from_the_start_is_known) {
    lent_destroy(pages);
    memset(program, 5, size);
    memset(block, 5, size);
    pages = lent_create(size, file, false);
    block[1] = 0;
    ck_assert_uint_eq(lent_give(pages, block, 0), 1);
    ck_assert_uint_eq(lent_give(pages, block, page), 0);
    ck_assert_uint_eq(program[1], 0);
}
END_TEST

START_TEST(pages_move_once_when_their_owner_uses_them) {
    lent_give(pages, block, 0);
    lent_take_back(pages, block, computed);
    LentUse use = lent_use(pages, 0, size);
    ck_assert_uint_eq(use.moved, page);
    ck_assert_uint_eq(use.first_used, size - page);
    use = lent_use(pages, 0, size);
    ck_assert_uint_eq(use.moved + use.first_used, 0);
}
END_TEST

Suite *lent_pages_suite(void);
Suite *lent_pages_suite(void) {
    Suite *suite = suite_create("lent_pages");
    TCase *tests = tcase_create("lent_pages");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_page_is_seen_when_it_is_lent_and_no_other);
    tcase_add_test(tests, what_was_seen_is_no_news);
    tcase_add_test(tests, what_the_program_changed_is_the_programs);
    tcase_add_test(tests, what_is_written_to_a_page_that_is_not_lent_is_lost);
    tcase_add_test(tests, unseen_bytes_are_counted_across_pages);
    tcase_add_test(tests, what_is_in_the_file_from_the_start_is_known);
    tcase_add_test(tests, pages_move_once_when_their_owner_uses_them);
    suite_add_tcase(suite, tests);
    return suite;
}
