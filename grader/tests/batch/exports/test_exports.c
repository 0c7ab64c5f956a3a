// test_exports.c - a class as each platform exports it: everybody is found once, with the right file and the right
// name.
#define _GNU_SOURCE // setresuid
#include "exported_class.h"

#include "class/people.h"
#include "submissions/files.h"
#include "submissions/platforms/platform.h"
#include "system/text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define STUDENTS 30
#define SOURCE                                                                                                         \
    "void matmul(const float *A, const float *B, float *C, int m, int n, int k) {}\n"                                  \
    "#error \"student\"\n"

static ExportedClass class;
static char error[200];

static void setup(void) { exported_class_open(&class); }
static void forget(void) { exported_class_close(&class); }
static void make(MadeKind kind, bool zipped) { exported_class_make(&class, kind, STUDENTS, zipped, SOURCE); }
static void read_class(bool with_table) { ck_assert_int_eq(exported_class_read(&class, with_table), 0); }
static void put(const char *name, const char *text) { exported_class_put(&class, name, text); }

static const Submission *of_student(MadeKind kind, unsigned student) {
    char id[64];
    const Submission *found = NULL;
    export_id(kind, student, id);
    for (unsigned i = 0; i < class.list.count; i++) {
        const Person *person = class.list.items[i].people;
        if (strcmp(person->id, id) && strcmp(person->login, id)) continue;
        ck_assert_msg(!found, "%s appears twice", id);
        found = &class.list.items[i];
    }
    ck_assert_msg(found != NULL, "%s is lost", id);
    return found;
}

// ---- every platform ----

static MatchKind expected(MadeKind kind, Trait trait) {
    switch (trait) {
    case HANDS_RENAMED:
    case HANDS_CU_TXT:
    case HANDS_OTHER_EXERCISE:
    case HANDS_TWO:
    case HANDS_TWICE: return MATCH_MISNAMED;
    case HANDS_TEXT: return kind == MADE_CANVAS || kind == MADE_MOODLE ? MATCH_MISNAMED : MATCH_EXACT;
    case HANDS_BROKEN_ZIP: return MATCH_REFUSED;
    default: return MATCH_EXACT;
    }
}

static void check_match(MadeKind kind, unsigned student) {
    const Exercise *const both[] = {exercise_named("matmul_coalesced"), exercise_named("row_sums_shared")};
    const Submission *submission = of_student(kind, student);
    SubmittedFiles files;
    Match found[2];
    char mark[40];
    ck_assert_msg(submission_read(&class.list, submission, &files, error), "%s", error);
    ck_assert_str_eq(files.problem, "");
    submission_match(&files, both, 2, NULL, NULL, found);
    ck_assert_msg(found[0].kind == expected(kind, student % TRAITS), "student %u: %d: %s", student, found[0].kind,
                  found[0].words);
    snprintf(mark, sizeof mark, "// student %u\n", student);
    const char *data = found[0].kind <= MATCH_MISNAMED ? files.files[found[0].file].data : mark;
    bool own = strstr(data, mark) != NULL || (student % TRAITS == HANDS_TWO && strstr(data, "the other")) ||
               student % TRAITS == HANDS_OTHER_EXERCISE ||
               (student % TRAITS == HANDS_TEXT && strstr(data, "// a < b && c\n#error \"typed\""));
    ck_assert_msg(own, "student %u: %s", student, data);
    submitted_free(&files);
}

static bool is_zipped(int loop) { return loop >= MADE_KINDS; }
static MadeKind kind_of(int loop) { return (MadeKind)(loop % MADE_KINDS); }

START_TEST(everybody_is_found_once_with_the_right_file) {
    MadeKind kind = kind_of(_i);
    make(kind, is_zipped(_i));
    read_class(true);
    ck_assert_str_eq(class.list.platform->name, made_names[kind]);
    ck_assert_uint_eq(class.list.count, STUDENTS);
    for (unsigned i = 0; i < STUDENTS; i++) check_match(kind, i);
    ck_assert(class.roster.entries[STUDENTS].absent);
    for (unsigned i = 0; i < STUDENTS; i++) ck_assert(!class.roster.entries[i].absent);
}
END_TEST

