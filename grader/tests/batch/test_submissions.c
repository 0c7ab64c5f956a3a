// test_submissions.c - who handed in what, out of folders and archives that mean no good.
#define _GNU_SOURCE // strcasestr
#include "exports/made_rar.h"
#include "scratch.h"
#include "submissions/archive.h"

#include "system/files.h"
#include "system/text.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[SCRATCH_BYTES];
static const Exercise toy = {.name = "toy", .chapter = "00_toys"};
static SubmittedFiles files;
static char error[200];

static void setup(void) {
    scratch_folder(folder, "submissions");
    files = (SubmittedFiles){.count = 0};
}

static void forget(void) {
    submitted_free(&files);
    folder_remove(folder);
}

static void path_of(const char *name, char path[PATH_BYTES + 200]) {
    snprintf(path, PATH_BYTES + 200, "%s/%s", folder, name);
}

static void put(const char *name, const char *text) { scratch_write(folder, name, text, strlen(text)); }

static const SubmittedFile *file_named(const char *name) {
    for (unsigned i = 0; i < files.count; i++)
        if (!strcmp(files.files[i].name, name)) return &files.files[i];
    ck_abort_msg("%s is not there", name);
    return NULL;
}

// ---- matching ----

// Alone, or beside another exercise.
static Match match_toy(bool alone) {
    static const Exercise other = {.name = "robot", .chapter = "00_toys"};
    static const Exercise *const both[] = {&toy, &other};
    Match found[2];
    submission_match(&files, both, alone ? 1 : 2, NULL, NULL, found);
    return found[0];
}

static const struct {
    const char *names[4];
    bool alone;
    MatchKind kind;
    unsigned file;
} matches[] = {
    {{"toy.cu"}, false, MATCH_EXACT, 0},
    {{"readme.txt", "deep/er/toy.cu"}, false, MATCH_EXACT, 1},
    {{"Toy.CU"}, false, MATCH_MISNAMED, 0},
    {{"toy (1).cu"}, false, MATCH_MISNAMED, 0},
    {{"toy-final.cu", "notes.md"}, false, MATCH_MISNAMED, 0},
    {{"mueller_4711_toy.cu"}, false, MATCH_MISNAMED, 0},
    {{"toybox.cu"}, false, MATCH_UNCLEAR, 0},
    {{"mytoy.cu"}, false, MATCH_UNCLEAR, 0},
    {{"main.cu"}, false, MATCH_UNCLEAR, 0},
    {{"main.cu"}, true, MATCH_MISNAMED, 0},
    {{"main.cu", "other.cu"}, true, MATCH_UNCLEAR, 0},
    {{"a/toy.cu", "b/toy.cu"}, false, MATCH_MISNAMED, 0},
    {{"solutions/00_toys/toy.cu", "x/exercises/00_toys/toy.cu"}, false, MATCH_EXACT, 1},
    {{"__MACOSX/._toy.cu", "toy.cu"}, false, MATCH_EXACT, 1},
    {{"toy.cu", "Toy.cu"}, false, MATCH_MISNAMED, 0},
    {{"toy-1.cu", "toy (2).cu", "Copy of toy.cu"}, false, MATCH_MISNAMED, 1},
    {{"toy_1.cu", "toy.cu"}, false, MATCH_MISNAMED, 1},
    {{"toy - Copy (2).cu", "toy Kopie.cu"}, false, MATCH_MISNAMED, 0},
    {{"old/toy.cu", "work/toy.cu"}, false, MATCH_MISNAMED, 1},
    {{"a/b/toy.cu", "c/toy.cu"}, false, MATCH_MISNAMED, 1},
    {{"toy-2024.cu", "toy-12.cu"}, false, MATCH_MISNAMED, 1},
    {{"Version 9/toy.cu", "Version 10/toy.cu"}, false, MATCH_MISNAMED, 1},
    {{"ann_2_toy.cu", "ann_1_toy.cu"}, false, MATCH_MISNAMED, 0},
    {{"a2/toy.cu", "b1/toy.cu"}, false, MATCH_MISNAMED, 0}, // they differ in more than numbers
    {{"(1).cu", "-1.cu", "copy.cu", " .cu"}, false, MATCH_UNCLEAR, 0},
    {{"toy.cu.txt"}, false, MATCH_MISNAMED, 0},
    {{"toy.cpp"}, false, MATCH_MISNAMED, 0},
    {{"mueller_toy.HIP"}, false, MATCH_MISNAMED, 0},
    {{"toy.c", "toy.cuh", "toy-1.cu"}, false, MATCH_MISNAMED, 2},
    {{"toy"}, false, MATCH_UNCLEAR, 0}, // nothing in it is the exercise's
    {{"toy.txt"}, false, MATCH_UNCLEAR, 0},
    {{"toy.pdf"}, false, MATCH_UNCLEAR, 0},
    {{"report.pdf"}, false, MATCH_UNCLEAR, 0},
    {{"Makefile", "README.md"}, false, MATCH_MISSING, 0},
    {{"robot.cu", "report.pdf"}, false, MATCH_MISSING, 0},
    {{"Archive 2.zip/toy.cu", "old.zip/toy.cu"}, false, MATCH_MISNAMED, 0},
    {{NULL}, true, MATCH_MISSING, 0},
};

