// matching.c - which file of a submission answers which exercise, when names are nearly right, and when not at all.
//
// A file answers one exercise. In this order: the instructor's choice; a file that is called after the exercise
// (candidates.c); an unused source that defines the function, or answers the questions, of exactly one exercise that
// has nothing but an unchanged skeleton; the only source, if there is a single exercise. What is still missing then is
// unclear, if something else that was handed in may be it.
#include "files.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const SubmittedFiles *files;
    const Exercise *const *exercises;
    unsigned count;
    const Published *published;
    Match *matches;
} Matching;

static const char *base_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

// The instructor's word: by the file's whole name or by its last part.
static Match match_taken(const Matching *all, const Exercise *exercise, const char *take) {
    for (unsigned i = 0; i < all->files->count; i++) {
        const char *name = all->files->files[i].name;
        if (strcmp(name, take) && strcmp(base_name(name), take)) continue;
        Match match = match_with(all->files, exercise, all->published, i, MATCH_MISNAMED);
        if (match.kind == MATCH_MISNAMED) text_append(match.words, sizeof match.words, ", as the rules say");
        return match;
    }
    Match lost = {.kind = MATCH_UNREADABLE};
    text_format(lost.words, sizeof lost.words, "the rules take %.120s, which is not there", take);
    return lost;
}

// ---- by contents ----

// Another exercise that a file is called after; NULL: none. A name that its contents contradict counts for nothing.
static const Exercise *other_named(const SubmittedFile *file, const Exercise *exercise) {
    char defined[64];
    unsigned number;
    for (unsigned i = 0; i < exercise_count; i++) {
        if (exercises[i] == exercise || submitted_called(file->name, exercises[i], &number) > CALLED_COPY) continue;
        bool telling = file->data && (exercises[i]->must_define || exercises[i]->question_count);
        bool contradicted = telling && !source_belongs(file->data, exercises[i], defined);
        if (!contradicted) return exercises[i];
    }
    return NULL;
}

static bool is_used(const Matching *all, unsigned file) {
    for (unsigned i = 0; i < all->count; i++)
        if (all->matches[i].kind != MATCH_MISSING && all->matches[i].kind != MATCH_UNCLEAR &&
            all->matches[i].file == file)
            return true;
    return false;
}

// Whether a better answer may still be found: there is none, or nobody has worked on it.
static bool is_lacking(const Match *match) {
    return match->kind == MATCH_MISSING || (match->kind <= MATCH_MISNAMED && match->text != TEXT_OWN);
}

// Whether a file is more work than what answers the exercise up to now.
static bool is_more(const Matching *all, unsigned index, const SubmittedFile *file) {
    const Match *match = &all->matches[index];
    TextKind text = published_kind(all->published, all->exercises[index], file->data, file->length);
    if (text != TEXT_SOLUTION) return text == TEXT_OWN;
    return !submitted_is_aside(file->name) && (match->kind == MATCH_MISSING || match->text == TEXT_SKELETON);
}

// The only exercise without an answer that the file belongs to; -1: none, or several.
static int lacking(const Matching *all, const SubmittedFile *file, char name[64]) {
    int found = -1;
    for (unsigned i = 0; i < all->count; i++) {
        char defined[64];
        if (!is_lacking(&all->matches[i]) || !source_belongs(file->data, all->exercises[i], defined) ||
            other_named(file, all->exercises[i]) || !is_more(all, i, file))
            continue;
        if (found >= 0) return -1;
        found = (int)i;
        memcpy(name, defined, 64);
    }
    return found;
}

static void match_contents(const Matching *all) {
    for (unsigned f = 0; f < all->files->count; f++) {
        const SubmittedFile *file = &all->files->files[f];
        char name[64], shown[160];
        bool remark = submitted_is_text(file->name) && !submitted_is_typed(file->name);
        if (file->kind != FILE_PLAIN || !file->data || remark || is_used(all, f)) continue;
        int index = lacking(all, file, name);
        if (index < 0) continue;
        Match *match = &all->matches[index];
        text_copy(shown, sizeof shown, file->name);
        bool skeleton = match->kind != MATCH_MISSING;
        *match = (Match){.kind = MATCH_MISNAMED, .file = f};
        match->text = published_kind(all->published, all->exercises[index], file->data, file->length);
        text_format(match->words, sizeof match->words, "%s was taken for %.80s.cu, because it %s %s%s", shown,
                    all->exercises[index]->name, all->exercises[index]->must_define ? "defines" : "answers", name,
                    skeleton ? " and the file of that name is unchanged" : "");
    }
}

