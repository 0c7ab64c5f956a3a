// front.h - what the files of the front end share: tokens, symbols, the state of the parser.
//
// Reading order: tokens.c, preprocess.c, types.c, symbols.c, declarators.c, declarations.c, records.c, templates.c,
// deduction.c, statements.c, expressions.c, primary.c, operators.c, calls.c, conversions.c, initialisers.c, lambdas.c,
// interpret.c.
#ifndef CUDA_FRONT_H
#define CUDA_FRONT_H

#include "../cuda.h"
#include <string.h>

typedef struct Front Front;
typedef struct Scope Scope;
typedef struct Symbol Symbol;
typedef struct Template Template;
typedef struct TemplateArgument TemplateArgument;

enum {
    MAX_DEPTH = 200,         // of anything that nests in the source
    MAX_TOKENS = 2000000,    // after the preprocessor
    MAX_TAKEN = 20000000,    // tokens read, those of templates each time
    MAX_INSTANCES = 4000,    // of templates
    MAX_INSTANCE_DEPTH = 60, // of templates that need each other
    MAX_PARAMETERS = 64,     // of functions and templates
    MAX_ARGUMENTS = 256,     // of calls
    MAX_ELEMENTS = 1 << 20,  // of an initialised array
    MAX_INCLUDES = 60,       // files
    MAX_DIAGNOSTICS = 60,
    AUTO_PARAMETER = MAX_PARAMETERS, // the index of `auto` among the parameters of a template
};

// ---- tokens.c -------------------------------------------------------------------------------------------------

typedef enum {
    TOKEN_END,
    TOKEN_NAME, // keywords too
    TOKEN_INTEGER,
    TOKEN_FLOATING,
    TOKEN_STRING,
    TOKEN_CHARACTER,
    TOKEN_PUNCTUATOR, // `>` always stands alone: `>>` may close two templates
    TOKEN_UNROLL,     // #pragma unroll; what is behind it follows up to the end of its line
    TOKEN_STRAY,      // a character that C++ has no use for
} TokenKind;

typedef struct CudaToken {
    TokenKind kind;
    bool starts_line, after_space, is_painted; // is_painted: the name of a macro in its own expansion
    bool from_macro;
    uint16_t length; // in the source
    Place place;
    const char *text;   // interned, so equal texts have equal addresses; of a string: its bytes
    size_t text_length; // of a string
    union {
        uint64_t integer;
        double floating;
    };
    const Type *type; // of a literal
} Token;

typedef struct {
    Token *list;
    size_t count, room;
} Tokens;

// The tokens of a file, with TOKEN_END at the end.
void tokens_make(Front *front, unsigned file, Tokens *tokens);
void tokens_add(Front *front, Tokens *tokens, const Token *token);
bool is_token(const Token *token, const char *text); // a name or punctuator of that text

// ---- preprocess.c ---------------------------------------------------------------------------------------------

// What the compiler sees of a file, its includes and macros.
void preprocess(Front *front, unsigned file, Tokens *out);
const char *nearest_header(const char *name); // of those that own_header knows; NULL: none is like it
unsigned file_add(Front *front, const char *name, const char *text, size_t size);
const char *own_header(const char *name); // headers.c: the text of the header that stands for it; NULL: there is none

// ---- arena.c --------------------------------------------------------------------------------------------------

CudaArena *cuda_arena_new(uint64_t limit);
void *cuda_arena_alloc(CudaArena *arena, size_t size);
bool cuda_arena_is_full(const CudaArena *arena);
void cuda_arena_free(CudaArena *arena);
const char *intern(Front *front, const char *text, size_t length);
const char *intern_text(Front *front, const char *text);
void *front_alloc(Front *front, size_t size);
// Room for one element more at the end of an array in the arena.
void *front_grow(Front *front, void *elements, size_t count, size_t size);

// ---- types.c --------------------------------------------------------------------------------------------------

typedef struct {
    const Type **buckets;
    size_t bucket_count, count;
    const Type *basic[TYPE_ERROR + 1];
    const Type *string_character; // const char
} Types;

