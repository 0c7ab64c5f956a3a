// test_races.c - races of a block's threads in shared and global memory.
#include "machine.h"
#include "one_block.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 1024

// Every rule holds in both spaces: loop tests run for shared memory (0) and global memory (1).
static const PtxSpace spaces[] = {SPACE_SHARED, SPACE_GLOBAL};
static const FaultKind kinds[] = {FAULT_RACE_SHARED, FAULT_RACE_GLOBAL};

static OneBlock one;
static uint64_t base[2];

static void setup(void) {
    one_block_begin(&one, BYTES);
    base[1] = memory_allocate(one.launch.memory, BYTES, ALLOCATION_DEVICE, -1, "test");
    memory_mark(memory_find(one.launch.memory, base[1]), 0, BYTES);
    for (unsigned i = 0; i < BYTES; i += 128) { // all of shared memory is written, then all threads meet
        uint64_t address[32];
        uint32_t zeros[32] = {0};
        for (unsigned lane = 0; lane < 32; lane++) address[lane] = i + lane * 4;
        one_block_access(&one, 0, SPACE_SHARED, ACCESS_STORE, 4, FULL_MASK, address, zeros);
    }
    one_block_barrier(&one);
}
static void teardown(void) { one_block_free(&one); }

// Lane l of a warp in mask accesses offset + l * stride at source line `line`; stores put value + l.
static void access_at(int space, unsigned warp, AccessKind kind, unsigned bytes, uint32_t mask, uint64_t offset,
                      uint64_t stride, uint32_t value, uint32_t line) {
    uint64_t address[32], values[32 * 2] = {0};
    for (unsigned lane = 0; lane < 32; lane++) {
        address[lane] = base[space] + offset + lane * stride;
        memcpy((uint8_t *)values + (size_t)lane * bytes, &(uint32_t){value + lane}, bytes < 4 ? bytes : 4);
    }
    one.location = line;
    one_block_access(&one, warp, spaces[space], kind, bytes, mask, address, values);
    if (kind != ACCESS_STORE || space != 0) return;
    for (unsigned lane = 0; lane < 32; lane++) // the store itself
        if (mask >> lane & 1) memcpy(one.block.shared + address[lane], (uint8_t *)values + (size_t)lane * bytes, bytes);
}

static void row(int space, unsigned warp, AccessKind kind, uint64_t offset, uint32_t line) {
    access_at(space, warp, kind, 4, FULL_MASK, offset, 4, 100 * line, line);
}
static void word(int space, unsigned warp, unsigned lane, AccessKind kind, uint64_t offset, uint32_t value,
                 uint32_t line) {
    access_at(space, warp, kind, 4, 1u << lane, offset, 0, value - lane, line);
}

static const Fault *only_race(int space) {
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(faults[0].kind, kinds[space]);
    return faults;
}
static void no_race(void) {
    size_t count;
    const Fault *faults = one_block_faults(&one, &count);
    ck_assert_msg(count == 0, "%s: %s", fault_name(faults[0].kind), fault_says(&faults[0]));
}

START_TEST(reading_what_another_thread_writes_races) {
    row(_i, 0, ACCESS_STORE, 0, 5);
    row(_i, 1, ACCESS_LOAD, 0, 6);
    const Fault *fault = only_race(_i);
    ck_assert(fault->location == 6 && fault->other_location == 5);
    ck_assert(!fault->is_write && fault->other_is_write);
    ck_assert(fault->thread.thread == 32 && fault->other.thread == 0);
    ck_assert_uint_eq(fault->count, 32);
}
END_TEST

START_TEST(a_barrier_orders) {
    row(_i, 0, ACCESS_STORE, 0, 5);
    one_block_barrier(&one);
    row(_i, 1, ACCESS_LOAD, 0, 6);
    one_block_barrier(&one);
    row(_i, 2, ACCESS_STORE, 0, 7);
    no_race();
}
END_TEST

START_TEST(a_thread_is_ordered_with_itself) {
    for (unsigned round = 0; round < 3; round++) {
        row(_i, 3, ACCESS_LOAD, 128, 5);
        row(_i, 3, ACCESS_STORE, 128, 6 + round);
    }
    no_race();
}
END_TEST

