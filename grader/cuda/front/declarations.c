// declarations.c - functions, variables, namespaces.
//
// The body of a function is read when its declaration has been: a name that is declared further down is unknown, as in
// C++. Bodies of instances, of members, and of our own headers are read when somebody needs them.
#include "front.h"

// ---- finding where things end ---------------------------------------------------------------------------------

static bool begins_declaration(const Token *token) {
    static const char *const words[] = {"__global__", "__device__", "__host__", "template", "static",
                                        "void",       "int",        "float",    "double",   "constexpr",
                                        "struct",     "namespace",  "using",    "class",    "unsigned",
                                        "LADDER",     "size_t",     "bool",     "inline",   "extern"};
    if (!token->starts_line || token->place.column != 1 || token->kind != TOKEN_NAME || token->from_macro) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_token(token, words[i])) return true;
    return false;
}

void skip_declaration(Front *front) {
    const Token *token = front->token;
    bool is_first = true;
    for (unsigned depth = 0; token->kind != TOKEN_END; token++, is_first = false) {
        if (!is_first && begins_declaration(token)) break;
        if (front->is_lost) continue;
        if (is_token(token, "{") || is_token(token, "(") || is_token(token, "[")) depth++;
        if (is_token(token, "}") || is_token(token, ")") || is_token(token, "]")) {
            bool is_brace = is_token(token, "}");
            if (!depth && is_brace && !is_first) break; // of the namespace
            if (depth) depth--;
            if (!depth && is_brace) {
                token++;
                if (is_token(token, ";")) token++;
                break;
            }
        }
        if (is_token(token, ";") && !depth) {
            token++;
            break;
        }
    }
    front->token = token;
    front->is_lost = false;
}

// Braces alone: a parenthesis that is missing in a body is that body's matter.
static const Token *matching_brace(const Token *open) {
    unsigned depth = 0;
    for (const Token *token = open; token->kind != TOKEN_END; token++) {
        if (is_token(token, "{")) depth++;
        else if (is_token(token, "}") && !--depth) return token;
    }
    return NULL;
}

// Behind the body at the brace. A body without an end is said to miss its brace where the next declaration begins.
static const Token *body_end(Front *front, const Token *open, const char *name) {
    const Token *close = matching_brace(open), *next = open + 1;
    if (close) return close;
    while (next->kind != TOKEN_END && !begins_declaration(next)) next++;
    const Token *last = next - 1;
    Place place = {
        .file = last->place.file, .line = last->place.line, .column = (uint16_t)(last->place.column + last->length)};
    also(fail(front, place, 1, "a `}` is missing at the end of `%s`",
              "every `{` needs a `}`; the indentation shows where it was meant to be", name),
         open->place, "this `{` is not closed");
    front->failed = false;
    front->token = next;
    return NULL;
}

// ---- variables ------------------------------------------------------------------------------------------------

Variable *variable_new(Front *front, const char *name, const Type *type, Place place) {
    Unit *unit = front->unit;
    Variable *variable = front_alloc(front, sizeof *variable);
    *variable = (Variable){.name = name,
                           .type = type,
                           .align = type->align,
                           .place = place,
                           .function = front->function,
                           .number = unit->variable_count};
    unit->variables = front_grow(front, unit->variables, unit->variable_count, sizeof *unit->variables);
    unit->variables[unit->variable_count++] = variable;
    return variable;
}

static Space space_of(Front *front, const Specifiers *specifiers, const Declarator *declarator, bool is_local) {
    if (specifiers->is_shared) {
        bool is_open = declarator->type->kind == TYPE_ARRAY && !declarator->type->is_complete;
        return specifiers->is_extern && is_open ? SPACE_SHARED_DYNAMIC : SPACE_SHARED;
    }
    if (specifiers->is_constant) return SPACE_CONSTANT;
    if (specifiers->is_managed) return SPACE_MANAGED;
    if (specifiers->is_device) return SPACE_DEVICE;
    if (!is_local) return SPACE_HOST;
    if (!specifiers->is_static || specifiers->is_constexpr) return SPACE_LOCAL;
    return in_device_code(front) ? SPACE_DEVICE : SPACE_HOST;
}

static void check_variable(Front *front, const Specifiers *specifiers, const Declarator *declarator, Space space) {
    const Type *type = declarator->type;
    Place place = declarator->place;
    unsigned length = declarator->name_length;
    if (type->kind == TYPE_VOID)
        fail(front, place, length, "the variable `%s` cannot be `void`", "give it the type of its values",
             declarator->name);
    else if (type->kind == TYPE_RECORD && !type->is_complete)
        fail(front, place, length, "`%s` is declared but not defined, so `%s` has no size", NULL,
             show_type(front, type), declarator->name);
    else if (specifiers->is_shared && front->function && in_host_code(front))
        fail(front, place, length, "`__shared__` memory belongs to a block: the host function `%s` has none",
             "declare it in a kernel", front->function->name);
    else if (space == SPACE_SHARED && type->kind == TYPE_ARRAY && !type->is_complete && !is(front, "="))
        fail(front, place, length, "the `__shared__` array `%s` has no length",
             "give it one, or write `extern __shared__` and give its bytes at the launch: <<<grid, block, bytes>>>",
             declarator->name);
}