void types_start(Front *front);
const Type *type_basic(Front *front, TypeKind kind);
const Type *type_pointer(Front *front, const Type *base);
const Type *type_reference(Front *front, const Type *base, bool is_rvalue);
const Type *type_array(Front *front, const Type *base, uint64_t length, bool is_known);
const Type *type_array_of_parameter(Front *front, const Type *base, unsigned parameter);
const Type *type_qualified(Front *front, const Type *type, unsigned qualifiers); // adds them
const Type *type_function(Front *front, const Type *result, const Type **parameters, unsigned count);
const Type *type_record(Front *front, Record *record, TypeKind kind);
const Type *type_parameter(Front *front, unsigned index);
const Type *type_pattern(Front *front, Template *template, const TemplateArgument *arguments, unsigned count);
void type_set_size(Front *front, const Type *type, uint64_t size, uint32_t align); // of a record that is not complete
void type_complete(Front *front, const Type *type, uint64_t size, uint32_t align); // of a record
const Type *type_referred(const Type *type);                                       // without a reference
const Type *type_decayed(Front *front, const Type *type); // as a parameter: arrays and functions are pointers
const Type *type_value(const Type *type);                 // without reference and qualifiers
const Type *type_promoted(Front *front, const Type *type);
const Type *type_common(Front *front, const Type *left, const Type *right); // the usual arithmetic conversions
bool type_is_arithmetic(const Type *type);
bool type_depends(const Type *type);                        // on a parameter of a template
uint64_t integer_of_type(const Type *type, uint64_t value); // wrapped, and extended to 64 bits
const char *show_type(Front *front, const Type *type);

// ---- symbols.c ------------------------------------------------------------------------------------------------

typedef enum {
    SYMBOL_VARIABLE,
    SYMBOL_FUNCTION, // the overloads are a list by `next_overload`
    SYMBOL_TYPE,
    SYMBOL_CONSTANT, // enumerators, parameters of templates
    SYMBOL_TEMPLATE, // of classes, aliases, variables
    SYMBOL_NAMESPACE,
    SYMBOL_FIELD,    // in the scope of a record: `this` has it, or a closure
    SYMBOL_PACK,     // of types, constants or variables
    SYMBOL_PARAMETER // a number that a template is given, while its arguments are deduced
} SymbolKind;

struct Symbol {
    SymbolKind kind;
    const char *name;
    uint32_t serial; // in the order of declarations
    Place place;
    bool is_used, is_private; // is_private: of a class, and not of all its overloads if one is not
    union {
        Variable *variable;
        const Type *type;
        Template *template;
        Scope *scope;
        const Field *field;
        Expression *constant;
        struct {
            Symbol **elements;
            unsigned element_count;
        };
        unsigned parameter;
    };
    // SYMBOL_FUNCTION: a function, or a template of functions
    Record *scope_record; // SYMBOL_FIELD: of which record
    Function *function;
    Template *function_template;
    Symbol *next_overload;
    Symbol *next; // of the scope
};

typedef enum { SCOPE_NAMESPACE, SCOPE_RECORD, SCOPE_FUNCTION, SCOPE_BLOCK, SCOPE_TEMPLATE } ScopeKind;

struct Scope {
    ScopeKind kind;
    const char *name;
    Scope *parent;
    Symbol *symbols;
    Symbol **table; // of large scopes
    unsigned count, table_size;
    Scope **used; // using namespace
    unsigned used_count;
    Record *record;
    Function *function;
    uint32_t limit;        // only what was declared before is seen in enclosing namespaces; 0: all
    const Type *this_type; // record that `this` points to
    Variable *this_variable;
    const TemplateArgument *arguments; // SCOPE_TEMPLATE
    unsigned argument_count;
};

Scope *scope_new(Front *front, ScopeKind kind, Scope *parent);
Scope *scope_enter(Front *front, ScopeKind kind);
void scope_leave(Front *front);
Symbol *scope_find(const Scope *scope, const char *name); // in this one, its bases and the namespaces it uses
Symbol *name_find(Front *front, const char *name);        // from the current scope outwards
Symbol *name_add(Front *front, Scope *scope, SymbolKind kind, const char *name, Place place);
const char *name_nearest(Front *front, const char *name); // NULL: nothing is like it
Scope *scope_namespace(Front *front);                     // the innermost

