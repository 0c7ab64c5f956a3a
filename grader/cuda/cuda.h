// cuda.h - a small compiler of CUDA C++: text to typed tree to PTX.
//
// The front end reads a file and makes a tree in which nothing is left to guess: every name is resolved, every template
// is an instance with types and numbers in place of its parameters, and every implicit conversion is an expression of
// its own. Code generator and interpreter walk that tree; neither knows C++.
//
//     text -> tokens -> preprocessor -> parser (with types, overloads, conversions, templates) -> Unit
//     Unit -> cuda_emit_ptx()     kernels, as PTX
//     Unit -> interpreter         host functions and constant expressions
//
// The input is hostile. Nothing here recurses deeper, loops longer, or allocates more than its budget allows; a budget
// that is used up is a diagnostic. After an error the parser sees the end of the function everywhere, so it returns
// without a longjmp. All memory of a Unit is in its arena.
#ifndef CUDA_H
#define CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Arena CudaArena;
typedef struct Type Type;
typedef struct Field Field;
typedef struct Variable Variable;
typedef struct Function Function;
typedef struct Expression Expression;
typedef struct Statement Statement;
typedef struct Unit Unit;

// Where something is in the source. For the text of a macro it is the place of the macro's use.
typedef struct {
    uint16_t file;   // Unit.files[]
    uint16_t column; // from 1; 0: not known
    uint32_t line;   // from 1; 0: not known
} Place;

// ---- diagnostics ----------------------------------------------------------------------------------------------

typedef enum {
    DIAGNOSTIC_ERROR,   // C++ does not allow it
    DIAGNOSTIC_REFUSED, // C++ allows it, and this compiler cannot compile it
    DIAGNOSTIC_WARNING, // it compiles, and is probably not what was meant
} DiagnosticKind;

typedef struct {
    DiagnosticKind kind;
    Place place;
    unsigned length;    // characters to mark from place on; 0: one
    char message[320];  // what is wrong: "`coutn` is not declared"
    char advice[320];   // what to do: "did you mean `count`?"; empty: the message says all
    Place other;        // a second place that the message is about; line 0: none
    char other_is[120]; // what is there: "`count` is declared here"
    char function[120]; // in which it is; empty: in none
} Diagnostic;

typedef struct Diagnostics {
    Diagnostic *list;
    unsigned count, room;
    unsigned counts[3]; // by kind
} Diagnostics;

// Adds one and returns it, so that the caller can add a second place; never NULL. `message` and `advice` are printf
// formats that share the arguments: those of the message first. NULL advice: none.
Diagnostic *diagnostic_add(Diagnostics *diagnostics, DiagnosticKind kind, Place place, const char *message,
                           const char *advice, ...);
// All of them as a reader expects them: file:line:column, the line, a caret, the advice.
void diagnostics_print(const Diagnostics *diagnostics, const Unit *unit, FILE *to, bool colours);
void diagnostics_free(Diagnostics *diagnostics);

// ---- types ----------------------------------------------------------------------------------------------------

typedef enum {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR, // plain char, which is signed
    TYPE_SIGNED_CHAR,
    TYPE_UNSIGNED_CHAR,
    TYPE_SHORT,
    TYPE_UNSIGNED_SHORT,
    TYPE_INT,
    TYPE_UNSIGNED,
    TYPE_LONG, // 8 bytes
    TYPE_UNSIGNED_LONG,
    TYPE_LONG_LONG,
    TYPE_UNSIGNED_LONG_LONG,
    TYPE_HALF,     // __half: arithmetic is that of single operations, rounded to 16 bits each
    TYPE_BFLOAT16, // __nv_bfloat16
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_NULL, // of nullptr; converted away except where it stays unused
    TYPE_ENUM, // base is the integer type that its values have
    TYPE_POINTER,
    TYPE_REFERENCE, // of variables, parameters, fields and results; an expression never has such a type
    TYPE_ARRAY,
    TYPE_RECORD, // struct, class, union, closure of a lambda
    TYPE_FUNCTION,
    TYPE_ERROR,     // of what has a diagnostic already
    TYPE_PARAMETER, // of a template, while its arguments are deduced: the parser's own, never in the tree
    TYPE_PATTERN,   // likewise an instance of a class template with such parameters
} TypeKind;

enum { IS_CONST = 1, IS_VOLATILE = 2, IS_RESTRICT = 4 };