static void check_redeclared(Front *front, const Declarator *declarator, const Symbol *known) {
    if (known->kind == SYMBOL_TYPE) return;
    also(fail(front, declarator->place, declarator->name_length, "`%s` is declared twice in this scope",
              is(front, "<") || is(front, "<=") ? "`;` stands between the parts of `for (...; ...; ...)`"
                                                : "give one of them another name",
              declarator->name),
         known->place, "`%s` is declared here already", declarator->name);
}

// The variable of a declarator, with its symbol; its initial value is still to be read.
static Variable *declare_variable(Front *front, Specifiers *specifiers, const Declarator *declarator, bool is_local) {
    Scope *scope = is_local ? front->scope : declarator->scope ? declarator->scope : scope_namespace(front);
    if (!declarator->name) return NULL;
    Space space = space_of(front, specifiers, declarator, is_local);
    check_variable(front, specifiers, declarator, space);
    Symbol *known = NULL;
    for (Symbol *each = scope->symbols; each && is_local && !known; each = each->next)
        if (each->name == declarator->name) known = each;
    if (is_local && !known && scope->parent->kind == SCOPE_FUNCTION) { // a body may not declare a parameter again
        known = scope_find(scope->parent, declarator->name);
        if (known && (known->kind != SYMBOL_VARIABLE || !known->variable->is_parameter)) known = NULL;
    }
    if (!is_local) known = scope_find(scope, declarator->name);
    if (known && known->kind == SYMBOL_VARIABLE && !is_local && (known->variable->is_extern || declarator->scope)) {
        known->variable->is_extern = specifiers->is_extern;
        return known->variable;
    }
    if (known && (is_local || known->kind == SYMBOL_VARIABLE)) check_redeclared(front, declarator, known);
    const Type *type = declarator->type;
    if (specifiers->is_constexpr) type = type_qualified(front, type, IS_CONST);
    Variable *variable = variable_new(front, declarator->name, type, declarator->place);
    variable->space = space;
    variable->is_constexpr = specifiers->is_constexpr;
    variable->is_static = specifiers->is_static;
    variable->is_extern = specifiers->is_extern && space != SPACE_SHARED_DYNAMIC;
    if (specifiers->align > variable->align) variable->align = specifiers->align;
    if (!is_local) variable->function = NULL;
    name_add(front, scope, SYMBOL_VARIABLE, declarator->name, declarator->place)->variable = variable;
    if (space != SPACE_LOCAL) variable->mangled = mangle_variable(front, variable, scope);
    return variable;
}

static void check_static_initial(Front *front, Variable *variable, const Declarator *declarator) {
    if (!variable->initial || front->failed || variable->space == SPACE_LOCAL || variable->space == SPACE_HOST) return;
    if (variable->space == SPACE_SHARED && variable->initial->kind != EXPR_CONSTRUCT) {
        fail(front, declarator->place, declarator->name_length,
             "the `__shared__` variable `%s` cannot have an initial value",
             "let one thread store it, and wait for it with __syncthreads()", variable->name);
    } else if (variable->space != SPACE_SHARED && !variable->image && variable->type->kind == TYPE_POINTER) {
        refuse(front, declarator->place, declarator->name_length,
               "this compiler cannot compile a pointer as the initial value of `%s`", NULL, variable->name);
    } else if (variable->space != SPACE_SHARED && !variable->image && !front->in_headers) {
        fail(front, declarator->place, declarator->name_length,
             "the initial value of `%s` is not known when the program is compiled",
             "leave it away, and copy the value with cudaMemcpyToSymbol", variable->name);
    }
}

static void finish_variable(Front *front, Variable *variable, Specifiers *specifiers, const Declarator *declarator) {
    if (!variable) return;
    parse_initialiser(front, variable, specifiers->is_auto, specifiers);
    if (variable->align < variable->type->align) variable->align = variable->type->align;
    bool may_be_image = variable->space != SPACE_LOCAL || (variable->type->qualifiers & IS_CONST) ||
                        (variable->type->kind == TYPE_ARRAY && (variable->type->base->qualifiers & IS_CONST));
    if (variable->initial && may_be_image && variable->type->kind != TYPE_REFERENCE && !front->failed)
        variable->image = constant_image(front, variable->initial, variable->type);
    if (variable->is_constexpr && !variable->image && !front->failed && variable->type->kind != TYPE_REFERENCE)
        fail(front, declarator->place, declarator->name_length,
             "the value of `%s` is not known when the program is compiled", "write `const` instead of `constexpr`",
             variable->name);
    check_static_initial(front, variable, declarator);
}

