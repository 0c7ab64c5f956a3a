// instruction_table.c - the table of instructions, built from alu/arithmetic.def, and its lookup.
//
// Every way to write a regular instruction becomes an entry under its words joined by dots, found by hashing them.
// There are thousands, and a program uses few mnemonics: entries are made when one of their group is first looked for.
// Mnemonics with a SEARCH row have a function for what has no entry.
#define _GNU_SOURCE // mempcpy
#include "instruction_table.h"
#include "../../system/grow.h"
#include "../base/threads.h"
#include "../ptx/instruction_facts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool (*Search)(const PtxInstruction *instruction, Operation *operation, char reason[160]);

// ---- rows as data ---------------------------------------------------------------------------------------------------

typedef enum { ROW_PLAIN, ROW_BITS, ROW_COMPARE, ROW_CONVERT } RowKind;

typedef struct {
    const char *words, *modifiers, *type_name;
    Handler run, set; // set: of a comparison
    uint8_t kind, sources;
    bool has_destination;
    uint8_t type[OPERATION_OPERANDS]; // destination, sources
} Row;

#define TYPE_OF_u8 TYPE_U8
#define TYPE_OF_s8 TYPE_S8
#define TYPE_OF_u16 TYPE_U16
#define TYPE_OF_s16 TYPE_S16
#define TYPE_OF_u32 TYPE_U32
#define TYPE_OF_s32 TYPE_S32
#define TYPE_OF_u64 TYPE_U64
#define TYPE_OF_s64 TYPE_S64
#define TYPE_OF_u16x2 TYPE_B32
#define TYPE_OF_s16x2 TYPE_B32
#define TYPE_OF_s8_extended TYPE_S8
#define TYPE_OF_s16_extended TYPE_S16
#define TYPE_OF_f16 TYPE_F16
#define TYPE_OF_bf16 TYPE_BF16
#define TYPE_OF_f16x2 TYPE_F16X2
#define TYPE_OF_bf16x2 TYPE_BF16X2
#define TYPE_OF_f32 TYPE_F32
#define TYPE_OF_f32_kept TYPE_F32
#define TYPE_OF_f32_ftz TYPE_F32
#define TYPE_OF_f32_sat TYPE_F32
#define TYPE_OF_f32_ftz_sat TYPE_F32
#define TYPE_OF_f64 TYPE_F64
#define TYPE_OF_pred TYPE_PRED
#define WIDE_u16 u32
#define WIDE_s16 s32
#define WIDE_u32 u64
#define WIDE_s32 s64

