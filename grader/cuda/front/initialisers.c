// initialisers.c - initial values: braces, `auto`, and what happens without any.
#include "front.h"

// ---- auto -----------------------------------------------------------------------------------------------------

static const Type *replace_auto(Front *front, const Type *pattern, const Type *actual) {
    switch (pattern->kind) {
    case TYPE_PARAMETER:
        return pattern->parameter == AUTO_PARAMETER ? type_qualified(front, actual, pattern->qualifiers) : pattern;
    case TYPE_POINTER:
        return type_qualified(front, type_pointer(front, replace_auto(front, pattern->base, actual)),
                              pattern->qualifiers);
    case TYPE_REFERENCE:
        return type_reference(front, replace_auto(front, pattern->base, actual), pattern->is_rvalue_reference);
    case TYPE_ARRAY:
        return type_array(front, replace_auto(front, pattern->base, actual), pattern->length, pattern->is_complete);
    default: return pattern;
    }
}

const Type *type_of_auto(Front *front, const Type *pattern, Expression *from, const char *name, Place place) {
    if (is_error(from)) return type_basic(front, TYPE_ERROR);
    if (!from->type) {
        fail(front, place, 1, "the type of `%s` does not follow from a list in braces",
             "write the type instead of `auto`", name);
        return type_basic(front, TYPE_ERROR);
    }
    TemplateArgument arguments[AUTO_PARAMETER + 1] = {0};
    if (from->kind == EXPR_FUNCTION) from = make_load(front, from);
    const Type *wanted = pattern, *actual = from->type;
    if (pattern->kind == TYPE_REFERENCE) {
        wanted = pattern->base;
        bool forwards = pattern->is_rvalue_reference && wanted->kind == TYPE_PARAMETER && !wanted->qualifiers;
        if (forwards)
            return from->is_lvalue ? type_reference(front, actual, false) : type_reference(front, actual, true);
    } else {
        actual = type_decayed(front, actual)->plain;
        wanted = pattern->plain;
    }
    if (actual->kind == TYPE_VOID) {
        fail(front, place, 1, "`%s` gets its type from a value, and this gives none", NULL, name);
        return type_basic(front, TYPE_ERROR);
    }
    if (!deduce_type(front, wanted, actual, arguments, AUTO_PARAMETER + 1) || !arguments[AUTO_PARAMETER].is_set) {
        fail(front, place, 1, "`%s` cannot have its type from a value of type `%s`", NULL, name,
             show_type(front, from->type));
        return type_basic(front, TYPE_ERROR);
    }
    return replace_auto(front, pattern, arguments[AUTO_PARAMETER].type);
}

// ---- braces ---------------------------------------------------------------------------------------------------

static Expression *fill(Front *front, const Type *type, Expression *list, unsigned *at, const char *what);

static bool is_string_for(const Type *type, const Expression *from) {
    return type->kind == TYPE_ARRAY && type->base->size == 1 && from->kind == EXPR_STRING;
}

static Expression *array_of_string(Front *front, const Type *type, const Expression *from) {
    Expression *list = expression_new(front, EXPR_LIST, type, from->place);
    list->argument_count = (unsigned)(from->text_length < type->length ? from->text_length : type->length);
    list->arguments = front_alloc(front, (list->argument_count + 1) * sizeof *list->arguments);
    for (unsigned i = 0; i < list->argument_count; i++)
        list->arguments[i] =
            make_integer(front, type->base, (uint64_t)(int64_t)(signed char)from->text[i], from->place);
    if (from->text_length + 1 > type->length) fail(front, from->place, 1, "this text is longer than the array", NULL);
    return list;
}

// The next element, or the next elements if the braces of an inner aggregate are left away.
static Expression *fill_element(Front *front, const Type *type, Expression *list, unsigned *at, const char *what) {
    Expression *element = list->arguments[*at];
    bool is_list = element->kind == EXPR_LIST && !element->type;
    bool is_aggregate = type->kind == TYPE_ARRAY || (type->kind == TYPE_RECORD && record_is_aggregate(type->record));
    bool is_whole = is_list || !is_aggregate || is_string_for(type, element) ||
                    (type->kind == TYPE_RECORD && conversion_rank(front, element, type) != RANK_NONE);
    if (!is_whole) return fill(front, type->plain, list, at, what);
    ++*at;
    return initialise(front, type, element, what);
}

