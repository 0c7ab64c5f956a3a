// values.c - notes which operation holds each variable, for those who watch a kernel run.
#include "generate.h"

#include <string.h>

enum { MOST_NAMED = 12, MOST_ELEMENTS = 8 };

static bool is_shown(const Value *value, const Type *type) {
    return value->kind == VALUE_OP && type->kind != TYPE_POINTER && type->kind != TYPE_REFERENCE;
}

// "sum", "sum[3]"; NULL: neither a number nor a short array of numbers.
static const char *name_of(Generator *generator, const Variable *variable, uint32_t leaf) {
    const Layout *layout = layout_of(generator, variable->type);
    if (!type_is_aggregate(variable->type)) return variable->name;
    if (variable->type->kind != TYPE_ARRAY || layout->count > MOST_ELEMENTS) return NULL;
    if (type_is_aggregate(variable->type->base)) return NULL;
    return unit_format(generator->unit, "%s[%u]", variable->name, leaf);
}

void values_note(Generator *generator, Op *op) {
    if (!generator->with_values || !generator->frame || generator->graph->full) return;
    NamedOp named[MOST_NAMED];
    uint32_t count = 0;
    const Variable *variable = NULL;
    for (uint32_t slot = 0, first = 0; slot < generator->slots && count < MOST_NAMED; slot++) {
        if (generator->slot_owners[slot]) variable = generator->slot_owners[slot], first = slot;
        if (!variable || !variable->name || variable->function != generator->frame->function) continue;
        const Value *value = &generator->environment[slot];
        const Type *type = generator->slot_types[slot];
        if (slot - first >= layout_of(generator, variable->type)->count || !is_shown(value, type)) continue;
        const char *name = name_of(generator, variable, slot - first);
        if (name) named[count++] = (NamedOp){name, ir_type(type), value->op};
    }
    if (!count) return;
    op->named = graph_alloc(generator->graph, count * sizeof *named);
    op->named_count = count;
    memcpy(op->named, named, count * sizeof *named);
}
