// test_race_addresses.c - races are found whatever the code of a kernel tells about its addresses before it runs.
//
// Kernels of random instructions compute where each thread stores and loads, behind random guards and in loops. One run
// records these places, and a loop over all pairs of threads says whether two of them meet. Then a kernel with the same
// instructions accesses one allocation there, and must be told of a race exactly if they do.
#include "emulator/decode/launch_addresses.h"
#include "emulator/kernels/program.h"
#include "machine.h"
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096, TEXT = 8192, KERNELS = 400 };
enum {
    TURNS = 4,
    PLACES = TURNS + 1,
    RECORDS = 2 * PLACES * 1152,
    NOWHERE = 0x7e7e7e7e
}; // of a loop; pairs of words of a thread, and words of all

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

// ---- guards and loops ----------------------------------------------------------------------------------------------

static const char *any_of(const char *const *words, unsigned count) { return words[below(count)]; }

// Leaves whether two numbers compare in %p`to`.
static void compare_numbers(Body *body, unsigned to, unsigned a) {
    static const char *const how[] = {"lt.s32", "ge.s32", "le.s32", "gt.s32", "eq.s32", "ne.s32",
                                      "lt.u32", "ge.u32", "ls.u32", "hi.u32", "eq.b32"};
    const char *comparison = any_of(how, 11);
    unsigned kind = below(4);
    if (kind == 0) say(body, "setp.%s %%p%u, %%r%u, %%r%u;\n", comparison, to, a, below(8));
    else if (kind == 1) say(body, "setp.%s %%p%u, %u, %%r%u;\n", comparison, to, below(40), a);
    else say(body, "setp.%s %%p%u, %%r%u, %u;\n", comparison, to, a, below(kind == 2 ? 8 : 400));
}

// Leaves in the last of four predicates what two comparisons of the thread's numbers say together.
static void condition(Body *body, unsigned first) {
    static const char *const united[] = {"or.pred", "and.pred", "xor.pred"};
    static const unsigned numbers[] = {0, 1, 2, 3, 8, 30, 31};
    compare_numbers(body, first, numbers[below(7)]);
    compare_numbers(body, first + 1, numbers[below(7)]);
    if (below(8) == 0) say(body, "add.s32 %%r8, %%r8, 1;\n");
    say(body, "%s %%p%u, %%p%u, %%p%u;\n", any_of(united, 3), first + 2, first, first + 1);
    say(body, "%s.pred %%p%u, %%p%u;\n", below(2) ? "not" : "mov", first + 3, first + 2);
}

static const char *polarity(void) { return below(2) ? "!" : ""; }

// A branch around a change, or to the end.
static void guard(Body *body, unsigned number) {
    unsigned first = 2 + 4 * number, changed = below(2) ? 8 : 31;
    condition(body, first);
    if (below(3)) {
        say(body, "@%s%%p%u bra DONE;\n", polarity(), first + below(4));
        return;
    }
    say(body, "@%s%%p%u bra SKIP%u;\n", polarity(), first + below(4), number);
    say(body, "add.s32 %%r%u, %%r%u, %u;\nSKIP%u:\n", changed, changed, below(64), number);
}