#define TYPES_0(d)                                                                                                     \
    { TYPE_OF_##d }
#define TYPES_1(d, a)                                                                                                  \
    { TYPE_OF_##d, TYPE_OF_##a }
#define TYPES_2(d, a, b)                                                                                               \
    { TYPE_OF_##d, TYPE_OF_##a, TYPE_OF_##b }
#define TYPES_3(d, a, b, c)                                                                                            \
    { TYPE_OF_##d, TYPE_OF_##a, TYPE_OF_##b, TYPE_OF_##c }
#define TYPES_4(d, a, b, c, e)                                                                                         \
    { TYPE_OF_##d, TYPE_OF_##a, TYPE_OF_##b, TYPE_OF_##c, TYPE_OF_##e }
#define SHAPE_(count, ...) .sources = count, .type = TYPES_##count(__VA_ARGS__)
#define SHAPE(...) SHAPE_(__VA_ARGS__)

#define ALU_FUNCTION(t, modifiers, type_name, name, ...) void alu_##name##_##t(Warp *, const Instruction *);
#define ALU_ROW(t, row_modifiers, row_type, name, row_words, shape)                                                    \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = row_type,                                                                                            \
     .run = alu_##name##_##t,                                                                                          \
     .has_destination = true,                                                                                          \
     SHAPE(SHAPE_##shape(t))},

#define BITS_ALU_ROW(t, row_modifiers, row_type, name, row_words, shape)                                               \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = row_type,                                                                                            \
     .run = alu_##name##_##t,                                                                                          \
     .kind = ROW_BITS,                                                                                                 \
     .has_destination = true,                                                                                          \
     SHAPE(SHAPE_##shape(t))},

// The handlers that the alu files define.
#define PLAIN(name, words, shape, types, expression) types(ALU_FUNCTION, name)
#define INTEGER PLAIN
#define BITS_ROW PLAIN
#define FLOAT PLAIN
#define CARRY PLAIN
#define ROUNDED(name, words, shape, types, expression) types(ALU_FUNCTION, rounded_##name)
#define COMPARE(name, words, types, expression) types(ALU_FUNCTION, setp_##name) types(ALU_FUNCTION, set_##name)
#define TEST(name, words, types, expression) types(ALU_FUNCTION, test_##name)
#define CONVERT(name, words, to, types, expression) types(ALU_FUNCTION, cvt_##name)
#define HALF(name, words, modes, sources, expression)                                                                  \
    ALU_FUNCTION(f16, , , name)                                                                                        \
    ALU_FUNCTION(f16x2, , , name) ALU_FUNCTION(bf16, , , name) ALU_FUNCTION(bf16x2, , , name)
#define LOGIC(name, words, sources, expression) void alu_##name(Warp *, const Instruction *);
#define HAND(name, ...) void alu_##name(Warp *, const Instruction *);
#define SEARCH(mnemonic, function) bool function(const PtxInstruction *, Operation *, char[160]);
#include "../alu/arithmetic.def"

// Modifiers of half precision instructions: of f16, of bf16.
#define MODES_NONE "", ""
#define MODES_EXPONENTIAL "", ".ftz"
#define MODES_FTZ "(.ftz|)", ""
#define MODES_FTZ_SAT "(.ftz|)(.sat|)", ""
#define MODES_FTZ_SAT_RELU "(.ftz|)(.sat|.relu|)", "(.relu|)"
#define SAME_1(t) TYPES_1(t, t)
#define SAME_2(t) TYPES_2(t, t, t)
#define SAME_3(t) TYPES_3(t, t, t, t)
#define HALF_ROW(name, row_words, t, row_modifiers, count)                                                             \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = #t,                                                                                                  \
     .run = alu_##name##_##t,                                                                                          \
     .has_destination = true,                                                                                          \
     .sources = count,                                                                                                 \
     .type = SAME_##count(t)},
#define HALF_ROWS(name, words, count, of_f16, of_bf16)                                                                 \
    HALF_ROW(name, words, f16, of_f16, count)                                                                          \
    HALF_ROW(name, words, f16x2, of_f16, count)                                                                        \
    HALF_ROW(name, words, bf16, of_bf16, count) HALF_ROW(name, words, bf16x2, of_bf16, count)
#define HALF_ROWS_EXPANDED(...) HALF_ROWS(__VA_ARGS__)

#define COMPARE_ROW(t, row_modifiers, row_type, name, row_words)                                                       \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = row_type,                                                                                            \
     .run = alu_setp_##name##_##t,                                                                                     \
     .set = alu_set_##name##_##t,                                                                                      \
     .kind = ROW_COMPARE,                                                                                              \
     .has_destination = true,                                                                                          \
     .sources = 2,                                                                                                     \
     .type = TYPES_2(pred, t, t)},
#define TEST_ROW(t, row_modifiers, row_type, name, row_words)                                                          \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = row_type,                                                                                            \
     .run = alu_test_##name##_##t,                                                                                     \
     .has_destination = true,                                                                                          \
     .sources = 1,                                                                                                     \
     .type = TYPES_1(pred, t)},
#define CONVERT_ROW(t, row_modifiers, row_type, name, row_words, to)                                                   \
    {.words = row_words,                                                                                               \
     .modifiers = row_modifiers,                                                                                       \
     .type_name = row_type,                                                                                            \
     .run = alu_cvt_##name##_##t,                                                                                      \
     .kind = ROW_CONVERT,                                                                                              \
     .has_destination = true,                                                                                          \
     .sources = 1,                                                                                                     \
     .type = TYPES_1(to, t)},
#define LOGIC_TYPES_1 TYPES_1(pred, pred)
#define LOGIC_TYPES_2 TYPES_2(pred, pred, pred)

static const Row ROWS[] = {
#define INTEGER(name, words, shape, types, expression) types(ALU_ROW, name, words, shape)
#define BITS_ROW(name, words, shape, types, expression) types(BITS_ALU_ROW, name, words, shape)
#define FLOAT INTEGER
#define CARRY INTEGER
#define ROUNDED(name, words, shape, types, expression) types(ALU_ROW, rounded_##name, words, shape)
#define HALF(name, words, modes, count, expression) HALF_ROWS_EXPANDED(name, words, count, modes)
#define COMPARE(name, words, types, expression) types(COMPARE_ROW, name, words)
#define TEST(name, words, types, expression) types(TEST_ROW, name, words)
#define CONVERT(name, words, to, types, expression) types(CONVERT_ROW, name, words, to)
#define LOGIC(name, row_words, count, expression)                                                                      \
    {.words = row_words,                                                                                               \
     .modifiers = "",                                                                                                  \
     .type_name = "",                                                                                                  \
     .run = alu_##name,                                                                                                \
     .has_destination = true,                                                                                          \
     .sources = count,                                                                                                 \
     .type = LOGIC_TYPES_##count},
#define HAND(name, row_words, destination, ...)                                                                        \
    {.words = row_words,                                                                                               \
     .modifiers = "",                                                                                                  \
     .type_name = "",                                                                                                  \
     .run = alu_##name,                                                                                                \
     .has_destination = destination,                                                                                   \
     SHAPE(__VA_ARGS__)},
#include "../alu/arithmetic.def"
};

static const struct {
    const char *mnemonic;
    Search search;
} SEARCHES[] = {
#define SEARCH(mnemonic, function) {mnemonic, function},
#include "../alu/arithmetic.def"
};

// ---- entries --------------------------------------------------------------------------------------------------------

#define WORDS_LENGTH 96
#define PATTERN_LENGTH (2 * WORDS_LENGTH)

typedef struct {
    char words[WORDS_LENGTH];
    Operation operation;
    uint8_t operands;
    bool is_copy, is_whole; // whole: flags and class have been derived from the words
    uint32_t next;          // entry with the same hash, from 1; 0: none
} Entry;

#define BUCKETS 4096
#define GROUPS 64 // of mnemonics
static struct {
    Lock lock;
    Entry *entries;
    size_t count;
    uint32_t first[BUCKETS];
    bool built[GROUPS];
    unsigned building; // the group whose entries are being made
    bool lacks_memory; // for one of them
} table = {.lock = LOCK_INITIAL};

static uint32_t hash_text(const char *text, size_t length) { // FNV-1a
    uint32_t hash = 2166136261u;
    for (size_t n = 0; n < length; n++) hash = (hash ^ (uint8_t)text[n]) * 16777619u;
    return hash;
}

static uint32_t bucket_of(const char *words) { return hash_text(words, strlen(words)) % BUCKETS; }
static unsigned group_of(const char *words) { return hash_text(words, strcspn(words, ".(~|)")) % GROUPS; }

// Whether a row may make entries of the group; its words may begin with a choice, as "(fma|mad).rn".
static bool row_is_of(const char *words, unsigned group) {
    const char *end = *words == '(' ? strchr(words, ')') : NULL;
    if (!end) return group_of(words) == group;
    for (; words < end; words += 1 + strcspn(words + 1, "|)"))
        if (group_of(words + 1) == group) return true;
    return false;
}

static bool next_word(const char **rest, char word[WORDS_LENGTH]) {
    if (!**rest) return false;
    size_t length = strcspn(*rest, ".");
    snprintf(word, WORDS_LENGTH, "%.*s", (int)length, *rest);
    *rest += length + ((*rest)[length] == '.');
    return true;
}

static uint64_t flags_of(const char *words) {
    static const char *const NAMES[] = {
#define X(word) #word,
        OPERATION_FLAGS(X)
#undef X
    };
    uint64_t flags = 0;
    char word[WORDS_LENGTH];
    while (next_word(&words, word))
        for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; n++)
            if (!strcmp(word, NAMES[n])) flags |= 1ull << n;
    return flags;
}

// The class of an instruction that ptxas expands into a sequence of others.
static InstructionClass expansion_of(const char *words, const char *type) {
    static const struct {
        const char *words, *type;
        InstructionClass class;
    } EXPANSIONS[] = {
#define EXPANSION(of_class, of_words, of_type, ...) {of_words, of_type, CLASS_##of_class},
#include "../instructions/expansions.def"
#undef EXPANSION
    };
    for (size_t n = 0; n < sizeof EXPANSIONS / sizeof *EXPANSIONS; n++)
        if (!strncmp(words, EXPANSIONS[n].words, strlen(EXPANSIONS[n].words)) && !strcmp(type, EXPANSIONS[n].type))
            return EXPANSIONS[n].class;
    return CLASS_OTHER;
}

// Whether an instruction whose mnemonic has that length only tells lanes what others have.
static bool exchanges(const char *words, size_t length) {
    char mnemonic[WORDS_LENGTH];
    snprintf(mnemonic, sizeof mnemonic, "%.*s", (int)length, words);
    return INSTRUCTION_FACTS[opcode_named(mnemonic)].marks & EXCHANGES;
}

// What the counters make of an instruction: additions, multiplications and fused ones, by their type.
static InstructionClass class_of(const char *words) {
    static const struct {
        const char *type;
        InstructionClass fused;
    } TYPES[] = {{"f32", CLASS_FFMA},  {"f64", CLASS_DFMA},    {"f16", CLASS_HFMA},
                 {"bf16", CLASS_HFMA}, {"f16x2", CLASS_HFMA2}, {"bf16x2", CLASS_HFMA2}};
    const char *last = strrchr(words, '.');
    words += *words == '-'; // of "-fma-"
    size_t length = strcspn(words, "-.");
    bool is_add = length == 3 && (!strncmp(words, "add", 3) || !strncmp(words, "sub", 3));
    bool is_multiply = length == 3 && !strncmp(words, "mul", 3);
    if (!strcmp(words, "bar.warp.sync")) return CLASS_BARRIER;
    if (exchanges(words, length)) return length == 4 && !strncmp(words, "shfl", 4) ? CLASS_SHUFFLE : CLASS_EXCHANGE;
    bool is_fused = length == 3 && (!strncmp(words, "fma", 3) || !strncmp(words, "mad", 3));
    if (!is_add && !is_multiply && !is_fused) return last ? expansion_of(words, last + 1) : CLASS_OTHER;
    for (size_t n = 0; last && n < sizeof TYPES / sizeof *TYPES; n++)
        if (!strcmp(last + 1, TYPES[n].type)) return TYPES[n].fused + (is_add ? 1 : is_multiply ? 2 : 0);
    return CLASS_OTHER;
}

// Instructions that only copy bits have handlers by width; where the words name a floating type, a literal is one.
static void name_floats(const char *words, Operation *operation) {
    char word[WORDS_LENGTH];
    bool single = false, full = false;
    while (next_word(&words, word)) {
        single |= !strcmp(word, "f32");
        full |= !strcmp(word, "f64");
    }
    for (unsigned n = 0; n < OPERATION_OPERANDS; n++)
        if (single && operation->type[n] == TYPE_U32) operation->type[n] = TYPE_F32;
        else if (full && operation->type[n] == TYPE_U64) operation->type[n] = TYPE_F64;
}

static void add_entry(const char *words, const Operation *operation, unsigned operands, bool is_copy) {
    if (group_of(words) != table.building) return; // of a row with a choice of mnemonics
    table.lacks_memory |= !ARRAY_GROW(table.entries, table.count);
    if (table.lacks_memory) return;
    Entry *entry = &table.entries[table.count++];
    uint32_t *first = &table.first[bucket_of(words)];
    *entry = (Entry){.operation = *operation, .operands = (uint8_t)operands, .is_copy = is_copy, .next = *first};
    snprintf(entry->words, sizeof entry->words, "%s", words);
    *first = (uint32_t)table.count;
}

static Operation entry_operation(Entry *entry) {
    Operation *operation = &entry->operation;
    if (!entry->is_whole) {
        if (entry->is_copy) name_floats(entry->words, operation);
        operation->extra |= flags_of(entry->words);
        operation->class = class_of(entry->words);
        entry->is_whole = true;
    }
    return *operation;
}

// Adds an entry for each way to choose the alternatives of a pattern: "a(.b|)c" is "a.bc" and "ac".
static void add_pattern(const char *pattern, const Operation *operation, unsigned operands, bool is_copy) {
    const char *open = strchr(pattern, '(');
    if (!open) {
        add_entry(pattern, operation, operands, is_copy);
        return;
    }
    const char *close = strchr(open, ')');
    for (const char *choice = open; choice < close;) {
        size_t length = strcspn(++choice, "|)");
        char chosen[PATTERN_LENGTH];
        char *end = mempcpy(mempcpy(chosen, pattern, (size_t)(open - pattern)), choice, length);
        strcpy(end, close + 1); // shorter than the pattern
        add_pattern(chosen, operation, operands, is_copy);
        choice += length;
    }
}

static char *append(char *end, const char *limit, const char *text, size_t length) {
    if (length > (size_t)(limit - end)) abort();
    return mempcpy(end, text, length);
}

// The row's words with the type's name and modifiers in place.
static void complete_words(const Row *row, const char *words, char pattern[PATTERN_LENGTH]) {
    bool named = false, modified = false;
    const char *limit = pattern + PATTERN_LENGTH - 1;
    char *end = pattern;
    for (; *words; words++) {
        const char *part = *words == '@' ? row->type_name : row->modifiers;
        bool place = *words == '@' || *words == '~';
        named |= *words == '@';
        modified |= *words == '~';
        end = place ? append(end, limit, part, strlen(part)) : append(end, limit, words, 1);
    }
    if (!modified) end = append(end, limit, row->modifiers, strlen(row->modifiers));
    if (!named && *row->type_name) end = append(end, limit, ".", 1);
    if (!named) end = append(end, limit, row->type_name, strlen(row->type_name));
    *end = 0;
}

static Operation row_operation(const Row *row) {
    Operation operation = {
        .run = row->run, .has_destination = row->has_destination, .wide_sources = row->kind == ROW_CONVERT};
    unsigned first = row->has_destination ? 0 : 1;
    for (unsigned n = first; n <= row->sources; n++) operation.type[n - first] = row->type[n];
    return operation;
}

static const char *const COMBINED[] = {"", "(.and|.or|.xor)"}; // of a comparison with a predicate

// setp.CMP, alone and combined with a predicate.
static void add_setp(const Row *row) {
    char words[WORDS_LENGTH], pattern[PATTERN_LENGTH];
    for (unsigned c = 0; c < 2; c++) {
        Operation operation = row_operation(row);
        if (c) operation.type[3] = TYPE_PRED;
        snprintf(words, sizeof words, "setp.%s%s", row->words, COMBINED[c]);
        complete_words(row, words, pattern);
        add_pattern(pattern, &operation, 3 + c, false);
    }
}

// set.CMP.TYPE, the same.
static void add_set(const Row *row) {
    static const struct {
        const char *name;
        uint32_t yes;
        PtxType type, only_of;
    } RESULTS[] = {{"u32", 0xffffffff, TYPE_U32, TYPE_NONE},
                   {"s32", 0xffffffff, TYPE_S32, TYPE_NONE},
                   {"f32", 0x3f800000, TYPE_F32, TYPE_NONE},
                   {"f16", 0x3c00, TYPE_F16, TYPE_NONE},
                   {"bf16", 0x3f80, TYPE_BF16, TYPE_NONE},
                   {"u16", 0xffff, TYPE_U16, TYPE_F16},
                   {"s16", 0xffff, TYPE_S16, TYPE_F16},
                   {"u16", 0xffff, TYPE_U16, TYPE_BF16},
                   {"s16", 0xffff, TYPE_S16, TYPE_BF16},
                   {"f16x2", 0x3c003c00, TYPE_F16X2, TYPE_F16X2},
                   {"bf16x2", 0x3f803f80, TYPE_BF16X2, TYPE_BF16X2}};
    char words[WORDS_LENGTH], pattern[PATTERN_LENGTH];
    bool pair = row->type[1] == TYPE_F16X2 || row->type[1] == TYPE_BF16X2;
    for (unsigned c = 0; c < 2; c++) {
        Operation operation = row_operation(row);
        if (c) operation.type[3] = TYPE_PRED;
        operation.run = row->set;
        for (size_t n = 0; n < sizeof RESULTS / sizeof *RESULTS; n++) {
            bool narrow = RESULTS[n].type == TYPE_F32 || RESULTS[n].type == TYPE_F16 || RESULTS[n].type == TYPE_BF16;
            if (RESULTS[n].only_of != TYPE_NONE ? RESULTS[n].only_of != row->type[1] : pair && narrow) continue;
            operation.type[0] = RESULTS[n].type;
            operation.extra = (uint64_t)RESULTS[n].yes << 32;
            snprintf(words, sizeof words, "set.%s%s~.%s", row->words, COMBINED[c], RESULTS[n].name);
            complete_words(row, words, pattern);
            add_pattern(pattern, &operation, 3 + c, false);
        }
    }
}

static void add_row(const Row *row) {
    char pattern[PATTERN_LENGTH];
    Operation operation = row_operation(row);
    complete_words(row, row->words, pattern);
    add_pattern(pattern, &operation, row->sources + row->has_destination, row->kind == ROW_BITS);
}

static void drop_entries(size_t kept) {
    for (; table.count > kept; table.count--) {
        const Entry *last = &table.entries[table.count - 1];
        assert(table.first[bucket_of(last->words)] == table.count); // the newest one is the first of its bucket
        table.first[bucket_of(last->words)] = last->next;
    }
}

// false: out of memory; the group has no entries then, and is built when it is asked for again.
static bool build_group(unsigned group) {
    if (table.built[group]) return true;
    size_t before = table.count;
    table.building = group;
    table.lacks_memory = false;
    bool setp = row_is_of("setp", group), set = row_is_of("set", group);
    for (size_t n = 0; n < sizeof ROWS / sizeof *ROWS; n++) {
        const Row *row = &ROWS[n];
        if (row->kind != ROW_COMPARE && row_is_of(row->words, group)) add_row(row);
        if (row->kind == ROW_COMPARE && setp) add_setp(row);
        if (row->kind == ROW_COMPARE && set) add_set(row);
    }
    if (table.lacks_memory) drop_entries(before);
    return table.built[group] = !table.lacks_memory;
}

static void build_all(void) {
    for (unsigned group = 0; group < GROUPS; group++) build_group(group);
}

const char *operation_entry(size_t index, Operation *operation, unsigned *operand_count) {
    lock_take(&table.lock);
    build_all();
    Entry *entry = index < table.count ? &table.entries[index] : NULL;
    if (entry) *operation = entry_operation(entry);
    lock_release(&table.lock);
    if (!entry) return NULL;
    *operand_count = entry->operands;
    return entry->words;
}

// ---- lookup ---------------------------------------------------------------------------------------------------------

// Whether the entry takes these operands: as many, and none that needs a handler of its own.
static bool entry_takes(const Entry *entry, const PtxInstruction *instruction) {
    if (entry->operands != instruction->operand_count) return false;
    for (uint32_t n = 0; n < instruction->operand_count; n++) {
        const PtxOperand *operand = &instruction->operands[n];
        bool wide = ptx_type_bytes(entry->operation.type[n]) == 8;
        if (operand->kind == OPERAND_VECTOR || operand->kind == OPERAND_ADDRESS) return false;
        if (operand->kind == OPERAND_SPECIAL && (wide || operand->index >= SPECIAL_STATIC_COUNT)) return false;
    }
    return true;
}

// How many dots of `words` lie in the part, of whole words, that it shares with `other`.
static unsigned shared_words(const char *words, const char *other) {
    unsigned count = 0;
    for (; *words && *words == *other; words++, other++) count += *words == '.';
    return count + ((!*words || *words == '.') && (!*other || *other == '.'));
}

// Says which word is the first that no entry has after the words before it.
static void explain(const PtxInstruction *instruction, const char *words, bool known, char reason[160]) {
    unsigned best = 0;
    build_all();
    for (size_t n = 0; n < table.count; n++) {
        unsigned shared = shared_words(words, table.entries[n].words);
        if (shared > best) best = shared;
    }
    if (best == 0)
        snprintf(reason, 160, "instruction '%.40s' is not supported by the emulated GPU", instruction->mnemonic);
    else if (known) snprintf(reason, 160, "%.80s does not take these operands", words);
    else if (best <= instruction->modifier_count)
        snprintf(reason, 160, "modifier .%.24s is not supported here in %.80s", instruction->modifiers[best - 1],
                 words);
    else snprintf(reason, 160, "%.80s lacks a modifier or type", words);
}

// Mnemonic and modifiers with dots between; .ftz also when it stands after the type, as cuRAND writes it. Returns the
// whole length, which may exceed what fits.
static size_t join_words(const PtxInstruction *instruction, char words[WORDS_LENGTH]) {
    uint32_t count = instruction->modifier_count;
    bool late = count > 1 && !strcmp(instruction->modifiers[count - 1], "ftz") &&
                !strcmp(instruction->modifiers[count - 2], "f32");
    size_t length = (size_t)snprintf(words, WORDS_LENGTH, "%s", instruction->mnemonic);
    for (uint32_t n = 0; n < count && length < WORDS_LENGTH; n++) {
        uint32_t word = late && n >= count - 2 ? 2 * count - 3 - n : n; // the last two change places
        length += (size_t)snprintf(words + length, WORDS_LENGTH - length, ".%s", instruction->modifiers[word]);
    }
    return length;
}

typedef enum { FOUND, OTHER_OPERANDS, UNKNOWN, NO_MEMORY } Finding;

static Finding table_find(const PtxInstruction *instruction, const char *words, Operation *operation) {
    Finding finding = UNKNOWN;
    if (!build_group(group_of(words))) return NO_MEMORY;
    for (uint32_t n = table.first[bucket_of(words)]; n && finding != FOUND; n = table.entries[n - 1].next) {
        Entry *entry = &table.entries[n - 1];
        if (strcmp(entry->words, words)) continue;
        finding = entry_takes(entry, instruction) ? FOUND : OTHER_OPERANDS;
        if (finding == FOUND) *operation = entry_operation(entry);
    }
    return finding;
}

bool operation_find(const PtxInstruction *instruction, Operation *operation, char reason[160]) {
    char words[WORDS_LENGTH];
    bool whole = join_words(instruction, words) < sizeof words;
    lock_take(&table.lock);
    Finding finding = whole ? table_find(instruction, words, operation) : UNKNOWN;
    lock_release(&table.lock);
    if (finding == FOUND) return true;
    if (finding == NO_MEMORY) return snprintf(reason, 160, "out of memory for the table of instructions"), false;
    for (size_t n = 0; n < sizeof SEARCHES / sizeof *SEARCHES; n++)
        if (!strcmp(instruction->mnemonic, SEARCHES[n].mnemonic))
            return SEARCHES[n].search(instruction, operation, reason);
    lock_take(&table.lock);
    explain(instruction, words, finding == OTHER_OPERANDS, reason);
    lock_release(&table.lock);
    return false;
}
