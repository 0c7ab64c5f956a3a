// test_operation.c - the table of instructions as a whole: lookup, refusals, and what every row has in common.
#include "one_warp.h"
#include <check.h>
#include <string.h>

static OneWarp before, after, full;

static void refuse(const char *words, unsigned operands, const char *part) {
    Operation operation;
    char reason[160] = "";
    ck_assert_msg(!one_warp_find(words, operands, &operation, reason), "%s is not refused", words);
    ck_assert_msg(strstr(reason, part) != NULL, "%s is refused with: %s", words, reason);
}

START_TEST(refusals_say_which_part_is_not_supported) {
    refuse("wgmma.fence", 0, "'wgmma'");
    refuse("add.f8", 3, ".f8");
    refuse("add.rn.sat.ftz.f32", 3, ".ftz");
    refuse("setp.less.s32", 3, ".less");
    refuse("mul.lo", 3, "lacks");
    refuse("add.f32", 2, "operands");
    refuse("cvt.rn.e4m3x2.f32", 3, "cvt");
    refuse("lop3.b64", 5, "lop3");
    refuse("mov.f16x4", 2, "mov");
}
END_TEST

START_TEST(floating_point_operations_are_counted_by_kind) {
    static const struct {
        const char *words;
        unsigned operands;
        InstructionClass class;
    } CASES[] = {
        {"fma.rn.f32", 4, CLASS_FFMA},      {"mad.rz.ftz.f32", 4, CLASS_FFMA}, {"add.sat.f32", 3, CLASS_FADD},
        {"sub.f32", 3, CLASS_FADD},         {"mul.ftz.f32", 3, CLASS_FMUL},    {"fma.rn.f64", 4, CLASS_DFMA},
        {"sub.rn.f64", 3, CLASS_DADD},      {"mul.f64", 3, CLASS_DMUL},        {"fma.rn.f16", 4, CLASS_HFMA},
        {"add.bf16", 3, CLASS_HADD},        {"mul.f16", 3, CLASS_HMUL},        {"fma.rn.bf16x2", 4, CLASS_HFMA2},
        {"sub.f16x2", 3, CLASS_HADD2},      {"mul.bf16x2", 3, CLASS_HMUL2},    {"div.rn.f32", 3, CLASS_QUOTIENT},
        {"add.s32", 3, CLASS_OTHER},        {"mad.lo.s32", 4, CLASS_OTHER},    {"min.f32", 3, CLASS_OTHER},
        {"cvt.rn.f32.s32", 2, CLASS_OTHER}, {"ex2.approx.f32", 2, CLASS_OTHER}};
    Operation operation;
    char reason[160];
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        ck_assert(one_warp_find(CASES[n].words, CASES[n].operands, &operation, reason));
        ck_assert_msg(operation.class == CASES[n].class, "%s is of class %d", CASES[n].words, operation.class);
    }
}
END_TEST

START_TEST(copies_of_floats_have_floating_literals) {
    Operation operation;
    char reason[160];
    ck_assert(one_warp_find("mov.f32", 2, &operation, reason));
    ck_assert_int_eq(operation.type[1], TYPE_F32);
    ck_assert(one_warp_find("selp.f64", 4, &operation, reason));
    ck_assert_int_eq(operation.type[2], TYPE_F64);
    ck_assert(one_warp_find("mov.b32", 2, &operation, reason));
    ck_assert_int_eq(operation.type[1], TYPE_U32);
}
END_TEST

// Whether the row exchanges values between lanes: then its member masks must name the lanes that run.
static bool between_lanes(const char *words) {
    static const char *const MNEMONICS[] = {"shfl", "vote", "match", "redux", "elect", "bar", "activemask"};
    for (size_t n = 0; n < sizeof MNEMONICS / sizeof *MNEMONICS; n++)
        if (!strncmp(words, MNEMONICS[n], strlen(MNEMONICS[n]))) return true;
    return false;
}

static void fill(OneWarp *one, const char *words, uint32_t mask) {
    one_warp_begin(one, mask);
    for (unsigned n = 0; n < ONE_WARP_REGISTERS; n++)
        for (unsigned l = 0; l < WARP_LANES; l++) {
            one->words[n][l] = (uint32_t)random_bits();
            one->longs[n][l] = random_bits();
        }
    for (unsigned n = 0; n < 8; n++) one->predicates[n] = (uint32_t)random_bits();
    one->warp.carry = (uint32_t)random_bits();
    if (!between_lanes(words)) return;
    one->warp.live = mask;
    for (unsigned n = 0; n < ONE_WARP_REGISTERS; n++)
        for (unsigned l = 0; l < WARP_LANES; l++) one->words[n][l] = n == 2 || n == 3 ? 0 : mask;
    if (strncmp(words, "shfl", 4)) // the mask is the last source
        for (unsigned l = 0; l < WARP_LANES; l++) one->words[2][l] = mask;
}

