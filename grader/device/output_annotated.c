// output_annotated.c - the program's source, each line with what it made the device do, summed over all launches.
#define _GNU_SOURCE
#include "output.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CONTEXT_LINES 3         // shown around lines that did something
#define SOURCE_LIMIT (8u << 20) // a larger file is not shown

typedef struct {
    char *file; // owned
    uint32_t line;
    Counters counters;
    uint64_t faults;
    char *fault; // kind and message of the first, owned; NULL: none
} SourceLine;

typedef struct {
    SourceLine *lines;
    size_t count, capacity;
    size_t *table;
    size_t table_size;
} Listing;

static size_t hash_place(const char *file, uint32_t line) {
    size_t hash = line;
    while (*file) hash = hash * 31 + (unsigned char)*file++;
    return hash;
}

static void listing_grow(Listing *listing) {
    size_t size = listing->table_size ? listing->table_size * 2 : 256;
    free(listing->table);
    listing->table = calloc(size, sizeof *listing->table);
    listing->table_size = listing->table ? size : 0;
    for (size_t i = 0; i < listing->count && listing->table; i++) {
        size_t at = hash_place(listing->lines[i].file, listing->lines[i].line);
        while (listing->table[at & (size - 1)]) at++;
        listing->table[at & (size - 1)] = i + 1;
    }
}

// The record of a line, made if there is none. NULL: out of memory.
static SourceLine *listing_line(Listing *listing, const char *file, uint32_t line) {
    if (listing->count * 2 >= listing->table_size) listing_grow(listing);
    if (!listing->table_size) return NULL;
    size_t mask = listing->table_size - 1, at = hash_place(file, line) & mask;
    for (; listing->table[at]; at = (at + 1) & mask) {
        SourceLine *found = &listing->lines[listing->table[at] - 1];
        if (found->line == line && strcmp(found->file, file) == 0) return found;
    }
    if (listing->count == listing->capacity) {
        size_t capacity = listing->capacity ? listing->capacity * 2 : 128;
        SourceLine *larger = realloc(listing->lines, capacity * sizeof *larger);
        if (!larger) return NULL;
        listing->lines = larger;
        listing->capacity = capacity;
    }
    SourceLine *made = &listing->lines[listing->count];
    *made = (SourceLine){.file = strdup(file), .line = line};
    if (!made->file) return NULL;
    listing->table[at] = ++listing->count;
    return made;
}

static void add_launch(Listing *listing, const Device *device, const LaunchRecord *launch) {
    for (uint32_t i = 0; i < launch->line_count; i++) {
        Place place = device_place(device, launch->module, launch->lines[i].location);
        SourceLine *line = place.file && *place.file ? listing_line(listing, place.file, place.line) : NULL;
        for (int c = 0; c < COUNTER_COUNT && line; c++) line->counters.value[c] += launch->lines[i].counters.value[c];
    }
}

static void add_fault(const FaultView *view, void *opaque) {
    SourceLine *line = view->place.file ? listing_line(opaque, view->place.file, view->place.line) : NULL;
    if (!line) return;
    line->faults += view->fault->count;
    if (!line->fault && asprintf(&line->fault, "%s: %s", fault_kind_name(view->fault->kind), view->fault->message) < 0)
        line->fault = NULL;
}

static int compare_lines(const void *a, const void *b) {
    const SourceLine *one = a, *two = b;
    int order = strcmp(one->file, two->file);
    return order ? order : (one->line > two->line) - (one->line < two->line);
}

// The whole of a source file; NULL if it is no plain file of a sensible size. The name is the program's own claim.
static char *read_source(const char *path) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char *text = NULL;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= SOURCE_LIMIT)
        text = calloc(1, (size_t)status.st_size + 1);
    if (text && read(fd, text, (size_t)status.st_size) < 0) *text = 0;
    if (fd >= 0) close(fd);
    return text;
}

static uint64_t sum(const Counters *c, Counter a, Counter b, Counter d, Counter e) {
    return c->value[a] + c->value[b] + c->value[d] + c->value[e];
}

