// exports.c - classes as each platform exports them. The layouts are those that platforms document or that their
// sources write: names, numbers, metadata, and what students make of it.
#define _GNU_SOURCE // asprintf
#include "exports.h"
#include "made_rar.h"

#include "system/files.h"

#include <archive.h>
#include <archive_entry.h>
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXERCISE "matmul_coalesced"
#define MOST_PACKED (1u << 20)

const char *const made_names[MADE_KINDS] = {"canvas", "moodle", "gradescope", "github", "folder"};

typedef struct {
    MadeKind kind;
    const char *folder;
    struct archive *zip; // NULL: the export lies unpacked
    unsigned student, attachment;
    FILE *roster, *metadata;
} Making;

// As ck_assert, which writes a message each time even where all is well, and there are many files.
static void must(bool done) {
    if (!done) ck_abort_msg("the export cannot be made");
}

// ---- archives ----

static void pack(struct archive *archive, const char *name, const char *text, size_t length, const char *link) {
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, link ? AE_IFLNK : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    if (link) archive_entry_set_symlink(entry, link);
    archive_entry_set_size(entry, (la_int64_t)length);
    must(archive_write_header(archive, entry) == ARCHIVE_OK);
    if (length) must(archive_write_data(archive, text, length) == (la_ssize_t)length);
    archive_entry_free(entry);
}

typedef struct {
    struct archive *archive;
    char bytes[MOST_PACKED];
    size_t used;
} Packed;

static Packed *packed_new(const char *format) {
    Packed *packed = malloc(sizeof *packed);
    packed->archive = archive_write_new();
    if (!strcmp(format, "zip")) archive_write_set_format_zip(packed->archive);
    else if (!strcmp(format, "7z")) archive_write_set_format_7zip(packed->archive);
    else archive_write_set_format_pax_restricted(packed->archive), archive_write_add_filter_gzip(packed->archive);
    must(archive_write_open_memory(packed->archive, packed->bytes, MOST_PACKED, &packed->used) == ARCHIVE_OK);
    return packed;
}

static void packed_free(Packed *packed) {
    archive_write_free(packed->archive);
    free(packed);
}

static void packed_add(Packed *packed, const char *name, const char *text) {
    pack(packed->archive, name, text, strlen(text), NULL);
}

// ---- where a platform puts things ----

static const char *const firsts[] = {"Ann", "Ann", "Zo\xC3\xAB", "Siobh\xC3\xA1n", "Bob", "Li"};
static const char *const lasts[] = {"Lee", "Lee", "O'Neil-Li", "O'Brien", "=cmd()", "\"Q\" Wu"};

static const char *first_of(unsigned student) { return firsts[student % 6]; }
static const char *last_of(unsigned student) { return lasts[student % 6]; }

void export_id(MadeKind kind, unsigned student, char id[64]) {
    static const unsigned base[] = {[MADE_CANVAS] = 341, [MADE_MOODLE] = 1234, [MADE_GRADESCOPE] = 12};
    if (kind == MADE_GITHUB || kind == MADE_FOLDER) snprintf(id, 64, "student-%02u", student);
    else if (kind == MADE_GRADESCOPE) snprintf(id, 64, "%04u", student);
    else snprintf(id, 64, "%u", base[kind] + student);
}

// Canvas: the sortable name, small, of word characters alone.
static void canvas_name(unsigned student, char name[128]) {
    char whole[128];
    size_t used = 0;
    snprintf(whole, sizeof whole, "%s%s", last_of(student), first_of(student));
    for (const char *at = whole; *at; at++)
        if (isalnum((unsigned char)*at) || (*at & 0x80)) name[used++] = (char)tolower((unsigned char)*at);
    name[used] = 0;
}

// Moodle takes off what file systems do not like.
static void moodle_name(unsigned student, char name[128]) {
    char whole[128];
    size_t used = 0;
    snprintf(whole, sizeof whole, "%s %s", first_of(student), last_of(student));
    for (const char *at = whole; *at; at++)
        if (!strchr("&<>\"`|':\\/", *at)) name[used++] = *at;
    name[used] = 0;
}