START_TEST(without_a_table_everybody_is_found_as_well) {
    make(kind_of(_i), is_zipped(_i));
    read_class(false);
    ck_assert_uint_eq(class.list.count, STUDENTS);
    for (unsigned i = 0; i < class.list.count; i++) {
        const char *id = class.list.items[i].id;
        ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ._-"), strlen(id));
        for (unsigned j = 0; j < i; j++) ck_assert_str_ne(id, class.list.items[j].id);
    }
}
END_TEST

// ---- one platform each ----

START_TEST(archive_of_a_folder_holds_its_students) {
    char command[3 * PATH_BYTES];
    make(MADE_FOLDER, false);
    snprintf(command, sizeof command, "tar -C '%s' -czf '%s.tar.gz' export", class.folder, class.export);
    ck_assert_int_eq(system(command), 0);
    strcat(class.export, ".tar.gz");
    read_class(true);
    ck_assert_uint_eq(class.list.count, STUDENTS);
    check_match(MADE_FOLDER, HANDS_ZIP);
}
END_TEST

START_TEST(canvas_tells_late_anonymous_and_group_submissions) {
    put("leeann_LATE_341_9007_hw_1_2.cu", "x");
    put("LATE_anon_a1B2c_9008_hw.cu", "x");
    put("group_7_345_678_f.cu", "x");
    put("link_346_link.html", "<a href=x>");
    exported_class_put_table(
        &class, "Student,ID,Section\r\n\"Lee, Ann\",341,S\r\n\"Ray, Bob\",345,S\r\nanon,a1B2c,S\r\n\"K, L\",346,S\r\n");
    read_class(true);
    ck_assert_uint_eq(class.list.count, 4);
    ck_assert_str_eq(of_student(MADE_CANVAS, 0)->student, "Lee, Ann");
    ck_assert(of_student(MADE_CANVAS, 0)->late);
    ck_assert_str_eq(of_student(MADE_CANVAS, 0)->pieces[0].name, "hw_1_2.cu");
    ck_assert_str_eq(of_student(MADE_CANVAS, 4)->student, "Ray, Bob"); // 345, not 7
    ck_assert_uint_eq(class.list.left_out_count, 1);
    ck_assert_ptr_nonnull(strstr(class.list.left_out[0].why, "a link"));
}
END_TEST

START_TEST(older_versions_stay_or_become_attempts) {
    put("leeann_341_9007_hw.cu", "1");
    put("leeann_341_9009_hw-1.cu", "2");
    put("leeann_341_9008_notes.txt", "n");
    ck_assert(submissions_find(class.export, NULL, &class.list, error));
    ck_assert(submissions_attempts(&class.list, _i));
    ck_assert_uint_eq(class.list.count, _i ? 2 : 1);
    ck_assert_uint_eq(class.list.left_out_count, 0);
    ck_assert_str_eq(class.list.items[0].id, "leeann-341");
    ck_assert_uint_eq(class.list.items[0].attempt, _i ? 2 : 1);
    ck_assert_uint_eq(class.list.items[0].piece_count, _i ? 2 : 3); // what is in them decides between two
    if (!_i) return;
    ck_assert_str_eq(class.list.items[1].id, "leeann-341-attempt-1");
    ck_assert_str_eq(class.list.items[1].student, "leeann");
    ck_assert_uint_eq(class.list.items[1].piece_count, 2);
    ck_assert_str_eq(class.list.items[1].pieces[0].name, "hw.cu");
}
END_TEST

START_TEST(gradescope_submission_has_several_people) {
    put("submission_5/a.cu", "x");
    put("submission_6/a.cu", "x");
    put("submission_metadata.yml", "---\nsubmission_5:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '0012'\n"
                                   "  - :name: Bob Ray\n    :sid: '0013'\n  :created_at: 2024-01-02 03:04:05.5 Z\n"
                                   "submission_9:\n  :submitters: []\n");
    read_class(false);
    ck_assert_uint_eq(class.list.count, 2);
    ck_assert_str_eq(class.list.items[0].student, "Ann Lee, Bob Ray");
    ck_assert_str_eq(class.list.items[0].people[1].id, "0013");
    ck_assert_int_eq(class.list.items[0].handed_in, 1704164645);
    ck_assert_str_eq(class.list.items[1].student, "submission_6"); // not in the metadata, and not lost
    ck_assert_uint_eq(class.list.left_out_count, 1);
    ck_assert_str_eq(class.list.left_out[0].name, "submission_9");
}
END_TEST

