// deduction.c - the arguments of a function template from the arguments of a call, and packs.
//
// The parameters of the function are read with the template's parameters standing for themselves. The types that come
// out are compared with those of the call: where a parameter stands, its argument is found. What this cannot express
// (expressions, decltype, members of parameters) deduces nothing, as in the standard.
#include "front.h"

static bool set_type(TemplateArgument *argument, const Type *type) {
    if (argument->is_set)
        return argument->is_explicit || !argument->is_type || argument->type == type || argument->is_pack;
    *argument = (TemplateArgument){.is_type = true, .is_set = true, .type = type};
    return true;
}

static bool set_value(TemplateArgument *argument, uint64_t value, const Type *type) {
    if (argument->is_set) return argument->value == value;
    *argument = (TemplateArgument){.is_set = true, .value = value, .value_type = type};
    return true;
}

static bool deduce_argument(Front *front, const TemplateArgument *pattern, const TemplateArgument *actual,
                            TemplateArgument *arguments, unsigned count) {
    if (!pattern->is_set) return true;
    if (pattern->is_parameter) {
        if (pattern->value >= count) return false;
        if (arguments[pattern->value].is_set)
            return arguments_equal(&arguments[pattern->value], actual) ||
                   arguments[pattern->value].value == actual->value;
        arguments[pattern->value] = *actual;
        return true;
    }
    if (pattern->is_type) {
        const Type *wanted = pattern->type, *type = actual->type;
        if (!actual->is_type || actual->is_pack ||
            (!type_depends(wanted) && wanted != type && wanted->kind != TYPE_ERROR))
            return false;
        bool is_shape = wanted->kind != TYPE_PARAMETER && wanted->kind != TYPE_PATTERN && wanted->kind != TYPE_ERROR;
        if (is_shape && (wanted->kind != type->kind || wanted->is_rvalue_reference != type->is_rvalue_reference))
            return false;
        return deduce_type(front, wanted, type, arguments, count);
    }
    return !actual->is_type && pattern->value == actual->value;
}

// A list of arguments with its packs taken apart. Their number is in `count`.
static TemplateArgument *flattened(Front *front, const TemplateArgument *list, unsigned *count) {
    unsigned all = 0;
    for (unsigned i = 0; i < *count; i++) all += list[i].is_pack ? list[i].pack_count : 1;
    TemplateArgument *flat = front_alloc(front, (all + 1) * sizeof *flat);
    all = 0;
    for (unsigned i = 0; i < *count; i++) {
        unsigned length = list[i].is_pack ? list[i].pack_count : 1;
        if (length) memcpy(flat + all, list[i].is_pack ? list[i].pack : &list[i], length * sizeof *flat);
        all += length;
    }
    *count = all;
    return flat;
}

bool deduce_arguments(Front *front, const TemplateArgument *patterns, unsigned pattern_count,
                      const TemplateArgument *actual, unsigned actual_count, TemplateArgument *arguments,
                      unsigned count) {
    bool has_pack = actual_count && actual[actual_count - 1].is_pack,
         is_pack_type = has_pack && actual[actual_count - 1].is_type;
    TemplateArgument *flat = flattened(front, actual, &actual_count);
    for (unsigned i = 0; i < pattern_count; i++) {
        const TemplateArgument *pattern = &patterns[i];
        if (pattern->is_pack) {
            if (i > actual_count || pattern->value >= count) return false;
            TemplateArgument pack = {.is_pack = true,
                                     .is_set = true,
                                     .is_type = is_pack_type,
                                     .pack = flat + i,
                                     .pack_count = actual_count - i};
            TemplateArgument *deduced = &arguments[pattern->value];
            if (deduced->is_set && !arguments_equal(deduced, &pack)) return false;
            *deduced = pack;
            return true;
        }
        if (i >= actual_count || !deduce_argument(front, pattern, &flat[i], arguments, count)) return false;
    }
    return !has_pack || pattern_count == actual_count; // default arguments may follow, but no elements of a pack
}

