// test_feedback.c - what a zip of feedback calls its files: each platform's own importer, as its source reads names,
// has to find the right person; and files hold what their endings say.
#include "exports/exported_class.h"

#include "returns/returns.h"
#include "submissions/platforms/platform.h"
#include "system/text.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STUDENTS 30

static ExportedClass class;
static char error[200];

static void setup(void) { exported_class_open(&class); }
static void forget(void) { exported_class_close(&class); }
static void put(const char *name, const char *text) { exported_class_put(&class, name, text); }

static bool name_for(const Submission *submission, unsigned person, char name[PLATFORM_NAME]) {
    return class.list.platform->feedback(submission, &submission->people[person], name, error);
}

// ---- Canvas: the first two words of digits alone are the user and the attachment; "LATE" is no word ----

static bool is_digits(const char *word) { return word[0] && strspn(word, "0123456789") == strlen(word); }

// As infer_comment_context_from_filename() reads a name. false: Canvas would pass over the file.
static bool canvas_reads(const char *name, char user[64], char attachment[64]) {
    char copy[PLATFORM_NAME], *words[64], *rest;
    unsigned count = 0, found = 0;
    snprintf(copy, sizeof copy, "%s", name);
    for (char *word = strtok_r(copy, "_", &rest); word && count < 64; word = strtok_r(NULL, "_", &rest))
        if (strcmp(word, "LATE")) words[count++] = word;
    ck_assert_uint_ge(count, 2);
    if (text_begins(words[count - 1], "link")) return false;
    user[0] = attachment[0] = 0;
    for (unsigned i = 0; i < count && found < 2; i++)
        if (is_digits(words[i])) snprintf(found++ ? attachment : user, 64, "%s", words[i]);
    if (strcmp(words[0], "anon")) return found == 2;
    snprintf(user, 64, "%s", words[1]);
    snprintf(attachment, 64, "%s", words[2]);
    return count > 3;
}

START_TEST(canvas_finds_user_and_newest_attachment_of_everybody) {
    unsigned answered = 0;
    exported_class_make(&class, MADE_CANVAS, STUDENTS, _i, "// \n");
    exported_class_read(&class, true);
    for (unsigned s = 0; s < class.list.count; s++) {
        const Submission *submission = &class.list.items[s];
        char name[PLATFORM_NAME], user[64], attachment[64], path[PLATFORM_NAME];
        bool typed = submission->piece_count == 1 && text_ends(submission->pieces[0].name, "_text.html");
        ck_assert_int_eq(name_for(submission, 0, name), !typed);
        if (typed) continue;
        ck_assert(canvas_reads(name, user, attachment));
        ck_assert_str_eq(user, submission->people[0].id);
        ck_assert_uint_eq(strtoul(attachment, NULL, 10), submission->pieces[0].number);
        snprintf(path, sizeof path, "%s", submission->pieces[0].path);
        ck_assert(text_ends(path, name)); // as it was exported
        answered++;
    }
    ck_assert_uint_eq(answered, STUDENTS - 2);
}
END_TEST

static const struct {
    const char *file, *user, *attachment, *name;
} canvas_names[] = {
    {"leeann_LATE_341_9007_hw_1_2.cu", "341", "9007", "leeann_LATE_341_9007_hw_1_2.cu"},
    {"leeann_341_9007_my_linkedlist.cu", "341", "9007", "leeann_341_9007_feedback.cu"},
    {"leeann_341_9007_link.zip", "341", "9007", "leeann_341_9007_feedback.zip"},
    {"LATE_anon_a1B2c_9008_hw.cu", "a1B2c", "9008", "LATE_anon_a1B2c_9008_hw.cu"},
};

START_TEST(canvas_takes_no_feedback_for_a_link) {
    char name[PLATFORM_NAME], user[64], attachment[64];
    put(canvas_names[_i].file, "x");
    exported_class_read(&class, false);
    ck_assert(name_for(&class.list.items[0], 0, name));
    ck_assert_str_eq(name, canvas_names[_i].name);
    ck_assert(canvas_reads(name, user, attachment));
    ck_assert_str_eq(user, canvas_names[_i].user);
    ck_assert_str_eq(attachment, canvas_names[_i].attachment);
}
END_TEST

START_TEST(canvas_answers_the_source_among_several_files) {
    char name[PLATFORM_NAME];
    put("leeann_341_9007_all.zip", "x");
    put("leeann_341_9008_notes.docx", "x");
    put("leeann_341_9009_toy.cu", "x");
    exported_class_read(&class, false);
    ck_assert(name_for(&class.list.items[0], 0, name));
    ck_assert_str_eq(name, "leeann_341_9009_toy.cu");
}
END_TEST

// ---- Moodle: of the first part of the path the second word is the participant, the third and fourth the plugin ----