// ---- the parser's state ---------------------------------------------------------------------------------------

struct Front {
    Unit *unit;
    Diagnostics *diagnostics;
    const CudaOptions *options;
    Types types;
    struct Interned *interned;

    const Token *token; // the next
    const Token *last;  // the one before, for places
    const Token *end;   // what is seen after an error
    bool failed;        // nothing more is read up to the end of the function
    bool quiet;         // what fails is not said: it is tried only
    bool failed_quietly;
    unsigned depth; // of nested things
    unsigned taken; // tokens
    unsigned instances, instance_depth;

    Scope *global, *scope;
    Function *function; // whose body is read
    uint32_t serial;
    bool in_headers;  // own headers: declarations without a body are builtins
    int pack_index;   // of the expansion that is read; -1: none
    bool unevaluated; // in sizeof and decltype
    unsigned loops, switches;
    const Type *auto_result; // of a function that returns auto, once known
    bool result_is_auto;

    struct Pending *pending; // instances whose bodies are still to be read
    struct Macros *macros;
    const char *current_file_name;
    enum { CLOSES_NOTHING, CLOSES_TEMPLATE, CLOSES_LAUNCH } greater; // what `>` or `>>>` closes
    bool in_pattern;                                                 // parameters of a template stand for themselves
    const Type *size_type, *difference_type;
    const Type *dim3, *uint3;
    unsigned lambda_count;
    const char **suspects; // names whose declarations have errors: who uses them has no error of its own
    unsigned suspect_count;
    bool is_lost; // what is next belongs to a function that ended too early
    bool budget_is_said;
};

// ---- parser: reading tokens (parser.c) ------------------------------------------------------------------------

const Token *peek(Front *front);
const Token *peek_at(Front *front, unsigned ahead);
const Token *take(Front *front);
bool is(Front *front, const char *text);
bool is_at(Front *front, unsigned ahead, const char *text);
bool consume(Front *front, const char *text);
bool expect(Front *front, const char *text, const char *after); // says what is missing, after what
const char *expect_name(Front *front, const char *what);        // NULL after saying that it is missing
bool is_keyword(const char *text);
void skip_balanced(Front *front);         // from an opening bracket to behind the closing one
const Token *matching(const Token *open); // the bracket that closes it, or the end
bool enter_depth(Front *front);           // false: too deep; balance with leave_depth
void leave_depth(Front *front);

typedef struct {
    const Token *token, *last;
    Scope *scope;
    Function *function;
    bool failed, quiet, result_is_auto, unevaluated;
    int pack_index;
    unsigned loops, switches;
    const Type *auto_result;
} Cursor;
Cursor cursor_save(const Front *front);
void cursor_restore(Front *front, const Cursor *cursor);
// The parser stands at the token, outside any function, as if nothing had failed.
void cursor_move(Front *front, const Token *token, Scope *scope);

// ---- what is wrong (diagnostics.c) ----------------------------------------------------------------------------

// An error at a token or place: the rest of the function is not read. Returns the diagnostic, NULL if it is not said.
Diagnostic *fail(Front *front, Place place, unsigned length, const char *message, const char *advice, ...);
Diagnostic *refuse(Front *front, Place place, unsigned length, const char *message, const char *advice, ...);
void warn_of(Front *front, Place place, unsigned length, const char *message, const char *advice, ...);
void also(Diagnostic *diagnostic, Place place, const char *what, ...);

// ---- names.c --------------------------------------------------------------------------------------------------

// A name with what is before it (a::b<3>::name) and its template's arguments.
typedef struct {
    const Token *token; // of the name; NULL: there is none
    Scope *scope;       // in which it was looked for; NULL: it is not qualified
    Symbol *symbol;     // NULL: it is not known
    const Type *type;   // of a symbol that is a type
    TemplateArgument *arguments;
    unsigned argument_count;
    bool has_arguments, is_operator, is_dependent;
    const Type *conversion; // operator T
    const char *name;
} Name;
Name read_name(Front *front, bool for_declaration);
Scope *scope_of_type(Front *front, const Type *type);
const Symbol *pack_element(Front *front, const Symbol *symbol, Place place);

// ---- declarators.c --------------------------------------------------------------------------------------------

