// templates.c - templates and their instances.
//
// A template is kept as tokens. For each set of arguments its declaration is read again, in a scope in which the
// parameters mean the arguments; so there are no trees with parameters in them, and no second set of rules for types.
#include "front.h"

// ---- parameters -----------------------------------------------------------------------------------------------

// Over a default argument or a constraint, up to `,` or `>` of this list.
static void skip_argument(Front *front) {
    unsigned depth = 0;
    while (peek(front)->kind != TOKEN_END) {
        if (is(front, "(") || is(front, "[") || is(front, "{")) {
            skip_balanced(front);
            continue;
        }
        if (is(front, "<") && front->last && front->last->kind == TOKEN_NAME) depth++;
        else if (is(front, ">")) {
            if (!depth) return;
            depth--;
        } else if (is(front, ",") && !depth) return;
        take(front);
    }
}

static bool is_concept(Front *front, const Token *token) {
    Symbol *symbol = token->kind == TOKEN_NAME ? name_find(front, token->text) : NULL;
    return symbol && symbol->kind == SYMBOL_TEMPLATE && symbol->template->kind == TEMPLATE_CONCEPT;
}

static void parse_one_parameter(Front *front, TemplateParameter *parameter) {
    *parameter = (TemplateParameter){.place = peek(front)->place};
    const Token *start = peek(front), *word = start;
    if (is_token(word, "std") && is_at(front, 1, "::")) word += 2;
    if (is(front, "template")) {
        refuse(front, word->place, word->length, "this compiler cannot compile templates with templates as parameters",
               NULL);
        return;
    }
    bool is_constraint = false;
    if (!is(front, "typename") && !is(front, "class") && peek(front)->kind == TOKEN_NAME) {
        Cursor here = cursor_save(front);
        front->quiet = true;
        Scope *scope = front->scope;
        if (word != start) { // std::integral T
            Symbol *space = name_find(front, start->text);
            if (space && space->kind == SYMBOL_NAMESPACE) scope = space->scope;
            Symbol *found = scope_find(scope, word->text);
            is_constraint = found && found->kind == SYMBOL_TEMPLATE && found->template->kind == TEMPLATE_CONCEPT;
        } else is_constraint = is_concept(front, word);
        cursor_restore(front, &here);
    }
    if (is(front, "typename") || is(front, "class") || is_constraint) {
        parameter->is_type = true;
        if (is_constraint) {
            parameter->concept_at = start;
            front->token = word;
            take(front);
            if (consume(front, "<")) {
                skip_argument(front);
                while (consume(front, ",")) skip_argument(front);
                expect(front, ">", "after the concept's arguments");
            }
        } else take(front);
        parameter->is_pack = consume(front, "...");
    } else {
        parameter->type_at = start;
        while (!is(front, ",") && !is(front, ">") && !is(front, "=") && peek(front)->kind != TOKEN_END) {
            const Token *token = peek(front);
            if (is_token(token, "...")) parameter->is_pack = true;
            if (token->kind == TOKEN_NAME && !is_keyword(token->text) &&
                (is_at(front, 1, ",") || is_at(front, 1, ">") || is_at(front, 1, "=")) && token != start)
                break;
            if (is_token(token, "(")) skip_balanced(front);
            else if (is_token(token, "<")) {
                take(front);
                skip_argument(front);
                consume(front, ">");
            } else take(front);
        }
    }
    if (peek(front)->kind == TOKEN_NAME && !is_keyword(peek(front)->text)) parameter->name = take(front)->text;
    if (consume(front, "=")) {
        parameter->default_at = front->token;
        skip_argument(front);
    }
}

unsigned parse_template_parameters(Front *front, TemplateParameter *parameters) {
    unsigned count = 0;
    expect(front, "<", "after `template`");
    while (!is(front, ">") && !front->failed) {
        if (count >= MAX_PARAMETERS) {
            fail(front, peek(front)->place, 1, "there are too many parameters", NULL);
            return 0;
        }
        parse_one_parameter(front, &parameters[count++]);
        if (!consume(front, ",")) break;
    }
    expect(front, ">", "after the parameters of the template");
    return count;
}

// ---- scopes with arguments ------------------------------------------------------------------------------------

static Expression *constant_of(Front *front, const TemplateArgument *argument, Place place) {
    const Type *type = argument->value_type ? argument->value_type : type_basic(front, TYPE_INT);
    if (argument->function) {
        Expression *expression =
            expression_new(front, EXPR_FUNCTION, type_pointer(front, argument->function->type), place);
        Callee *callee = front_alloc(front, sizeof *callee);
        Symbol *symbol = front_alloc(front, sizeof *symbol);
        *symbol = (Symbol){.kind = SYMBOL_FUNCTION, .name = argument->function->name, .function = argument->function};
        *callee = (Callee){.overloads = symbol, .place = place, .name_length = 1, .name = argument->function->name};
        expression->function = argument->function;
        expression->overloads = callee;
        return expression;
    }
    if (type_is_floating(type)) return make_floating(front, type, argument->floating, place);
    return make_integer(front, type, argument->value, place);
}

