// listing.c - sums what launches counted by kernel, shape and source line, and puts faults at their lines.
#define _GNU_SOURCE
#include "listing.h"
#include "../../system/grow.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEAR_LINES 3            // shown around lines that did something
#define SOURCE_LIMIT (8u << 20) // a larger file is not shown
#define SHAPES_COMPARED 64      // of a kernel's last shapes: a run may have very many
#define SECTOR_BYTES 32
#define FULL_SECTORS 4.0 // of a warp's 4-byte words that lie side by side

static void must(bool grown) {
    if (grown) return;
    fputs("emulate: out of memory for the listing\n", stderr);
    exit(2);
}

// ---- figures -------------------------------------------------------------------------------------------------------

// How many times the sectors that the bytes need. Atomics have no byte counts; they are taken to need those of 32 words
// side by side.
static unsigned heat_of(const Counters *counters, const Figures *figures) {
    const uint64_t *value = counters->value;
    uint64_t atomics = value[COUNTER_global_red_requests] + value[COUNTER_global_atom_requests];
    double bytes = (double)(value[COUNTER_global_load_bytes] + value[COUNTER_global_store_bytes]);
    double plain = bytes / SECTOR_BYTES, least = (double)(figures->requests - atomics);
    double needed = (plain > least ? plain : least) + FULL_SECTORS * (double)atomics;
    static const double limits[HEATS - 1] = {1.1, 2.2, 4.4, 7.5};
    unsigned heat = 0;
    while (heat < HEATS - 1 && (double)figures->sectors > limits[heat] * needed) heat++;
    return heat;
}

Figures figures_of(const Counters *counters) {
    const uint64_t *value = counters->value;
    Figures figures = {
        .executed = value[COUNTER_thread_instructions],
        .requests = value[COUNTER_global_load_requests] + value[COUNTER_global_store_requests] +
                    value[COUNTER_global_red_requests] + value[COUNTER_global_atom_requests],
        .sectors = value[COUNTER_global_load_sectors] + value[COUNTER_global_store_sectors] +
                   value[COUNTER_global_red_sectors] + value[COUNTER_global_atom_sectors],
        .shared = value[COUNTER_shared_load_instructions] + value[COUNTER_shared_store_instructions] +
                  value[COUNTER_shared_atom_instructions],
        .conflicts = value[COUNTER_shared_load_bank_conflicts] + value[COUNTER_shared_store_bank_conflicts],
        .divergent = value[COUNTER_divergent_branches],
    };
    figures.heat = heat_of(counters, &figures);
    return figures;
}

double sectors_per_request(const Figures *figures) {
    return figures->requests ? (double)figures->sectors / (double)figures->requests : 0;
}

static const struct {
    const char *title, *meaning;
} columns[COLUMN_COUNT] = {
    [EXECUTED] = {"executed", "instructions that threads executed"},
    [REQUESTS] = {"requests", "accesses of whole warps to global memory"},
    [SECTORS] = {"sectors", "32-byte sectors per request: for 4-byte words 4 is perfect, 32 the worst"},
    [CONFLICTS] = {"conflicts", "passes through shared memory that bank conflicts added"},
    [DIVERGED] = {"diverged", "branches on which the lanes of a warp parted"},
};
const char *column_title(Column column) { return columns[column].title; }
const char *column_meaning(Column column) { return columns[column].meaning; }

void number_text(uint64_t number, const char *gap, char text[FIGURE_BYTES]) {
    char digits[24];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number), at = 0;
    for (size_t i = 0; i < length; i++) {
        bool group = i && (length - i) % 3 == 0 && *gap;
        at += (size_t)snprintf(text + at, FIGURE_BYTES - at, "%s%c", group ? gap : "", digits[i]);
        if (at >= FIGURE_BYTES) return;
    }
}

