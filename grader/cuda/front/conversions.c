// conversions.c - the standard's conversions, made explicit.
#include "front.h"

// ---- may it be converted, and how well ------------------------------------------------------------------------

static Function *conversion_function(Front *front, const Type *from, const Type *to);

static Rank pointer_rank(const Type *from, const Type *to) {
    const Type *a = from->base, *b = to->base;
    if (a->kind == TYPE_FUNCTION || b->kind == TYPE_FUNCTION) return a == b ? RANK_EXACT : RANK_NONE;
    if (a->qualifiers & ~b->qualifiers & (IS_CONST | IS_VOLATILE)) return RANK_NONE;
    if (a->plain == b->plain) return a == b ? RANK_EXACT : RANK_QUALIFIED;
    if (b->kind == TYPE_VOID) return RANK_CONVERSION;
    if (a->kind == TYPE_RECORD && b->kind == TYPE_RECORD && record_derives(a->record, b->record))
        return RANK_CONVERSION;
    if (a->kind == TYPE_POINTER && b->kind == TYPE_POINTER && (b->qualifiers & IS_CONST))
        return pointer_rank(a, b) <= RANK_QUALIFIED ? RANK_QUALIFIED : RANK_NONE;
    bool same_elements = a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && a->base->plain == b->base->plain;
    if (same_elements && (a->length == b->length || !b->is_complete) && !(a->base->qualifiers & ~b->base->qualifiers))
        return RANK_QUALIFIED;
    return RANK_NONE;
}

static Rank arithmetic_rank(Front *front, const Type *from, const Type *to) {
    if (from == to) return RANK_EXACT;
    if (type_promoted(front, from) == to || (from->kind == TYPE_FLOAT && to->kind == TYPE_DOUBLE))
        return RANK_PROMOTION;
    return RANK_CONVERSION;
}

static bool is_zero(const Expression *expression) {
    return expression->kind == EXPR_INTEGER && !expression->integer && type_is_integer(expression->type) &&
           expression->type->kind != TYPE_ENUM;
}

static Rank list_rank(Front *front, Expression *list, const Type *to) {
    if (to->kind == TYPE_RECORD) return RANK_USER;
    if (to->kind == TYPE_ARRAY) return RANK_USER;
    if (list->argument_count > 1) return RANK_NONE;
    return list->argument_count ? conversion_rank(front, list->arguments[0], to) : RANK_EXACT;
}

// Whether a constructor of `to` takes the value alone.
static Rank record_rank(Front *front, Expression *from, const Type *to) {
    const Type *type = from->type->plain;
    if (type == to) return RANK_EXACT;
    if (type->kind == TYPE_RECORD && record_derives(type->record, to->record)) return RANK_CONVERSION;
    if (type->kind == TYPE_RECORD && conversion_function(front, from->type, to)) return RANK_USER;
    Symbol *constructors = record_constructors(to->record);
    for (Symbol *each = constructors; each && each->kind == SYMBOL_FUNCTION; each = each->next_overload) {
        const Function *function = each->function;
        if (each->function_template) return RANK_USER;
        if (!function || function->source->is_explicit || function->parameter_count < 2) continue;
        bool is_enough =
            function->parameter_count == 2 || (function->source->defaults && function->source->defaults[2]);
        const Type *parameter = type_value(function->parameters[1]->type);
        if (is_enough && parameter != to && !(parameter->kind == TYPE_RECORD && type->kind != TYPE_RECORD) &&
            conversion_rank(front, from, parameter) < RANK_USER)
            return RANK_USER;
    }
    return RANK_NONE;
}

static Rank value_rank(Front *front, Expression *from, const Type *to) {
    const Type *type = from->type;
    to = to->plain;
    if (to->kind == TYPE_RECORD) return record_rank(front, from, to);
    if (type->kind == TYPE_RECORD) return conversion_function(front, type, to) ? RANK_USER : RANK_NONE;
    if (from->kind == EXPR_FUNCTION) {
        if (to->kind == TYPE_BOOL) return RANK_CONVERSION;
        if (to->kind != TYPE_POINTER) return RANK_NONE;
        if (to->base->kind == TYPE_VOID && from->function) return RANK_CONVERSION;
        const Callee *callee = from->overloads;
        bool found = callee && function_for_type(front, callee->overloads, callee->template_arguments,
                                                 callee->template_count, to->base);
        return found ? RANK_EXACT : RANK_NONE;
    }
    type = type_decayed(front, type)->plain;
    if (to->kind == TYPE_POINTER) {
        if (type->kind == TYPE_NULL || is_zero(from)) return RANK_CONVERSION;
        return type->kind == TYPE_POINTER ? pointer_rank(type, to) : RANK_NONE;
    }
    if (to->kind == TYPE_NULL) return type->kind == TYPE_NULL ? RANK_EXACT : RANK_NONE;
    if (to->kind == TYPE_BOOL && (type->kind == TYPE_POINTER || type->kind == TYPE_NULL)) return RANK_CONVERSION;
    if (to->kind == TYPE_ENUM) return type == to ? RANK_EXACT : RANK_NONE;
    if (type->kind == TYPE_ENUM && type->record->is_scoped) return RANK_NONE;
    bool may = (type_is_integer(type) || type_is_floating(type)) && (type_is_integer(to) || type_is_floating(to));
    return may ? arithmetic_rank(front, type, to) : RANK_NONE;
}