static void bind(Front *front, Scope *scope, const char *name, const TemplateArgument *argument, Place place) {
    if (argument->is_pack) {
        Symbol *pack = name_add(front, scope, SYMBOL_PACK, name, place);
        pack->element_count = argument->pack_count;
        pack->elements = front_alloc(front, (argument->pack_count + 1) * sizeof *pack->elements);
        for (unsigned i = 0; i < argument->pack_count; i++) {
            const TemplateArgument *element = &argument->pack[i];
            Symbol *symbol = pack->elements[i] = front_alloc(front, sizeof *symbol);
            *symbol = (Symbol){.kind = element->is_type ? SYMBOL_TYPE : SYMBOL_CONSTANT, .name = name, .place = place};
            if (element->is_type) symbol->type = element->type;
            else symbol->constant = constant_of(front, element, place);
        }
    } else if (argument->is_type) {
        name_add(front, scope, SYMBOL_TYPE, name, place)->type = argument->type;
    } else {
        name_add(front, scope, SYMBOL_CONSTANT, name, place)->constant = constant_of(front, argument, place);
    }
}

Scope *template_scope(Front *front, Template *template, const TemplateArgument *arguments, unsigned count) {
    Scope *scope = scope_new(front, SCOPE_TEMPLATE, template->scope);
    scope->limit = template->serial;
    scope->arguments = arguments;
    scope->argument_count = count;
    for (unsigned i = 0; i < template->parameter_count && i < count; i++) {
        const TemplateParameter *parameter = &template->parameters[i];
        if (parameter->name && arguments[i].is_set)
            bind(front, scope, parameter->name, &arguments[i], parameter->place);
    }
    return scope;
}

// Parameters that stand for themselves: to read what is deduced from.
Scope *template_pattern_scope(Front *front, Template *template) {
    Scope *scope = scope_new(front, SCOPE_TEMPLATE, template->scope);
    for (unsigned i = 0; i < template->parameter_count; i++) {
        const TemplateParameter *parameter = &template->parameters[i];
        if (!parameter->name) continue;
        if (parameter->is_type)
            name_add(front, scope, SYMBOL_TYPE, parameter->name, parameter->place)->type = type_parameter(front, i);
        else name_add(front, scope, SYMBOL_PARAMETER, parameter->name, parameter->place)->parameter = i;
    }
    return scope;
}

// ---- arguments ------------------------------------------------------------------------------------------------

static void argument_of_value(Front *front, TemplateArgument *argument, Expression *value, const Type *type) {
    if (type && type->kind != TYPE_PARAMETER && type->kind != TYPE_ERROR)
        value = convert(front, value, type, "the argument of a template");
    else value = make_load(front, value);
    if (front->failed) return;
    argument->is_set = true;
    argument->value_type = value->type->plain;
    if (value->kind == EXPR_FUNCTION) {
        argument->function = value->function;
        return;
    }
    bool known = type_is_floating(value->type) ? constant_floating(front, value, &argument->floating)
                                               : constant_integer(front, value, &argument->value);
    if (!known)
        fail(front, value->place, 1, "the argument of a template must be known when the program is compiled",
             "use a `constexpr` variable, or pass the value as an ordinary argument");
}

static const Type *type_of_parameter(Front *front, Template *template, unsigned index,
                                     const TemplateArgument *arguments, unsigned count) {
    const TemplateParameter *parameter = &template->parameters[index];
    if (!parameter->type_at) return NULL;
    Cursor here = cursor_save(front);
    cursor_move(front, parameter->type_at, template_scope(front, template, arguments, count));
    front->quiet = true;
    Specifiers specifiers;
    Declarator declarator;
    parse_specifiers(front, &specifiers);
    parse_declarator(front, &specifiers, &declarator, true);
    const Type *type = front->failed || specifiers.is_auto ? NULL : type_decayed(front, declarator.type);
    cursor_restore(front, &here);
    return type;
}

static void parse_pattern_argument(Front *front, TemplateArgument *argument, bool wants_type) {
    const Token *token = peek(front);
    Symbol *symbol = token->kind == TOKEN_NAME ? name_find(front, token->text) : NULL;
    bool is_alone = is_at(front, 1, ",") || is_at(front, 1, ">");
    bool is_type_parameter = symbol && symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_PARAMETER;
    if (is_at(front, 1, "...") && (is_type_parameter || (symbol && symbol->kind == SYMBOL_PARAMETER))) {
        take(front);
        unsigned index = is_type_parameter ? symbol->type->parameter : symbol->parameter;
        *argument = (TemplateArgument){.is_parameter = true, .is_pack = true, .value = index, .is_set = true};
        return;
    }
    if (symbol && symbol->kind == SYMBOL_PARAMETER && is_alone) {
        take(front);
        *argument = (TemplateArgument){.is_parameter = true, .value = symbol->parameter, .is_set = true};
        return;
    }
    if (wants_type || starts_type(front)) {
        argument->is_type = argument->is_set = true;
        argument->type = parse_type_name(front);
        consume(front, "...");
        return;
    }
    if (token->kind == TOKEN_INTEGER && is_alone) {
        take(front);
        *argument = (TemplateArgument){.is_set = true, .value = token->integer, .value_type = token->type};
        return;
    }
    if ((is_token(token, "true") || is_token(token, "false")) && is_alone) {
        take(front);
        *argument = (TemplateArgument){
            .is_set = true, .value = token->text[0] == 't', .value_type = type_basic(front, TYPE_BOOL)};
        return;
    }
    skip_argument(front); // an expression: nothing is deduced from it
}