Statement *parse_variables(Front *front, const Specifiers *first) {
    Statement *block = NULL, *statement = NULL;
    Specifiers specifiers = *first;
    do {
        Declarator declarator;
        uint32_t align = specifiers.align;
        parse_declarator(front, &specifiers, &declarator, false);
        if (declarator.is_function) { // a local declaration of a function; often a variable was meant
            function_new(front, &specifiers, &declarator, scope_namespace(front));
            continue;
        }
        Variable *variable = declare_variable(front, &specifiers, &declarator, true);
        finish_variable(front, variable, &specifiers, &declarator);
        specifiers.align = align;
        if (!variable) break;
        if (statement && !block) {
            block = statement_new(front, STATEMENT_BLOCK, statement->place);
            block->is_open = true;
            block_add(front, block, statement);
        }
        statement = statement_new(front, STATEMENT_DECLARE, declarator.place);
        statement->variable = variable;
        if (block) block_add(front, block, statement);
    } while (consume(front, ","));
    return block ? block : statement ? statement : statement_new(front, STATEMENT_EMPTY, first->place);
}

// ---- functions ------------------------------------------------------------------------------------------------

void unit_add_function(Front *front, Function *function) {
    Unit *unit = front->unit;
    unit->functions = front_grow(front, unit->functions, unit->function_count, sizeof *unit->functions);
    unit->functions[unit->function_count] = function;
    function->number = unit->function_count++;
}

static Builtin builtin_of(const char *name) {
    static const char *const spellings[] = {
#define BUILTIN(name, spelling) spelling,
#include "../builtins.def"
#undef BUILTIN
    };
    for (unsigned i = 0; i < BUILTIN_COUNT; i++)
        if (!strcmp(spellings[i], name)) return (Builtin)i;
    return BUILTIN_NONE;
}

static Record *record_of_scope(const Scope *scope) {
    while (scope && scope->kind == SCOPE_TEMPLATE) scope = scope->parent;
    return scope && scope->kind == SCOPE_RECORD ? scope->record : NULL;
}

static void add_this(Front *front, Function *function, Declarator *declarator, Record *record) {
    const Type *type = record->type;
    if (declarator->is_const_member) type = type_qualified(front, type, IS_CONST);
    Variable *self = variable_new(front, intern_text(front, "this"), type_pointer(front, type), declarator->place);
    self->is_parameter = true;
    self->function = function;
    Variable **parameters = front_alloc(front, (declarator->parameter_count + 2) * sizeof *parameters);
    const Token **defaults = front_alloc(front, (declarator->parameter_count + 2) * sizeof *defaults);
    parameters[0] = self;
    memcpy(parameters + 1, declarator->parameters, declarator->parameter_count * sizeof *parameters);
    memcpy(defaults + 1, declarator->defaults, declarator->parameter_count * sizeof *defaults);
    function->parameters = parameters;
    function->parameter_count = declarator->parameter_count + 1;
    function->source->defaults = defaults;
    declarator->parameter_scope->this_variable = self;
    declarator->parameter_scope->this_type = record->type;
}

static void set_parameters(Front *front, Function *function, Declarator *declarator, Record *record) {
    if (function->source->body || function->body) return; // declared again: the body knows the parameters that it has
    function->parameters = declarator->parameters;
    function->parameter_count = declarator->parameter_count;
    const Token **defaults = function->source->defaults;
    function->source->defaults = declarator->defaults;
    for (unsigned i = 0; defaults && i < declarator->parameter_count; i++) // those of the first declaration stay
        if (!declarator->defaults[i] && !record) declarator->defaults[i] = defaults[i];
    function->source->parameter_scope = declarator->parameter_scope;
    declarator->parameter_scope->function = function;
    for (unsigned i = 0; i < declarator->parameter_count; i++) declarator->parameters[i]->function = function;
    if (record && function->is_member) add_this(front, function, declarator, record);
}

static bool same_parameters(const Type *a, const Type *b) {
    if (a->element_count != b->element_count) return false;
    for (unsigned i = 0; i < a->element_count; i++)
        if (a->elements[i] != b->elements[i]) return false;
    return true;
}

static void set_attributes(Function *function, const Specifiers *specifiers) {
    function->is_kernel |= specifiers->is_kernel;
    function->is_device |= specifiers->is_device || specifiers->is_kernel;
    function->is_host |= specifiers->is_host;
    function->is_static |= specifiers->is_static;
    function->is_inline |= specifiers->is_inline;
    function->is_noinline |= specifiers->is_noinline;
    function->is_constexpr |= specifiers->is_constexpr;
    function->source->is_nodiscard |= specifiers->is_nodiscard;
    if (specifiers->max_threads) function->max_threads = specifiers->max_threads;
    if (specifiers->min_blocks) function->min_blocks = specifiers->min_blocks;
    if (specifiers->max_cluster_blocks) function->max_cluster_blocks = specifiers->max_cluster_blocks;
    if (specifiers->cluster[0]) memcpy(function->cluster, specifiers->cluster, sizeof function->cluster);
    function->source->is_explicit |= specifiers->is_explicit;
}