// Rows that do not end with a block, as kernels guard them: x in %r60, y in %r61.
static void guarded_rows(Body *body, Dim3 block, Dim3 grid) {
    uint32_t width = block.x * grid.x - below(block.x), height = block.y * grid.y - below(block.y);
    uint32_t bound = width + (below(4) == 0), pitch = width - (below(6) == 0);
    say(body, "mad.lo.s32 %%r60, %%r1, %u, %%r0;\n", block.x - (below(6) == 0));
    say(body, "mad.lo.s32 %%r61, %%r3, %u, %%r2;\n", block.y - (below(6) == 0));
    bool transposes = below(2), is_late = below(2);
    if (is_late) say(body, "mul.lo.s32 %%r62, %%r%u, %u;\n", transposes ? 60 : 61, transposes ? height : pitch);
    switch (below(3)) {
    case 0:
        say(body, "setp.ge.s32 %%p2, %%r60, %u;\nsetp.ge.s32 %%p3, %%r61, %u;\n", bound, height);
        say(body, "or.pred %%p4, %%p2, %%p3;\n@%%p4 bra DONE;\n");
        break;
    case 1:
        say(body, "setp.lt.u32 %%p2, %%r60, %u;\nsetp.gt.u32 %%p3, %u, %%r61;\n", bound, height);
        say(body, "and.pred %%p4, %%p2, %%p3;\n@!%%p4 bra DONE;\n");
        break;
    default:
        say(body, "setp.lt.s32 %%p2, %%r60, %u;\n@!%%p2 bra DONE;\n", bound);
        say(body, "setp.le.s32 %%p3, %%r61, %u;\n@!%%p3 bra DONE;\n", height - 1);
    }
    if (!is_late) say(body, "mul.lo.s32 %%r62, %%r%u, %u;\n", transposes ? 60 : 61, transposes ? height : pitch);
    say(body, "add.s32 %%r8, %%r62, %%r%u;\n", transposes ? 61 : 60);
}

// Where a thread goes on after what it accesses first: as in a loop that a grid strides through, or with a mistake.
static uint32_t draw_stride(Dim3 block, Dim3 grid) {
    uint32_t row = block.x * grid.x, all = row * block.y * grid.y;
    const uint32_t strides[] = {all, all, all, row, block.x, 1, all - 1, all + 1};
    return strides[below(8)];
}

typedef struct {
    bool loops, both_step, ends_early, looks_back, carries;
    uint32_t stride, end;
} Loop;

// Before the places are accessed.
static Loop begin_accesses(Body *body, Dim3 block, Dim3 grid) {
    Loop loop = {below(2),       below(4) != 0, below(3) == 0, below(4) == 0, below(4) == 0, draw_stride(block, grid),
                 1 + below(3000)};
    if (below(3) == 0) guarded_rows(body, block, grid);
    else
        for (unsigned n = below(3); n-- > 0;) guard(body, n);
    if (below(3) == 0) say(body, "add.s32 %%r8, %%r30, %u;\n", below(3));
    if (below(2)) say(body, "add.s32 %%r31, %%r8, %u;\n", below(3) ? 0 : 1 + below(2048));
    if (below(2)) say(body, "setp.ge.s32 %%p12, %%r8, %u;\n@%%p12 bra DONE;\n", loop.end);
    say(body, "mov.u32 %%r50, 0;\n");
    say(body, "%s", loop.loops && loop.carries ? "bra FIRST;\nTURN:\nmov.u32 %r8, %r59;\nFIRST:\n" : "TURN:\n");
    return loop;
}

static void end_accesses(Body *body, Loop loop) {
    int next = loop.carries ? 59 : 8;
    if (loop.loops && loop.looks_back) { // the loop ends by what was compared before, in another block
        say(body, "setp.lt.s32 %%p11, %%r8, %u;\nadd.s32 %%r50, %%r50, 1;\nsetp.ge.u32 %%p10, %%r50, %d;\n", loop.end,
            TURNS);
        say(body, "@%%p10 bra DONE;\nadd.s32 %%r%d, %%r8, %u;\n@%%p11 bra TURN;\n", next, loop.stride);
    } else if (loop.loops) {
        say(body, "add.s32 %%r50, %%r50, 1;\nsetp.lt.u32 %%p10, %%r50, %d;\n", TURNS);
        if (loop.ends_early)
            say(body, "setp.lt.s32 %%p11, %%r8, %u;\n", loop.end); // of what was accessed, not of the next
        say(body, "add.s32 %%r%d, %%r8, %u;\n", next, loop.stride);
        if (loop.both_step) say(body, "add.s32 %%r31, %%r31, %u;\n", loop.stride);
        if (!loop.ends_early) say(body, "setp.lt.s32 %%p11, %%r8, %u;\n", loop.end);
        say(body, "and.pred %%p13, %%p10, %%p11;\n@%%p13 bra TURN;\n");
    }
    say(body, "DONE:\nret;\n");
}

typedef struct {
    uint64_t out;
    uint32_t n;
} Parameters;

