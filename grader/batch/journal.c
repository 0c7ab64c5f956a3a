// journal.c - what a batch has done so far, kept so that it can be killed at any moment.
#define _GNU_SOURCE // usleep, DT_DIR
#include "journal.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../questions/course.h"
#include "../report/report.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#define MOST_RECORD (8u << 20)
#define MOST_SEED ((UINT64_C(1) << 53) - 1) // what every JSON reader keeps exactly

// ---- hashes ----

// Eight bytes at a time, for the compiler is some hundred million bytes long.
static uint64_t hash_more(uint64_t hash, const char *data, size_t length) {
    uint64_t word;
    for (; length >= sizeof word; data += sizeof word, length -= sizeof word) {
        memcpy(&word, data, sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (hash ^ bytes_hash(data, length)) * 0x9E3779B97F4A7C15u;
}

// In pieces, because compilers are large and the coordinator is to stay small.
static uint64_t hash_file(uint64_t hash, const char *path) {
    static char piece[1 << 16];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = 0;
    while (descriptor >= 0 && (got = read(descriptor, piece, sizeof piece)) > 0)
        hash = hash_more(hash, piece, (size_t)got);
    if (descriptor >= 0) close(descriptor);
    return hash_more(hash, got == 0 && descriptor >= 0 ? "+" : "-", 1);
}

static uint64_t hash_tools(const Paths *paths) {
    static const char *const ours[] = {"grade", "box", "emulate", "lib/libcudart.so.13"};
    static const char *const compiler[] = {"nvcc", "ptxas", "cudafe++", "fatbinary", "../nvvm/bin/cicc"};
    char real[PATH_MAX], path[PATH_MAX + 64];
    uint64_t hash = 1;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        snprintf(path, sizeof path, "%s/%s", paths->build, ours[i]);
        hash = hash_file(hash, path);
    }
    if (!paths->nvcc[0] || !realpath(paths->nvcc, real)) return hash;
    *strrchr(real, '/') = 0;
    for (size_t i = 0; i < sizeof compiler / sizeof *compiler; i++) {
        snprintf(path, sizeof path, "%s/%s", real, compiler[i]);
        hash = hash_file(hash, path);
    }
    return hash;
}

uint64_t journal_content(const Journal *journal, const Paths *paths, const Exercise *exercise, const char *source,
                         size_t length, double timeout) {
    char path[PATH_BYTES + 128], course[64];
    int most[exercise->part_count + 1];
    course_read(course);
    course_points(exercise, most);
    uint64_t hash = hash_more(journal->tools, (const char *)&journal->seed, sizeof journal->seed);
    hash = hash_more(hash, (const char *)&timeout, sizeof timeout);
    hash = hash_more(hash, exercise->name, strlen(exercise->name));
    hash = hash_more(hash, course, strlen(course));
    hash = hash_more(hash, (const char *)most, exercise->part_count * sizeof *most);
    paths_part(paths, exercise, "skeleton.cu", path);
    hash = hash_file(hash, path);
    snprintf(path, sizeof path, "%s/interfaces/%s.o", paths->build, exercise->interface ? exercise->interface : "");
    hash = exercise->interface ? hash_file(hash, path) : hash;
    snprintf(path, sizeof path, "%s/common/workbook.h", paths->root);
    return hash_more(hash_file(hash, path), source ? source : "", length);
}

void journal_key(uint64_t content, const char *name, char key[20]) {
    snprintf(key, 20, "%016" PRIx64, hash_more(content, name, strlen(name)));
}

// ---- opening ----

// Removes half-written files of a batch that was killed.
static void sweep(const char *folder, int depth) {
    char path[PATH_BYTES];
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (entry->d_name[0] == '.') continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path) continue;
        if (strstr(entry->d_name, ".new.")) unlink(path);
        else if (depth && entry->d_type == DT_DIR) sweep(path, depth - 1);
    }
    if (entries) closedir(entries);
}

// If the folder is shared, a process that is alone at the moment removes half-written files.
static bool try_lock(const Journal *journal, bool shared) {
    bool alone = flock(journal->lock, LOCK_EX | LOCK_NB) == 0;
    if (alone) sweep(journal->folder, 2);
    return shared ? flock(journal->lock, LOCK_SH | LOCK_NB) == 0 : alone;
}