START_TEST(file_is_found_by_its_name) {
    for (int i = 0; i < 4 && matches[_i].names[i]; i++)
        ck_assert(submitted_add(&files, matches[_i].names[i], FILE_PLAIN, i ? "y" : "x", 1));
    Match match = match_toy(matches[_i].alone);
    ck_assert_int_eq(match.kind, matches[_i].kind);
    if (match.kind == MATCH_EXACT || match.kind == MATCH_MISNAMED) ck_assert_uint_eq(match.file, matches[_i].file);
    ck_assert_int_eq(match.words[0] == 0, match.kind == MATCH_EXACT);
}
END_TEST

START_TEST(the_same_file_twice_is_one) {
    ck_assert(submitted_add(&files, "a/toy.cu", FILE_PLAIN, "x", 1));
    ck_assert(submitted_add(&files, "b/toy.cu", FILE_PLAIN, "x", 1));
    Match match = match_toy(false);
    ck_assert_int_eq(match.kind, MATCH_MISNAMED);
    ck_assert_ptr_nonnull(strstr(match.words, "are the same"));
}
END_TEST

START_TEST(instructor_says_which_file) {
    static const Exercise *const one[] = {&toy};
    static const char *const takes[] = {"b/toy.cu", "none.cu"};
    Match match;
    ck_assert(submitted_add(&files, "a/toy.cu", FILE_PLAIN, "x", 1));
    ck_assert(submitted_add(&files, "b/toy.cu", FILE_PLAIN, "y", 1));
    submission_match(&files, one, 1, &takes[_i], NULL, &match);
    ck_assert_int_eq(match.kind, _i ? MATCH_UNREADABLE : MATCH_MISNAMED);
    if (!_i) ck_assert_uint_eq(match.file, 1);
}
END_TEST

// ---- folders ----

START_TEST(every_folder_archive_and_source_is_a_submission) {
    Submissions list = {.count = 0};
    put("ann/toy.cu", "x");
    put("bob.zip", "x");
    put("cem.tar.gz", "x");
    put("dag.cu", "x");
    put("dag.7z", "x");
    put("grades.xlsx", "x");
    ck_assert_msg(submissions_find(folder, NULL, &list, error), "%s", error);
    ck_assert_uint_eq(list.count, 4);
    ck_assert_str_eq(list.items[0].student, "ann");
    ck_assert_str_eq(list.items[1].student, "bob");
    ck_assert_str_eq(list.items[2].student, "cem");
    ck_assert_str_eq(list.items[3].student, "dag");
    ck_assert_uint_eq(list.items[3].piece_count, 2);
    ck_assert_uint_eq(list.left_out_count, 1);
    ck_assert_str_eq(list.left_out[0].name, "grades.xlsx");
    submissions_free(&list);
}
END_TEST

START_TEST(names_become_different_harmless_ids) {
    static const char *const names[] = {"a b", "a_b", "a\tb", "-x", "\xC3\xA9", "..x y"};
    Submissions list = {.count = 0};
    char name[64];
    for (size_t i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s/toy.cu", names[i]);
        put(name, "x");
    }
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, 6);
    for (unsigned i = 0; i < list.count; i++) {
        const char *id = list.items[i].id;
        ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF._-"), strlen(id));
        ck_assert(id[0] != '-' && id[0] != '.');
        for (unsigned j = 0; j < i; j++) ck_assert_str_ne(id, list.items[j].id);
    }
    submissions_free(&list);
}
END_TEST

