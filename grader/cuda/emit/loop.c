// loop.c - loops: walked, unrolled in part, or generated as they are.
//
// Walking executes a loop whose condition is a constant each time. That unrolls it, folds what its counter decides,
// and leaves arrays that it indexes in registers. A walk that becomes too large is thrown away. NVVM decides by the
// size of the unrolled loop after folding, too; its limits are below.
//
// Any other loop is rotated (the condition is asked before the first iteration and after each) and generated with phis
// at its head for the slots that its body changes. Which these are is found by trying: the body is generated with no
// phis; slots that differ at its end get one; what was generated is thrown away; and again, until no more differ. What
// was found is remembered for the next time that the same loop is generated in an outer loop's attempts.
//
// A loop with a countable number of iterations is repeated four times in a body, with the rest in a second loop after
// it, unless it contains barriers, jumps out of it, or loops: NVVM's runtime unrolling. One with a constant number that
// is too large to walk is repeated by a factor of that number.
#include "generate.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_WALKED = 350,      // operations that a walk may make
    MOST_WALKED_FOR = 8000, // if an array is in registers only then
    MOST_PRAGMA = 60000,
    MOST_TRIPS = 4096,
    MOST_REPEATED = 120, // operations of a body that is repeated at run time
    MOST_PARTIAL = 128,  // operations of all repetitions of a body with a constant number
    RUNTIME_COUNT = 4,
    MOST_ROUNDS = 64,
};

typedef struct LoopMemory {
    struct LoopMemory *next;
    const Statement *statement;
    uint64_t path;    // of calls
    bool large;       // it may be walked although it is large: an array needs it
    bool failed_walk; // it was too large in this attempt at the kernel
    uint32_t slots;
    bool *changed;
    Value *shapes;
} LoopMemory;

typedef struct ActiveLoop {
    struct ActiveLoop *outer;
    LoopMemory *memory;
} ActiveLoop;

static uint64_t call_path(const Generator *generator) {
    uint64_t path = 0;
    for (uint32_t call = generator->graph->inlined; call; call = generator->graph->calls[call].inlined)
        path = path * 0x9e3779b97f4a7c15u + generator->graph->calls[call].line * 4099u +
               generator->graph->calls[call].column;
    return path;
}

static LoopMemory *remembered(Generator *generator, const Statement *statement) {
    uint64_t path = call_path(generator);
    for (LoopMemory *loop = generator->loops; loop; loop = loop->next)
        if (loop->statement == statement && loop->path == path) return loop;
    LoopMemory *loop = unit_alloc(generator->unit, sizeof *loop);
    *loop = (LoopMemory){.next = generator->loops, .statement = statement, .path = path};
    return generator->loops = loop;
}

void loops_forget(Generator *generator) {
    generator->active_loops = NULL;
    for (LoopMemory *loop = generator->loops; loop; loop = loop->next) {
        loop->failed_walk = false;
        loop->changed = NULL;
    }
}

// A local array is indexed by what is not a constant. If a loop around could be walked to make it one, it will be.
bool loop_walk_for_index(Generator *generator) {
    for (ActiveLoop *loop = generator->active_loops; loop; loop = loop->outer) {
        if (!loop->memory->failed_walk || loop->memory->large) continue;
        loop->memory->large = true;
        generator->stop = generator->again = true;
        return true;
    }
    return false;
}

// ---- one iteration after another
// ---------------------------------------------------------------------------------------

typedef struct {
    const Statement *body;
    const Expression *step, *condition; // NULL: none; always true
    unsigned times;                     // the body and step in one iteration
    uint32_t counter;  // a slot that is counted down to 0 instead of asking the condition; NO_SLOT: none
    unsigned decrease; // of the counter
    bool keep_rolled;
} LoopShape;

enum { NO_SLOT = UINT32_MAX };

static void iterate(Generator *generator, const LoopShape *loop) {
    Join *outer = generator->continues;
    for (unsigned n = 0; n < loop->times && !generator->dead && !generator->stop; n++) {
        uint32_t slots = generator->slots;
        Join *next = join_new(generator);
        generator->continues = next;
        statement_generate(generator, loop->body);
        generator->continues = outer;
        if (next->edge_count) join_land(generator, next);
        else generator->slots = slots;
        if (!generator->dead && loop->step) expression_discard(generator, loop->step);
        if (!generator->stop) generator->slots = slots;
    }
    generator->continues = outer;
}