static Rank reference_rank(Front *front, Expression *from, const Type *to) {
    const Type *base = to->base;
    bool is_list = from->kind == EXPR_LIST && !from->type;
    if (is_list)
        return (base->qualifiers & IS_CONST) || to->is_rvalue_reference ? list_rank(front, from, base->plain)
                                                                        : RANK_NONE;
    if (base->kind == TYPE_FUNCTION)
        return from->kind == EXPR_FUNCTION ? value_rank(front, from, type_pointer(front, base)) : RANK_NONE;
    bool same = from->type->plain == base->plain ||
                (base->kind == TYPE_ARRAY && from->type->kind == TYPE_ARRAY && from->type->length == base->length &&
                 from->type->base->plain == base->base->plain);
    bool derives = from->type->kind == TYPE_RECORD && base->kind == TYPE_RECORD &&
                   record_derives(from->type->record, base->record);
    unsigned lost = from->type->qualifiers & ~base->qualifiers & (IS_CONST | IS_VOLATILE);
    if (base->kind == TYPE_ARRAY && from->type->kind == TYPE_ARRAY)
        lost = from->type->base->qualifiers & ~base->base->qualifiers & (IS_CONST | IS_VOLATILE);
    if (from->is_lvalue && (same || derives)) {
        if (to->is_rvalue_reference || lost) return RANK_NONE;
        if (derives && !same) return RANK_CONVERSION;
        return from->type->qualifiers == base->qualifiers ? RANK_EXACT : RANK_QUALIFIED;
    }
    if (!to->is_rvalue_reference && !(base->qualifiers & IS_CONST)) return RANK_NONE;
    Rank rank = value_rank(front, from, base->plain);
    return rank == RANK_EXACT && !to->is_rvalue_reference ? RANK_QUALIFIED : rank;
}

Rank conversion_rank(Front *front, Expression *from, const Type *to) {
    if (is_error(from) || to->kind == TYPE_ERROR) return RANK_EXACT;
    if (to->kind == TYPE_REFERENCE) return reference_rank(front, from, to);
    if (from->kind == EXPR_LIST && !from->type) return list_rank(front, from, to->plain);
    return value_rank(front, from, to);
}

// ---- conversions ----------------------------------------------------------------------------------------------

Expression *convert_plainly(Front *front, Expression *value, const Type *to) {
    to = to->plain;
    if (value->type->plain == to || is_error(value)) return value;
    bool is_integer = value->kind == EXPR_INTEGER, is_floating = value->kind == EXPR_FLOATING;
    if (is_integer && (type_is_integer(to) || to->kind == TYPE_POINTER))
        return make_integer(front, to, integer_of_type(to, value->integer), value->place);
    if (is_integer && (to->kind == TYPE_FLOAT || to->kind == TYPE_DOUBLE)) {
        bool is_signed = type_is_signed(value->type);
        double number = is_signed ? (double)(int64_t)value->integer : (double)value->integer;
        if (to->kind == TYPE_FLOAT) number = is_signed ? (float)(int64_t)value->integer : (float)value->integer;
        return make_floating(front, to, number, value->place);
    }
    if (is_floating && value->type->kind >= TYPE_FLOAT && (to->kind == TYPE_FLOAT || to->kind == TYPE_DOUBLE))
        return make_floating(front, to, to->kind == TYPE_FLOAT ? (float)value->floating : value->floating,
                             value->place);
    Expression *converted = expression_new(front, EXPR_CONVERT, to, value->place);
    converted->left = value;
    return fold(front, converted);
}

static Function *conversion_function(Front *front, const Type *from, const Type *to) {
    if (from->kind != TYPE_RECORD || !from->record->scope) return NULL;
    Symbol *found = scope_find(from->record->scope, intern_text(front, "operator type"));
    Function *best = NULL;
    Rank best_rank = RANK_USER;
    for (Symbol *each = found; each; each = each->next_overload) {
        if (!each->function || (to->kind != TYPE_BOOL && each->function->source->is_explicit)) continue;
        const Type *result = type_value(each->function->result);
        Rank rank = result == to->plain                                    ? RANK_EXACT
                    : type_is_arithmetic(result) && type_is_arithmetic(to) ? arithmetic_rank(front, result, to->plain)
                    : result->kind == TYPE_POINTER && to->kind == TYPE_POINTER ? pointer_rank(result, to)
                                                                               : RANK_NONE;
        if (rank < best_rank) best_rank = rank, best = each->function;
    }
    return best;
}

