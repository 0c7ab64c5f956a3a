// test_alike.c - copies in disguise are found, answers of their own are not.
//
// made_class.py makes the classes. ALIKE_TABLE=1 prints the rank of each copy, ALIKE_PAIRS=1 every pair; ALIKE_SEED=2
// makes another class.
#define _GNU_SOURCE // asprintf
#include "../../alike/alike.h"

#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../../exercises/exercise.h"
#include "../../exercises/known.h"
#include "../../system/paths.h"
#include "scratch.h"

#include <check.h>
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
    int original; // -1: a published answer
    char kind[40];
    unsigned rank; // of the first pair that shows it, from 1; 0: not found
} Copy;

typedef struct {
    Files *files;
    Copy copies[COPIES];
    unsigned honest, published;
    char names[MOST_FILES][PATH_BYTES]; // of published answers
} MadeClass;

// The published answers of an exercise: what copies may come from.
static void add_published(const char *name, MadeClass *made) {
    const Exercise *exercise = exercise_named(name);
    Message error = "";
    KnownAnswers known;
    ck_assert_msg(known_read(&paths, exercise, &known, error), "%s", error);
    for (unsigned i = 0; i < known.count; i++) {
        const KnownAnswer *answer = &known.answers[i];
        if (known_is(answer, "wrong") || !text_ends(answer->name, ".cu")) continue;
        add_file(made->files, answer->text);
        made->published++;
    }
    known_free(&known);
}

static void read_truth(const char *folder, MadeClass *made) {
    char path[PATH_BYTES], original[PATH_BYTES];
    snprintf(path, sizeof path, "%s/truth.txt", folder);
    FILE *truth = fopen(path, "r");
    unsigned copy;
    ck_assert_ptr_nonnull(truth);
    for (unsigned i = 0; i < COPIES; i++) {
        ck_assert_int_eq(fscanf(truth, "%u %1000s %39[^\n]", &copy, original, made->copies[i].kind), 3);
        made->copies[i].original = strchr(original, '/') ? -1 : atoi(original);
    }
    fclose(truth);
}

static MadeClass *make_class(const char *exercise, unsigned honest) {
    char *command, path[PATH_BYTES], folder[SCRATCH_BYTES];
    MadeClass *made = calloc(1, sizeof *made);
    ck_assert(made != NULL);
    scratch_folder(folder, "class");
    ck_assert(asprintf(&command, "python3 -B %s/grader/tests/alike/made_class.py %s %s %u %d %u %s", paths.root,
                       paths.root, exercise, honest, COPIES, setting("ALIKE_SEED", 1), folder) > 0);
    ck_assert_int_eq(system(command), 0);
    free(command);
    made->files = files_new();
    made->honest = honest;
    add_skeleton(made->files, exercise_named(exercise));
    for (unsigned i = 0; i < honest + COPIES; i++) {
        snprintf(path, sizeof path, "%s/s%03u.cu", folder, i);
        char *text = read_text(path);
        add_file(made->files, text);
        made->files->digests[i].students = 1;
        free(text);
    }
    read_truth(folder, made);
    add_published(exercise, made);
    return made;
}

static void class_free(MadeClass *made) {
    files_free(made->files);
    free(made);
}

// The copy that a pair shows: the copy and its original, two copies of one original, or a published answer. -1: none.
static int copy_shown(const MadeClass *made, const Pair *pair) {
    unsigned students = made->honest + COPIES;
    for (unsigned i = 0; i < COPIES; i++) {
        unsigned file = made->honest + i, other = pair->left == file ? pair->right : pair->left;
        if (pair->left != file && pair->right != file) continue;
        if (made->copies[i].original < 0 ? other >= students : other == (unsigned)made->copies[i].original)
            return (int)i;
    }
    return -1;
}

// Notes the rank of each copy. Returns how many pairs are shown.
static unsigned rank_copies(MadeClass *made, unsigned honest_above[COPIES]) {
    Files *files = made->files;
    unsigned own = made->honest + COPIES, honest = 0;
    Pair *pairs;
    int students = digests_count(files->digests, files->count, &files->given);
    ck_assert_int_eq(students, (int)own);
    int count = pairs_find(files->digests, (Compared){own, own, files->count}, own, &pairs);
    ck_assert_int_ge(count, 0);
    for (int i = 0; i < count; i++) {
        int copy = copy_shown(made, &pairs[i]);
        if (getenv("ALIKE_PAIRS"))
            printf("    %3d  %3u %3u  %5.0f bits: form %.0f spelling %.0f writing %.0f layout %.0f comments %.0f names "
                   "%.0f  %s\n",
                   i + 1, pairs[i].left, pairs[i].right, pairs[i].bits, pairs[i].view[0], pairs[i].view[1],
                   pairs[i].view[2], pairs[i].view[3], pairs[i].view[4], pairs[i].view[5],
                   copy < 0 ? "honest" : made->copies[copy].kind);
        if (copy < 0) honest++;
        else if (!made->copies[copy].rank) made->copies[copy].rank = (unsigned)i + 1, honest_above[copy] = honest;
    }
    free(pairs);
    return (unsigned)count;
}