// Types are unique: two that are equal have the same address. Qualifiers make another type; `plain` is without them.
struct Type {
    TypeKind kind;
    uint8_t qualifiers;
    bool is_rvalue_reference;
    bool is_complete;
    uint32_t align;
    uint64_t size;
    const Type *plain;
    const Type *base;      // pointed or referred to, element, result of a function, integer type of an enum
    uint64_t length;       // of an array; 0 with is_complete false: unknown
    const Type **elements; // TYPE_FUNCTION: its parameters
    unsigned element_count;
    struct Record *record; // TYPE_RECORD; TYPE_ENUM: its name
    // The parser's own.
    unsigned parameter;       // of a template: TYPE_PARAMETER; the length of a TYPE_ARRAY, from 1
    struct Template *pattern; // TYPE_PATTERN, with pattern_arguments
    const struct TemplateArgument *pattern_arguments;
    unsigned pattern_count;
    Type *next_same; // in the table of types
};

struct Field {
    const char *name; // NULL: a base class, or an anonymous union
    const Type *type; // may be a reference: what a lambda captures by reference; its size is a pointer's
    uint64_t offset;
    bool is_base;
    Place place;
    const struct CudaToken *initial_at; // the parser's: where its initial value is written
};

typedef struct Record {
    const char *name; // "" of closures
    const char *mangled;
    const Type *type;
    Field *fields; // bases first; without static members
    unsigned field_count;
    bool is_union, is_closure;
    bool is_vector; // float4 and the like, which are loaded and stored at once
    bool is_scoped; // an enum class
    bool has_destructor;
    bool hides, has_friends; // hides: what is declared next is private
    Place place;
    // The parser's own: members, and of an instance of a template its template and arguments.
    struct Scope *scope;
    struct Template *instance_of;
    const struct TemplateArgument *instance_arguments;
    unsigned instance_count;
} Record;

bool type_is_integer(const Type *type); // bool, characters, int...; enums too
bool type_is_signed(const Type *type);
bool type_is_floating(const Type *type); // half, bfloat16, float, double
bool type_is_scalar(const Type *type);   // integers, floating, pointers, nullptr
// "const float *": for messages. The text is in the unit's arena.
const char *type_name(Unit *unit, const Type *type);

// ---- expressions ----------------------------------------------------------------------------------------------

// An expression is an lvalue (it says where an object is) or a value. Which of them a kind is, is written after it:
// L, V, or "as operand". `type` is the type of the object or value, never a reference.
typedef enum {
    EXPR_ERROR,       // V  has a diagnostic
    EXPR_INTEGER,     // V  integer; bool, enums, and null pointers too
    EXPR_FLOATING,    // V  floating
    EXPR_STRING,      // L  text, text_length without the final zero; an array of const char
    EXPR_VARIABLE,    // L  variable; if that is a reference: what it refers to
    EXPR_FUNCTION,    // V  function: its address, as a pointer
    EXPR_LOAD,        // V  the value of left, an lvalue
    EXPR_DEREFERENCE, // L  what the pointer left points to. a[i] is *(a + i)
    EXPR_MEMBER,      // as operand: field of left. If the field is a reference: L, what it refers to
    EXPR_TEMPORARY,   // L  a new object with the value of left, alive until the end of the function
    EXPR_ADDRESS,     // V  pointer to left, an lvalue
    EXPR_DECAY,       // V  pointer to the first element of left, an lvalue of an array
    EXPR_CONVERT,     // V  left's value as `type`: between arithmetic types, enums and pointers; to bool: != 0
    EXPR_DISCARD,     // V  of void: left is computed, its value or place is not used
    EXPR_NEGATE,      // V  -left
    EXPR_COMPLEMENT,  // V  ~left
    EXPR_NOT,         // V  !left, left is a bool
    EXPR_BINARY,      // V  left op right, both of one type (shifts: of the left's); comparisons give bool
    EXPR_OFFSET,      // V  the pointer left + right elements; right is a 64-bit integer, signed or unsigned
    EXPR_DIFFERENCE,  // V  elements from pointer right to pointer left, a long
    EXPR_AND,         // V  left && right, bools
    EXPR_OR,          // V  left || right
    EXPR_CONDITIONAL, // condition ? left : right, which are both lvalues, or both values (or both void)
    EXPR_COMMA,       // left, right: as right
    EXPR_ASSIGN,      // L  left = right, a value of left's type (records too)
    EXPR_BIND,       // V  of void, in constructors: the reference `field` of the object left refers to right, an lvalue
    EXPR_UPDATE,     // L  left op= right: left = convert(convert(left, right's type) op right, left's type)
                     //    Shifts: left is converted to compute_type. Pointers: op is ADD or SUBTRACT, right a long.
    EXPR_PRE_UPDATE, // L  ++left, --left: integer is 1 or -1; integers, floating, pointers
    EXPR_POST_UPDATE,  // V  left++, left--: the value before
    EXPR_CALL,         // function(arguments). L if its result type is a reference, else V. `this` is the first argument
    EXPR_CALL_POINTER, // the function that left points to; arguments, L or V as above
    EXPR_BUILTIN,      // V  builtin(arguments), of builtins.def; the types of arguments say which overload
    EXPR_LIST,         // V  of a record or array: arguments[i] is field or element i; what is missing is zero
    EXPR_ZERO,         // V  of any type: all zero
    EXPR_CONSTRUCT,    // V  a new record on which function, a constructor, is called: its `this` is the new object
    EXPR_LAUNCH,       // V  of void: function<<<launch>>>(arguments); function NULL: the kernel that left points to
    EXPR_NEW,          // V  host and device heap: new type[left] if left, right is the initial value or NULL
    EXPR_DELETE,       // V  of void: delete left; integer 1: delete []
} ExpressionKind;