typedef struct {
    const Type *type; // NULL: none was written
    bool is_auto, is_decltype_auto;
    bool is_static, is_extern, is_inline, is_noinline, is_constexpr, is_consteval, is_typedef, is_friend, is_virtual,
        is_mutable, is_explicit, is_thread_local, is_constinit;
    bool is_kernel, is_device, is_host, is_shared, is_constant, is_managed, is_grid_constant, is_noreturn, is_nodiscard;
    bool has_attributes;
    uint32_t align, max_threads, min_blocks, max_cluster_blocks, cluster[3];
    Place place;
    const char *constraint; // text of auto's concept
} Specifiers;

typedef struct {
    const char *name; // NULL: none
    Scope *scope;     // of a qualified name; NULL: it is not qualified
    Place place;
    unsigned name_length;
    const Type *type;
    Variable **parameters; // of a function
    unsigned parameter_count;
    const Token **defaults; // of parameters; NULL: none
    bool is_function, is_variadic, is_const_member, has_trailing, is_operator, is_conversion;
    bool is_constructor, is_destructor;
    const Token *parameters_at; // its opening parenthesis
    Scope *parameter_scope;
    bool has_pack, has_auto; // the last parameter is a pack; one is auto
    unsigned autos;
} Declarator;
void parse_parameters(Front *front, Declarator *declarator); // at `(`, up to behind `)`
const Type *function_type(Front *front, const Declarator *declarator);

void parse_specifiers(Front *front, Specifiers *specifiers);
void parse_attributes(Front *front, Specifiers *specifiers);
void parse_declarator(Front *front, const Specifiers *specifiers, Declarator *declarator, bool may_be_abstract);
const Type *parse_type_name(Front *front); // int *, const float (&)[3]
bool starts_type(Front *front);            // whether a type is next
const Type *parse_type_specifier(Front *front, Specifiers *specifiers);

// ---- declarations.c -------------------------------------------------------------------------------------------

// A function with `auto` parameters, of a record or of none; start is its first token.
void parse_template_by_auto(Front *front, const Token *start, const Declarator *declarator, Record *record);
void parse_declaration(Front *front); // of a namespace, up to its end
typedef struct FunctionSource {
    const Token *declaration; // where it begins: specifiers
    const Token *body;        // its brace; for constructors the colon before; NULL: none
    const Token *body_end;
    const Token **defaults;
    const Variable **parameters;
    Scope *scope; // in which it is declared
    Scope *parameter_scope;
    uint32_t serial;
    Record *record; // of a member
    Template *template;
    const TemplateArgument *arguments;
    unsigned argument_count;
    bool is_read, is_being_read, is_pending, is_auto, is_defaulted, is_deleted, is_const_member, has_pack;
    bool is_header, is_explicit, is_nodiscard;
    unsigned lambda_captures;
    Symbol *symbol;
} FunctionSource;

Function *function_new(Front *front, const Specifiers *specifiers, const Declarator *declarator, Scope *scope);
void function_read(Front *front, Function *function); // reads its body, now
void function_need(Front *front, Function *function); // reads its body, soon
void read_pending(Front *front);
Statement *parse_variables(Front *front, const Specifiers *specifiers); // the declarators of local variables
Variable *variable_new(Front *front, const char *name, const Type *type, Place place);
bool parse_static_assert(Front *front);
bool parse_using(Front *front);
void parse_namespace_alias(Front *front);
void unit_add_function(Front *front, Function *function);
void skip_declaration(Front *front); // after an error

// ---- records.c ------------------------------------------------------------------------------------------------

const Type *parse_record(Front *front, Specifiers *specifiers);
const Type *parse_enum(Front *front);
void record_body(Front *front, Record *record); // at its brace
Record *record_new(Front *front, const char *name, Scope *scope, Place place);
Field *record_add(Front *front, Record *record, const char *name, const Type *type, uint32_t align, Place place);
void record_close(Front *front, Record *record);
Symbol *record_find(Record *record, const char *name, Record **owner);
bool check_private(Front *front, const Record *record, const Symbol *symbol, const Token *token); // false: it is said
Symbol *record_constructors(const Record *record); // NULL: none is written
extern const char CONSTRUCTOR[];                   // the name under which they are in the record's scope
bool record_derives(const Record *derived, const Record *base);
bool type_needs_default(const Type *type); // its objects are not just uninitialised memory
bool record_is_aggregate(const Record *record);
void record_read_methods(Front *front, Record *record);