// Words that the kernel leaves alone stay NOWHERE.
static int launch(const char *text, Dim3 block, Dim3 grid, uint32_t *words, uint32_t count, FaultKind *kind) {
    Machine *machine = machine_create(1, 1000000);
    Parameters parameters = {.n = 3};
    ck_assert_int_eq(device_malloc(machine->device, 4ull * count, &parameters.out), 0);
    ck_assert_int_eq(device_set(machine->device, parameters.out, 0x7e, 4ull * count), 0);
    machine_load_kernel(machine, "k", text);
    int error = machine_launch(machine, "k", grid, block, 0, &parameters, 12);
    if (!error) device_read(machine->device, words, parameters.out, 4ull * count);
    const Fault *fault = machine_fault(machine);
    *kind = fault ? fault->kind : FAULT_KIND_COUNT;
    machine_free(machine);
    return error;
}

// places: of each thread, PLACES pairs of the words that it stores and loads.
static bool threads_meet(const uint32_t *places, unsigned threads) {
    static uint32_t stores[WORDS]; // by word: 1 + the thread that stores there
    memset(stores, 0, sizeof stores);
    for (unsigned n = 0; n < PLACES * threads; n++) {
        uint32_t place = places[2 * n], thread = n / PLACES + 1;
        if (place == NOWHERE) continue;
        if (stores[place] && stores[place] != thread) return true;
        stores[place] = thread;
    }
    for (unsigned n = 0; n < PLACES * threads; n++) {
        uint32_t place = places[2 * n + 1];
        if (place != NOWHERE && stores[place] && stores[place] != n / PLACES + 1) return true;
    }
    return false;
}

static bool all_inside(const uint32_t *places, unsigned threads) {
    for (unsigned n = 0; n < 2 * PLACES * threads; n++)
        if (places[n] >= WORDS && places[n] != NOWHERE) return false;
    return true;
}

// A kernel's instructions: those that make places, from there to the accesses, and what comes after these. It may load
// before any guard, too.
typedef struct {
    Body places, control, after;
    bool loads_early;
} Kernel;

static Kernel draw_kernel(Dim3 block, Dim3 grid, bool has_control) {
    Kernel kernel = {.loads_early = has_control && below(4) == 0};
    Loop loop = {.loops = false};
    make_places(&kernel.places, block, grid);
    if (has_control) loop = begin_accesses(&kernel.control, block, grid);
    else say(&kernel.control, "mov.u32 %%r50, 0;\n");
    end_accesses(&kernel.after, loop);
    return kernel;
}

// The kernel with its accesses, `early` where it loads early.
static Body assemble(const Kernel *kernel, const char *early, const char *accesses) {
    Body body = {.length = 0};
    say(&body, "%s%s%s%s%s", kernel->places.text, kernel->loads_early ? early : "", kernel->control.text, accesses,
        kernel->after.text);
    return body;
}

// Runs the instructions that make places, and leaves those of each thread in places: what it stores and what it loads.
static void record_places(const Kernel *kernel, Dim3 block, Dim3 grid, uint32_t *places) {
    FaultKind kind;
    Body early = {.length = 0}, accesses = {.length = 0};
    say(&early, "mad.lo.u32 %%r51, %%r30, %d, %d;\nmad.wide.u32 %%l1, %%r51, 8, %%l0;\n", PLACES, TURNS);
    say(&early, "st.global.u32 [%%l1+4], %%r31;\n");
    say(&accesses, "mad.lo.u32 %%r51, %%r30, %d, %%r50;\nmad.wide.u32 %%l1, %%r51, 8, %%l0;\n", PLACES);
    say(&accesses, "st.global.v2.u32 [%%l1], {%%r8, %%r31};\n");
    Body body = assemble(kernel, early.text, accesses.text);
    ck_assert_int_eq(launch(body.text, block, grid, places, RECORDS, &kind), 0);
    ck_assert_int_eq(kind, FAULT_KIND_COUNT);
}

