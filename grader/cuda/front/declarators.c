// declarators.c - types and declarators: `static const float *`, `(&rows)[4]`, `relax(int count)`.
#include "front.h"

// ---- attributes -----------------------------------------------------------------------------------------------

static uint64_t constant_argument(Front *front, const char *what) { return parse_constant(front, what); }

static void parse_launch_bounds(Front *front, Specifiers *specifiers) {
    uint32_t *const values[] = {&specifiers->max_threads, &specifiers->min_blocks, &specifiers->max_cluster_blocks};
    expect(front, "(", "after `__launch_bounds__`");
    for (unsigned i = 0; i < 3; i++) {
        *values[i] = (uint32_t)constant_argument(front, "a launch bound");
        if (!consume(front, ",")) break;
    }
    expect(front, ")", "after the launch bounds");
}

static void parse_cluster_dims(Front *front, Specifiers *specifiers) {
    expect(front, "(", "after `__cluster_dims__`");
    for (unsigned i = 0; i < 3; i++) specifiers->cluster[i] = 1;
    for (unsigned i = 0; i < 3; i++) {
        specifiers->cluster[i] = (uint32_t)constant_argument(front, "a cluster's size");
        if (!consume(front, ",")) break;
    }
    expect(front, ")", "after the cluster's size");
}

static void parse_alignment(Front *front, Specifiers *specifiers) {
    expect(front, "(", "after the word for alignment");
    uint64_t align = 0;
    if (starts_type(front)) align = parse_type_name(front)->align;
    else align = constant_argument(front, "an alignment");
    expect(front, ")", "after the alignment");
    if (align & (align - 1) || align > 4096) fail(front, front->last->place, 1, "an alignment is a power of two", NULL);
    else if (align > specifiers->align) specifiers->align = (uint32_t)align;
}

// [[nodiscard]], __attribute__((...)), __launch_bounds__(...), __align__(...)
void parse_attributes(Front *front, Specifiers *specifiers) {
    for (;;) {
        if (is(front, "[") && is_at(front, 1, "[")) {
            for (const Token *token = peek(front); token < matching(peek(front)); token++) {
                if (is_token(token, "nodiscard")) specifiers->is_nodiscard = true;
                if (is_token(token, "noreturn")) specifiers->is_noreturn = true;
            }
            skip_balanced(front);
        } else if (consume(front, "__attribute__")) {
            skip_balanced(front);
        } else if (consume(front, "__launch_bounds__")) {
            parse_launch_bounds(front, specifiers);
        } else if (consume(front, "__cluster_dims__")) {
            parse_cluster_dims(front, specifiers);
        } else if (consume(front, "__maxnreg__")) {
            skip_balanced(front);
        } else if (consume(front, "__align__") || consume(front, "alignas")) {
            parse_alignment(front, specifiers);
        } else {
            return;
        }
        specifiers->has_attributes = true;
    }
}

// ---- specifiers -----------------------------------------------------------------------------------------------

typedef struct {
    const char *word;
    size_t offset;
} Flag;
#define FLAG(word, field)                                                                                              \
    { word, offsetof(Specifiers, field) }
static const Flag FLAGS[] = {
    FLAG("static", is_static),
    FLAG("extern", is_extern),
    FLAG("inline", is_inline),
    FLAG("__inline__", is_inline),
    FLAG("__forceinline__", is_inline),
    FLAG("__noinline__", is_noinline),
    FLAG("constexpr", is_constexpr),
    FLAG("consteval", is_constexpr),
    FLAG("constinit", is_constinit),
    FLAG("typedef", is_typedef),
    FLAG("friend", is_friend),
    FLAG("virtual", is_virtual),
    FLAG("mutable", is_mutable),
    FLAG("explicit", is_explicit),
    FLAG("thread_local", is_thread_local),
    FLAG("__global__", is_kernel),
    FLAG("__device__", is_device),
    FLAG("__host__", is_host),
    FLAG("__shared__", is_shared),
    FLAG("__constant__", is_constant),
    FLAG("__managed__", is_managed),
    FLAG("__grid_constant__", is_grid_constant),
};

