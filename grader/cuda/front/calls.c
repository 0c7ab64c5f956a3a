// calls.c - which function is called, and the call.
//
// Of the candidates the best is chosen as the standard does: one that converts no argument worse than the others and
// some argument better; then a function before a template, and a template with a more special parameter before another.
#include "front.h"

typedef struct {
    Function *function;
    Template *template;
    uint8_t *ranks; // Rank of each argument
    Rank object_rank;
    unsigned speciality; // of a template's parameters
} Candidate;

// ---- candidates -----------------------------------------------------------------------------------------------

static unsigned first_parameter(const Function *function) { return function->is_member ? 1 : 0; }

static bool takes(const Function *function, unsigned count) {
    unsigned first = first_parameter(function), all = function->parameter_count - first;
    if (count > all) return function->is_variadic;
    for (unsigned i = count; i < all; i++)
        if (!function->source->defaults || !function->source->defaults[first + i]) return false;
    return true;
}

static bool rank_object(const Function *function, const Expression *object, Candidate *candidate) {
    candidate->object_rank = RANK_EXACT;
    if (!function->is_member || !object) return true;
    bool needs_const = object->type->qualifiers & IS_CONST;
    if (needs_const && !function->source->is_const_member && !function->is_constructor) return false;
    if (!needs_const && function->source->is_const_member) candidate->object_rank = RANK_QUALIFIED;
    return true;
}

static bool rank_arguments(Front *front, Function *function, Expression **arguments, unsigned count,
                           Candidate *candidate) {
    unsigned first = first_parameter(function);
    for (unsigned i = 0; i < count; i++) {
        bool is_extra = first + i >= function->parameter_count;
        candidate->ranks[i] =
            (uint8_t)(is_extra ? RANK_ELLIPSIS
                               : conversion_rank(front, arguments[i], function->parameters[first + i]->type));
        if (candidate->ranks[i] == RANK_NONE) return false;
    }
    return true;
}

static Function *instance_for(Front *front, Template *template, const Callee *callee, Expression **arguments,
                              unsigned count) {
    TemplateArgument *all = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *all);
    unsigned given = callee->template_count;
    if (given) memcpy(all, callee->template_arguments, given * sizeof *all);
    if (!template_deduce(front, template, all, given, arguments, count, callee->place)) return NULL;
    return template_function(front, template, all, template->parameter_count, callee->place);
}

static void add_candidates(Front *front, Symbol *overloads, const Callee *callee, Expression **arguments,
                           unsigned count, Candidate *list, unsigned *found) {
    for (Symbol *each = overloads; each && !front->budget_is_said; each = each->next_overload) {
        Candidate *candidate = &list[*found];
        *candidate = (Candidate){.ranks = front_alloc(front, count + 1)};
        Function *function = each->function;
        if (each->function_template) {
            candidate->template = each->function_template;
            function = instance_for(front, each->function_template, callee, arguments, count);
        } else if (callee->template_arguments) {
            continue;
        }
        if (!function || function->source->is_deleted || !takes(function, count)) continue;
        bool is_known = false;
        for (unsigned i = 0; i < *found; i++) is_known |= list[i].function == function;
        if (is_known || !rank_object(function, callee->object, candidate)) continue;
        if (!rank_arguments(front, function, arguments, count, candidate)) continue;
        candidate->function = function;
        if (candidate->template) candidate->speciality = candidate->template->speciality;
        (*found)++;
    }
}

// Whether a is better than b.
static bool is_better(const Candidate *a, const Candidate *b, unsigned count) {
    bool better = a->object_rank < b->object_rank;
    if (a->object_rank > b->object_rank) return false;
    for (unsigned i = 0; i < count; i++) {
        if (a->ranks[i] > b->ranks[i]) return false;
        better |= a->ranks[i] < b->ranks[i];
    }
    if (better) return true;
    if (!a->template != !b->template) return !a->template;
    if (a->template && a->speciality != b->speciality) return a->speciality > b->speciality;
    return a->template && b->template && a->template->parameter_count < b->template->parameter_count;
}

Symbol *associated_functions(Front *front, const char *name, Expression **arguments, unsigned count) {
    (void)front;
    for (unsigned i = 0; i < count; i++) {
        const Type *type = arguments[i]->type;
        while (type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY)) type = type->base;
        if (!type || (type->kind != TYPE_RECORD && type->kind != TYPE_ENUM) || !type->record->scope) continue;
        for (const Scope *scope = type->record->scope->parent; scope; scope = scope->parent) {
            if (scope->kind != SCOPE_NAMESPACE) continue;
            Symbol *symbol = scope_find(scope, name);
            if (symbol && symbol->kind == SYMBOL_FUNCTION) return symbol;
            break;
        }
    }
    return NULL;
}

