// statement.c - statements: an if with a cheap body becomes selects, a switch a chain of comparisons.
#include "generate.h"

#include <string.h>

typedef struct Switch {
    Op *value;
    const Type *type;
    Join **joins; // in the order of the cases in the text
    unsigned count, reached;
} Switch;

// ---- if
// --------------------------------------------------------------------------------------------------------------

enum { CHEAP_BODY = 1, MOST_DISCARDED = 60 };

static int mark_needed(const Generator *generator, Op *op, const Snapshot *since) {
    if (!op || op->block != generator->graph->at || op->mark != 1) return 0;
    op->mark = 0;
    int cost = op->code != CODE_SPECIAL && op->code != CODE_PART;
    for (uint32_t k = 0; k < op->arg_count; k++) cost += mark_needed(generator, op->args[k], since);
    return cost;
}

// How many of the operations since then the changed slots need.
static int needed_cost(const Generator *generator, const Snapshot *since) {
    Op *first = since->graph.last ? since->graph.last->next : generator->graph->at->first;
    int cost = 0;
    for (Op *op = first; op; op = op->next) op->mark = 1;
    for (uint32_t n = 0; n < since->slots; n++) {
        const Value *is = &generator->environment[n];
        if (is->kind == VALUE_OP && !value_equal(is, &since->environment[n]))
            cost += mark_needed(generator, is->op, since);
    }
    for (Op *op = first; op; op = op->next) op->mark = 0;
    return cost;
}

// if (c) body with a body that is one cheap operation: what it assigns is selected. True: it was done.
static bool select_body(Generator *generator, const Statement *statement, Op *condition) {
    Snapshot before = snapshot_take(generator);
    statement_generate(generator, statement->body);
    if (generator->stop) return true;
    bool cheap = !generator->dead && speculation_cost(generator, &before) <= MOST_DISCARDED &&
                 needed_cost(generator, &before) <= CHEAP_BODY;
    for (uint32_t n = 0; n < before.slots && cheap; n++) {
        const Value *was = &before.environment[n], *is = &generator->environment[n];
        if (!value_equal(was, is) && (was->kind != VALUE_OP || is->kind != VALUE_OP)) cheap = false;
    }
    if (!cheap) {
        snapshot_restore(generator, &before);
        return false;
    }
    generator->slots = before.slots;
    for (uint32_t n = 0; n < before.slots; n++) {
        const Value *was = &before.environment[n];
        Value *is = &generator->environment[n];
        if (!value_equal(was, is))
            *is =
                value_op(build_select(generator->graph, ir_type(generator->slot_types[n]), condition, is->op, was->op));
    }
    return true;
}

// Whether nothing came of what was generated: no effect, and no other value in a slot.
static bool changed_nothing(const Generator *generator, const Snapshot *before) {
    const Graph *graph = generator->graph;
    if (generator->dead || generator->edge_count < before->edges) return false;
    for (uint32_t n = 0; n < before->slots; n++)
        if (!value_equal(&generator->environment[n], &before->environment[n])) return false;
    for (const Op *op = before->graph.last ? before->graph.last->next : before->graph.at->first; op; op = op->next)
        if (!is_pure(op) && !is_load(op)) return false;
    for (uint32_t n = before->graph.blocks; n < graph->block_count; n++)
        for (const Op *op = graph->blocks[n]->first; op; op = op->next)
            if (!is_pure(op) && !is_load(op) && op->code != CODE_PHI) return false;
    return true;
}