static bool lock(Journal *journal, bool shared, Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/lock", journal->folder);
    for (int attempt = 0; attempt < 50; attempt++) { // workers of a batch that was killed hold it for a moment
        if (journal->lock < 0) journal->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (journal->lock < 0) break;
        if (try_lock(journal, shared)) return true;
        usleep(100000);
    }
    if (journal->lock < 0) message_set(error, "cannot write to %.100s: %s", journal->folder, strerror(errno));
    else message_set(error, "another batch is at work in %.120s", journal->folder);
    return false;
}

static bool write_json(const char *path, json_t *record, Message error) {
    char *text = record ? json_dumps(record, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) : NULL;
    bool written = text && file_write(path, text, strlen(text), error);
    if (!text) message_set(error, "out of memory");
    free(text);
    json_decref(record);
    return written;
}

static bool fresh_seed(uint64_t *seed) {
    if (getrandom(seed, sizeof *seed, 0) != sizeof *seed) return false;
    *seed &= MOST_SEED;
    return true;
}

// A seed that was stored before stays, so that a resumed batch is the same batch.
static bool settle_seed(Journal *journal, const uint64_t *seed, Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/batch.json", journal->folder);
    json_t *record = json_load_file(path, 0, NULL);
    const json_t *kept = json_object_get(record, "seed");
    bool known = json_is_integer(kept);
    if (known) journal->seed = (uint64_t)json_integer_value(kept);
    json_decref(record);
    if (known && (!seed || *seed == journal->seed)) return true;
    if (seed) journal->seed = *seed;
    else if (!fresh_seed(&journal->seed)) return message_set(error, "there are no random numbers");
    return write_json(path, json_pack("{s:i, s:I}", "schema", REPORT_SCHEMA, "seed", (json_int_t)journal->seed), error);
}

bool journal_open(Journal *journal, const char *folder, const Paths *paths, const uint64_t *seed, bool shared,
                  Message error) {
    *journal = (Journal){.lock = -1};
    if (strlen(folder) >= sizeof journal->folder) return message_set(error, "the path of RESULTS is too long");
    snprintf(journal->folder, sizeof journal->folder, "%s", folder);
    if (!folder_make(folder)) {
        message_set(error, "cannot make %.120s: %s", folder, strerror(errno));
        return false;
    }
    if (!lock(journal, shared, error) || !settle_seed(journal, seed, error)) return false;
    journal->tools = hash_tools(paths);
    return true;
}

bool journal_is_ours(const char *folder) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/batch.json", folder);
    json_t *record = file_is_plain(path) ? json_load_file(path, 0, NULL) : NULL;
    bool ours = json_is_integer(json_object_get(record, "schema")) && json_is_integer(json_object_get(record, "seed"));
    json_decref(record);
    return ours;
}

void journal_close(Journal *journal) {
    if (journal->lock >= 0) {
        try_lock(journal, false);
        close(journal->lock);
    }
    journal->lock = -1;
}

// ---- results ----

static void item_path(const Journal *journal, const char *id, const Exercise *exercise, const char *ending,
                      char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/students/%.160s/%.80s.%s", journal->folder, id, exercise->name, ending);
}

bool journal_load(const Journal *journal, const char *id, const Exercise *exercise, const char *key, Verdict *verdict) {
    char path[PATH_BYTES];
    size_t length;
    item_path(journal, id, exercise, "json", path);
    char *text = file_exists(path) ? file_read(path, MOST_RECORD, &length, NULL) : NULL;
    json_t *record = text ? json_loadb(text, length, 0, NULL) : NULL;
    const char *kept = json_string_value(json_object_get(record, "key"));
    const char *student = json_string_value(json_object_get(record, "student"));
    bool current = kept && student && (!key || !strcmp(kept, key)) &&
                   verdict_from_json(json_object_get(record, "verdict"), verdict);
    if (current && verdict->exercise != exercise) verdict_free(verdict), current = false;
    if (current) text_copy(verdict->student, sizeof verdict->student, student);
    json_decref(record);
    free(text);
    return current;
}

static bool store_source(const Journal *journal, const char *id, const Exercise *exercise, const char *source,
                         size_t length, Message error) {
    char path[PATH_BYTES];
    if (!source) item_path(journal, id, exercise, "ran", path), unlink(path);
    item_path(journal, id, exercise, "cu", path);
    if (source) return file_write(path, source, length, error);
    if (unlink(path) == 0 || errno == ENOENT) return true;
    return message_set(error, "cannot remove %.120s: %s", path, strerror(errno));
}

char *journal_source(const Journal *journal, const char *id, const Exercise *exercise, size_t *length) {
    char path[PATH_BYTES];
    item_path(journal, id, exercise, "cu", path);
    return file_exists(path) ? file_read(path, MOST_RECORD, length, NULL) : NULL;
}

