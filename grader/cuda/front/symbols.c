// symbols.c - scopes, and what the names in them mean.
#include "../../system/text_edits.h"
#include "front.h"

enum { SMALL = 12 }; // symbols up to which a list is searched

Scope *scope_new(Front *front, ScopeKind kind, Scope *parent) {
    Scope *scope = front_alloc(front, sizeof *scope);
    scope->kind = kind;
    scope->parent = parent;
    return scope;
}

Scope *scope_enter(Front *front, ScopeKind kind) { return front->scope = scope_new(front, kind, front->scope); }
void scope_leave(Front *front) { front->scope = front->scope->parent; }

Scope *scope_namespace(Front *front) {
    Scope *scope = front->scope;
    while (scope->kind != SCOPE_NAMESPACE) scope = scope->parent;
    return scope;
}

// ---- one scope ------------------------------------------------------------------------------------------------

static size_t slot_of(const char *name, size_t size) { return ((uintptr_t)name >> 4) * 2654435761u & (size - 1); }

static void table_put(Scope *scope, Symbol *symbol) {
    size_t at = slot_of(symbol->name, scope->table_size);
    while (scope->table[at] && scope->table[at]->name != symbol->name) at = (at + 1) & (scope->table_size - 1);
    if (!scope->table[at]) scope->table[at] = symbol; // of two with one name the first is found, as in the list
}

static void table_make(Front *front, Scope *scope) {
    scope->table_size = 4 * scope->count;
    unsigned size = 16;
    while (size < scope->table_size) size *= 2;
    scope->table_size = size;
    scope->table = front_alloc(front, size * sizeof(Symbol *));
    for (Symbol *symbol = scope->symbols; symbol; symbol = symbol->next) table_put(scope, symbol);
}

static Symbol *find_own(const Scope *scope, const char *name) {
    if (scope->table) {
        size_t at = slot_of(name, scope->table_size);
        while (scope->table[at] && scope->table[at]->name != name) at = (at + 1) & (scope->table_size - 1);
        return scope->table[at];
    }
    for (Symbol *symbol = scope->symbols; symbol; symbol = symbol->next)
        if (symbol->name == name) return symbol;
    return NULL;
}

static Symbol *find_used(const Scope *scope, const char *name, unsigned depth) {
    Symbol *symbol = find_own(scope, name);
    for (unsigned i = 0; i < scope->used_count && !symbol && depth < 8; i++)
        symbol = find_used(scope->used[i], name, depth + 1);
    if (!symbol && scope->record) symbol = record_find(scope->record, name, NULL);
    return symbol;
}

Symbol *scope_find(const Scope *scope, const char *name) { return find_used(scope, name, 0); }

// Instances of templates are read later than they are written: names of namespaces that were declared since are not
// theirs, except functions, which the arguments find.
static bool is_visible(const Symbol *symbol, uint32_t limit) {
    return !limit || symbol->serial <= limit || symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_NAMESPACE;
}

Symbol *name_find(Front *front, const char *name) {
    uint32_t limit = 0;
    for (Scope *scope = front->scope; scope; scope = scope->parent) {
        Symbol *symbol = scope_find(scope, name);
        if (scope->limit && (!limit || scope->limit < limit)) limit = scope->limit;
        if (symbol && (scope->kind != SCOPE_NAMESPACE || is_visible(symbol, limit))) return symbol;
    }
    return NULL;
}

Symbol *name_add(Front *front, Scope *scope, SymbolKind kind, const char *name, Place place) {
    Symbol *symbol = front_alloc(front, sizeof *symbol);
    *symbol = (Symbol){.kind = kind, .name = name, .place = place, .serial = ++front->serial, .next = scope->symbols};
    symbol->is_private = scope->kind == SCOPE_RECORD && scope->record->hides;
    scope->symbols = symbol;
    scope->count++;
    if (scope->table && 2 * scope->count < scope->table_size) {
        size_t at = slot_of(name, scope->table_size);
        while (scope->table[at] && scope->table[at]->name != name) at = (at + 1) & (scope->table_size - 1);
        scope->table[at] = symbol;
    } else if (scope->count > SMALL) {
        table_make(front, scope);
    }
    return symbol;
}

// ---- what was probably meant ----------------------------------------------------------------------------------

typedef struct {
    const char *name;
    unsigned distance;
} Nearest;

static bool is_for_users(const char *name) {
    return name[0] != '_' || !strncmp(name, "__sync", 6) || !strncmp(name, "__shfl", 6);
}

static void look_in(const Scope *scope, const char *name, Nearest *nearest, unsigned depth) {
    for (const Symbol *symbol = scope->symbols; symbol; symbol = symbol->next) {
        if (!symbol->name || !is_for_users(symbol->name) || symbol->name == name) continue;
        unsigned distance = text_edits(name, symbol->name, false);
        if (distance < nearest->distance) *nearest = (Nearest){symbol->name, distance};
    }
    for (unsigned i = 0; i < scope->used_count && depth < 4; i++) look_in(scope->used[i], name, nearest, depth + 1);
}

const char *name_nearest(Front *front, const char *name) {
    size_t length = strlen(name);
    Nearest nearest = {NULL, length <= 2 ? 1 + (length == 2) : length <= 4 ? 2 : length <= 8 ? 3 : 4};
    for (const Scope *scope = front->scope; scope; scope = scope->parent) look_in(scope, name, &nearest, 0);
    return nearest.name;
}