static void list_candidates(Front *front, const Callee *callee, Expression **arguments, unsigned count, Candidate *list,
                            unsigned *found) {
    *found = 0;
    add_candidates(front, callee->overloads, callee, arguments, count, list, found);
    if (callee->object || !callee->name) return;
    Symbol *more = associated_functions(front, callee->name, arguments, count);
    if (more && more != callee->overloads) add_candidates(front, more, callee, arguments, count, list, found);
}

// ---- no candidate ---------------------------------------------------------------------------------------------

static void say_count(Front *front, const Callee *callee, const Function *function, unsigned count) {
    unsigned all = function->parameter_count - first_parameter(function), least = all;
    while (least && function->source->defaults && function->source->defaults[first_parameter(function) + least - 1])
        least--;
    const char *few = count < least ? "an argument is missing" : "there is an argument too many";
    also(fail(front, callee->place, callee->name_length, "`%s` takes %u argument%s and gets %u", few, function->shown,
              count < least ? least : all, (count < least ? least : all) == 1 ? "" : "s", count),
         function->place, "it is declared here");
}

static void say_conversion(Front *front, const Callee *callee, Function *function, Expression **arguments,
                           unsigned count) {
    unsigned first = first_parameter(function);
    for (unsigned i = 0; i < count && first + i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[first + i];
        if (conversion_rank(front, arguments[i], parameter->type) != RANK_NONE) continue;
        const char *what =
            parameter->name ? unit_format(front->unit, "the parameter `%s` of `%s`", parameter->name, function->shown)
                            : unit_format(front->unit, "argument %u of `%s`", i + 1, function->shown);
        convert(front, arguments[i], parameter->type, what);
        return;
    }
    fail(front, callee->place, callee->name_length, "`%s` cannot be called on this object: it is `const`",
         "declare the function `const`", function->shown);
}

static const char *show_arguments(Front *front, Expression **arguments, unsigned count) {
    const char *text = "";
    for (unsigned i = 0; i < count && i < 8; i++)
        text = unit_format(front->unit, "%s%s%s", text, i ? ", " : "",
                           arguments[i]->type ? show_type(front, arguments[i]->type) : "{...}");
    return text;
}

static bool template_takes(Front *front, Template *template, unsigned count) {
    Declarator pattern;
    if (!template_pattern(front, template, &pattern)) return false;
    if (count > pattern.parameter_count) return pattern.has_pack || pattern.is_variadic;
    for (unsigned i = count; i < pattern.parameter_count; i++)
        if (!pattern.defaults[i] && !pattern.has_pack) return false;
    return true;
}

// Whether the functions are of a library, and the library's own may take as many arguments.
static bool lacks_overload(Front *front, const Callee *callee, unsigned count) {
    for (Symbol *each = callee->overloads; each; each = each->next_overload) {
        const Function *function = each->function;
        Template *template = each->function_template;
        if (!in_library(template ? template->scope : function ? function->source->scope : NULL)) return false;
        if (template ? template_takes(front, template, count) : takes(function, count)) return false;
    }
    return callee->overloads;
}

static bool takes_count(Front *front, const Callee *callee, unsigned count) {
    for (Symbol *each = callee->overloads; each; each = each->next_overload)
        if (each->function ? takes(each->function, count) : template_takes(front, each->function_template, count))
            return true;
    return false;
}

// Which argument, from 1, has to be an address for the call to fit; 0: none.
static unsigned wants_address(Front *front, const Callee *callee, Expression **arguments, unsigned count) {
    Callee quiet = *callee;
    quiet.is_quiet = true;
    for (unsigned i = 0; i < count; i++) {
        Expression *argument = arguments[i];
        if (!argument->type || !argument->is_lvalue) continue;
        arguments[i] = make_address(front, argument, argument->place);
        bool fits = choose_function(front, &quiet, arguments, count) != NULL;
        arguments[i] = argument;
        if (fits) return i + 1;
    }
    return 0;
}

