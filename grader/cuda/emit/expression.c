// expression.c - values and places of expressions.
//
// a && b, a || b and c ? a : b compute both sides where the second is cheap and has no effect, as NVVM does: such a
// condition is one branch, and such a choice is a select. Otherwise they branch.
#include "builtin.h"

enum { CHEAP = 6, DIVISION_COST = 20, NEVER = 100000 };

static IrType comparison_type(const Type *type) {
    bool pointer = type->kind == TYPE_POINTER || type->kind == TYPE_NULL || type->kind == TYPE_REFERENCE;
    return pointer ? IR_U64 : ir_type(type);
}

// ---- arithmetic
// ------------------------------------------------------------------------------------------------------

Value compare_values(Generator *generator, Operator op, const Type *type, Value left, Value right, Place place) {
    static const Comparison COMPARISONS[] = {CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE};
    (void)place;
    Comparison comparison = COMPARISONS[op - OP_EQUAL];
    bool variables = left.kind == VALUE_ADDRESS && right.kind == VALUE_ADDRESS && left.space == IN_VARIABLE &&
                     right.space == IN_VARIABLE;
    if (variables && left.object == right.object)
        return value_op(build_compare(generator->graph, comparison, IR_S64,
                                      op_constant(generator->graph, IR_S64, (uint64_t)left.offset),
                                      op_constant(generator->graph, IR_S64, (uint64_t)right.offset)));
    if (left.kind == VALUE_FUNCTION && right.kind == VALUE_FUNCTION)
        return value_op(op_constant(generator->graph, IR_PRED, (left.function == right.function) == (op == OP_EQUAL)));
    Op *a, *b;
    if (left.kind == VALUE_ADDRESS && right.kind == VALUE_ADDRESS && left.space == right.space &&
        left.space != IN_VARIABLE) {
        a = address_operand(generator, left);
        b = address_operand(generator, right);
        return value_op(build_compare(generator->graph, comparison, left.space == IN_SHARED ? IR_U32 : IR_U64, a, b));
    }
    a = value_operand(generator, left, type);
    b = value_operand(generator, right, type);
    return value_op(build_compare(generator->graph, comparison, comparison_type(type), a, b));
}

Value arithmetic(Generator *generator, Operator op, const Type *type, Value left, Value right, Place place) {
    static const OpCode CODES[] = {CODE_ADD, CODE_SUB, CODE_MUL, CODE_DIV, CODE_REM,
                                   CODE_AND, CODE_OR,  CODE_XOR, CODE_SHL, CODE_SHR};
    IrType kind = ir_type(type);
    Graph *graph = generator->graph;
    Op *a = value_operand(generator, left, type), *b = value_operand(generator, right, type);
    if (generator->stop) return value_zero(generator, type);
    uint64_t zero;
    if ((op == OP_DIVIDE || op == OP_REMAINDER) && !ir_floating(kind) && is_constant(b, &zero) && !zero)
        generator_refuse(generator, place, "a division of integers by zero", "test the divisor before the division");
    if (kind == IR_F16 && op == OP_DIVIDE) return value_op(half_quotient(generator, a, b));
    if (kind == IR_BF16 && op == OP_DIVIDE)
        generator_refuse(generator, place, "a quotient of two __nv_bfloat16", "divide floats");
    if (kind != IR_PRED && !ir_floating(kind) && ir_bytes(kind) < 4) { // of an enum, or a compound assignment
        Op *wide = build_binary(graph, CODES[op], IR_S32, a, b);
        return value_op(build_convert(graph, kind, IR_S32, wide));
    }
    return value_op(build_binary(graph, CODES[op], kind, a, b));
}

static Value binary(Generator *generator, const Expression *expression) {
    Operator op = expression->op;
    const Type *type = expression->left->type;
    Value left = expression_value(generator, expression->left), right = expression_value(generator, expression->right);
    generator_place(generator, expression->place);
    if (op >= OP_EQUAL) return compare_values(generator, op, type, left, right, expression->place);
    if (op == OP_SHIFT_LEFT || op == OP_SHIFT_RIGHT) {
        const Type *by = expression->right->type;
        Op *count = build_convert(generator->graph, IR_U32, ir_type(by), value_operand(generator, right, by));
        Op *value = value_operand(generator, left, type);
        return value_op(
            build_binary(generator->graph, op == OP_SHIFT_LEFT ? CODE_SHL : CODE_SHR, ir_type(type), value, count));
    }
    return arithmetic(generator, op, type, left, right, expression->place);
}