static Expression *call_conversion(Front *front, Expression *from, const Type *to) {
    Function *function = conversion_function(front, from->type, to);
    if (!function) return NULL;
    return convert_plainly(front, make_load(front, call_function(front, function, from, NULL, 0, from->place)), to);
}

Expression *upcast(Front *front, Expression *object, const Record *base) {
    for (unsigned i = 0; i < object->type->record->field_count; i++) {
        const Field *field = &object->type->record->fields[i];
        if (!field->is_base) continue;
        if (field->type->record == base) return make_member(front, object, field, object->place);
        if (record_derives(field->type->record, base))
            return upcast(front, make_member(front, object, field, object->place), base);
    }
    return object;
}

static Expression *cannot(Front *front, Expression *from, const Type *to, const char *what) {
    const Type *type = from->kind == EXPR_FUNCTION ? from->type : from->type;
    const char *shown = type ? show_type(front, type) : "{...}", *wanted = show_type(front, to);
    const char *advice = NULL;
    const Type *target = type_referred(to), *source = type ? type_decayed(front, type) : NULL;
    if (source && source->kind == TYPE_POINTER && target->kind == TYPE_POINTER &&
        (source->base->qualifiers & ~target->base->qualifiers & IS_CONST) && source->base->plain == target->base->plain)
        advice = "what it points to is `const`: make the other one `const` too";
    else if (source && source->kind == TYPE_POINTER && source->base->kind == TYPE_VOID && target->kind == TYPE_POINTER)
        advice = "convert it with static_cast";
    else if (source && source->kind == TYPE_POINTER && target->kind != TYPE_POINTER && target->kind != TYPE_RECORD)
        advice = "it is a pointer: read what it points to with `*` or `[...]`";
    else if (source && target->kind == TYPE_POINTER && target->base->plain == source->plain && from->is_lvalue)
        advice = "give its address, with `&`";
    else if (to->kind == TYPE_REFERENCE && !from->is_lvalue)
        advice = "a reference that may change its object needs a variable";
    fail(front, from->place, 1, "%s has the type `%s`, and this is `%s`", advice, what, wanted, shown);
    return make_error(front, from->place);
}

static Expression *convert_record(Front *front, Expression *from, const Type *to, const char *what) {
    const Type *type = from->type->plain;
    if (type == to) return construct(front, to, &from, 1, from->place, false);
    if (type->kind == TYPE_RECORD && record_derives(type->record, to->record))
        return make_load(front, upcast(front, from, to->record));
    Function *function = conversion_function(front, from->type, to);
    if (function) return make_load(front, call_function(front, function, from, NULL, 0, from->place));
    if (record_rank(front, from, to) == RANK_NONE) return cannot(front, from, to, what);
    return construct(front, to, &from, 1, from->place, false);
}

Expression *convert(Front *front, Expression *from, const Type *to, const char *what) {
    if (is_error(from) || to->kind == TYPE_ERROR) return from;
    if (to->kind == TYPE_REFERENCE) return bind_reference(front, from, to, what);
    if (from->kind == EXPR_LIST && !from->type) return initialise(front, to, from, what);
    to = to->plain;
    if (to->kind == TYPE_RECORD) return convert_record(front, from, to, what);
    if (from->type->kind == TYPE_VOID) {
        fail(front, from->place, 1, "%s needs a value, and this gives none", "its type is `void`", what);
        return make_error(front, from->place);
    }
    if (value_rank(front, from, to) == RANK_NONE) return cannot(front, from, to, what);
    if (from->type->kind == TYPE_RECORD) {
        Expression *called = call_conversion(front, from, to);
        return called ? called : cannot(front, from, to, what);
    }
    if (from->kind == EXPR_FUNCTION && to->kind == TYPE_POINTER && to->base->kind == TYPE_FUNCTION) {
        const Callee *callee = from->overloads;
        from->function =
            function_for_type(front, callee->overloads, callee->template_arguments, callee->template_count, to->base);
        function_need(front, from->function);
        from->type = to;
        return from;
    }
    return convert_plainly(front, make_load(front, from), to);
}

