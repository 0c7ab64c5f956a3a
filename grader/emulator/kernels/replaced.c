// replaced.c - an experiment: a program whose instructions of some forms are taken for those of another form.
//
// What it still gives as before, although its kernels compute something else, they did not compute.
#include "replaced.h"
#include "../base/arena.h"
#include <string.h>

#define MOST_MODIFIERS 8

// A rule's second half, "cvt.rn.f64.u32", as an instruction has it: modifiers without mnemonic and dots.
typedef struct {
    const char *from;
    size_t length; // of from
    const char **modifiers;
    uint32_t count;
} Rule;

// Whether it is written mnemonic.modifier.modifier...
static bool is_written(const PtxInstruction *in, const char *name, size_t length) {
    const char *part = in->mnemonic, *end = name + length;
    for (uint32_t n = 0;; n++) {
        size_t own = strlen(part);
        if (own > (size_t)(end - name) || strncmp(part, name, own) != 0) return false;
        name += own;
        if (n == in->modifier_count || name == end) return n == in->modifier_count && name == end;
        if (*name++ != '.') return false;
        part = in->modifiers[n];
    }
}

// Takes the next rule of *text. false: there is none, or no memory.
static bool rule_read(Arena *arena, const char **text, Rule *rule) {
    size_t length = strcspn(*text, ",");
    char *own = arena_alloc(arena, length + 1);
    *rule = (Rule){.from = *text, .length = strcspn(*text, "=,")};
    rule->modifiers = arena_alloc(arena, MOST_MODIFIERS * sizeof *rule->modifiers);
    if (!own || !rule->modifiers) return false;
    memcpy(own, *text, length);
    for (char *dot = strchr(own + rule->length, '.'); dot && rule->count < MOST_MODIFIERS; dot = strchr(dot, '.')) {
        *dot++ = 0;
        rule->modifiers[rule->count++] = dot;
    }
    *text += length + ((*text)[length] == ',');
    return true;
}

static void rule_apply(const Rule *rule, PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        PtxInstruction *in = &function->instructions[n];
        if (!is_written(in, rule->from, rule->length)) continue;
        in->modifiers = rule->modifiers;
        in->modifier_count = rule->count;
        function->replaced++;
    }
}

bool instructions_replace(PtxModule *ptx, const char *rules) {
    Rule rule;
    while (*rules) {
        if (!rule_read(ptx->arena, &rules, &rule)) return false;
        for (uint32_t f = 0; f < ptx->function_count; f++) rule_apply(&rule, &ptx->functions[f]);
    }
    return true;
}