static Op *asked_again(Generator *generator, const LoopShape *loop) {
    Graph *graph = generator->graph;
    if (loop->counter == NO_SLOT)
        return loop->condition ? condition_op(generator, loop->condition) : op_constant(graph, IR_PRED, 1);
    IrType type = ir_type(generator->slot_types[loop->counter]);
    Value *counter = &generator->environment[loop->counter];
    Op *less = build_binary(graph, CODE_ADD, type, counter->op, op_constant(graph, type, 0 - (uint64_t)loop->decrease));
    *counter = value_op(less);
    return build_compare(graph, CMP_NE, type, less, op_constant(graph, type, 0));
}

// ---- a loop with phis
// --------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t slots;
    bool *changed;
    Value *shapes; // of the phis
    Value *before, *at_head;
    Op **phis;
    Block *entry, *head;
} Rolled;

static void make_head(Generator *generator, Rolled *rolled, bool keep_rolled) {
    Graph *graph = generator->graph;
    Block *before = rolled->entry = graph->at;
    memcpy(rolled->before, generator->environment, rolled->slots * sizeof(Value));
    rolled->head = graph_block(graph);
    rolled->head->keep_rolled = keep_rolled;
    before->to[0] = rolled->head;
    for (uint32_t n = 0; n < rolled->slots && !generator->stop; n++) {
        rolled->phis[n] = NULL;
        if (!rolled->changed[n]) continue;
        const Value *values[] = {&rolled->before[n], &rolled->shapes[n]};
        Value shape;
        if (!value_shape(generator, values, 2, &shape)) return;
        const Type *type = generator->slot_types[n];
        Op *phi = phi_for(generator, rolled->head, &shape, type, 2, &generator->environment[n]);
        phi->args[0] = phi_operand(generator, before, phi, rolled->before[n], &shape, type);
        phi->args[1] = phi->args[0];
        rolled->phis[n] = phi;
        rolled->shapes[n] = shape;
    }
    memcpy(rolled->at_head, generator->environment, rolled->slots * sizeof(Value));
    graph->at = rolled->head;
}

// Whether slots changed that have no phi, or became addresses of another kind than their phis are.
static bool find_changes(Generator *generator, Rolled *rolled) {
    bool more = false;
    for (uint32_t n = 0; n < rolled->slots && !generator->stop; n++) {
        const Value *now = &generator->environment[n];
        if (value_equal(now, &rolled->at_head[n])) continue;
        const Value *values[] = {&rolled->before[n], now, &rolled->shapes[n]};
        Value shape;
        if (!value_shape(generator, values, 3, &shape)) return true;
        bool other =
            rolled->changed[n] && (shape.kind != rolled->shapes[n].kind || shape.space != rolled->shapes[n].space);
        if (!rolled->changed[n] || other) more = true;
        rolled->changed[n] = true;
        rolled->shapes[n] = shape;
    }
    return more;
}

static void close_loop(Generator *generator, Rolled *rolled, Op *again) {
    Graph *graph = generator->graph;
    Block *latch = graph->at;
    uint64_t known = 2;
    bool constant = is_constant(again, &known);
    bool back = !generator->dead && !(constant && !known);
    block_edge(graph, rolled->entry, rolled->head);
    if (back) block_edge(graph, latch, rolled->head);
    for (uint32_t n = 0; n < rolled->slots && !generator->stop; n++) {
        Op *phi = rolled->phis[n];
        if (!phi) continue;
        phi->arg_count = back ? 2 : 1;
        if (back)
            phi->args[1] = phi_operand(generator, latch, phi, generator->environment[n], &rolled->shapes[n],
                                       generator->slot_types[n]);
    }
    if (!back) return;
    Block *after = graph_block(graph);
    latch->line = graph->line;
    latch->inlined = graph->inlined;
    latch->to[0] = rolled->head;
    if (constant) generator->dead = true;
    else {
        latch->condition = again;
        latch->to[1] = after;
        block_edge(graph, latch, after);
    }
    graph->at = after;
}