// ---- templates.c, deduction.c ---------------------------------------------------------------------------------

struct TemplateArgument {
    const Type *type;                           // of a type
    bool is_type, is_pack, is_set, is_explicit; // is_explicit: it is written, and the call's arguments are converted
    uint64_t value;                             // of a number
    double floating;
    const Type *value_type;
    Function *function; // of a pointer to a function
    Template *template;
    bool is_parameter; // in patterns: a number that is deduced, that of the index `value`
    TemplateArgument *pack;
    unsigned pack_count;
};

typedef struct {
    const char *name;
    bool is_type, is_pack, is_template;
    const Token *type_at;    // of a number: its type
    const Token *default_at; // NULL: none
    const Token *concept_at;
    Place place;
} TemplateParameter;

typedef enum { TEMPLATE_FUNCTION, TEMPLATE_RECORD, TEMPLATE_ALIAS, TEMPLATE_VARIABLE, TEMPLATE_CONCEPT } TemplateKind;

typedef struct Instance {
    const TemplateArgument *arguments;
    unsigned count;
    Function *function;
    const Type *type;
    Variable *variable;
    bool failed;
    struct Instance *next;
} Instance;

struct Template {
    TemplateKind kind;
    const char *name;
    Scope *scope; // in which it is declared
    TemplateParameter *parameters;
    unsigned parameter_count;
    const Token *declaration; // behind template <...>
    const Token *requirement; // of `requires`; NULL: none
    const Token *parameters_at, *body_at;
    Instance *instances;
    Template *specialised; // what this one is a specialisation of, and the next specialisation
    Template *next_special;
    TemplateArgument *special_arguments;
    unsigned special_count;
    uint32_t serial;
    Record *record; // of a member template
    Place place;
    bool is_header, is_lambda, is_special;
    unsigned speciality; // how much of its parameters' types is given
    Scope *lambda_scope;
    const Token *lambda_parameters;
    Function *lambda_owner;
};

void parse_template(Front *front);                                               // at `template`
unsigned parse_template_parameters(Front *front, TemplateParameter *parameters); // at `<`; their number
void template_declare(Front *front, Template *template, Scope *scope);
unsigned parse_template_arguments(Front *front, Template *template, TemplateArgument *arguments); // at `<`
const Type *template_type(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                          Place place);
Variable *template_variable(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                            Place place);
bool template_concept(Front *front, Template *template, const TemplateArgument *arguments, unsigned count, Place place);
Function *template_function(Front *front, Template *template, const TemplateArgument *arguments, unsigned count,
                            Place place);
// Completes the arguments of a function template from those of a call; NULL arguments: none. False: it does not match.
bool template_deduce(Front *front, Template *template, TemplateArgument *arguments, unsigned given,
                     Expression **call_arguments, unsigned call_count, Place place);
bool template_complete(Front *front, Template *template, TemplateArgument *arguments, unsigned *count);
Scope *template_scope(Front *front, Template *template, const TemplateArgument *arguments, unsigned count);
bool is_template_name(Front *front); // a template's name and `<` are next
bool deduce_type(Front *front, const Type *pattern, const Type *actual, TemplateArgument *arguments, unsigned count);
// The function's declarator with the parameters standing for themselves. False: it cannot be read so.
bool template_pattern(Front *front, Template *template, Declarator *declarator);
unsigned template_speciality(Front *front, Template *template);
Scope *template_pattern_scope(Front *front, Template *template);
bool deduce_arguments(Front *front, const TemplateArgument *patterns, unsigned pattern_count,
                      const TemplateArgument *actual, unsigned actual_count, TemplateArgument *arguments,
                      unsigned count); // of patterns with packs
bool arguments_equal(const TemplateArgument *a, const TemplateArgument *b);
unsigned pack_length(Front *front, const Token *from, const Token *to, bool *has_pack);
const Token *expansion_end(Front *front, const Token *from); // the `...` behind what is next; NULL: there is none