START_TEST(links_and_pipes_in_a_folder_are_never_opened) {
    char path[PATH_BYTES + 200];
    put("ann/real.cu", "text");
    path_of("ann/toy.cu", path);
    ck_assert_int_eq(symlink("/etc/passwd", path), 0);
    path_of("ann/pipe.cu", path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    path_of("ann/above", path);
    ck_assert_int_eq(symlink("..", path), 0);
    Submissions list = {.count = 0};
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert(submission_read(&list, &list.items[0], &files, error));
    submissions_free(&list);
    ck_assert_uint_eq(files.count, 4);
    ck_assert_int_eq(file_named("toy.cu")->kind, FILE_SPECIAL);
    ck_assert_int_eq(file_named("pipe.cu")->kind, FILE_SPECIAL);
    ck_assert_int_eq(file_named("above")->kind, FILE_SPECIAL);
    ck_assert_str_eq(file_named("real.cu")->data, "text");
    ck_assert_int_eq(match_toy(false).kind, MATCH_REFUSED);
}
END_TEST

// ---- archives ----

typedef struct {
    struct archive *archive;
    char path[PATH_BYTES + 200];
} Packing;

static Packing pack(bool zip) {
    Packing packing = {.archive = archive_write_new()};
    path_of(zip ? "ann.zip" : "ann.tar.gz", packing.path);
    if (zip) archive_write_set_format_zip(packing.archive);
    else archive_write_set_format_pax_restricted(packing.archive), archive_write_add_filter_gzip(packing.archive);
    ck_assert_int_eq(archive_write_open_filename(packing.archive, packing.path), ARCHIVE_OK);
    return packing;
}

static void add(Packing *packing, const char *name, unsigned type, const char *link, size_t bytes) {
    struct archive_entry *entry = archive_entry_new();
    char *data = malloc(bytes + 1);
    memset(data, 'x', bytes);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    if (link) archive_entry_set_symlink(entry, link);
    archive_entry_set_size(entry, (la_int64_t)bytes);
    ck_assert_int_eq(archive_write_header(packing->archive, entry), ARCHIVE_OK);
    if (bytes) ck_assert_int_eq(archive_write_data(packing->archive, data, bytes), (la_ssize_t)bytes);
    archive_entry_free(entry);
    free(data);
}

static LimitedEnd open_packed(const char *path) {
    static const ArchiveQuery query = {.nesting = 1};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    LimitedEnd end = archive_read_files(descriptor, &query, &files);
    close(descriptor);
    return end;
}

static LimitedEnd read_packed(Packing *packing) {
    archive_write_free(packing->archive);
    return open_packed(packing->path);
}

START_TEST(archive_is_read_and_its_traps_are_named) {
    Packing packing = pack(_i);
    add(&packing, "sub/toy.cu", AE_IFREG, NULL, 100);
    add(&packing, "../outside.cu", AE_IFREG, NULL, 3);
    add(&packing, "/absolute.cu", AE_IFREG, NULL, 3);
    add(&packing, "link.cu", AE_IFLNK, "/etc/passwd", 0);
    add(&packing, "large.cu", AE_IFREG, NULL, MOST_SOURCE_BYTES + 1);
    add(&packing, "notes.txt", AE_IFREG, NULL, 10);
    add(&packing, "notes.pdf", AE_IFREG, NULL, 10);
    ck_assert_int_eq(read_packed(&packing), LIMITED_DONE);
    ck_assert_uint_eq(file_named("sub/toy.cu")->length, 100);
    ck_assert_int_eq(file_named("../outside.cu")->kind, FILE_OUTSIDE);
    ck_assert_int_eq(file_named("/absolute.cu")->kind, FILE_OUTSIDE);
    ck_assert_int_eq(file_named("link.cu")->kind, FILE_SPECIAL);
    ck_assert_int_eq(file_named("large.cu")->kind, FILE_TOO_LARGE);
    ck_assert_uint_eq(file_named("notes.txt")->length, 10); // it may be an answer
    ck_assert_ptr_null(file_named("notes.pdf")->data);
    ck_assert_int_eq(match_toy(true).kind, MATCH_EXACT);
}
END_TEST

START_TEST(pipes_and_devices_in_an_archive_are_special) {
    Packing packing = pack(false);
    add(&packing, "toy.cu", AE_IFIFO, NULL, 0);
    add(&packing, "zero.cu", AE_IFCHR, NULL, 0);
    read_packed(&packing);
    ck_assert_int_eq(file_named("toy.cu")->kind, FILE_SPECIAL);
    ck_assert_int_eq(file_named("zero.cu")->kind, FILE_SPECIAL);
}
END_TEST

START_TEST(archive_of_too_much_is_refused) {
    char name[32];
    Packing packing = pack(_i);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "%d.cu", i);
        add(&packing, name, AE_IFREG, NULL, 1000000);
    }
    ck_assert_int_eq(read_packed(&packing), LIMITED_TOO_MUCH);
}
END_TEST