static Op *negated(Generator *generator, Op *index) { return build_unary(generator->graph, CODE_NEG, IR_S64, index); }

static Value moved_pointer(Generator *generator, Value pointer, const Type *type, Op *index, Place place) {
    return address_add(generator, pointer, index, NULL, type->base->size ? type->base->size : 1, place);
}

static Value difference(Generator *generator, const Expression *expression) {
    Value left = expression_value(generator, expression->left), right = expression_value(generator, expression->right);
    const Type *type = expression->left->type;
    int64_t size = (int64_t)type->base->size;
    if (left.kind == VALUE_ADDRESS && right.kind == VALUE_ADDRESS && left.space == right.space && left.op == right.op)
        return value_op(op_constant(generator->graph, IR_S64, (uint64_t)((left.offset - right.offset) / size)));
    Op *a = value_operand(generator, left, type), *b = value_operand(generator, right, type);
    Op *bytes = build_binary(generator->graph, CODE_SUB, IR_S64, a, b);
    int shift = log2_of((uint64_t)size); // it is a multiple of the size
    if (shift >= 0)
        return value_op(build_binary(generator->graph, CODE_SHR, IR_S64, bytes,
                                     op_constant(generator->graph, IR_U32, (uint64_t)shift)));
    return value_op(
        build_binary(generator->graph, CODE_DIV, IR_S64, bytes, op_constant(generator->graph, IR_S64, (uint64_t)size)));
}

// ---- conditions
// ------------------------------------------------------------------------------------------------------

int speculation_cost(Generator *generator, const Snapshot *since) {
    const Graph *graph = generator->graph;
    if (graph->block_count != since->graph.blocks || graph->at != since->graph.at ||
        generator->edge_count != since->edges)
        return NEVER;
    int cost = 0;
    for (const Op *op = since->graph.last ? since->graph.last->next : graph->at->first; op; op = op->next) {
        if (!is_pure(op)) return NEVER;
        bool divides = op->code == CODE_DIV || op->code == CODE_REM;
        cost += divides ? DIVISION_COST : op->code == CODE_SPECIAL || op->code == CODE_PART ? 0 : 1;
    }
    return cost;
}

static bool environment_changed(const Generator *generator, const Snapshot *since) {
    for (uint32_t n = 0; n < since->slots; n++)
        if (!value_equal(&generator->environment[n], &since->environment[n])) return true;
    return false;
}

Op *condition_op(Generator *generator, const Expression *expression) {
    return value_operand(generator, expression_value(generator, expression), expression->type);
}

static Op *truth(Generator *generator, bool value) { return op_constant(generator->graph, IR_PRED, value); }

// Both operands, if the second is cheap; NULL: it is not, and nothing was generated after *left.
static Op *right_if_cheap(Generator *generator, const Expression *right) {
    Snapshot before = snapshot_take(generator);
    Op *op = condition_op(generator, right);
    if (generator->stop) return op;
    if (speculation_cost(generator, &before) <= CHEAP && !environment_changed(generator, &before)) return op;
    snapshot_restore(generator, &before);
    return NULL;
}

static void branch_unless_either(Generator *generator, const Expression *condition, Join *otherwise) {
    Op *left = condition_op(generator, condition->left);
    uint64_t known;
    if (is_constant(left, &known)) {
        if (!known) branch_unless(generator, condition->right, otherwise);
        return;
    }
    Op *right = right_if_cheap(generator, condition->right);
    if (right) {
        join_branch(generator, build_binary(generator->graph, CODE_OR, IR_PRED, left, right), false, otherwise);
        return;
    }
    Join *holds = join_new(generator);
    join_branch(generator, left, true, holds);
    branch_unless(generator, condition->right, otherwise);
    join_land(generator, holds);
}