static void parse_one_argument(Front *front, Template *template, unsigned index, TemplateArgument *argument,
                               const TemplateArgument *before) {
    bool wants_type = index < template->parameter_count
                          ? template->parameters[index].is_type
                          : template->parameter_count && template->parameters[template->parameter_count - 1].is_type;
    if (front->in_pattern) {
        parse_pattern_argument(front, argument, wants_type);
    } else if (wants_type || (index >= template->parameter_count && starts_type(front))) {
        argument->type = parse_type_name(front);
        argument->is_type = argument->is_set = true;
    } else {
        const Type *type =
            index < template->parameter_count ? type_of_parameter(front, template, index, before, index) : NULL;
        const Token *at = peek(front);
        if (starts_type(front) && !is_at(front, 1, "(") && !is_at(front, 1, "{") && !is_at(front, 1, "::")) {
            fail(front, at->place, at->length, "`%s` is a type, and the template `%s` takes a value here", NULL,
                 at->text, template->name);
            return;
        }
        argument_of_value(front, argument, parse_conditional(front), type);
    }
}

static unsigned gather_pack(Front *front, Template *template, TemplateArgument *list, unsigned count) {
    unsigned last = template->parameter_count - 1;
    TemplateArgument *pack = front_alloc(front, (count - last + 1) * sizeof *pack);
    memcpy(pack, list + last, (count - last) * sizeof *pack);
    list[last] = (TemplateArgument){.is_pack = true,
                                    .is_set = true,
                                    .pack = pack,
                                    .pack_count = count - last,
                                    .is_type = template->parameters[last].is_type};
    return last + 1;
}

static unsigned parse_arguments_of(Front *front, Template *template, TemplateArgument *arguments) {
    const Token *open = take(front);
    unsigned count = 0;
    int greater = front->greater;
    TemplateArgument *list = front_alloc(front, (MAX_ARGUMENTS + 1) * sizeof *list);
    front->greater = CLOSES_TEMPLATE;
    while (!is(front, ">") && !front->failed) {
        const Token *start = peek(front), *dots = expansion_end(front, start);
        bool has_pack = false;
        unsigned length = dots ? pack_length(front, start, dots, &has_pack) : 1;
        int before = front->pack_index;
        if (!has_pack) length = 1;
        for (unsigned i = 0; i < length && count < MAX_ARGUMENTS && !front->failed; i++) {
            if (has_pack) front->token = start, front->pack_index = (int)i;
            parse_one_argument(front, template, count, &list[count], list);
            count++;
        }
        front->pack_index = before;
        if (dots && !front->failed) front->token = dots + 1;
        if (!consume(front, ",")) break;
    }
    expect(front, ">", "after the arguments of the template");
    front->greater = greater;
    bool has_pack = template->parameter_count && template->parameters[template->parameter_count - 1].is_pack;
    if (has_pack && count >= template->parameter_count && !front->in_pattern)
        count = gather_pack(front, template, list, count);
    if (count > template->parameter_count && !front->in_pattern) {
        fail(front, open->place, 1, "the template `%s` takes %u argument%s and gets %u", NULL, template->name,
             template->parameter_count, template->parameter_count == 1 ? "" : "s", count);
        count = template->parameter_count;
    }
    if (count > MAX_PARAMETERS) count = MAX_PARAMETERS;
    memcpy(arguments, list, count * sizeof *arguments);
    return count;
}

unsigned parse_template_arguments(Front *front, Template *template, TemplateArgument *arguments) {
    if (!enter_depth(front)) return 0;
    unsigned count = parse_arguments_of(front, template, arguments);
    leave_depth(front);
    return count;
}

bool arguments_equal(const TemplateArgument *a, const TemplateArgument *b) {
    if (a->is_type != b->is_type || a->is_pack != b->is_pack) return false;
    if (a->is_pack) {
        if (a->pack_count != b->pack_count) return false;
        for (unsigned i = 0; i < a->pack_count; i++)
            if (!arguments_equal(&a->pack[i], &b->pack[i])) return false;
        return true;
    }
    if (a->is_type) return a->type == b->type;
    return a->value == b->value && a->floating == b->floating && a->function == b->function &&
           a->value_type == b->value_type;
}

static Instance *find_instance(Template *template, const TemplateArgument *arguments, unsigned count) {
    for (Instance *instance = template->instances; instance; instance = instance->next) {
        bool same = instance->count == count;
        for (unsigned i = 0; i < count && same; i++) same = arguments_equal(&instance->arguments[i], &arguments[i]);
        if (same) return instance;
    }
    return NULL;
}

static Instance *add_instance(Front *front, Template *template, const TemplateArgument *arguments, unsigned count) {
    Instance *instance = front_alloc(front, sizeof *instance);
    TemplateArgument *copy = front_alloc(front, (count + 1) * sizeof *copy);
    memcpy(copy, arguments, count * sizeof *copy);
    *instance = (Instance){.arguments = copy, .count = count, .next = template->instances};
    return template->instances = instance;
}