START_TEST(writing_what_another_thread_reads_races) {
    row(_i, 0, ACCESS_LOAD, 0, 5);
    row(_i, 1, ACCESS_LOAD, 0, 5);
    row(_i, 1, ACCESS_STORE, 0, 6);
    const Fault *fault = only_race(_i);
    ck_assert(fault->is_write && !fault->other_is_write);
    ck_assert_uint_eq(fault->other.thread, 0);
}
END_TEST

START_TEST(a_reader_among_many_is_not_overlooked) {
    for (unsigned warp = 0; warp < 8; warp++) access_at(_i, warp, ACCESS_LOAD, 4, FULL_MASK, 64, 0, 0, 5);
    word(_i, 7, 3, ACCESS_STORE, 64, 1, 6);
    ck_assert_uint_eq(only_race(_i)->count, 1);
}
END_TEST

START_TEST(equal_values_do_no_harm) {
    word(_i, 0, 0, ACCESS_STORE, 8, 42, 5);
    word(_i, 1, 0, ACCESS_STORE, 8, 42, 6);
    no_race();
}
END_TEST

START_TEST(different_values_race) {
    word(_i, 0, 0, ACCESS_STORE, 8, 42, 5);
    word(_i, 1, 0, ACCESS_STORE, 8, 43, 6);
    const Fault *fault = only_race(_i);
    ck_assert(fault->is_write && fault->other_is_write);
    ck_assert(fault->location == 6 && fault->other_location == 5);
}
END_TEST

START_TEST(lanes_of_one_store_race_if_their_values_differ) {
    access_at(_i, 0, ACCESS_STORE, 4, FULL_MASK, 16, 0, 7, 5);
    const Fault *fault = only_race(_i);
    ck_assert_uint_eq(fault->count, 31);
    ck_assert_uint_eq(fault->thread.thread, 1);
}
END_TEST

START_TEST(lanes_of_one_store_may_write_the_same) {
    uint64_t address[32];
    uint32_t values[32];
    for (unsigned lane = 0; lane < 32; lane++) {
        address[lane] = base[_i] + lane / 2 * 4;
        values[lane] = 9 + lane / 2;
    }
    one_block_access(&one, 0, spaces[_i], ACCESS_STORE, 4, FULL_MASK, address, values);
    no_race();
}
END_TEST

START_TEST(lanes_of_one_warp_race_without_synchronisation) {
    row(_i, 0, ACCESS_STORE, 0, 5);
    row(_i, 0, ACCESS_LOAD, 4, 6); // lane l reads what lane l + 1 wrote
    ck_assert_uint_eq(only_race(_i)->count, 31);
}
END_TEST

START_TEST(synchronising_the_warp_orders_its_lanes_only) {
    row(_i, 0, ACCESS_STORE, 0, 5);
    one.warps[0].sync_epoch++;
    row(_i, 0, ACCESS_LOAD, 4, 6);
    one.warps[0].sync_epoch++;
    row(_i, 0, ACCESS_STORE, 0, 7);
    size_t count;
    one_block_faults(&one, &count);
    ck_assert_uint_eq(count, 0);
    row(_i, 0, ACCESS_STORE, 0, 8);
    one.warps[0].sync_epoch++;
    row(_i, 1, ACCESS_LOAD, 0, 9);
    ck_assert_uint_eq(only_race(_i)->location, 9);
}
END_TEST

START_TEST(neighbouring_bytes_are_not_one_place) {
    access_at(_i, 0, ACCESS_STORE, 1, FULL_MASK, 0, 2, 1, 5);
    access_at(_i, 1, ACCESS_STORE, 1, FULL_MASK, 1, 2, 50, 6);
    no_race();
}
END_TEST

START_TEST(a_byte_of_a_word_is_part_of_it) {
    word(_i, 0, 0, ACCESS_STORE, 8, 0x01020304, 5);
    access_at(_i, 1, ACCESS_LOAD, 1, 1, 10, 0, 0, 6);
    ck_assert_uint_eq(only_race(_i)->bytes, 1);
}
END_TEST

START_TEST(wide_accesses_touch_all_their_words) {
    access_at(_i, 0, ACCESS_STORE, 16, FULL_MASK, 0, 16, 3, 5);
    word(_i, 1, 0, ACCESS_LOAD, 12 * 4, 0, 6);
    ck_assert_uint_eq(only_race(_i)->other.thread, 3);
}
END_TEST