bool figure_text(const Figures *figures, Column column, const char *gap, char text[FIGURE_BYTES]) {
    const uint64_t numbers[COLUMN_COUNT] = {[EXECUTED] = figures->executed,
                                            [REQUESTS] = figures->requests,
                                            [CONFLICTS] = figures->conflicts,
                                            [DIVERGED] = figures->divergent};
    *text = 0;
    bool any = column == SECTORS ? figures->requests : column == CONFLICTS ? figures->shared : numbers[column];
    if (!any) return false;
    if (column == SECTORS) snprintf(text, FIGURE_BYTES, "%.2f", sectors_per_request(figures));
    else number_text(numbers[column], gap, text);
    return true;
}

void size_text(Dim3 size, char text[FIGURE_BYTES]) {
    if (size.z > 1) snprintf(text, FIGURE_BYTES, "%ux%ux%u", size.x, size.y, size.z);
    else if (size.y > 1) snprintf(text, FIGURE_BYTES, "%ux%u", size.x, size.y);
    else snprintf(text, FIGURE_BYTES, "%u", size.x);
}

void duration_text(double microseconds, char text[FIGURE_BYTES]) {
    bool milli = microseconds >= 1e4;
    snprintf(text, FIGURE_BYTES, "%.4g %s", milli ? microseconds / 1e3 : microseconds, milli ? "ms" : "µs");
    if (microseconds >= 1e7) snprintf(text, FIGURE_BYTES, "%.4g s", microseconds / 1e6);
}

void time_text(const ListedShape *shape, char text[FIGURE_BYTES]) {
    if (shape->launch->error) snprintf(text, FIGURE_BYTES, "ended by a fault");
    else if (shape->estimated == shape->count) duration_text(shape->microseconds, text);
    else snprintf(text, FIGURE_BYTES, "unknown");
}

void occupancy_text(const LaunchRecord *launch, char text[2 * FIGURE_BYTES]) {
    const Occupancy *o = &launch->occupancy;
    if (!launch->registers) snprintf(text, 2 * FIGURE_BYTES, "unknown");
    else snprintf(text, 2 * FIGURE_BYTES, "%.3g %% by %s", o->percent, o->limited_by ? o->limited_by : "nothing");
}

// ---- kernels and their shapes --------------------------------------------------------------------------------------

static ListedKernel *listed_kernel(Listing *listing, const char *mangled) {
    for (size_t i = listing->kernel_count; i-- > 0;)
        if (strcmp(listing->kernels[i].mangled, mangled) == 0) return &listing->kernels[i];
    must(ARRAY_GROW(listing->kernels, listing->kernel_count));
    ListedKernel *kernel = &listing->kernels[listing->kernel_count++];
    *kernel = (ListedKernel){.mangled = mangled};
    kernel_demangle(mangled, kernel->name, sizeof kernel->name);
    return kernel;
}

