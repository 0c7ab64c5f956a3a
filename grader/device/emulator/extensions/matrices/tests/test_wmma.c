// test_wmma.c - loads and stores of wmma fragments count as what ptxas makes of them; sums of products.
//
// The expected numbers of accesses follow from the lanes' addresses in what ptxas 13.0 made of each form for sm_90:
// requests and sectors of LDG and STG, instructions and wavefronts of LDS, LDSM and STS.
#include "emulator/extensions/matrices/matrix.h"
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

enum { PITCH = 160, WORDS = 32 * PITCH / 4 }; // bytes between lines of a matrix: rows 4 apart share banks

typedef struct {
    const char *operation, *layout, *shape, *type;
    unsigned requests, sectors;        // global
    unsigned instructions, wavefronts; // shared
} Form;

static const Form FORMS[] = {
    {"load.a", "row", "m16n16k16", "f16", 4, 32, 1, 8},  {"load.b", "row", "m16n16k16", "f16", 4, 32, 1, 8},
    {"load.a", "row", "m16n16k16", "bf16", 4, 32, 1, 8}, {"load.b", "row", "m16n16k16", "bf16", 4, 32, 1, 8},
    {"load.a", "row", "m16n16k16", "s8", 2, 16, 1, 4},   {"load.b", "row", "m16n16k16", "s8", 8, 32, 8, 32},
    {"load.c", "row", "m16n16k16", "f16", 4, 32, 4, 8},  {"store.d", "row", "m16n16k16", "f16", 4, 32, 4, 8},
    {"load.c", "row", "m16n16k16", "f32", 4, 32, 4, 8},  {"store.d", "row", "m16n16k16", "f32", 4, 32, 4, 8},
    {"load.a", "row", "m32n8k16", "f16", 8, 64, 2, 16},  {"load.b", "row", "m32n8k16", "f16", 2, 16, 1, 4},
    {"load.a", "row", "m32n8k16", "s8", 4, 32, 2, 8},    {"load.b", "row", "m32n8k16", "s8", 4, 16, 4, 16},
    {"load.c", "row", "m32n8k16", "f16", 4, 32, 4, 8},   {"store.d", "row", "m32n8k16", "f16", 4, 32, 4, 8},
    {"load.c", "row", "m32n8k16", "f32", 4, 32, 4, 8},   {"store.d", "row", "m32n8k16", "f32", 4, 32, 4, 8},
    {"load.a", "row", "m8n32k16", "f16", 2, 16, 1, 4},   {"load.b", "row", "m8n32k16", "f16", 8, 64, 2, 16},
    {"load.a", "row", "m8n32k16", "s8", 1, 8, 1, 2},     {"load.b", "row", "m8n32k16", "s8", 16, 64, 16, 64},
    {"load.c", "row", "m8n32k16", "f16", 4, 32, 4, 8},   {"store.d", "row", "m8n32k16", "f16", 4, 32, 4, 8},
    {"load.c", "row", "m8n32k16", "f32", 8, 32, 8, 16},  {"store.d", "row", "m8n32k16", "f32", 8, 32, 8, 16},
    {"load.a", "row", "m16n16k8", "tf32", 4, 32, 4, 8},  {"load.a", "row", "m8n8k4", "f64", 1, 8, 1, 2},
    {"load.b", "row", "m16n16k8", "tf32", 4, 16, 4, 4},  {"load.b", "row", "m8n8k4", "f64", 1, 8, 1, 2},
    {"load.c", "row", "m8n8k4", "f64", 1, 16, 1, 8},     {"store.d", "row", "m8n8k4", "f64", 1, 16, 1, 8},
    {"load.a", "col", "m16n16k16", "f16", 4, 32, 1, 8},  {"load.b", "col", "m16n16k16", "f16", 4, 32, 1, 8},
    {"load.a", "col", "m16n16k16", "bf16", 4, 32, 1, 8}, {"load.b", "col", "m16n16k16", "bf16", 4, 32, 1, 8},
    {"load.a", "col", "m16n16k16", "s8", 8, 32, 8, 32},  {"load.b", "col", "m16n16k16", "s8", 2, 16, 1, 4},
    {"load.c", "col", "m16n16k16", "f16", 4, 32, 4, 8},  {"store.d", "col", "m16n16k16", "f16", 4, 32, 4, 8},
    {"load.c", "col", "m16n16k16", "f32", 8, 32, 8, 16}, {"store.d", "col", "m16n16k16", "f32", 8, 32, 8, 16},
    {"load.a", "col", "m32n8k16", "f16", 8, 64, 2, 16},  {"load.b", "col", "m32n8k16", "f16", 2, 16, 1, 4},
    {"load.a", "col", "m32n8k16", "s8", 16, 64, 16, 64}, {"load.b", "col", "m32n8k16", "s8", 1, 8, 1, 2},
    {"load.c", "col", "m32n8k16", "f16", 4, 32, 4, 8},   {"store.d", "col", "m32n8k16", "f16", 4, 32, 4, 8},
    {"load.c", "col", "m32n8k16", "f32", 8, 32, 8, 16},  {"store.d", "col", "m32n8k16", "f32", 8, 32, 8, 16},
    {"load.a", "col", "m8n32k16", "f16", 2, 16, 1, 4},   {"load.b", "col", "m8n32k16", "f16", 8, 64, 2, 16},
    {"load.a", "col", "m8n32k16", "s8", 4, 16, 4, 16},   {"load.b", "col", "m8n32k16", "s8", 4, 32, 2, 8},
    {"load.c", "col", "m8n32k16", "f16", 4, 32, 4, 8},   {"store.d", "col", "m8n32k16", "f16", 4, 32, 4, 8},
    {"load.c", "col", "m8n32k16", "f32", 4, 32, 4, 8},   {"store.d", "col", "m8n32k16", "f32", 4, 32, 4, 8},
    {"load.a", "col", "m16n16k8", "tf32", 4, 16, 4, 4},  {"load.a", "col", "m8n8k4", "f64", 1, 8, 1, 2},
    {"load.b", "col", "m16n16k8", "tf32", 4, 32, 4, 8},  {"load.b", "col", "m8n8k4", "f64", 1, 8, 1, 2},
    {"load.c", "col", "m8n8k4", "f64", 2, 16, 2, 8},     {"store.d", "col", "m8n8k4", "f64", 2, 16, 2, 8},
};