START_TEST(atomics_do_not_race_with_atomics) {
    for (unsigned warp = 0; warp < 4; warp++)
        access_at(_i, warp, warp % 2 ? ACCESS_ATOMIC : ACCESS_REDUCTION, 4, FULL_MASK, 0, warp % 3 * 4, 0, 5);
    no_race();
}
END_TEST

START_TEST(atomics_race_with_plain_accesses) {
    access_at(_i, 0, ACCESS_REDUCTION, 4, FULL_MASK, 0, 0, 0, 5);
    word(_i, 1, 0, ACCESS_LOAD, 0, 0, 6);
    const Fault *fault = only_race(_i);
    ck_assert(fault->location == 6 && fault->other_location == 5);
}
END_TEST

START_TEST(a_plain_write_is_not_hidden_by_an_atomic) {
    word(_i, 0, 0, ACCESS_STORE, 0, 1, 5);
    access_at(_i, 0, ACCESS_ATOMIC, 4, 1, 0, 0, 0, 6);
    access_at(_i, 1, ACCESS_ATOMIC, 4, 1, 0, 0, 0, 7);
    const Fault *fault = only_race(_i);
    ck_assert(fault->location == 7 && fault->other_location == 5);
}
END_TEST

// A tree reduction whose threads forget to wait between steps: s[t] += s[t + n].
START_TEST(a_reduction_needs_its_barriers) {
    for (unsigned step = 64; step >= 32; step /= 2)
        for (unsigned warp = 0; warp < step / 32; warp++) {
            row(_i, warp, ACCESS_LOAD, warp * 128, 5);
            row(_i, warp, ACCESS_LOAD, warp * 128 + step * 4, 6);
            row(_i, warp, ACCESS_STORE, warp * 128, 7);
        }
    ck_assert_int_eq(only_race(_i)->kind, kinds[_i]);
}
END_TEST

START_TEST(a_lock_orders_accesses) {
    for (unsigned warp = 0; warp < 3; warp++) {
        access_at(_i, warp, ACCESS_ATOMIC, 4, 1, 512, 0, 0, 4); // take the lock
        word(_i, warp, 0, ACCESS_LOAD, 0, 0, 5);
        word(_i, warp, 0, ACCESS_STORE, 0, warp, 6);
        access_at(_i, warp, ACCESS_ATOMIC, 4, 1, 512, 0, 0, 7); // and give it back
    }
    no_race();
}
END_TEST

START_TEST(an_atomic_before_both_orders_nothing) {
    for (unsigned warp = 0; warp < 2; warp++) access_at(_i, warp, ACCESS_ATOMIC, 4, 1, 512, 0, 0, 4);
    word(_i, 0, 0, ACCESS_STORE, 0, 1, 5);
    word(_i, 1, 0, ACCESS_LOAD, 0, 0, 6);
    ck_assert_int_eq(only_race(_i)->kind, kinds[_i]);
}
END_TEST

// old = *p; do { assumed = old; old = atomicCAS(p, assumed, ...); } while (old != assumed);
START_TEST(compare_and_swap_may_follow_a_plain_read) {
    for (unsigned warp = 0; warp < 2; warp++) {
        word(_i, warp, 0, ACCESS_LOAD, 0, 0, 5);
        one.order = ORDER_SWAP;
        access_at(_i, warp, ACCESS_ATOMIC, 4, 1, 0, 0, 0, 6);
        one.order = ORDER_NONE;
    }
    no_race();
}
END_TEST

START_TEST(compare_and_swap_races_with_a_plain_write) {
    word(_i, 0, 0, ACCESS_STORE, 0, 1, 5);
    one.order = ORDER_SWAP;
    access_at(_i, 1, ACCESS_ATOMIC, 4, 1, 0, 0, 0, 6);
    ck_assert_int_eq(only_race(_i)->location, 6);
}
END_TEST

// A flag: data, then st.release; ld.acquire, then the data.
START_TEST(release_and_acquire_order_accesses) {
    word(_i, 0, 0, ACCESS_STORE, 0, 1, 5);
    one.order = ORDER_STRONG;
    word(_i, 0, 0, ACCESS_STORE, 512, 1, 6);
    word(_i, 1, 0, ACCESS_LOAD, 512, 0, 7);
    one.order = ORDER_NONE;
    word(_i, 1, 0, ACCESS_LOAD, 0, 0, 8);
    no_race();
}
END_TEST