static bool deduce_record(Front *front, const Type *pattern, const Type *actual, TemplateArgument *arguments,
                          unsigned count) {
    if (actual->kind != TYPE_RECORD) return false;
    const Record *record = actual->record;
    if (record->instance_of != pattern->pattern) {
        for (unsigned i = 0; i < record->field_count; i++)
            if (record->fields[i].is_base && deduce_record(front, pattern, record->fields[i].type, arguments, count))
                return true;
        return false;
    }
    return deduce_arguments(front, pattern->pattern_arguments, pattern->pattern_count, record->instance_arguments,
                            record->instance_count, arguments, count);
}

// T, const T: what is left of the actual type's qualifiers belongs to T. An array's qualifiers are its elements'.
static bool deduce_parameter(Front *front, const Type *pattern, const Type *actual, TemplateArgument *arguments,
                             unsigned count) {
    if (pattern->parameter >= count) return false;
    if (actual->kind == TYPE_ARRAY) {
        const Type *element = actual->base;
        if (pattern->qualifiers)
            element = type_qualified(front, element->plain, element->qualifiers & ~pattern->qualifiers);
        return set_type(&arguments[pattern->parameter],
                        type_array(front, element, actual->length, actual->is_complete));
    }
    if (pattern->qualifiers & ~actual->qualifiers & ~IS_RESTRICT) return false;
    unsigned left = actual->qualifiers & ~pattern->qualifiers & (unsigned)~IS_RESTRICT;
    return set_type(&arguments[pattern->parameter], type_qualified(front, actual->plain, left));
}

bool deduce_type(Front *front, const Type *pattern, const Type *actual, TemplateArgument *arguments, unsigned count) {
    if (pattern->kind == TYPE_ERROR) return true;
    switch (pattern->kind) {
    case TYPE_PARAMETER: return deduce_parameter(front, pattern, actual, arguments, count);
    case TYPE_POINTER:
        if (actual->kind != TYPE_POINTER) return !type_depends(pattern);
        if (pattern->base->kind != TYPE_PARAMETER || !(pattern->base->qualifiers & IS_CONST) ||
            (actual->base->qualifiers & IS_CONST))
            return deduce_type(front, pattern->base, actual->base, arguments, count);
        return deduce_type(front, pattern->base->plain, actual->base, arguments,
                           count); // T * is converted to const T *
    case TYPE_REFERENCE: return deduce_type(front, pattern->base, type_referred(actual), arguments, count);
    case TYPE_ARRAY:
        if (actual->kind != TYPE_ARRAY) return !type_depends(pattern);
        if (pattern->parameter && pattern->parameter - 1 < count &&
            !set_value(&arguments[pattern->parameter - 1], actual->length, front->size_type))
            return false;
        if (!pattern->parameter && pattern->is_complete && pattern->length != actual->length) return false;
        if (pattern->base->kind == TYPE_PARAMETER && (pattern->base->qualifiers & IS_CONST) &&
            !(actual->base->qualifiers & IS_CONST))
            return deduce_type(front, pattern->base->plain, actual->base, arguments, count);
        return deduce_type(front, pattern->base, actual->base, arguments, count);
    case TYPE_FUNCTION:
        if (actual->kind != TYPE_FUNCTION || actual->element_count != pattern->element_count)
            return !type_depends(pattern);
        for (unsigned i = 0; i < pattern->element_count; i++)
            if (!deduce_type(front, pattern->elements[i], actual->elements[i], arguments, count)) return false;
        return deduce_type(front, pattern->base, actual->base, arguments, count);
    case TYPE_PATTERN: return deduce_record(front, pattern, actual, arguments, count);
    default: return true; // what does not depend is converted
    }
}

// ---- of a call ------------------------------------------------------------------------------------------------

// {1, 2, 3} for a std::initializer_list<T> or const T (&)[N].
static bool deduce_from_braces(Front *front, const Type *pattern, Expression *from, TemplateArgument *arguments,
                               unsigned count) {
    pattern = type_referred(pattern);
    bool is_list = pattern->kind == TYPE_PATTERN && !strcmp(pattern->pattern->name, "initializer_list");
    if ((!is_list && pattern->kind != TYPE_ARRAY) || !from->argument_count || !from->arguments[0]->type) return true;
    const Type *element = type_decayed(front, from->arguments[0]->type)->plain;
    if (is_list) return deduce_type(front, pattern->pattern_arguments[0].type, element, arguments, count);
    if (pattern->parameter && pattern->parameter - 1 < count &&
        !set_value(&arguments[pattern->parameter - 1], from->argument_count, front->size_type))
        return false;
    return deduce_type(front, pattern->base->plain, element, arguments, count);
}