static Machine *machine;
static uint32_t words[WORDS];

static void start(void) { machine = machine_create(1, 100000); }
static void stop(void) { machine_free(machine); }

static bool is_load(const Form *form) { return !strncmp(form->operation, "load", 4); }

static unsigned bytes_of(const Form *form) {
    if (!strcmp(form->type, "s8")) return 1;
    if (!strcmp(form->type, "f64")) return 8;
    return strstr(form->type, "16") ? 2 : 4;
}

// As in the PTX ISA.
static unsigned registers_of(const Form *form) {
    unsigned m, n, k;
    ck_assert_int_eq(sscanf(form->shape, "m%2un%2uk%2u", &m, &n, &k), 3);
    char part = strchr(form->operation, '.')[1];
    if (part < 'c' && !strcmp(form->type, "f16")) return 8;
    unsigned elements = part == 'a' ? m * k : part == 'b' ? k * n : m * n, bytes = bytes_of(form);
    return elements / 32 / (bytes < 4 ? 4 / bytes : 1);
}

static size_t write_fragment(const Form *form, char *text, size_t room) {
    const char *bank = !strcmp(form->type, "f64") ? "d" : !strcmp(form->type, "f32") ? "f" : "r";
    size_t length = 0;
    for (unsigned n = 0; n < registers_of(form); n++)
        length += (size_t)snprintf(text + length, room - length, "%s%%%s%u", n ? "," : "{", bank, n + 8);
    return length + (size_t)snprintf(text + length, room - length, "}");
}