static bool same_size(Dim3 a, Dim3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static bool same_shape(const LaunchRecord *a, const LaunchRecord *b) {
    return same_size(a->grid, b->grid) && same_size(a->block, b->block) && a->registers == b->registers &&
           a->static_shared_bytes == b->static_shared_bytes && a->dynamic_shared_bytes == b->dynamic_shared_bytes &&
           a->error == b->error;
}

static ListedShape *listed_shape(ListedKernel *kernel, const LaunchRecord *launch, size_t index) {
    for (size_t i = kernel->shape_count; i-- > 0 && i + SHAPES_COMPARED >= kernel->shape_count;)
        if (same_shape(kernel->shapes[i].launch, launch)) return &kernel->shapes[i];
    must(ARRAY_GROW(kernel->shapes, kernel->shape_count));
    ListedShape *shape = &kernel->shapes[kernel->shape_count++];
    *shape = (ListedShape){.launch = launch, .index = index};
    return shape;
}

static void shape_add(ListedShape *shape, const LaunchRecord *launch) {
    shape->count++;
    counters_add(&shape->counters, &launch->counters);
    shape->microseconds += launch->estimate.microseconds;
    shape->estimated += launch->estimate.microseconds > 0;
}

// ---- lines ---------------------------------------------------------------------------------------------------------

static int compare_to_place(const ListedLine *line, Place place) {
    int order = line->file == place.file ? 0 : strcmp(line->file, place.file);
    return order ? order : (line->line > place.line) - (line->line < place.line);
}

// The kernel's record of a line, made if there is none. *hint is where to look first: lines come in order.
static ListedLine *listed_line(ListedKernel *kernel, Place place, size_t *hint) {
    size_t at = *hint;
    if (at >= kernel->line_count || compare_to_place(&kernel->lines[at], place) > 0) at = 0;
    while (at < kernel->line_count && compare_to_place(&kernel->lines[at], place) < 0) at++;
    *hint = at;
    if (at < kernel->line_count && compare_to_place(&kernel->lines[at], place) == 0) return &kernel->lines[at];
    must(ARRAY_GROW(kernel->lines, kernel->line_count));
    memmove(&kernel->lines[at + 1], &kernel->lines[at], (kernel->line_count++ - at) * sizeof *kernel->lines);
    kernel->lines[at] = (ListedLine){.file = place.file, .line = place.line};
    return &kernel->lines[at];
}

static void add_launch(Listing *listing, const Device *device, const LaunchRecord *launch, size_t index) {
    ListedKernel *kernel = listed_kernel(listing, launch->kernel);
    size_t hint = 0;
    kernel->launches++;
    listing->timed = listing->timed || launch->error;
    shape_add(listed_shape(kernel, launch, index), launch);
    for (uint32_t i = 0; i < launch->line_count; i++) {
        Place place = device_place(device, launch->module, launch->lines[i].location);
        if (place.file && *place.file)
            counters_add(&listed_line(kernel, place, &hint)->counters, &launch->lines[i].counters);
    }
}

static void line_add_fault(ListedKernel *kernel, Place place, LineFault fault) {
    ListedLine *line = listed_line(kernel, place, &(size_t){0});
    for (size_t i = 0; i < line->fault_count; i++)
        if (line->faults[i].fault == fault.fault) return; // both accesses of a race on one line
    must(ARRAY_GROW(line->faults, line->fault_count));
    line->faults[line->fault_count++] = fault;
}

static void add_fault(const FaultView *view, void *opaque) {
    Listing *listing = opaque;
    size_t index = listing->fault_count++;
    must(ARRAY_GROW(listing->faults, index));
    listing->faults[index] = *view;
    if (!*view->fault->kernel || (!view->place.file && !view->other_place.file)) return;
    ListedKernel *kernel = listed_kernel(listing, view->launch ? view->launch->kernel : view->fault->kernel);
    if (view->place.file) line_add_fault(kernel, view->place, (LineFault){index, false});
    if (view->other_place.file) line_add_fault(kernel, view->other_place, (LineFault){index, true});
}

// ---- requests ------------------------------------------------------------------------------------------------------

static void add_base(Listing *listing, uint64_t base) {
    size_t at = 0;
    while (at < listing->base_count && listing->bases[at] < base) at++;
    if (!base || (at < listing->base_count && listing->bases[at] == base)) return;
    must(ARRAY_GROW(listing->bases, listing->base_count));
    memmove(&listing->bases[at + 1], &listing->bases[at], (listing->base_count++ - at) * sizeof *listing->bases);
    listing->bases[at] = base;
}

static void add_requests(Listing *listing, Device *device) {
    size_t count;
    const TracedCost *costs = trace_costs(device_trace(device), &count);
    for (size_t n = 0; n < count; n++) {
        const TracedAccess *access = &costs[n].example;
        Place place = device_place(device, access->module, access->location);
        ListedKernel *kernel = listed_kernel(listing, access->kernel);
        if (!place.file || !*place.file) continue;
        ListedLine *line = listed_line(kernel, place, &(size_t){0});
        const Allocation *allocation = access->base ? memory_find(device_memory(device), access->base) : NULL;
        requests_add(&line->requests, &costs[n], allocation);
        add_base(listing, access->base);
    }
}

void place_text(const Listing *listing, const Requests *requests, char *text, size_t size) {
    const Allocation *allocation = requests->allocation;
    char bytes[FIGURE_BYTES];
    size_t number = 0;
    if (!allocation) {
        snprintf(text, size, "shared memory");
    } else if (allocation->kind == ALLOCATION_VARIABLE) {
        snprintf(text, size, "the variable %s", allocation->label);
    } else if (*allocation->name) {
        snprintf(text, size, "%s", allocation->name);
    } else {
        number_text(allocation->size, ",", bytes);
        while (number < listing->base_count && listing->bases[number] < allocation->base) number++;
        snprintf(text, size, "allocation %zu, %s bytes", number + 1, bytes);
    }
}

Listing listing_create(const Service *service) {
    Listing listing = {.timed = service->options.estimates};
    size_t index = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) add_launch(&listing, service->contexts[i]->device, &launches[j], index++);
    }
    faults_visit(service, add_fault, &listing);
    for (size_t i = 0; i < service->context_count; i++) add_requests(&listing, service->contexts[i]->device);
    for (size_t i = 0; i < listing.kernel_count; i++)
        for (size_t j = 0; j < listing.kernels[i].line_count; j++) {
            LineRequests *requests = &listing.kernels[i].lines[j].requests;
            requests_finish(requests);
            for (size_t n = 0; n < requests->count; n++)
                *(requests->list[n].allocation ? &listing.sectors : &listing.passes) += requests->list[n].cost;
        }
    return listing;
}

