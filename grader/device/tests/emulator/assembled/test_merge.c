// test_merge.c - neighbouring accesses to shared and global memory count as the one that ptxas makes of them.
//
// The expected numbers are those of LDS, STS, LDG and STG instructions in what ptxas 13.0 made of the same PTX for
// sm_90.
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

// Accesses at stride * thread + offset: load or store, bytes, offset. b: a barrier; o: a store elsewhere in shared
// memory; i: a load elsewhere; g: a store to global memory; d, q: a division, correctly rounded or not; m: a remainder
// of 64 bits; v: a volatile load.
typedef struct {
    unsigned stride;
    const char *accesses;
    unsigned loads, stores;
} Example;

static const Example EXAMPLES[] = {
    {16, "l4+0 l4+4", 1, 0},
    {16, "l4+4 l4+0", 1, 0},
    {16, "l4+0 l4+4 l4+8 l4+12", 1, 0},
    {16, "l4+12 l4+8 l4+4 l4+0", 1, 0},
    {16, "l4+0 l4+8 l4+4 l4+12", 1, 0},
    {16, "l4+0 l4+4 l4+8", 1, 0},
    {16, "l4+0 l4+4 l4+12", 1, 0},
    {16, "l4+4 l4+8", 2, 0},
    {16, "l4+0 l4+8", 2, 0},
    {16, "l4+0 l4+12", 2, 0},
    {16, "l4+4 l4+8 l4+12 l4+16", 2, 0},
    {16, "l4+0 l4+32 l4+4 l4+36", 2, 0},
    {16, "l4+0 l4+0 l4+4", 1, 0},
    {8, "l4+0 l4+4 l4+8 l4+12", 2, 0},
    {8, "l4+0 l4+4 l4+8", 2, 0},
    {4, "l4+0 l4+4", 2, 0},
    {12, "l4+0 l4+4 l4+8", 3, 0},
    {16, "l8+0 l8+8", 1, 0},
    {8, "l8+0 l8+8", 2, 0},
    {16, "l8+0 l4+8 l4+12", 2, 0},
    {16, "l8+0 l4+8", 2, 0},
    {16, "l2+0 l2+2", 2, 0},
    {16, "l4+0 b l4+4", 2, 0},
    {16, "l4+0 o l4+4", 2, 1},
    {16, "l4+0 i l4+4", 2, 0},
    {16, "l4+0 g l4+4", 1, 0},
    {16, "l4+0 d l4+4", 2, 0},
    {16, "l4+0 m l4+4", 2, 0},
    {16, "l4+0 q l4+4", 1, 0},
    {16, "v4+0 v4+4", 2, 0},
    {16, "s4+0 s4+4", 0, 1},
    {16, "s4+4 s4+0", 0, 1},
    {16, "s4+0 s4+4 s4+8", 0, 2},
    {16, "s4+4 s4+8 s4+12", 0, 2},
    {16, "s4+0 s4+4 s4+12", 0, 2},
    {16, "s4+0 s4+4 s4+8 s4+12", 0, 1},
    {16, "s4+0 s4+8 s4+4 s4+12", 0, 1},
    {16, "s4+4 s4+8", 0, 2},
    {16, "s4+4 s4+8 s4+12 s4+16", 0, 3},
    {16, "s4+0 s4+32 s4+4 s4+36", 0, 4},
    {8, "s4+0 s4+4 s4+8 s4+12", 0, 2},
    {4, "s4+0 s4+4", 0, 2},
    {16, "s8+0 s8+8", 0, 1},
    {16, "s8+0 s4+8 s4+12", 0, 2},
    {16, "s2+0 s2+2", 0, 1},
    {16, "s2+0 s2+2 s2+4 s2+6", 0, 1},
    {16, "s4+0 s2+4 s2+6", 0, 2},
    {16, "s2+2 s2+4", 0, 2},
    {16, "s1+0 s1+1", 0, 2},
    {16, "s4+0 s4+4 s4+0", 0, 2},
    {16, "s4+0 i s4+4", 1, 2},
    {16, "s4+0 b s4+4", 0, 2},
    {16, "s4+0 g s4+4", 0, 1},
    {16, "s4+0 d s4+4", 0, 2},
    {16, "l4+0 s4+0 l4+4 s4+4", 2, 2},
    {16, "l4+0 l4+4 s4+0 s4+4", 1, 1},
};

