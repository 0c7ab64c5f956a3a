// values.c - which noted variables still have a register where they are asked for.
#include "passes.h"

#include <inttypes.h>

static bool is_before(const Op *value, const Op *op) {
    if (value->block != op->block) return dominates(value->block, op->block);
    while (value && value != op) value = value->next;
    return value != NULL;
}

// Once the passes are done. Later only copies at the ends of blocks are added.
void settle_values(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            for (uint32_t k = 0; k < op->named_count; k++) {
                Op *value = op_resolved(op->named[k].op);
                bool is_known = value->code == CODE_CONSTANT || (value->block && is_before(value, op));
                op->named[k].op = is_known ? value : NULL;
            }
}

static RegisterClass class_of(const Op *op) { return op->code == CODE_COMPARE ? CLASS_PRED : ir_class(op->type); }

// A phi and what it chooses from share a register: another of them may have taken it.
static bool is_overwritten(const Op *value, const Op *op) {
    for (const Op *at = op->previous; at && at != value; at = at->previous)
        if (at->code != CODE_STORE && at->number == value->number && class_of(at) == class_of(value)) return true;
    return false;
}

static void print_value(const NamedOp *named, FILE *to) {
    static const char *const PREFIXES[CLASS_COUNT] = {"%p", "%h", "%r", "%rd", "%f", "%fd"};
    const Op *value = named->op;
    fprintf(to, " %s:%s=", named->name, named->type == IR_PRED ? "pred" : ir_name(named->type));
    if (value->code == CODE_CONSTANT) fprintf(to, "%" PRIu64, value->bits);
    else fprintf(to, "%s%u", PREFIXES[class_of(value)], value->number);
}

void print_values(const Op *op, FILE *to) {
    uint32_t printed = 0;
    for (uint32_t k = 0; k < op->named_count; k++) {
        const Op *value = op->named[k].op;
        if (!value || (value->code != CODE_CONSTANT && is_overwritten(value, op))) continue;
        if (!printed++) fputs("\t.pragma \"values", to);
        print_value(&op->named[k], to);
    }
    if (printed) fputs("\";\n", to);
}