static const char *shown_name(Front *front, const char *written, const Record *record) {
    const char *name = written ? written : "";
    if (!record || record->is_closure) return record ? "lambda" : name;
    return unit_format(front->unit, "%s::%s", record->name, name);
}

static Function *find_same(Symbol *overloads, const Type *type, bool is_const) {
    for (Symbol *each = overloads; each; each = each->next_overload)
        if (each->function && !each->function->is_instance && same_parameters(each->function->type, type) &&
            each->function->source->is_const_member == is_const)
            return each->function;
    return NULL;
}

static void add_overload(Front *front, Scope *scope, Symbol *known, Function *function) {
    Symbol *symbol;
    if (known && known->kind == SYMBOL_FUNCTION) {
        symbol = front_alloc(front, sizeof *symbol);
        *symbol = (Symbol){
            .kind = SYMBOL_FUNCTION, .name = function->name, .serial = ++front->serial, .place = function->place};
        known->is_private &= scope->kind == SCOPE_RECORD && scope->record->hides;
        while (known->next_overload) known = known->next_overload;
        known->next_overload = symbol;
    } else {
        symbol = name_add(front, scope, SYMBOL_FUNCTION, function->name, function->place);
    }
    symbol->function = function;
    function->source->symbol = symbol;
}

static void check_main(Front *front, const Function *function, const Declarator *declarator) {
    if (!is_main(front, function) || function->source->is_auto) return;
    if (function->is_device)
        fail(front, declarator->place, declarator->name_length, "`main` runs on the host: it cannot be `%s`",
             "give the kernel another name, and launch it from `int main()`",
             function->is_kernel ? "__global__" : "__device__");
    else if (function->result->kind != TYPE_INT)
        fail(front, declarator->place, declarator->name_length, "`main` returns `int`, not `%s`", "write `int main()`",
             show_type(front, function->result));
}

// Calls leave out arguments from the end.
static void check_defaults(Front *front, const Function *function) {
    const Token **defaults = function->source->defaults;
    if (!defaults || front->in_headers || front->scope->kind == SCOPE_TEMPLATE) return;
    for (unsigned i = 1; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        if (!defaults[i - 1] || defaults[i]) continue;
        fail(front, parameter->place, parameter->name ? (unsigned)strlen(parameter->name) : 1,
             "this parameter has no default value, and the one before it has",
             "parameters with default values stand last");
        return;
    }
}

static void check_kernel(Front *front, const Function *function, const Declarator *declarator) {
    if (!function->is_kernel || function->source->is_auto) return;
    if (function->result->kind != TYPE_VOID)
        fail(front, declarator->place, declarator->name_length, "the kernel `%s` returns `%s`",
             "a kernel returns `void`; let it store its results in memory that the host copies", function->name,
             show_type(front, function->result));
    for (unsigned i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->type->kind == TYPE_REFERENCE)
            warn_of(front, function->parameters[i]->place, 1,
                    "this parameter of a kernel is a reference to the host's memory",
                    "pass a pointer to device memory, or the value");
}

Function *function_new(Front *front, const Specifiers *specifiers, const Declarator *given, Scope *scope) {
    Declarator copy = *given, *declarator = &copy;
    const char *written = given->name;
    if (declarator->is_constructor) declarator->name = intern_text(front, CONSTRUCTOR);
    Record *record = record_of_scope(scope);
    if (declarator->scope) record = declarator->scope->record;
    if (declarator->scope) scope = declarator->scope;
    const Type *type = function_type(front, declarator);
    Symbol *known = NULL;
    for (Symbol *each = scope->symbols; each && !known; each = each->next)
        if (each->name == declarator->name && each->kind == SYMBOL_FUNCTION) known = each;
    Function *function = scope->kind == SCOPE_TEMPLATE ? NULL : find_same(known, type, declarator->is_const_member);
    if (!function) {
        function = front_alloc(front, sizeof *function);
        function->source = front_alloc(front, sizeof *function->source);
        function->builtin = BUILTIN_NONE;
        function->name = declarator->name;
        function->type = type;
        function->place = declarator->place;
        function->is_member = record && !specifiers->is_static && !specifiers->is_friend;
        function->is_constructor = declarator->is_constructor;
        function->is_destructor = declarator->is_destructor;
        function->is_conversion = declarator->is_conversion;
        function->shown = shown_name(front, written, record);
        function->source->serial = front->serial;
        if (scope->kind != SCOPE_TEMPLATE) add_overload(front, scope, known, function);
    }
    if (function->result && function->result != declarator->type && !specifiers->is_auto &&
        !function->source->is_auto && !front->in_headers && !function->source->is_header)
        also(fail(front, declarator->place, declarator->name_length,
                  "`%s` returns another type than it is declared with",
                  "functions with equal parameters return the same type", function->shown),
             function->place, "it is declared here");
    function->result = declarator->type;
    function->is_variadic = declarator->is_variadic;
    function->source->scope = scope;
    function->source->record = record;
    function->source->is_header = front->in_headers;
    function->source->is_auto = specifiers->is_auto && !declarator->has_trailing;
    function->source->is_const_member = declarator->is_const_member;
    set_attributes(function, specifiers);
    set_parameters(front, function, declarator, record);
    if (!declarator->has_pack) check_defaults(front, function);
    check_main(front, function, declarator);
    check_kernel(front, function, declarator);
    return function;
}