static bool accept_flag(Front *front, Specifiers *specifiers) {
    const Token *token = peek(front);
    if (token->kind != TOKEN_NAME) return false;
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (is_token(token, FLAGS[i].word)) {
            *(bool *)((char *)specifiers + FLAGS[i].offset) = true;
            take(front);
            if (!strcmp(FLAGS[i].word, "explicit") && is(front, "(")) skip_balanced(front);
            if (!strcmp(FLAGS[i].word, "extern") && peek(front)->kind == TOKEN_STRING) take(front);
            return true;
        }
    return false;
}

static unsigned accept_qualifier(Front *front) {
    if (consume(front, "const")) return IS_CONST;
    if (consume(front, "volatile")) return IS_VOLATILE;
    if (consume(front, "__restrict__") || consume(front, "__restrict") || consume(front, "restrict"))
        return IS_RESTRICT;
    return 0;
}

// int, unsigned long long and their kind: words that are counted.
typedef struct {
    unsigned shorts, longs, signeds, unsigneds, ints, chars, others;
    TypeKind other;
} Words;

static bool accept_word(Front *front, Words *words) {
    static const struct {
        const char *word;
        TypeKind kind;
    } others[] = {{"void", TYPE_VOID},     {"bool", TYPE_BOOL},   {"float", TYPE_FLOAT},
                  {"double", TYPE_DOUBLE}, {"__half", TYPE_HALF}, {"__nv_bfloat16", TYPE_BFLOAT16}};
    if (consume(front, "short")) return words->shorts++, true;
    if (consume(front, "long")) return words->longs++, true;
    if (consume(front, "signed") || consume(front, "__signed__")) return words->signeds++, true;
    if (consume(front, "unsigned")) return words->unsigneds++, true;
    if (consume(front, "int")) return words->ints++, true;
    if (consume(front, "char")) return words->chars++, true;
    if (consume(front, "__int64")) return words->longs = 2, true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (consume(front, others[i].word)) return words->others++, words->other = others[i].kind, true;
    return false;
}

static const Type *type_of_words(Front *front, const Words *words, Place place) {
    TypeKind kind = TYPE_INT;
    bool is_unsigned = words->unsigneds;
    if (words->others) {
        kind = words->other;
        if (words->others > 1 || words->shorts || words->signeds || words->unsigneds || words->ints || words->chars ||
            (words->longs && kind != TYPE_DOUBLE))
            fail(front, place, 1, "these words make no type together", NULL);
        return type_basic(front, kind);
    }
    if (words->chars) kind = is_unsigned ? TYPE_UNSIGNED_CHAR : words->signeds ? TYPE_SIGNED_CHAR : TYPE_CHAR;
    else if (words->shorts) kind = is_unsigned ? TYPE_UNSIGNED_SHORT : TYPE_SHORT;
    else if (words->longs > 1) kind = is_unsigned ? TYPE_UNSIGNED_LONG_LONG : TYPE_LONG_LONG;
    else if (words->longs) kind = is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG;
    else if (is_unsigned) kind = TYPE_UNSIGNED;
    return type_basic(front, kind);
}

static const Type *parse_decltype(Front *front, Specifiers *specifiers) {
    take(front);
    if (front->in_pattern) {
        skip_balanced(front);
        return type_basic(front, TYPE_ERROR);
    }
    expect(front, "(", "after `decltype`");
    if (is(front, "auto")) {
        take(front);
        expect(front, ")", "after `auto`");
        specifiers->is_auto = specifiers->is_decltype_auto = true;
        return type_parameter(front, AUTO_PARAMETER);
    }
    bool before = front->unevaluated;
    front->unevaluated = true;
    bool is_name = peek(front)->kind == TOKEN_NAME && is_at(front, 1, ")");
    Expression *expression = parse_expression(front);
    front->unevaluated = before;
    expect(front, ")", "after the expression of `decltype`");
    if (is_name && expression->kind == EXPR_VARIABLE) return expression->variable->type;
    if (expression->kind == EXPR_MEMBER && !expression->has_parentheses) return expression->field->type;
    if (expression->kind == EXPR_FUNCTION && is_name && expression->function) return expression->function->type;
    return expression->is_lvalue ? type_reference(front, expression->type, false) : expression->type;
}