static bool may_instantiate(Front *front, const Template *template, Place place) {
    if (front->instances < MAX_INSTANCES && front->instance_depth < MAX_INSTANCE_DEPTH) return true;
    refuse(front, place, 1, "the template `%s` needs more instances than this compiler makes", NULL, template->name);
    return false;
}

// Fills in what is missing by default arguments. False: an argument stays unknown.
bool template_complete(Front *front, Template *template, TemplateArgument *arguments, unsigned *count) {
    for (unsigned i = *count; i < template->parameter_count; i++) arguments[i] = (TemplateArgument){0};
    for (unsigned i = 0; i < template->parameter_count; i++) {
        TemplateParameter *parameter = &template->parameters[i];
        if (arguments[i].is_set) continue;
        if (parameter->is_pack) {
            arguments[i] = (TemplateArgument){.is_pack = true, .is_set = true, .is_type = parameter->is_type};
            continue;
        }
        if (!parameter->default_at) return false;
        Cursor here = cursor_save(front);
        int greater = front->greater;
        cursor_move(front, parameter->default_at, template_scope(front, template, arguments, i));
        front->quiet = true;
        front->greater = CLOSES_TEMPLATE;
        parse_one_argument(front, template, i, &arguments[i], arguments);
        bool failed = front->failed;
        cursor_restore(front, &here);
        front->greater = greater;
        if (failed) return false;
    }
    *count = template->parameter_count;
    return true;
}

// "reduce<float, 32>"
static const char *shown_instance(Front *front, const char *name, const TemplateArgument *arguments, unsigned count) {
    const char *text = unit_format(front->unit, "%s<", name);
    for (unsigned i = 0, n = 0; i < count && strlen(text) < 80; i++) {
        const TemplateArgument *list = arguments[i].is_pack ? arguments[i].pack : &arguments[i];
        unsigned length = arguments[i].is_pack ? arguments[i].pack_count : 1;
        for (unsigned k = 0; k < length; k++, n++) {
            const TemplateArgument *each = &list[k];
            const char *one = each->is_type    ? show_type(front, each->type)
                              : each->function ? each->function->shown
                              : each->value_type && each->value_type->kind == TYPE_BOOL
                                  ? (each->value ? "true" : "false")
                                  : unit_format(front->unit, "%lld", (long long)each->value);
            text = unit_format(front->unit, "%s%s%s", text, n ? ", " : "", one);
        }
    }
    return unit_format(front->unit, "%s>", text);
}

// ---- instances of functions -----------------------------------------------------------------------------------

static bool holds(Front *front, Template *template, Scope *scope);

static void skip_requirement(Front *front) {
    if (!is(front, "requires")) return;
    while (!is(front, "{") && !is(front, ";") && peek(front)->kind != TOKEN_END)
        if (is(front, "(")) skip_balanced(front);
        else take(front);
}

static void find_body(Front *front, Function *function) {
    skip_requirement(front);
    if (is(front, ":") && function->is_constructor) {
        function->source->body = peek(front);
        while (!is(front, "{") || (front->last && front->last->kind == TOKEN_NAME)) {
            if (peek(front)->kind == TOKEN_END) return;
            if (is(front, "(") || is(front, "{")) {
                skip_balanced(front);
                if (is(front, "{")) break;
            } else take(front);
        }
        return;
    }
    if (!is(front, "{")) return;
    function->source->body = peek(front);
    const Token *end = matching(function->source->body);
    function->source->body_end = end;
    if (end) function->end = end->place;
}

static Function *read_instance(Front *front, Template *template, Scope *scope) {
    Specifiers specifiers;
    Declarator declarator;
    cursor_move(front, template->declaration, scope);
    front->quiet = true;
    front->in_pattern = false;
    if (template->is_lambda) lambda_signature(front, template, &specifiers, &declarator);
    else {
        parse_specifiers(front, &specifiers);
        parse_declarator(front, &specifiers, &declarator, false);
    }
    if (front->failed || !declarator.is_function) return NULL;
    Function *function = function_new(front, &specifiers, &declarator, scope);
    if (front->failed) return NULL;
    find_body(front, function);
    return function;
}

Function *template_function(Front *front, Template *template, const TemplateArgument *given, unsigned count,
                            Place place) {
    TemplateArgument *arguments = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *arguments);
    memcpy(arguments, given, count * sizeof *arguments);
    if (!template_complete(front, template, arguments, &count)) return NULL;
    Instance *instance = find_instance(template, arguments, count);
    if (instance) return instance->failed ? NULL : instance->function;
    if (!may_instantiate(front, template, place)) return NULL;
    instance = add_instance(front, template, arguments, count);
    front->instances++;
    Cursor here = cursor_save(front);
    bool in_headers = front->in_headers, in_pattern = front->in_pattern;
    int greater = front->greater;
    front->in_headers = template->is_header;
    front->greater = CLOSES_NOTHING;
    Scope *scope = template_scope(front, template, instance->arguments, count);
    Function *function = holds(front, template, scope) ? read_instance(front, template, scope) : NULL;
    cursor_restore(front, &here);
    front->in_headers = in_headers;
    front->in_pattern = in_pattern;
    front->greater = greater;
    instance->function = function;
    instance->failed = !function;
    if (!function) return NULL;
    function->is_instance = true;
    function->source->template = template;
    function->source->arguments = instance->arguments;
    function->source->argument_count = count;
    function->source->is_header = template->is_header;
    function->shown =
        template->is_lambda ? "lambda" : shown_instance(front, function->name, instance->arguments, count);
    return function;
}

