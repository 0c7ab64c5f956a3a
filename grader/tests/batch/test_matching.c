// test_matching.c - which of several files is graded, with the skeletons and solutions that everybody has.
#include "submissions/files.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static Paths paths;
static Published published;
static SubmittedFiles files;
static const Exercise *turning, *quiz;
static char *skeleton, *solution, *quiz_skeleton, error[200];
static size_t skeleton_length, solution_length, quiz_length;

static char *text_of(const char *folder, const Exercise *exercise, size_t *length) {
    char path[PATH_BYTES];
    if (folder) paths_source(&paths, folder, exercise, path);
    else paths_part(&paths, exercise, "skeleton.cu", path);
    char *text = file_read(path, MOST_SOURCE_BYTES, length, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

static void setup(void) {
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    ck_assert_msg(published_read(&paths, &published, error), "%s", error);
    turning = exercise_named("corner_turning");
    quiz = exercise_named("bank_quiz");
    skeleton = text_of(NULL, turning, &skeleton_length);
    solution = text_of("solutions", turning, &solution_length);
    quiz_skeleton = text_of(NULL, quiz, &quiz_length);
    files = (SubmittedFiles){.count = 0};
}

static void forget(void) {
    submitted_free(&files);
    published_free(&published);
    free(skeleton);
    free(solution);
    free(quiz_skeleton);
}

// What a file holds: k the skeleton, s the solution, a b different answers, o a file of another exercise's, q answers
// to the quiz's questions, - nothing, e an empty file, l a link, r an answer saved as RTF, w one saved as UTF-16.
static void add(const char *name, char what) {
    static char text[2000];
    const char *data = text;
    size_t length;
    if (what == 'k') data = skeleton, length = skeleton_length;
    else if (what == 's') data = solution, length = solution_length;
    else if (what == 'q') snprintf(text, sizeof text, "//= %s: 4\n", quiz->questions[0].name), length = strlen(text);
    else if (what == 'o') length = (size_t)snprintf(text, sizeof text, "void transpose(int) {}\n");
    else if (what == '-') length = (size_t)snprintf(text, sizeof text, "int x;\n");
    else length = (size_t)snprintf(text, sizeof text, "%s { int %c; }\n", turning->must_define, what);
    if (what == 'e') length = (size_t)snprintf(text, sizeof text, " \n");
    if (what == 'w') {
        for (size_t i = length; i-- > 0;) text[2 * i] = text[i], text[2 * i + 1] = 0;
        length *= 2;
    }
    if (what == 'r')
        length = (size_t)snprintf(text, sizeof text, "{\\rtf1{\\fonttbl\\f0 Menlo;}%s \\{ a = \\'93b\\'94;\\\n\\}}",
                                  turning->must_define);
    ck_assert(submitted_add(&files, name, what == 'l' ? FILE_SPECIAL : FILE_PLAIN, what == 'l' ? NULL : data, length));
}

static const struct {
    struct {
        const char *name;
        char what;
    } files[4];
    int taken; // -1: none
    MatchKind kind;
    TextKind text;
    const char *says;
} choices[] = {
    {{{"corner_turning.cu", 'k'}, {"corner_turning (1).cu", 'a'}}, 1, MATCH_MISNAMED, TEXT_OWN, "unchanged skeleton"},
    {{{"corner_turning.cu", 's'}, {"corner_turning-1.cu", 'a'}}, 1, MATCH_MISNAMED, TEXT_OWN, "published solution"},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'k'}, {"corner_turning_1.cu", 'a'}},
     1,
     MATCH_MISNAMED,
     TEXT_OWN,
     "unchanged skeleton"},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'a'}, {"solutions/05_corner_turning/corner_turning.cu", 's'}},
     0,
     MATCH_EXACT,
     TEXT_OWN,
     NULL},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'k'}, {"solutions/05_corner_turning/corner_turning.cu", 's'}},
     0,
     MATCH_EXACT,
     TEXT_SKELETON,
     NULL},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'k'}, {"work/corner_turning.cu", 's'}},
     1,
     MATCH_MISNAMED,
     TEXT_SOLUTION,
     "unchanged skeleton"},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'k'}, {"answer.cu", 's'}},
     1,
     MATCH_MISNAMED,
     TEXT_SOLUTION,
     "is unchanged"},
    {{{"exercises/05_corner_turning/corner_turning.cu", 's'}, {"work/corner_turning.cu", 'k'}},
     0,
     MATCH_EXACT,
     TEXT_SOLUTION,
     NULL},
    {{{"exercises/05_corner_turning/corner_turning.cu", 'k'}, {"solutions/answer.cu", 's'}},
     0,
     MATCH_EXACT,
     TEXT_SKELETON,
     NULL},
    {{{"corner_turning.cu", 'k'}}, 0, MATCH_EXACT, TEXT_SKELETON, NULL},
    {{{"corner_turning.cu", 's'}}, 0, MATCH_EXACT, TEXT_SOLUTION, NULL},
    {{{"corner_turning.cu", 'k'}, {"mine.cu", 'a'}}, 1, MATCH_MISNAMED, TEXT_OWN, "defines"},
    {{{"bank_quiz.cu", 'a'}}, 0, MATCH_MISNAMED, TEXT_OWN, NULL},
    {{{"transpose_tiled.cu", 'o'}}, -1, MATCH_MISSING, TEXT_OWN, "not handed in"},
    {{{"corner_turning.cu", 'a'}, {"corner_turning (1).cu", 'a'}}, 0, MATCH_MISNAMED, TEXT_OWN, "are the same"},
    {{{"corner_turning.cu", 'a'}, {"corner_turning (1).cu", 'b'}}, 0, MATCH_MISNAMED, TEXT_OWN, "name is better"},
    {{{"old/corner_turning.cu", 'a'}, {"corner_turning (1).cu", 'b'}}, 1, MATCH_MISNAMED, TEXT_OWN, "called old"},
    {{{"corner_turning.cpp", 'a'}}, 0, MATCH_MISNAMED, TEXT_OWN, "was taken for"},
    {{{"corner_turning.txt", 'a'}, {"corner_turning.cu", 'k'}}, 0, MATCH_MISNAMED, TEXT_OWN, "unchanged skeleton"},
    {{{"corner_turning.txt", 'a'}, {"Corner_Turning.cu", 'b'}}, 1, MATCH_MISNAMED, TEXT_OWN, "no .cu file"},
    {{{"Corner Turning.CU", 's'}}, 0, MATCH_MISNAMED, TEXT_SOLUTION, "was taken for"},
    {{{"corner-turning-2.cu", 's'}}, 0, MATCH_MISNAMED, TEXT_SOLUTION, "was taken for"},
    {{{"homework", 'a'}}, 0, MATCH_MISNAMED, TEXT_OWN, "defines"},
    {{{"corner_turning.rtf", 'r'}}, 0, MATCH_MISNAMED, TEXT_OWN, "saved as RTF"},
    {{{"corner_turning.cu", 'w'}}, 0, MATCH_MISNAMED, TEXT_OWN, "saved as UTF-16"},
    {{{"corner_turning.txt", 'w'}}, 0, MATCH_MISNAMED, TEXT_OWN, "saved as UTF-16"},
    {{{"corner_turning.cu", 'l'}, {"corner_turning-1.cu", 'k'}}, 1, MATCH_MISNAMED, TEXT_SKELETON, "is a link"},
    {{{"corner_turning.cu", 'e'}, {"corner_turning-1.cu", 'k'}}, 1, MATCH_MISNAMED, TEXT_SKELETON, "is empty"},
    {{{"corner_turning.cu", 'e'}}, 0, MATCH_REFUSED, TEXT_OWN, "is empty"},
    {{{"lee_corner_turning.cu", 'a'}, {"corner_turning.cu", 'k'}}, 0, MATCH_MISNAMED, TEXT_OWN, "unchanged skeleton"},
};