static bool starts_constructor(Front *front) {
    const Scope *scope = front->scope;
    while (scope && scope->kind == SCOPE_TEMPLATE) scope = scope->parent;
    return scope && scope->kind == SCOPE_RECORD && scope->record->scope == scope && scope->name == peek(front)->text &&
           is_at(front, 1, "(");
}

// A type that is a name. NULL: what is next is no type, and nothing is read.
static const Type *parse_named_type(Front *front, Specifiers *specifiers) {
    Cursor before = cursor_save(front);
    bool says_typename = consume(front, "typename");
    if (peek(front)->kind != TOKEN_NAME && !is(front, "::")) return NULL;
    if (!says_typename && (is_keyword(peek(front)->text) || starts_constructor(front))) return NULL;
    Name name = read_name(front, true);
    if (name.symbol && name.symbol->kind == SYMBOL_TEMPLATE && name.symbol->template->kind == TEMPLATE_CONCEPT &&
        is(front, "auto")) {
        specifiers->constraint = name.name;
        take(front);
        specifiers->is_auto = true;
        return type_parameter(front, AUTO_PARAMETER);
    }
    if (name.type) return name.type;
    if (front->failed && !before.failed) return type_basic(front, TYPE_ERROR);
    cursor_restore(front, &before);
    return NULL;
}

const Type *parse_type_specifier(Front *front, Specifiers *specifiers) {
    if (is(front, "struct") || is(front, "class") || is(front, "union")) return parse_record(front, specifiers);
    if (is(front, "enum")) return parse_enum(front);
    if (is(front, "decltype") || is(front, "__typeof__")) return parse_decltype(front, specifiers);
    if (consume(front, "auto")) {
        specifiers->is_auto = true;
        return type_parameter(front, AUTO_PARAMETER);
    }
    return parse_named_type(front, specifiers);
}

void parse_specifiers(Front *front, Specifiers *specifiers) {
    *specifiers = (Specifiers){.place = peek(front)->place};
    Words words = {0};
    bool has_words = false;
    unsigned qualifiers = 0;
    while (!front->failed) {
        parse_attributes(front, specifiers);
        if (specifiers->type && is_token(front->last ? front->last : front->token, "}") && peek(front)->starts_line &&
            !is(front, ";") && !is(front, "{")) {
            expect(front, ";", "after the `}` of a struct");
            break;
        }
        unsigned qualifier = accept_qualifier(front);
        qualifiers |= qualifier;
        if (qualifier || accept_flag(front, specifiers)) continue;
        if (!specifiers->type && accept_word(front, &words)) {
            has_words = true;
            continue;
        }
        if (has_words || specifiers->type) break;
        specifiers->type = parse_type_specifier(front, specifiers);
        if (!specifiers->type) break;
    }
    if (has_words) specifiers->type = type_of_words(front, &words, specifiers->place);
    if (specifiers->type) specifiers->type = type_qualified(front, specifiers->type, qualifiers);
    else if (qualifiers && !front->failed)
        fail(front, peek(front)->place, peek(front)->length, "a type is missing before `%s`", NULL, peek(front)->text);
}

bool starts_type(Front *front) {
    static const char *const words[] = {"const",    "volatile", "void",         "bool",     "char",  "short",
                                        "int",      "long",     "signed",       "unsigned", "float", "double",
                                        "auto",     "decltype", "struct",       "class",    "union", "enum",
                                        "typename", "__half",   "__nv_bfloat16"};
    const Token *token = peek(front);
    if (token->kind != TOKEN_NAME && !is_token(token, "::")) return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_token(token, words[i])) return true;
    if (is_keyword(token->text)) return false;
    Cursor before = cursor_save(front);
    front->quiet = true;
    Name name = read_name(front, true);
    bool is_concept = name.symbol && name.symbol->kind == SYMBOL_TEMPLATE &&
                      name.symbol->template->kind == TEMPLATE_CONCEPT && is(front, "auto");
    bool is_pack_of_types = name.symbol && name.symbol->kind == SYMBOL_PACK &&
                            (!name.symbol->element_count || name.symbol->elements[0]->kind == SYMBOL_TYPE);
    cursor_restore(front, &before);
    return name.type || is_concept || is_pack_of_types;
}