// The elements of an array without initial values, where the class of each gives some.
static void fill_rest(Front *front, Expression *array) {
    enum { MOST = 4096 };
    const Type *type = array->type;
    if (type->length > MOST) {
        refuse(front, array->place, 1, "this compiler cannot initialise arrays of more than %d objects", NULL, MOST);
        return;
    }
    Expression **all = front_alloc(front, (type->length + 1) * sizeof *all), *value = NULL;
    if (array->argument_count) memcpy(all, array->arguments, array->argument_count * sizeof *all);
    while (array->argument_count < type->length) {
        if (!value) value = initialise_default(front, type->base, array->place);
        all[array->argument_count++] = value;
    }
    array->arguments = all;
}

static Expression *fill_array(Front *front, const Type *type, Expression *list, unsigned *at, const char *what) {
    Expression *result = expression_new(front, EXPR_LIST, type, list->place);
    uint64_t left = list->argument_count - *at, length = type->is_complete && type->length < left ? type->length : left;
    result->arguments = front_alloc(front, (length + 1) * sizeof *result->arguments);
    while (result->argument_count < length && *at < list->argument_count && !front->failed)
        result->arguments[result->argument_count++] = fill_element(front, type->base, list, at, what);
    if (!type->is_complete) result->type = type_array(front, type->base, result->argument_count, true);
    else if (type_needs_default(type->base)) fill_rest(front, result);
    return result;
}

static Expression *default_of_field(Front *front, const Record *record, const Field *field, Place place) {
    if (field->initial_at) {
        Cursor here = cursor_save(front);
        int greater = front->greater;
        cursor_move(front, field->initial_at, record->scope);
        front->function = here.function;
        front->greater = CLOSES_NOTHING;
        Expression *value = is(front, "{") ? parse_braces(front) : parse_assignment(front);
        value = initialise(front, field->type, value, field->name ? field->name : "a member");
        bool failed = front->failed;
        cursor_restore(front, &here);
        front->failed |= failed;
        front->greater = greater;
        return value;
    }
    if (field->type->kind == TYPE_RECORD || type_needs_default(field->type))
        return initialise_default(front, field->type, place);
    return type_is_scalar(field->type) ? make_zero(front, field->type, place)
                                       : expression_new(front, EXPR_ZERO, field->type->plain, place);
}

static unsigned field_named(const Record *record, const char *name) {
    unsigned i = 0;
    while (i < record->field_count && record->fields[i].name != name) i++;
    return i;
}

static Expression *fill_record(Front *front, const Type *type, Expression *list, unsigned *at, const char *what) {
    Record *record = type->record;
    Expression *result = expression_new(front, EXPR_LIST, type, list->place);
    unsigned count = record->is_union && record->field_count ? 1 : record->field_count;
    result->arguments = front_alloc(front, (count + 1) * sizeof *result->arguments);
    result->argument_count = count;
    unsigned next = 0;
    while (*at < list->argument_count && next < count && !front->failed) {
        Expression *element = list->arguments[*at];
        if (element->kind == EXPR_COMMA && !element->type) { // .name = value
            next = field_named(record, element->text);
            if (next == count) {
                fail(front, element->place, 1, "`%s` has no member `%s`", NULL, record->name, element->text);
                break;
            }
            ++*at;
            result->arguments[next] = initialise(front, record->fields[next].type, element->left, what);
        } else {
            const Field *field = &record->fields[next];
            result->arguments[next] = field->type->kind == TYPE_REFERENCE
                                          ? bind_reference(front, list->arguments[(*at)++], field->type, what)
                                          : fill_element(front, field->type, list, at, what);
        }
        next++;
    }
    for (unsigned i = 0; i < count; i++)
        if (!result->arguments[i])
            result->arguments[i] = default_of_field(front, record, &record->fields[i], list->place);
    return result;
}