static void write_counters(FILE *file, const SourceLine *line) {
    if (!line) {
        fprintf(file, "%12s %10s %7s %10s |", "", "", "", "");
        return;
    }
    const Counters *c = &line->counters;
    uint64_t requests = sum(c, COUNTER_global_load_requests, COUNTER_global_store_requests, COUNTER_global_red_requests,
                            COUNTER_global_atom_requests);
    uint64_t sectors = sum(c, COUNTER_global_load_sectors, COUNTER_global_store_sectors, COUNTER_global_red_sectors,
                           COUNTER_global_atom_sectors);
    uint64_t conflicts = c->value[COUNTER_shared_load_bank_conflicts] + c->value[COUNTER_shared_store_bank_conflicts];
    uint64_t shared = c->value[COUNTER_shared_load_instructions] + c->value[COUNTER_shared_store_instructions];
    fprintf(file, "%12" PRIu64, c->value[COUNTER_thread_instructions]);
    if (requests) fprintf(file, " %10" PRIu64 " %7.2f", requests, (double)sectors / (double)requests);
    else fprintf(file, " %10s %7s", "", "");
    if (shared) fprintf(file, " %10" PRIu64, conflicts);
    else fprintf(file, " %10s", "");
    fputs(line->faults ? "!|" : " |", file);
}

static void write_line(FILE *file, uint32_t number, const SourceLine *line, const char *text, bool colour) {
    write_counters(file, line);
    fprintf(file, "%5u  ", number);
    if (text) print_clean(file, text);
    fputc('\n', file);
    if (!line || !line->fault) return;
    fprintf(file, "%43s|       %s", "", colour ? "\033[1;31m" : "");
    print_clean(file, line->fault);
    fprintf(file, " (%" PRIu64 ")%s\n", line->faults, colour ? "\033[0m" : "");
}

// Lines of one file, first to last, with the source around them.
static void write_file(FILE *file, const SourceLine *lines, size_t count, bool colour) {
    char *source = read_source(lines[0].file), *next = source;
    fputc('\n', file);
    print_clean(file, lines[0].file);
    fprintf(file, "\n%12s %10s %7s %10s |\n", "executed", "requests", "sectors", "conflicts");
    uint32_t number = 0, shown = 0;
    for (size_t i = 0; source && i < count && next;) {
        number++;
        char *text = strsep(&next, "\n");
        text[strcspn(text, "\r")] = 0;
        bool near = number + CONTEXT_LINES >= lines[i].line || (i > 0 && number <= lines[i - 1].line + CONTEXT_LINES);
        if (!near) continue;
        if (shown && number != shown + 1) fprintf(file, "%43s| ...\n", "");
        shown = number;
        bool is_line = number == lines[i].line;
        write_line(file, number, is_line ? &lines[i] : NULL, text, colour);
        i += is_line;
    }
    for (size_t i = 0; !source && i < count; i++) write_line(file, lines[i].line, &lines[i], NULL, colour);
    free(source);
}

static void listing_free(Listing *listing) {
    for (size_t i = 0; i < listing->count; i++) {
        free(listing->lines[i].file);
        free(listing->lines[i].fault);
    }
    free(listing->lines);
    free(listing->table);
}

void output_annotated(FILE *file, const Service *service, bool colour) {
    Listing listing = {0};
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) add_launch(&listing, service->contexts[i]->device, &launches[j]);
    }
    faults_visit(service, add_fault, &listing);
    if (listing.count) qsort(listing.lines, listing.count, sizeof *listing.lines, compare_lines);
    for (size_t i = 0, end; i < listing.count; i = end) {
        for (end = i; end < listing.count && strcmp(listing.lines[end].file, listing.lines[i].file) == 0;) end++;
        write_file(file, &listing.lines[i], end - i, colour);
    }
    if (!listing.count) fputs("emulate: no launch has source lines; build the program with nvcc -lineinfo\n", file);
    listing_free(&listing);
}