// ---- declarators ----------------------------------------------------------------------------------------------

static const Type *parse_pointers(Front *front, const Type *type, Specifiers *attributes) {
    for (unsigned depth = 0;; depth++) {
        if (depth > 30) {
            refuse(front, peek(front)->place, 1, "this is a pointer to a pointer too often for this compiler", NULL);
            return type;
        }
        if (consume(front, "*")) {
            type = type_pointer(front, type);
            for (unsigned qualifier; (qualifier = accept_qualifier(front));)
                type = type_qualified(front, type, qualifier);
        } else if (is(front, "&") || is(front, "&&")) {
            bool is_rvalue = is_token(take(front), "&&");
            type = type_reference(front, type, is_rvalue);
            while (accept_qualifier(front))
                ;
        } else if (peek(front)->kind == TOKEN_NAME && is(front, "__align__")) {
            parse_attributes(front, attributes);
        } else {
            return type;
        }
    }
}

static const Type *array_of(Front *front, const Type *base, uint64_t length, Place place) {
    if (base->kind == TYPE_REFERENCE || base->kind == TYPE_FUNCTION || base->kind == TYPE_VOID) {
        fail(front, place, 1, "there are no arrays of `%s`", NULL, show_type(front, base));
        return base;
    }
    if (length > (1ull << 40) || (base->size && length * base->size > (1ull << 40))) {
        fail(front, place, 1, "this array is too large", NULL);
        length = 1;
    }
    return type_array(front, base, length, true);
}

// At `[`. The bound is read before the element type is known: int a[2][3] has two arrays of three.
static const Type *parse_array(Front *front, const Type *base) {
    Place place = take(front)->place;
    const Token *bound = peek(front);
    Symbol *symbol = bound->kind == TOKEN_NAME ? name_find(front, bound->text) : NULL;
    bool is_parameter = front->in_pattern && symbol && symbol->kind == SYMBOL_PARAMETER && is_at(front, 1, "]");
    bool is_open = is(front, "]"), is_unknown = front->in_pattern && !is_parameter && !is_open;
    uint64_t length = 0;
    if (is_parameter) take(front);
    else if (is_unknown) {
        while (!is(front, "]") && peek(front)->kind != TOKEN_END)
            if (is(front, "(") || is(front, "[")) skip_balanced(front);
            else take(front);
    } else if (!is_open) {
        length = parse_constant(front, "the length of an array");
        if ((int64_t)length < 0) fail(front, bound->place, bound->length, "an array's length cannot be negative", NULL);
        else if (!length && !front->in_headers)
            fail(front, bound->place, bound->length, "an array's length cannot be 0", NULL);
    }
    expect(front, "]", "after the length of the array");
    const Type *element = base;
    if (is(front, "[") && enter_depth(front)) {
        element = parse_array(front, base);
        leave_depth(front);
    }
    if (is_parameter) return type_array_of_parameter(front, element, symbol->parameter);
    if (is_open || is_unknown) return type_array(front, element, 0, false);
    return array_of(front, element, length, place);
}

// ---- parameters -----------------------------------------------------------------------------------------------

static const Token *skip_default(Front *front) {
    const Token *start = peek(front);
    while (!is(front, ",") && !is(front, ")") && peek(front)->kind != TOKEN_END)
        if (is(front, "(") || is(front, "[") || is(front, "{")) skip_balanced(front);
        else if (is(front, "<") && front->token[-1].kind == TOKEN_NAME) { // a template's arguments may have commas
            while (!is(front, ">") && !is(front, ")") && peek(front)->kind != TOKEN_END) take(front);
            consume(front, ">");
        } else take(front);
    return start;
}

static void add_parameter(Front *front, Declarator *function, Variable *variable, const Token *default_value) {
    if (function->parameter_count >= MAX_PARAMETERS) {
        fail(front, variable->place, 1, "there are too many parameters", NULL);
        return;
    }
    function->parameters[function->parameter_count] = variable;
    function->defaults[function->parameter_count++] = default_value;
}