static Machine *machine;
static uint32_t words[64];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

static size_t write_access(char *text, size_t room, char kind, unsigned bytes, unsigned offset) {
    static const char *const REGISTERS[] = {[1] = "%h5", [2] = "%h5", [4] = "%r5", [8] = "%l5"};
    const char *reg = REGISTERS[bytes], *is_volatile = kind == 'v' ? "volatile." : "";
    unsigned bits = bytes * 8;
    if (kind == 's') return (size_t)snprintf(text, room, "st.shared.u%u [%%r3+%u], %s;\n", bits, offset, reg);
    return (size_t)snprintf(text, room, "ld.%sshared.u%u %s, [%%r3+%u];\n", is_volatile, bits, reg, offset);
}

static size_t write_between(char *text, size_t room, char kind) {
    static const char *const LINES[] = {
        ['b'] = "bar.sync 0;\n",
        ['o'] = "st.shared.u32 [%r4], %r6;\n",
        ['i'] = "ld.shared.u32 %r6, [%r4];\n",
        ['g'] = "st.global.u32 [%l1], %r6;\n",
        ['d'] = "div.rn.f32 %f1, %f1, %f2;\n",
        ['q'] = "div.full.f32 %f1, %f1, %f2;\n",
        ['m'] = "rem.u64 %l6, %l6, %l1;\n",
    };
    const char *line = LINES[(unsigned)kind];
    return (size_t)snprintf(text, room, "%s", line);
}

static void write_kernel(const Example *example, char *text, size_t room) {
    size_t length = (size_t)snprintf(
        text, room,
        ".shared .align 16 .b8 s[4096];\n .shared .align 16 .b8 t[256];\n"
        "ld.param.u64 %%l1, [out];\n mov.u32 %%r1, %%tid.x;\n mov.u32 %%r2, s;\n"
        "mad.lo.u32 %%r3, %%r1, %u, %%r2;\n shl.b32 %%r4, %%r1, 2;\n mov.u32 %%r2, t;\n"
        "add.s32 %%r4, %%r4, %%r2;\n mov.u32 %%r5, 1;\n mov.u32 %%r6, 1;\n mov.u64 %%l5, 1;\n"
        "mov.u16 %%h5, 1;\n mov.f32 %%f1, 0f3F800000;\n mov.f32 %%f2, 0f40400000;\n mov.u64 %%l6, 77;\n",
        example->stride);
    for (const char *next = example->accesses; next; next = strchr(next, ' ') ? strchr(next, ' ') + 1 : NULL) {
        unsigned bytes, offset;
        if (sscanf(next + 1, "%u+%u", &bytes, &offset) == 2)
            length += write_access(text + length, room - length, *next, bytes, offset);
        else length += write_between(text + length, room - length, *next);
    }
    snprintf(text + length, room - length, "ret;\n");
}

START_TEST(accesses_are_as_many_as_in_the_machine_code) {
    char text[4096];
    const Example *example = &EXAMPLES[_i];
    write_kernel(example, text, sizeof text);
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    uint64_t loads = machine_counter(machine, COUNTER_shared_load_instructions);
    uint64_t stores = machine_counter(machine, COUNTER_shared_store_instructions);
    ck_assert_msg(loads == example->loads && stores == example->stores,
                  "stride %u, %s: %u loads and %u stores expected, got %llu and %llu", example->stride,
                  example->accesses, example->loads, example->stores, (unsigned long long)loads,
                  (unsigned long long)stores);
}
END_TEST