typedef struct {
    unsigned ten, twenty, all, honest;
} Found;

static Found count_found(const MadeClass *made, const unsigned honest_above[COPIES]) {
    Found found = {0};
    for (unsigned i = 0; i < COPIES; i++) {
        unsigned rank = made->copies[i].rank;
        found.ten += rank && rank <= 10;
        found.twenty += rank && rank <= 20;
        found.all += rank > 0;
        if (honest_above[i] > found.honest) found.honest = honest_above[i];
    }
    for (unsigned i = 0; i < COPIES / 2 && getenv("ALIKE_TABLE"); i++)
        printf("  %-24s rank %3u; with new names and layout %3u\n", made->copies[i].kind, made->copies[i].rank,
               made->copies[i + COPIES / 2].rank);
    return found;
}

// Where one token is the answer (transpose_padded), a copy with other comments and layout has nothing left of its
// original.
static const struct {
    const char *exercise;
    unsigned ten, shown; // copies among the first ten pairs; among all that are shown
} classes[] = {{"transpose_padded", 6, 6},
               {"corner_turning", 8, 14},
               {"matmul_tiled", 9, 16},
               {"sum_two_level", 9, 13},
               {"histogram_private", 10, 18}};

START_TEST(ten_kinds_of_copies_are_the_first_that_are_shown) {
    unsigned students = setting("ALIKE_STUDENTS", 200), honest_above[COPIES] = {0};
    MadeClass *made = make_class(classes[_i].exercise, students - COPIES);
    double began = seconds_now();
    unsigned shown = rank_copies(made, honest_above);
    Found found = count_found(made, honest_above);
    if (getenv("ALIKE_TABLE"))
        printf("%s, %u students: first ten pairs show %u copies, first twenty %u, all %u pairs %u of %d; honest pairs "
               "above the last: %u; %.2f s\n",
               classes[_i].exercise, students, found.ten, found.twenty, shown, found.all, COPIES, found.honest,
               seconds_now() - began);
    ck_assert_uint_ge(found.ten, classes[_i].ten);
    ck_assert_uint_ge(found.all, classes[_i].shown);
    class_free(made);
}
END_TEST

// ---- what makes no difference, and what does ----