static const Type *auto_parameter(Front *front, Declarator *function, const Type *plain) {
    char text[24];
    (void)plain;
    snprintf(text, sizeof text, "auto:%u", function->autos);
    Symbol *bound = name_find(front, intern_text(front, text));
    if (bound && bound->kind == SYMBOL_PACK)
        bound = (Symbol *)(uintptr_t)pack_element(front, bound, peek(front)->place);
    if (bound && bound->kind == SYMBOL_TYPE) return bound->type;
    function->has_auto = true;
    return type_parameter(front, function->autos);
}

static Variable *parse_parameter(Front *front, Declarator *function, bool *is_pack) {
    Specifiers specifiers;
    Declarator declarator = {0};
    parse_specifiers(front, &specifiers);
    if (!specifiers.type) {
        const Token *token = peek(front);
        bool is_alone = is_at(front, 1, ",") || is_at(front, 1, ")");
        if (token->kind == TOKEN_NAME && !is_alone) check_undeclared(front, token->text, token);
        fail(front, token->place, token->length, "the type of a parameter is missing before `%s`",
             token->kind == TOKEN_NAME ? "every parameter has its own type: int %s, or float *%s" : NULL, token->text,
             token->text, token->text);
        return NULL;
    }
    if (specifiers.is_auto) {
        specifiers.type =
            type_qualified(front, auto_parameter(front, function, specifiers.type), specifiers.type->qualifiers);
        function->autos++;
    }
    parse_declarator(front, &specifiers, &declarator, true);
    const Type *type = type_decayed(front, declarator.type);
    if (type->kind == TYPE_VOID && !front->failed)
        fail(front, declarator.place, 1, "a parameter cannot be `void`", NULL);
    Variable *variable = variable_new(front, declarator.name, type, declarator.place);
    variable->is_parameter = true;
    if (specifiers.align > variable->align) variable->align = specifiers.align;
    *is_pack = declarator.has_pack;
    return variable;
}

// Parameters of a pack that is bound: as many as it has elements.
static void expand_parameter(Front *front, Declarator *function, const Token *dots, unsigned length) {
    const Token *start = peek(front);
    Symbol **elements = front_alloc(front, (length + 1) * sizeof *elements);
    const char *name = NULL;
    int before = front->pack_index;
    bool is_pack;
    unsigned autos = function->autos;
    if (!length) {
        const Token *after = dots + 1;
        if (after->kind == TOKEN_NAME) name = after->text, after++;
        front->token = after;
    }
    for (unsigned i = 0; i < length && !front->failed; i++) {
        front->token = start;
        front->pack_index = (int)i;
        function->autos = autos;
        Variable *variable = parse_parameter(front, function, &is_pack);
        if (!variable) break;
        name = variable->name;
        add_parameter(front, function, variable, NULL);
        elements[i] = front_alloc(front, sizeof **elements);
        *elements[i] = (Symbol){.kind = SYMBOL_VARIABLE, .name = name, .variable = variable, .place = variable->place};
    }
    front->pack_index = before;
    if (!name) return;
    Symbol *pack = name_add(front, front->scope, SYMBOL_PACK, name, start->place);
    pack->elements = elements;
    pack->element_count = length;
}

static void parse_one_parameter(Front *front, Declarator *function) {
    bool has_pack = false, is_pack = false;
    const Token *dots = expansion_end(front, peek(front));
    unsigned length = dots ? pack_length(front, peek(front), dots, &has_pack) : 0;
    if (has_pack) {
        expand_parameter(front, function, dots, length);
        return;
    }
    Variable *variable = parse_parameter(front, function, &is_pack);
    if (!variable) return;
    if (is_pack) function->has_pack = true;
    const Token *default_value = consume(front, "=") ? skip_default(front) : NULL;
    add_parameter(front, function, variable, default_value);
    if (!variable->name) return;
    Symbol *known = scope_find(front->scope, variable->name);
    if (known && known->kind == SYMBOL_VARIABLE)
        also(fail(front, variable->place, (unsigned)strlen(variable->name), "two parameters are called `%s`",
                  "give one of them another name", variable->name),
             known->place, "the first one");
    name_add(front, front->scope, SYMBOL_VARIABLE, variable->name, variable->place)->variable = variable;
}