void listing_free(Listing *listing) {
    for (size_t i = 0; i < listing->kernel_count; i++) {
        ListedKernel *kernel = &listing->kernels[i];
        for (size_t j = 0; j < kernel->line_count; j++) {
            free(kernel->lines[j].faults);
            requests_free(&kernel->lines[j].requests);
        }
        free(kernel->lines);
        free(kernel->shapes);
    }
    free(listing->kernels);
    free(listing->faults);
    free(listing->bases);
    *listing = (Listing){0};
}

bool column_is_used(const ListedKernel *kernel, Column column) {
    char text[FIGURE_BYTES];
    for (size_t i = 0; i < kernel->line_count; i++) {
        Figures figures = figures_of(&kernel->lines[i].counters);
        if (figure_text(&figures, column, "", text)) return true;
    }
    return false;
}

size_t listing_file_lines(const ListedKernel *kernel, size_t first) {
    size_t end = first;
    while (end < kernel->line_count && strcmp(kernel->lines[end].file, kernel->lines[first].file) == 0) end++;
    return end - first;
}

// ---- sources -------------------------------------------------------------------------------------------------------

static bool is_source_name(const char *path) {
    static const char *const endings[] = {".cu", ".cuh", ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hxx", ".inl"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0) return true;
    return false;
}

// NULL: not a file that may be shown.
static char *read_text(const char *path) {
    struct stat status;
    int fd = is_source_name(path) ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
    char *text = NULL;
    size_t done = 0, size = 0;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= SOURCE_LIMIT) {
        size = (size_t)status.st_size;
        text = calloc(1, size + 1);
    }
    for (ssize_t part = 1; text && part > 0; done += part > 0 ? (size_t)part : 0)
        part = read(fd, text + done, size - done);
    if (fd >= 0) close(fd);
    return text;
}

Source source_read(const char *path) {
    Source source = {.text = read_text(path)};
    for (char *rest = source.text; rest && *rest;) {
        char *line = strsep(&rest, "\n");
        line[strcspn(line, "\r")] = 0;
        must(ARRAY_GROW(source.lines, source.count));
        source.lines[source.count++] = line;
    }
    return source;
}

void source_free(Source *source) {
    free(source->lines);
    free(source->text);
}

bool line_is_shown(const ListedLine *lines, size_t count, uint32_t number) {
    size_t low = 0, high = count; // binary search for the first line that is near enough
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lines[middle].line + NEAR_LINES < number) low = middle + 1;
        else high = middle;
    }
    return low < count && lines[low].line <= number + NEAR_LINES;
}
