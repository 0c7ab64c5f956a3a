// checks.c - what goes wrong when people learn CUDA, said in their terms.
#include "../../system/text_edits.h"
#include "front.h"

bool in_device_code(const Front *front) { return front->function && front->function->is_device; }
bool in_host_code(const Front *front) {
    return front->function && (!front->function->is_device || front->function->is_host);
}
static bool in_device_only(const Front *front) { return in_device_code(front) && !front->function->is_host; }
static bool in_host_only(const Front *front) { return front->function && !front->function->is_device; }

bool is_main(const Front *front, const Function *function) {
    return function->source->scope == front->global && !strcmp(function->name, "main");
}

// What kernels may call of the runtime, once they are linked with it.
static bool is_in_device_runtime(const Function *function) {
    static const char *const names[] = {"cudaMalloc",
                                        "cudaFree",
                                        "cudaGetLastError",
                                        "cudaPeekAtLastError",
                                        "cudaMemcpyAsync",
                                        "cudaMemcpy2DAsync",
                                        "cudaMemcpy3DAsync",
                                        "cudaMemsetAsync",
                                        "cudaMemset2DAsync",
                                        "cudaGetDevice",
                                        "cudaGetDeviceCount",
                                        "cudaDeviceGetAttribute",
                                        "cudaEventRecord",
                                        "cudaEventDestroy",
                                        "cudaFuncGetAttributes",
                                        "cudaEventCreateWithFlags",
                                        "cudaStreamDestroy",
                                        "cudaStreamWaitEvent",
                                        "cudaStreamCreateWithFlags",
                                        "cudaGetErrorString",
                                        "cudaGetErrorName",
                                        "cudaDeviceGetLimit",
                                        "cudaRuntimeGetVersion",
                                        "cudaDeviceGetCacheConfig",
                                        "cudaOccupancyMaxActiveBlocksPerMultiprocessor"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (function->source->is_header && !strcmp(function->name, names[i])) return true;
    return false;
}

static bool is_host_function(const Function *function) { return !function->is_device || function->is_host; }
static bool is_device_function(const Function *function) { return function->is_device || function->is_constexpr; }

void check_call(Front *front, Function *callee, Place place, unsigned length) {
    if (front->unevaluated || !front->function || callee->is_kernel || front->failed) return;
    if (in_device_only(front) && is_in_device_runtime(callee)) {
        refuse(front, place, length, "this compiler cannot compile `%s` in code of the GPU",
               "call it in host code, before the launch or after it", callee->name);
    } else if (in_device_only(front) && !is_device_function(callee)) {
        const char *advice = callee->source->is_header ? "GPU code cannot call it"
                                                       : "write `__device__` before it, so that kernels can call it";
        also(fail(front, place, length, "the host function `%s` is called from `%s`, which runs on the GPU", advice,
                  callee->shown, front->function->shown),
             callee->source->is_header ? (Place){0} : callee->place, "it is declared here");
    } else if (in_host_only(front) && !is_host_function(callee) && !callee->is_constexpr &&
               !front->function->is_constexpr) {
        const char *advice = callee->source->is_header
                                 ? "it belongs into a kernel"
                                 : "call it in a kernel, or write `__host__ __device__` before it";
        also(fail(front, place, length, "`%s` runs on the GPU only, and `%s` is host code", advice, callee->shown,
                  front->function->shown),
             callee->source->is_header ? (Place){0} : callee->place, "it is declared here");
    }
}

static bool is_of_thread(const Variable *variable) {
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (variable->is_extern && !strcmp(variable->name, names[i])) return true;
    return false;
}

void check_variable_use(Front *front, Expression *expression, const Token *token) {
    const Variable *variable = expression->variable;
    if (front->unevaluated || !front->function || front->failed) return;
    if (in_host_only(front) && is_of_thread(variable) && !front->function->is_constexpr) {
        // nvcc compiles it: its value means nothing there.
        refuse(front, token->place, token->length, "this compiler cannot compile `%s` in `%s`, which is host code",
               "use it in a kernel: a function that is declared `__global__`", variable->name, front->function->shown);
        return;
    }
    if (variable->function && variable->function != front->function && variable->space == SPACE_LOCAL &&
        !variable->image) {
        fail(front, token->place, token->length, "`%s` belongs to the surrounding function and is not captured",
             "write it in the brackets of the lambda: [%s]", variable->name, variable->name);
        return;
    }
    bool is_known = variable->image && (variable->is_constexpr || (variable->type->qualifiers & IS_CONST) ||
                                        variable->type->kind == TYPE_ARRAY);
    if (in_device_only(front) && variable->space == SPACE_HOST && !is_known && variable->type->kind != TYPE_ERROR)
        also(fail(front, token->place, token->length, "`%s` is a variable of the host, and `%s` runs on the GPU",
                  "pass its value as an argument, or declare it `__device__`", variable->name, front->function->shown),
             variable->place, "it is declared here");
}

// A host function that reads or changes a variable of the device gets at a copy that no kernel sees.
void check_host_access(Front *front, const Expression *object) {
    while (object->kind == EXPR_MEMBER || object->kind == EXPR_DEREFERENCE || object->kind == EXPR_OFFSET ||
           object->kind == EXPR_DECAY)
        object = object->left;
    if (object->kind != EXPR_VARIABLE || front->unevaluated || !front->function || !in_host_only(front)) return;
    Space space = object->variable->space;
    if (object->variable->image && object->variable->type->qualifiers & IS_CONST) return;
    if (space == SPACE_DEVICE || space == SPACE_CONSTANT || space == SPACE_SHARED)
        warn_of(front, object->place, (unsigned)strlen(object->variable->name),
                "`%s` is in memory of the GPU, and `%s` is host code",
                space == SPACE_SHARED ? "use it in a kernel"
                                      : "copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol",
                object->variable->name, front->function->shown);
}

// ---- names that nobody declared -------------------------------------------------------------------------------

static const struct {
    const char *name, *advice;
} KNOWN[] = {{"syncthreads", "did you mean `__syncthreads()`?"},
             {"__syncthread", "did you mean `__syncthreads()`?"},
             {"threadIDx", "did you mean `threadIdx`?"},
             {"threadidx", "did you mean `threadIdx`?"},
             {"blockidx", "did you mean `blockIdx`?"},
             {"cout", "write std::cout, and #include <iostream>; kernels print with printf"},
             {"string", "write std::string, and #include <string>"},
             {"vector", "write std::vector, and #include <vector>"},
             {"__shfl", "write __shfl_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__shfl_up", "write __shfl_up_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__shfl_down", "write __shfl_down_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__shfl_xor", "write __shfl_xor_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__ballot", "write __ballot_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__any", "write __any_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"__all", "write __all_sync(0xffffffff, ...): the mask says which lanes take part"},
             {"NULL", "write nullptr"},
             {"None", "write nullptr"},
             {"True", "write true"},
             {"False", "write false"},
             {"elif", "write `else if`"},
             {"let", "write auto"},
             {"def", "write the type of what the function returns instead: `void` for nothing"},
             {"include", "write `#include`"},
             {"curandState", "#include <curand_kernel.h>"},
             {"cg", "#include <cooperative_groups.h> and write `namespace cg = cooperative_groups;`"},
             {"cooperative_groups", "#include <cooperative_groups.h>"},
             {"assert", "#include <cassert>"}};

// Of the C library, which this compiler does not know.
static const char C_LIBRARY[] =
    " _Exit aligned_alloc asctime at_quick_exit atexit bsearch clock clock_gettime ctime difftime drand48 execl "
    "execv fclose feof ferror fflush fgetc fgets fileno fopen fork fputc fputs fread freopen fscanf fseek ftell "
    "fwrite getc getchar getcwd gethostname getline getpid gettimeofday gmtime gmtime_r isalnum isalpha isdigit "
    "islower isspace isupper labs ldiv llabs lldiv llrint llround localtime localtime_r longjmp lrand48 lrint "
    "mbstowcs memchr memmove mktime nanosleep pclose perror popen putenv qsort quick_exit raise rand_r random "
    "remove rename rewind scanf setbuf setenv setjmp setvbuf signal sleep sprintf srand48 srandom sscanf "
    "strcasecmp strcat strcpy strcspn strdup strerror strftime strncasecmp strncat strncpy strndup strnlen "
    "strpbrk strrchr strsep strspn strtof strtok strtold strtoll strtoull sysconf system time timespec_get "
    "tmpfile tmpnam tolower toupper ungetc usleep vfprintf vprintf vsnprintf waitpid wcstombs ";

static bool is_in_c_library(const char *name) {
    char word[64];
    return snprintf(word, sizeof word, " %s ", name) < (int)sizeof word && strstr(C_LIBRARY, word);
}

// `std::` and the like: namespaces of which this compiler has parts only.
bool is_library_name(const Token *token) {
    static const char *const names[] = {"std", "cooperative_groups", "cuda", "nvcuda", "thrust", "cub"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (token->kind == TOKEN_NAME && is_token(token, names[i])) return is_token(token + 1, "::");
    return false;
}

bool in_library(const Scope *scope) {
    static const char *const names[] = {"std", "cooperative_groups"};
    for (; scope; scope = scope->parent)
        for (size_t i = 0; i < sizeof names / sizeof *names && scope->kind == SCOPE_NAMESPACE && scope->name; i++)
            if (!strcmp(scope->name, names[i])) return true;
    return false;
}

bool is_library_record(const Type *type) {
    return type && type->kind == TYPE_RECORD && in_library(type->record->scope);
}

static const char *advice_for(const char *name) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (!strcmp(name, KNOWN[i].name)) return KNOWN[i].advice;
    return NULL;
}

// In which of our headers a name of the standard library is.
static const char *header_of(const char *name) {
    static const char *const names[][2] = {
        {"vector", "vector"},          {"string", "string"},   {"to_string", "string"}, {"cout", "iostream"},
        {"cerr", "iostream"},          {"endl", "iostream"},   {"setw", "iomanip"},     {"fixed", "iomanip"},
        {"setprecision", "iomanip"},   {"setfill", "iomanip"}, {"clog", "iostream"},    {"hex", "iomanip"},
        {"runtime_error", "stdexcept"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name)) return names[i][1];
    return NULL;
}

static const char *nearest_word(const char *name) {
    static const char *const words[] = {"float",
                                        "double",
                                        "int",
                                        "unsigned",
                                        "void",
                                        "bool",
                                        "char",
                                        "long",
                                        "const",
                                        "constexpr",
                                        "static",
                                        "return",
                                        "while",
                                        "for",
                                        "__global__",
                                        "__device__",
                                        "__shared__",
                                        "__host__",
                                        "__constant__",
                                        "template",
                                        "struct",
                                        "__restrict__",
                                        "__launch_bounds__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_edits(name, words[i], false) <= (strlen(words[i]) > 5 ? 3u : 1u + (strlen(words[i]) > 3)))
            return words[i];
    return NULL;
}

// A function or constant of that name further down in the file.
static const Token *declared_later(const Token *from) {
    if (from->from_macro) return NULL;
    for (const Token *token = from + 1; token->kind != TOKEN_END; token++) {
        if (token->text != from->text || token->kind != TOKEN_NAME || token->place.file != from->place.file) continue;
        const Token *before = token - 1;
        bool has_type = (before->kind == TOKEN_NAME && !is_token(before, "return") && !is_token(before, "else")) ||
                        ((is_token(before, "*") || is_token(before, "&")) && before[-1].kind == TOKEN_NAME);
        bool is_local = token->place.column > 40 || before->place.line != token->place.line;
        if (has_type && !is_local && (is_token(token + 1, "(") || (is_token(token + 1, "=") && token[-2].starts_line)))
            return token;
    }
    return NULL;
}

// A declaration with an error declares nothing; whoever uses its names would get errors that follow from the first.
void note_suspects(Front *front, const Token *from, const Token *to) {
    for (const Token *token = from; token < to && !is_token(token, "{"); token++) {
        bool is_declared = is_token(token + 1, "(") || is_token(token + 1, "=") || is_token(token + 1, ";") ||
                           is_token(token + 1, "[") || is_token(token + 1, "{") || is_token(token + 1, ":") ||
                           is_token(token + 1, ",");
        if (token->kind != TOKEN_NAME || is_keyword(token->text) || !is_declared) continue;
        front->suspects = front_grow(front, front->suspects, front->suspect_count, sizeof *front->suspects);
        front->suspects[front->suspect_count++] = token->text;
    }
}

bool is_suspect(const Front *front, const char *name) {
    for (unsigned i = 0; i < front->suspect_count; i++)
        if (!strcmp(front->suspects[i], name)) return true;
    return false;
}

void check_undeclared(Front *front, const char *name, const Token *token) {
    if (front->failed) return;
    if (front->quiet || is_suspect(front, name)) {
        front->failed = true;
        return;
    }
    const char *header = is_token(token, "std") && is_token(token + 1, "::") ? header_of(token[2].text) : NULL;
    if (header) {
        fail(front, token[2].place, token[2].length, "`std::%s` is not declared", "write `#include <%s>` at the top",
             token[2].text, header);
        return;
    }
    if (is_library_name(token)) {
        refuse(front, token[2].place, token[2].length, "this compiler's `%s` has no `%s`", "nvcc's may have it", name,
               token[2].text);
        return;
    }
    const char *advice = advice_for(name);
    const char *nearest = advice ? NULL : name_nearest(front, name), *word = advice ? NULL : nearest_word(name);
    if (word && (!nearest || text_edits(name, word, false) < text_edits(name, nearest, false))) nearest = word;
    bool is_runtime = !strncmp(name, "cuda", 4) && name[4] >= 'A' && name[4] <= 'Z';
    if ((is_runtime && (!nearest || text_edits(name, nearest, false) > 2)) || is_in_c_library(name)) {
        refuse(front, token->place, token->length, "this compiler does not know `%s`", "nvcc may know it", name);
    } else if (declared_later(token)) {
        also(fail(front, token->place, token->length, "`%s` is not declared yet: its declaration follows further down",
                  "move that declaration above this function", name),
             declared_later(token)->place, "it is declared here");
    } else if (advice) {
        fail(front, token->place, token->length, "`%s` is not declared", advice, name);
    } else if (nearest) {
        Symbol *symbol = name_find(front, intern_text(front, nearest));
        Diagnostic *said =
            fail(front, token->place, token->length, "`%s` is not declared", "did you mean `%s`?", name, nearest);
        if (symbol && symbol->place.line && symbol->place.file == token->place.file)
            also(said, symbol->place, "`%s` is declared here", nearest);
    } else {
        fail(front, token->place, token->length, "`%s` is not declared",
             "declare it above this line, or check its spelling", name);
    }
}

// ---- statements that do nothing -------------------------------------------------------------------------------

void check_unused(Front *front, Expression *expression) {
    const char *what = NULL;
    switch (expression->kind) {
    case EXPR_BINARY:
        what = expression->op == OP_EQUAL ? "this compares and does nothing with the result"
                                          : "the result of this is not used";
        break;
    case EXPR_LOAD:
    case EXPR_VARIABLE:
    case EXPR_MEMBER:
    case EXPR_DEREFERENCE:
    case EXPR_INTEGER:
    case EXPR_FLOATING:
    case EXPR_NEGATE:
    case EXPR_OFFSET: what = "this value is not used"; break;
    case EXPR_FUNCTION: what = "this names a function and does not call it"; break;
    default: break;
    }
    if (what && expression->kind == EXPR_BINARY && expression->op == OP_EQUAL)
        warn_of(front, expression->place, 2, "%s", "write `=` to assign", what);
    else if (what && expression->kind == EXPR_FUNCTION)
        warn_of(front, expression->place, 1, "%s", "write parentheses behind its name", what);
    else if (what) warn_of(front, expression->place, 1, "%s", NULL, what);
    if (expression->kind == EXPR_CALL && expression->function->source->is_nodiscard)
        warn_of(front, expression->place, (unsigned)strlen(expression->function->name),
                "the result of `%s` is not used", NULL, expression->function->shown);
}

void check_condition(Front *front, Expression *expression) {
    if (expression->kind == EXPR_ASSIGN && !expression->has_parentheses)
        warn_of(front, expression->place, 1, "this assigns; it does not compare",
                "write `==` to compare, or parentheses around the assignment if it is meant");
}

void check_returns(Front *front, Function *function) {
    if (function->result->kind == TYPE_VOID || function->is_constructor || function->is_destructor ||
        !strcmp(function->name, "main"))
        return;
    if (function->source->is_header || statement_returns(function->body)) return;
    Place place = function->end.line ? function->end : function->place;
    warn_of(front, place, 1, "`%s` ends without `return`, and it returns `%s`",
            "write `return` with the value before this brace", function->shown, show_type(front, function->result));
}
