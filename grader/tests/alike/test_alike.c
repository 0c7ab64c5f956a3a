// test_alike.c - copies in disguise are found, answers of their own are not.
//
// The answers are the known right and wrong ones of all exercises. ALIKE_TABLE=1 prints what was found for each
// exercise, kind of disguise by kind.
#define _GNU_SOURCE // asprintf
#include "../../alike/alike.h"

#include "../../author/author.h"
#include "../../exercises/exercise.h"
#include "../../system/paths.h"
#include "../../system/text.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ANSWERS 64

typedef struct {
    char *texts[MOST_ANSWERS];
    bool own[MOST_ANSWERS]; // a file of its own, no change of the solution
    unsigned count;
    Given given;
} Answers;

static Paths paths;

static void setup(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

// ---- disguises ----

typedef enum { RENAMED, RECOMMENTED, REORDERED, ALL_OF_THESE, DISGUISES } Disguise;
static const char *const disguise_names[] = {"names changed", "comments and blanks changed", "functions reordered",
                                             "all of these"};

// Where a definition at the top ends: behind a '}' or ';' that nothing is open at.
static unsigned definition_end(const Tokens *tokens, const char *source, unsigned from) {
    int open = 0;
    for (unsigned i = from; i < tokens->count; i++) {
        char c = source[tokens->tokens[i].offset];
        open += (c == '{') + (c == '(') - (c == '}') - (c == ')');
        if (!open && (c == '}' || c == ';')) return i + 1;
    }
    return tokens->count;
}

static void write_token(FILE *out, const Token *token, const char *source, Disguise how, unsigned number) {
    bool rename = how == RENAMED || how == ALL_OF_THESE, comment = how == RECOMMENTED || how == ALL_OF_THESE;
    if (rename && token->named)
        fprintf(out, "v%llx ", (unsigned long long)bytes_hash(source + token->offset, token->length) & 0xffff);
    else fprintf(out, "%.*s ", (int)token->length, source + token->offset);
    if (comment && number % 7 == 0) fprintf(out, "// step %u\n", number);
    if (comment && number % 5 == 0) fputs("/* my own */\n\n\t", out);
}

static char *disguised(const char *source, Disguise how) {
    Tokens tokens;
    char *text = NULL;
    size_t length;
    unsigned ends[1000], count = 0;
    ck_assert(tokens_read(source, strlen(source), &tokens));
    for (unsigned at = 0; at < tokens.count && count < 1000; count++)
        at = ends[count] = definition_end(&tokens, source, at);
    FILE *out = open_memstream(&text, &length);
    for (unsigned n = 0; n < count; n++) {
        unsigned which = how == REORDERED || how == ALL_OF_THESE ? count - 1 - n : n;
        for (unsigned i = which ? ends[which - 1] : 0; i < ends[which]; i++)
            write_token(out, &tokens.tokens[i], source, how, i);
    }
    fclose(out);
    tokens_free(&tokens);
    return text;
}

// ---- answers ----

static char *read_text(const char *path) {
    char error[200];
    char *text = file_read(path, 1 << 20, NULL, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

static void answers_of(const Exercise *exercise, Answers *answers) {
    static const char *const folders[] = {"right", "wrong"};
    char path[PATH_BYTES], error[200];
    *answers = (Answers){.count = 0};
    paths_source(&paths, "solutions", exercise, path);
    char *solution = read_text(path);
    ck_assert(given_add(&answers->given, solution, strlen(solution)));
    paths_part(&paths, exercise, "skeleton.cu", path);
    char *skeleton = read_text(path);
    ck_assert(given_add(&answers->given, skeleton, strlen(skeleton)));
    free(skeleton);
    for (size_t f = 0; f < COUNT_OF(folders); f++) {
        glob_t found;
        snprintf(path, sizeof path, "%.700s/grader/exercises/%.60s/%s/*", paths.root, exercise->name, folders[f]);
        if (glob(path, 0, NULL, &found)) continue;
        for (size_t i = 0; i < found.gl_pathc && answers->count < MOST_ANSWERS; i++) {
            char *text = read_text(found.gl_pathv[i]);
            bool edit = text_ends(found.gl_pathv[i], ".edit");
            char *whole = edit ? edits_apply(solution, text, error) : strdup(text);
            free(text);
            ck_assert(whole);
            answers->own[answers->count] = !edit && !strcmp(folders[f], "right"); // mistakes are made of one another
            answers->texts[answers->count++] = whole;
        }
        globfree(&found);
    }
    free(solution);
}

static void answers_free(Answers *answers) {
    for (unsigned i = 0; i < answers->count; i++) free(answers->texts[i]);
    given_free(&answers->given);
}

// A class in which every answer was written once, and `copy` is one more. Says whether the copy and its origin are a
// pair; *comparable: whether they have enough of their own.
static bool copy_is_found(const Answers *answers, unsigned origin, const char *copy, bool *comparable) {
    const char *texts[MOST_ANSWERS + 1];
    Prints prints[MOST_ANSWERS + 1];
    Pair *pairs;
    unsigned count = answers->count;
    memcpy(texts, answers->texts, count * sizeof *texts);
    texts[count++] = copy;
    for (unsigned i = 0; i < count; i++) ck_assert(prints_of(texts[i], strlen(texts[i]), &prints[i]));
    ck_assert(prints_mark_common(prints, count, &answers->given));
    int found = pairs_find(prints, texts, count, &pairs);
    ck_assert_int_ge(found, 0);
    *comparable = prints[origin].own >= LEAST_OWN;
    bool is_pair = false;
    for (int i = 0; i < found; i++) is_pair = is_pair || (pairs[i].left == origin && pairs[i].right == count - 1);
    free(pairs);
    for (unsigned i = 0; i < count; i++) prints_free(&prints[i]);
    return is_pair;
}

// Pairs of answers that were written apart, and how many of them are shown.
static void count_own(const Answers *answers, unsigned *all, unsigned *shown) {
    Prints prints[MOST_ANSWERS];
    Pair *pairs;
    for (unsigned i = 0; i < answers->count; i++)
        ck_assert(prints_of(answers->texts[i], strlen(answers->texts[i]), &prints[i]));
    ck_assert(prints_mark_common(prints, answers->count, &answers->given));
    int found = pairs_find(prints, (const char *const *)answers->texts, answers->count, &pairs);
    for (unsigned i = 0; i < answers->count; i++)
        for (unsigned j = i + 1; j < answers->count; j++) *all += answers->own[i] && answers->own[j];
    for (int i = 0; i < found; i++) *shown += answers->own[pairs[i].left] && answers->own[pairs[i].right];
    free(pairs);
    for (unsigned i = 0; i < answers->count; i++) prints_free(&prints[i]);
}

START_TEST(copies_in_disguise_are_found_and_answers_of_their_own_are_not) {
    unsigned tried[DISGUISES] = {0}, found[DISGUISES] = {0}, apart = 0, shown = 0, short_ones = 0;
    for (unsigned e = 0; e < exercise_count; e++) {
        Answers answers;
        bool comparable;
        answers_of(exercises[e], &answers);
        for (unsigned i = 0; i < answers.count; i++)
            for (Disguise how = 0; how < DISGUISES; how++) {
                char *copy = disguised(answers.texts[i], how);
                bool is_found = copy_is_found(&answers, i, copy, &comparable);
                free(copy);
                if (!comparable) short_ones += !how;
                else tried[how]++, found[how] += is_found;
            }
        unsigned own = 0, own_shown = 0;
        count_own(&answers, &own, &own_shown);
        if (getenv("ALIKE_TABLE") && own)
            printf("%-24s %3u written apart, %u shown\n", exercises[e]->name, own, own_shown);
        apart += own;
        shown += own_shown;
        answers_free(&answers);
    }
    for (Disguise how = 0; getenv("ALIKE_TABLE") && how < DISGUISES; how++)
        printf("%-30s %u of %u found\n", disguise_names[how], found[how], tried[how]);
    if (getenv("ALIKE_TABLE"))
        printf("too little of their own to be compared: %u; apart: %u of %u shown\n", short_ones, shown, apart);
    for (Disguise how = 0; how < DISGUISES; how++) ck_assert_uint_ge(100 * found[how], 95 * tried[how]);
    ck_assert_uint_le(100 * shown, apart);
}
END_TEST

START_TEST(long_files_are_compared_in_time) {
    static const char *const line = "x[%u] = y + z * %u; if (a < b) c(d, e);\n";
    char *texts[2];
    Prints prints[2];
    Given nothing = {.count = 0};
    Pair *pairs;
    for (int s = 0; s < 2; s++) {
        size_t length;
        FILE *out = open_memstream(&texts[s], &length);
        for (unsigned i = 0; i < 25000; i++) {
            fprintf(out, line, i, i);
            if ((i + (unsigned)s) % 17 == 0) fputs("{ }", out);
        }
        fclose(out);
        ck_assert(prints_of(texts[s], length, &prints[s]));
    }
    ck_assert(prints_mark_common(prints, 2, &nothing));
    ck_assert_int_eq(pairs_find(prints, (const char *const *)texts, 2, &pairs), 1);
    free(pairs);
    for (int s = 0; s < 2; s++) prints_free(&prints[s]), free(texts[s]);
}
END_TEST

START_TEST(what_is_given_is_not_ones_own) {
    static const char *const skeleton = "int sum(int a) { int s = 0; for (int i = 0; i < a; i++) s += i; return s; }\n";
    Prints prints;
    Given given = {.count = 0};
    ck_assert(given_add(&given, skeleton, strlen(skeleton)));
    ck_assert(prints_of(skeleton, strlen(skeleton), &prints));
    ck_assert_uint_gt(prints.own, 0);
    ck_assert(prints_mark_common(&prints, 1, &given));
    ck_assert_uint_eq(prints.own, 0);
    prints_free(&prints);
    given_free(&given);
}
END_TEST

Suite *alike_suite(void) {
    Suite *suite = suite_create("alike");
    TCase *group = tcase_create("alike");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, NULL);
    tcase_add_test(group, copies_in_disguise_are_found_and_answers_of_their_own_are_not);
    tcase_add_test(group, long_files_are_compared_in_time);
    tcase_add_test(group, what_is_given_is_not_ones_own);
    suite_add_tcase(suite, group);
    return suite;
}