static void say_no_match(Front *front, const Callee *callee, Expression **arguments, unsigned count) {
    Function *only = NULL;
    unsigned functions = 0, templates = 0;
    for (Symbol *each = callee->overloads; each; each = each->next_overload) {
        if (each->function) functions++, only = each->function;
        if (each->function_template) templates++;
    }
    if (!functions && !templates) {
        Token made = {.kind = TOKEN_NAME,
                      .text = callee->name,
                      .place = callee->place,
                      .length = (uint16_t)callee->name_length,
                      .from_macro = true};
        check_undeclared(front, callee->name, callee->token ? callee->token : &made);
    } else if (lacks_overload(front, callee, count)) {
        refuse(front, callee->place, callee->name_length, "this compiler's `%s` does not take %u argument%s",
               "nvcc's may take them", callee->name, count, count == 1 ? "" : "s");
    } else if (functions == 1 && !templates && !takes(only, count)) {
        say_count(front, callee, only, count);
    } else if (functions == 1 && !templates) {
        say_conversion(front, callee, only, arguments, count);
    } else if (!functions && templates == 1) {
        also(fail(front, callee->place, callee->name_length, "the template `%s` does not fit the arguments (%s)",
                  "its parameters must follow from the arguments, each in one way only", callee->name,
                  show_arguments(front, arguments, count)),
             callee->overloads->function_template->place, "it is declared here");
    } else {
        unsigned which = wants_address(front, callee, arguments, count);
        fail(front, callee->place, callee->name_length, "none of the functions `%s` takes the arguments (%s)",
             which                               ? "give the address of argument %u: write `&` before it"
             : takes_count(front, callee, count) ? NULL
                                                 : "this is another number of arguments than they take",
             callee->name, show_arguments(front, arguments, count), which);
    }
}

Function *choose_function(Front *front, const Callee *callee, Expression **arguments, unsigned count) {
    const Symbol *more =
        callee->object || !callee->name ? NULL : associated_functions(front, callee->name, arguments, count);
    unsigned found = 0, overloads = 0;
    for (const Symbol *each = callee->overloads; each; each = each->next_overload) overloads++;
    for (const Symbol *each = more; each; each = each->next_overload) overloads++;
    Candidate *list = front_alloc(front, (overloads + 1) * sizeof *list);
    list_candidates(front, callee, arguments, count, list, &found);
    if (front->failed) return NULL;
    if (!found) {
        if (!callee->is_quiet) say_no_match(front, callee, arguments, count);
        return NULL;
    }
    unsigned best = 0;
    for (unsigned i = 1; i < found; i++)
        if (is_better(&list[i], &list[best], count)) best = i;
    for (unsigned i = 0; i < found; i++)
        if (i != best && !is_better(&list[best], &list[i], count)) {
            if (callee->is_quiet) return NULL;
            also(fail(front, callee->place, callee->name_length,
                      "several functions `%s` fit the arguments (%s) equally well",
                      "convert an argument, so that one of them fits best", callee->name,
                      show_arguments(front, arguments, count)),
                 list[i].function->place, "one of them");
            return NULL;
        }
    return list[best].function;
}

Function *function_for_type(Front *front, Symbol *overloads, const TemplateArgument *arguments, unsigned count,
                            const Type *type) {
    if (type->kind != TYPE_FUNCTION) return NULL;
    for (Symbol *each = overloads; each; each = each->next_overload) {
        Function *function = each->function;
        if (each->function_template) {
            TemplateArgument *all = front_alloc(front, (MAX_PARAMETERS + 1) * sizeof *all);
            Expression *values[MAX_PARAMETERS];
            if (count) memcpy(all, arguments, count * sizeof *all);
            for (unsigned i = 0; i < type->element_count && i < MAX_PARAMETERS; i++) {
                values[i] = expression_new(front, EXPR_ZERO, type_referred(type->elements[i]), each->place);
                values[i]->is_lvalue = type->elements[i]->kind == TYPE_REFERENCE;
            }
            if (!template_deduce(front, each->function_template, all, count, values, type->element_count, each->place))
                continue;
            function = template_function(front, each->function_template, all, each->function_template->parameter_count,
                                         each->place);
        }
        if (function && function->type == type) return function;
    }
    return NULL;
}

// ---- the call -------------------------------------------------------------------------------------------------