// Threads at a stride of 8 bytes: two accesses of 4 bytes conflict, the one of 8 does not.
START_TEST(a_merged_access_has_no_conflicts_that_only_its_parts_had) {
    machine_load_kernel(machine, "k",
                        ".shared .align 4 .b8 s[256];\n mov.u32 %r1, %tid.x;\n mov.u32 %r2, s;\n"
                        "shl.b32 %r6, %r1, 3;\n add.s32 %r3, %r2, %r6;\n"
                        "st.shared.u32 [%r3], %r1;\n st.shared.u32 [%r3+4], %r1;\n bar.sync 0;\n"
                        "ld.shared.u32 %r4, [%r3+4];\n ld.shared.u32 %r5, [%r3];\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 32), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_wavefronts), 2);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_bank_conflicts), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_store_wavefronts), 2);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_store_bank_conflicts), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_bytes), 256);
}
END_TEST

// A loop's address starts aligned and moves by 16: aligned in every round. One that moves by 4 is not.
START_TEST(alignment_is_followed_through_a_loop) {
    static const char *const STEPS[] = {"16", "4"};
    for (unsigned n = 0; n < 2; n++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ".shared .align 4 .b8 s[512];\n ld.param.u32 %%r4, [n];\n mov.u32 %%r3, s;\n mov.u32 %%r6, 0;\n"
                 "st.shared.u32 [%%r3], %%r6;\n st.shared.u32 [s+4], %%r6;\n st.shared.u32 [s+8], %%r6;\n"
                 "LOOP: ld.shared.u32 %%r5, [%%r3];\n ld.shared.u32 %%r5, [%%r3+4];\n add.s32 %%r3, %%r3, %s;\n"
                 "add.s32 %%r6, %%r6, 1;\n setp.lt.u32 %%p0, %%r6, 1;\n @%%p0 bra LOOP;\n ret;\n",
                 STEPS[n]);
        machine_load_kernel(machine, "k", text);
        ck_assert_int_eq(machine_run(machine, "k", 1, 32, 1, words, 32), 0);
        ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_load_instructions), n + 1);
    }
}
END_TEST