// ---- statements.c ---------------------------------------------------------------------------------------------

Statement *parse_statement(Front *front);
Statement *parse_block(Front *front); // at `{`
Statement *statement_new(Front *front, StatementKind kind, Place place);
void skip_statement(Front *front);
void block_add(Front *front, Statement *block, Statement *statement);
bool statement_returns(const Statement *statement); // control does not reach its end

// ---- expressions.c ---------------------------------------------------------------------------------------------

Expression *parse_expression(Front *front); // with commas
Expression *parse_assignment(Front *front); // without
Expression *parse_conditional(Front *front);
Expression *parse_conditional_of_level(Front *front); // of a fold: up to its operator
Expression *parse_unary(Front *front);

// ---- primary.c -------------------------------------------------------------------------------------------------

Expression *parse_primary(Front *front);
Expression *parse_atom(Front *front); // without what is behind it
Expression *parse_name(Front *front);
Expression *parse_braces(Front *front); // {a, b}: EXPR_LIST without a type
unsigned parse_arguments(Front *front, const char *close, Expression **arguments);
bool is_launch_end(Front *front); // at `>>>`
Expression *make_zero(Front *front, const Type *type, Place place);
Expression *make_braced_value(Front *front, const Type *type, Place place); // T{...}, at `{`
Expression *make_overloads(Front *front, const Name *name, Expression *object);

// ---- operators.c -----------------------------------------------------------------------------------------------

extern const char *const OPERATOR_NAMES[]; // by Operator
Expression *expression_new(Front *front, ExpressionKind kind, const Type *type, Place place);
Expression *make_integer(Front *front, const Type *type, uint64_t value, Place place);
Expression *make_floating(Front *front, const Type *type, double value, Place place);
Expression *make_variable(Front *front, Variable *variable, Place place);
Expression *make_error(Front *front, Place place);
Expression *make_load(Front *front, Expression *expression); // the value of an lvalue; arrays and functions decay
Expression *make_dereference(Front *front, Expression *pointer, Place place);
Expression *make_member(Front *front, Expression *object, const Field *field, Place place);
Expression *make_unary(Front *front, ExpressionKind kind, const Type *type, Expression *left, Place place);
Expression *make_comma(Front *front, Expression *left, Expression *right, Place place);
Expression *make_binary(Front *front, Operator operator, Expression * left, Expression *right, Place place);
Expression *make_logical(Front *front, ExpressionKind kind, Expression *left, Expression *right, Place place);
Expression *make_choice(Front *front, Expression *condition, Expression *left, Expression *right, Place place);
Expression *make_sign(Front *front, const char *text, Expression *operand, Place place); // - + ! ~
Expression *make_step(Front *front, bool is_before, int step, Expression *operand, Place place);
Expression *make_offset(Front *front, Expression *pointer, Expression *index, bool negative, Place place);
Expression *make_update(Front *front, Operator operator, Expression * left, Expression *right, Place place); // +=
Expression *convert_operand(Front *front, Expression *operand); // a record with one conversion to a number
const Variable *root_of(const Expression *expression);          // the variable that an lvalue is a part of; NULL
Expression *make_address(Front *front, Expression *object, Place place);
Expression *make_temporary(Front *front, Expression *value);
Expression *make_assign(Front *front, Expression *left, Expression *right, Place place);
Expression *make_this(Front *front, Place place);                         // a value; `this` as written
Expression *make_object(Front *front, const Record *record, Place place); // *this of that record; NULL: there is none
Expression *find_member(Front *front, Expression *object, const char *name, Place place); // field; NULL
bool is_error(const Expression *expression);

// ---- calls.c --------------------------------------------------------------------------------------------------

// A call of one of the overloads, with arguments of a template or without.
typedef struct Callee {
    Symbol *overloads, *more; // more: found by the arguments' namespaces
    const TemplateArgument *template_arguments;
    unsigned template_count;
    Expression *object; // of a member; NULL
    Place place;
    unsigned name_length;
    const char *name;
    const Token *token; // of the name, if it is one
    bool is_quiet;      // no match is no error
} Callee;
Expression *make_call(Front *front, const Callee *callee, Expression **arguments, unsigned count);
Expression *call_function(Front *front, Function *function, Expression *object, Expression **arguments, unsigned count,
                          Place place);