// Fills the memory, which counts as stores, unless the form itself is one.
static void run_form(const Form *form, bool shared) {
    const char *space = shared ? "shared" : "global", *base = shared ? "%r2" : "%l1";
    char text[4096], fragment[128];
    size_t length = (size_t)snprintf(text, sizeof text,
                                     ".shared .align 32 .b8 s[%u];\n ld.param.u64 %%l1, [out];\n mov.u32 %%r2, s;\n"
                                     "mov.u32 %%r1, %%tid.x;\n shl.b32 %%r1, %%r1, 2;\n cvt.u64.u32 %%l2, %%r1;\n"
                                     "add.u64 %%l2, %%l2, %%l1;\n add.u32 %%r3, %%r1, %%r2;\n",
                                     4 * WORDS);
    for (unsigned n = 0; is_load(form) && n < WORDS / 32; n++)
        length += (size_t)snprintf(text + length, sizeof text - length, "st.%s.u32 [%s+%u], 0;\n", space,
                                   shared ? "%r3" : "%l2", 128 * n);
    write_fragment(form, fragment, sizeof fragment);
    length += (size_t)snprintf(text + length, sizeof text - length, "wmma.%s.sync.aligned.%s.%s.%s.%s ",
                               form->operation, form->layout, form->shape, space, form->type);
    length += is_load(form) ? (size_t)snprintf(text + length, sizeof text - length, "%s, [%s]", fragment, base)
                            : (size_t)snprintf(text + length, sizeof text - length, "[%s], %s", base, fragment);
    snprintf(text + length, sizeof text - length, ", %u;\n ret;\n", PITCH / bytes_of(form));
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, WORDS), 0);
}

static void check_counter(const Form *form, Counter loads, Counter stores, unsigned expected, const char *what) {
    uint64_t got = machine_counter(machine, is_load(form) ? loads : stores);
    ck_assert_msg(got == expected, "%s of %s.%s.%s.%s: %u expected, got %llu", what, form->operation, form->layout,
                  form->shape, form->type, expected, (unsigned long long)got);
}

START_TEST(a_fragment_moves_as_in_the_machine_code) {
    const Form *form = &FORMS[_i];
    run_form(form, false);
    check_counter(form, COUNTER_global_load_requests, COUNTER_global_store_requests, form->requests, "requests");
    check_counter(form, COUNTER_global_load_sectors, COUNTER_global_store_sectors, form->sectors, "sectors");
    run_form(form, true);
    check_counter(form, COUNTER_shared_load_instructions, COUNTER_shared_store_instructions, form->instructions,
                  "shared instructions");
    check_counter(form, COUNTER_shared_load_wavefronts, COUNTER_shared_store_wavefronts, form->wavefronts,
                  "wavefronts");
}
END_TEST

// Loads of a word, and what is between the second and the third: which are left out.
static const struct {
    const char *between;
    unsigned requests;
} REPETITIONS[] = {
    {"", 1},
    {"st.shared.u32 [s], %r5;", 1},
    {"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r2], {%r5};", 1},
    {"shfl.sync.idx.b32 %r6, %r5, 3, 31, -1;", 1},
    {"atom.shared.add.u32 %r6, [s], 1;", 1},
    {"st.global.u32 [%l1+512], %r5;", 2},
    {"st.u32 [%l1+512], %r5;", 2},
    {"red.global.add.u32 [%l1+512], 1;", 2},
    {"bar.warp.sync -1;", 2},
    {"bar.sync 0;", 2},
    {"membar.cta;", 2},
    {"add.u64 %l2, %l2, 4;", 2},
    {"NEXT: setp.eq.u32 %p0, %r1, 99;\n @%p0 bra NEXT;", 2},
};