// The first iteration is sure. Jumps out of it go to `exit`.
static void run_loop(Generator *generator, const LoopShape *loop, Join *exit, LoopMemory *memory) {
    Snapshot start = snapshot_take(generator);
    uint32_t slots = generator->slots, room = slots + 1;
    Rolled rolled = {.slots = slots};
    rolled.changed = graph_alloc(generator->graph, room);
    rolled.shapes = graph_alloc(generator->graph, room * sizeof(Value));
    rolled.before = graph_alloc(generator->graph, room * sizeof(Value));
    rolled.at_head = graph_alloc(generator->graph, room * sizeof(Value));
    rolled.phis = graph_alloc(generator->graph, room * sizeof(Op *));
    if (memory && memory->changed && memory->slots == slots) {
        memcpy(rolled.changed, memory->changed, slots);
        memcpy(rolled.shapes, memory->shapes, slots * sizeof(Value));
    }
    Join *breaks = generator->breaks;
    Op *again = NULL;
    uint32_t mark = numbering_mark(generator->graph);
    for (unsigned round = 0; !generator->stop; round++) {
        if (round) snapshot_restore(generator, &start);
        make_head(generator, &rolled, loop->keep_rolled);
        generator->breaks = exit;
        iterate(generator, loop);
        generator->breaks = breaks;
        if (generator->stop || generator->dead) break;
        again = asked_again(generator, loop);
        if (generator->stop || !find_changes(generator, &rolled)) break;
        if (round == MOST_ROUNDS)
            generator_refuse(generator, loop->body->place, "a loop that changes its variables in so many ways", NULL);
    }
    if (generator->stop) return;
    if (memory && !generator->dead) {
        memory->changed = unit_alloc(generator->unit, room);
        memory->shapes = unit_alloc(generator->unit, room * sizeof(Value));
        memory->slots = slots;
        for (uint32_t n = 0; n < slots; n++) {
            memory->changed[n] = rolled.changed[n];
            memory->shapes[n] = rolled.shapes[n];
            if (memory->shapes[n].kind == VALUE_OP || memory->shapes[n].kind == VALUE_ADDRESS)
                memory->shapes[n].op = NULL; // only its kind and space are asked
        }
    }
    if (!again) again = op_constant(generator->graph, IR_PRED, 0);
    close_loop(generator, &rolled, again);
    generator->loops_made++;
    numbering_forget(generator->graph, mark);
}

// ---- walking
// -----------------------------------------------------------------------------------------------------------

typedef enum { WALKED, NOT_CONSTANT, TOO_LARGE } WalkResult;

static WalkResult walk(Generator *generator, const Statement *loop, uint32_t limit, unsigned most_trips) {
    GraphMark start = graph_mark(generator->graph);
    Join *out = join_new(generator), *breaks = generator->breaks;
    uint64_t known = 1;
    bool is_do = loop->kind == STATEMENT_DO;
    LoopShape once = {.body = loop->body, .step = is_do ? NULL : loop->step, .times = 1};
    if (!loop->expression) return NOT_CONSTANT;
    generator->breaks = out;
    for (unsigned trips = 0; !generator->stop; trips++) {
        if (trips || !is_do) {
            Op *condition = condition_op(generator, loop->expression);
            if (generator->stop) break;
            if (!is_constant(condition, &known)) return NOT_CONSTANT;
            if (!known) break;
        }
        if (trips >= most_trips) return TOO_LARGE;
        iterate(generator, &once);
        if (graph_size_since(generator->graph, &start) > limit) return TOO_LARGE;
        if (generator->dead) break;
    }
    generator->breaks = breaks;
    if (generator->stop) return WALKED;
    if (out->edge_count) join_land(generator, out);
    return WALKED;
}

// NVVM orders the operands of sums while such a loop is still one, whose results are phis (negate.c).
static void note_results(const Generator *generator, const Snapshot *start) {
    for (uint32_t n = 0; n < start->slots && !generator->dead; n++) {
        const Value *now = &generator->environment[n], *before = &start->environment[n];
        if (now->kind == VALUE_OP && now->op->block && (before->kind != VALUE_OP || before->op != now->op))
            now->op->after_loop = true;
    }
}