static Expression *fill(Front *front, const Type *type, Expression *list, unsigned *at, const char *what) {
    if (!enter_depth(front)) return make_error(front, list->place);
    Expression *result =
        type->kind == TYPE_ARRAY ? fill_array(front, type, list, at, what) : fill_record(front, type, list, at, what);
    leave_depth(front);
    return result;
}

// An object, or an array of them, without initial values where its class gives some.
Expression *initialise_default(Front *front, const Type *type, Place place) {
    type = type->plain;
    if (type->kind == TYPE_ARRAY) {
        Expression *array = expression_new(front, EXPR_LIST, type, place);
        fill_rest(front, array);
        return array;
    }
    Record *record = type->record;
    if (!record_is_aggregate(record)) return construct(front, type, NULL, 0, place, false);
    Expression *nothing = expression_new(front, EXPR_LIST, NULL, place);
    unsigned at = 0;
    bool is_plain = true;
    for (unsigned i = 0; i < record->field_count; i++)
        is_plain &= !record->fields[i].initial_at && !type_needs_default(record->fields[i].type);
    return is_plain ? expression_new(front, EXPR_ZERO, type, place)
                    : fill_record(front, type, nothing, &at, "the object");
}

// {1, 2, 3} as a std::initializer_list: a pointer to an array that lives as long as the function, and its length.
static Expression *make_initializer_list(Front *front, const Type *type, Expression *list, const char *what) {
    const Type *element = type->record->fields[0].type->base->plain;
    Expression *result = expression_new(front, EXPR_LIST, type->plain, list->place);
    result->arguments = front_alloc(front, 2 * sizeof *result->arguments);
    result->argument_count = 2;
    result->arguments[1] = make_integer(front, front->size_type, list->argument_count, list->place);
    if (!list->argument_count) {
        result->arguments[0] = make_zero(front, type->record->fields[0].type, list->place);
        return result;
    }
    const Type *array = type_array(front, element, list->argument_count, true);
    Expression *values = make_temporary(front, initialise(front, array, list, what));
    result->arguments[0] = convert_plainly(front, make_load(front, values), type->record->fields[0].type);
    return result;
}

bool is_initializer_list(const Type *type) {
    type = type_value(type);
    return type->kind == TYPE_RECORD && type->record->instance_of &&
           !strcmp(type->record->instance_of->name, "initializer_list");
}

static Expression *initialise_list(Front *front, const Type *type, Expression *list, const char *what) {
    if (is_initializer_list(type)) return make_initializer_list(front, type, list, what);
    if (type->kind == TYPE_RECORD &&
        (!record_is_aggregate(type->record) ||
         (list->argument_count == 1 && list->arguments[0]->type && list->arguments[0]->type->plain == type->plain)))
        return construct(front, type, list->arguments, list->argument_count, list->place, true);
    if (type->kind == TYPE_ARRAY && list->argument_count == 1 && is_string_for(type, list->arguments[0])) {
        if (!type->is_complete) type = type_array(front, type->base, list->arguments[0]->text_length + 1, true);
        return array_of_string(front, type, list->arguments[0]);
    }
    if (type->kind != TYPE_RECORD && type->kind != TYPE_ARRAY) {
        if (!list->argument_count) return make_zero(front, type, list->place);
        if (list->argument_count == 1) return convert(front, list->arguments[0], type, what);
        fail(front, list->place, 1, "%s is one value, and here are %u", NULL, what, list->argument_count);
        return make_error(front, list->place);
    }
    if (!type->is_complete && type->kind == TYPE_RECORD) {
        fail(front, list->place, 1, "`%s` is declared but not defined", NULL, show_type(front, type));
        return make_error(front, list->place);
    }
    if (!list->argument_count && type->kind == TYPE_RECORD) return initialise_default(front, type, list->place);
    unsigned at = 0;
    Expression *result = fill(front, type->kind == TYPE_RECORD ? type->plain : type, list, &at, what);
    if (at < list->argument_count && !front->failed)
        fail(front, list->arguments[at]->place, 1, "there are more values than `%s` has %s", NULL,
             show_type(front, type), type->kind == TYPE_ARRAY ? "elements" : "members");
    return result;
}