START_TEST(work_counts_before_what_everybody_has) {
    const Exercise *const one[] = {turning};
    Match match;
    for (int i = 0; i < 4 && choices[_i].files[i].name; i++) add(choices[_i].files[i].name, choices[_i].files[i].what);
    submission_match(&files, one, 1, NULL, &published, &match);
    ck_assert_msg(match.kind == choices[_i].kind, "%d: %s", match.kind, match.words);
    if (choices[_i].taken >= 0) ck_assert_int_eq(match.file, choices[_i].taken);
    ck_assert_int_eq(match.text, choices[_i].text);
    if (choices[_i].says) ck_assert_msg(strstr(match.words, choices[_i].says) != NULL, "%s", match.words);
}
END_TEST

START_TEST(quiz_is_known_by_its_questions) {
    const Exercise *const both[] = {turning, quiz};
    Match matches[2];
    add("answers.cu", 'q');
    add("program.cu", 'a');
    submission_match(&files, both, 2, NULL, &published, matches);
    ck_assert_uint_eq(matches[0].file, 1);
    ck_assert_int_eq(matches[1].kind, MATCH_MISNAMED);
    ck_assert_uint_eq(matches[1].file, 0);
}
END_TEST

// "/*ä€😀*/" and a line, as Windows saves it: of either order, with a mark and without.
static const struct {
    const char *bytes;
    size_t length;
} wide[] = {
    {"\xFF\xFE/\0*\0\xE4\0\xAC\x20\x3D\xD8\x00\xDE*\0/\0\r\0\n\0", 22},
    {"\xFE\xFF\0/\0*\0\xE4\x20\xAC\xD8\x3D\xDE\x00\0*\0/\0\r\0\n", 22},
    {"/\0*\0\xE4\0\xAC\x20\x3D\xD8\x01\xDE*\0/\0\r\0\n\0", 20},
    {"\0/\0*\0\xE4\x20\xAC\xD8\x3D\xDE\x01\0*\0/\0\r\0\n", 20},
};

