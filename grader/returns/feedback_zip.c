// feedback_zip.c - a zip with a file for each student, for upload to a platform.
//
// The extension of a name decides what the file holds: a page, an archive with the page in it, or text. A platform may
// show the file as it shows what was handed in.
#include "returns.h"

#include "../device/system/grow.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../submissions/files.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

struct FeedbackZip {
    struct archive *archive;
    char *bytes;
    size_t used, capacity;
};

static la_ssize_t take_bytes(struct archive *archive, void *context, const void *data, size_t length) {
    FeedbackZip *zip = context;
    if (!ARRAY_RESERVE(zip->bytes, zip->capacity, zip->used + length))
        return archive_set_error(archive, ARCHIVE_FATAL, "out of memory"), -1;
    memcpy(zip->bytes + zip->used, data, length);
    zip->used += length;
    return (la_ssize_t)length;
}

// Stores no times, so that the same feedback makes the same bytes.
static bool put(struct archive *archive, const char *name, const char *data, size_t length) {
    struct archive_entry *entry = archive_entry_new();
    if (!entry) return false;
    archive_entry_set_pathname_utf8(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)length);
    bool written = archive_write_header(archive, entry) >= ARCHIVE_WARN &&
                   archive_write_data(archive, data, length) == (la_ssize_t)length;
    archive_entry_free(entry);
    return written;
}

// An archive of the kind that the name says.
static FeedbackZip *archive_begin(const char *name) {
    FeedbackZip *zip = calloc(1, sizeof *zip);
    if (!zip || !(zip->archive = archive_write_new())) return free(zip), NULL;
    bool known = archive_write_set_format_filter_by_ext(zip->archive, name) == ARCHIVE_OK;
    archive_write_set_options(zip->archive, "hdrcharset=UTF-8"); // formats that know it
    archive_write_set_bytes_in_last_block(zip->archive, 1);
    if (known && archive_write_open2(zip->archive, zip, NULL, take_bytes, NULL, NULL) == ARCHIVE_OK) return zip;
    return feedback_zip_free(zip), NULL;
}

FeedbackZip *feedback_zip_new(void) { return archive_begin("feedback.zip"); }

void feedback_zip_free(FeedbackZip *zip) {
    if (!zip) return;
    archive_write_free(zip->archive);
    free(zip->bytes);
    free(zip);
}

static bool add_packed(FeedbackZip *zip, const char *name, const char *page, size_t length) {
    FeedbackZip *inner = archive_begin(name);
    bool added = inner && put(inner->archive, "feedback.html", page, length) &&
                 archive_write_close(inner->archive) == ARCHIVE_OK &&
                 put(zip->archive, name, inner->bytes, inner->used);
    feedback_zip_free(inner);
    return added;
}

bool feedback_zip_add(FeedbackZip *zip, const char *name, const char *page, const char *text, Message error) {
    bool added = false;
    if (submitted_is_archive(name)) added = add_packed(zip, name, page, strlen(page));
    else if (text_ends(name, ".html")) added = put(zip->archive, name, page, strlen(page));
    else added = put(zip->archive, name, text, strlen(text));
    if (!added) message_set(error, "nobody but its maker can write an archive called so");
    return added;
}

bool feedback_zip_end(FeedbackZip *zip, char **bytes, size_t *length) {
    bool closed = archive_write_close(zip->archive) == ARCHIVE_OK;
    *bytes = zip->bytes;
    *length = zip->used;
    zip->bytes = NULL;
    return closed;
}