START_TEST(ordered_accesses_race_with_plain_writes) {
    word(_i, 0, 0, ACCESS_STORE, 0, 1, 5);
    one.order = ORDER_STRONG;
    word(_i, 1, 0, ACCESS_LOAD, 0, 0, 6);
    ck_assert_int_eq(only_race(_i)->location, 6);
}
END_TEST

// As compute-sanitizer has it: a volatile flag in shared memory is a race.
START_TEST(volatile_shared_accesses_race) {
    one.order = ORDER_VOLATILE;
    word(0, 0, 0, ACCESS_STORE, 0, 1, 5);
    word(0, 1, 0, ACCESS_LOAD, 0, 0, 6);
    ck_assert_int_eq(only_race(0)->location, 6);
}
END_TEST

START_TEST(volatile_global_accesses_are_signals) {
    one.order = ORDER_VOLATILE;
    word(1, 0, 0, ACCESS_STORE, 0, 1, 5);
    word(1, 1, 0, ACCESS_LOAD, 0, 0, 6);
    no_race();
}
END_TEST

START_TEST(blocks_do_not_see_each_others_accesses) {
    row(_i, 0, ACCESS_STORE, 0, 5);
    checks_block_end(&one.block);
    one.block.index = 1;
    checks_block_begin(&one.block);
    row(_i, 1, ACCESS_STORE, 0, 6);
    no_race();
}
END_TEST

// ---- against a list of all accesses -----------------------------------------------------------------------

typedef struct {
    unsigned thread, sync;
    bool writes;
} Past;
enum { WORDS = BYTES / 4, MOST_PAST = 400 };
static Past past[WORDS][MOST_PAST];
static unsigned past_count[WORDS];

// Notes an access to a word; true if it races with an earlier one of the interval.
static bool reference(unsigned index, Past now) {
    bool race = false;
    for (unsigned i = 0; i < past_count[index]; i++) {
        Past before = past[index][i];
        bool ordered =
            before.thread == now.thread || (before.thread / 32 == now.thread / 32 && before.sync != now.sync);
        if (!ordered && (before.writes || now.writes)) race = true;
    }
    past[index][past_count[index]++] = now;
    return race;
}

static bool random_access(int space, uint32_t *value) {
    AccessKind kind = rand() % 4 ? ACCESS_LOAD : ACCESS_STORE;
    unsigned warp = (unsigned)rand() % 3, bytes = 4u << rand() % 3;
    unsigned pattern = (unsigned)rand() % 5, room = BYTES / bytes;
    if (rand() % 4 == 0) one.warps[warp].sync_epoch++;
    uint32_t mask = rand() % 2 ? FULL_MASK : (uint32_t)rand() | 1;
    uint64_t address[32];
    uint32_t values[32 * 4];
    unsigned start = (unsigned)rand() % room;
    bool race = false;
    for (unsigned i = 0; i < 32 * 4; i++) values[i] = (*value)++; // no two stores are equal
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned steps[] = {lane, 0, lane * 5, lane / 16 * 3 + lane % 16, (unsigned)rand() % room};
        address[lane] = base[space] + (uint64_t)((start + steps[pattern]) % room) * bytes;
        if (!(mask >> lane & 1)) continue;
        Past now = {warp * 32 + lane, one.warps[warp].sync_epoch, kind != ACCESS_LOAD};
        for (unsigned i = 0; i < bytes / 4; i++)
            race |= reference((unsigned)(address[lane] - base[space]) / 4 + i, now);
    }
    one_block_access(&one, warp, spaces[space], kind, bytes, mask, address, values);
    return race;
}

// Random intervals of a few accesses: the checker finds a race exactly when there is one. Without atomics,
// which may stand for locks.
START_TEST(random_intervals_race_as_a_full_list_says) {
    uint32_t value = 1;
    unsigned racing = 0, clean = 0;
    for (unsigned interval = 0; interval < 1500; interval++) {
        memset(past_count, 0, sizeof past_count);
        bool race = false;
        unsigned accesses = 1 + (unsigned)rand() % 3;
        for (unsigned i = 0; i < accesses; i++) race |= random_access(_i, &value);
        size_t count;
        one_block_faults(&one, &count);
        ck_assert_msg((count != 0) == race, "interval %u: %s", interval,
                      race ? "a race was missed" : "there is no race");
        racing += race;
        clean += !race;
        faults_destroy(one.launch.faults);
        one.launch.faults = faults_create();
        one_block_barrier(&one);
    }
    ck_assert(racing > 100 && clean > 100);
}
END_TEST

