// test_race_addresses.c - races are found whatever the code of a kernel tells about its addresses before it runs.
//
// Kernels of random instructions compute where each thread stores and loads. One run records these places, and a loop
// over all pairs of threads says whether two of them meet. Then a kernel with the same instructions accesses one
// allocation there, and must be told of a race exactly if they do.
#include "emulator/decode/launch_addresses.h"
#include "emulator/kernels/program.h"
#include "machine.h"
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096, TEXT = 8192, KERNELS = 400 };

static uint64_t state;
static uint32_t below(uint32_t count) { // xorshift64*
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (uint32_t)(state * 0x2545f4914f6cdd1dull >> 33) % count;
}

typedef struct {
    char text[TEXT];
    size_t length;
} Body;

static void say(Body *body, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    body->length += (size_t)vsnprintf(body->text + body->length, TEXT - body->length, format, arguments);
    va_end(arguments);
    ck_assert_uint_lt(body->length, TEXT);
}

// One instruction whose result is %r`to`, from those before it.
static void step(Body *body, unsigned to, unsigned a, unsigned b) {
    static const char *const of_two[] = {"add.s32", "sub.s32", "or.b32", "xor.b32", "min.s32", "max.u32", "mul.lo.s32"};
    static const char *const with_number[] = {"mul.lo.s32", "shl.b32", "shr.u32", "shr.s32", "and.b32", "div.u32",
                                              "div.s32",    "rem.u32", "rem.s32", "add.s32", "xor.b32"};
    static const unsigned most[] = {40, 5, 4, 4, 255, 7, 7, 60, 60, 200, 15};
    static const char *const narrow[] = {"u16", "s16"};
    unsigned kind = below(11), n;
    if (kind < 3) say(body, "%s %%r%u, %%r%u, %%r%u;\n", of_two[below(7)], to, a, b);
    else if (kind < 7) {
        n = below(11);
        say(body, "%s %%r%u, %%r%u, %u;\n", with_number[n], to, a, 1 + below(most[n]));
    } else if (kind == 7) say(body, "mad.lo.s32 %%r%u, %%r%u, %u, %%r%u;\n", to, a, 1 + below(64), b);
    else if (kind == 8) {
        const char *type = narrow[below(2)];
        say(body, "cvt.u16.u32 %%h%u, %%r%u;\ncvt.%s.%s %%r%u, %%h%u;\n", to - 10, a, *type == 'u' ? "u32" : "s32",
            type, to, to - 10);
    } else if (kind == 9) {
        say(body, "setp.lt.s32 %%p1, %%r%u, 9;\nmov.u32 %%r%u, %%r%u;\n@%%p1 add.s32 %%r%u, %%r%u, 7;\n", a, to, b, to,
            b);
    } else say(body, "setp.lt.s32 %%p0, %%r%u, 5;\nselp.b32 %%r%u, %%r%u, %%r%u, %%p0;\n", a, to, a, b);
}

// A row-major place, as kernels have it: factors of the thread's and the block's coordinates.
static void rows(Body *body, unsigned to, Dim3 block, Dim3 grid) {
    uint32_t width = block.x * grid.x + (below(4) == 0), pitch[4] = {1, block.x, width, width * block.y};
    if (below(4) == 0) pitch[below(4)] = below(3) * width; // a mistake
    say(body, "mov.u32 %%r%u, %u;\n", to, below(3));
    for (unsigned n = 0; n < 4; n++) {
        static const char *const digit[] = {"%tid.x", "%ctaid.x", "%tid.y", "%ctaid.y"};
        say(body, "mov.u32 %%r%u, %s;\nmad.lo.s32 %%r%u, %%r%u, %u, %%r%u;\n", 40 + to / 10 * 4 + n, digit[n],
            to + n + 1, 40 + to / 10 * 4 + n, pitch[n], to + n);
    }
    say(body, "mov.u32 %%r%u, %%r%u;\n", to == 10 ? 8 : 9, to + 4);
}

static void chain(Body *body, unsigned to) {
    for (unsigned n = 0; n < 5; n++) step(body, to + n, n ? to + n - 1 : below(4), n ? below(4) : below(8));
    say(body, "mov.u32 %%r%u, %%r%u;\n", to == 10 ? 8 : 9, to + 4);
}