bool journal_store(const Journal *journal, const char *id, const char *key, const Verdict *verdict, const char *source,
                   size_t length, Message error) {
    char path[PATH_BYTES];
    item_path(journal, id, verdict->exercise, "json", path);
    *strrchr(path, '/') = 0;
    if (!folder_make(path)) return message_set(error, "cannot make %.120s: %s", path, strerror(errno));
    if (!store_source(journal, id, verdict->exercise, source, length, error)) return false;
    item_path(journal, id, verdict->exercise, "json", path);
    return write_json(path,
                      json_pack("{s:i, s:s, s:s, s:o}", "schema", REPORT_SCHEMA, "student", verdict->student, "key",
                                key, "verdict", verdict_to_json(verdict)),
                      error);
}

// ---- how gradings went ----

void journal_note_ran(const Journal *journal, const char *id, const Exercise *exercise, JournalRan *ran) {
    char path[PATH_BYTES];
    Message error;
    if (gethostname(ran->machine, sizeof ran->machine - 1)) ran->machine[0] = 0;
    item_path(journal, id, exercise, "ran", path);
    json_t *record = json_pack("{s:f, s:i, s:i, s:s, s:s}", "seconds", ran->seconds, "attempts", ran->attempts,
                               "deaths", ran->deaths, "machine", ran->machine, "failed", ran->failed);
    write_json(path, record, error); // a full disk stops the batch at the result
}

bool journal_ran(const Journal *journal, const char *id, const Exercise *exercise, JournalRan *ran) {
    char path[PATH_BYTES];
    item_path(journal, id, exercise, "ran", path);
    json_t *record = json_load_file(path, 0, NULL);
    const char *machine = json_string_value(json_object_get(record, "machine"));
    const char *failed = json_string_value(json_object_get(record, "failed"));
    if (machine && failed) {
        *ran = (JournalRan){.seconds = json_number_value(json_object_get(record, "seconds")),
                            .attempts = (unsigned)json_integer_value(json_object_get(record, "attempts")),
                            .deaths = (unsigned)json_integer_value(json_object_get(record, "deaths"))};
        text_copy(ran->machine, sizeof ran->machine, machine);
        text_copy(ran->failed, sizeof ran->failed, failed);
    }
    json_decref(record);
    return machine && failed;
}

void journal_forget(const Journal *journal, const char *id, const Exercise *exercise) {
    static const char *const endings[] = {"json", "began", "ran", "cu"};
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        item_path(journal, id, exercise, endings[i], path);
        unlink(path);
    }
}

// ---- marks ----

static void boot_id(char id[64]) {
    int descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = descriptor < 0 ? -1 : read(descriptor, id, 63);
    if (descriptor >= 0) close(descriptor);
    id[got < 0 ? 0 : got] = 0;
    id[strcspn(id, "\n")] = 0;
}

static bool mark_write(const char *path, const char *key, unsigned deaths, Message error) {
    char boot[64];
    boot_id(boot);
    return write_json(path, json_pack("{s:s, s:s, s:i}", "key", key, "boot", boot, "deaths", deaths), error);
}

bool journal_begin(const Journal *journal, const char *id, const Exercise *exercise, const char *key, JournalMark *mark,
                   Message error) {
    char path[PATH_BYTES], boot[64];
    item_path(journal, id, exercise, "began", path);
    *strrchr(path, '/') = 0;
    if (!folder_make(path)) return message_set(error, "cannot make %.120s: %s", path, strerror(errno));
    item_path(journal, id, exercise, "began", path);
    json_t *record = json_load_file(path, 0, NULL);
    const char *kept = json_string_value(json_object_get(record, "key"));
    const char *before = json_string_value(json_object_get(record, "boot"));
    *mark = (JournalMark){.deaths = 0};
    boot_id(boot);
    if (kept && before && !strcmp(kept, key))
        mark->deaths = (unsigned)json_integer_value(json_object_get(record, "deaths")) + (strcmp(boot, before) != 0);
    json_decref(record);
    return mark_write(path, key, mark->deaths, error);
}

bool journal_death(const Journal *journal, const char *id, const Exercise *exercise, const char *key, JournalMark *mark,
                   Message error) {
    char path[PATH_BYTES];
    item_path(journal, id, exercise, "began", path);
    return mark_write(path, key, ++mark->deaths, error);
}

void journal_end(const Journal *journal, const char *id, const Exercise *exercise) {
    char path[PATH_BYTES];
    item_path(journal, id, exercise, "began", path);
    unlink(path);
}