START_TEST(utf16_is_read_as_utf8) {
    ck_assert(submitted_add(&files, "hw.cu", FILE_PLAIN, wide[_i].bytes, wide[_i].length));
    ck_assert_str_eq(files.files[0].data, _i < 2 ? "/*\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80*/\r\n"
                                                 : "/*\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x81*/\r\n");
    ck_assert_uint_eq(files.files[0].length, strlen(files.files[0].data));
    ck_assert_ptr_nonnull(strstr(files.files[0].note, "UTF-16"));
}
END_TEST

static const struct {
    const char *one, *two;
    bool same;
} texts[] = {
    {"int a;\n", "int  a ;\r\n// me\n", true},
    {"int a;", "/* x */int a;", true},
    {"int a;", "\xEF\xBB\xBFint a;", true},
    {"int a;", "int b;", false},
    {"//= x: ?\n", "//= x: 4\n", false},
    {"//= student: ?\n", "//= student: Ann Lee\n", true},
    {"//= numbers: 1\n", "//= numbers: 2\n", true},
    {"f(\"// a\");", "f(\"// b\");", false},
    {"f('\"'); // a", "f('\"'); // b", true},
    {"a/* ", "a", true},
    {"a // b", "a // c", true},
    {"\"\\\" //\" a", "\"\\\" //\" b", false},
    {"a / b", "a", false},
    {"", "", true},
};

START_TEST(blanks_and_comments_are_no_work) {
    bool same =
        published_hash(texts[_i].one, strlen(texts[_i].one)) == published_hash(texts[_i].two, strlen(texts[_i].two));
    ck_assert_int_eq(same, texts[_i].same);
}
END_TEST

START_TEST(skeleton_with_other_numbers_is_unchanged) {
    char *signed_text = malloc(quiz_length + 100);
    int length = sprintf(signed_text, "// Ann Lee, 4711\r\n%s", quiz_skeleton);
    ck_assert_int_eq(published_kind(&published, quiz, signed_text, (size_t)length), TEXT_SKELETON);
    char *numbers = strstr(signed_text, "//= numbers: 1"), *answer = numbers ? strstr(numbers + 14, ": ?") : NULL;
    ck_assert_ptr_nonnull(answer);
    numbers[13] = '7';
    ck_assert_int_eq(published_kind(&published, quiz, signed_text, (size_t)length), TEXT_SKELETON);
    answer[2] = '4';
    ck_assert_int_eq(published_kind(&published, quiz, signed_text, (size_t)length), TEXT_OWN);
    free(signed_text);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *matching_suite(void) {
    Suite *suite = suite_create("matching");
    TCase *group = tcase_create("matching");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, work_counts_before_what_everybody_has, 0, COUNT(choices));
    tcase_add_test(group, quiz_is_known_by_its_questions);
    tcase_add_loop_test(group, utf16_is_read_as_utf8, 0, COUNT(wide));
    tcase_add_loop_test(group, blanks_and_comments_are_no_work, 0, COUNT(texts));
    tcase_add_test(group, skeleton_with_other_numbers_is_unchanged);
    suite_add_tcase(suite, group);
    return suite;
}