// Twelve bytes of another variable come first, so that the address of the second is no multiple of 8.
START_TEST(alignment_is_that_of_the_address_not_of_the_index) {
    machine_load_kernel(
        machine, "k",
        ".shared .align 4 .b8 first[12];\n .shared .align 4 .b8 s[256];\n mov.u32 %r1, %tid.x;\n"
        "st.shared.u32 [first], %r1;\n mov.u32 %r2, s;\n shl.b32 %r6, %r1, 3;\n add.s32 %r3, %r2, %r6;\n"
        "st.shared.u32 [%r3], %r1;\n st.shared.u32 [%r3+4], %r1;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 1, 0, words, 32), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_shared_store_instructions), 3); // 2 without `first`
}
END_TEST

// ---- global memory -----------------------------------------------------------------------------------------------

// %l2 and %l3: a thread's own 64 bytes twice. LOADn and STOREn: of a word at offset n.
#define GLOBAL_BEGIN                                                                                                   \
    "ld.param.u64 %l0, [out];\n mov.u32 %r1, %tid.x;\n mul.wide.u32 %l1, %r1, 64;\n add.s64 %l2, %l0, %l1;\n"          \
    "add.s64 %l3, %l2, 4096;\n mov.u64 %l5, 1;\n"
#define STORE(offset) "st.global.u32 [%l2+" #offset "], %r1;\n"
#define LOAD(offset) "ld.global.u32 %r5, [%l2+" #offset "];\n st.shared.u32 [s], %r5;\n"
#define PAIR_STORED "st.global.v2.u32 [%l2+40], {%r1, %r1};\n"
#define FOUR_STORED "st.global.v4.u32 [%l2+32], {%r1, %r1, %r1, %r1};\n"
#define PAIR_LOADED "ld.global.v2.u32 {%r6, %r7}, [%l2+40];\n"
#define FOUR_LOADED "ld.global.v4.u32 {%r6, %r7, %r8, %r9}, [%l2+32];\n"

typedef struct {
    const char *body;
    unsigned loads, stores; // with those that tell of the alignment
} GlobalExample;

static const GlobalExample GLOBAL_EXAMPLES[] = {
    {STORE(0) STORE(4) STORE(8) STORE(12), 0, 4},
    {PAIR_STORED STORE(0) STORE(4) STORE(8) STORE(12), 0, 3},
    {STORE(0) STORE(4) STORE(8) STORE(12) PAIR_STORED, 0, 3},
    {STORE(4) STORE(8) STORE(12) STORE(16) PAIR_STORED, 0, 4},
    {FOUR_STORED STORE(0) STORE(4) STORE(8) STORE(12), 0, 2},
    {FOUR_STORED STORE(0) STORE(4) STORE(8), 0, 3},
    {"st.global.u64 [%l2+40], %l5;\n" STORE(0) STORE(4), 0, 2},
    {FOUR_STORED "st.global.u64 [%l2], %l5;\n st.global.u64 [%l2+8], %l5;\n", 0, 2},
    {FOUR_STORED "st.global.u64 [%l2], %l5;\n st.global.v2.u32 [%l2+8], {%r1, %r1};\n", 0, 3},
    {PAIR_STORED STORE(0) "st.global.u32 [%l3], %r1;\n" STORE(4), 0, 4},
    {PAIR_STORED STORE(0) "ld.global.u32 %r5, [%l3];\n" STORE(4), 1, 3},
    {"st.global.v2.u32 [%l3+40], {%r1, %r1};\n" STORE(0) STORE(4), 0, 2},
    {"add.s64 %l4, %l2, 16;\n st.global.v2.u32 [%l4+24], {%r1, %r1};\n" STORE(0) STORE(4), 0, 2},
    {"setp.eq.u32 %p1, %r1, 99;\n @%p1 st.global.v2.u32 [%l2+40], {%r1, %r1};\n" STORE(0) STORE(4), 0, 2},
    {PAIR_STORED "setp.eq.u32 %p1, %r1, 99;\n @%p1 bra ON;\n" STORE(0) STORE(4) "ON:\n", 0, 2},
    {"setp.eq.u32 %p1, %r1, 99;\n @%p1 bra ON;\n" STORE(0) STORE(4) "ON:\n" PAIR_STORED, 0, 3},
    {"red.global.add.u64 [%l2+40], 1;\n" STORE(0) STORE(4), 0, 2},
    {LOAD(0) LOAD(4) LOAD(8) LOAD(12), 4, 0},
    {PAIR_LOADED LOAD(0) LOAD(4) LOAD(8) LOAD(12), 3, 0},
    {FOUR_LOADED LOAD(0) LOAD(4) LOAD(12), 2, 0},
    {FOUR_LOADED LOAD(0) LOAD(8), 3, 0},
    {FOUR_LOADED LOAD(4) LOAD(8), 3, 0},
    {PAIR_LOADED LOAD(0) "st.global.u32 [%l3], %r1;\n" LOAD(4), 3, 1},
    {PAIR_LOADED LOAD(0) "bar.sync 0;\n" LOAD(4), 3, 0},
    {PAIR_LOADED "ld.global.nc.u32 %r5, [%l2];\n ld.global.nc.u32 %r6, [%l2+4];\n", 2, 0},
    {PAIR_LOADED "ld.global.nc.u32 %r5, [%l2];\n ld.global.u32 %r6, [%l2+4];\n", 3, 0},
};

START_TEST(global_accesses_are_as_many_as_in_the_machine_code) {
    static uint32_t many[2048];
    char text[4096];
    const GlobalExample *example = &GLOBAL_EXAMPLES[_i];
    snprintf(text, sizeof text, ".shared .b32 s;\n%s%sret;\n", GLOBAL_BEGIN, example->body);
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, many, 2048), 0);
    unsigned loads = (unsigned)machine_counter(machine, COUNTER_global_load_requests);
    unsigned stores = (unsigned)machine_counter(machine, COUNTER_global_store_requests);
    ck_assert_msg(loads == example->loads && stores == example->stores, "%s%u loads and %u stores", example->body,
                  loads, stores);
}
END_TEST

// Each thread's two words lie in one sector, and every thread has a sector of its own.
START_TEST(a_merged_global_access_has_the_sectors_of_all_its_parts) {
    static uint32_t many[2048];
    machine_load_kernel(machine, "k", GLOBAL_BEGIN PAIR_STORED STORE(0) STORE(4) "ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, many, 2048), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_store_sectors), 2 * 32);
}
END_TEST

Suite *merge_suite(void) {
    Suite *suite = suite_create("merge");
    TCase *tests = tcase_create("merge");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, accesses_are_as_many_as_in_the_machine_code, 0, sizeof EXAMPLES / sizeof *EXAMPLES);
    tcase_add_loop_test(tests, global_accesses_are_as_many_as_in_the_machine_code, 0,
                        sizeof GLOBAL_EXAMPLES / sizeof *GLOBAL_EXAMPLES);
    tcase_add_test(tests, a_merged_global_access_has_the_sectors_of_all_its_parts);
    tcase_add_test(tests, a_merged_access_has_no_conflicts_that_only_its_parts_had);
    tcase_add_test(tests, alignment_is_followed_through_a_loop);
    tcase_add_test(tests, alignment_is_that_of_the_address_not_of_the_index);
    suite_add_tcase(suite, tests);
    return suite;
}