// Notes where the body is and goes behind it.
static void note_body(Front *front, Function *function) {
    FunctionSource *source = function->source;
    if (source->body && !front->failed) {
        also(fail(front, function->place, 1, "`%s` is defined twice", NULL, function->shown), source->body->place,
             "its first body");
        return;
    }
    source->body = peek(front);
    function->place = function->place.line ? function->place : peek(front)->place;
    while (is(front, ":") || !is(front, "{")) { // a constructor's initialisers
        if (front->failed || peek(front)->kind == TOKEN_END) return;
        if (is(front, "(") || (is(front, "{") && front->last && front->last->kind == TOKEN_NAME)) skip_balanced(front);
        else take(front);
        if (is(front, "{") && front->last && is_token(front->last, ")")) break;
        if (is(front, "{") && front->last && is_token(front->last, "}")) break;
    }
    source->body_end = body_end(front, peek(front), function->shown);
    if (!source->body_end) {
        source->body = NULL;
        function->failed = true;
        return;
    }
    function->end = source->body_end->place;
    front->token = source->body_end;
    take(front);
}

// Of a constructor: a(x), b{y}, and what the fields' declarations say.
static void add_field_initial(Front *front, Statement *block, const Field *field, Expression *from, Place place) {
    Expression *object = make_dereference(front, make_load(front, make_this(front, place)), place);
    Expression *value = initialise(front, field->type, from, field->name ? field->name : "the base class");
    bool is_reference = field->type->kind == TYPE_REFERENCE;
    Expression *member = is_reference ? object : make_member(front, object, field, place);
    Expression *assign = expression_new(front, is_reference ? EXPR_BIND : EXPR_ASSIGN,
                                        is_reference ? type_basic(front, TYPE_VOID) : member->type, place);
    assign->is_lvalue = !is_reference;
    if (is_reference) assign->field = field;
    assign->left = member;
    assign->right = value;
    Statement *statement = statement_new(front, STATEMENT_EXPRESSION, place);
    statement->expression = assign;
    block_add(front, block, statement);
}

static Expression *parse_member_initial(Front *front, const Field *field) {
    if (is(front, "{")) return parse_braces(front);
    Expression *arguments[MAX_ARGUMENTS];
    Place place = take(front)->place;
    unsigned count = parse_arguments(front, ")", arguments);
    if (field->type->kind == TYPE_RECORD) return construct(front, field->type, arguments, count, place, false);
    if (count < 2) return count ? arguments[0] : make_zero(front, field->type, place);
    fail(front, place, 1, "`%s` is one value, and here are %u", NULL, field->name, count);
    return make_error(front, place);
}

// : Name(a, b), which is another constructor of the class: *this = Name(a, b).
static void add_delegation(Front *front, Statement *block, const Type *type) {
    Expression *arguments[MAX_ARGUMENTS];
    bool braces = is(front, "{");
    Place place = take(front)->place;
    unsigned count = parse_arguments(front, braces ? "}" : ")", arguments);
    Expression *assign = expression_new(front, EXPR_ASSIGN, type, place);
    assign->is_lvalue = true;
    assign->left = make_dereference(front, make_load(front, make_this(front, place)), place);
    assign->right = construct(front, type, arguments, count, place, braces);
    Statement *statement = statement_new(front, STATEMENT_EXPRESSION, place);
    statement->expression = assign;
    block_add(front, block, statement);
}

typedef struct {
    const Field *field;
    Expression *from;
    Place place;
} MemberInitial;

static void parse_member_initials(Front *front, Function *function, Statement *block) {
    Record *record = function->source->record;
    MemberInitial *initials = front_alloc(front, (record->field_count + 1) * sizeof *initials);
    if (consume(front, ":")) do {
            const Token *token = peek(front);
            Name name = read_name(front, true);
            unsigned index = 0;
            if (name.type && name.type->plain == record->type) {
                add_delegation(front, block, record->type);
                return;
            }
            for (; index < record->field_count; index++) {
                const Field *field = &record->fields[index];
                if (field->is_base ? name.type && field->type == name.type->plain : field->name == name.name) break;
            }
            if (index == record->field_count) {
                fail(front, token->place, token->length, "`%s` has no member `%s`", NULL, record->name, token->text);
                return;
            }
            Expression *from = parse_member_initial(front, &record->fields[index]);
            initials[index] = (MemberInitial){&record->fields[index], from, token->place};
        } while (consume(front, ","));
    for (unsigned i = 0; i < record->field_count && !front->failed; i++) {
        const Field *field = &record->fields[i];
        if (initials[i].field) add_field_initial(front, block, field, initials[i].from, initials[i].place);
        else if (field->initial_at) {
            Cursor here = cursor_save(front);
            front->token = field->initial_at;
            Expression *from = is(front, "{") ? parse_braces(front) : parse_assignment(front);
            bool failed = front->failed;
            cursor_restore(front, &here);
            front->failed |= failed;
            add_field_initial(front, block, field, from, function->place);
        } else if (type_needs_default(field->type))
            add_field_initial(front, block, field, initialise_default(front, field->type, function->place),
                              function->place);
    }
}