// ---- instances of classes, aliases, variables, concepts -------------------------------------------------------

// The most special of the specialisations that fit; its arguments in `arguments`.
static Template *specialisation_for(Front *front, Template *template, TemplateArgument *arguments, unsigned *count) {
    Template *best = NULL;
    TemplateArgument best_arguments[MAX_PARAMETERS + 1];
    for (Template *special = template->specialised; special; special = special->next_special) {
        TemplateArgument deduced[MAX_PARAMETERS + 1] = {0};
        unsigned n = special->parameter_count;
        bool fits = deduce_arguments(front, special->special_arguments, special->special_count, arguments, *count,
                                     deduced, MAX_PARAMETERS);
        if (!fits || !template_complete(front, special, deduced, &n)) continue;
        if (best && best->parameter_count <= special->parameter_count) continue;
        best = special;
        memcpy(best_arguments, deduced, sizeof deduced);
    }
    if (!best) return template;
    memcpy(arguments, best_arguments, (best->parameter_count + 1) * sizeof *arguments);
    *count = best->parameter_count;
    return best;
}

static const Type *read_record_instance(Front *front, Template *template, Instance *instance, Template *chosen,
                                        Scope *scope) {
    Record *record = record_new(front, shown_instance(front, template->name, instance->arguments, instance->count),
                                scope, template->place);
    record->scope->name = template->name;
    record->instance_of = template;
    record->instance_arguments = instance->arguments;
    record->instance_count = instance->count;
    instance->type = record->type;
    record->mangled = record_mangled(front, record);
    name_add(front, scope, SYMBOL_TYPE, template->name, template->place)->type = record->type; // its own name
    cursor_move(front, chosen->declaration, scope);
    record->is_union = is_token(take(front), "union");
    Specifiers attributes = {0};
    parse_attributes(front, &attributes);
    take(front); // its name
    if (is(front, "<")) {
        take(front);
        skip_argument(front);
        while (consume(front, ",")) skip_argument(front);
        consume(front, ">");
    }
    if (attributes.align) type_set_size(front, record->type, 0, attributes.align);
    if (is(front, "{") || is(front, ":")) record_body(front, record);
    return record->type;
}

static const Type *read_alias(Front *front, Template *template, Scope *scope) {
    cursor_move(front, template->declaration, scope);
    return parse_type_name(front);
}

static Variable *read_variable(Front *front, Template *template, Scope *scope) {
    Specifiers specifiers;
    Declarator declarator;
    cursor_move(front, template->declaration, scope);
    front->function = NULL;
    parse_specifiers(front, &specifiers);
    parse_declarator(front, &specifiers, &declarator, false);
    if (front->failed) return NULL;
    Variable *variable = variable_new(
        front, declarator.name,
        specifiers.is_constexpr ? type_qualified(front, declarator.type, IS_CONST) : declarator.type, declarator.place);
    variable->is_constexpr = specifiers.is_constexpr;
    variable->space = specifiers.is_device ? SPACE_DEVICE : specifiers.is_constant ? SPACE_CONSTANT : SPACE_HOST;
    variable->mangled = mangle_variable(front, variable, scope);
    parse_initialiser(front, variable, specifiers.is_auto, &specifiers);
    if (variable->initial && !front->failed) variable->image = constant_image(front, variable->initial, variable->type);
    return front->failed ? NULL : variable;
}

static Instance *instantiate(Front *front, Template *template, const TemplateArgument *given, unsigned count,
                             Place place) {
    TemplateArgument *arguments = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *arguments);
    memcpy(arguments, given, count * sizeof *arguments);
    if (!template_complete(front, template, arguments, &count)) {
        fail(front, place, (unsigned)strlen(template->name), "the template `%s` needs more arguments",
             "write them: %s<...>", template->name, template->name);
        return NULL;
    }
    Instance *instance = find_instance(template, arguments, count);
    if (instance) return instance;
    if (!may_instantiate(front, template, place)) return NULL;
    instance = add_instance(front, template, arguments, count);
    front->instances++;
    Template *chosen = specialisation_for(front, template, arguments, &count);
    TemplateArgument *bound = front_alloc(front, (count + 1) * sizeof *bound);
    memcpy(bound, arguments, count * sizeof *bound);
    Cursor here = cursor_save(front);
    bool in_headers = front->in_headers, in_pattern = front->in_pattern;
    int greater = front->greater;
    front->in_headers = template->is_header;
    front->in_pattern = false;
    front->greater = CLOSES_NOTHING;
    front->instance_depth++;
    Scope *scope = template_scope(front, chosen, bound, count);
    if (template->kind == TEMPLATE_RECORD) read_record_instance(front, template, instance, chosen, scope);
    else if (template->kind == TEMPLATE_ALIAS) instance->type = read_alias(front, chosen, scope);
    else instance->variable = read_variable(front, chosen, scope);
    instance->failed = front->failed;
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->failed |= failed;
    front->instance_depth--;
    front->in_headers = in_headers;
    front->in_pattern = in_pattern;
    front->greater = greater;
    return instance;
}