typedef enum {
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_EQUAL, // from here on comparisons; pointers too
    OP_NOT_EQUAL,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
} Operator;

typedef enum {
#define BUILTIN(name, spelling) BUILTIN_##name,
#include "builtins.def"
#undef BUILTIN
    BUILTIN_COUNT,
    BUILTIN_NONE = BUILTIN_COUNT,
} Builtin;

typedef struct {
    Expression *grid, *block; // values of dim3
    Expression *shared;       // size_t; NULL: 0
    Expression *stream;       // pointer; NULL: the default stream
} Launch;

struct Expression {
    ExpressionKind kind;
    bool is_lvalue;
    bool has_parentheses; // as written
    uint8_t op;           // Operator of EXPR_BINARY, EXPR_UPDATE
    Place place;          // the operator's or the name's
    const Type *type;
    Expression *left, *right, *condition;
    Expression **arguments;
    unsigned argument_count;
    union {
        uint64_t integer; // extended to 64 bits as its type says
        double floating;
        struct {
            const char *text;
            size_t text_length;
        };
        Variable *variable;
        Function *function;
        const Field *field;
        Builtin builtin;
        const Type *compute_type; // EXPR_UPDATE: in which the operation is done
    };
    Launch *launch;
    struct Callee *overloads; // the parser's own: of EXPR_FUNCTION, what can still be chosen
};

// ---- statements -----------------------------------------------------------------------------------------------

typedef enum {
    STATEMENT_EXPRESSION, // expression
    STATEMENT_DECLARE,    // variable, with variable->initial
    STATEMENT_BLOCK,      // list
    STATEMENT_IF,         // expression, a bool; body, otherwise or NULL
    STATEMENT_FOR,        // initial or NULL; expression or NULL, a bool; step or NULL; body. While loops too
    STATEMENT_DO,         // body, expression
    STATEMENT_SWITCH,     // expression, an integer; body, in which are cases
    STATEMENT_CASE,       // value; DEFAULT: of the innermost switch
    STATEMENT_DEFAULT,
    STATEMENT_BREAK,
    STATEMENT_CONTINUE,
    STATEMENT_RETURN, // expression or NULL: a value of the result's type, or an lvalue if that is a reference
    STATEMENT_ASM,    // assembly
    STATEMENT_EMPTY,
} StatementKind;

enum { UNROLL_UNSAID = 0, UNROLL_ALL = -1 };

typedef struct {
    const char *constraint; // "r", "=f", "+l", "n"
    Expression *expression; // an lvalue if constraint begins with = or +
} AssemblyOperand;

typedef struct {
    const char *text;
    AssemblyOperand *operands; // outputs first, as %0, %1, ...
    unsigned count, outputs;
    bool is_volatile, clobbers_memory;
} Assembly;

struct Statement {
    StatementKind kind;
    bool is_open; // BLOCK: its variables belong to the scope around it (`int a, b;`, and what the parser adds)
    int unroll;   // of FOR and DO: #pragma unroll n; UNROLL_ALL without n, UNROLL_UNSAID without the pragma
    Place place, end;
    Expression *expression, *step;
    Statement *initial, *body, *otherwise;
    Statement **list;
    unsigned count;
    union {
        Variable *variable;
        int64_t value;
        Assembly *assembly;
    };
};