static void put_at(Making *making, const char *path, const char *text, size_t length) {
    char whole[PATH_BYTES + 600];
    if (making->zip) {
        pack(making->zip, path, text, length, NULL);
        return;
    }
    snprintf(whole, sizeof whole, "%s/%s", making->folder, path);
    char *slash = strrchr(whole, '/');
    *slash = 0;
    must(folder_make(whole));
    *slash = '/';
    FILE *out = fopen(whole, "w"); // file_write would wait for the disk
    must(out && fwrite(text, 1, length, out) == length && fclose(out) == 0);
}

static void put(Making *making, const char *name, const char *text, size_t length) {
    char path[512], who[128], id[64];
    bool late = making->student % TRAITS == HANDS_LATE;
    export_id(making->kind, making->student, id);
    switch (making->kind) {
    case MADE_CANVAS:
        canvas_name(making->student, who);
        snprintf(path, sizeof path, "%s_%s%s_%u_%s", who, late ? "LATE_" : "", id, making->attachment++, name);
        break;
    case MADE_MOODLE:
        moodle_name(making->student, who);
        snprintf(path, sizeof path, "%s_%s_assignsubmission_file/%s", who, id, name);
        break;
    case MADE_GRADESCOPE:
        snprintf(path, sizeof path, "assignment_77_export/submission_%u/%s", 12 + making->student, name);
        break;
    case MADE_GITHUB: snprintf(path, sizeof path, "hw1-submissions/hw1-%s/%s", id, name); break;
    default: snprintf(path, sizeof path, "%s/%s", id, name); break;
    }
    put_at(making, path, text, length);
}

static void put_packed(Making *making, const char *name, Packed *packed) {
    must(archive_write_close(packed->archive) == ARCHIVE_OK);
    put(making, name, packed->bytes, packed->used);
    packed_free(packed);
}

static void put_text(Making *making, const char *name, const char *text) { put(making, name, text, strlen(text)); }

// ---- what students do ----

static void hand_zip(Making *making, const char *source, bool twice) {
    Packed *inner = packed_new("zip");
    packed_add(inner, "my work/" EXERCISE ".cu", source);
    packed_add(inner, "__MACOSX/my work/._" EXERCISE ".cu", "junk");
    if (!twice) {
        put_packed(making, "hw.zip", inner);
        return;
    }
    Packed *outer = packed_new("zip");
    must(archive_write_close(inner->archive) == ARCHIVE_OK);
    pack(outer->archive, "inner.zip", inner->bytes, inner->used, NULL);
    packed_free(inner);
    put_packed(making, "hw.zip", outer);
}

static void hand_format(Making *making, const char *source, const char *format, const char *name) {
    Packed *packed = packed_new(format);
    packed_add(packed, "hw/" EXERCISE ".cu", source);
    put_packed(making, name, packed);
}

static void hand_rar(Making *making, const char *source) {
    char bytes[4000];
    must(strlen(source) + 300 < sizeof bytes);
    unsigned version = making->student / TRAITS % 2 ? 4 : 5;
    put(making, "hw.rar", bytes, rar_make(version, "hw/" EXERCISE ".cu", source, strlen(source), false, bytes));
}

static void hand_text(Making *making, const char *source) {
    char who[128], id[64], path[300], *page;
    ck_assert_int_gt(
        asprintf(&page, "<p>%s</p><p>int a[2]; // a &lt; b &amp;&amp; c<br>#error &quot;typed&quot;</p>", source), 0);
    export_id(making->kind, making->student, id);
    if (making->kind == MADE_CANVAS) {
        canvas_name(making->student, who);
        snprintf(path, sizeof path, "%s_%s_text.html", who, id);
        put_at(making, path, page, strlen(page));
    } else if (making->kind == MADE_MOODLE) {
        moodle_name(making->student, who);
        snprintf(path, sizeof path, "%s_%s_assignsubmission_onlinetext/onlinetext.html", who, id);
        put_at(making, path, page, strlen(page));
    } else {
        put_text(making, EXERCISE ".cu", source);
    }
    free(page);
}

static void hand_twice(Making *making, const char *source) {
    if (making->kind == MADE_CANVAS) {
        put_text(making, EXERCISE ".cu", "#error \"the first version\"\n");
        put_text(making, EXERCISE "-1.cu", "#error \"the second version\"\n");
        put_text(making, EXERCISE "-2.cu", source);
        return;
    }
    Packed *packed = packed_new("zip");
    packed_add(packed, "a/" EXERCISE ".cu", source);
    packed_add(packed, "b/" EXERCISE ".cu", source);
    put_packed(making, "both.zip", packed);
}