void branch_unless(Generator *generator, const Expression *condition, Join *otherwise) {
    uint64_t known;
    if (generator->stop || generator->dead) return;
    if (condition->kind == EXPR_OR) {
        branch_unless_either(generator, condition, otherwise);
        return;
    }
    if (condition->kind != EXPR_AND) {
        join_branch(generator, condition_op(generator, condition), false, otherwise);
        return;
    }
    Op *left = NULL;
    Snapshot before = snapshot_take(generator);
    if (condition->left->kind != EXPR_AND && condition->left->kind != EXPR_OR)
        left = condition_op(generator, condition->left);
    else {
        left = condition_op(generator, condition->left);
        if (!generator->stop && graph_size_since(generator->graph, &before.graph) &&
            speculation_cost(generator, &before) == NEVER) {
            snapshot_restore(generator, &before);
            branch_unless(generator, condition->left, otherwise);
            if (!generator->dead) branch_unless(generator, condition->right, otherwise);
            return;
        }
    }
    if (is_constant(left, &known)) {
        if (known) branch_unless(generator, condition->right, otherwise);
        else join_jump(generator, otherwise);
        return;
    }
    Op *right = right_if_cheap(generator, condition->right);
    if (right) {
        join_branch(generator, build_binary(generator->graph, CODE_AND, IR_PRED, left, right), false, otherwise);
        return;
    }
    join_branch(generator, left, false, otherwise);
    branch_unless(generator, condition->right, otherwise);
}

static Value side(Generator *generator, const Expression *expression, bool constant, bool places) {
    if (!expression) return value_op(truth(generator, constant));
    if (places) return expression_place(generator, expression);
    return expression_value(generator, expression);
}

static Value selected(Generator *generator, Op *predicate, const Type *type, Value a, Value b) {
    if (value_equal(&a, &b)) return a;
    if (a.kind == VALUE_NONE) return b;
    if (b.kind == VALUE_NONE) return a;
    if (a.kind == VALUE_ADDRESS || b.kind == VALUE_ADDRESS) {
        Value shape;
        if (!value_shape(generator, (const Value *[]){&a, &b}, 2, &shape)) return a;
        if (shape.space != IN_GENERIC && a.kind == b.kind) {
            shape.op = build_select(generator->graph, shape.space == IN_SHARED ? IR_B32 : IR_B64, predicate,
                                    address_operand(generator, a), address_operand(generator, b));
            shape.offset = 0;
            return shape;
        }
    }
    Op *left = value_operand(generator, a, type), *right = value_operand(generator, b, type);
    return value_op(build_select(generator->graph, ir_type(type), predicate, left, right));
}

// condition ? left : right; a NULL side is a constant: false for the right one of &&, true for the left one of ||.
static Value choice(Generator *generator, const Expression *expression, const Expression *left, const Expression *right,
                    bool places) {
    const Type *type = expression->type;
    const Expression *condition = expression->condition ? expression->condition : expression->left;
    uint64_t known;
    Op *predicate = condition_op(generator, condition);
    if (generator->stop) return value_zero(generator, type);
    if (is_constant(predicate, &known)) return side(generator, known ? left : right, known, places);
    bool scalar = places || !type_is_aggregate(type);
    if (scalar && type->kind != TYPE_VOID) {
        Snapshot before = snapshot_take(generator);
        Value a = side(generator, left, true, places), b = side(generator, right, false, places);
        if (generator->stop) return a;
        bool cheap = speculation_cost(generator, &before) <= CHEAP && !environment_changed(generator, &before);
        bool functions = a.kind == VALUE_FUNCTION || b.kind == VALUE_FUNCTION;
        if (cheap && !functions && (!places || (a.space != IN_VARIABLE && b.space != IN_VARIABLE)))
            return selected(generator, predicate, type, a, b);
        snapshot_restore(generator, &before);
    }
    bool nothing = type->kind == TYPE_VOID;
    Value result = {.kind = VALUE_NONE};
    // A place is kept as a pointer to it would be: in a slot of its own.
    const Type *kept = type;
    if (places) {
        Type *pointer = unit_alloc(generator->unit, sizeof *pointer);
        *pointer = (Type){.kind = TYPE_POINTER, .size = 8, .align = 8, .base = type, .plain = pointer};
        kept = pointer;
    }
    if (!nothing) result = object_new(generator, kept, expression, kept->align);
    Join *otherwise = join_new(generator), *end = join_new(generator);
    join_branch(generator, predicate, false, otherwise);
    Value a = side(generator, left, true, places);
    if (!nothing) place_store(generator, result, kept, a);
    join_jump(generator, end);
    join_land(generator, otherwise);
    Value b = side(generator, right, false, places);
    if (!nothing) place_store(generator, result, kept, b);
    join_land(generator, end);
    if (nothing || generator->stop) return value_zero(generator, type);
    return place_load(generator, result, kept);
}