START_TEST(metadata_that_means_no_good_is_refused) {
    static const char *const texts[] = {"a: [", "\x01", "a: *nothing\n", "- &a [*a]\n"};
    put("submission_5/a.cu", "x");
    put("submission_metadata.yml", texts[_i]);
    ck_assert(!submissions_find(class.export, NULL, &class.list, error));
    ck_assert_ptr_nonnull(strstr(error, "submission_metadata.yml"));
}
END_TEST

// Ten aliases of ten aliases of ten ...: 10^9 values.
START_TEST(aliases_of_aliases_end_at_a_limit) {
    char text[2000] = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; i++) {
        text_append(text, sizeof text, "a%d: &a%d [", i, i);
        for (int j = 0; j < 10; j++) text_append(text, sizeof text, "%s*a%d", j ? "," : "", i - 1);
        text_append(text, sizeof text, "]\n");
    }
    put("submission_5/a.cu", "x");
    put("submission_metadata.yml", text);
    ck_assert(!submissions_find(class.export, NULL, &class.list, error));
    ck_assert_msg(strstr(error, "more than") || strstr(error, "too long"), "%s", error);
}
END_TEST

START_TEST(classroom_users_may_hold_dashes) {
    static const char *const names[] = {"hw1-a-b", "hw1-a-c"};
    char name[100];
    strcat(class.export, "/hw1-submissions");
    for (size_t i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s/.git/HEAD", names[i]);
        put(name, "x");
        snprintf(name, sizeof name, "%s/toy.cu", names[i]);
        put(name, "x");
    }
    read_class(false);
    ck_assert_str_eq(class.list.platform->name, "github");
    ck_assert_str_eq(class.list.items[0].people[0].login, "a-b");
    ck_assert_str_eq(class.list.items[1].people[0].login, "a-c");
}
END_TEST

START_TEST(moodle_group_means_its_members) {
    put("Team Red_17_assignsubmission_file/toy.cu", "x");
    put("Default group_assignsubmission_file/toy.cu", "x");
    exported_class_put_table(
        &class, "Identifier,Full name,Group\r\nParticipant 1,Ann Lee,Team Red\r\nParticipant 2,Bob Ray,Team Red\r\n");
    ck_assert(roster_read(class.table, &class.roster, error));
    ck_assert(submissions_find(class.export, NULL, &class.list, error));
    ck_assert_int_eq(roster_apply(&class.roster, &class.list), 1);
    ck_assert_str_eq(class.list.items[1].student, "Ann Lee, Bob Ray");
    ck_assert_uint_eq(class.list.items[1].person_count, 2);
}
END_TEST

START_TEST(namesakes_are_kept_apart) {
    put("Ann Lee/toy.cu", "x");
    put("Bob Ray/toy.cu", "x");
    exported_class_put_table(&class, "id,name\r\n1,Ann Lee\r\n2,\"Lee, Ann\"\r\n3,\"Ray, Bob\"\r\n");
    ck_assert(roster_read(class.table, &class.roster, error));
    ck_assert(submissions_find(class.export, NULL, &class.list, error));
    ck_assert_int_eq(roster_apply(&class.roster, &class.list), 1); // which Ann Lee, nobody knows
    ck_assert_int_eq(class.list.items[0].people[0].row, -1);
    ck_assert_int_eq(class.list.items[1].people[0].row, 2);
}
END_TEST