// All of it, built: more files than a submission may have, and the exercise three times.
static void hand_workbook(Making *making, const char *source) {
    static const char *const parts[] = {"grader/setup.sh", "solutions/02_coalescing/" EXERCISE ".cu",
                                        "grader/exercises/" EXERCISE "/skeleton.cu", "build/work/" EXERCISE ".cu"};
    bool repository = making->kind == MADE_GITHUB;
    Packed *packed = packed_new("zip");
    char name[100];
    for (unsigned i = 0; i < 2500; i++) {
        snprintf(name, sizeof name, "build/cuda/include/%u.cu", i);
        if (!repository) packed_add(packed, name, "x");
        else if (i < 200) put_text(making, name, "x");
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (repository) put_text(making, parts[i], "not mine");
        else packed_add(packed, parts[i], "not mine");
    if (repository) put_text(making, "exercises/02_coalescing/" EXERCISE ".cu", source);
    else packed_add(packed, "exercises/02_coalescing/" EXERCISE ".cu", source);
    if (!repository) put_packed(making, "workbook.zip", packed);
    else packed_free(packed);
}

static void hand_two(Making *making, const char *source) {
    Packed *packed = packed_new("zip");
    packed_add(packed, "old/" EXERCISE ".cu", source);
    packed_add(packed, "new/" EXERCISE ".cu", "#error \"the other\"\n");
    put_packed(making, "two.zip", packed);
}

static void hand_traps(Making *making, const char *source) {
    Packed *packed = packed_new("tar.gz");
    packed_add(packed, "../../outside.cu", "#error \"outside\"\n");
    packed_add(packed, "/tmp/absolute.cu", "#error \"absolute\"\n");
    pack(packed->archive, "link.cu", "", 0, "/etc/passwd");
    packed_add(packed, "=cmd(),\"new\nline\".cu", "#error \"name\"\n");
    packed_add(packed, EXERCISE ".cu", source);
    put_packed(making, "traps.tar.gz", packed);
}

static void hand_in(Making *making, const char *source) {
    switch (making->student % TRAITS) {
    case HANDS_ZIP: hand_zip(making, source, false); break;
    case HANDS_RENAMED: put_text(making, "hw4.cu", source); break;
    case HANDS_CU_TXT: put_text(making, EXERCISE ".cu.txt", source); break;
    case HANDS_ZIP_IN_ZIP: hand_zip(making, source, true); break;
    case HANDS_TEXT: hand_text(making, source); break;
    case HANDS_BROKEN_ZIP: put_text(making, "hw.zip", "PK\003\004 and nothing that a zip would have"); break;
    case HANDS_TWICE: hand_twice(making, source); break;
    case HANDS_TAR_GZ: hand_format(making, source, "tar.gz", "hw.tar.gz"); break;
    case HANDS_7Z: hand_format(making, source, "7z", "hw.7z"); break;
    case HANDS_RAR: hand_rar(making, source); break;
    case HANDS_OTHER_EXERCISE: put_text(making, EXERCISE ".cu", "void row_sums(int) {}\n#error \"other\"\n"); break;
    case HANDS_WORKBOOK: hand_workbook(making, source); break;
    case HANDS_TWO: hand_two(making, source); break;
    case HANDS_TRAPS: hand_traps(making, source); break;
    default: put_text(making, EXERCISE ".cu", source); break;
    }
    if (making->kind == MADE_GITHUB) put_text(making, ".git/HEAD", "ref: refs/heads/main\n");
}

// ---- tables and metadata ----

static void quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void roster_head(Making *making) {
    static const char *const heads[] = {
        [MADE_CANVAS] = "Student,ID,SIS Login ID,Section,HW 1 (77),Final Score\r\n"
                        "    Points Possible,,,,10.00,(read only)\r\n",
        [MADE_MOODLE] =
            "\xEF\xBB\xBFIdentifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\",\"Grade can be "
            "changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n",
        [MADE_GRADESCOPE] = "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission "
                            "ID,Submission Time,Lateness (H:M:S)\r\n",
        [MADE_GITHUB] = "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,"
                        "student_repository_name,student_repository_url,submission_timestamp,points_awarded,"
                        "points_available\r\n",
        [MADE_FOLDER] = "id,name,email\r\n"};
    fputs(heads[making->kind], making->roster);
}

static void roster_row(Making *making, unsigned student, bool absent) {
    char id[64], name[128], sortable[128];
    export_id(making->kind, student, id);
    snprintf(name, sizeof name, "%s %s", first_of(student), last_of(student));
    snprintf(sortable, sizeof sortable, "%s, %s", last_of(student), first_of(student));
    FILE *out = making->roster;
    if (making->kind == MADE_CANVAS) quoted(out, sortable), fprintf(out, ",%s,login%u,S1,,\r\n", id, student);
    if (making->kind == MADE_MOODLE) {
        fprintf(out, "Participant %s,", id);
        quoted(out, name);
        fprintf(out, ",s%u@x.edu,Submitted,,100.00,Yes,\"Sunday, 22 November 2026, 3:54 PM\",-,\r\n", student);
    }
    if (making->kind == MADE_GRADESCOPE) {
        quoted(out, first_of(student)), fputc(',', out), quoted(out, last_of(student));
        fprintf(out, ",%s,s%u@x.edu,S1,,10.0,%s,%u,2026-11-22 13:16:26 -0600,00:00:00\r\n", id, student,
                absent ? "Missing" : "Ungraded", 12 + student);
    }
    if (making->kind == MADE_GITHUB)
        fprintf(out, "hw1,https://x/a,https://x/s,%s,roll-%u,hw1-%s,https://x/hw1-%s,2026-11-22 12:00:00 UTC,,100\r\n",
                id, student, id, id);
    if (making->kind == MADE_FOLDER) {
        fprintf(out, "%s,", id);
        quoted(out, name);
        fprintf(out, ",s%u@x.edu\r\n", student);
    }
}

static void metadata_row(Making *making) {
    FILE *out = making->metadata;
    char id[64];
    export_id(making->kind, making->student, id);
    fprintf(out, "submission_%u:\n  :submitters:\n  - :name: \"", 12 + making->student);
    for (const char *at = first_of(making->student); *at; at++) fputc(*at, out);
    fputc(' ', out);
    for (const char *at = last_of(making->student); *at; at++) fprintf(out, *at == '"' ? "\\\"" : "%c", *at);
    fputs("\"\n", out);
    fprintf(out, "    :sid: '%s'\n    :email: s%u@x.edu\n  :created_at: 2026-11-22 15:04:05.123456789 Z\n", id,
            making->student);
    fprintf(out,
            "  :score: 4.0\n  :status: processed\n  :results:\n    tests: &tests%u []\n    output: \"said: \\e[31m\"\n"
            "  :history:\n  - :id: 1\n    :submitters: []\n    :results: {tests: *tests%u}\n",
            making->student, making->student);
}

void export_make(MadeKind kind, const char *folder, unsigned students, bool zipped, const char *source,
                 const char *roster) {
    Making making = {.kind = kind, .folder = folder, .attachment = 9007, .roster = fopen(roster, "w")};
    char path[PATH_BYTES], *metadata = NULL;
    size_t length = 0;
    ck_assert_ptr_nonnull(making.roster);
    making.metadata = open_memstream(&metadata, &length);
    fputs("---\n", making.metadata);
    if (zipped) {
        making.zip = archive_write_new();
        archive_write_set_format_zip(making.zip);
        snprintf(path, sizeof path, "%s/export.zip", folder);
        must(archive_write_open_filename(making.zip, path) == ARCHIVE_OK);
    }
    roster_head(&making);
    for (making.student = 0; making.student < students; making.student++) {
        char *text;
        ck_assert_int_gt(asprintf(&text, "%s// student %u\n", source, making.student), 0);
        hand_in(&making, text);
        roster_row(&making, making.student, false);
        metadata_row(&making);
        free(text);
    }
    roster_row(&making, students, true); // who handed in nothing
    fclose(making.metadata);
    if (kind == MADE_GRADESCOPE) put_at(&making, "assignment_77_export/submission_metadata.yml", metadata, length);
    free(metadata);
    if (making.zip) {
        must(archive_write_close(making.zip) == ARCHIVE_OK);
        archive_write_free(making.zip);
    }
    fclose(making.roster);
}