// ---- places
// ----------------------------------------------------------------------------------------------------------

static Value variable_place(Generator *generator, const Expression *expression) {
    const Variable *variable = expression->variable;
    AddressSpace space = IN_GLOBAL;
    switch (variable->space) {
    case SPACE_SHARED:
    case SPACE_SHARED_DYNAMIC: space = IN_SHARED; break;
    case SPACE_CONSTANT: space = IN_CONSTANT; break;
    case SPACE_DEVICE:
    case SPACE_MANAGED: break;
    default: {
        const Binding *binding = &generator->bindings[variable->number];
        if (binding->bound) return binding->value;
        if (variable->image && lies_in_memory(generator, variable)) {
            Value table = {.kind = VALUE_ADDRESS, .space = IN_CONSTANT};
            table.op = op_symbol(generator->graph, IR_B64, symbol_of(generator, variable));
            return table;
        }
        if (variable->initial &&
            (variable->is_constexpr || variable->image)) { // a constant of the host, or one not yet seen
            variable_bind(generator, variable, (Value){.kind = VALUE_NONE});
            Value place = generator->bindings[variable->number].value;
            Value value = expression_value(generator, variable->initial);
            place_store(generator, place, variable->type, value);
            generator->bindings[variable->number].bound = false; // each use has its own: it may be in another branch
            return place;
        }
        generator_refuse(generator, expression->place, "a kernel that reads `%s`, a variable of the host",
                         "make it __device__ or __constant__, or pass it to the kernel", variable->name);
        return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC};
    }
    }
    IrType type = space == IN_SHARED ? IR_B32 : IR_B64;
    Value place = {.kind = VALUE_ADDRESS, .space = space};
    place.op = op_symbol(generator->graph, type, symbol_of(generator, variable));
    return place;
}

static Value dereferenced(Generator *generator, Value pointer, Place place) {
    if (pointer.kind == VALUE_OP && pointer.op->code == CODE_CONSTANT && !pointer.op->bits)
        return pointer_value(generator, pointer);
    if (pointer.kind == VALUE_FUNCTION) {
        generator_refuse(generator, place, "a read of a function", NULL);
        return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC};
    }
    return pointer_value(generator, pointer);
}

static Value temporary(Generator *generator, const Expression *expression, Value value) {
    Value place = object_new(generator, expression->type, expression, expression->type->align);
    place_store(generator, place, expression->type, value);
    return place;
}

static Value member_place(Generator *generator, const Expression *expression) {
    const Field *field = expression->field;
    Value place = expression->left->is_lvalue
                      ? expression_place(generator, expression->left)
                      : temporary(generator, expression->left, expression_value(generator, expression->left));
    place.offset += (int64_t)field->offset;
    if (field->type->kind == TYPE_REFERENCE)
        return dereferenced(generator, place_load(generator, place, field->type), expression->place);
    return place;
}

static Value update(Generator *generator, const Expression *expression) {
    const Type *type = expression->left->type;
    Operator op = expression->op;
    Value right = expression_value(generator, expression->right);
    Value place = expression_place(generator, expression->left);
    Value old = place_load(generator, place, type);
    generator_place(generator, expression->place);
    if (generator->stop) return place;
    if (type->kind == TYPE_POINTER) {
        Op *index = value_operand(generator, right, expression->right->type);
        if (op == OP_SUBTRACT) index = negated(generator, index);
        place_store(generator, place, type, moved_pointer(generator, old, type, index, expression->place));
        return place;
    }
    bool shifts = op == OP_SHIFT_LEFT || op == OP_SHIFT_RIGHT;
    const Type *wide = shifts ? expression->compute_type : expression->right->type;
    Value left = value_convert(generator, old, type, wide, expression->place);
    Value result;
    if (shifts) {
        const Type *by = expression->right->type;
        Op *count = build_convert(generator->graph, IR_U32, ir_type(by), value_operand(generator, right, by));
        result = value_op(build_binary(generator->graph, op == OP_SHIFT_LEFT ? CODE_SHL : CODE_SHR, ir_type(wide),
                                       value_operand(generator, left, wide), count));
    } else {
        result = arithmetic(generator, op, wide, left, right, expression->place);
    }
    place_store(generator, place, type, value_convert(generator, result, wide, type, expression->place));
    return place;
}