START_TEST(archive_of_too_many_files_is_refused) {
    char name[32];
    Packing packing = pack(_i);
    for (int i = 0; i < 2500; i++) {
        snprintf(name, sizeof name, "%d.cu", i);
        add(&packing, name, AE_IFREG, NULL, 0);
    }
    read_packed(&packing);
    ck_assert_ptr_nonnull(strstr(files.problem, "more than 2000 source files"));
}
END_TEST

// Adds a file of our own to an archive.
static void add_file(Packing *packing, const char *name, const char *file) {
    size_t length;
    char *data = file_read(file, 1 << 28, &length, error);
    struct archive_entry *entry = archive_entry_new();
    ck_assert_msg(data != NULL, "%s", error);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)length);
    ck_assert_int_eq(archive_write_header(packing->archive, entry), ARCHIVE_OK);
    ck_assert_int_eq(archive_write_data(packing->archive, data, length), (la_ssize_t)length);
    archive_entry_free(entry);
    free(data);
}

// An archive that lies in `depth` others.
static LimitedEnd read_nested(unsigned depth, size_t bytes) {
    char inner[PATH_BYTES + 200];
    Packing packing = pack(true);
    path_of("inner.zip", inner);
    add(&packing, "toy.cu", AE_IFREG, NULL, bytes);
    for (unsigned i = 0; i < depth; i++) {
        archive_write_free(packing.archive);
        ck_assert_int_eq(rename(packing.path, inner), 0);
        packing = pack(true);
        add_file(&packing, "inner.zip", inner);
    }
    return read_packed(&packing);
}

START_TEST(archive_in_an_archive_is_opened_once) {
    ck_assert_int_eq(read_nested(1, 10), LIMITED_DONE);
    ck_assert_uint_eq(file_named("inner.zip/toy.cu")->length, 10);
    submitted_free(&files);
    ck_assert_int_eq(read_nested(2, 10), LIMITED_DONE);
    ck_assert_int_eq(file_named("inner.zip/inner.zip")->kind, FILE_BROKEN);
    Match match = match_toy(true);
    ck_assert_int_eq(match.kind, MATCH_REFUSED);
    ck_assert_ptr_nonnull(strstr(match.words, "too deep"));
}
END_TEST

// 100 MiB of the same letter are 100 KiB in an archive.
START_TEST(archive_that_grows_in_an_archive_is_refused) {
    char inner[PATH_BYTES + 200];
    Packing packing = pack(false);
    path_of("inner.tar", inner);
    add(&packing, "zeros.bin", AE_IFREG, NULL, 100u << 20);
    archive_write_free(packing.archive);
    char command[3 * PATH_BYTES];
    snprintf(command, sizeof command, "gzip -dc '%s' >'%s'", packing.path, inner);
    ck_assert_int_eq(system(command), 0);
    packing = pack(true);
    add_file(&packing, "inner.tar", inner);
    ck_assert_int_eq(read_packed(&packing), LIMITED_DONE); // which costs nothing but itself
    ck_assert_int_eq(file_named("inner.tar")->kind, FILE_BROKEN);
}
END_TEST

// Every ending that is taken for an archive's, made by libarchive as it is called, or by made_rar.c.
// Attempts of one person share both numbers: then other numbers are another person of that name.
START_TEST(brightspace_tells_people_of_one_name_apart) {
    static const char *const attempts[] = {"7-90 - Wei Li - Nov 18, 2026 203 PM/toy.cu",
                                           "7-90 - Wei Li - Nov 20, 2026 947 PM/toy.cu",
                                           "8-90 - Wei Li - Nov 20, 2026 947 PM/toy.cu"};
    Submissions list = {.count = 0};
    for (size_t i = 0; i < 3; i++) put(attempts[i], "x");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_uint_eq(list.items[0].piece_count, 2);
    ck_assert_uint_eq(list.items[1].piece_count, 1);
    submissions_free(&list);
}
END_TEST