START_TEST(a_load_that_repeats_another_is_left_out) {
    char text[1024];
    snprintf(text, sizeof text,
             ".shared .align 32 .b8 s[128];\n ld.param.u64 %%l1, [out];\n mov.u32 %%r2, s;\n mov.u32 %%r1, %%tid.x;\n"
             "mul.wide.u32 %%l2, %%r1, 4;\n add.u64 %%l2, %%l1, %%l2;\n st.shared.u32 [s], 0;\n"
             "st.global.u32 [%%l2], %%r1;\n st.global.u32 [%%l2+4], %%r1;\n ld.global.u32 %%r3, [%%l2];\n"
             "ld.global.u32 %%r4, [%%l2];\n mov.u32 %%r5, 1;\n %s\n ld.global.u32 %%r7, [%%l2];\n ret;\n",
             REPETITIONS[_i].between);
    machine_load_kernel(machine, "k", text);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, 256), 0);
    uint64_t requests = machine_counter(machine, COUNTER_global_load_requests);
    ck_assert_msg(requests == REPETITIONS[_i].requests, "%s: %llu requests", REPETITIONS[_i].between,
                  (unsigned long long)requests);
}
END_TEST

// The machine loads a matrix by rows as it does the same one turned by columns.
START_TEST(a_matrix_and_the_same_one_turned_are_loaded_once) {
    machine_load_kernel(machine, "k",
                        "ld.param.u64 %l1, [out];\n mov.u32 %r1, 24;\n"
                        "wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r4,%r5,%r6,%r7}, [%l1], %r1;\n"
                        "wmma.load.b.sync.aligned.col.m16n16k16.global.bf16 {%r8,%r9,%r10,%r11}, [%l1], %r1;\n"
                        "wmma.load.b.sync.aligned.col.m16n16k16.global.bf16 {%r8,%r9,%r10,%r11}, [%l1], 32;\n ret;\n");
    machine_run(machine, "k", 1, 32, 0, words, WORDS); // reads what nothing has written
    ck_assert_uint_eq(machine_counter(machine, COUNTER_global_load_requests), 8);
}
END_TEST

// Element 0 of a product whose other elements are zeros but for a[0][1] and b[1][0].
static const struct {
    PtxType type;                  // of factors
    uint32_t a0, b0, a1, b1, c, d; // bits; c and d are singles
} SUMS[] = {
    {TYPE_F16, 0x3c00, 0x4000, 0, 0, 0x3f800000, 0x40400000},                            // 1 * 2 + 1
    {TYPE_F16, 0x7c00, 0x3c00, 0, 0, 0x3f800000, 0x7f800000},                            // infinite
    {TYPE_F16, 0x7c00, 0xbc00, 0x3c00, 0x3c00, 0, 0xff800000},                           // negative
    {TYPE_F16, 0x7c00, 0x3c00, 0xfc00, 0x3c00, 0, 0x7fffffff},                           // infinite less infinite
    {TYPE_F16, 0x7c00, 0x0000, 0, 0, 0, 0x7fffffff},                                     // infinite times zero
    {TYPE_F16, 0x7e01, 0x3c00, 0, 0, 0, 0x7fffffff},                                     // NaN
    {TYPE_F16, 0x3c00, 0x3c00, 0, 0, 0x7fc12345, 0x7fffffff},                            // NaN before
    {TYPE_F16, 0x3c00, 0x3c00, 0, 0, 0xff800000, 0xff800000},                            // infinite before
    {TYPE_F16, 0x0001, 0x0001, 0, 0, 0, 0x27800000},                                     // subnormals: 2^-48
    {TYPE_F16, 0x8000, 0x3c00, 0, 0, 0x80000000, 0x00000000},                            // no negative zero
    {TYPE_F16, 0x3c00, 0x3c00, 0x0400, 0x0c00, 0, 0x3f800000},                           // 2^-26 is cut off
    {TYPE_BF16, 0x7f7f, 0x7f7f, 0, 0, 0, 0x7f800000},                                    // larger than any single
    {TYPE_BF16, 0x0080, 0x3f00, 0, 0, 0, 0x00400000},                                    // a subnormal result
    {TYPE_BF16, 0x8080, 0x0080, 0, 0, 0, 0x80000000},                                    // less than any
    {TYPE_TF32, 0x3f801fff, 0x3f800000, 0, 0, 0, 0x3f800000},                            // lower bits do not count
    {TYPE_TF32, 0x7f800001, 0x3f800000, 0, 0, 0, 0x7f800000},                            // not even a NaN's
    {TYPE_TF32, 0x3f800000, 0x3f800000, 0x3f800000, 0xbf800000, 0x00000001, 0x00000000}, // far below the products
};