// ++ and --. *old is the value before.
static Value step(Generator *generator, const Expression *expression, Value *old) {
    const Type *type = expression->left->type;
    Graph *graph = generator->graph;
    Value place = expression_place(generator, expression->left);
    *old = place_load(generator, place, type);
    generator_place(generator, expression->place);
    if (generator->stop) return place;
    int64_t by = (int64_t)expression->integer < 0 ? -1 : 1;
    IrType kind = ir_type(type);
    Value next;
    if (type->kind == TYPE_POINTER) {
        next = moved_pointer(generator, *old, type, op_constant(graph, IR_S64, (uint64_t)by), expression->place);
    } else {
        Op *op = value_operand(generator, *old, type);
        if (kind == IR_F16 || kind == IR_BF16) {
            Op *one = build_convert(graph, kind, IR_F32, op_float(graph, IR_F32, (double)by));
            next = value_op(build_binary(graph, CODE_ADD, kind, op, one));
        } else if (ir_floating(kind)) {
            next = value_op(build_binary(graph, CODE_ADD, kind, op, op_float(graph, kind, (double)by)));
        } else {
            IrType wide = ir_bytes(kind) < 4 ? IR_S32 : kind;
            op = build_binary(graph, CODE_ADD, wide, op, op_constant(graph, wide, (uint64_t)by));
            next = value_op(wide == kind ? op : build_convert(graph, kind, wide, op));
        }
    }
    place_store(generator, place, type, next);
    return place;
}

Value expression_place(Generator *generator, const Expression *expression) {
    Value ignored;
    if (generator->stop) return (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC};
    generator_place(generator, expression->place);
    switch (expression->kind) {
    case EXPR_VARIABLE: return variable_place(generator, expression);
    case EXPR_STRING: {
        Value place = {.kind = VALUE_ADDRESS, .space = IN_GLOBAL};
        place.op =
            op_symbol(generator->graph, IR_B64, string_symbol(generator, expression->text, expression->text_length));
        return place;
    }
    case EXPR_DEREFERENCE:
        return dereferenced(generator, expression_value(generator, expression->left), expression->place);
    case EXPR_MEMBER: return member_place(generator, expression);
    case EXPR_TEMPORARY: return temporary(generator, expression, expression_value(generator, expression->left));
    case EXPR_CONDITIONAL: return choice(generator, expression, expression->left, expression->right, true);
    case EXPR_COMMA:
        expression_discard(generator, expression->left);
        return expression_place(generator, expression->right);
    case EXPR_ASSIGN: {
        Value value = expression_value(generator, expression->right);
        Value place = expression_place(generator, expression->left);
        generator_place(generator, expression->place);
        place_store(generator, place, expression->left->type, value);
        return place;
    }
    case EXPR_UPDATE: return update(generator, expression);
    case EXPR_PRE_UPDATE: return step(generator, expression, &ignored);
    case EXPR_CALL:
    case EXPR_CALL_POINTER: return call_expression(generator, expression);
    default: return temporary(generator, expression, expression_value(generator, expression));
    }
}

// ---- values
// ----------------------------------------------------------------------------------------------------------

static void put_parts(Value *to, uint32_t *at, Value value) {
    if (value.kind != VALUE_PARTS) to[(*at)++] = value;
    else
        for (uint32_t n = 0; n < value.count; n++) to[(*at)++] = value.parts[n];
}

static Value list_value(Generator *generator, const Expression *expression) {
    const Type *type = expression->type;
    if (!type_is_aggregate(type))
        return expression->argument_count ? expression_value(generator, expression->arguments[0])
                                          : value_zero(generator, type);
    Value value = value_zero(generator, type);
    uint32_t at = 0;
    const Record *record = type->kind == TYPE_RECORD ? type->record : NULL;
    for (unsigned n = 0; n < expression->argument_count && !generator->stop; n++) {
        const Expression *argument = expression->arguments[n];
        const Type *part = !record ? type->base : n < record->field_count ? record->fields[n].type : NULL;
        if (!part) break;
        Value given = part->kind == TYPE_REFERENCE ? expression_place(generator, argument)
                                                   : expression_value(generator, argument);
        uint32_t room = part->kind == TYPE_REFERENCE ? 1 : layout_of(generator, part)->count;
        if (at + room > value.count) break;
        put_parts(value.parts, &at, given);
    }
    return value;
}

