// constants.c - expressions whose value is known when the program is compiled.
//
// fold() is for every expression that is made: literals become literals, nothing else is looked at. The rest is for the
// places where the language asks for a constant, and runs the interpreter.
#include "../host/interpret.h"
#include "front.h"
#include <stdlib.h>

static bool is_literal(const Expression *expression) {
    return expression->kind == EXPR_INTEGER || expression->kind == EXPR_FLOATING;
}

static bool may_fold(const Expression *expression) {
    switch (expression->kind) {
    case EXPR_BINARY: {
        if (!is_literal(expression->left) || !is_literal(expression->right)) return false;
        bool divides = expression->op == OP_DIVIDE || expression->op == OP_REMAINDER;
        return !(divides && expression->right->kind == EXPR_INTEGER && !expression->right->integer);
    }
    case EXPR_AND:
    case EXPR_OR: return is_literal(expression->left) && is_literal(expression->right);
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT:
    case EXPR_CONVERT: return is_literal(expression->left);
    case EXPR_CONDITIONAL:
        return is_literal(expression->condition) && !expression->is_lvalue && is_literal(expression->left) &&
               is_literal(expression->right);
    case EXPR_LOAD: return true;
    default: return false;
    }
}

static bool value_of(Front *front, const Expression *expression, uint8_t *bytes, uint64_t steps) {
    Machine *machine = machine_new(front->unit, NULL, steps);
    bool known = machine_value(machine, expression, bytes);
    machine_end(machine);
    return known;
}

static double floating_of(const Type *type, const uint8_t *bytes) {
    float single;
    double value;
    if (type->kind == TYPE_FLOAT) {
        memcpy(&single, bytes, sizeof single);
        return (double)single;
    }
    memcpy(&value, bytes, sizeof value);
    return value;
}

static uint64_t integer_of(const Type *type, const uint8_t *bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes, type->size < 8 ? type->size : 8);
    return integer_of_type(type, value);
}

Expression *fold(Front *front, Expression *expression) {
    const Type *type = expression->type;
    bool is_floating = type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE;
    if (!type_is_integer(type) && !is_floating) return expression;
    if (front->in_pattern || !may_fold(expression)) return expression;
    uint8_t bytes[16] = {0};
    if (!value_of(front, expression, bytes, 1000)) return expression;
    if (is_floating) return make_floating(front, type, floating_of(type, bytes), expression->place);
    return make_integer(front, type, integer_of(type, bytes), expression->place);
}

static uint64_t step_limit(const Front *front) {
    return front->options->step_limit ? front->options->step_limit : 10000000;
}

// Functions that a constant expression calls may fail; the parser's state is as before.
static bool value_quietly(Front *front, const Expression *expression, uint8_t *bytes) {
    if (is_error(expression) || front->failed) return false;
    return value_of(front, expression, bytes, step_limit(front));
}

bool constant_integer(Front *front, Expression *expression, uint64_t *value) {
    expression = make_load(front, expression);
    uint8_t bytes[16] = {0};
    if (!type_is_integer(expression->type) || !value_quietly(front, expression, bytes)) return false;
    *value = integer_of(expression->type, bytes);
    return true;
}

bool constant_floating(Front *front, Expression *expression, double *value) {
    expression = make_load(front, expression);
    uint8_t bytes[16] = {0};
    bool fits = expression->type->kind == TYPE_FLOAT || expression->type->kind == TYPE_DOUBLE;
    if (!fits || !value_quietly(front, expression, bytes)) return false;
    *value = floating_of(expression->type, bytes);
    return true;
}

static bool has_pointers(const Type *type) {
    if (type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE) return true;
    if (type->kind == TYPE_ARRAY) return has_pointers(type->base);
    if (type->kind != TYPE_RECORD) return false;
    for (unsigned i = 0; i < type->record->field_count; i++)
        if (has_pointers(type->record->fields[i].type)) return true;
    return false;
}

const uint8_t *constant_image(Front *front, Expression *expression, const Type *type) {
    if (is_error(expression) || front->failed || !type->is_complete || type->size > (16u << 20)) return NULL;
    if (expression->is_lvalue || has_pointers(type)) { // null pointers are known, others are not numbers
        bool is_zero = expression->kind == EXPR_ZERO || (expression->kind == EXPR_INTEGER && !expression->integer) ||
                       (expression->kind == EXPR_LIST && !expression->argument_count);
        return is_zero ? front_alloc(front, type->size + 1) : NULL;
    }
    uint8_t *bytes = front_alloc(front, type->size + 16);
    return value_quietly(front, expression, bytes) ? bytes : NULL;
}

uint64_t parse_constant(Front *front, const char *what) {
    const Token *token = peek(front);
    Expression *expression = parse_conditional(front);
    uint64_t value = 0;
    if (front->failed || is_error(expression)) {
        front->failed = true;
        return 0;
    }
    expression = make_load(front, expression);
    if (expression->type->kind == TYPE_RECORD) expression = convert(front, expression, front->size_type, what);
    if (!type_is_integer(expression->type)) {
        fail(front, token->place, token->length, "%s is an integer, and this is `%s`", NULL, what,
             show_type(front, expression->type));
        return 0;
    }
    if (constant_integer(front, expression, &value)) return value;
    fail(front, token->place, token->length, "%s must be known when the program is compiled, and `%s` is not",
         "declare it `constexpr`, or make it a parameter of a template", what, token->text);
    return 0;
}