static bool argument_depends(const TemplateArgument *argument) {
    return argument->is_parameter || !argument->is_set || (argument->is_type && type_depends(argument->type));
}

// An alias whose arguments are parameters of the pattern that is being read.
static const Type *alias_in_pattern(Front *front, Template *template, const TemplateArgument *arguments,
                                    unsigned count) {
    if (template->kind != TEMPLATE_ALIAS || count != template->parameter_count) return type_basic(front, TYPE_ERROR);
    Scope *scope = scope_new(front, SCOPE_TEMPLATE, template->scope);
    scope->limit = template->serial;
    for (unsigned i = 0; i < count; i++) {
        const TemplateParameter *parameter = &template->parameters[i];
        const TemplateArgument *argument = &arguments[i];
        if (!argument->is_set || argument->is_pack != parameter->is_pack) return type_basic(front, TYPE_ERROR);
        if (!argument->is_parameter) bind(front, scope, parameter->name, argument, parameter->place);
        else if (parameter->is_type)
            name_add(front, scope, SYMBOL_TYPE, parameter->name, parameter->place)->type =
                type_parameter(front, (unsigned)argument->value);
        else
            name_add(front, scope, SYMBOL_PARAMETER, parameter->name, parameter->place)->parameter =
                (unsigned)argument->value;
    }
    Cursor here = cursor_save(front);
    int greater = front->greater;
    cursor_move(front, template->declaration, scope);
    front->quiet = true;
    front->greater = CLOSES_NOTHING;
    const Type *type = parse_type_name(front);
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->greater = greater;
    return failed ? type_basic(front, TYPE_ERROR) : type;
}

const Type *template_type(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                          Place place) {
    for (unsigned i = 0; i < count && front->in_pattern; i++)
        if (argument_depends(&arguments[i]))
            return template->kind == TEMPLATE_RECORD ? type_pattern(front, template, arguments, count)
                                                     : alias_in_pattern(front, template, arguments, count);
    Instance *instance = instantiate(front, template, arguments, count, place);
    return instance && instance->type ? instance->type : type_basic(front, TYPE_ERROR);
}

Variable *template_variable(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                            Place place) {
    if (template->kind != TEMPLATE_VARIABLE) {
        fail(front, place, 1, "`%s` is a type and no value", NULL, template->name);
        return NULL;
    }
    Instance *instance = instantiate(front, template, arguments, count, place);
    return instance ? instance->variable : NULL;
}

bool template_concept(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                      Place place) {
    (void)place;
    Cursor here = cursor_save(front);
    int greater = front->greater;
    cursor_move(front, template->declaration, template_scope(front, template, arguments, count));
    front->quiet = true;
    front->greater = CLOSES_NOTHING;
    uint64_t value = 1;
    Expression *expression = parse_expression(front);
    bool known = !front->failed && constant_integer(front, convert_to_bool(front, expression), &value);
    cursor_restore(front, &here);
    front->greater = greater;
    return !known || value; // what this compiler cannot decide nvcc will
}

// Whether the constraint of the template holds.
static bool holds(Front *front, Template *template, Scope *scope) {
    uint64_t value = 1;
    Cursor here = cursor_save(front);
    for (unsigned i = 0; i < template->parameter_count && value; i++) {
        const TemplateParameter *parameter = &template->parameters[i];
        if (!parameter->concept_at) continue;
        cursor_move(front, parameter->concept_at, scope);
        front->quiet = true;
        Name name = read_name(front, true);
        if (!name.symbol || name.symbol->kind != SYMBOL_TEMPLATE) continue;
        TemplateArgument list[MAX_PARAMETERS + 1];
        list[0] = scope->arguments[i];
        for (unsigned k = 0; k < name.argument_count && k + 1 < MAX_PARAMETERS; k++) list[k + 1] = name.arguments[k];
        if (!list[0].is_pack)
            value = template_concept(front, name.symbol->template, list, 1 + name.argument_count, template->place);
    }
    if (template->requirement && value) {
        cursor_move(front, template->requirement, scope);
        front->quiet = true;
        Expression *expression = parse_conditional(front);
        if (front->failed || !constant_integer(front, convert_to_bool(front, expression), &value)) value = 1;
    }
    cursor_restore(front, &here);
    return value;
}

// ---- declarations ---------------------------------------------------------------------------------------------

void template_declare(Front *front, Template *template, Scope *scope) {
    Symbol *known = NULL;
    for (Symbol *each = scope->symbols; each && !known; each = each->next)
        if (each->name == template->name) known = each;
    template->speciality = template->kind == TEMPLATE_FUNCTION ? template_speciality(front, template) : 0;
    if (template->kind != TEMPLATE_FUNCTION) {
        if (known && known->kind == SYMBOL_TEMPLATE) { // declared before
            if (!known->template->body_at) known->template->declaration = template->declaration;
            return;
        }
        name_add(front, scope, SYMBOL_TEMPLATE, template->name, template->place)->template = template;
        return;
    }
    Symbol *symbol;
    if (known && known->kind == SYMBOL_FUNCTION) {
        symbol = front_alloc(front, sizeof *symbol);
        *symbol = (Symbol){
            .kind = SYMBOL_FUNCTION, .name = template->name, .serial = ++front->serial, .place = template->place};
        while (known->next_overload) known = known->next_overload;
        known->next_overload = symbol;
    } else {
        symbol = name_add(front, scope, SYMBOL_FUNCTION, template->name, template->place);
    }
    symbol->function_template = template;
}

