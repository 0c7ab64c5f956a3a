// reader.h - what the parts of the PTX reader share; nobody else includes it.
//
// The reader walks the text once. Every name is interned, and a Name knows what it stands for at this point
// of the text: its innermost symbol. Leaving a scope { } takes that scope's symbols off again, so that looking a
// name up costs the same however deep or long the text is. An error leaves the reader at once: no
// function below returns after reader_fail, and all memory is the arena's.
#ifndef PTX_READER_H
#define PTX_READER_H

#include "../base/arena.h"
#include "../base/attempt.h"
#include "lexer.h"
#include "ptx.h"

enum {
    SCOPES_MAX = 100, // module scope 0, a function's parameters 1, its body 2, inner scopes 3...
    MODULE_SCOPE = 0,
    PARAMETER_SCOPE = 1,
    RANGE_MAX = 1000000,  // registers that one %r<N> declares
    VECTOR_DEPTH_MAX = 4, // operands within operands
    DIMENSIONS_MAX = 16,
    MODIFIERS_MAX = 32,
    FILES_MAX = 65536,
    INITIAL_BYTES_MAX = 256 << 20 // of all initialised variables together
};

#define VARIABLE_BYTES_MAX (UINT64_C(4) << 30)
#define UNUSED_REGISTER UINT32_MAX

typedef enum {
    SYMBOL_REGISTER, // index: register, or UNUSED_REGISTER until an instruction names it; then type says what it is
    SYMBOL_VECTOR,   // registers index, index + 1, ... (components)
    SYMBOL_RANGE,    // %r<count>
    SYMBOL_VARIABLE,
    SYMBOL_FUNCTION,
    SYMBOL_SPECIAL,
    SYMBOL_LABEL, // index: instruction
    SYMBOL_TABLE
} SymbolKind;

typedef struct Name Name;

typedef struct Symbol {
    SymbolKind kind;
    uint32_t index, count;
    uint32_t depth;     // of its scope
    PtxType type;       // registers and ranges
    uint8_t components; // registers and ranges: 1, 2 or 4
    Name *name;
    struct Symbol *shadowed;  // what the name stood for outside this scope
    struct Symbol *neighbour; // the next symbol of the same scope
} Symbol;

struct Name {
    const char *text;
    uint32_t length;
    uint32_t number; // %r12: 12
    Name *prefix;    // %r12: %r; NULL if the name does not end in a number
    uint64_t hash;
    Symbol *symbol;       // innermost meaning but for ranges
    Symbol *range;        // innermost range with this prefix
    int opcode;           // of a mnemonic; -1: nobody has asked
    uint32_t text_offset; // 1 + place of the debug string that the label marks; 0: marks none
};

// A label that an instruction or a table names: its place is known when its scope ends.
typedef struct {
    Name *name;
    uint32_t line, column;
    uint32_t instruction, table; // as OPERAND_LABEL's index and count
} LabelReference;

typedef struct {
    Name *name;
    uint32_t addend, function;
} LocationNote;

typedef struct Reader {
    Lexer lexer;
    Token token; // the one to look at
    Attempt attempt;
    PtxError *error;
    Arena *arena;
    PtxModule *module;
    uint32_t variable_room, function_room, file_room, location_room;

    Name **names; // open addressing; a power of two of places
    uint32_t name_count, name_places;
    uint32_t name_line, name_column; // of the last one read
    uint64_t hash_seed;
    Symbol *scopes[SCOPES_MAX];         // symbols of each open scope
    uint32_t scope_pending[SCOPES_MAX]; // pending references when it was opened
    uint32_t depth;

    uint64_t initial_bytes;
    LocationNote *notes; // beside module->locations
    uint32_t note_room;
    uint32_t *places; // open addressing: latest location of a function, file, line and column
    uint32_t place_count;
    char *debug_text; // contents of .debug_str
    uint32_t debug_length, debug_room;

    // The function whose body is being read.
    PtxFunction *function;
    int32_t function_index; // -1 outside
    uint32_t location;
    bool keep_rolled; // .pragma "nounroll" was read, and no instruction since
    bool some_bytes;  // of the next instruction
    PtxNamed *named;  // likewise
    uint32_t named_count, named_room;
    uint32_t instruction_room, register_room, table_room;
    PtxOperand *operands; // of the instruction being read
    uint32_t operand_count, operand_room;
    LabelReference *references;
    uint32_t reference_count, reference_room;
    uint32_t *pending; // references whose scope has not ended
    uint32_t pending_count, pending_room;
} Reader;