// Leaves the words that the thread stores and loads in %r8 and %r31, and the thread's number in %r30.
static void make_places(Body *body, Dim3 block, Dim3 grid) {
    say(body,
        "ld.param.u64 %%l0, [out];\nmov.u32 %%r0, %%tid.x;\nmov.u32 %%r1, %%ctaid.x;\nmov.u32 %%r2, %%tid.y;\n"
        "mov.u32 %%r3, %%ctaid.y;\nmov.u32 %%r4, %%ntid.x;\nmov.u32 %%r5, %u;\nmov.u32 %%r6, %%nctaid.x;\n"
        "ld.param.u32 %%r7, [n];\nmad.lo.u32 %%r30, %%r3, %u, %%r1;\nmad.lo.u32 %%r30, %%r30, %u, %%r2;\n"
        "mad.lo.u32 %%r30, %%r30, %u, %%r0;\n",
        below(20), grid.x, block.y, block.x);
    bool regular = below(3) != 0;
    for (unsigned to = 10; to <= 20; to += 10) regular ? rows(body, to, block, grid) : chain(body, to);
    say(body, "add.s32 %%r31, %%r9, %u;\n", below(2) * (block.x * grid.x * block.y * grid.y + below(3)));
}

// Where word %r`word` is, in %l`to`. true: negative numbers of words are such.
static bool address(Body *body, unsigned word, unsigned to) {
    unsigned a = 10 + 2 * to, b = a + 1, kind = below(4);
    if (kind == 0) {
        say(body, "mad.wide.s32 %%l%u, %%r%u, 4, %%l0;\n", to, word);
        return true;
    }
    if (kind == 1) say(body, "mul.wide.u32 %%l%u, %%r%u, 4;\n", b, word);
    else if (kind == 2) say(body, "cvt.s64.s32 %%l%u, %%r%u;\nshl.b64 %%l%u, %%l%u, 2;\n", a, word, b, a);
    else say(body, "cvt.u64.u32 %%l%u, %%r%u;\nmul.lo.s64 %%l%u, %%l%u, 4;\n", a, word, b, a);
    say(body, "add.s64 %%l%u, %%l%u, %%l0;\n", to, b);
    return kind == 2;
}

typedef struct {
    uint64_t out;
    uint32_t n;
} Parameters;

static int launch(const char *text, Dim3 block, Dim3 grid, uint32_t *words, FaultKind *kind) {
    Machine *machine = machine_create(1, 1000000);
    Parameters parameters = {.n = 3};
    ck_assert_int_eq(device_malloc(machine->device, 4ull * WORDS, &parameters.out), 0);
    ck_assert_int_eq(device_set(machine->device, parameters.out, 0, 4ull * WORDS), 0);
    machine_load_kernel(machine, "k", text);
    int error = machine_launch(machine, "k", grid, block, 0, &parameters, 12);
    if (!error) device_read(machine->device, words, parameters.out, 4ull * WORDS);
    const Fault *fault = machine_fault(machine);
    *kind = fault ? fault->kind : FAULT_KIND_COUNT;
    machine_free(machine);
    return error;
}

static bool threads_meet(const uint32_t *places, unsigned threads) {
    for (unsigned a = 0; a < threads; a++)
        for (unsigned b = 0; b < threads; b++)
            if (a != b && (places[2 * a] == places[2 * b] || places[2 * a] == places[2 * b + 1])) return true;
    return false;
}

static bool all_inside(const uint32_t *places, unsigned threads) {
    for (unsigned n = 0; n < 2 * threads; n++)
        if (places[n] >= WORDS) return false;
    return true;
}

// Runs the instructions that make places, and leaves those of each thread in places: what it stores and what it loads.
static size_t record_places(Body *body, Dim3 block, Dim3 grid, uint32_t *places) {
    FaultKind kind;
    make_places(body, block, grid);
    size_t common = body->length;
    say(body, "mad.wide.u32 %%l1, %%r30, 8, %%l0;\nst.global.v2.u32 [%%l1], {%%r8, %%r31};\nret;\n");
    ck_assert_int_eq(launch(body->text, block, grid, places, &kind), 0);
    ck_assert_int_eq(kind, FAULT_KIND_COUNT);
    return common;
}

static void draw_shape(Dim3 *block, Dim3 *grid) {
    *block = (Dim3){8u << below(3), 1 + below(3), 1};
    *grid = (Dim3){1 + below(4), 1 + below(3), 1};
}