START_TEST(many_intervals_are_told_apart) {
    for (unsigned interval = 0; interval < 70000; interval++) {
        row(0, interval % 2, ACCESS_STORE, 0, 5);
        one_block_barrier(&one);
    }
    no_race();
}
END_TEST

// Lanes at every third word, where no two are neighbours.
static void scattered(unsigned warp, AccessKind kind, uint64_t offset, uint32_t line) {
    access_at(0, warp, kind, 4, FULL_MASK, offset, 12, 0, line);
}

START_TEST(a_read_is_remembered_however_many_follow) {
    word(0, 0, 7, ACCESS_LOAD, 0, 0, 5);
    for (unsigned n = 0; n < 6000; n++) row(0, n % 4, ACCESS_LOAD, 128 + n % 4 * 128, 6);
    for (unsigned n = 0; n < 600; n++) scattered(n % 4, ACCESS_LOAD, 600, 7);
    no_race();
    word(0, 1, 0, ACCESS_STORE, 0, 1, 8);
    ck_assert_uint_eq(only_race(0)->other.thread, 7);
    ck_assert_uint_eq(only_race(0)->other_location, 5);
}
END_TEST

START_TEST(scattered_reads_race_where_they_are) {
    for (unsigned n = 0; n < 600; n++) scattered(0, ACCESS_LOAD, 0, 5);
    word(0, 1, 0, ACCESS_STORE, 4, 1, 6);
    word(0, 1, 1, ACCESS_STORE, 8, 1, 6);
    no_race();
    word(0, 1, 2, ACCESS_STORE, 12, 1, 7);
    ck_assert_uint_eq(only_race(0)->other.thread, 1);
}
END_TEST

START_TEST(a_byte_written_races_with_the_words_read_before) {
    row(0, 0, ACCESS_LOAD, 0, 5);
    access_at(0, 1, ACCESS_STORE, 1, 1, 42, 0, 1, 6);
    const Fault *fault = only_race(0);
    ck_assert_uint_eq(fault->other.thread, 10);
    ck_assert(fault->is_write && !fault->other_is_write);
}
END_TEST

Suite *races_suite(void) {
    const TTest *in_both[] = {reading_what_another_thread_writes_races,
                              a_barrier_orders,
                              a_thread_is_ordered_with_itself,
                              writing_what_another_thread_reads_races,
                              a_reader_among_many_is_not_overlooked,
                              equal_values_do_no_harm,
                              different_values_race,
                              lanes_of_one_store_race_if_their_values_differ,
                              lanes_of_one_store_may_write_the_same,
                              lanes_of_one_warp_race_without_synchronisation,
                              synchronising_the_warp_orders_its_lanes_only,
                              neighbouring_bytes_are_not_one_place,
                              a_byte_of_a_word_is_part_of_it,
                              wide_accesses_touch_all_their_words,
                              atomics_do_not_race_with_atomics,
                              atomics_race_with_plain_accesses,
                              a_plain_write_is_not_hidden_by_an_atomic,
                              a_reduction_needs_its_barriers,
                              a_lock_orders_accesses,
                              an_atomic_before_both_orders_nothing,
                              compare_and_swap_may_follow_a_plain_read,
                              compare_and_swap_races_with_a_plain_write,
                              release_and_acquire_order_accesses,
                              ordered_accesses_race_with_plain_writes,
                              blocks_do_not_see_each_others_accesses,
                              random_intervals_race_as_a_full_list_says};
    Suite *suite = suite_create("races");
    TCase *tests = tcase_create("races");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 60);
    for (size_t i = 0; i < sizeof in_both / sizeof *in_both; i++) tcase_add_loop_test(tests, in_both[i], 0, 2);
    tcase_add_test(tests, volatile_shared_accesses_race);
    tcase_add_test(tests, volatile_global_accesses_are_signals);
    tcase_add_test(tests, many_intervals_are_told_apart);
    tcase_add_test(tests, a_read_is_remembered_however_many_follow);
    tcase_add_test(tests, scattered_reads_race_where_they_are);
    tcase_add_test(tests, a_byte_written_races_with_the_words_read_before);
    suite_add_tcase(suite, tests);
    return suite;
}
