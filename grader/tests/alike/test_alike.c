// test_alike.c - copies in disguise are found, answers of their own are not.
//
// made_class.py makes the classes. ALIKE_TABLE=1 prints what was found, kind by kind; ALIKE_STUDENTS=200 is the large
// test, ALIKE_SEED=2 another class.
#define _GNU_SOURCE // asprintf
#include "../../alike/alike.h"

#include "../../author/author.h"
#include "../../exercises/exercise.h"
#include "../../system/paths.h"
#include "../../system/text.h"
#include "../../system/times.h"
#include "scratch.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 600
#define COPIES 20

static Paths paths;

static void setup(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

static char *read_text(const char *path) {
    char error[200];
    char *text = file_read(path, 1 << 20, NULL, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

static unsigned setting(const char *name, unsigned otherwise) {
    const char *value = getenv(name);
    return value ? (unsigned)atoi(value) : otherwise;
}

// ---- files that are compared ----

typedef struct {
    Digest digests[MOST_FILES];
    unsigned count;
    Given given;
} Files;

static void add_file(Files *files, const char *text) {
    ck_assert_uint_lt(files->count, MOST_FILES);
    ck_assert(digest_of(text, strlen(text), &files->digests[files->count++]));
}

static void add_skeleton(Files *files, const Exercise *exercise) {
    char path[PATH_BYTES];
    paths_part(&paths, exercise, "skeleton.cu", path);
    char *text = read_text(path);
    ck_assert(given_add(&files->given, text, strlen(text)));
    free(text);
}

static void files_free(Files *files) {
    for (unsigned i = 0; i < files->count; i++) digest_free(&files->digests[i]);
    given_free(&files->given);
    free(files);
}

static Files *files_new(void) {
    Files *files = calloc(1, sizeof *files);
    ck_assert(files != NULL);
    return files;
}

// ---- a class with copies ----

typedef struct {
    unsigned original;
    char kind[40];
    bool found;
} Copy;

typedef struct {
    Files *files;
    Copy copies[COPIES];
    unsigned honest;
} MadeClass;

static void make_class(const char *exercise, unsigned honest, MadeClass *made) {
    char *command, path[PATH_BYTES], folder[SCRATCH_BYTES];
    scratch_folder(folder, "class");
    ck_assert(asprintf(&command, "python3 -B %s/grader/tests/alike/made_class.py %s %s %u %d %u %s", paths.root,
                       paths.root, exercise, honest, COPIES, setting("ALIKE_SEED", 1), folder) > 0);
    ck_assert_int_eq(system(command), 0);
    free(command);
    *made = (MadeClass){.files = files_new(), .honest = honest};
    add_skeleton(made->files, exercise_named(exercise));
    for (unsigned i = 0; i < honest + COPIES; i++) {
        snprintf(path, sizeof path, "%s/s%03u.cu", folder, i);
        char *text = read_text(path);
        add_file(made->files, text);
        free(text);
    }
    snprintf(path, sizeof path, "%s/truth.txt", folder);
    FILE *truth = fopen(path, "r");
    unsigned copy;
    for (unsigned i = 0; i < COPIES; i++)
        ck_assert_int_eq(fscanf(truth, "%u %u %39[^\n]", &copy, &made->copies[i].original, made->copies[i].kind), 3);
    fclose(truth);
}

static unsigned origin_of(const MadeClass *made, unsigned file) {
    return file < made->honest ? file : made->copies[file - made->honest].original;
}

// Marks the copies that are found; returns how many other pairs are shown.
static unsigned find_copies(MadeClass *made) {
    Files *files = made->files;
    unsigned others = 0;
    Pair *pairs;
    ck_assert(digests_weigh(files->digests, files->count, &files->given));
    const Compared pool = {files->count, files->count, files->count};
    int count = pairs_find(files->digests, pool, &files->given, &pairs);
    ck_assert_int_ge(count, 0);
    for (int i = 0; i < count; i++)
        if (origin_of(made, pairs[i].left) != origin_of(made, pairs[i].right)) others++;
        else made->copies[pairs[i].right - made->honest].found = true;
    free(pairs);
    return others;
}

static unsigned print_kinds(const MadeClass *made) {
    unsigned found = 0;
    for (unsigned i = 0; i < COPIES; i++) found += made->copies[i].found;
    for (unsigned i = 0; i < COPIES / 2 && getenv("ALIKE_TABLE"); i++)
        printf("  %-24s alone: %-8s with new names and layout: %s\n", made->copies[i].kind,
               made->copies[i].found ? "found" : "missed", made->copies[i + COPIES / 2].found ? "found" : "missed");
    return found;
}

// An exercise, and how many of a thousand honest pairs may be shown. Where the skeleton leaves only some lines to
// write, many students write the same ones.
static const struct {
    const char *exercise;
    unsigned others;
} classes[] = {{"histogram_private", 4}, {"transpose_padded", 4}, {"corner_turning", 4}};

START_TEST(ten_kinds_of_copies_are_found_in_a_class) {
    unsigned students = setting("ALIKE_STUDENTS", 80);
    MadeClass made;
    make_class(classes[_i].exercise, students - COPIES, &made);
    double began = seconds_now();
    unsigned others = find_copies(&made), found = print_kinds(&made);
    if (getenv("ALIKE_TABLE"))
        printf("%s, %u students: %u of %d copies found, %u other pairs of %u shown, %.2f s\n", classes[_i].exercise,
               students, found, COPIES, others, students * (students - 1) / 2, seconds_now() - began);
    ck_assert_uint_ge(found, COPIES - 1);
    ck_assert_uint_le(1000 * others, classes[_i].others * students * (students - 1) / 2);
    files_free(made.files);
}
END_TEST

// ---- our solutions ----

// The solution after the edits of a wrong or right answer is a copy of ours; a file that was written apart is not.
static void count_ours(const Exercise *exercise, const char *folder, unsigned *edits, unsigned *edits_found,
                       unsigned *apart, unsigned *apart_found) {
    char pattern[PATH_BYTES], path[PATH_BYTES], error[200];
    glob_t found;
    Files *files = files_new();
    bool edited[MOST_FILES] = {false};
    add_skeleton(files, exercise);
    paths_source(&paths, "solutions", exercise, path);
    char *solution = read_text(path);
    snprintf(pattern, sizeof pattern, "%.700s/grader/exercises/%.60s/%s/*", paths.root, exercise->name, folder);
    if (glob(pattern, 0, NULL, &found)) found.gl_pathc = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *text = read_text(found.gl_pathv[i]);
        bool is_edit = text_ends(found.gl_pathv[i], ".edit");
        const char *from = text;
        char name[200];
        edited[files->count] = is_edit && !says_next(&from, "from:", name);
        char *base = is_edit ? edits_base(&paths, exercise, solution, text, error) : NULL;
        char *whole = is_edit ? edits_apply(base, text, error) : strdup(text);
        ck_assert(whole != NULL);
        free(base);
        add_file(files, whole);
        free(whole);
        free(text);
    }
    unsigned own = files->count;
    add_file(files, solution);
    ck_assert(digests_weigh(files->digests, files->count, &files->given));
    Pair *pairs;
    int count = pairs_find(files->digests, (Compared){own, own, own + 1}, &files->given, &pairs);
    bool ours[MOST_FILES] = {false};
    for (int i = 0; i < count; i++)
        if (pairs[i].right == own) ours[pairs[i].left] = true;
    for (unsigned i = 0; i < own; i++) {
        if (files->digests[i].own[0] < LEAST_BITS) continue;
        *(edited[i] ? edits : apart) += 1;
        *(edited[i] ? edits_found : apart_found) += ours[i];
        if (edited[i] != ours[i] && getenv("ALIKE_TABLE") && folder[0] == 'r')
            printf("  %s of our solution: %s\n", ours[i] ? "taken for a copy" : "not taken for a copy",
                   found.gl_pathv[i]);
    }
    free(pairs);
    free(solution);
    if (found.gl_pathc) globfree(&found);
    files_free(files);
}

START_TEST(copies_of_our_solution_are_found) {
    unsigned edits = 0, edits_found = 0, apart = 0, apart_found = 0, mistakes = 0, mistakes_found = 0;
    for (unsigned e = 0; e < exercise_count; e++) {
        if (!exercise_runs(exercises[e])) continue;
        count_ours(exercises[e], "wrong", &edits, &edits_found, &mistakes, &mistakes_found);
        count_ours(exercises[e], "right", &edits, &edits_found, &apart, &apart_found);
    }
    if (getenv("ALIKE_TABLE"))
        printf("copies of our solution with a change: %u of %u found; files written apart: %u of %u taken for copies\n",
               edits_found, edits, apart_found, apart);
    ck_assert_uint_ge(100 * edits_found, 90 * edits);
    ck_assert_uint_le(100 * apart_found, 5 * apart);
}
END_TEST

// ---- what makes no difference, and what does ----

static double share_of(const char *one, const char *other) {
    Files *files = files_new();
    add_file(files, one);
    add_file(files, other);
    ck_assert(digests_weigh(files->digests, 2, &files->given));
    unsigned same = 0, all = 0;
    for (unsigned i = 0; i < files->digests[0].feature_count; i++) {
        const Feature *feature = &files->digests[0].features[i];
        if (feature->view != VIEW_FORM) continue;
        all++;
        for (unsigned j = 0; j < files->digests[1].feature_count; j++)
            same += files->digests[1].features[j].hash == feature->hash;
    }
    for (unsigned j = 0; j < files->digests[1].feature_count; j++)
        all += files->digests[1].features[j].view == VIEW_FORM;
    files_free(files);
    return all ? 2.0 * same / all : 1;
}

static const struct {
    const char *one, *other;
} same[] = {
    {"void f(int *a, int n) { a[n] += 2; }", "void g(unsigned *b, unsigned m) { b[m] = b[m] + 2; }"},
    {"void f(int *a, int n) { a[n] -= n; }", "void f(int *a, int n) { *(a + n) = *(n + a) - n; }"},
    {"void f(int n) { for (int i = 0; i < n; i++) g(i * 2 + 1); }",
     "void f(int n) { int i = 0; while (n > i) { g(1 + 2 * i); i += 1; } }"},
    {"void f(int n) { if (n < 4) g(n); }", "void f(int n) { if (n >= 4) return; g(n); }"},
    {"constexpr int T = 32;\nvoid f(int x) { g(x * T); }", "#define T (16 * 2)\nvoid f(int x) { g(x * T); }"},
    {"void f(int x, int y) { g(x * 32 + y); }",
     "#define AT(r, c) ((r) * 32 + (c))\nvoid f(int x, int y) { g(AT(x, y)); }"},
    {"void f(int x, int y) { h(x * 32 + y); }",
     "__device__ int at(int r, int c) { return r * 32 + c; }\nvoid f(int x, int y) { h(at(x, y)); }"},
    {"void f(float *a) { float x = a[3]; float y = a[x]; g(x, y); }",
     "void f(double *a) { double x, y;\n#if 0\nnothing(at, all);\n#endif\nx = (int)a[3], y = a[static_cast<int>(x)]; "
     "g(x, y); }"},
    {"void f(int n) { int a = n + 1, b = n * 2; g(a, b); }",
     "void f(int n) { int b = 2 * n; int a = 1 + n; g(a, b); }"},
    {"__global__ void k(int *a) { a[0] = 1; }\nvoid f(int *a) { k<<<1, 32>>>(a); }",
     "__global__ void z(int *q);\nvoid f(int *q) { z<<<2, 64>>>(q); }\n__global__ void z(int *q) { q[1] = 2; }"},
};

START_TEST(spelling_makes_no_difference) { ck_assert_double_ge(share_of(same[_i].one, same[_i].other), 0.999); }
END_TEST

static const struct {
    const char *one, *other;
} different[] = {
    {"void f(int *a, int n) { a[n] += 2; }", "void f(int *a, int n) { a[n] *= 2; }"},
    {"void f(int a, int b) { g(a - b); }", "void f(int a, int b) { g(a + b); }"},
    {"void f(int *a) { g(a[threadIdx.x]); }", "void f(int *a) { g(a[threadIdx.y]); }"},
    {"void f(int n) { int a = n + 1; int b = n * 2; g(a); h(b); }",
     "void f(int n) { int a = n + 1; int b = n * 2; g(b); h(a); }"},
};

START_TEST(what_is_computed_makes_a_difference) {
    ck_assert_double_le(share_of(different[_i].one, different[_i].other), 0.9);
}
END_TEST

START_TEST(files_with_the_same_text_are_always_a_pair) {
    Files *files = files_new();
    Pair *pairs;
    add_file(files, "int f(int a) { return a; }");
    add_file(files, "// mine\nint f(int a)\n{\n    return a;\n}\n");
    ck_assert(digests_weigh(files->digests, 2, &files->given));
    ck_assert_int_eq(pairs_find(files->digests, (Compared){2, 2, 2}, &files->given, &pairs), 1);
    ck_assert(pairs[0].same_text);
    free(pairs);
    files_free(files);
}
END_TEST

START_TEST(what_is_given_is_not_ones_own) {
    static const char *const skeleton = "int sum(int a) { int s = 0; for (int i = 0; i < a; i++) s += i; return s; }\n";
    Files *files = files_new();
    Pair *pairs;
    ck_assert(given_add(&files->given, skeleton, strlen(skeleton)));
    add_file(files, skeleton);
    add_file(files, skeleton);
    ck_assert(digests_weigh(files->digests, 2, &files->given));
    ck_assert_double_eq(files->digests[0].own[0], 0);
    ck_assert_int_eq(pairs_find(files->digests, (Compared){2, 2, 2}, &files->given, &pairs), 0);
    free(pairs);
    files_free(files);
}
END_TEST

// ---- what nobody should hand in ----

START_TEST(long_files_are_compared_in_time) {
    Files *files = files_new();
    Pair *pairs;
    Run *runs;
    for (unsigned s = 0; s < 2; s++) {
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        fputs("void f(int *x, int y, int z, int a, int b) {\n", out);
        for (unsigned i = 0; i < 25000; i++)
            fprintf(out, "x[%u] = y + z * %u; if (a < b) c(d, e);%s\n", i, i, (i + s) % 17 ? "" : " z++;");
        fputs("}\n", out);
        fclose(out);
        add_file(files, text);
        free(text);
    }
    ck_assert(digests_weigh(files->digests, 2, &files->given));
    ck_assert_int_ge(pairs_find(files->digests, (Compared){2, 2, 2}, &files->given, &pairs), 0);
    ck_assert_int_gt(runs_find(&files->digests[0], &files->digests[1], &files->given, &runs), 0);
    free(runs);
    free(pairs);
    files_free(files);
}
END_TEST

static const char *const odd[] = {
    "",
    "\"",
    "'",
    "/*",
    "//",
    "#",
    "#define",
    "#define A",
    "#define A(",
    "#define A A\nA",
    "#define A A A\nA A A",
    "#if 0",
    "\\",
    "(((((",
    ")))))",
    "{{{{{",
    "}}}}}",
    "f(",
    "f() {",
    "for (",
    "for (;;",
    "void f() { for (;;) }",
    "void f() { do }",
    "a<<<",
    "void f() { a<<<1; }",
    "template <",
    "enum",
    "= = = = ;",
    "void f() { x = ; }",
    "void f() { case 1 }",
    "int f(int n) { return f(n) + f(n); }\nint g() { return f(1); }",
    "\xff\xfe\x80(\xff)",
    "#define F(x) F(x, x)\nF(1)",
    "void f() { a ? b : c ? d }",
    "struct",
    "extern \"C\"",
    "void f(int",
    "[[[[",
    "void f() { return",
    "x::",
    "::x",
    "a->",
    "#define A(x",
};

START_TEST(odd_files_are_read_to_their_end) {
    Digest digest;
    ck_assert(digest_of(odd[_i], strlen(odd[_i]), &digest));
    digest_free(&digest);
}
END_TEST

START_TEST(deep_files_are_read_to_their_end) {
    static const char *const deep[] = {"(",         "{",   "[", "-",     "a = ", "a ? ", "if (a) ",
                                       "for (;;) ", "do ", "*", "(int)", "a[",   "f("};
    char *text = malloc(100000);
    Digest digest;
    size_t length = (size_t)sprintf(text, "void f(int a) { ");
    while (length < 90000) length += (size_t)sprintf(text + length, "%s", deep[_i]);
    ck_assert(digest_of(text, length, &digest));
    digest_free(&digest);
    free(text);
}
END_TEST

Suite *alike_suite(void) {
    Suite *suite = suite_create("alike");
    TCase *group = tcase_create("alike");
    tcase_set_timeout(group, 120);
    tcase_add_checked_fixture(group, setup, NULL);
    tcase_add_loop_test(group, ten_kinds_of_copies_are_found_in_a_class, 0, COUNT_OF(classes));
    tcase_add_test(group, copies_of_our_solution_are_found);
    tcase_add_loop_test(group, spelling_makes_no_difference, 0, COUNT_OF(same));
    tcase_add_loop_test(group, what_is_computed_makes_a_difference, 0, COUNT_OF(different));
    tcase_add_test(group, files_with_the_same_text_are_always_a_pair);
    tcase_add_test(group, what_is_given_is_not_ones_own);
    tcase_add_test(group, long_files_are_compared_in_time);
    tcase_add_loop_test(group, odd_files_are_read_to_their_end, 0, COUNT_OF(odd));
    tcase_add_loop_test(group, deep_files_are_read_to_their_end, 0, 13);
    suite_add_tcase(suite, group);
    return suite;
}