// ---- variables and functions ----------------------------------------------------------------------------------

typedef enum {
    SPACE_LOCAL,          // of a function: local variables and parameters
    SPACE_HOST,           // namespace scope, or static in a function, of the host
    SPACE_DEVICE,         // __device__
    SPACE_CONSTANT,       // __constant__
    SPACE_MANAGED,        // __managed__
    SPACE_SHARED,         // __shared__
    SPACE_SHARED_DYNAMIC, // extern __shared__: its array has no length
} Space;

struct Variable {
    const char *name;
    const char *mangled; // of those with linkage, and of static ones in functions: unique in the unit
    const Type *type;    // TYPE_REFERENCE of references
    Space space;
    bool is_parameter, is_constexpr, is_static, is_extern;
    uint32_t align;       // at least type->align
    uint32_t number;      // dense: unit->variable_count is their number
    Expression *initial;  // NULL: none. A value of the type; an lvalue if the type is a reference
    const uint8_t *image; // type->size bytes: the value, if it is known at compile time (constants, device variables)
    Place place;
    Function *function; // in which it is; NULL: none
};

struct Function {
    const char *name;    // "reduce", "operator()"
    const char *mangled; // as nvcc's
    const char *shown;   // for messages: "reduce<float, 32>"
    const Type *type;    // TYPE_FUNCTION
    const Type *result;
    Variable **parameters; // `this` first
    unsigned parameter_count;
    Statement *body; // NULL: none here
    bool is_kernel, is_device, is_host, is_constexpr, is_static, is_inline, is_noinline;
    bool is_member, is_constructor, is_destructor, is_conversion, is_instance, is_variadic;
    Builtin builtin;                                      // BUILTIN_NONE: none
    uint32_t max_threads, min_blocks, max_cluster_blocks; // of __launch_bounds__; 0: not given
    uint32_t cluster[3];                                  // of __cluster_dims__; 0: not given
    uint32_t number;                                      // dense: unit->function_count is their number
    Place place, end;
    bool failed;                   // its body has an error
    struct FunctionSource *source; // the parser's: tokens, templates, scopes
};

// ---- the whole ------------------------------------------------------------------------------------------------

typedef struct {
    const char *name; // as shown
    const char *text;
    size_t size;
    const char **lines; // starts of its lines
    uint32_t line_count;
    bool is_own; // of headers/
} SourceFile;

struct Unit {
    CudaArena *arena;
    SourceFile *files; // [0] is the one that was asked for
    unsigned file_count;
    Function **functions; // all that have a body and are defined, or are used instances; callees too
    unsigned function_count;
    Variable **variables; // all, by number
    unsigned variable_count;
    Diagnostics *diagnostics;
    struct Front *front; // the parser's
};

enum { CUDA_PATH = 1024 };

// A header that the source may include: the project's own. The standard's and CUDA's are known by name.
typedef struct {
    // Asks for a header that a file includes by "name", and for its path; NULL: there are none. The compiler frees the
    // text that this gives (NULL: there is no such header).
    char *(*find_header)(void *context, const char *name, const char *includer, char path[CUDA_PATH]);
    void *context;
    const char *const *definitions; // "NAME=VALUE"
    unsigned definition_count;
    uint32_t architecture; // 900: __CUDA_ARCH__ of sm_90; 0: that
    uint64_t memory_limit; // bytes; 0: 256 MiB
    uint64_t step_limit;   // of constant evaluation; 0: 10,000,000
} CudaOptions;

// Reads a file. *diagnostics must be zero or have been used before. Never NULL; whether it can be compiled further is
// whether diagnostics->counts[DIAGNOSTIC_ERROR] and [DIAGNOSTIC_REFUSED] are 0.
Unit *cuda_parse(const char *name, const char *text, const CudaOptions *options, Diagnostics *diagnostics);
void cuda_free(Unit *unit);
// Memory that lives as long as the unit, zeroed.
void *unit_alloc(Unit *unit, size_t size);
const char *unit_format(Unit *unit, const char *format, ...);

// The code generator's entry: the PTX of all kernels and device variables. Adds diagnostics; false: there is no PTX.
typedef struct {
    bool with_values; // asked for: before accesses and barriers, .pragma "values ..." says where variables are
    char *text;       // malloc
    size_t size;
} CudaOutput;
bool cuda_emit_ptx(Unit *unit, CudaOutput *output);

#endif