// The kernel that accesses the places. early_signed, ...: negative numbers of words are such, in each access.
static Body access_places(const Kernel *kernel, bool signed_words[3]) {
    Body early = {.length = 0}, accesses = {.length = 0};
    signed_words[0] = address(&early, 31, 3);
    say(&early, "ld.global.u32 %%r33, [%%l3];\n");
    signed_words[1] = address(&accesses, 8, 1);
    signed_words[2] = address(&accesses, 31, 2);
    say(&accesses, "ld.global.u32 %%r32, [%%l2];\nand.b32 %%r35, %%r32, 0;\nadd.u32 %%r33, %%r30, 1;\n"
                   "add.u32 %%r34, %%r33, %%r35;\nst.global.u32 [%%l1], %%r34;\n");
    return assemble(kernel, early.text, accesses.text);
}

static void draw_shape(Dim3 *block, Dim3 *grid) {
    *block = (Dim3){8u << below(3), 1 + below(3), 1};
    *grid = (Dim3){1 + below(4), 1 + below(3), 1};
}

// Whether the kernel's places were those of an array; if so what the check found is compared. Adds to found[races].
static bool compare(unsigned found[2], bool has_control) {
    static uint32_t places[RECORDS], words[WORDS];
    Dim3 block, grid;
    draw_shape(&block, &grid);
    unsigned threads = block.x * block.y * grid.x * grid.y;
    Kernel kernel = draw_kernel(block, grid, has_control);
    FaultKind kind;
    record_places(&kernel, block, grid, places);
    if (!all_inside(places, threads)) return false;
    bool signed_words[3];
    Body body = access_places(&kernel, signed_words);
    ck_assert_int_eq(launch(body.text, block, grid, words, WORDS, &kind), 0);
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
static unsigned compare_ranges(bool has_control) {
    static uint32_t places[RECORDS];
    static uint8_t constant[PARAMETER_OFFSET + 16];
    const Parameters parameters = {GLOBAL_BASE, 3};
    memcpy(constant + PARAMETER_OFFSET, &parameters, 12);
    Launch launch = {.constant = constant};
    PtxModule *module;
    draw_shape(&launch.block, &launch.grid);
    Kernel kernel = draw_kernel(launch.block, launch.grid, has_control);
    record_places(&kernel, launch.block, launch.grid, places);
    bool signed_words[3];
    Body body = access_places(&kernel, signed_words);
    Program *program = decode(body.text, &module);
    launch.program = program;
    LaunchAddresses *addresses = launch_addresses(&launch);
    const AddressRange *ranges = addresses->ranges + kernel.loads_early; // of the late load and of the store
    ck_assert_uint_eq(program->access_count, 2 + kernel.loads_early);
    unsigned threads = launch.block.x * launch.block.y * launch.grid.x * launch.grid.y;
    for (unsigned n = 0; n < PLACES * threads; n++) {
        bool is_early = n % PLACES == TURNS;
        uint32_t stored = places[2 * n], loaded = places[2 * n + 1];
        bool inside = loaded == NOWHERE || is_inside(is_early ? addresses->ranges[0] : ranges[0], GLOBAL_BASE, loaded,
                                                     signed_words[is_early ? 0 : 2]);
        inside &= stored == NOWHERE || is_inside(ranges[1], GLOBAL_BASE, stored, signed_words[1]);
        ck_assert_msg(inside, "thread %u:\n%s", n / PLACES, body.text);
    }
    bool known = ranges[1].high < UINT64_MAX;
    free(addresses);
    program_free(program);
    ptx_free(module);
    return known;
}

START_TEST(addresses_lie_in_their_ranges) {
    unsigned known = 0;
    state = 0xd1342543de82ef95ull + (unsigned)_i;
    for (unsigned n = 0; n < KERNELS; n++) known += compare_ranges(_i >= 4);
    ck_assert_uint_gt(known, KERNELS / 2);
}
END_TEST

START_TEST(a_race_is_told_exactly_where_threads_meet) {
    unsigned found[2] = {0, 0}, compared = 0;
    state = 0x9e3779b97f4a7c15ull + (unsigned)_i;
    for (unsigned n = 0; compared < KERNELS && n < 20 * KERNELS; n++) compared += compare(found, _i >= 4);
    ck_assert_uint_eq(compared, KERNELS);
    ck_assert_msg(found[0] > KERNELS / 10 && found[1] > KERNELS / 10, "%u without a race, %u with one", found[0],
                  found[1]);
}
END_TEST

#define COORDINATES                                                                                                    \
    "ld.param.u64 %l0, [out];\nld.param.u32 %r9, [n];\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\n"                 \
    "mov.u32 %r2, %ntid.x;\nmad.lo.s32 %r4, %r1, %r2, %r0;\n"
#define ROWS                                                                                                           \
    COORDINATES "mov.u32 %r11, %ctaid.y;\nmov.u32 %r6, %ntid.y;\nmov.u32 %r7, %tid.y;\nmad.lo.s32 %r5, %r11, %r6, "    \
                "%r7;\n"
#define STORE(word) "mul.wide.s32 %l1, " word ", 4;\nadd.s64 %l2, %l0, %l1;\nst.global.u32 [%l2], %r0;\n"
#define GRID_STRIDE(stride)                                                                                            \
    COORDINATES "setp.ge.s32 %p0, %r4, %r9;\n@%p0 bra DONE;\nmov.u32 %r3, %nctaid.x;\nmul.lo.s32 %r8, " stride ";\n"   \
                "AGAIN:\n" STORE("%r4") "add.s32 %r4, %r4, %r8;\nsetp.lt.s32 %p1, %r4, %r9;\n@%p1 bra AGAIN;\n"        \
                                        "DONE:\nret;\n"
#define IN_ROWS(both, word)                                                                                            \
    ROWS "setp.ge.s32 %p0, %r4, %r9;\nsetp.ge.s32 %p1, %r5, %r9;\n" both ".pred %p2, %p0, %p1;\n@%p2 bra DONE;\n"      \
         "mad.lo.s32 %r10, " word ";\n" STORE("%r10") "DONE:\nret;\n"

// 4 x 4 blocks of 8 x 8 threads, whose parameter is 30: what guards and loops tell.
static const struct {
    const char *body;
    bool apart;
} KNOWN[] = {
    {GRID_STRIDE("%r3, %r2"), true},
    {GRID_STRIDE("%r3, 7"), false},
    {IN_ROWS("or", "%r5, %r9, %r4"), true},
    {IN_ROWS("or", "%r4, %r9, %r5"), true},
    {IN_ROWS("and", "%r5, %r9, %r4"), false},
    {IN_ROWS("or", "%r5, 29, %r4"), false},
    {COORDINATES "setp.ne.s32 %p0, %r0, 0;\n@%p0 bra DONE;\n" STORE("%r1") "DONE:\nret;\n", true},
    {COORDINATES "setp.gt.s32 %p0, %r0, 1;\n@%p0 bra DONE;\n" STORE("%r1") "DONE:\nret;\n", false},
};

START_TEST(guards_and_loops_keep_threads_apart) {
    static uint8_t constant[PARAMETER_OFFSET + 16];
    const Parameters parameters = {GLOBAL_BASE, 30};
    PtxModule *module;
    bool is_flat = strstr(KNOWN[_i].body, "%tid.y") == NULL;
    memcpy(constant + PARAMETER_OFFSET, &parameters, 12);
    Program *program = decode(KNOWN[_i].body, &module);
    Launch launch = {.constant = constant, .program = program, .block = {8, 8, 1}, .grid = {4, 4, 1}};
    if (is_flat) launch.block.y = launch.grid.y = 1;
    LaunchAddresses *addresses = launch_addresses(&launch);
    ck_assert_int_eq(addresses->apart, KNOWN[_i].apart);
    free(addresses);
    program_free(program);
    ptx_free(module);
}
END_TEST

Suite *race_addresses_suite(void) {
    Suite *suite = suite_create("race_addresses");
    TCase *tests = tcase_create("race_addresses");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, addresses_lie_in_their_ranges, 0, 12);
    tcase_add_loop_test(tests, a_race_is_told_exactly_where_threads_meet, 0, 12);
    tcase_add_loop_test(tests, guards_and_loops_keep_threads_apart, 0, sizeof KNOWN / sizeof *KNOWN);
    suite_add_tcase(suite, tests);
    return suite;
}