static bool try_walk(Generator *generator, const Statement *loop, LoopMemory *memory) {
    if (loop->unroll == 1 || !loop->expression || memory->failed_walk) {
        if (!(memory->large && memory->failed_walk)) return false;
    }
    uint32_t limit = loop->unroll ? MOST_PRAGMA : memory->large ? MOST_WALKED_FOR : MOST_WALKED;
    unsigned trips = loop->unroll > 1 && !memory->large ? (unsigned)loop->unroll : MOST_TRIPS;
    Snapshot start = snapshot_take(generator);
    WalkResult result = walk(generator, loop, limit, trips);
    if (!generator->stop && result == WALKED) note_results(generator, &start);
    if (generator->stop || result == WALKED) return true;
    snapshot_restore(generator, &start);
    if (result == TOO_LARGE) memory->failed_walk = true;
    return false;
}

// ---- counted loops
// -----------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t slot; // of the variable that is counted
    const Type *type;
    int64_t step;
    Operator op;
    const Expression *bound;
} Counted;

static const Variable *counted_variable(const Expression *expression) {
    while (expression->kind == EXPR_DISCARD) expression = expression->left;
    if (expression->kind == EXPR_CONVERT && expression->type->size == expression->left->type->size &&
        type_is_integer(expression->type) && type_is_integer(expression->left->type))
        expression = expression->left;
    if (expression->kind == EXPR_LOAD) expression = expression->left;
    return expression->kind == EXPR_VARIABLE && expression->variable->space == SPACE_LOCAL ? expression->variable
                                                                                           : NULL;
}

static bool find_step(Generator *generator, const Expression *step, const Variable *variable, int64_t *by) {
    while (step->kind == EXPR_DISCARD) step = step->left;
    bool one = step->kind == EXPR_PRE_UPDATE || step->kind == EXPR_POST_UPDATE;
    if (!one && !(step->kind == EXPR_UPDATE && step->op == OP_ADD)) return false;
    if (step->left->kind != EXPR_VARIABLE || step->left->variable != variable) return false;
    if (one) {
        *by = (int64_t)step->integer < 0 ? -1 : 1;
        return true;
    }
    const Expression *right = step->right;
    if (right->kind != EXPR_INTEGER && right->kind != EXPR_CONVERT && right->kind != EXPR_LOAD) return false;
    Value value = expression_value(generator, right);
    if (value.kind != VALUE_OP || value.op->code != CODE_CONSTANT) return false;
    *by = constant_signed(value.op);
    return true;
}

static bool find_counted(Generator *generator, const Statement *loop, Counted *counted) {
    const Expression *condition = loop->expression;
    if (loop->kind != STATEMENT_FOR || !condition || !loop->step || condition->kind != EXPR_BINARY) return false;
    counted->op = condition->op;
    if (counted->op != OP_LESS && counted->op != OP_LESS_EQUAL && counted->op != OP_NOT_EQUAL) return false;
    const Variable *variable = counted_variable(condition->left);
    if (!variable || !type_is_integer(variable->type) || variable->type->size < 4) return false;
    const Binding *binding = &generator->bindings[variable->number];
    if (!binding->bound || binding->value.space != IN_VARIABLE || variable->type->kind == TYPE_REFERENCE) return false;
    if (!find_step(generator, loop->step, variable, &counted->step)) return false;
    counted->slot = binding->value.object->slot;
    counted->type = condition->left->type;
    counted->bound = condition->right;
    int shift = counted->step > 0 ? log2_of((uint64_t)counted->step) : -1;
    return shift >= 0 && (counted->op != OP_NOT_EQUAL || counted->step == 1);
}

// What one iteration is like, by making one and throwing it away.
typedef struct {
    uint32_t size;
    bool plain; // no barrier, no jump out, no loop
    bool bound_stays;
} Sample;

static bool is_convergent(const Op *op) {
    static const char *const NAMES[] = {"bar", "shfl", "vote", "match", "redux", "activemask", "barrier"};
    if (op->code != CODE_ACTION || !op->text) return false;
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; n++)
        if (!strncmp(op->text, NAMES[n], strlen(NAMES[n]))) return true;
    return false;
}