static void read_body(Front *front, Function *function) {
    FunctionSource *source = function->source;
    cursor_move(front, source->body, source->parameter_scope);
    front->function = function;
    front->in_headers = source->is_header;
    front->result_is_auto = source->is_auto;
    front->auto_result = NULL;
    front->quiet = front->in_pattern = false;
    Statement *initials = NULL;
    if (function->is_constructor) {
        initials = statement_new(front, STATEMENT_BLOCK, function->place);
        parse_member_initials(front, function, initials);
    }
    Statement *body = parse_block(front);
    if (initials && initials->count) {
        block_add(front, initials, body);
        initials->end = body->end;
        body = initials;
    }
    if (source->is_auto && !front->failed)
        function->result = front->auto_result ? front->auto_result : type_basic(front, TYPE_VOID);
    function->type = type_function(front, function->result, function->type->elements, function->type->element_count);
    function->body = body;
    if (!front->failed) check_returns(front, function);
    function->failed = front->failed;
    if (function->failed) function->body = NULL;
}

void function_read(Front *front, Function *function) {
    FunctionSource *source = function->source;
    if (source->is_read || source->is_being_read || !source->body) return;
    if (front->instance_depth >= MAX_INSTANCE_DEPTH) {
        refuse(front, function->place, 1, "functions need each other too deep for this compiler", NULL);
        return;
    }
    Cursor here = cursor_save(front);
    bool in_headers = front->in_headers, in_pattern = front->in_pattern;
    unsigned depth = front->depth;
    front->depth = 0;
    front->instance_depth++;
    source->is_being_read = true;
    unit_add_function(front, function);
    read_body(front, function);
    function->mangled = mangle_function(front, function);
    source->is_read = true;
    source->is_being_read = false;
    front->instance_depth--;
    front->depth = depth;
    front->in_headers = in_headers;
    front->in_pattern = in_pattern;
    cursor_restore(front, &here);
}

struct Pending {
    Function **list;
    unsigned count, done;
};

void function_need(Front *front, Function *function) {
    FunctionSource *source = function->source;
    if (source->is_read || source->is_being_read || source->is_pending || front->unevaluated) return;
    if (!front->pending) front->pending = front_alloc(front, sizeof *front->pending);
    struct Pending *pending = front->pending;
    pending->list = front_grow(front, pending->list, pending->count, sizeof *pending->list);
    pending->list[pending->count++] = function;
    source->is_pending = true;
}

void read_pending(Front *front) {
    struct Pending *pending = front->pending;
    if (!pending) return;
    while (pending->done < pending->count && !front->budget_is_said)
        function_read(front, pending->list[pending->done++]);
}

// ---- declarations ---------------------------------------------------------------------------------------------

static bool parse_defaulted(Front *front, Function *function) {
    if (!is(front, "=")) return false;
    take(front);
    if (consume(front, "default")) function->source->is_defaulted = true;
    else if (consume(front, "delete")) function->source->is_deleted = true;
    else if (peek(front)->kind == TOKEN_INTEGER)
        refuse(front, take(front)->place, 1, "this compiler cannot compile virtual functions", NULL);
    expect(front, ";", "after the declaration");
    return true;
}

static bool starts_body(Front *front, const Function *function) {
    return is(front, "{") || (is(front, ":") && function->is_constructor);
}

static void skip_to_body(Front *front) {
    while (!is(front, "{") && !is(front, ";") && peek(front)->kind != TOKEN_END)
        if (is(front, "(")) skip_balanced(front);
        else take(front);
}

// Behind a function's declarator: its body or a semicolon.
static void finish_function(Front *front, Function *function) {
    if (parse_defaulted(front, function)) return;
    if (is(front, "requires")) skip_to_body(front);
    if (!starts_body(front, function)) {
        expect(front, ";", "after the declaration of a function");
        if (front->in_headers && function->source->scope == front->global)
            function->builtin = builtin_of(function->name);
        return;
    }
    note_body(front, function);
    if (front->failed || front->in_headers || function->source->record) return;
    function_read(front, function);
}