static Expression *default_argument(Front *front, Function *function, unsigned index, Place place) {
    Cursor here = cursor_save(front);
    int greater = front->greater;
    cursor_move(front, function->source->defaults[index], function->source->parameter_scope->parent);
    front->function = here.function;
    front->greater = CLOSES_NOTHING;
    Expression *value = is(front, "{") ? parse_braces(front) : parse_assignment(front);
    bool failed = front->failed;
    cursor_restore(front, &here);
    front->failed |= failed;
    front->greater = greater;
    value->place = place;
    return value;
}

// As an argument behind the parameters of printf is passed.
static Expression *promote_argument(Front *front, Expression *argument) {
    argument = make_load(front, argument);
    const Type *type = argument->type;
    if (type->kind == TYPE_FLOAT || type->kind == TYPE_HALF)
        return convert_plainly(front, argument, type_basic(front, TYPE_DOUBLE));
    if (type_is_integer(type)) return convert_plainly(front, argument, type_promoted(front, type));
    if (type->kind == TYPE_RECORD)
        fail(front, argument->place, 1, "`%s` cannot be printed as a whole", "print its members",
             show_type(front, type));
    return argument;
}

static Expression *this_argument(Front *front, Expression *object, Place place) {
    return make_address(front, object->is_lvalue ? object : make_temporary(front, object), place);
}

static void check_format(Front *front, Expression *call);

Expression *call_function(Front *front, Function *function, Expression *object, Expression **arguments, unsigned count,
                          Place place) {
    unsigned first = first_parameter(function), total = function->parameter_count;
    if (first + count > total) total = first + count;
    Expression **all = front_alloc(front, (total + 1) * sizeof *all);
    if (first) all[0] = object ? this_argument(front, object, place) : make_error(front, place);
    for (unsigned i = first; i < total; i++) {
        unsigned index = i - first;
        const char *what = "an argument";
        if (i < function->parameter_count && function->parameters[i]->name)
            what =
                unit_format(front->unit, "the parameter `%s` of `%s`", function->parameters[i]->name, function->shown);
        if (i >= function->parameter_count) all[i] = promote_argument(front, arguments[index]);
        else
            all[i] = convert(front, index < count ? arguments[index] : default_argument(front, function, i, place),
                             function->parameters[i]->type, what);
    }
    if (function->source->is_auto && !function->source->is_read) {
        if (function->source->is_being_read)
            fail(front, place, 1, "the type of `%s` is not known yet", "write its result's type instead of `auto`",
                 function->shown);
        function_read(front, function);
        if (function->failed) front->failed = true;
    }
    check_call(front, function, place, (unsigned)strlen(function->name));
    function_need(front, function);
    const Type *result = function->result;
    Expression *call = expression_new(front, function->builtin != BUILTIN_NONE ? EXPR_BUILTIN : EXPR_CALL,
                                      type_referred(result), place);
    call->is_lvalue = result->kind == TYPE_REFERENCE;
    if (!call->is_lvalue) call->type = call->type->plain;
    if (call->kind == EXPR_BUILTIN) call->builtin = function->builtin;
    else call->function = function;
    call->arguments = all;
    call->argument_count = total;
    if (function->is_variadic) check_format(front, call);
    return call;
}

Expression *make_call(Front *front, const Callee *callee, Expression **arguments, unsigned count) {
    Function *function = choose_function(front, callee, arguments, count);
    if (!function) return make_error(front, callee->place);
    Expression *object = callee->object;
    if (function->is_kernel) {
        fail(front, callee->place, callee->name_length, "the kernel `%s` is called like a function",
             "launch it: %s<<<blocks, threads>>>(...)", function->shown, function->shown);
        return make_error(front, callee->place);
    }
    if (function->is_member && !object) {
        fail(front, callee->place, callee->name_length, "`%s` needs an object, and here is none", NULL,
             function->shown);
        return make_error(front, callee->place);
    }
    if (function->is_member && function->source->record != object->type->record && object->type->kind == TYPE_RECORD)
        object = upcast(front, object, function->source->record);
    return call_function(front, function, object, arguments, count, callee->place);
}

