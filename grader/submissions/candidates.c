// candidates.c - which of several files that are called after an exercise is graded.
//
// Work beats no work: a changed file counts before the published solution, and this before the skeleton, whatever they
// are called and wherever they lie; a solution among solutions was never touched and counts least. Then the newest
// version counts, as far as platforms tell; the better name; the greatest number of a copy; the higher number, where
// names are equal but for numbers; the place outside of other folders; and at last the order of the names. Whoever
// hands in different files of one name gets one of them graded, never none, and the instructor reads which and why.
#include "files.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    unsigned file, number, depth;
    Called called;
    TextKind text;
    bool plain, aside, old; // aside: below a folder of solutions, where a copy of the workbook has ours
} Candidate;

// macOS calls whatever it packs "Archive.zip" or "Archive 2.zip".
static bool is_packed(const char *name, size_t length) {
    char part[256];
    snprintf(part, sizeof part, "%.*s", length < sizeof part ? (int)length : 0, name);
    return submitted_is_archive(part);
}

// Whether a name, or a folder of its, says that there is something newer.
static bool is_old(const char *name) {
    static const char *const words[] = {"archive", "old", "older", "backup", "bak", "previous"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        for (const char *at = name; *at; at++) {
            bool begins = at == name || !isalnum((unsigned char)at[-1]);
            if (!begins || strncasecmp(at, words[i], length) || isalnum((unsigned char)at[length])) continue;
            if (i > 0 || !is_packed(at, strcspn(at, "/"))) return true;
        }
    }
    return false;
}

static unsigned depth_of(const char *name) {
    unsigned depth = 0;
    for (; *name; name++) depth += *name == '/';
    return depth;
}

static Candidate candidate_of(const SubmittedFiles *files, unsigned file, const Exercise *exercise,
                              const Published *published) {
    const SubmittedFile *entry = &files->files[file];
    Candidate candidate = {
        .file = file, .depth = depth_of(entry->name), .plain = entry->kind == FILE_PLAIN && !submitted_is_empty(entry)};
    candidate.called = submitted_called(entry->name, exercise, &candidate.number);
    if (candidate.plain) candidate.text = published_kind(published, exercise, entry->data, entry->length);
    candidate.old = is_old(entry->name);
    candidate.aside = submitted_is_aside(entry->name);
    return candidate;
}

// A link and an empty file are nobody's work; a file that we may not read may be.
static bool is_work(const SubmittedFiles *files, const Candidate *candidate) {
    const SubmittedFile *file = &files->files[candidate->file];
    bool nothing = file->kind == FILE_SPECIAL || file->kind == FILE_OUTSIDE || submitted_is_empty(file);
    return candidate->text == TEXT_OWN && !nothing;
}

// How much of it may be the student's.
static unsigned work_of(const SubmittedFiles *files, const Candidate *candidate) {
    if (is_work(files, candidate)) return 3;
    if (candidate->text == TEXT_SOLUTION && !candidate->aside) return 2;
    return candidate->text == TEXT_SKELETON;
}

// Why what is less work counts for nothing.
static const char *lacks_words(const SubmittedFiles *files, const Candidate *candidate) {
    if (candidate->text == TEXT_SOLUTION) return "the other is the published solution";
    if (candidate->text == TEXT_SKELETON) return "the other is the unchanged skeleton";
    return submitted_is_empty(&files->files[candidate->file]) ? "the other is empty"
                                                              : "the other is a link or cannot be read";
}

// Of names that differ in numbers alone, the first of these that differs: "Version 2/a.cu" is newer than "Version
// 1/a.cu", and "x_10_a.cu" than "x_9_a.cu". 0: they differ in more, or in nothing.
static int compare_numbers(const char *one, const char *two) {
    int order = 0;
    while (*one && *two) {
        if (isdigit((unsigned char)*one) && isdigit((unsigned char)*two)) {
            char *behind_one, *behind_two;
            unsigned long long first = strtoull(one, &behind_one, 10), second = strtoull(two, &behind_two, 10);
            if (!order) order = (first > second) - (first < second);
            one = behind_one, two = behind_two;
        } else if (*one++ != *two++) return 0;
    }
    return *one || *two ? 0 : order;
}

// 1, -1: the first or the second counts, and *why says so in words. 0: nothing tells them apart.
static int compare(const SubmittedFiles *files, const Candidate *one, const Candidate *two, const char **why) {
    uint64_t version = files->files[one->file].version, other = files->files[two->file].version;
    unsigned work = work_of(files, one), least = work_of(files, two);
    *why = lacks_words(files, work > least ? two : one);
    if (work != least) return work > least ? 1 : -1;
    *why = lacks_words(files, one->plain ? two : one);
    if (one->plain != two->plain) return one->plain ? 1 : -1;
    *why = "the other is no .cu file";
    if ((one->called == CALLED_ENDING) != (two->called == CALLED_ENDING)) return one->called < two->called ? 1 : -1;
    *why = "the other lies among solutions";
    if (one->aside != two->aside) return one->aside ? -1 : 1;
    *why = "the other is called old";
    if (one->old != two->old) return one->old ? -1 : 1;
    *why = "it is the newest version";
    if (version != other) return version > other ? 1 : -1;
    *why = "its name is better";
    if (one->called != two->called) return one->called < two->called ? 1 : -1;
    *why = "it is the latest copy";
    if (one->number != two->number) return one->number > two->number ? 1 : -1;
    *why = "its number is higher";
    int order = compare_numbers(files->files[one->file].name, files->files[two->file].name);
    if (order) return order;
    *why = "it lies outside of other folders";
    if (one->depth != two->depth) return one->depth < two->depth ? 1 : -1;
    *why = "it comes first by name";
    return 0;
}