static Sample sample_iteration(Generator *generator, const Statement *loop, const Expression *bound,
                               LoopMemory *memory) {
    Sample sample = {.plain = true};
    Snapshot start = snapshot_take(generator);
    Op *before = bound ? value_operand(generator, expression_value(generator, bound), bound->type) : NULL;
    uint32_t returns = generator->frame->returns->edge_count, loops = generator->loops_made;
    Join *exit = join_new(generator);
    GraphMark body = graph_mark(generator->graph);
    LoopShape once = {
        .body = loop->body, .step = loop->step, .condition = loop->expression, .times = 1, .counter = NO_SLOT};
    run_loop(generator, &once, exit, memory);
    if (generator->stop) return sample;
    sample.size = graph_size_since(generator->graph, &body);
    sample.plain = !generator->dead && !exit->edge_count && generator->frame->returns->edge_count == returns &&
                   generator->loops_made == loops + 1;
    for (uint32_t n = body.blocks; n < generator->graph->block_count && sample.plain; n++)
        for (const Op *op = generator->graph->blocks[n]->first; op; op = op->next)
            if (op->barrier || is_convergent(op)) sample.plain = false;
    if (bound && !generator->dead) {
        Op *after = value_operand(generator, expression_value(generator, bound), bound->type);
        sample.bound_stays = before == after;
    }
    if (generator->stop) return sample;
    snapshot_restore(generator, &start);
    generator->loops_made = loops;
    return sample;
}

static uint32_t new_slot(Generator *generator, const Type *type, Op *value) {
    Value place = object_new(generator, type, generator->kernel, type->align);
    if (place.space != IN_VARIABLE) return 0;
    generator->environment[place.object->slot] = value_op(value);
    return place.object->slot;
}

static const Type UNSIGNED_WORD = {.kind = TYPE_UNSIGNED, .size = 4, .align = 4, .plain = &UNSIGNED_WORD};
static const Type UNSIGNED_LONG_WORD = {
    .kind = TYPE_UNSIGNED_LONG, .size = 8, .align = 8, .plain = &UNSIGNED_LONG_WORD};

// for (; i < n; i += s): the number of iterations, which is not 0.
static Op *trip_count(Generator *generator, const Counted *counted) {
    Graph *graph = generator->graph;
    const Type *type = counted->type;
    IrType kind = ir_type(type), natural = ir_bytes(kind) == 8 ? IR_U64 : IR_U32;
    Op *bound = value_operand(generator, expression_value(generator, counted->bound), type);
    Op *count = build_binary(graph, CODE_SUB, natural, bound, generator->environment[counted->slot].op);
    if (counted->op == OP_LESS_EQUAL)
        count = build_binary(graph, CODE_ADD, natural, count, op_constant(graph, kind, 1));
    if (counted->step == 1) return count;
    count = build_binary(graph, CODE_ADD, natural, count, op_constant(graph, kind, (uint64_t)counted->step - 1));
    return build_binary(graph, CODE_DIV, natural, count, op_constant(graph, kind, (uint64_t)counted->step));
}

// The loop with `times` bodies in an iteration, then one for the rest.
static void repeat_at_run_time(Generator *generator, const Statement *loop, const Counted *counted, unsigned times,
                               Join *exit) {
    Graph *graph = generator->graph;
    join_branch(generator, condition_op(generator, loop->expression), false, exit);
    if (generator->dead || generator->stop) return;
    Op *count = trip_count(generator, counted);
    IrType natural = ir_bytes(ir_type(counted->type)) == 8 ? IR_U64 : IR_U32;
    Op *rest = build_binary(graph, CODE_AND, natural, count, op_constant(graph, natural, times - 1));
    Op *fewer = build_binary(graph, CODE_ADD, natural, count, op_constant(graph, natural, UINT64_MAX));
    const Type *counter_type = natural == IR_U64 ? &UNSIGNED_LONG_WORD : &UNSIGNED_WORD;
    uint32_t rest_slot = new_slot(generator, counter_type, rest);
    Join *remainder = join_new(generator);
    join_branch(generator, build_compare(graph, CMP_LT, natural, fewer, op_constant(graph, natural, times - 1)), true,
                remainder);
    if (!generator->dead) {
        uint32_t slot = new_slot(generator, counter_type, build_binary(graph, CODE_SUB, natural, count, rest));
        LoopShape main_loop = {
            .body = loop->body, .step = loop->step, .times = times, .counter = slot, .decrease = times};
        run_loop(generator, &main_loop, exit, NULL);
    }
    join_land(generator, remainder);
    if (generator->stop || generator->dead) return;
    join_branch(
        generator,
        build_compare(graph, CMP_EQ, natural, generator->environment[rest_slot].op, op_constant(graph, natural, 0)),
        true, exit);
    if (generator->dead || generator->stop) return;
    LoopShape rest_loop = {
        .body = loop->body, .step = loop->step, .times = 1, .counter = rest_slot, .decrease = 1, .keep_rolled = true};
    run_loop(generator, &rest_loop, exit, NULL);
}