// The name and the parameters of a function, found without understanding the types before them.
static bool find_function_name(Front *front, Template *template) {
    static const char *const not_names[] = {"__launch_bounds__", "decltype", "alignas",       "__align__",
                                            "noexcept",          "requires", "__attribute__", "__cluster_dims__",
                                            "explicit",          "sizeof",   "__maxnreg__"};
    for (const Token *token = template->declaration;
         token->kind != TOKEN_END && !is_token(token, "{") && !is_token(token, ";") && !is_token(token, "="); token++) {
        if (is_token(token, "operator")) {
            Cursor here = cursor_save(front);
            front->token = token;
            front->quiet = true;
            Name name = read_name(front, true);
            template->name = name.name;
            template->parameters_at = front->token;
            template->place = token->place;
            cursor_restore(front, &here);
            return template->name != NULL;
        }
        bool skips = false;
        for (size_t i = 0; i < sizeof not_names / sizeof *not_names; i++) skips |= is_token(token, not_names[i]);
        if (token->kind == TOKEN_NAME && is_token(token + 1, "(") && skips) {
            const Token *close = matching(token + 1);
            if (!close) return false;
            token = close;
        } else if (token->kind == TOKEN_NAME && is_token(token + 1, "(") && !is_keyword(token->text)) {
            bool is_constructor = template->record && token->text == template->record->scope->name;
            template->name = is_constructor ? intern_text(front, CONSTRUCTOR) : token->text;
            template->parameters_at = token + 1;
            template->place = token->place;
            return true;
        }
    }
    return false;
}

static void skip_template(Front *front) {
    while (peek(front)->kind != TOKEN_END) {
        if (consume(front, ";")) return;
        if (is(front, "{")) {
            skip_balanced(front);
            consume(front, ";");
            return;
        }
        if (is(front, "(") || is(front, "[")) skip_balanced(front);
        else take(front);
    }
}

static Record *enclosing_record(const Scope *scope) {
    while (scope && scope->kind == SCOPE_TEMPLATE) scope = scope->parent;
    return scope && scope->kind == SCOPE_RECORD ? scope->record : NULL;
}

static void parse_specialised_record(Front *front, Template *template, Symbol *known) {
    const Token *start = template->declaration;
    Cursor here = cursor_save(front);
    cursor_move(front, start, template_pattern_scope(front, template));
    front->in_pattern = true;
    take(front);
    Specifiers attributes = {0};
    parse_attributes(front, &attributes);
    take(front);
    template->special_arguments = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *template->special_arguments);
    template->special_count = parse_template_arguments(front, known->template, template->special_arguments);
    front->in_pattern = false;
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->failed |= failed;
    template->is_special = true;
    template->next_special = known->template->specialised;
    known->template->specialised = template;
}

static void parse_record_template(Front *front, Template *template) {
    take(front); // struct
    Specifiers attributes = {0};
    parse_attributes(front, &attributes);
    template->kind = TEMPLATE_RECORD;
    template->place = peek(front)->place;
    template->name = expect_name(front, "the name of a struct");
    if (!template->name) return;
    Symbol *known = scope_find(front->scope, template->name);
    bool is_special = is(front, "<");
    if (is_special && known && known->kind == SYMBOL_TEMPLATE) parse_specialised_record(front, template, known);
    else template_declare(front, template, front->scope);
    const Token *here = front->token;
    while (!is(front, "{") && !is(front, ";") && peek(front)->kind != TOKEN_END) take(front);
    if (is(front, "{")) template->body_at = here;
    skip_template(front);
}

static bool is_variable_template(Front *front) {
    for (const Token *token = front->token; token->kind != TOKEN_END; token++) {
        if (is_token(token, "=")) return true;
        if (is_token(token, "(") || is_token(token, ";") || is_token(token, "{"))
            return is_token(token, "{") && token > front->token && token[-1].kind == TOKEN_NAME;
        if (is_token(token, "operator")) return false;
    }
    return false;
}

static void name_of_variable(Front *front, Template *template) {
    const Token *token = front->token;
    while (token->kind != TOKEN_END && !is_token(token, "=") && !is_token(token, "{")) token++;
    template->name = token[-1].text;
    template->place = token[-1].place;
}

