// canvas.c - the submissions.zip of a Canvas assignment: every file of the class in one folder.
//
//     leeann_341_9007_hw-1.cu             name, user, attachment, file
//     leeann_LATE_341_9007_hw-1.cu        handed in late
//     leeann_341_text.html, ..._link.html typed in, or a link
//     anon_a1B2c_9007_hw.cu               anonymous grading; LATE_anon_... if late
//
// Names hold no underscore, but groups' names and file names may: "group_7_345_678_f.cu" is of user 345 in group_7, or
// of user 7, who called his file 678_f.cu. A roster decides (submissions_adopt); without one the first reading counts,
// as Canvas itself reads. A file that was handed in again is called hw-1.cu, hw-2.cu, later hw-UUID.cu; the attachment
// with the greatest number is the newest.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[128], user[24], attachment[24];
    const char *file; // NULL: what stands for no file
    bool late, text, anonymous;
} Parts;

static void name_before(Parts *parts, const char *text, size_t length) {
    if (length && text[length - 1] == '_') length--;
    if (length >= 4 && !strncmp(text + length - 4, "LATE", 4) && (length == 4 || text[length - 5] == '_')) {
        parts->late = true;
        length -= length == 4 ? 4 : 5;
    }
    text_clean(parts->name, sizeof parts->name, text, length, false);
}

static bool read_anonymous(const char *text, Parts *parts) {
    *parts = (Parts){.anonymous = true, .late = text_begins(text, "LATE_")};
    if (parts->late) text += strlen("LATE_");
    if (!text_begins(text, "anon_")) return false;
    text += strlen("anon_");
    size_t length = strcspn(text, "_");
    if (!length || length >= sizeof parts->user || !text[length]) return false;
    if (text_begins(text, "LATE_")) return false; // somebody called Anon was late
    memcpy(parts->user, text, length);
    snprintf(parts->name, sizeof parts->name, "anonymous %s", parts->user);
    parts->file = platform_number(text + length + 1, parts->attachment);
    parts->text = !strcmp(text + length + 1, "text.html");
    return (parts->file && parts->file[0]) || parts->text || !strcmp(text + length + 1, "link.html");
}

// Canvas keeps letters, digits and "_" of a name, and once kept "-". So an address or a sentence is no name.
static bool is_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < 0x80 && !isalnum(byte) && !strchr("_-", byte)) return false;
    }
    return true;
}

// Reads the user's number at `at`, which what is before it has to precede.
static bool read_at(const char *text, const char *at, Parts *parts) {
    const char *rest = platform_number(at, parts->user);
    if (!rest || !is_name(text, (size_t)(at - text))) return false;
    name_before(parts, text, (size_t)(at - text));
    parts->file = platform_number(rest, parts->attachment);
    parts->text = !strcmp(rest, "text.html");
    return (parts->file && parts->file[0]) || parts->text || !strcmp(rest, "link.html");
}

// The reading number `which` of a name that may be read in several ways. false: there is none.
static bool read_name(const char *text, unsigned which, Parts *parts) {
    if (read_anonymous(text, parts)) return which == 0;
    for (const char *at = text; at; at = strchr(at, '_') ? strchr(at, '_') + 1 : NULL) {
        *parts = (Parts){.late = false};
        if (read_at(text, at, parts) && which-- == 0) return true;
    }
    return false;
}

static bool is_ours(const ExportEntry *entry) {
    Parts parts;
    return entry->kind == EXPORT_FILE && read_name(entry->name, 0, &parts);
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    return platform_most(top, is_ours);
}

// "hw-2.cu" is a newer "hw.cu", "a-1.tar.gz" a newer "a.tar.gz"; so is one with a UUID.
static void plain_name(const char *file, char *name, size_t size) {
    size_t stem = submitted_stem(file), cut = stem;
    while (cut && isdigit((unsigned char)file[cut - 1])) cut--;
    bool counted = cut && cut < stem && stem - cut < 4 && file[cut - 1] == '-' && file[cut] != '0';
    if (!counted && stem > 37 && file[stem - 37] == '-' && strspn(file + stem - 36, "0123456789abcdef-") >= 36)
        cut = stem - 36, counted = true;
    snprintf(name, size, "%.*s%s", (int)(counted ? cut - 1 : stem), file, file + stem);
}

// Chooses the reading whose user the roster knows, or else the first.
static void choose(const Submissions *list, const char *text, Parts *parts) {
    for (unsigned which = 0; read_name(text, which, parts); which++)
        if (!list->knows || list->knows(list->roster, parts->user)) return;
    read_name(text, 0, parts);
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry) {
    const char *name = entry->name;
    Parts parts;
    choose(list, name, &parts);
    Person person = {.row = -1};
    char *path = platform_path(base, name), plain[4096];
    snprintf(person.name, sizeof person.name, "%s", parts.name[0] ? parts.name : parts.user);
    snprintf(person.id, sizeof person.id, "%s", parts.user);
    Submission *submission = path ? submissions_of(list, parts.user, &person) : NULL;
    bool added = submission != NULL;
    if (added) submission->late |= parts.late;
    if (parts.file) plain_name(parts.file, plain, sizeof plain);
    if (!added) added = false;
    else if (parts.file)
        added = submission_add_piece(submission, path, parts.file, plain, strtoull(parts.attachment, NULL, 10));
    else if (parts.text) added = submission_add_piece(submission, path, SUBMITTED_TYPED, "", 0);
    else added = submissions_leave_out(list, name, "a link that was handed in instead of a file");
    free(path);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    return platform_each(list, base, top, is_ours, take, "has no student's name", error);
}

// ---- back ----

// A file goes back under the name of one that was handed in: Canvas reads the numbers of the user and of the attachment
// off it and shows the file under the attachment's own name. So a source file is best, because its reader expects text.
static const Piece *piece_for_feedback(const Submission *submission) {
    const Piece *best = NULL;
    for (unsigned i = 0; i < submission->piece_count; i++) {
        const Piece *piece = &submission->pieces[i];
        bool source = submitted_is_source(piece->name) || submitted_is_code(piece->name);
        if ((!source && !submitted_is_archive(piece->name)) || submitted_is_text(piece->name)) continue;
        if (!best || (submitted_is_archive(best->name) && source)) best = piece;
    }
    return best;
}

static bool feedback(const Submission *submission, const Person *person, char name[PLATFORM_NAME], Message error) {
    const Piece *piece = piece_for_feedback(submission);
    if (person != submission->people) return error[0] = 0, false;
    if (!piece)
        return message_set(
            error, "Canvas takes feedback under the name of a file that was handed in, and none of these is text");
    const char *slash = strrchr(piece->path, '/'), *base = slash ? slash + 1 : piece->path;
    const char *last = strrchr(base, '_') + 1; // all after it: a file called so would be taken for a link
    size_t kept = strlen(base) - strlen(piece->name);
    if (text_begins(last, "link"))
        snprintf(name, PLATFORM_NAME, "%.*sfeedback%s", (int)kept, base, piece->name + submitted_stem(piece->name));
    else snprintf(name, PLATFORM_NAME, "%s", base);
    return true;
}

const Platform canvas_platform = {"canvas", "Canvas", recognise, collect, feedback, NULL, GROUPS_BY_MEMBER};