// How many times a body with a constant number of iterations is repeated; 1: not at all.
static unsigned constant_repetition(Generator *generator, const Statement *loop, const Counted *counted,
                                    LoopMemory *memory) {
    Value first = generator->environment[counted->slot];
    Op *bound = value_operand(generator, expression_value(generator, counted->bound), counted->type);
    if (generator->stop || first.kind != VALUE_OP || first.op->code != CODE_CONSTANT || bound->code != CODE_CONSTANT)
        return 0;
    int64_t low = constant_signed(first.op), high = constant_signed(bound);
    if (counted->op == OP_LESS_EQUAL) high++;
    if (high <= low || high - low > INT32_MAX) return 1;
    int64_t trips = (high - low + counted->step - 1) / counted->step;
    Sample sample = sample_iteration(generator, loop, counted->bound, memory);
    if (generator->stop) return 1;
    if (!sample.bound_stays) return 1;
    if (loop->unroll > 1 && trips % loop->unroll == 0) return (unsigned)loop->unroll;
    for (unsigned times = 8; times > 1; times /= 2)
        if (trips % times == 0 && sample.size * times <= MOST_PARTIAL) return times;
    return 1;
}

static void generate_rolled(Generator *generator, const Statement *loop, LoopMemory *memory) {
    Join *exit = join_new(generator);
    bool may_repeat = loop->unroll != 1;
    Counted counted;
    unsigned times = 1;
    if (may_repeat && find_counted(generator, loop, &counted)) {
        times = constant_repetition(generator, loop, &counted, memory);
        if (generator->stop) return;
        if (!times) {
            Sample sample = sample_iteration(generator, loop, counted.bound, memory);
            if (generator->stop) return;
            unsigned wanted = loop->unroll > 1 ? (unsigned)loop->unroll : RUNTIME_COUNT;
            if (sample.plain && sample.bound_stays && log2_of(wanted) > 0 &&
                (loop->unroll > 1 || sample.size <= MOST_REPEATED)) {
                repeat_at_run_time(generator, loop, &counted, wanted, exit);
                join_land(generator, exit);
                return;
            }
            times = 1;
        }
    }
    if (loop->kind != STATEMENT_DO && loop->expression) branch_unless(generator, loop->expression, exit);
    if (!generator->dead) {
        LoopShape shape = {.body = loop->body,
                           .step = loop->kind == STATEMENT_DO ? NULL : loop->step,
                           .condition = loop->expression,
                           .times = times,
                           .counter = NO_SLOT,
                           .keep_rolled = !may_repeat};
        run_loop(generator, &shape, exit, times == 1 ? memory : NULL);
    }
    join_land(generator, exit);
}

static bool holds_label(const Statement *statement) {
    if (!statement) return false;
    if (statement->kind == STATEMENT_CASE || statement->kind == STATEMENT_DEFAULT) return true;
    if (statement->kind == STATEMENT_SWITCH) return false;
    for (unsigned n = 0; statement->kind == STATEMENT_BLOCK && n < statement->count; n++)
        if (holds_label(statement->list[n])) return true;
    return holds_label(statement->body) || holds_label(statement->otherwise);
}

void loop_generate(Generator *generator, const Statement *loop) {
    uint32_t slots = generator->slots;
    if (generator->cases && holds_label(loop->body)) {
        generator_refuse(generator, loop->place, "a case label in a loop in a switch",
                         "write the loop and the switch apart");
        return;
    }
    struct Switch *cases = generator->cases;
    generator->cases = NULL;
    if (loop->initial) statement_generate(generator, loop->initial);
    if (generator->stop || generator->dead) return;
    ActiveLoop active = {.outer = generator->active_loops, .memory = remembered(generator, loop)};
    generator->active_loops = &active;
    if (!try_walk(generator, loop, active.memory)) generate_rolled(generator, loop, active.memory);
    generator->active_loops = active.outer;
    generator->cases = cases;
    if (!generator->stop) generator->slots = slots;
}