// template <> void f<int>(...): an instance that is written by hand.
static void parse_specialised_function(Front *front, Template *special) {
    const Token *start = front->token;
    Specifiers specifiers;
    Declarator declarator;
    parse_specifiers(front, &specifiers);
    const Token *name_at = peek(front);
    Symbol *known = name_at->kind == TOKEN_NAME ? name_find(front, name_at->text) : NULL;
    Template *template = NULL;
    for (Symbol *each = known; each && each->kind == SYMBOL_FUNCTION && !template; each = each->next_overload)
        template = each->function_template;
    (void)special;
    if (front->failed) return;
    if (!template) {
        fail(front, name_at->place, name_at->length, "there is no template `%s` to specialise", NULL, name_at->text);
        return;
    }
    TemplateArgument *arguments = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *arguments);
    unsigned given = 0;
    take(front);
    if (is(front, "<")) given = parse_template_arguments(front, template, arguments);
    front->token = start;
    parse_specifiers(front, &specifiers);
    parse_declarator(front, &specifiers, &declarator, false);
    Expression *values[MAX_PARAMETERS];
    for (unsigned i = 0; i < declarator.parameter_count; i++) {
        values[i] = expression_new(front, EXPR_ZERO, type_referred(declarator.parameters[i]->type), name_at->place);
        values[i]->is_lvalue = declarator.parameters[i]->type->kind == TYPE_REFERENCE;
    }
    if (!template_deduce(front, template, arguments, given, values, declarator.parameter_count, name_at->place)) {
        fail(front, name_at->place, name_at->length, "this does not fit the template `%s`", NULL, name_at->text);
        return;
    }
    Scope *scope = scope_new(front, SCOPE_TEMPLATE, front->scope);
    Function *function = function_new(front, &specifiers, &declarator, scope);
    Instance *instance = add_instance(front, template, arguments, template->parameter_count);
    instance->function = function;
    function->is_instance = true;
    function->source->template = template;
    function->source->arguments = instance->arguments;
    function->source->argument_count = instance->count;
    function->shown = shown_instance(front, function->name, instance->arguments, instance->count);
    find_body(front, function);
    skip_template(front);
}

// One operand of a constraint: (...), requires-expression, or name<...>.
static void skip_constraint(Front *front) {
    if (consume(front, "requires")) {
        if (is(front, "(")) skip_balanced(front);
        skip_balanced(front);
        return;
    }
    if (is(front, "(")) {
        skip_balanced(front);
        return;
    }
    while (peek(front)->kind == TOKEN_NAME || is(front, "::")) {
        take(front);
        if (is(front, "<")) {
            take(front);
            skip_argument(front);
            while (consume(front, ",")) skip_argument(front);
            consume(front, ">");
        }
        if (!is(front, "::") && front->last && !is_token(front->last, "::")) return;
    }
}

// template <typename T> Matrix(T *, int) -> Matrix<T>;
static bool is_deduction_guide(Front *front) {
    const Token *name = peek(front);
    const Symbol *symbol = name->kind == TOKEN_NAME && is_at(front, 1, "(") ? name_find(front, name->text) : NULL;
    bool is_class = symbol && symbol->kind == SYMBOL_TEMPLATE && symbol->template->kind == TEMPLATE_RECORD;
    const Token *close = is_class ? matching(name + 1) : NULL;
    return close && is_token(close + 1, "->");
}

void parse_template(Front *front) {
    take(front);
    if (!is(front, "<")) { // template void f<int>(...): an instance is asked for; it is made where it is used
        skip_template(front);
        return;
    }
    Template *template = front_alloc(front, sizeof *template);
    *template = (Template){.scope = front->scope,
                           .serial = ++front->serial,
                           .is_header = front->in_headers,
                           .record = enclosing_record(front->scope)};
    TemplateParameter *parameters = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *parameters);
    template->parameters = parameters;
    template->parameter_count = parse_template_parameters(front, parameters);
    if (front->failed) return;
    if (is(front, "requires")) {
        take(front);
        template->requirement = front->token;
        do skip_constraint(front);
        while (consume(front, "&&") || consume(front, "||"));
    }
    template->declaration = front->token;
    template->serial = front->serial;
    if (is(front, "template")) {
        refuse(front, peek(front)->place, 8,
               "this compiler cannot compile members of templates that are defined outside",
               "define the function in the class");
    } else if (consume(front, "using")) {
        template->kind = TEMPLATE_ALIAS;
        template->place = peek(front)->place;
        template->name = expect_name(front, "the type's new name");
        expect(front, "=", "after the type's new name");
        template->declaration = front->token;
        if (!front->failed) template_declare(front, template, front->scope);
        skip_template(front);
    } else if (consume(front, "concept")) {
        template->kind = TEMPLATE_CONCEPT;
        template->place = peek(front)->place;
        template->name = expect_name(front, "the concept's name");
        expect(front, "=", "after the concept's name");
        template->declaration = front->token;
        if (!front->failed) template_declare(front, template, front->scope);
        while (!is(front, ";") && peek(front)->kind != TOKEN_END)
            if (is(front, "{") || is(front, "(")) skip_balanced(front);
            else take(front);
        consume(front, ";");
    } else if (is(front, "struct") || is(front, "class") || is(front, "union")) {
        parse_record_template(front, template);
    } else if (is_variable_template(front)) {
        template->kind = TEMPLATE_VARIABLE;
        name_of_variable(front, template);
        Symbol *known = scope_find(front->scope, template->name);
        (void)known;
        template_declare(front, template, front->scope);
        skip_template(front);
    } else if (!template->parameter_count) {
        parse_specialised_function(front, template);
    } else if (is_deduction_guide(front)) {
        skip_template(front);
    } else if (find_function_name(front, template)) {
        template->kind = TEMPLATE_FUNCTION;
        template_declare(front, template, front->scope);
        skip_template(front);
    } else {
        const Token *token = peek(front);
        fail(front, token->place, token->length, "a function or a struct was expected after `template <...>`", NULL);
    }
}