Expression *call_operator(Front *front, const char *name, Expression *left, Expression *right, Place place) {
    Expression *arguments[2] = {left, right};
    unsigned count = right ? 2 : 1;
    if (left->type && left->type->kind == TYPE_RECORD) {
        Symbol *member = record_find(left->type->record, name, NULL);
        if (member && member->kind == SYMBOL_FUNCTION) {
            Callee callee = {
                .overloads = member, .object = left, .place = place, .name_length = 1, .name = name, .is_quiet = true};
            Function *function = choose_function(front, &callee, &right, count - 1);
            if (function && function->source->record != left->type->record)
                left = upcast(front, left, function->source->record);
            if (function) return call_function(front, function, left, &right, count - 1, place);
        }
    }
    Symbol *found = name_find(front, name);
    Callee callee = {.overloads = found && found->kind == SYMBOL_FUNCTION && !found->scope_record ? found : NULL,
                     .place = place,
                     .name_length = 1,
                     .name = name,
                     .is_quiet = true};
    if (!callee.overloads && !associated_functions(front, name, arguments, count)) return NULL;
    Function *function = choose_function(front, &callee, arguments, count);
    return function && !function->is_member ? call_function(front, function, NULL, arguments, count, place) : NULL;
}

// ---- constructors ---------------------------------------------------------------------------------------------

static bool is_copy(const Function *function, const Type *type) {
    return function && function->parameter_count == 2 && type_value(function->parameters[1]->type) == type;
}

static Function *copy_constructor(const Record *record) {
    for (Symbol *each = record_constructors(record); each; each = each->next_overload)
        if (is_copy(each->function, record->type) && !each->function->source->is_defaulted &&
            !each->function->parameters[1]->type->is_rvalue_reference)
            return each->function;
    return NULL;
}

// Whether a copy of the bytes shares what its members own.
static bool shares_members(const Record *record) {
    for (unsigned i = 0; i < record->field_count; i++) {
        const Type *type = record->fields[i].type;
        while (type->kind == TYPE_ARRAY) type = type->base;
        if (type->kind == TYPE_RECORD && (copy_constructor(type->record) || shares_members(type->record))) return true;
    }
    return false;
}

static Expression *call_constructor(Front *front, Function *function, const Type *type, Expression **arguments,
                                    unsigned count, Place place) {
    if (function->source->is_defaulted)
        return count ? make_load(front, arguments[0]) : initialise_default(front, type, place);
    Expression *nobody = expression_new(front, EXPR_ZERO, type, place);
    Expression *call = call_function(front, function, nobody, arguments, count, place);
    if (call->kind != EXPR_CALL) return call;
    call->kind = EXPR_CONSTRUCT;
    call->type = type->plain;
    call->arguments++; // `this` is the new object
    call->argument_count--;
    return call;
}

static Expression *make_list(Front *front, Expression **arguments, unsigned count, Place place) {
    Expression *list = expression_new(front, EXPR_LIST, NULL, place);
    list->arguments = front_alloc(front, (count + 1) * sizeof *list->arguments);
    memcpy(list->arguments, arguments, count * sizeof *arguments);
    list->argument_count = count;
    return list;
}

// The constructor that takes the values in braces as a std::initializer_list; it goes before the others.
static Function *constructor_of_list(Front *front, Symbol *constructors, Expression **arguments, unsigned count) {
    for (Symbol *each = constructors; each; each = each->next_overload) {
        Function *function = each->function;
        if (!function || function->parameter_count != 2 || !is_initializer_list(function->parameters[1]->type))
            continue;
        const Type *element = type_value(function->parameters[1]->type)->record->fields[0].type->base->plain;
        bool fits = true;
        for (unsigned i = 0; i < count; i++) fits &= conversion_rank(front, arguments[i], element) != RANK_NONE;
        if (fits) return function;
    }
    return NULL;
}

Expression *construct(Front *front, const Type *type, Expression **arguments, unsigned count, Place place,
                      bool braces) {
    type = type->plain;
    Record *record = type->record;
    if (!type->is_complete) {
        fail(front, place, 1, "`%s` is declared but not defined", NULL, record->name);
        return make_error(front, place);
    }
    if (count == 1 && arguments[0]->type && arguments[0]->type->plain == type) {
        Function *copies = arguments[0]->is_lvalue ? copy_constructor(record) : NULL;
        if (arguments[0]->is_lvalue && !copies && shares_members(record))
            refuse(front, place, 1, "this compiler cannot copy `%s`, whose members have copy constructors",
                   "pass it by reference", record->name);
        return copies ? call_constructor(front, copies, type, arguments, 1, place) : make_load(front, arguments[0]);
    }
    Symbol *constructors = record_constructors(record);
    if (!constructors && !count) return initialise_default(front, type, place);
    if (!constructors) {
        if (count == 1 && arguments[0]->type && (arguments[0]->type->kind == TYPE_RECORD) && !braces)
            return convert(front, arguments[0], type, "the object");
        return initialise(front, type, make_list(front, arguments, count, place), "the object");
    }
    Function *of_list = braces && count ? constructor_of_list(front, constructors, arguments, count) : NULL;
    if (of_list) {
        Expression *list = make_list(front, arguments, count, place);
        return call_constructor(front, of_list, type, &list, 1, place);
    }
    Expression *nobody = expression_new(front, EXPR_ZERO, type, place);
    Callee callee = {
        .overloads = constructors, .object = nobody, .place = place, .name_length = 1, .name = record->name};
    Function *function = choose_function(front, &callee, arguments, count);
    return function ? call_constructor(front, function, type, arguments, count, place) : make_error(front, place);
}