// ---- the only source ----

// What was typed counts where no file was handed in: beside one it is a remark.
static bool is_any_source(const Matching *all, unsigned file, bool typed) {
    const SubmittedFile *entry = &all->files->files[file];
    if (!submitted_is_source(entry->name) || submitted_is_litter(entry->name)) return false;
    if (submitted_is_text(entry->name) != typed) return false;
    return typed ? submitted_is_typed(entry->name) && entry->length : !other_named(entry, all->exercises[0]);
}

static bool same_bytes(const SubmittedFile *one, const SubmittedFile *other) {
    return one->data && other->data && one->length == other->length && !memcmp(one->data, other->data, one->length);
}

// Of several files none is taken.
static void match_several(const Matching *all, unsigned one, unsigned other) {
    char first[110], second[110];
    text_copy(first, sizeof first, all->files->files[one].name);
    text_copy(second, sizeof second, all->files->files[other].name);
    all->matches[0].kind = MATCH_UNCLEAR;
    text_format(all->matches[0].words, sizeof all->matches[0].words, "%s or %s: nothing says which one is the answer.",
                first, second);
}

static void match_only(const Matching *all, bool typed) {
    unsigned found[2], count = 0;
    if (all->count != 1 || all->matches[0].kind != MATCH_MISSING) return;
    for (unsigned f = 0; f < all->files->count; f++) {
        if (!is_any_source(all, f, typed) || (count && same_bytes(&all->files->files[found[0]], &all->files->files[f])))
            continue;
        if (count < 2) found[count] = f;
        count++;
    }
    if (count) all->matches[0] = match_with(all->files, all->exercises[0], all->published, found[0], MATCH_MISNAMED);
    if (count) all->matches[0].guessed = true;
    if (count > 1) match_several(all, found[0], found[1]);
}

// ---- all of it ----

// A file with the right name and another exercise's answer is graded by its name, with a remark.
static void doubt(const Matching *all, unsigned index) {
    const Exercise *exercise = all->exercises[index];
    Match *match = &all->matches[index];
    const char *source = match->kind == MATCH_EXACT ? all->files->files[match->file].data : NULL;
    char name[64], other[64], shown[64];
    if (!source || !exercise->must_define || source_defines(source, exercise->must_define, name)) return;
    for (unsigned i = 0; i < exercise_count; i++) {
        if (!exercises[i]->must_define || !source_defines(source, exercises[i]->must_define, other)) continue;
        text_copy(shown, sizeof shown, all->files->files[match->file].name);
        match->kind = MATCH_MISNAMED;
        text_format(match->words, sizeof match->words, "%s defines %s and not %s: is it the answer to %.60s?", shown,
                    other, name, exercises[i]->name);
        return;
    }
}

// A missing answer may be in a file that cannot be read.
static void look_behind(const Matching *all, unsigned index) {
    static const SubmittedKind hiding[] = {FILE_BROKEN, FILE_UNREADABLE};
    for (size_t k = 0; k < sizeof hiding / sizeof *hiding; k++)
        for (unsigned f = 0; f < all->files->count; f++)
            if (all->files->files[f].kind == hiding[k] &&
                (all->matches[index].kind == MATCH_MISSING || hiding[k] == FILE_UNREADABLE)) {
                all->matches[index] = match_with(all->files, all->exercises[index], all->published, f, MATCH_MISSING);
                break;
            }
}

// ---- what may be an answer all the same ----

static bool has_ending(const char *name, const char *const *endings, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(name) > strlen(endings[i]) && !strcasecmp(name + strlen(name) - strlen(endings[i]), endings[i]))
            return true;
    return false;
}

