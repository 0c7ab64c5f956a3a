// digest.c - what stands for a source when it is compared: features, statements and names, each as hashes.
#include "../device/system/grow.h"
#include "parser.h"

#include <stdlib.h>
#include <string.h>

#define GRAM 6 // tokens

bool digest_add(Digest *digest, uint64_t feature, View view) {
    if (!ARRAY_GROW(digest->features, digest->feature_count)) return false;
    digest->features[digest->feature_count++] = (Feature){.hash = mixed_hash(feature, view), .view = view};
    return true;
}

bool digest_add_unit(Digest *digest, Statement unit) {
    if (!ARRAY_GROW(digest->units, digest->unit_count)) return false;
    digest->units[digest->unit_count++] = unit;
    return true;
}

bool digest_add_name(Digest *digest, uint64_t name) {
    if (!ARRAY_GROW(digest->names, digest->name_count)) return false;
    digest->names[digest->name_count++] = name;
    return true;
}

static int by_number(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int by_hash(const void *left, const void *right) {
    return by_number(&((const Feature *)left)->hash, &((const Feature *)right)->hash);
}

// Sorts the features and removes duplicates.
static void settle(Digest *digest) {
    unsigned kept = 0;
    if (digest->feature_count) qsort(digest->features, digest->feature_count, sizeof *digest->features, by_hash);
    for (unsigned i = 0; i < digest->feature_count; i++)
        if (!kept || digest->features[kept - 1].hash != digest->features[i].hash)
            digest->features[kept++] = digest->features[i];
    digest->feature_count = kept;
}

static void settle_names(Digest *digest) {
    unsigned kept = 0;
    if (digest->name_count) qsort(digest->names, digest->name_count, sizeof *digest->names, by_number);
    for (unsigned i = 0; i < digest->name_count; i++)
        if (!kept || digest->names[kept - 1] != digest->names[i]) digest->names[kept++] = digest->names[i];
    digest->name_count = kept;
}

static bool hash_text(const char *source, size_t length, uint64_t *hash) {
    Tokens tokens;
    if (!tokens_read_plain(source, length, &tokens)) return false;
    *hash = tokens.count;
    for (unsigned i = 0; i < tokens.count; i++) *hash = mixed_hash(*hash, text_hash_of(&tokens.tokens[i]));
    tokens_free(&tokens);
    return true;
}

bool digest_has_name(const Digest *digest, uint64_t name) {
    return digest->name_count && bsearch(&name, digest->names, digest->name_count, sizeof name, by_number);
}

// The hash of a run of tokens as they are written, except that the author's own names are replaced by numbers in the
// order of their appearance. So renaming alone changes no hash.
static uint64_t gram_hash(const Digest *digest, const Token *tokens) {
    uint64_t hash = GRAM, names[GRAM];
    unsigned count = 0;
    for (unsigned i = 0; i < GRAM; i++) {
        uint64_t text = text_hash_of(&tokens[i]);
        unsigned name = 0;
        if (tokens[i].kind == TOKEN_NAME && digest_has_name(digest, text)) {
            while (name < count && names[name] != text) name++;
            if (name == count) names[count++] = text;
            text = name;
        }
        hash = mixed_hash(hash, text);
    }
    return hash;
}

static bool add_spelling(const Tokens *tokens, Digest *digest) {
    bool added = true;
    for (unsigned i = 0; i + GRAM <= tokens->count && added; i++)
        added = digest_add(digest, gram_hash(digest, &tokens->tokens[i]), VIEW_SPELLING);
    return added;
}

static bool add_names(Digest *digest) {
    bool added = true;
    for (unsigned i = 0; i < digest->name_count && added; i++) added = digest_add(digest, digest->names[i], VIEW_NAMES);
    return added;
}

bool digest_of(const char *source, size_t length, Digest *digest) {
    Tokens tokens;
    *digest = (Digest){.unit_count = 0};
    if (!hash_text(source, length, &digest->text) || !tokens_read(source, length, &tokens)) return false;
    bool read = statements_read(&tokens, digest);
    settle_names(digest);
    read = read && add_spelling(&tokens, digest) && written_add(&tokens, digest) && add_names(digest) &&
           layout_add(source, length, digest);
    tokens_free(&tokens);
    if (read) settle(digest);
    else digest_free(digest);
    return read;
}

void digest_free(Digest *digest) {
    free(digest->units);
    free(digest->features);
    free(digest->names);
    *digest = (Digest){.unit_count = 0};
}