// reader.c: errors, tokens, memory.
_Noreturn void reader_fail(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void reader_fail_at(Reader *reader, uint32_t line, uint32_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void reader_next(Reader *reader);
bool reader_at(const Reader *reader, char mark);
bool reader_at_word(const Reader *reader, const char *word);   // a name
bool reader_at_dotted(const Reader *reader, const char *word); // a dotted word
bool reader_skip(Reader *reader, char mark);                   // moves on if it is there
void reader_expect(Reader *reader, char mark);
uint64_t reader_integer(Reader *reader);               // signed or not, as two's complement
uint32_t reader_count(Reader *reader, uint32_t limit); // an unsigned integer up to limit
void pragma_read(Reader *reader);                      // what follows ".pragma"
void *reader_alloc(Reader *reader, size_t count, size_t size);
void *reader_grow(Reader *reader, const void *items, uint32_t count, uint32_t *room, size_t size);

// Makes room for one more item in an array of the arena.
#define READER_ROOM(reader, items, count, room)                                                                        \
    ((count) < (room) ? (void)0 : (void)((items) = reader_grow(reader, items, count, &(room), sizeof *(items))))

// names.c: what names stand for.
void names_start(Reader *reader);
Name *name_intern(Reader *reader, const char *text, size_t length);
Name *name_read(Reader *reader); // the name at the token, which moves on
Symbol *name_bind(Reader *reader, Name *name, SymbolKind kind, uint32_t index, uint32_t depth);
void name_bind_range(Reader *reader, Name *prefix, PtxType type, uint8_t components, uint32_t count);
void name_bind_register(Reader *reader, Name *name, PtxType type, uint8_t components, uint32_t depth);
Symbol *name_symbol(Reader *reader, Name *name); // NULL: not declared; registers come into being here
void scope_open(Reader *reader);
void scope_close(Reader *reader);

// variables.c
typedef struct {
    PtxSpace space;
    PtxType type;
    uint8_t components;
    uint32_t align; // 0: natural
    bool is_extern, is_weak, is_managed;
    uint64_t dimensions[DIMENSIONS_MAX];
    uint32_t dimension_count;
    bool unsized;
} Declaration;
// .align, .v4, type and the like; moves to the first token that is no attribute.
void declaration_read(Reader *reader, Declaration *declaration);
// One declared name with its dimensions: the variable's index.
uint32_t variable_read(Reader *reader, Declaration *declaration);
// ".global ... a = 1, b[2];" after the space's directive.
void variables_read(Reader *reader, PtxSpace space, bool is_extern, bool is_weak);
PtxSpace space_named(const Token *token); // SPACE_GENERIC: it names no space
void initial_read(Reader *reader, uint32_t variable, const Declaration *declaration); // "= ..."

// body.c, operands.c
void body_read(Reader *reader); // from "{" to its "}"
void operand_read(Reader *reader, unsigned nesting);
void operand_list_read(Reader *reader, char end, unsigned nesting);
void operand_push(Reader *reader, PtxOperand operand);
uint32_t label_refer(Reader *reader, Name *name, const Token *at); // the reference's index
PtxOperand *operands_take(Reader *reader, uint32_t first);         // moves those from first on into the arena

// locations.c
void locations_start(Reader *reader);
void source_file_read(Reader *reader);
void location_read(Reader *reader);
void section_read(Reader *reader);
void locations_finish(Reader *reader);

// types.c
const char *special_name(uint32_t number); // "%tid.x"; from SPECIAL_OTHER on those without a value; NULL: no more

#endif