// A document, a picture or a notebook may hold an answer that the grader cannot read.
static bool is_document(const SubmittedFile *file) {
    static const char *const endings[] = {".pdf", ".doc", ".docx", ".odt",  ".pages", ".rtf", ".txt",
                                          ".png", ".jpg", ".jpeg", ".heic", ".ipynb", ".html"};
    bool unnamed = !strchr(base_name(file->name), '.') && strcasecmp(base_name(file->name), "Makefile") != 0;
    bool typed = submitted_is_text(file->name) && !file->length;
    return !typed && (unnamed || has_ending(file->name, endings, sizeof endings / sizeof *endings));
}

static bool is_own_code(const Matching *all, const SubmittedFile *file) {
    if (!file->data || submitted_is_empty(file) || submitted_is_text(file->name)) return false;
    for (unsigned i = 0; i < exercise_count; i++)
        if (published_kind(all->published, exercises[i], file->data, file->length) != TEXT_OWN) return false;
    return submitted_is_source(file->name) || submitted_is_code(file->name) || strstr(file->data, "__global__");
}

// Whether an unused file may be the answer to an exercise: it is called so; it is a program that no other exercise's
// name claims; or it is a document, and nothing else was recognised. `few`: of all exercises a program could be any.
static bool may_be(const Matching *all, unsigned file, const Exercise *exercise, bool few, bool nothing) {
    const SubmittedFile *entry = &all->files->files[file];
    if (entry->kind != FILE_PLAIN || submitted_is_litter(entry->name) || is_used(all, file)) return false;
    if (submitted_is_aside(entry->name) || submitted_is_empty(entry)) return false;
    if (submitted_names(entry->name, exercise)) return !other_named(entry, exercise);
    if (is_own_code(all, entry)) return (few || nothing) && !other_named(entry, NULL);
    return nothing && is_document(entry);
}

static void doubt_missing(const Matching *all) {
    bool nothing = true, few = all->count < exercise_count;
    bool *missing = calloc(all->count + 1, sizeof *missing);
    for (unsigned i = 0; i < all->count && missing; i++) {
        missing[i] = all->matches[i].kind == MATCH_MISSING;
        nothing &= missing[i];
    }
    for (unsigned i = 0; i < all->count && missing; i++)
        for (unsigned f = 0; f < all->files->count && missing[i]; f++) {
            char shown[110];
            Match *match = &all->matches[i];
            if (match->kind != MATCH_MISSING || !may_be(all, f, all->exercises[i], few, nothing)) continue;
            text_copy(shown, sizeof shown, all->files->files[f].name);
            *match = (Match){.kind = MATCH_UNCLEAR, .file = f};
            text_format(match->words, sizeof match->words,
                        "%.80s.cu was not found; %s may be meant, which a person has "
                        "to decide.",
                        all->exercises[i]->name, shown);
            break;
        }
    free(missing);
}

// What was done to a typed text is said with the choice of the file.
static void say_note(const Matching *all, Match *match) {
    const char *note = match->kind <= MATCH_MISNAMED ? all->files->files[match->file].note : "";
    if (!note[0]) return;
    match->kind = MATCH_MISNAMED;
    text_append(match->words, sizeof match->words, "%s%s", match->words[0] ? "; " : "", note);
}

void submission_match(const SubmittedFiles *files, const Exercise *const *exercises_of, unsigned count,
                      const char *const *takes, const Published *published, Match *matches) {
    const Matching all = {files, exercises_of, count, published, matches};
    for (unsigned i = 0; i < count; i++)
        matches[i] = takes && takes[i] ? match_taken(&all, exercises_of[i], takes[i])
                                       : match_by_name(files, exercises_of[i], published);
    match_contents(&all);
    match_only(&all, false);
    match_only(&all, true);
    for (unsigned i = 0; i < count; i++) {
        doubt(&all, i);
        if (matches[i].kind == MATCH_MISSING) look_behind(&all, i);
        say_note(&all, &matches[i]);
    }
    doubt_missing(&all);
}