// Where no attempts do, the numbers may be the attempt's.
START_TEST(brightspace_joins_attempts_with_numbers_of_their_own) {
    Submissions list = {.count = 0};
    put("7-90 - Wei Li - Nov 18, 2026 203 PM/toy.cu", "x");
    put("7-91 - Wei Li - Nov 20, 2026 947 PM/toy.cu", "x");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, 1);
    submissions_free(&list);
}
END_TEST

// How many people of a roster are called so: 0 to 2.
static unsigned bearers;
static unsigned count_bearers(const void *roster, const char *name) {
    (void)roster, (void)name;
    return bearers;
}

// The second file of a name that a drive downloads is the same person's only if the roster has one of that name.
START_TEST(numbered_files_of_a_form_are_one_persons_if_the_roster_says_so) {
    Submissions list = {.bearers = count_bearers};
    char words[200];
    bearers = (unsigned)_i;
    put("toy - Ann Lee.cu", "x");
    put("toy - Ann Lee(1).cu", "y");
    put("robot - Ann Lee.cu", "y");
    put("toy - Wei Li (12).cu", "z");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, bearers == 1 ? 2 : 3);
    for (unsigned i = 0; i < list.count; i++) {
        const Submission *submission = &list.items[i];
        bool ann = !strcmp(submission->people[0].name, "Ann Lee");
        ck_assert(ann || !strcmp(submission->people[0].name, "Wei Li"));
        bool unclaimed = submission_unclaimed(&list, submission, words);
        ck_assert_int_eq(unclaimed, bearers == 2 || (ann && bearers == 0));
        if (unclaimed) ck_assert_ptr_nonnull(strstr(words, bearers ? "2 people of the roster" : "2 submissions"));
    }
    submissions_free(&list);
}
END_TEST

START_TEST(brightspace_joins_nobody_whose_name_two_have) {
    Submissions list = {.bearers = count_bearers};
    bearers = (unsigned)_i;
    put("7-90 - Wei Li - Nov 18, 2026 203 PM/toy.cu", "x");
    put("8-91 - Wei Li - Nov 20, 2026 947 PM/toy.cu", "x");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, bearers == 2 ? 2 : 1);
    submissions_free(&list);
}
END_TEST

static const char *const stamps[] = {"2026-11-20T10:15:00.000Z", "2026-11-20T10-15-00.000Z",
                                     "2026-11-20T10_15_00Z",     "2026-11-20T101500.123Z",
                                     "2026-11-20 10.15.00",      "2026-11-20T11:15:00.123456+01:00",
                                     "2026-11-20T10:15Z",        "2026-11-20T10\uF03A15\uF03A00Z",
                                     "2026-11-20T05:15:00-0500"};

START_TEST(codegrade_folder_is_a_person_and_a_time) {
    Submissions list = {.count = 0};
    char name[100];
    snprintf(name, sizeof name, "Ann - Lee - %s/toy.cu", stamps[_i]);
    put(name, "x");
    put("Ann - Lee - 2026-11-20T10-14-00.000Z/toy.cu", "older");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_str_eq(submissions_platform(&list), "CodeGrade");
    ck_assert_uint_eq(list.count, 1);
    ck_assert_str_eq(list.items[0].people[0].name, "Ann - Lee");
    ck_assert_int_eq(list.items[0].handed_in, 1795169700); // date -u -d '2026-11-20 10:15' +%s
    ck_assert(submission_read(&list, &list.items[0], &files, error));
    ck_assert_str_eq(files.files[match_toy(true).file].data, "x");
    submissions_free(&list);
}
END_TEST

START_TEST(codegrade_joins_nobody_whose_name_two_have) {
    Submissions list = {.bearers = count_bearers};
    bearers = (unsigned)_i;
    put("Wei Li - 2026-11-20T10-15-00.000Z/toy.cu", "x");
    put("Wei Li - 2026-11-20T10-16-00.000Z/toy.cu", "x");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, bearers == 2 ? 2 : 1);
    submissions_free(&list);
}
END_TEST