static double share_of(const char *one, const char *other) {
    Files *files = files_new();
    add_file(files, one);
    add_file(files, other);
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

// ---- what agreement is worth ----

static double bits_of(Files *files, unsigned left, unsigned right) {
    Pair *pairs;
    double bits = 0;
    for (unsigned i = 0; i < files->count; i++) files->digests[i].students = 1;
    int students = digests_count(files->digests, files->count, &files->given);
    ck_assert_int_eq(students, (int)files->count);
    int count = pairs_find(files->digests, (Compared){files->count, files->count, files->count}, files->count, &pairs);
    for (int i = 0; i < count; i++)
        if (pairs[i].left == left && pairs[i].right == right) bits = pairs[i].bits;
    free(pairs);
    return bits;
}

static const char own_idea[] =
    "// turn the corner first, then walk back\nvoid f(int *array, int most) {\n    int corner = array[most] * 7;\n"
    "    for (int walk = most - 1; walk > 3; walk -= 2) array[walk] ^= corner + (walk << 4);\n"
    "    if (corner > most * most) array[0] = corner / 3 - most;\n    array[1] = (corner & 12) | most % 5;\n}\n";

static void add_others(Files *files, unsigned others) {
    char text[200];
    for (unsigned i = 0; i < others; i++) {
        snprintf(text, sizeof text, "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = %u; }\n", i);
        add_file(files, text);
    }
}

START_TEST(what_two_of_the_class_share_is_shown) {
    Files *files = files_new();
    add_file(files, own_idea);
    add_file(files, own_idea);
    add_others(files, 40);
    ck_assert_double_gt(bits_of(files, 0, 1), 40);
    files_free(files);
}
END_TEST

// A file of questions without code, in a class where most answer rightly.
static void add_answers(Files *files, const char *drawn, int rounds, int warps, int lanes) {
    char text[200];
    snprintf(text, sizeof text, "//= numbers: 1\n%s// How many?\n//= rounds: %d\n//= warps: %d\n//= lanes: %d\n", drawn,
             rounds, warps, lanes);
    add_file(files, text);
}

// The bits of the first two files of such a class.
static double bits_of_answers(const char *drawn, const char *other, int rounds) {
    Files *files = files_new();
    add_answers(files, drawn, rounds, rounds + 1, rounds + 2);
    add_answers(files, other, rounds, rounds + 1, rounds + 2);
    for (int i = 0; i < 60; i++) add_answers(files, "", 5, i % 3 ? 6 : 100 + i, 7);
    for (unsigned i = 0; i < files->count; i++) files->digests[i].students = 1;
    ck_assert_int_eq(digests_count(files->digests, files->count, &files->given), (int)files->count);
    double bits = pair_score(files->digests, 0, 1, files->count).view[VIEW_ANSWERS];
    files_free(files);
    return bits;
}

START_TEST(wrong_answers_that_few_gave_count) {
    ck_assert_double_gt(bits_of_answers("", "", 17), 6);
    ck_assert_double_eq(bits_of_answers("", "", 5), 0);                                      // as most of the class
    ck_assert_double_eq(bits_of_answers("//= student: Ann\n", "//= student: Bob\n", 17), 0); // other numbers
}
END_TEST

START_TEST(what_most_of_the_class_share_counts_nothing) {
    Files *files = files_new();
    for (unsigned i = 0; i < 30; i++) add_file(files, own_idea);
    add_others(files, 20);
    for (unsigned j = 1; j < 30; j++) ck_assert_double_eq(bits_of(files, 0, j), 0);
    files_free(files);
}
END_TEST

START_TEST(what_is_given_counts_nothing) {
    Files *files = files_new();
    ck_assert(given_add(&files->given, own_idea, strlen(own_idea)));
    add_file(files, own_idea);
    add_file(files, own_idea);
    add_others(files, 40);
    ck_assert_double_eq(bits_of(files, 0, 1), 0);
    ck_assert_uint_eq(files->digests[0].feature_count, 0);
    files_free(files);
}
END_TEST

// A comment of 21 words is 19 runs of three and the whole: 20 features, each halved, and 40 others have none of them. m
// is 0.8, u is 0.5 / 41: ten times log2(0.8 * 82) bits.
START_TEST(an_equal_comment_is_worth_what_the_formula_says) {
    Files *files = files_new();
    static const char words[] = "one two three four five six seven eight nine ten eleven twelve a b c d e f g h i";
    char text[2][300];
    snprintf(text[0], sizeof text[0], "// %s\n", words);
    snprintf(text[1], sizeof text[1], "/* %s. */", words);
    for (unsigned i = 0; i < 2; i++) add_file(files, text[i]);
    add_others(files, 40);
    ck_assert_double_eq_tol(bits_of(files, 0, 1), 10 * 6.0356, 0.01);
    files_free(files);
}
END_TEST

START_TEST(files_that_differ_in_layout_alone_have_the_same_text) {
    Digest one, other;
    static const char left[] = "int f(int a) { return a; }", right[] = "// mine\nint f(int a)\n{\n    return a;\n}\n";
    ck_assert(digest_of(left, strlen(left), &one) && digest_of(right, strlen(right), &other));
    ck_assert_uint_eq(one.text, other.text);
    digest_free(&one);
    digest_free(&other);
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
    ck_assert_int_ge(digests_count(files->digests, 2, &files->given), 0);
    ck_assert_int_ge(pairs_find(files->digests, (Compared){2, 2, 2}, 2, &pairs), 0);
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
    tcase_add_loop_test(group, ten_kinds_of_copies_are_the_first_that_are_shown, 0, COUNT_OF(classes));
    tcase_add_loop_test(group, spelling_makes_no_difference, 0, COUNT_OF(same));
    tcase_add_loop_test(group, what_is_computed_makes_a_difference, 0, COUNT_OF(different));
    tcase_add_test(group, what_two_of_the_class_share_is_shown);
    tcase_add_test(group, wrong_answers_that_few_gave_count);
    tcase_add_test(group, what_most_of_the_class_share_counts_nothing);
    tcase_add_test(group, what_is_given_counts_nothing);
    tcase_add_test(group, an_equal_comment_is_worth_what_the_formula_says);
    tcase_add_test(group, files_that_differ_in_layout_alone_have_the_same_text);
    tcase_add_test(group, long_files_are_compared_in_time);
    tcase_add_loop_test(group, odd_files_are_read_to_their_end, 0, COUNT_OF(odd));
    tcase_add_loop_test(group, deep_files_are_read_to_their_end, 0, 13);
    suite_add_tcase(suite, group);
    return suite;
}
