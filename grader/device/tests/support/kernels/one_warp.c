// one_warp.c - single instructions on a warp made by hand.
#include "one_warp.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

void one_warp_begin(OneWarp *one, uint32_t mask) {
    static Block alone; // of no cluster
    memset(one, 0, sizeof *one);
    one->warp.block = &alone;
    one->warp.bank[BANK_WORD] = (uint8_t *)one->words;
    one->warp.bank[BANK_LONG] = (uint8_t *)one->longs;
    one->warp.bank[BANK_PREDICATE] = (uint8_t *)one->predicates;
    one->warp.bank[BANK_SINK] = (uint8_t *)one->sink;
    one->warp.mask = one->warp.active = mask;
    one->warp.live = FULL_MASK;
}

bool one_warp_find(const char *words, unsigned operands, Operation *operation, char reason[160]) {
    static char text[256];
    const char *modifiers[16];
    PtxOperand registers[8] = {0};
    PtxInstruction instruction = {
        .modifiers = modifiers, .guard = -1, .operands = registers, .operand_count = operands};
    snprintf(text, sizeof text, "%s", words);
    char *rest = text;
    instruction.mnemonic = strsep(&rest, ".");
    while (rest && instruction.modifier_count < 16) modifiers[instruction.modifier_count++] = strsep(&rest, ".");
    return operation_find(&instruction, operation, reason);
}

static Operand operand_register(PtxType type, unsigned index) {
    unsigned bytes = ptx_type_bytes(type);
    if (type == TYPE_PRED) return (Operand){.bank = BANK_PREDICATE, .offset = 4 * (index & 7)};
    if (bytes == 8) return (Operand){.bank = BANK_LONG, .offset = 8 * WARP_LANES * (index & 7)};
    return (Operand){.bank = BANK_WORD, .offset = 4 * WARP_LANES * (index & 7)};
}

void one_warp_run_operation(OneWarp *one, const Operation *operation, unsigned operands) {
    Operand sink = {.bank = BANK_SINK};
    Instruction instruction = {.run = operation->run,
                               .extra = operation->extra,
                               .d = sink,
                               .a = sink,
                               .b = sink,
                               .c = sink,
                               .e = sink,
                               .guard = sink};
    instruction.pair = operand_register(TYPE_PRED, ONE_WARP_PAIR);
    Operand *sources[] = {&instruction.a, &instruction.b, &instruction.c, &instruction.e};
    unsigned first = operation->has_destination;
    if (first) instruction.d = operand_register(operation->type[0], 0);
    for (unsigned n = first; n < operands; n++) *sources[n - first] = operand_register(operation->type[n], n + !first);
    operation->run(&one->warp, &instruction);
}

void one_warp_run(OneWarp *one, const char *words, unsigned operands) {
    Operation operation;
    char reason[160] = "";
    ck_assert_msg(one_warp_find(words, operands, &operation, reason), "%s: %s", words, reason);
    one_warp_run_operation(one, &operation, operands);
}

uint64_t one_warp_value(const char *words, unsigned operands, Sources sources) {
    static OneWarp one;
    const uint64_t values[] = {0, sources.a, sources.b, sources.c, sources.e};
    Operation operation;
    char reason[160] = "";
    ck_assert_msg(one_warp_find(words, operands, &operation, reason), "%s: %s", words, reason);
    one_warp_begin(&one, FULL_MASK);
    for (unsigned n = 1; n < 5; n++) {
        for (unsigned l = 0; l < WARP_LANES; l++) {
            one.words[n][l] = (uint32_t)values[n];
            one.longs[n][l] = values[n];
        }
        one.predicates[n] = values[n] & 1 ? FULL_MASK : 0;
    }
    one_warp_run_operation(&one, &operation, operands);
    if (operation.type[0] == TYPE_PRED) return one.predicates[0] >> 5 & 1;
    return ptx_type_bytes(operation.type[0]) == 8 ? one.longs[0][5] : one.words[0][5];
}

void one_warp_check(const ValueCase *value_case) {
    uint64_t value = one_warp_value(value_case->words, value_case->operands, value_case->sources);
    ck_assert_msg(value == value_case->result, "%s of 0x%llx, 0x%llx, 0x%llx, 0x%llx is 0x%llx and should be 0x%llx",
                  value_case->words, (unsigned long long)value_case->sources.a,
                  (unsigned long long)value_case->sources.b, (unsigned long long)value_case->sources.c,
                  (unsigned long long)value_case->sources.e, (unsigned long long)value,
                  (unsigned long long)value_case->result);
}

static uint64_t state;
void random_seed(uint64_t seed) { state = seed * 2 + 1; }

static uint64_t random_next(void) { // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}
uint64_t random_bits(void) {
    uint64_t bits = random_next();
    switch (random_next() % 4) {
    case 0: return bits % 80 - 40;
    case 1: return (1ull << bits % 64) - (bits >> 60) % 3;
    default: return bits;
    }
}

uint32_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
float float_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
double double_from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