// Jumps to places that are further away are in the log, too: then the branch matters.
static bool no_jump_away(const Generator *generator, const Snapshot *before) {
    const Join *places[] = {generator->breaks, generator->continues, generator->frame->returns};
    for (uint32_t n = before->edges; n < generator->edge_count; n++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            if (generator->edge_log[n] == places[k]) return false;
    return true;
}

static void branch_on(Generator *generator, const Statement *statement);

static void generate_if(Generator *generator, const Statement *statement) {
    Snapshot before = snapshot_take(generator);
    branch_on(generator, statement);
    if (!generator->stop && changed_nothing(generator, &before) && no_jump_away(generator, &before))
        snapshot_restore(generator, &before);
}

static void branch_on(Generator *generator, const Statement *statement) {
    const Expression *condition = statement->expression;
    uint32_t slots = generator->slots;
    if (statement->initial) statement_generate(generator, statement->initial);
    Snapshot before = snapshot_take(generator);
    if (condition->kind != EXPR_AND && condition->kind != EXPR_OR) {
        uint64_t known;
        Op *op = condition_op(generator, condition);
        if (generator->stop || generator->dead) return;
        if (is_constant(op, &known)) {
            const Statement *taken = known ? statement->body : statement->otherwise;
            if (taken) statement_generate(generator, taken);
            return;
        }
        if (!statement->otherwise && select_body(generator, statement, op)) return;
        if (generator->stop) return;
        snapshot_restore(generator, &before);
    }
    Join *otherwise = join_new(generator), *end = join_new(generator);
    otherwise->slots = generator->slots;
    end->slots = slots;
    branch_unless(generator, condition, otherwise);
    uint32_t mark = numbering_mark(generator->graph);
    statement_generate(generator, statement->body);
    numbering_forget(generator->graph, mark);
    if (!statement->otherwise) {
        join_land(generator, otherwise);
        generator->slots = slots;
        return;
    }
    join_jump(generator, end);
    join_land(generator, otherwise);
    mark = numbering_mark(generator->graph);
    statement_generate(generator, statement->otherwise);
    numbering_forget(generator->graph, mark);
    join_land(generator, end);
}

// ---- switch
// ----------------------------------------------------------------------------------------------------------

static void find_cases(const Statement *statement, const Statement **cases, unsigned room, unsigned *count) {
    if (!statement) return;
    if (statement->kind == STATEMENT_CASE || statement->kind == STATEMENT_DEFAULT) {
        if (*count < room) cases[*count] = statement;
        ++*count;
    }
    if (statement->kind == STATEMENT_SWITCH) return;
    find_cases(statement->body, cases, room, count);
    find_cases(statement->otherwise, cases, room, count);
    for (unsigned n = 0; (statement->kind == STATEMENT_BLOCK) && n < statement->count; n++)
        find_cases(statement->list[n], cases, room, count);
}

static void generate_switch(Generator *generator, const Statement *statement) {
    enum { MOST_CASES = 512 };
    const Statement **cases = unit_alloc(generator->unit, MOST_CASES * sizeof *cases);
    unsigned count = 0;
    find_cases(statement->body, cases, MOST_CASES, &count);
    if (count > MOST_CASES) {
        generator_refuse(generator, statement->place, "a switch with more than 512 cases", NULL);
        return;
    }
    const Type *type = statement->expression->type;
    Value value = expression_value(generator, statement->expression);
    if (generator->stop || generator->dead) return;
    Switch here = {.value = value_operand(generator, value, type), .type = type, .count = count};
    here.joins = graph_alloc(generator->graph, (count + 1) * sizeof *here.joins);
    Join *end = join_new(generator), *otherwise = end;
    for (unsigned n = 0; n < count; n++) {
        here.joins[n] = join_new(generator);
        if (cases[n]->kind == STATEMENT_DEFAULT) otherwise = here.joins[n];
    }
    for (unsigned n = 0; n < count && !generator->dead && !generator->stop; n++) {
        if (cases[n]->kind == STATEMENT_DEFAULT) continue;
        Op *number = op_constant(generator->graph, ir_type(type), (uint64_t)cases[n]->value);
        join_branch(generator, build_compare(generator->graph, CMP_EQ, ir_type(type), here.value, number), true,
                    here.joins[n]);
    }
    join_jump(generator, otherwise);
    Switch *outer = generator->cases;
    Join *breaks = generator->breaks;
    generator->cases = &here;
    generator->breaks = end;
    statement_generate(generator, statement->body);
    generator->cases = outer;
    generator->breaks = breaks;
    join_land(generator, end);
}

static void generate_case(Generator *generator) {
    Switch *here = generator->cases;
    if (!here || here->reached >= here->count) return;
    Join *join = here->joins[here->reached++];
    uint32_t slots = generator->slots;
    join_land(generator, join);
    if (!generator->dead && generator->slots < slots) { // variables of the body that were declared before
        for (uint32_t n = generator->slots; n < slots; n++) generator->environment[n] = (Value){.kind = VALUE_NONE};
        generator->slots = slots;
    }
}

// ---- the others
// ------------------------------------------------------------------------------------------------------

static bool has_volatile(const Type *type) {
    while (type->kind == TYPE_ARRAY) type = type->base;
    return type->qualifiers & IS_VOLATILE;
}

static void declare(Generator *generator, const Variable *variable) {
    if (variable->space != SPACE_LOCAL) {
        if (variable->space == SPACE_SHARED || variable->space == SPACE_SHARED_DYNAMIC) symbol_of(generator, variable);
        return;
    }
    if (variable->type->kind == TYPE_RECORD && variable->type->record->has_destructor) {
        generator_refuse(generator, variable->place, "a local variable with a destructor in a kernel", NULL);
        return;
    }
    Value value = {.kind = VALUE_NONE};
    if (variable->initial)
        value = variable->type->kind == TYPE_REFERENCE ? expression_place(generator, variable->initial)
                                                       : expression_value(generator, variable->initial);
    if (generator->stop) return;
    if (has_volatile(variable->type) && !lies_in_memory(generator, variable)) {
        Object object = {.key = variable};
        object_to_memory(generator, &object);
        return;
    }
    variable_bind(generator, variable, value);
}

static void generate_return(Generator *generator, const Statement *statement) {
    Frame *frame = generator->frame;
    const Type *result = frame->function->result;
    if (statement->expression) {
        if (result->kind == TYPE_REFERENCE) {
            Value place = expression_place(generator, statement->expression);
            if (frame->result_reference->kind != VALUE_NONE && !value_equal(frame->result_reference, &place))
                generator_refuse(generator, statement->place, "a function that returns one of several references",
                                 "return a pointer instead");
            *frame->result_reference = place;
        } else if (result->kind == TYPE_VOID) expression_discard(generator, statement->expression);
        else {
            Value value = expression_value(generator, statement->expression);
            generator_place(generator, statement->place);
            if (frame->result_reference->kind != VALUE_NONE)
                place_store(generator, *frame->result_reference, result, value);
        }
    }
    join_jump(generator, frame->returns);
}

static void generate_block(Generator *generator, const Statement *statement) {
    uint32_t slots = generator->slots;
    for (unsigned n = 0; n < statement->count && !generator->stop; n++)
        statement_generate(generator, statement->list[n]);
    if (!generator->cases && !statement->is_open) generator->slots = slots;
}

static bool holds_case(const Statement *statement) {
    unsigned count = 0;
    find_cases(statement, NULL, 0, &count);
    return count > 0;
}

void statement_generate(Generator *generator, const Statement *statement) {
    if (!statement || generator->stop) return;
    if (generator->dead && !(generator->cases && holds_case(statement))) return;
    if (++generator->steps > MOST_STEPS || generator->graph->full) {
        generator_refuse(generator, statement->place, "a kernel that becomes so large", "unroll fewer loops");
        return;
    }
    generator_place(generator, statement->place);
    uint32_t slots = generator->slots;
    switch (statement->kind) {
    case STATEMENT_EXPRESSION:
        expression_discard(generator, statement->expression);
        if (!generator->stop) generator->slots = slots;
        break;
    case STATEMENT_DECLARE: declare(generator, statement->variable); break;
    case STATEMENT_BLOCK: generate_block(generator, statement); break;
    case STATEMENT_IF: generate_if(generator, statement); break;
    case STATEMENT_FOR:
    case STATEMENT_DO: loop_generate(generator, statement); break;
    case STATEMENT_SWITCH: generate_switch(generator, statement); break;
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT: generate_case(generator); break;
    case STATEMENT_BREAK:
        if (generator->breaks) join_jump(generator, generator->breaks);
        break;
    case STATEMENT_CONTINUE:
        if (generator->continues) join_jump(generator, generator->continues);
        break;
    case STATEMENT_RETURN: generate_return(generator, statement); break;
    case STATEMENT_ASM: assembly_generate(generator, statement); break;
    case STATEMENT_EMPTY: break;
    }
}