// Whether the kernel's places were those of an array; if so what the check found is compared. Adds to found[races].
static bool compare(unsigned found[2]) {
    static uint32_t places[WORDS], words[WORDS];
    Dim3 block, grid;
    draw_shape(&block, &grid);
    unsigned threads = block.x * block.y * grid.x * grid.y;
    Body body = {.length = 0};
    FaultKind kind;
    size_t common = record_places(&body, block, grid, places);
    if (!all_inside(places, threads)) return false;
    body.length = common;
    address(&body, 8, 1);
    address(&body, 31, 2);
    say(&body, "ld.global.u32 %%r32, [%%l2];\nand.b32 %%r35, %%r32, 0;\nadd.u32 %%r33, %%r30, 1;\n"
               "add.u32 %%r34, %%r33, %%r35;\nst.global.u32 [%%l1], %%r34;\nret;\n");
    ck_assert_int_eq(launch(body.text, block, grid, words, &kind), 0);
    bool races = kind == FAULT_RACE_GLOBAL || kind == FAULT_RACE_BLOCKS, meet = threads_meet(places, threads);
    ck_assert_msg(races == meet, "threads %s, but a race is %s:\n(%u, %u) blocks of (%u, %u) threads\n%s",
                  meet ? "meet" : "are apart", races ? "told" : "not told", grid.x, grid.y, block.x, block.y,
                  body.text);
    found[races]++;
    return true;
}

// The kernel's program alone, without a device.
static Program *decode(const char *body, PtxModule **module) {
    PtxError error;
    DecodeError decode_error;
    char *text = kernel_text("k", body);
    *module = ptx_read(text, strlen(text), &error);
    free(text);
    ck_assert_msg(*module != NULL, "%s", error.message);
    const PtxFunction *kernel = &(*module)->functions[0];
    for (uint32_t n = 0; n < kernel->parameter_count; n++)
        (*module)->variables[kernel->parameters[n]].offset = 8ull * n;
    Program *program = program_decode(*module, kernel, &decode_error);
    ck_assert_ptr_nonnull(program);
    return program;
}

static bool is_inside(AddressRange range, uint64_t base, uint32_t place, bool is_signed) {
    uint64_t at = base + 4 * (is_signed ? (uint64_t)(int32_t)place : place);
    return at >= range.low && at + 4 <= range.high;
}

// Whatever its instructions are, each access lies in the range that is known for it.
START_TEST(addresses_lie_in_their_ranges) {
    static uint32_t places[WORDS];
    static uint8_t constant[PARAMETER_OFFSET + 16];
    const Parameters parameters = {GLOBAL_BASE, 3};
    unsigned known = 0;
    memcpy(constant + PARAMETER_OFFSET, &parameters, 12);
    state = 0xd1342543de82ef95ull + (unsigned)_i;
    for (unsigned n = 0; n < KERNELS; n++) {
        Launch launch = {.constant = constant};
        Body body = {.length = 0};
        PtxModule *module;
        draw_shape(&launch.block, &launch.grid);
        body.length = record_places(&body, launch.block, launch.grid, places);
        bool stores_signed = address(&body, 8, 1), loads_signed = address(&body, 31, 2);
        say(&body, "ld.global.u32 %%r32, [%%l2];\nst.global.u32 [%%l1], %%r32;\nret;\n");
        Program *program = decode(body.text, &module);
        launch.program = program;
        LaunchAddresses *addresses = launch_addresses(&launch);
        ck_assert_uint_eq(program->access_count, 2);
        for (unsigned thread = 0; thread < launch.block.x * launch.block.y * launch.grid.x * launch.grid.y; thread++)
            ck_assert_msg(is_inside(addresses->ranges[0], GLOBAL_BASE, places[2 * thread + 1], loads_signed) &&
                              is_inside(addresses->ranges[1], GLOBAL_BASE, places[2 * thread], stores_signed),
                          "thread %u:\n%s", thread, body.text);
        known += addresses->ranges[1].high < UINT64_MAX;
        free(addresses);
        program_free(program);
        ptx_free(module);
    }
    ck_assert_uint_gt(known, KERNELS / 2);
}
END_TEST

START_TEST(a_race_is_told_exactly_where_threads_meet) {
    unsigned found[2] = {0, 0}, compared = 0;
    state = 0x9e3779b97f4a7c15ull + (unsigned)_i;
    for (unsigned n = 0; compared < KERNELS && n < 20 * KERNELS; n++) compared += compare(found);
    ck_assert_uint_eq(compared, KERNELS);
    ck_assert_msg(found[0] > KERNELS / 10 && found[1] > KERNELS / 10, "%u without a race, %u with one", found[0],
                  found[1]);
}
END_TEST

Suite *race_addresses_suite(void) {
    Suite *suite = suite_create("race_addresses");
    TCase *tests = tcase_create("race_addresses");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, addresses_lie_in_their_ranges, 0, 4);
    tcase_add_loop_test(tests, a_race_is_told_exactly_where_threads_meet, 0, 4);
    suite_add_tcase(suite, tests);
    return suite;
}