// As is_valid_filename_for_import() reads a path: the participant, and what is left of the path.
static unsigned moodle_reads(const char *path, char rest[PLATFORM_NAME]) {
    char name[128], participant[64], plugin[64], type[64];
    int used = 0;
    ck_assert_int_eq(sscanf(path, "%127[^_/]_%63[^_/]_%63[^_/]_%63[^_/]%n", name, participant, plugin, type, &used), 4);
    ck_assert(is_digits(participant));
    ck_assert_str_eq(plugin, "assignsubmission");
    ck_assert_str_eq(type, "file");
    ck_assert_int_eq(path[used], '/');
    strcpy(rest, path + used + 1);
    return (unsigned)strtoul(participant, NULL, 10);
}

START_TEST(moodle_finds_every_participant) {
    bool seen[STUDENTS] = {false};
    exported_class_make(&class, MADE_MOODLE, STUDENTS, _i, "// \n");
    exported_class_read(&class, true);
    for (unsigned s = 0; s < class.list.count; s++) {
        char name[PLATFORM_NAME], rest[PLATFORM_NAME];
        ck_assert_msg(name_for(&class.list.items[s], 0, name), "%s", error);
        unsigned student = moodle_reads(name, rest) - 1234;
        ck_assert_uint_lt(student, STUDENTS);
        ck_assert(!seen[student]);
        seen[student] = true;
        ck_assert_str_eq(rest, "feedback.html");
    }
    ck_assert_uint_eq(class.list.count, STUDENTS);
}
END_TEST

// A group's number may be a participant's, who would read what is not his.
START_TEST(moodle_gets_feedback_for_members_and_never_for_a_group) {
    char name[PLATFORM_NAME], rest[PLATFORM_NAME];
    put("Team Red_1_assignsubmission_file/toy.cu", "x");
    put("No Team_2_assignsubmission_file/toy.cu", "x");
    exported_class_put_table(&class, "Identifier,Full name,Group\r\nParticipant 11,Ann_ /Lee,Team Red\r\n"
                                     "Participant 12,B,Team Red\r\n");
    exported_class_read(&class, _i);
    for (unsigned s = 0; s < class.list.count; s++) {
        const Submission *submission = &class.list.items[s];
        bool known = _i && submission->person_count == 2;
        for (unsigned p = 0; p < submission->person_count; p++) {
            ck_assert_int_eq(name_for(submission, p, name), known);
            if (known) ck_assert_uint_eq(moodle_reads(name, rest), 11 + p);
        }
    }
}
END_TEST

// ---- the zip ----

static char *zipped(size_t *length) {
    static const char *const names[] = {"a_1_2_hw.cu", "b_2_3_hw.zip", "c_3_4_hw.tar.gz", "d_4_5_hw.7z",
                                        "e/feedback.html"};
    char *bytes;
    FeedbackZip *zip = feedback_zip_new();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(feedback_zip_add(zip, names[i], "<page>", "text", error), "%s: %s", names[i], error);
    ck_assert(!feedback_zip_add(zip, "f_5_6_hw.rar", "<page>", "text", error)); // nobody may write RAR
    ck_assert(feedback_zip_end(zip, &bytes, length));
    feedback_zip_free(zip);
    return bytes;
}

static void check_holds(const char *zip, const char *name, const char *expected) {
    Export export;
    size_t length;
    ck_assert_msg(export_open(zip, &export, error), "%s", error);
    char *text = export_text(&export, name, 1 << 20, &length, error);
    ck_assert_msg(text != NULL, "%s: %s", name, error);
    if (expected) ck_assert_str_eq(text, expected);
    else { // an archive of its own
        char path[PATH_BYTES + 20];
        snprintf(path, sizeof path, "%s/%s", class.folder, name);
        ck_assert(file_write(path, text, length, error));
        check_holds(path, "feedback.html", "<page>");
    }
    free(text);
    export_close(&export);
}

START_TEST(files_hold_what_their_endings_say) {
    char path[PATH_BYTES];
    size_t length, again_length;
    char *bytes = zipped(&length), *again = zipped(&again_length);
    ck_assert(length == again_length && !memcmp(bytes, again, length)); // no times in it
    snprintf(path, sizeof path, "%s/feedback.zip", class.folder);
    ck_assert(file_write(path, bytes, length, error));
    check_holds(path, "a_1_2_hw.cu", "text");
    check_holds(path, "b_2_3_hw.zip", NULL);
    check_holds(path, "c_3_4_hw.tar.gz", NULL);
    check_holds(path, "d_4_5_hw.7z", NULL);
    check_holds(path, "e/feedback.html", "<page>");
    free(bytes);
    free(again);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *feedback_suite(void) {
    Suite *suite = suite_create("feedback");
    TCase *group = tcase_create("feedback");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, canvas_finds_user_and_newest_attachment_of_everybody, 0, 2);
    tcase_add_loop_test(group, canvas_takes_no_feedback_for_a_link, 0, COUNT(canvas_names));
    tcase_add_test(group, canvas_answers_the_source_among_several_files);
    tcase_add_loop_test(group, moodle_finds_every_participant, 0, 2);
    tcase_add_loop_test(group, moodle_gets_feedback_for_members_and_never_for_a_group, 0, 2);
    tcase_add_test(group, files_hold_what_their_endings_say);
    suite_add_tcase(suite, group);
    return suite;
}