static Value member_value(Generator *generator, const Expression *expression) {
    if (expression->is_lvalue) return place_load(generator, member_place(generator, expression), expression->type);
    Value whole = expression_value(generator, expression->left);
    const Layout *layout = layout_of(generator, expression->left->type);
    const Field *field = expression->field;
    if (whole.kind != VALUE_PARTS) return value_zero(generator, expression->type);
    uint32_t first = 0;
    while (first < layout->count && layout->leaves[first].offset < field->offset) first++;
    if (expression->left->type->record->is_union) {
        Value place = temporary(generator, expression->left, whole);
        place.offset += (int64_t)field->offset;
        return place_load(generator, place, expression->type);
    }
    if (!type_is_aggregate(field->type))
        return first < whole.count ? whole.parts[first] : value_zero(generator, field->type);
    Value value = value_parts(generator, layout_of(generator, field->type)->count);
    for (uint32_t n = 0; n < value.count && first + n < whole.count; n++) value.parts[n] = whole.parts[first + n];
    return value;
}

static Value construct(Generator *generator, const Expression *expression) {
    Value place = object_new(generator, expression->type, expression, expression->type->align);
    place_store(generator, place, expression->type, value_zero(generator, expression->type));
    unsigned count = expression->argument_count;
    Value *arguments = graph_alloc(generator->graph, (count + 1) * sizeof *arguments);
    arguments[0] = place;
    const Function *function = expression->function;
    for (unsigned n = 0; n < count && !generator->stop; n++) {
        const Variable *parameter = n + 1 < function->parameter_count ? function->parameters[n + 1] : NULL;
        bool reference = parameter && parameter->type->kind == TYPE_REFERENCE;
        arguments[n + 1] = reference ? expression_place(generator, expression->arguments[n])
                                     : expression_value(generator, expression->arguments[n]);
    }
    bool is_place;
    inline_call(generator, function, arguments, expression->place, &is_place);
    return place_load(generator, place, expression->type);
}

static Value unary(Generator *generator, const Expression *expression) {
    Value left = expression_value(generator, expression->left);
    Op *op = value_operand(generator, left, expression->left->type);
    generator_place(generator, expression->place);
    if (expression->kind == EXPR_NOT) return value_op(build_not(generator->graph, op));
    return value_op(build_unary(generator->graph, expression->kind == EXPR_NEGATE ? CODE_NEG : CODE_NOT,
                                ir_type(expression->type), op));
}