// Moodle's participant has another number in each assignment; a student keeps theirs. Rules may use either, and the
// login that Moodle may put before a name makes it no other's.
START_TEST(participant_has_the_number_that_stays) {
    static const char *const words[] = {"4711", "881", "Ann Lee"};
    Meant meant;
    put("annlee Ann Lee_881_assignsubmission_file/toy.cu", "x");
    put("bobray Bob Ray_882_assignsubmission_file/toy.cu", "x");
    exported_class_put_table(&class, "Identifier,Full name,ID number\r\nParticipant 881,Ann Lee,4711\r\n"
                                     "Participant 882,Bob Ray,4712\r\n");
    ck_assert_int_eq(exported_class_read(&class, true), 0);
    ck_assert_str_eq(class.list.items[0].people[0].id, "4711");
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(people_find(&class.list, &class.roster, words[i], &meant, error), "%s", error);
        ck_assert(people_meant(&meant, &class.list.items[0]) && !people_meant(&meant, &class.list.items[1]));
    }
}
END_TEST

// A form's table has its questions as heads.
START_TEST(form_asks_for_a_name) {
    put("toy - Ann Lee.cu", "x");
    put("toy - Bob Ray.cu", "x");
    exported_class_put_table(&class, "Timestamp,Email Address,What is your name?,Your file\r\n"
                                     "10/1/2026,a@x.edu,Ann Lee,https://a\r\n10/1/2026,b@x.edu,Bob Ray,https://b\r\n");
    ck_assert_int_eq(exported_class_read(&class, true), 0);
    ck_assert_str_eq(class.list.items[0].people[0].email, "a@x.edu");
}
END_TEST

// ---- what we may not read ----

static int read_as_nobody(void) {
    SubmittedFiles files;
    const Exercise *const one[] = {exercise_named("matmul_coalesced")};
    Match found;
    if (setresuid(65534, 65534, 65534)) return 9;
    for (unsigned i = 0; i < 2; i++) {
        if (!submission_read(&class.list, &class.list.items[i], &files, error)) return 1;
        submission_match(&files, one, 1, NULL, NULL, &found);
        if (found.kind != MATCH_UNREADABLE || !strstr(found.words, "Permission denied")) return 2;
    }
    if (!submission_read(&class.list, &class.list.items[2], &files, error)) return 3;
    submission_match(&files, one, 1, NULL, NULL, &found);
    return found.kind == MATCH_EXACT ? 0 : 4;
}

START_TEST(what_we_may_not_read_is_our_fault) {
    char path[PATH_BYTES + 100];
    int status;
    if (geteuid()) return;
    mode_t before = umask(022); // nobody may read what is not forbidden below
    put("a/matmul_coalesced.cu", "x");
    put("b/work/matmul_coalesced.cu", "x");
    put("c/matmul_coalesced.cu", "x");
    umask(before);
    chmod(class.folder, 0755);
    chmod(class.export, 0755);
    snprintf(path, sizeof path, "%s/a/matmul_coalesced.cu", class.export);
    chmod(path, 0);
    snprintf(path, sizeof path, "%s/b/work", class.export);
    chmod(path, 0);
    read_class(false);
    pid_t pid = fork();
    if (pid == 0) _exit(read_as_nobody());
    waitpid(pid, &status, 0);
    ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

Suite *exports_suite(void) {
    Suite *suite = suite_create("exports");
    TCase *group = tcase_create("exports");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, everybody_is_found_once_with_the_right_file, 0, 2 * MADE_KINDS);
    tcase_add_loop_test(group, without_a_table_everybody_is_found_as_well, 0, 2 * MADE_KINDS);
    tcase_add_test(group, archive_of_a_folder_holds_its_students);
    tcase_add_test(group, canvas_tells_late_anonymous_and_group_submissions);
    tcase_add_loop_test(group, older_versions_stay_or_become_attempts, 0, 2);
    tcase_add_test(group, gradescope_submission_has_several_people);
    tcase_add_loop_test(group, metadata_that_means_no_good_is_refused, 0, 4);
    tcase_add_test(group, aliases_of_aliases_end_at_a_limit);
    tcase_add_test(group, classroom_users_may_hold_dashes);
    tcase_add_test(group, moodle_group_means_its_members);
    tcase_add_test(group, namesakes_are_kept_apart);
    tcase_add_test(group, participant_has_the_number_that_stays);
    tcase_add_test(group, form_asks_for_a_name);
    tcase_add_test(group, what_we_may_not_read_is_our_fault);
    suite_add_tcase(suite, group);
    return suite;
}