// Whether all parameters in the pattern are written in the call, which then deduces nothing from it.
static bool is_given(const Type *pattern, const TemplateArgument *arguments) {
    if (!type_depends(pattern)) return true;
    switch (pattern->kind) {
    case TYPE_PARAMETER: return pattern->parameter < MAX_PARAMETERS && arguments[pattern->parameter].is_explicit;
    case TYPE_POINTER:
    case TYPE_REFERENCE: return is_given(pattern->base, arguments);
    case TYPE_PATTERN:
        for (unsigned i = 0; i < pattern->pattern_count; i++) {
            const TemplateArgument *argument = &pattern->pattern_arguments[i];
            bool given = argument->is_parameter
                             ? arguments[argument->value].is_explicit
                             : !argument->is_pack && (!argument->is_type || is_given(argument->type, arguments));
            if (!given) return false;
        }
        return true;
    default: return false;
    }
}

static bool deduce_from(Front *front, const Type *pattern, Expression *from, TemplateArgument *arguments,
                        unsigned count) {
    if (is_given(pattern, arguments)) return true;
    if (!from->type) return deduce_from_braces(front, pattern, from, arguments, count);
    if (from->kind == EXPR_FUNCTION && !from->function) return true;
    const Type *type = from->type;
    if (pattern->kind != TYPE_REFERENCE)
        return deduce_type(front, pattern->plain, type_decayed(front, type)->plain, arguments, count);
    bool forwards = pattern->is_rvalue_reference && pattern->base->kind == TYPE_PARAMETER && !pattern->base->qualifiers;
    if (forwards && from->is_lvalue)
        return set_type(&arguments[pattern->base->parameter], type_reference(front, type, false));
    if (pattern->base->qualifiers & IS_CONST) type = type_qualified(front, type, IS_CONST);
    if (pattern->base->kind == TYPE_ARRAY || pattern->base->kind != TYPE_PARAMETER)
        return deduce_type(front, pattern->base, type, arguments, count);
    return deduce_type(front, pattern->base, type, arguments, count);
}

static void start_pattern(Front *front, Template *template) {
    cursor_move(front, template->parameters_at, template_pattern_scope(front, template));
    front->quiet = front->in_pattern = true;
}

bool template_pattern(Front *front, Template *template, Declarator *declarator) {
    Cursor here = cursor_save(front);
    bool in_pattern = front->in_pattern;
    int greater = front->greater;
    front->greater = CLOSES_NOTHING;
    start_pattern(front, template);
    *declarator = (Declarator){0};
    if (is(front, "(")) parse_parameters(front, declarator);
    else if (template->is_lambda) declarator->is_function = true;
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->in_pattern = in_pattern;
    front->greater = greater;
    return !failed && declarator->is_function;
}

unsigned template_speciality(Front *front, Template *template) {
    Declarator declarator;
    unsigned score = 0;
    if (!template_pattern(front, template, &declarator)) return 0;
    for (unsigned i = 0; i < declarator.parameter_count; i++)
        for (const Type *type = declarator.parameters[i]->type; type; type = type->base) {
            if (type->kind == TYPE_PARAMETER) break;
            if (type->kind != TYPE_REFERENCE) score += 2;
            if (type->kind == TYPE_PATTERN) break;
        }
    return score;
}

static bool deduce_pack(Front *front, const Type *pattern, unsigned index, Expression **from, unsigned count,
                        TemplateArgument *arguments) {
    TemplateArgument *pack = front_alloc(front, (count + 1) * sizeof *pack);
    for (unsigned i = 0; i < count; i++) {
        TemplateArgument one[MAX_PARAMETERS + 1];
        memcpy(one, arguments, sizeof one);
        one[index] = (TemplateArgument){0};
        if (!deduce_from(front, pattern, from[i], one, MAX_PARAMETERS) || !one[index].is_set) return false;
        pack[i] = one[index];
    }
    arguments[index] =
        (TemplateArgument){.is_pack = true, .is_set = true, .is_type = true, .pack = pack, .pack_count = count};
    return true;
}