void parse_parameters(Front *front, Declarator *function) {
    function->is_function = true;
    function->parameters_at = peek(front);
    function->parameters = front_alloc(front, MAX_PARAMETERS * sizeof *function->parameters);
    function->defaults = front_alloc(front, MAX_PARAMETERS * sizeof *function->defaults);
    take(front);
    Scope *outer = front->scope;
    function->parameter_scope = scope_enter(front, SCOPE_FUNCTION);
    if (is(front, "void") && is_at(front, 1, ")")) take(front);
    while (!is(front, ")") && !front->failed) {
        if (consume(front, "...")) function->is_variadic = true;
        else parse_one_parameter(front, function);
        if (!consume(front, ",")) break;
    }
    expect(front, ")", "after the parameters");
    front->scope = outer;
}

static void parse_function_suffix(Front *front, Declarator *declarator) {
    Scope *here = front->scope;
    if (declarator->scope) front->scope = declarator->scope; // the parameters of A::f see what is in A
    parse_parameters(front, declarator);
    front->scope = here;
    for (;;) {
        if (consume(front, "const")) declarator->is_const_member = true;
        else if (consume(front, "noexcept")) {
            if (is(front, "(")) skip_balanced(front);
        } else if (is(front, "__attribute__") || (is(front, "[") && is_at(front, 1, "["))) {
            Specifiers ignored = {0};
            parse_attributes(front, &ignored);
        } else if (is(front, "&") || is(front, "&&") || is(front, "volatile") || is(front, "override") ||
                   is(front, "final") || is(front, "mutable"))
            take(front);
        else break;
    }
    if (!consume(front, "->")) return;
    Scope *outer = front->scope;
    front->scope = declarator->parameter_scope;
    declarator->type = parse_type_name(front);
    declarator->has_trailing = true;
    front->scope = outer;
}

const Type *function_type(Front *front, const Declarator *declarator) {
    const Type *parameters[MAX_PARAMETERS];
    for (unsigned i = 0; i < declarator->parameter_count; i++) {
        const Type *type = declarator->parameters[i]->type;
        parameters[i] = type->kind == TYPE_REFERENCE ? type : type->plain;
    }
    if (declarator->type->kind == TYPE_ARRAY || declarator->type->kind == TYPE_FUNCTION)
        fail(front, declarator->place, 1, "a function cannot return `%s`", "return a pointer or a struct",
             show_type(front, declarator->type));
    return type_function(front, declarator->type, parameters, declarator->parameter_count);
}

// `(a, b) {` outside of functions: parameters without types.
static bool is_list_of_names(const Token *open) {
    const Token *token = open + 1;
    for (; token->kind == TOKEN_NAME && is_token(token + 1, ","); token += 2)
        ;
    return token->kind == TOKEN_NAME && is_token(token + 1, ")") && is_token(token + 2, "{");
}

// `(` behind a name begins parameters, not initial values.
static bool starts_parameters(Front *front, bool is_abstract) {
    if (is_at(front, 1, ")") || is_at(front, 1, "...")) return true;
    const Token *open = peek(front);
    front->token = open + 1;
    Specifiers ignored = {0};
    bool result = starts_type(front) || is(front, "[") || accept_flag(front, &ignored) || is(front, "__restrict__");
    front->token = open;
    if (front->scope->kind == SCOPE_NAMESPACE && !is_abstract) { // `void f(Unknown x)`: an undeclared type
        const Token *name = open + 1;
        if (name->kind == TOKEN_NAME && name[1].kind == TOKEN_NAME) result = true;
        if (name->kind == TOKEN_NAME && (is_token(name + 1, "*") || is_token(name + 1, "&")) &&
            name[2].kind == TOKEN_NAME && (is_token(name + 3, ",") || is_token(name + 3, ")")) &&
            !name_find(front, name->text))
            result = true;
        if (is_library_name(name) && name[2].kind == TOKEN_NAME && !is_token(name + 3, "(")) result = true;
        if (is_list_of_names(open)) result = true;
    }
    return result;
}

static bool is_nested(Front *front) {
    return is(front, "(") &&
           (is_at(front, 1, "*") || is_at(front, 1, "&") || is_at(front, 1, "&&") || is_at(front, 1, "("));
}