static Value value_of(Generator *generator, const Expression *expression) {
    Graph *graph = generator->graph;
    Value old;
    switch (expression->kind) {
    case EXPR_INTEGER:
        if (expression->type->kind == TYPE_FUNCTION) return value_zero(generator, expression->type);
        return value_op(op_constant(graph, ir_type(expression->type), expression->integer));
    case EXPR_FLOATING: {
        IrType kind = ir_type(expression->type);
        if (kind == IR_F16 || kind == IR_BF16)
            return value_op(build_convert(graph, kind, IR_F32, op_float(graph, IR_F32, expression->floating)));
        return value_op(op_float(graph, kind, expression->floating));
    }
    case EXPR_FUNCTION: return (Value){.kind = VALUE_FUNCTION, .function = expression->function};
    case EXPR_LOAD: {
        if (expression->left->kind == EXPR_CONDITIONAL && !type_is_aggregate(expression->type)) {
            // A choice of two variables is a choice of two values, as nvcc's front end has it after its first pass.
            Expression copy = *expression->left, loads[2];
            for (int n = 0; n < 2; n++) {
                const Expression *from = n ? copy.right : copy.left;
                loads[n] = (Expression){.kind = EXPR_LOAD, .place = from->place, .type = expression->type};
                loads[n].left = n ? copy.right : copy.left;
            }
            Expression *kept = unit_alloc(generator->unit, 2 * sizeof *kept);
            kept[0] = loads[0];
            kept[1] = loads[1];
            return choice(generator, expression->left, &kept[0], &kept[1], false);
        }
        Value place = expression_place(generator, expression->left);
        generator_place(generator, expression->place.line ? expression->place : expression->left->place);
        return place_load(generator, place, expression->left->type);
    }
    case EXPR_MEMBER: return member_value(generator, expression);
    case EXPR_ADDRESS:
    case EXPR_DECAY: return expression_place(generator, expression->left);
    case EXPR_CONVERT: {
        Value value = expression->left->is_lvalue && expression->left->type->kind == TYPE_ARRAY
                          ? expression_place(generator, expression->left)
                          : expression_value(generator, expression->left);
        return value_convert(generator, value, expression->left->type, expression->type, expression->place);
    }
    case EXPR_BIND: {
        Value place = expression_place(generator, expression->left),
              to = expression_place(generator, expression->right);
        place.offset += (int64_t)expression->field->offset;
        place_store(generator, place, expression->field->type, to);
        return (Value){.kind = VALUE_NONE};
    }
    case EXPR_DISCARD: expression_discard(generator, expression->left); return (Value){.kind = VALUE_NONE};
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT: return unary(generator, expression);
    case EXPR_BINARY: return binary(generator, expression);
    case EXPR_OFFSET: {
        Value pointer = expression_value(generator, expression->left);
        Value index = expression_value(generator, expression->right);
        return moved_pointer(generator, pointer, expression->type,
                             value_operand(generator, index, expression->right->type), expression->place);
    }
    case EXPR_DIFFERENCE: return difference(generator, expression);
    case EXPR_AND: return choice(generator, expression, expression->right, NULL, false);
    case EXPR_OR: return choice(generator, expression, NULL, expression->right, false);
    case EXPR_CONDITIONAL: return choice(generator, expression, expression->left, expression->right, false);
    case EXPR_COMMA:
        expression_discard(generator, expression->left);
        return expression_value(generator, expression->right);
    case EXPR_POST_UPDATE: step(generator, expression, &old); return old;
    case EXPR_CALL:
    case EXPR_CALL_POINTER: return call_expression(generator, expression);
    case EXPR_BUILTIN: return builtin_call(generator, expression, false);
    case EXPR_LIST: return list_value(generator, expression);
    case EXPR_ZERO: return value_zero(generator, expression->type);
    case EXPR_CONSTRUCT: return construct(generator, expression);
    case EXPR_LAUNCH:
        generator_refuse(generator, expression->place, "a kernel that launches a kernel", "launch it from the host");
        break;
    case EXPR_NEW:
    case EXPR_DELETE:
        generator_refuse(generator, expression->place, "memory allocated in a kernel",
                         "pass the kernel memory from cudaMalloc");
        break;
    default: generator_refuse(generator, expression->place, "this expression in a kernel", NULL); break;
    }
    return value_zero(generator, expression->type);
}

Value expression_value(Generator *generator, const Expression *expression) {
    if (!generator->stop && (++generator->steps > MOST_STEPS || generator->graph->full))
        generator_refuse(generator, expression->place, "a kernel that becomes so large", "unroll fewer loops");
    if (!generator->stop && generator->depth > MOST_DEPTH)
        generator_refuse(generator, expression->place, "an expression nested so deeply", NULL);
    if (generator->stop) return value_zero(generator, expression->type);
    generator->depth++;
    Value value;
    if (expression->is_lvalue && expression->kind != EXPR_LOAD) {
        Value place = expression_place(generator, expression);
        value = place_load(generator, place, expression->type);
    } else {
        generator_place(generator, expression->place);
        value = value_of(generator, expression);
    }
    generator->depth--;
    return value;
}

void expression_discard(Generator *generator, const Expression *expression) {
    if (generator->stop) return;
    if (expression->kind == EXPR_BUILTIN) builtin_call(generator, expression, true);
    else if (expression->kind == EXPR_DISCARD) expression_discard(generator, expression->left);
    else if (expression->kind == EXPR_CONVERT && expression->type->kind == TYPE_VOID)
        expression_discard(generator, expression->left);
    else if (expression->is_lvalue) expression_place(generator, expression);
    else expression_value(generator, expression);
}