static bool same_text(const SubmittedFiles *files, const Candidate *one, const Candidate *two) {
    const SubmittedFile *first = &files->files[one->file], *second = &files->files[two->file];
    return first->data && second->data &&
           published_hash(first->data, first->length) == published_hash(second->data, second->length);
}

Match match_with(const SubmittedFiles *files, const Exercise *exercise, const Published *published, unsigned file,
                 MatchKind kind) {
    static const char *const reasons[] = {[FILE_TOO_LARGE] = "is larger than 1 MiB",
                                          [FILE_SPECIAL] = "is a link, a device or a pipe instead of a file",
                                          [FILE_OUTSIDE] = "has a name that points outside the submission"};
    const SubmittedFile *entry = &files->files[file];
    Match match = {.kind = kind, .file = file};
    char shown[160];
    text_copy(shown, sizeof shown, entry->name);
    if (kind == MATCH_MISNAMED)
        text_format(match.words, sizeof match.words, "%s was taken for %.80s.cu", shown, exercise->name);
    if (submitted_is_empty(entry)) {
        match.kind = MATCH_REFUSED;
        text_format(match.words, sizeof match.words, "%s is empty: nothing is in the file that was handed in.", shown);
        return match;
    }
    if (entry->kind == FILE_PLAIN) {
        match.text = published_kind(published, exercise, entry->data, entry->length);
        return match;
    }
    bool ours = entry->kind == FILE_UNREADABLE;
    match.kind = ours ? MATCH_UNREADABLE : MATCH_REFUSED;
    if (ours || entry->kind == FILE_BROKEN)
        text_format(match.words, sizeof match.words, "%s: %.120s", shown, entry->data);
    else snprintf(match.words, sizeof match.words, "%s %s.", shown, reasons[entry->kind]);
    return match;
}

// What there is to say of a choice among several: the other, and why it is not graded.
static void say_choice(const SubmittedFiles *files, const Candidate *chosen, const Candidate *other, const char *why,
                       unsigned others, Match *match) {
    char shown[100], second[100];
    if (match->kind != MATCH_EXACT && match->kind != MATCH_MISNAMED) return;
    text_copy(shown, sizeof shown, files->files[chosen->file].name);
    text_copy(second, sizeof second, files->files[other->file].name);
    bool same = same_text(files, chosen, other);
    match->kind = MATCH_MISNAMED;
    if (same)
        snprintf(match->words, sizeof match->words, "%s and %s are the same; the first was taken.", shown, second);
    else snprintf(match->words, sizeof match->words, "%s was taken and not %s, because %s", shown, second, why);
    if (others > 1)
        text_append(match->words, sizeof match->words, "; %u more %s called so", others - 1,
                    others == 2 ? "is" : "are");
}

typedef struct {
    const SubmittedFiles *files;
    const Exercise *exercise;
    const Published *published;
} Search;

// Whether the contents of a file without a source's ending say that it is a source, and the exercise's.
static bool is_answer(const SubmittedFile *file, const Exercise *exercise) {
    char name[64];
    bool telling = exercise->must_define || exercise->question_count;
    return file->data && (telling ? source_belongs(file->data, exercise, name) : submitted_is_code(file->name));
}

// The best candidate; beside another one (NULL: of all), that has the same text or not. false: there is none.
static bool find_best(const Search *search, const Candidate *beside, bool same, Candidate *best, unsigned *count) {
    const char *why;
    *count = 0;
    for (unsigned i = 0; i < search->files->count; i++) {
        Candidate next = candidate_of(search->files, i, search->exercise, search->published);
        if (next.called == CALLED_OTHERWISE || submitted_is_litter(search->files->files[i].name)) continue;
        if (next.called == CALLED_ENDING && !is_answer(&search->files->files[i], search->exercise)) continue;
        if (beside && (i == beside->file || same_text(search->files, beside, &next) != same)) continue;
        if (!*count || compare(search->files, &next, best, &why) > 0) *best = next;
        ++*count;
    }
    return *count > 0;
}

Match match_by_name(const SubmittedFiles *files, const Exercise *exercise, const Published *published) {
    const Search search = {files, exercise, published};
    Match match = {.kind = MATCH_MISSING};
    Candidate best, other;
    unsigned count;
    const char *why = "";
    text_format(match.words, sizeof match.words, "%.80s.cu was not handed in.", exercise->name);
    if (!find_best(&search, NULL, false, &best, &count)) return match;
    match =
        match_with(files, exercise, published, best.file, best.called <= CALLED_EXACT ? MATCH_EXACT : MATCH_MISNAMED);
    if (!find_best(&search, &best, false, &other, &count) && !find_best(&search, &best, true, &other, &count))
        return match;
    compare(files, &best, &other, &why);
    // A copy of the workbook has the file in its place and the published texts elsewhere, which is nothing to say.
    bool usual =
        best.called == CALLED_IN_PLACE && (!is_work(files, &other) || other.aside) && other.called == CALLED_EXACT;
    if (!usual) say_choice(files, &best, &other, why, count, &match);
    return match;
}