// ---- launches -------------------------------------------------------------------------------------------------

Expression *convert_stream(Front *front, Expression *stream) {
    return convert(front, stream, type_pointer(front, type_basic(front, TYPE_VOID)), "the stream of a launch");
}

static Expression *launch_pointer(Front *front, Expression *kernel, Launch *launch, Expression **arguments,
                                  unsigned count, Place place) {
    Expression *pointer = make_load(front, kernel);
    const Type *type = pointer->type->kind == TYPE_POINTER ? pointer->type->base : NULL;
    if (!type || type->kind != TYPE_FUNCTION || type->element_count != count) {
        if (!is_error(pointer)) fail(front, place, 1, "this is no kernel for %u arguments", NULL, count);
        return make_error(front, place);
    }
    Expression *expression = expression_new(front, EXPR_LAUNCH, type_basic(front, TYPE_VOID), place);
    expression->left = pointer;
    expression->launch = launch;
    expression->arguments = front_alloc(front, (count + 1) * sizeof *arguments);
    expression->argument_count = count;
    for (unsigned i = 0; i < count; i++)
        expression->arguments[i] = convert(front, arguments[i], type->elements[i], "an argument of the kernel");
    return expression;
}

Expression *make_launch(Front *front, Expression *kernel, const Callee *callee, Launch *launch, Expression **arguments,
                        unsigned count, Place place) {
    if (is_error(kernel)) return kernel;
    if (in_device_code(front)) {
        refuse(front, place, 1, "this compiler cannot compile kernels that launch kernels", NULL);
        return make_error(front, place);
    }
    if (kernel->kind != EXPR_FUNCTION || !callee) return launch_pointer(front, kernel, launch, arguments, count, place);
    Function *function = choose_function(front, callee, arguments, count);
    if (!function) return make_error(front, place);
    if (!function->is_kernel) {
        also(fail(front, place, callee->name_length, "`%s` is launched, but it is no kernel",
                  "declare it `__global__ void %s(...)`", function->shown, function->name),
             function->place, "it is declared here");
        return make_error(front, place);
    }
    Expression *call = call_function(front, function, NULL, arguments, count, place);
    if (is_error(call)) return call;
    call->kind = EXPR_LAUNCH;
    call->launch = launch;
    return call;
}

// ---- printf ---------------------------------------------------------------------------------------------------

// The number of arguments that a format asks for; -1: it is not known.
static int format_arguments(const Expression *format) {
    while (format->kind == EXPR_DECAY || format->kind == EXPR_CONVERT) format = format->left;
    if (format->kind != EXPR_STRING) return -1;
    int count = 0;
    for (size_t i = 0; i < format->text_length; i++) {
        if (format->text[i] != '%') continue;
        if (format->text[++i] == '%') continue;
        count++;
        for (; i < format->text_length && strchr("-+ #0123456789.*lhzjt", format->text[i]); i++)
            count += format->text[i] == '*';
    }
    return count;
}

static void check_format(Front *front, Expression *call) {
    const char *name = call->kind == EXPR_BUILTIN ? "printf" : call->function->name;
    unsigned at = !strcmp(name, "printf") ? 0 : !strcmp(name, "fprintf") ? 1 : !strcmp(name, "snprintf") ? 2 : 99;
    if (at == 99 || at >= call->argument_count) return;
    int wanted = format_arguments(call->arguments[at]), given = (int)(call->argument_count - at - 1);
    if (wanted >= 0 && wanted != given)
        warn_of(front, call->place, (unsigned)strlen(name), "the format of `%s` asks for %d value%s and gets %d", NULL,
                name, wanted, wanted == 1 ? "" : "s", given);
}