Expression *bind_reference(Front *front, Expression *from, const Type *reference, const char *what) {
    const Type *base = reference->base;
    if (from->kind == EXPR_LIST && !from->type)
        return make_temporary(front, initialise(front, base->plain, from, what));
    if (base->kind == TYPE_FUNCTION) {
        Expression *pointer = convert(front, from, type_pointer(front, base), what);
        return make_dereference(front, pointer, from->place);
    }
    if (reference_rank(front, from, reference) == RANK_NONE) {
        bool is_const = from->is_lvalue && from->type->plain == base->plain && (from->type->qualifiers & IS_CONST) &&
                        !reference->is_rvalue_reference;
        if (!is_const) return cannot(front, from, reference, what);
        fail(front, from->place, 1, "%s may change its object, and this one is `const`",
             "make the reference `const` too", what);
        return make_error(front, from->place);
    }
    if (from->is_lvalue && (from->type->plain == base->plain || base->kind == TYPE_ARRAY)) return from;
    if (from->is_lvalue && from->type->kind == TYPE_RECORD && base->kind == TYPE_RECORD &&
        record_derives(from->type->record, base->record))
        return upcast(front, from, base->record);
    return make_temporary(front, convert(front, from, base->plain, what));
}

Expression *convert_to_bool(Front *front, Expression *from) {
    return convert(front, from, type_basic(front, TYPE_BOOL), "a condition");
}

// ---- casts that are written -----------------------------------------------------------------------------------

static bool may_cast(const Type *from, const Type *to, bool reinterprets) {
    bool from_number = type_is_integer(from) || type_is_floating(from),
         to_number = type_is_integer(to) || type_is_floating(to);
    if (from_number && to_number) return true;
    if (to->kind == TYPE_POINTER && from->kind == TYPE_POINTER)
        return reinterprets || from->base->kind == TYPE_VOID || to->base->kind == TYPE_VOID ||
               from->base->plain == to->base->plain ||
               (from->base->kind == TYPE_RECORD && to->base->kind == TYPE_RECORD &&
                (record_derives(from->base->record, to->base->record) ||
                 record_derives(to->base->record, from->base->record)));
    if (to->kind == TYPE_POINTER) return from->kind == TYPE_NULL || (reinterprets && type_is_integer(from));
    if (from->kind == TYPE_POINTER)
        return to->kind == TYPE_BOOL || (reinterprets && type_is_integer(to) && to->size == 8);
    return from == to;
}

static Expression *cast_reference(Front *front, Expression *from, const Type *to, const char *how) {
    bool reinterprets = how[0] == 'r' || how[0] == '(';
    if (!reinterprets || conversion_rank(front, from, to) != RANK_NONE) {
        if (to->is_rvalue_reference && from->is_lvalue && from->type->plain == to->base->plain)
            return from;                                               // std::move
        if (from->is_lvalue && from->type->plain == to->base->plain) { // const_cast
            Expression *pointer = make_address(front, from, from->place);
            pointer = convert_plainly(front, pointer, type_pointer(front, to->base));
            if (pointer->type->base != to->base) pointer->type = type_pointer(front, to->base);
            return make_dereference(front, pointer, from->place);
        }
        return bind_reference(front, from, to, "a reference");
    }
    if (!from->is_lvalue) {
        fail(front, from->place, 1, "a reference needs a variable, and this is a value", NULL);
        return make_error(front, from->place);
    }
    Expression *pointer = make_address(front, from, from->place);
    return make_dereference(front, convert_plainly(front, pointer, type_pointer(front, to->base)), from->place);
}

Expression *cast(Front *front, Expression *from, const Type *to, const char *how, Place place) {
    if (is_error(from) || to->kind == TYPE_ERROR) return from;
    if (to->kind == TYPE_REFERENCE) return cast_reference(front, from, to, how);
    to = to->plain;
    if (to->kind == TYPE_VOID) return make_unary(front, EXPR_DISCARD, to, from, place);
    if (to->kind == TYPE_RECORD) return construct(front, to, &from, 1, place, false);
    if (from->kind == EXPR_LIST || from->kind == EXPR_FUNCTION || from->type->kind == TYPE_RECORD)
        return convert(front, from, to, "the result of this cast");
    Expression *value = make_load(front, from);
    bool reinterprets = how[0] == 'r' || how[0] == '(' || how[0] == 'c';
    if (!may_cast(value->type, to, reinterprets)) {
        fail(front, place, 1, "`%s` cannot be cast to `%s`", how[0] == 's' ? "reinterpret_cast keeps the bits" : NULL,
             show_type(front, from->type), show_type(front, to));
        return make_error(front, place);
    }
    if (value->type->kind == TYPE_POINTER && to->kind == TYPE_POINTER && value->type != to) {
        Expression *converted = expression_new(front, EXPR_CONVERT, to, place);
        converted->left = value;
        return converted;
    }
    return convert_plainly(front, value, to);
}