Function *choose_function(Front *front, const Callee *callee, Expression **arguments, unsigned count);
Expression *call_operator(Front *front, const char *name, Expression *left, Expression *right,
                          Place place); // NULL: none
Expression *construct(Front *front, const Type *type, Expression **arguments, unsigned count, Place place, bool braces);
Symbol *associated_functions(Front *front, const char *name, Expression **arguments, unsigned count);
Function *function_for_type(Front *front, Symbol *overloads, const TemplateArgument *arguments, unsigned count,
                            const Type *type);
Expression *convert_stream(Front *front, Expression *stream);
Expression *make_launch(Front *front, Expression *kernel, const Callee *callee, Launch *launch, Expression **arguments,
                        unsigned count, Place place);

// ---- conversions.c --------------------------------------------------------------------------------------------

typedef enum { RANK_EXACT, RANK_QUALIFIED, RANK_PROMOTION, RANK_CONVERSION, RANK_USER, RANK_ELLIPSIS, RANK_NONE } Rank;
Rank conversion_rank(Front *front, Expression *from, const Type *to);
// As an initialisation does; an error says what it is for: "the argument `count` of `relax`".
Expression *convert(Front *front, Expression *from, const Type *to, const char *what);
Expression *convert_plainly(Front *front, Expression *value, const Type *to); // between scalars, without questions
Expression *upcast(Front *front, Expression *object, const Record *base);     // to a base class
Expression *convert_to_bool(Front *front, Expression *from);
Expression *cast(Front *front, Expression *from, const Type *to, const char *how, Place place); // "static_cast", "("
Expression *bind_reference(Front *front, Expression *from, const Type *reference, const char *what);

// ---- initialisers.c -------------------------------------------------------------------------------------------

bool is_initializer_list(const Type *type);
Expression *initialise_default(Front *front, const Type *type, Place place);                // of records
Expression *initialise(Front *front, const Type *type, Expression *from, const char *what); // from may be braces
void parse_initialiser(Front *front, Variable *variable, bool is_auto, const Specifiers *specifiers);
const Type *type_of_auto(Front *front, const Type *pattern, Expression *from, const char *name, Place place);

// ---- lambdas.c ------------------------------------------------------------------------------------------------

Expression *parse_lambda(Front *front);
void lambda_signature(Front *front, Template *template, Specifiers *specifiers, Declarator *declarator);

// ---- constants.c: constant expressions ------------------------------------------------------------------------

Expression *fold(Front *front, Expression *expression); // as a literal, if its operands are literals
// Whether its value is known when the program is compiled; functions are called for it. Says nothing.
bool constant_integer(Front *front, Expression *expression, uint64_t *value);
bool constant_floating(Front *front, Expression *expression, double *value);
const uint8_t *constant_image(Front *front, Expression *expression, const Type *type); // NULL: it is not known
uint64_t parse_constant(Front *front, const char *what);                               // an integer; fails otherwise

// ---- mangle.c -------------------------------------------------------------------------------------------------

const char *mangle_function(Front *front, const Function *function);
const char *mangle_variable(Front *front, const Variable *variable, const Scope *scope);
const char *record_mangled(Front *front, const Record *record);

// ---- checks.c: what a student should know ---------------------------------------------------------------------

void check_call(Front *front, Function *callee, Place place, unsigned length); // host and device
void check_unused(Front *front, Expression *expression);                       // of a statement
void check_condition(Front *front, Expression *expression);                    // = for ==
void note_suspects(Front *front, const Token *from, const Token *to);
bool is_library_name(const Token *token);
bool in_library(const Scope *scope); // of which this compiler has a part only
bool is_library_record(const Type *type);
bool is_suspect(const Front *front, const char *name);
void check_undeclared(Front *front, const char *name, const Token *token);
void fail_stray(Front *front, const Token *token);
void check_variable_use(Front *front, Expression *variable, const Token *token);
void check_host_access(Front *front, const Expression *object);
void check_returns(Front *front, Function *function);
bool in_device_code(const Front *front);
bool is_main(const Front *front, const Function *function); // the program's
bool in_host_code(const Front *front);

#endif