// Without what only a clone has: by the folder's name, or by the table beside the repositories.
START_TEST(repositories_are_known_without_git) {
    static const char *const above[] = {"cs-hw1_submissions_2026_09_24_T_21_26_00/", "hw1-submissions/", ""};
    static const char *const slugs[] = {"cs-hw1-", "hw1-", "cs-hw1-"};
    Submissions list = {.count = 0};
    char name[200];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%sann-%d/toy.cu", above[_i], slugs[_i], i);
        put(name, "x");
    }
    snprintf(name, sizeof name, "%sscores.csv", above[_i]);
    if (_i != 1) put(name, "username,score,max_score,submission_tag\nann-0,,10,x\n");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_str_eq(submissions_platform(&list), "repositories");
    ck_assert_uint_eq(list.count, 2);
    if (_i < 2) ck_assert_str_eq(list.items[0].people[0].id, "ann-0");
    ck_assert_int_eq(list.table != NULL, _i != 1);
    submissions_free(&list);
}
END_TEST

// Forms put the name before the last ending, which takes an archive's apart.
START_TEST(archive_of_a_form_is_read) {
    char form[PATH_BYTES + 200];
    Submissions list = {.count = 0};
    Packing packing = pack(false);
    add(&packing, "hw/toy.cu", AE_IFREG, NULL, 10);
    archive_write_free(packing.archive);
    path_of("hw1.tar - Ann Lee.gz", form);
    ck_assert_int_eq(rename(packing.path, form), 0);
    put("toy - Wei Li.cu", "x");
    ck_assert(submissions_find(folder, NULL, &list, error));
    ck_assert_uint_eq(list.count, 2);
    ck_assert_str_eq(list.items[0].people[0].name, "Ann Lee");
    ck_assert(submission_read(&list, &list.items[0], &files, error));
    ck_assert_uint_eq(file_named("hw1.tar.gz/hw/toy.cu")->length, 10);
    submissions_free(&list);
}
END_TEST

static const char *const archive_names[] = {"hw.zip",  "hw.tar",    "hw.tar.gz", "hw.tgz",     "hw.tar.bz2",
                                            "hw.tbz2", "hw.tar.xz", "hw.txz",    "hw.tar.zst", "hw.7z",
                                            "HW.ZIP",  "4.rar",     "5.rar"};

static void make_archive(const char *name, const char *path) {
    static const struct {
        const char *ending;
        int (*filter)(struct archive *);
    } filters[] = {{"gz", archive_write_add_filter_gzip},
                   {"bz2", archive_write_add_filter_bzip2},
                   {"xz", archive_write_add_filter_xz},
                   {"zst", archive_write_add_filter_zstd}};
    char bytes[1000];
    if (text_ends(name, ".rar")) {
        size_t length = rar_make(name[0] == '4' ? 4 : 5, "sub/toy.cu", "toy\n", 4, false, bytes);
        ck_assert_msg(file_write(path, bytes, length, error), "%s", error);
        return;
    }
    Packing packing = {.archive = archive_write_new()};
    snprintf(packing.path, sizeof packing.path, "%s", path);
    if (strstr(name, ".7z")) archive_write_set_format_7zip(packing.archive);
    else if (strcasestr(name, ".zip")) archive_write_set_format_zip(packing.archive);
    else archive_write_set_format_pax_restricted(packing.archive);
    for (size_t i = 0; i < 4; i++)
        if (text_ends(name, filters[i].ending)) ck_assert_int_eq(filters[i].filter(packing.archive), ARCHIVE_OK);
    ck_assert_int_eq(archive_write_open_filename(packing.archive, path), ARCHIVE_OK);
    add(&packing, "sub/toy.cu", AE_IFREG, NULL, 4);
    archive_write_free(packing.archive);
}

// Reads what the student "ann" handed in.
static void read_ann(void) {
    Submissions list = {.count = 0};
    char path[PATH_BYTES + 200];
    path_of("class", path);
    ck_assert_msg(submissions_find(path, "folder", &list, error), "%s", error);
    ck_assert_msg(submission_read(&list, &list.items[0], &files, error), "%s", error);
    submissions_free(&list);
}

