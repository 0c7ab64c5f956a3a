// facts.h - facts: what a check has found, kept as a name and its arguments from the check to the page.
//
// Only words.def turns a fact into English, so nothing has to search a sentence for what it says. The arguments of each
// fact are a struct, fact_NAME, made from facts.def. Words that use an argument which their fact lacks, facts without
// words, and words without a fact do not compile.
#ifndef FAULT_FACTS_H
#define FAULT_FACTS_H

#include "kinds.h"

#include <stddef.h>
#include <stdint.h>

// ---- alternatives that arguments of facts choose from ----

// Where an access lies, seen from the memory it is nearest to.
typedef enum { WHERE_INSIDE, WHERE_BEFORE, WHERE_ACROSS_END, WHERE_AT_END, WHERE_PAST_END } FactWhere;
// What an undefined value is used for.
typedef enum { USED_AS_ADDRESS, USED_IN_CONDITION, USED_IN_STORE } FactUse;
// Why a shuffle has no value to give.
typedef enum { ABSENT_NOT_NAMED, ABSENT_NOT_THERE, ABSENT_NO_THREAD } FactAbsence;
// The shape of a texture: its dimensions, 1 to 3, and whether it has layers or is a cube map.
#define FACT_SHAPE(dimensions, layered, cube) ((dimensions) | (layered)*4u | (cube)*8u)
// What one operation does to memory that another one uses.
typedef enum { DOES_READ, DOES_WRITE, DOES_CHANGE, DOES_MAKE, DOES_GIVE_BACK } FactDeed;
// What was given to cudaFree.
typedef enum { FREES_KERNELS, FREES_FREED, FREES_INSIDE, FREES_NOTHING } FactFreed;
// The call that uses a range of the device's memory.
typedef enum { RANGE_TO_DEVICE, RANGE_TO_HOST, RANGE_WITHIN, RANGE_SET, RANGE_ARRAY } FactRange;

// ---- facts ----

typedef enum {
#define FACT(name, arguments) FACT_##name,
#include "facts.def"
#undef FACT
    FACT_COUNT
} FactName;

typedef struct {
    char text[96];
} FactText;
typedef struct {
    char text[224];
} FactLongText;
FactText fact_text(const char *text); // cut where it is too long
FactLongText fact_long_text(const char *text);

#define NOTHING
#define NUMBER(argument) uint64_t argument;
#define TEXT(argument) FactText argument;
#define LONG_TEXT(argument) FactLongText argument;
#define FACT(name, arguments)                                                                                          \
    struct fact_##name {                                                                                               \
        uint64_t unused; /* C has no struct without members */                                                         \
        arguments                                                                                                      \
    };
#include "facts.def"
#undef FACT
#undef NUMBER
#undef TEXT
#undef LONG_TEXT
#undef NOTHING

typedef struct {
    FactName name;
    union {
#define FACT(name, arguments) struct fact_##name name;
#include "facts.def"
#undef FACT
    } as;
} Fact;

#define FACT_OF(fact, ...) ((Fact){.name = FACT_##fact, .as.fact = {0, __VA_ARGS__}})
#define FACT_ALONE(fact) ((Fact){.name = FACT_##fact})

// ---- words (words.def) ----

#define FACT_SENTENCE 400
typedef char FactSentence[FACT_SENTENCE];
// What happened, without place and thread. A fact that says no more than its kind has the kind's sentence.
void fact_say(const Fact *fact, FaultKind kind, FactSentence sentence);
// What to do about it, which may follow from the arguments; that of the kind where the fact has none of its own. "":
// the sentence says what to do.
void fact_advise(const Fact *fact, FaultKind kind, FactSentence advice);
const char *fault_sentence(FaultKind kind);
const char *fault_advice(FaultKind kind); // a variant has that of the kind that it is reported as

// ---- facts as data, for reports between processes ----

typedef enum { ARGUMENT_NUMBER, ARGUMENT_TEXT } ArgumentType;
typedef struct {
    const char *name; // NULL ends the list
    ArgumentType type;
    size_t bytes, offset; // in a Fact
} FactArgument;

extern const char *const fact_names[FACT_COUNT + 1]; // to NULL
FactName fact_named(const char *name);               // FACT_none: there is none of that name
#define FACT_ARGUMENTS_MOST 10
void fact_arguments(FactName name, FactArgument arguments[FACT_ARGUMENTS_MOST]);
uint64_t fact_number(const Fact *fact, const FactArgument *argument);
const char *fact_string(const Fact *fact, const FactArgument *argument);
void fact_set_number(Fact *fact, const FactArgument *argument, uint64_t value);
void fact_set_string(Fact *fact, const FactArgument *argument, const char *value);
bool fact_equal(const Fact *a, const Fact *b);

#endif