void parse_template_by_auto(Front *front, const Token *start, const Declarator *declarator, Record *record) {
    Template *template = front_alloc(front, sizeof *template);
    *template = (Template){.kind = TEMPLATE_FUNCTION,
                           .name = declarator->name,
                           .scope = front->scope,
                           .declaration = start,
                           .parameters_at = declarator->parameters_at,
                           .parameter_count = declarator->autos,
                           .serial = front->serial,
                           .is_header = front->in_headers,
                           .record = record,
                           .place = declarator->place};
    template->parameters = front_alloc(front, (declarator->autos + 1) * sizeof *template->parameters);
    for (unsigned i = 0; i < declarator->autos; i++) {
        char text[24];
        snprintf(text, sizeof text, "auto:%u", i);
        template->parameters[i] = (TemplateParameter){.name = intern_text(front, text), .is_type = true};
    }
    template->parameters[declarator->autos ? declarator->autos - 1 : 0].is_pack = declarator->has_pack;
    template_declare(front, template, front->scope);
    while (!is(front, "{") && !is(front, ";") && peek(front)->kind != TOKEN_END) take(front);
    if (is(front, "{")) skip_balanced(front);
    else take(front);
}

// `NAME(...) {`
static bool defines_function(Front *front) {
    const Token *name = peek(front);
    if (name->kind != TOKEN_NAME || is_keyword(name->text) || !is_at(front, 1, "(")) return false;
    front->token = name + 1;
    skip_balanced(front);
    bool result = is(front, "{");
    front->token = name;
    return result;
}

static void check_no_type(Front *front) {
    static const char *const statements[] = {"if", "for",  "while", "return",  "switch",
                                             "do", "else", "break", "continue"};
    const Token *token = peek(front);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (is_token(token, statements[i])) {
            fail(front, token->place, token->length, "`%s` stands outside of any function",
                 "the function above was closed too early: there is a `}` too many", token->text);
            front->is_lost = true;
            return;
        }
    if (is_token(token, "}"))
        fail(front, token->place, 1, "this `}` closes nothing",
             "remove it, or look for a `{` that is missing above it");
    else if (token->kind == TOKEN_NAME && is_at(front, 1, "(") && front->last && is_token(front->last, "__global__"))
        fail(front, token->place, token->length, "the kernel `%s` has no type", "write `void` before its name",
             token->text);
    else if (defines_function(front))
        fail(front, token->place, token->length, "the function `%s` has no type",
             "write before its name what it returns: `void` for nothing", token->text);
    else if (token->kind == TOKEN_NAME && !is_keyword(token->text)) check_undeclared(front, token->text, token);
    else
        fail(front, token->place, token->length, "a declaration was expected before `%s`", NULL,
             token->kind == TOKEN_END ? "the end" : token->text);
}

static void parse_simple(Front *front) {
    const Token *start = peek(front);
    Specifiers specifiers;
    parse_specifiers(front, &specifiers);
    if (front->failed) return;
    if (specifiers.type && consume(front, ";")) return; // struct S {...};
    if (!specifiers.type) {
        check_no_type(front);
        return;
    }
    if (peek(front)->starts_line && specifiers.type->kind == TYPE_RECORD && front->last && is_token(front->last, "}")) {
        expect(front, ";", "after the `}` of a struct");
        return;
    }
    do {
        Declarator declarator;
        parse_declarator(front, &specifiers, &declarator, false);
        if (front->failed) return;
        if (specifiers.is_typedef) {
            if (declarator.is_function) declarator.type = function_type(front, &declarator);
            name_add(front, front->scope, SYMBOL_TYPE, declarator.name, declarator.place)->type = declarator.type;
        } else if (declarator.is_function && declarator.has_auto) {
            parse_template_by_auto(front, start, &declarator, NULL);
            return;
        } else if (declarator.is_function) {
            Function *function = function_new(front, &specifiers, &declarator, scope_namespace(front));
            function->source->declaration = start;
            if (is(front, ",")) continue;
            finish_function(front, function);
            return;
        } else {
            Variable *variable = declare_variable(front, &specifiers, &declarator, false);
            finish_variable(front, variable, &specifiers, &declarator);
        }
    } while (consume(front, ","));
    expect(front, ";", "after the declaration");
}