Expression *initialise(Front *front, const Type *type, Expression *from, const char *what) {
    if (is_error(from) || type->kind == TYPE_ERROR) return from;
    if (type->kind == TYPE_REFERENCE) return bind_reference(front, from, type, what);
    if (from->kind == EXPR_LIST && !from->type) return initialise_list(front, type, from, what);
    if (is_string_for(type, from)) {
        if (!type->is_complete) type = type_array(front, type->base, from->text_length + 1, true);
        return array_of_string(front, type, from);
    }
    if (type->kind == TYPE_ARRAY) {
        bool is_value = !from->is_lvalue && from->type == type;
        if (is_value) return from;
        fail(front, from->place, 1, "%s is an array and needs its values in braces", "write {...}", what);
        return make_error(front, from->place);
    }
    return convert(front, from, type, what);
}

// ---- of a variable --------------------------------------------------------------------------------------------

static Expression *parse_direct(Front *front, Variable *variable, bool is_auto) {
    Place place = take(front)->place;
    Expression *arguments[MAX_ARGUMENTS];
    unsigned count = parse_arguments(front, ")", arguments);
    if (variable->type->kind == TYPE_RECORD && !is_auto)
        return construct(front, variable->type, arguments, count, variable->place, false);
    if (count == 1) return arguments[0];
    fail(front, place, 1, "`%s` is one value, and here are %u", NULL, variable->name, count);
    return make_error(front, place);
}

static void without_initial(Front *front, Variable *variable, bool is_auto) {
    const Type *type = variable->type;
    if (is_auto || type->kind == TYPE_REFERENCE) {
        fail(front, variable->place, (unsigned)strlen(variable->name),
             is_auto ? "`auto %s` needs a value to have its type from" : "the reference `%s` refers to nothing",
             "initialise it with `=`", variable->name);
    } else if (variable->is_extern || variable->space == SPACE_SHARED_DYNAMIC) {
        return;
    } else if ((type->qualifiers & IS_CONST) && type->kind != TYPE_RECORD && variable->space != SPACE_CONSTANT &&
               !front->in_headers) {
        fail(front, variable->place, (unsigned)strlen(variable->name), "the constant `%s` has no value",
             "initialise it with `=`", variable->name);
    } else if (type->kind == TYPE_ARRAY && !type->is_complete) {
        fail(front, variable->place, (unsigned)strlen(variable->name), "the length of the array `%s` is missing",
             "write it in the brackets", variable->name);
    } else if (type_needs_default(type) && variable->space != SPACE_SHARED) {
        variable->initial = initialise_default(front, type, variable->place);
    }
}

void parse_initialiser(Front *front, Variable *variable, bool is_auto, const Specifiers *specifiers) {
    Expression *from;
    const char *what = unit_format(front->unit, "the variable `%s`", variable->name ? variable->name : "?");
    if (consume(front, "=")) from = is(front, "{") ? parse_braces(front) : parse_assignment(front);
    else if (is(front, "{")) {
        from = parse_braces(front);
        if (is_auto && from->argument_count == 1) from = from->arguments[0];
    } else if (is(front, "(")) from = parse_direct(front, variable, is_auto);
    else {
        without_initial(front, variable, is_auto);
        return;
    }
    if (front->failed) {
        variable->initial = make_error(front, variable->place);
        return;
    }
    if (is_auto) {
        if (specifiers->is_decltype_auto && from->is_lvalue) variable->type = type_reference(front, from->type, false);
        else variable->type = type_of_auto(front, variable->type, from, variable->name, variable->place);
        if (variable->is_constexpr) variable->type = type_qualified(front, variable->type, IS_CONST);
        variable->align = variable->type->align > specifiers->align ? variable->type->align : specifiers->align;
    }
    variable->initial = initialise(front, variable->type, from, what);
    if (variable->type->kind == TYPE_ARRAY && !variable->type->is_complete && variable->initial->type)
        variable->type = variable->initial->type;
}
