// veil.c - inputs that begin on the host, and that only kernels know. (veil.h)
#include "veil.h"
#include "../../system/grow.h"
#include <stdlib.h>
#include <string.h>

#define WORD 4u

typedef struct {
    uint32_t token, real;
    bool used;
} Pair;

// An allocation that both sides see, while a kernel runs: `real` takes the place of `shared`, `before` is how it began.
typedef struct {
    Allocation *allocation;
    uint8_t *shared, *real, *before;
} Page;

struct Veil {
    Pair *pairs; // hashed by token, mask + 1 of them
    uint32_t mask;
    Page *pages;
    size_t page_count;
    uint32_t *shown;
    size_t shown_count;
};

static Pair *pair_of(const Veil *veil, uint32_t token) {
    uint32_t at = token * 0x9E3779B9u >> 7 & veil->mask;
    while (veil->pairs[at].used && veil->pairs[at].token != token) at = (at + 1) & veil->mask;
    return &veil->pairs[at];
}

Veil *veil_create(const CaseFile *given) {
    const CaseArray *array = case_file_find(given, VEIL_ARRAY);
    if (!array || !array->data || array->type != CASE_UINT32 || array->count > 1u << 24) return NULL;
    const uint32_t *words = array->data;
    uint32_t room = 16;
    while (room < array->count) room *= 2; // pairs fill at most half of it
    Veil *veil = calloc(1, sizeof *veil);
    if (veil) veil->pairs = calloc(room, sizeof *veil->pairs);
    if (!veil || !veil->pairs) return free(veil), NULL;
    veil->mask = room - 1;
    for (uint64_t i = 0; i + 1 < array->count; i += 2) *pair_of(veil, words[i]) = (Pair){words[i], words[i + 1], true};
    return veil;
}

void veil_destroy(Veil *veil) {
    if (!veil) return;
    free(veil->pairs);
    free(veil->pages);
    free(veil->shown);
    free(veil);
}

void veil_lift(const Veil *veil, uint8_t *bytes, uint64_t size) {
    for (uint64_t at = 0; veil && at + WORD <= size; at += WORD) {
        uint32_t word;
        memcpy(&word, bytes + at, WORD);
        const Pair *pair = pair_of(veil, word);
        if (pair->used) memcpy(bytes + at, &pair->real, WORD);
    }
}

static void keep_word(Veil *veil, const uint8_t *word) {
    if (!ARRAY_GROW(veil->shown, veil->shown_count)) return;
    memcpy(&veil->shown[veil->shown_count++], word, WORD);
}

static bool is_computed(const Allocation *allocation, uint64_t offset) {
    for (unsigned b = 0; b < WORD; b++)
        if (!memory_computed(allocation, offset + b)) return false;
    return true;
}

void veil_show(Veil *veil, const Allocation *allocation, uint64_t offset, uint64_t size) {
    for (uint64_t at = 0; veil && at + WORD <= size; at += WORD)
        if (is_computed(allocation, offset + at)) keep_word(veil, allocation->data + offset + at);
}

static void page_begin(Allocation *allocation, void *opaque) {
    Veil *veil = opaque;
    if (!allocation->host_visible) return;
    bool grown = ARRAY_GROW(veil->pages, veil->page_count);
    Page page = {allocation, allocation->data, malloc(allocation->size + WORD), malloc(allocation->size + WORD)};
    if (!grown || !page.real || !page.before) {
        free(page.real);
        free(page.before);
        return;
    }
    memcpy(page.real, page.shared, allocation->size);
    veil_lift(veil, page.real, allocation->size);
    memcpy(page.before, page.real, allocation->size);
    allocation->data = page.real;
    veil->pages[veil->page_count++] = page;
}

void veil_begin(Veil *veil, Memory *memory) {
    if (veil) memory_each(memory, page_begin, veil);
}

static void page_end(Veil *veil, const Page *page) {
    uint64_t size = page->allocation->size;
    for (uint64_t at = 0; at < size; at += WORD) {
        uint64_t bytes = size - at < WORD ? size - at : WORD;
        if (!memcmp(page->real + at, page->before + at, bytes)) continue;
        memcpy(page->shared + at, page->real + at, bytes);
        if (bytes == WORD) keep_word(veil, page->real + at);
    }
    page->allocation->data = page->shared;
    free(page->real);
    free(page->before);
}

void veil_end(Veil *veil) {
    for (size_t n = 0; veil && n < veil->page_count; n++) page_end(veil, &veil->pages[n]);
    if (veil) veil->page_count = 0;
}

bool veil_store(const Veil *veil, CaseFile *taken) {
    if (!veil) return true;
    uint32_t *words = case_file_add(taken, SHOWN_ARRAY, CASE_UINT32, CASE_OUT, veil->shown_count);
    if (words && veil->shown_count) memcpy(words, veil->shown, veil->shown_count * sizeof *words);
    return words != NULL;
}