static void parse_namespace(Front *front) {
    Place place = take(front)->place;
    const char *name = NULL;
    Scope *outer = front->scope;
    do {
        if (consume(front, "inline")) continue;
        if (peek(front)->kind != TOKEN_NAME) break;
        name = take(front)->text;
        if (consume(front, "=")) { // namespace cg = cooperative_groups;
            Name other = read_name(front, false);
            if (!other.symbol || other.symbol->kind != SYMBOL_NAMESPACE)
                fail(front, place, 1, "this is the name of no namespace", NULL);
            else name_add(front, front->scope, SYMBOL_NAMESPACE, name, place)->scope = other.symbol->scope;
            expect(front, ";", "after the namespace's other name");
            return;
        }
        Symbol *known = scope_find(front->scope, name);
        if (known && known->kind == SYMBOL_NAMESPACE) {
            front->scope = known->scope;
        } else {
            Scope *scope = scope_new(front, SCOPE_NAMESPACE, front->scope);
            scope->name = name;
            name_add(front, front->scope, SYMBOL_NAMESPACE, name, place)->scope = scope;
            front->scope = scope;
        }
    } while (consume(front, "::"));
    if (!name) {
        Scope *scope = scope_new(front, SCOPE_NAMESPACE, outer);
        scope->name = "";
        outer->used = front_grow(front, outer->used, outer->used_count, sizeof *outer->used);
        outer->used[outer->used_count++] = scope;
        front->scope = scope;
    }
    expect(front, "{", "after the namespace's name");
    Scope *inner = front->scope;
    while (!is(front, "}") && peek(front)->kind != TOKEN_END) {
        const Token *before = front->token;
        parse_declaration(front);
        if (front->failed) {
            front->failed = false;
            front->quiet = false;
            front->token = before;
            skip_declaration(front);
            note_suspects(front, before, front->token);
            if (front->budget_is_said) break;
        }
        front->scope = inner;
    }
    expect(front, "}", "at the end of the namespace");
    front->scope = outer;
}

bool parse_using(Front *front) {
    take(front);
    if (consume(front, "namespace")) {
        const Token *token = peek(front);
        Name name = read_name(front, false);
        if (!name.symbol || name.symbol->kind != SYMBOL_NAMESPACE) {
            fail(front, token->place, token->length, "there is no namespace `%s`", NULL, token->text);
            return false;
        }
        Scope *scope = front->scope;
        scope->used = front_grow(front, scope->used, scope->used_count, sizeof *scope->used);
        scope->used[scope->used_count++] = name.symbol->scope;
        return expect(front, ";", "after the name of the namespace");
    }
    if (consume(front, "enum")) {
        Name name = read_name(front, false);
        Scope *scope = name.type ? scope_of_type(front, name.type) : NULL;
        if (scope) {
            front->scope->used = front_grow(front, front->scope->used, front->scope->used_count, sizeof(Scope *));
            front->scope->used[front->scope->used_count++] = scope;
        }
        return expect(front, ";", "after the name of the enum");
    }
    if (peek_at(front, 1)->kind == TOKEN_PUNCTUATOR && (is_at(front, 1, "=") || is_at(front, 1, "["))) {
        const Token *token = take(front);
        Specifiers attributes = {0};
        parse_attributes(front, &attributes);
        expect(front, "=", "after the type's new name");
        const Type *type = parse_type_name(front);
        name_add(front, front->scope, SYMBOL_TYPE, token->text, token->place)->type = type;
        return expect(front, ";", "after the type");
    }
    Name name = read_name(front, false);
    if (!name.symbol) {
        const Token *token = name.token ? name.token : peek(front);
        fail(front, token->place, token->length, "`%s` is not declared there", NULL, token->text);
        return false;
    }
    Symbol *copy = name_add(front, front->scope, name.symbol->kind, name.name, name.token->place);
    Symbol *next = copy->next;
    uint32_t serial = copy->serial;
    *copy = *name.symbol;
    copy->next = next;
    copy->serial = serial;
    return expect(front, ";", "after the name");
}

bool parse_static_assert(Front *front) {
    const Token *word = take(front);
    expect(front, "(", "after `static_assert`");
    uint64_t value = parse_constant(front, "what is asserted");
    const Token *message = NULL;
    if (consume(front, ",") && peek(front)->kind == TOKEN_STRING) message = take(front);
    expect(front, ")", "after what is asserted");
    expect(front, ";", "after the assertion");
    if (!value && !front->failed)
        fail(front, word->place, word->length, "this static assertion does not hold: %.*s", NULL,
             message ? (int)message->text_length : 0, message ? message->text : "");
    return value != 0;
}

static void parse_any_declaration(Front *front) {
    if (is(front, "namespace") || (is(front, "inline") && is_at(front, 1, "namespace"))) {
        consume(front, "inline");
        parse_namespace(front);
    } else if (is(front, "template")) {
        parse_template(front);
    } else if (is(front, "using")) {
        parse_using(front);
    } else if (is(front, "static_assert")) {
        parse_static_assert(front);
    } else if (is(front, "extern") && peek_at(front, 1)->kind == TOKEN_STRING && is_at(front, 2, "{")) {
        take(front), take(front), take(front);
        while (!is(front, "}") && peek(front)->kind != TOKEN_END) parse_declaration(front);
        expect(front, "}", "at the end of `extern \"C\"`");
    } else if (peek(front)->kind == TOKEN_UNROLL) {
        while (!is(front, "#") && peek(front)->kind != TOKEN_END) take(front);
        consume(front, "#");
    } else if (peek(front)->kind == TOKEN_STRAY) {
        fail_stray(front, take(front));
    } else {
        parse_simple(front);
    }
}

void parse_declaration(Front *front) {
    if (consume(front, ";") || !enter_depth(front)) return;
    front->in_headers = front->unit->files[peek(front)->place.file].is_own;
    parse_any_declaration(front);
    leave_depth(front);
}