START_TEST(every_kind_of_archive_is_read_plain_and_in_another) {
    const char *name = archive_names[_i / 2];
    char path[PATH_BYTES + 200], inner[200];
    put("class/ann/readme.txt", "x");
    snprintf(inner, sizeof inner, "class/ann/%s", name);
    path_of(_i % 2 ? name : inner, path);
    make_archive(name, path);
    if (_i % 2) {
        Packing packing = {.archive = archive_write_new()};
        path_of("class/ann/outer.zip", packing.path);
        archive_write_set_format_zip(packing.archive);
        ck_assert_int_eq(archive_write_open_filename(packing.archive, packing.path), ARCHIVE_OK);
        add_file(&packing, name, path);
        archive_write_free(packing.archive);
    }
    read_ann();
    snprintf(inner, sizeof inner, "%s%s/sub/toy.cu", _i % 2 ? "outer.zip/" : "", name);
    ck_assert_uint_eq(file_named(inner)->length, 4);
    ck_assert_int_eq(match_toy(true).kind, MATCH_EXACT);
}
END_TEST

// Cut in half or encrypted, of versions 5 and 4.
START_TEST(archive_that_cannot_be_read_is_named) {
    static const char *const words[] = {"empty, damaged or encrypted", "needs a password"};
    char bytes[1000], path[PATH_BYTES + 200];
    bool locked = _i / 2;
    size_t length = rar_make(_i % 2 ? 4 : 5, "toy.cu", "toy\n", 4, locked, bytes);
    put("class/ann/readme.txt", "x");
    path_of("class/ann/hw.rar", path);
    ck_assert(file_write(path, bytes, locked ? length : length / 2, error));
    read_ann();
    Match match = match_toy(true);
    ck_assert_int_eq(match.kind, MATCH_REFUSED);
    ck_assert_msg(text_begins(match.words, "hw.rar: It ") && strstr(match.words, words[locked]), "%s", match.words);
}
END_TEST

START_TEST(damaged_archive_is_refused) {
    static const char *const texts[] = {"", "PK\003\004 and then nothing that a zip would have", "just text"};
    char path[PATH_BYTES + 200];
    put("ann.zip", texts[_i]);
    path_of("ann.zip", path);
    ck_assert_int_eq(open_packed(path), LIMITED_UNREADABLE);
}
END_TEST

Suite *submissions_suite(void) {
    Suite *suite = suite_create("submissions");
    TCase *group = tcase_create("submissions");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, file_is_found_by_its_name, 0, sizeof matches / sizeof *matches);
    tcase_add_test(group, the_same_file_twice_is_one);
    tcase_add_loop_test(group, instructor_says_which_file, 0, 2);
    tcase_add_test(group, every_folder_archive_and_source_is_a_submission);
    tcase_add_test(group, names_become_different_harmless_ids);
    tcase_add_test(group, links_and_pipes_in_a_folder_are_never_opened);
    tcase_add_loop_test(group, archive_is_read_and_its_traps_are_named, 0, 2);
    tcase_add_test(group, pipes_and_devices_in_an_archive_are_special);
    tcase_add_loop_test(group, archive_of_too_much_is_refused, 0, 2);
    tcase_add_loop_test(group, archive_of_too_many_files_is_refused, 0, 2);
    tcase_add_test(group, archive_in_an_archive_is_opened_once);
    tcase_add_test(group, archive_that_grows_in_an_archive_is_refused);
    tcase_add_loop_test(group, every_kind_of_archive_is_read_plain_and_in_another, 0,
                        2 * sizeof archive_names / sizeof *archive_names);
    tcase_add_test(group, archive_of_a_form_is_read);
    tcase_add_loop_test(group, numbered_files_of_a_form_are_one_persons_if_the_roster_says_so, 0, 3);
    tcase_add_loop_test(group, brightspace_joins_nobody_whose_name_two_have, 0, 3);
    tcase_add_loop_test(group, codegrade_folder_is_a_person_and_a_time, 0, sizeof stamps / sizeof *stamps);
    tcase_add_loop_test(group, codegrade_joins_nobody_whose_name_two_have, 0, 3);
    tcase_add_loop_test(group, repositories_are_known_without_git, 0, 3);
    tcase_add_test(group, brightspace_tells_people_of_one_name_apart);
    tcase_add_test(group, brightspace_joins_attempts_with_numbers_of_their_own);
    tcase_add_loop_test(group, archive_that_cannot_be_read_is_named, 0, 4);
    tcase_add_loop_test(group, damaged_archive_is_refused, 0, 3);
    suite_add_tcase(suite, group);
    return suite;
}
