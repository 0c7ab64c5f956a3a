// facts.c - facts as data: their names, and their arguments by name.
#include "facts.h"

#include <stdio.h>
#include <string.h>

const char *const fact_names[FACT_COUNT + 1] = {
#define FACT(name, arguments) #name,
#include "facts.def"
#undef FACT
};

FactName fact_named(const char *name) {
    for (FactName fact = 0; fact < FACT_COUNT; fact++)
        if (!strcmp(fact_names[fact], name)) return fact;
    return FACT_none;
}

FactText fact_text(const char *text) {
    FactText cut;
    snprintf(cut.text, sizeof cut.text, "%s", text);
    return cut;
}

FactLongText fact_long_text(const char *text) {
    FactLongText cut;
    snprintf(cut.text, sizeof cut.text, "%s", text);
    return cut;
}

// All members have sizes that are multiples of 8, so they lie one after another behind `unused`.
typedef struct {
    const char *name;
    ArgumentType type;
    size_t bytes;
} Row;
#define NOTHING
#define NUMBER(argument) {#argument, ARGUMENT_NUMBER, sizeof(uint64_t)},
#define TEXT(argument) {#argument, ARGUMENT_TEXT, sizeof(FactText)},
#define LONG_TEXT(argument) {#argument, ARGUMENT_TEXT, sizeof(FactLongText)},
#define FACT(name, arguments) [FACT_##name] = {arguments{NULL, ARGUMENT_NUMBER, 0}},
static const Row rows[FACT_COUNT][FACT_ARGUMENTS_MOST] = {
#include "facts.def"
};
#undef FACT
#undef NUMBER
#undef TEXT
#undef LONG_TEXT
#undef NOTHING

void fact_arguments(FactName name, FactArgument arguments[FACT_ARGUMENTS_MOST]) {
    size_t offset = offsetof(Fact, as) + sizeof(uint64_t);
    for (unsigned n = 0; n < FACT_ARGUMENTS_MOST; n++) {
        const Row *row = &rows[name][n];
        arguments[n] = (FactArgument){row->name, row->type, row->bytes, offset};
        offset += row->bytes;
    }
}

uint64_t fact_number(const Fact *fact, const FactArgument *argument) {
    uint64_t value;
    memcpy(&value, (const char *)fact + argument->offset, sizeof value);
    return value;
}

const char *fact_string(const Fact *fact, const FactArgument *argument) {
    return (const char *)fact + argument->offset;
}

void fact_set_number(Fact *fact, const FactArgument *argument, uint64_t value) {
    memcpy((char *)fact + argument->offset, &value, sizeof value);
}

void fact_set_string(Fact *fact, const FactArgument *argument, const char *value) {
    snprintf((char *)fact + argument->offset, argument->bytes, "%s", value);
}

bool fact_equal(const Fact *a, const Fact *b) {
    FactArgument arguments[FACT_ARGUMENTS_MOST];
    if (a->name != b->name) return false;
    fact_arguments(a->name, arguments);
    for (const FactArgument *at = arguments; at->name; at++) {
        bool same = at->type == ARGUMENT_NUMBER ? fact_number(a, at) == fact_number(b, at)
                                                : !strcmp(fact_string(a, at), fact_string(b, at));
        if (!same) return false;
    }
    return true;
}