START_TEST(sums_are_cut_and_not_numbers_pass) {
    bool single = SUMS[_i].type == TYPE_TF32;
    Product product = {16, 8, single ? 8 : 16, SUMS[_i].type, SUMS[_i].type, TYPE_F32, TYPE_F32, false, false};
    ck_assert(product_exists(&product));
    Matrix a = {{SUMS[_i].a0, SUMS[_i].a1}}, b = {{SUMS[_i].b0}}, c = {{SUMS[_i].c}};
    b.bits[product.n] = SUMS[_i].b1;
    product_compute(&product, &a, &b, &c, &c);
    ck_assert_msg(c.bits[0] == SUMS[_i].d, "%08x expected, got %08x", SUMS[_i].d, c.bits[0]);
    ck_assert_uint_eq(c.bits[product.n * product.m - 1], 0);
}
END_TEST

START_TEST(a_matrix_that_is_turned_in_registers_is_an_exchange) {
    machine_load_kernel(machine, "k",
                        "mov.u32 %r1, %tid.x;\n movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;\n ret;\n");
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, WORDS), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_exchanges), 1);
}
END_TEST

// ---- where a warp waits --------------------------------------------------------------------------------------------

#define FRAGMENT "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}"
#define COPY_FRAGMENT(offset)                                                                                          \
    "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 " FRAGMENT ", [%l0+" offset "], 16;\n"                          \
    "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%l0+" offset "], " FRAGMENT ", 16;\n"

// A fragment of 32-bit words is 1,024 bytes. What is loaded does not move up over the store of another fragment.
static const char *const COPIES[] = {COPY_FRAGMENT("0"), COPY_FRAGMENT("0") COPY_FRAGMENT("1024")};
enum { COPY_COUNT = sizeof COPIES / sizeof *COPIES };

START_TEST(a_warp_waits_for_a_fragment_before_it_stores_it) {
    char body[1000];
    uint64_t fragments = (uint64_t)_i + 1;
    snprintf(body, sizeof body, "ld.param.u64 %%l0, [out];\n%s ret;\n", COPIES[_i]);
    machine_load_kernel(machine, "k", body);
    ck_assert_int_eq(machine_run(machine, "k", 1, 32, 0, words, WORDS), 0);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_waits), fragments);
    ck_assert_uint_eq(machine_counter(machine, COUNTER_load_wait_bytes), 1024 * fragments);
}
END_TEST

Suite *wmma_suite(void) {
    Suite *suite = suite_create("wmma");
    TCase *tests = tcase_create("wmma");
    tcase_add_checked_fixture(tests, start, stop);
    tcase_add_loop_test(tests, a_fragment_moves_as_in_the_machine_code, 0, sizeof FORMS / sizeof *FORMS);
    tcase_add_loop_test(tests, a_load_that_repeats_another_is_left_out, 0, sizeof REPETITIONS / sizeof *REPETITIONS);
    tcase_add_loop_test(tests, sums_are_cut_and_not_numbers_pass, 0, sizeof SUMS / sizeof *SUMS);
    tcase_add_test(tests, a_matrix_that_is_turned_in_registers_is_an_exchange);
    tcase_add_loop_test(tests, a_warp_waits_for_a_fragment_before_it_stores_it, 0, COPY_COUNT);
    tcase_add_test(tests, a_matrix_and_the_same_one_turned_are_loaded_once);
    suite_add_tcase(suite, tests);
    return suite;
}