static void use_banks(OneWarp *one) { // a copy's banks are the copy's
    one->warp.bank[BANK_WORD] = (uint8_t *)one->words;
    one->warp.bank[BANK_LONG] = (uint8_t *)one->longs;
    one->warp.bank[BANK_PREDICATE] = (uint8_t *)one->predicates;
    one->warp.bank[BANK_SINK] = (uint8_t *)one->sink;
}

static void compare_lanes(const char *words, uint32_t mask) {
    for (unsigned n = 0; n < ONE_WARP_REGISTERS; n++)
        for (unsigned l = 0; l < WARP_LANES; l++) {
            bool runs = n == 0 && mask >> l & 1;
            const OneWarp *expected = runs ? &full : &before;
            ck_assert_msg(after.words[n][l] == expected->words[n][l] && after.longs[n][l] == expected->longs[n][l],
                          "%s: register %u, lane %u %s", words, n, l, runs ? "differs from a full warp's" : "changed");
        }
    for (unsigned n = 0; n < 8; n++) {
        uint32_t written = n == 0 || n == ONE_WARP_PAIR ? mask : 0;
        uint32_t expected = (before.predicates[n] & ~written) | (full.predicates[n] & written);
        ck_assert_msg(after.predicates[n] == expected, "%s: predicate %u", words, n);
    }
    ck_assert_msg(!((after.warp.carry ^ before.warp.carry) & ~mask), "%s: carries of lanes that do not run", words);
}

START_TEST(every_row_leaves_other_lanes_alone_and_gives_the_same_with_any_mask) {
    static const uint32_t MASKS[] = {0x00000001, 0x5555aaab, 0xfffffffd};
    Operation operation;
    unsigned operands;
    const char *words;
    random_seed(1);
    size_t count = 0;
    for (; (words = operation_entry(count, &operation, &operands)); count++) {
        uint32_t mask = MASKS[count % 3];
        fill(&before, words, mask);
        after = full = before;
        use_banks(&after);
        use_banks(&full);
        one_warp_run_operation(&after, &operation, operands);
        if (between_lanes(words)) full = after;
        else {
            full.warp.mask = FULL_MASK;
            one_warp_run_operation(&full, &operation, operands);
        }
        compare_lanes(words, mask);
    }
    ck_assert_uint_gt(count, 4000);
}
END_TEST

// Source 1 is in the destination's register: operands are shifted so that both name register 0.
START_TEST(a_destination_may_be_a_source) {
    Operation operation;
    unsigned operands;
    const char *words;
    random_seed(2);
    for (size_t n = 0; (words = operation_entry(n, &operation, &operands)); n++) {
        if (operands < 2 || between_lanes(words) || !operation.has_destination) continue;
        fill(&before, words, FULL_MASK);
        memcpy(before.words[0], before.words[1], sizeof before.words[0]);
        memcpy(before.longs[0], before.longs[1], sizeof before.longs[0]);
        before.predicates[0] = before.predicates[1];
        after = full = before;
        use_banks(&after);
        use_banks(&full);
        one_warp_run_operation(&full, &operation, operands);
        Operation in_place = operation;
        Instruction instruction = {.extra = operation.extra, .pair = {.bank = BANK_PREDICATE, .offset = 28}};
        Operand *places[] = {&instruction.d, &instruction.a, &instruction.b, &instruction.c, &instruction.e};
        for (unsigned o = 0; o < operands && o < 5; o++) {
            unsigned index = o == 1 ? 0 : o, bytes = ptx_type_bytes(operation.type[o]);
            bool is_predicate = operation.type[o] == TYPE_PRED;
            places[o]->bank = is_predicate ? BANK_PREDICATE : bytes == 8 ? BANK_LONG : BANK_WORD;
            places[o]->offset = (index * (is_predicate ? 4 : bytes == 8 ? 256 : 128)) & 0x7ffffff;
        }
        in_place.run(&after.warp, &instruction);
        ck_assert_msg(!memcmp(after.words, full.words, sizeof full.words), "%s", words);
        ck_assert_msg(!memcmp(after.longs, full.longs, sizeof full.longs), "%s", words);
        ck_assert_msg(!memcmp(after.predicates, full.predicates, sizeof full.predicates), "%s", words);
    }
}
END_TEST

Suite *operation_suite(void) {
    Suite *suite = suite_create("operation");
    TCase *tests = tcase_create("operation");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, refusals_say_which_part_is_not_supported);
    tcase_add_test(tests, floating_point_operations_are_counted_by_kind);
    tcase_add_test(tests, copies_of_floats_have_floating_literals);
    tcase_add_test(tests, every_row_leaves_other_lanes_alone_and_gives_the_same_with_any_mask);
    tcase_add_test(tests, a_destination_may_be_a_source);
    suite_add_tcase(suite, tests);
    return suite;
}