static int pack_in(const Template *template, const Type *type) {
    for (; type; type = type->base)
        if (type->kind == TYPE_PARAMETER && type->parameter < template->parameter_count &&
            template->parameters[type->parameter].is_pack)
            return (int)type->parameter;
    return -1;
}

bool template_deduce(Front *front, Template *template, TemplateArgument *arguments, unsigned given, Expression **call,
                     unsigned call_count, Place place) {
    (void)place;
    if (given > template->parameter_count || template->parameter_count > MAX_PARAMETERS) return false;
    for (unsigned i = 0; i < given; i++) arguments[i].is_explicit = true;
    for (unsigned i = given; i <= MAX_PARAMETERS; i++) arguments[i] = (TemplateArgument){0};
    Declarator pattern;
    if (!template_pattern(front, template, &pattern)) return false;
    bool has_pack = pattern.has_pack && pattern.parameter_count;
    unsigned fixed = has_pack ? pattern.parameter_count - 1 : pattern.parameter_count;
    if (call_count > fixed && !has_pack && !pattern.is_variadic) return false;
    for (unsigned i = 0; i < fixed && i < call_count; i++)
        if (!deduce_from(front, pattern.parameters[i]->type, call[i], arguments, MAX_PARAMETERS)) return false;
    for (unsigned i = call_count; i < fixed; i++)
        if (!pattern.defaults[i]) return false;
    if (has_pack && call_count >= fixed) {
        int index = pack_in(template, pattern.parameters[fixed]->type);
        if (index < 0) return false;
        if (!arguments[index].is_set && !deduce_pack(front, pattern.parameters[fixed]->type, (unsigned)index,
                                                     call + fixed, call_count - fixed, arguments))
            return false;
    }
    unsigned count = template->parameter_count;
    return template_complete(front, template, arguments, &count);
}

// ---- packs ----------------------------------------------------------------------------------------------------

// Behind the arguments of a template whose `<` that is; NULL: it is none.
static const Token *behind_arguments(Front *front, const Token *name) {
    const Symbol *symbol = name->kind == TOKEN_NAME ? name_find(front, name->text) : NULL;
    bool is_template = symbol && (symbol->kind == SYMBOL_TEMPLATE || symbol->function_template);
    if (!is_token(name + 1, "<") || (!is_template && !is_token(name - 1, "::"))) return NULL;
    unsigned depth = 0;
    for (const Token *token = name + 1; token->kind != TOKEN_END; token++) {
        if (is_token(token, "(") || is_token(token, "[") || is_token(token, "{")) token = matching(token);
        if (!token || is_token(token, ";") || is_token(token, ")") || is_token(token, "}")) return NULL;
        if (is_token(token, "<")) depth++;
        if (is_token(token, ">") && !--depth) return token + 1;
    }
    return NULL;
}

// The `...` that ends what is next in a list, before its comma or the list's end.
const Token *expansion_end(Front *front, const Token *from) {
    unsigned depth = 0;
    if (front->failed) return NULL;
    for (const Token *token = from; token->kind != TOKEN_END; token++) {
        const Token *behind = token->kind == TOKEN_NAME && !depth ? behind_arguments(front, token) : NULL;
        if (behind) token = behind;
        if (token->kind != TOKEN_PUNCTUATOR) continue;
        char c = token->text[0];
        if (c == '(' || c == '[' || c == '{') depth++;
        else if (c == ')' || c == ']' || c == '}') {
            if (!depth) return NULL;
            depth--;
        } else if (!depth && (c == ',' || c == ';')) return NULL;
        else if (!depth && is_token(token, "...")) return token == from ? NULL : token;
    }
    return NULL;
}

unsigned pack_length(Front *front, const Token *from, const Token *to, bool *has_pack) {
    unsigned length = 0;
    *has_pack = false;
    for (const Token *token = from; token < to; token++) {
        if (token->kind != TOKEN_NAME || is_keyword(token->text)) {
            if (!is_token(token, "auto")) continue;
        }
        Symbol *symbol = name_find(front, token->text);
        if (is_token(token, "auto")) symbol = name_find(front, intern_text(front, "auto:0"));
        if (!symbol || symbol->kind != SYMBOL_PACK) continue;
        *has_pack = true;
        length = symbol->element_count;
    }
    return length;
}