static void parse_declarator_name(Front *front, Declarator *declarator, bool may_be_abstract) {
    const Token *token = peek(front);
    declarator->place = token->place;
    declarator->name_length = token->length;
    if (is_token(token, "~")) {
        take(front);
        declarator->is_destructor = true;
        declarator->name = intern_text(front, "~");
        if (peek(front)->kind == TOKEN_NAME) take(front);
        return;
    }
    if (is_token(token, "operator") || (token->kind == TOKEN_NAME && !is_keyword(token->text))) {
        if (may_be_abstract && is_token(token, "__restrict__")) return;
        declarator->is_constructor = starts_constructor(front);
        Name name = is_token(token, "operator") || is_at(front, 1, "::") || is_at(front, 1, "<")
                        ? read_name(front, true)
                        : (Name){.token = take(front), .name = token->text};
        declarator->name = name.name;
        declarator->scope = name.scope;
        if (name.token) declarator->place = name.token->place, declarator->name_length = name.token->length;
        declarator->is_operator = name.is_operator;
        if (name.conversion) {
            declarator->is_conversion = true;
            declarator->type = name.conversion;
        }
        return;
    }
    if (!may_be_abstract) expect_name(front, "the name of what is declared");
}

static void parse_inner(Front *front, Declarator *declarator, Specifiers *attributes, bool may_be_abstract) {
    if (!enter_depth(front)) return;
    parse_attributes(front, attributes);
    declarator->type = parse_pointers(front, declarator->type, attributes);
    parse_attributes(front, attributes);
    const Token *nested = NULL;
    if (consume(front, "...")) declarator->has_pack = true;
    if (is_nested(front)) {
        nested = peek(front) + 1;
        skip_balanced(front);
    } else {
        parse_declarator_name(front, declarator, may_be_abstract);
    }
    parse_attributes(front, attributes);
    bool is_abstract = !declarator->name && !nested;
    if (is(front, "[") && !is_at(front, 1, "[")) {
        declarator->type = parse_array(front, declarator->type);
    } else if (is(front, "(") && (!is_abstract || may_be_abstract) &&
               (nested || declarator->is_constructor || declarator->is_destructor || declarator->is_operator ||
                starts_parameters(front, is_abstract))) {
        Declarator function = *declarator;
        parse_function_suffix(front, &function);
        if (nested) declarator->type = function_type(front, &function);
        else *declarator = function;
    }
    if (nested && !front->failed) {
        const Token *behind = front->token;
        front->token = nested;
        parse_inner(front, declarator, attributes, may_be_abstract);
        expect(front, ")", "after the declarator");
        if (!front->failed) front->token = behind;
    }
    leave_depth(front);
}

void parse_declarator(Front *front, const Specifiers *specifiers, Declarator *declarator, bool may_be_abstract) {
    Specifiers attributes = {0};
    *declarator = (Declarator){.place = peek(front)->place, .name_length = 1};
    declarator->type = specifiers->type ? specifiers->type : type_basic(front, TYPE_VOID);
    parse_inner(front, declarator, &attributes, may_be_abstract);
    Specifiers *shared = (Specifiers *)(uintptr_t)specifiers; // attributes behind the type hold for the declaration
    if (attributes.align > shared->align) shared->align = attributes.align;
    if (attributes.max_threads) {
        shared->max_threads = attributes.max_threads;
        shared->min_blocks = attributes.min_blocks;
        shared->max_cluster_blocks = attributes.max_cluster_blocks;
    }
}

const Type *parse_type_name(Front *front) {
    Specifiers specifiers;
    Declarator declarator;
    parse_specifiers(front, &specifiers);
    if (!specifiers.type) {
        const Token *token = peek(front);
        if (token->kind == TOKEN_NAME && !is_keyword(token->text)) check_undeclared(front, token->text, token);
        fail(front, token->place, token->length, "a type is missing before `%s`", NULL,
             token->kind == TOKEN_END ? "the end" : token->text);
        return type_basic(front, TYPE_ERROR);
    }
    parse_declarator(front, &specifiers, &declarator, true);
    return declarator.is_function ? function_type(front, &declarator) : declarator.type;
}
