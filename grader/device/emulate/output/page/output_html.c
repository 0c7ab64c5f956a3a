// output_html.c - one page with nothing outside it: launches, faults, and the source with what each line did.
//
// The page has no script and forbids any; html_write escapes every word that comes from the program.
#include "output_html.h"
#include "../../../system/grow.h"

#include "../listing.h"
#include "../pictures.h"
#include "html_style.h"
#include "warp_picture.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHAPES 500 // rows of the table of launches
#define MOST_FAULTS 200 // in the list of faults
#define MOST_COSTLY 8   // in the list of lines that cost
#define GAP "\u202f"    // a narrow space between groups of digits

typedef struct {
    Html *out;
    const Listing *listing;
    const Presentation *presentation;
    const ProgramEnd *end;
} Page;

static const char *plural(uint64_t count, const char *one, const char *several) { return count == 1 ? one : several; }

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- links between faults and lines --------------------------------------------------------------------------------

// Whether the line is that of the fault's own access (or of the other one).
static bool is_line_of(const ListedLine *line, size_t fault, bool other) {
    for (size_t i = 0; i < line->fault_count; i++)
        if (line->faults[i].fault == fault && line->faults[i].is_other == other) return true;
    return false;
}

static void write_line_link(const Page *page, size_t fault, bool other, Place place) {
    Html *out = page->out;
    for (size_t k = 0; k < page->listing->kernel_count; k++)
        for (size_t n = 0; n < page->listing->kernels[k].line_count; n++) {
            if (!is_line_of(&page->listing->kernels[k].lines[n], fault, other)) continue;
            html_write(out, "<a href=\"#line-%zu-%zu\">%s:%u</a>", k, n, base_name(place.file), place.line);
            return;
        }
    html_write(out, "%s:%u", base_name(place.file), place.line); // a race of a line with itself
}

static void write_thread(Html *out, const FaultThread *thread, const LaunchRecord *launch) {
    Dim3 block = index_in(thread->block, launch->grid), t = index_in(thread->thread, launch->block);
    html_write(out, "block (%u, %u, %u) thread (%u, %u, %u)", block.x, block.y, block.z, t.x, t.y, t.z);
}

// ---- faults --------------------------------------------------------------------------------------------------------

static void write_accesses(const Page *page, size_t index) {
    Html *out = page->out;
    const FaultView *view = &page->listing->faults[index];
    if (view->place.file) {
        html_write(out, " At ");
        write_line_link(page, index, false, view->place);
    }
    if (view->launch) {
        html_write(out, view->place.file ? ", " : " In ");
        write_thread(out, &view->fault->thread, view->launch);
    }
    if (!view->fault->other_location) return;
    if (fault_is_of_freed(view->fault)) html_write(out, "; freed before");
    else html_write(out, "; the other access, a %s", view->fault->other_is_write ? "write" : "read");
    if (view->other_place.file) {
        html_write(out, fault_is_of_freed(view->fault) ? " at " : ", at ");
        write_line_link(page, index, true, view->other_place);
    }
    if (!view->launch) return;
    html_write(out, ", ");
    write_thread(out, &view->fault->other, view->launch);
}

static void write_fault(const Page *page, size_t index) {
    Html *out = page->out;
    const FaultView *view = &page->listing->faults[index];
    html_write(out, "<div class=\"fault\" id=\"fault-%zu\"><b>%s</b>", index, fault_name(view->fault->kind));
    if (*view->fault->kernel) {
        char name[512];
        kernel_short_name(view->fault->kernel, name, sizeof name);
        html_write(out, " in <code>%s</code>", name);
    }
    html_write(out, ": %s.", view->sentence);
    write_accesses(page, index);
    if (view->fault->count > 1) html_write(out, "; %" PRIu64 " times in all", view->fault->count);
    html_write(out, view->launch || view->place.file ? ".</div>\n" : "</div>\n");
}

static bool is_listed(const Page *page, size_t fault) {
    return !fault_was_unavoidable(&page->listing->faults[fault], page->end);
}

static void write_faults(const Page *page) {
    size_t count = 0;
    for (size_t i = 0; i < page->listing->fault_count; i++) count += is_listed(page, i);
    if (!count) return;
    html_write(page->out, "<section><h2>%zu fault%s</h2>\n", count, plural(count, "", "s"));
    for (size_t i = 0; i < page->listing->fault_count && i < MOST_FAULTS; i++)
        if (is_listed(page, i)) write_fault(page, i);
    if (count > MOST_FAULTS) html_write(page->out, "<p>And %zu more.</p>\n", count - MOST_FAULTS);
    html_write(page->out, "</section>\n");
}

// ---- launches ------------------------------------------------------------------------------------------------------

// Sectors per request of loads and of stores, shown when the pointer rests on the figure.
static void write_directions(Html *out, const Counters *counters) {
    const uint64_t *value = counters->value;
    uint64_t loads = value[COUNTER_global_load_requests], stores = value[COUNTER_global_store_requests];
    if (!loads || !stores) return;
    html_write(out, "\" title=\"loads %.2f, stores %.2f", (double)value[COUNTER_global_load_sectors] / (double)loads,
               (double)value[COUNTER_global_store_sectors] / (double)stores);
}

static void write_figure_cells(Html *out, const Counters *counters, const bool used[COLUMN_COUNT], bool heated) {
    Figures figures = figures_of(counters);
    for (Column column = 0; column < COLUMN_COUNT; column++) {
        char text[FIGURE_BYTES];
        if (used && !used[column]) continue;
        bool any = figure_text(&figures, column, GAP, text);
        html_write(out, "<td data-title=\"%s\" class=\"figure", column_title(column));
        if (any && column == SECTORS && heated) html_write(out, " heat%u", figures.heat);
        if (column == CONFLICTS && figures.conflicts) html_write(out, " conflicts");
        if (any && column == SECTORS) write_directions(out, counters);
        html_write(out, "\">%s</td>", text);
    }
}

static void write_title_cells(Html *out, const bool used[COLUMN_COUNT]) {
    for (Column column = 0; column < COLUMN_COUNT; column++)
        if (!used || used[column])
            html_write(out, "<th scope=\"col\" title=\"%s\">%s</th>", column_meaning(column), column_title(column));
}

static void write_occupancy(Html *out, const LaunchRecord *launch) {
    html_write(out, "<td data-title=\"registers\">");
    if (launch->registers) html_write(out, "%u", launch->registers);
    html_write(out, "</td><td data-title=\"occupancy\" class=\"text\">");
    if (launch->registers)
        html_write(out, "%.3g\u00a0%% <small>by %s</small>", launch->occupancy.percent,
                   launch->occupancy.limited_by ? launch->occupancy.limited_by : "nothing");
    else html_write(out, "unknown");
    html_write(out, "</td>");
}

static void write_shape(const Page *page, size_t kernel_index, const ListedShape *shape) {
    Html *out = page->out;
    const ListedKernel *kernel = &page->listing->kernels[kernel_index];
    char name[512], grid[FIGURE_BYTES], block[FIGURE_BYTES], time[FIGURE_BYTES];
    kernel_short_name(kernel->mangled, name, sizeof name);
    size_text(shape->launch->grid, grid);
    size_text(shape->launch->block, block);
    time_text(shape, time);
    html_write(out,
               "<tr><td class=\"text name\"><a href=\"#kernel-%zu\">%s</a></td><td data-title=\"launches\">%zu</td><td "
               "data-title=\"grid\">%s</td><td data-title=\"block\">%s</td>",
               kernel_index, name, shape->count, grid, block);
    write_occupancy(out, shape->launch);
    if (page->listing->timed) html_write(out, "<td data-title=\"time\" class=\"text\">%s</td>", time);
    write_figure_cells(out, &shape->counters, NULL, false);
    html_write(out, "</tr>\n");
}

static void write_launches(const Page *page, const char *occupancy_note) {
    Html *out = page->out;
    size_t written = 0, total = 0;
    html_write(
        out,
        "<section><h2>Launches</h2>\n<table class=\"launches\"><thead><tr><th scope=\"col\" class=\"text\">kernel</th>"
        "<th scope=\"col\">launches</th><th scope=\"col\">grid</th><th scope=\"col\">block</th>"
        "<th scope=\"col\">registers</th><th scope=\"col\" class=\"text\">occupancy</th>");
    if (page->listing->timed) html_write(out, "<th scope=\"col\" class=\"text\">time</th>");
    write_title_cells(out, NULL);
    html_write(out, "</tr></thead>\n<tbody>\n");
    for (size_t k = 0; k < page->listing->kernel_count; k++)
        for (size_t i = 0; i < page->listing->kernels[k].shape_count; i++, total++)
            if (written < MOST_SHAPES) write_shape(page, k, &page->listing->kernels[k].shapes[i]), written++;
    html_write(out, "</tbody></table>\n");
    if (total > written) html_write(out, "<p>And %zu more shapes of launches.</p>\n", total - written);
    if (occupancy_note) html_write(out, "<p>Occupancy is not known: %s.</p>\n", occupancy_note);
    html_write(
        out,
        "<p class=\"soft\">Launches of a kernel with the same shape share a row, with the sums of their figures. "
        "Occupancy is the share of a multiprocessor's warps that can be resident, and what limits it.</p></section>\n");
}

// ---- source --------------------------------------------------------------------------------------------------------

static void write_line_fault(const Page *page, const LineFault *at, unsigned columns) {
    Html *out = page->out;
    const FaultView *view = &page->listing->faults[at->fault];
    html_write(out, "<tr><td class=\"says\" colspan=\"%u\"><div class=\"fault\"><b>%s</b>", columns,
               fault_name(view->fault->kind));
    const Place *partner = at->is_other ? &view->place : &view->other_place;
    if (partner->file) {
        html_write(out, " with ");
        write_line_link(page, at->fault, !at->is_other, *partner);
    }
    html_write(out, partner->file && at->is_other ? ", which " : ": ");
    html_write(out, "%s.", view->sentence);
    if (at->fault < MOST_FAULTS) html_write(out, " <a href=\"#fault-%zu\">More</a>", at->fault);
    html_write(out, "</div></td></tr>\n");
}

// ---- pictures of requests ------------------------------------------------------------------------------------------

static void write_picture(const Page *page, const char *which, const TracedAccess *access, const char *class) {
    Html *out = page->out;
    char cost[96], elements[256];
    access_cost_text(access, cost, sizeof cost);
    access_elements_text(access, elements, sizeof elements);
    html_write(out, "<figure class=\"%s\">", class);
    picture_html(out, access);
    html_write(out, "<figcaption><b>%s</b>: <span class=\"%s\">%s</span><br>%s</figcaption></figure>\n", which,
               access_costs(access) ? "costs" : "fine", cost, elements);
}

static void count_text(uint64_t count, uint64_t all, const char *before, char text[96]) {
    if (count == all) snprintf(text, 96, all == 1 ? "the only one" : "each of them");
    else snprintf(text, 96, "%s, %" PRIu64 " of %" PRIu64, before, count, all);
}

// The same kind of access in the other program: its worst beside the worst, its usual one beside the usual one.
// Requests of one line may cost differently in different blocks of either program.
static void write_beside(const Page *page, const Requests *requests, bool worst) {
    char which[512];
    const Comparison *comparison = page->presentation->comparison;
    if (!comparison) return;
    Compared there = comparison_find(comparison, requests->usual);
    if (!there.requests) return;
    bool several = there.requests->usual != there.requests->worst;
    snprintf(which, sizeof which, "%s%s", comparison_name(comparison),
             !several ? ""
             : worst  ? ", its worst"
                      : ", most");
    write_picture(page, which, worst ? there.requests->worst : there.requests->usual, "beside");
}

static const char *const kind_names[] = {
    [TRACED_LOAD] = "load from", [TRACED_STORE] = "store to", [TRACED_ATOMIC] = "atomic in"};

static void write_requests(const Page *page, const Requests *requests) {
    Html *out = page->out;
    bool shared = requests->worst->space == TRACED_SHARED;
    uint64_t all = shared ? page->listing->passes : page->listing->sectors;
    char place[160], which[96], count[FIGURE_BYTES];
    place_text(page->listing, requests, place, sizeof place);
    number_text(requests->count, GAP, count);
    html_write(out, "<div class=\"requests\"><p><b>%s %s</b>: %s request%s of a warp",
               kind_names[requests->worst->kind], place, count, plural(requests->count, "", "s"));
    if (all)
        html_write(out, ", %.3g\u00a0%% of the run's %s", 100 * (double)requests->cost / (double)all,
                   shared ? "passes" : "sectors");
    html_write(out, "</p><div class=\"pictures\">\n");
    count_text(requests->worst_count, requests->count, "the worst", which);
    bool several = requests->usual != requests->worst;
    write_picture(page, which, requests->worst, "own");
    if (several) write_beside(page, requests, true);
    count_text(requests->usual_count, requests->count, "most", which);
    if (several) write_picture(page, which, requests->usual, "own");
    write_beside(page, requests, false);
    html_write(out, "</div></div>\n");
}

static void write_line_requests(const Page *page, const ListedLine *line, unsigned columns) {
    Html *out = page->out;
    char cost[96];
    const LineRequests *requests = &line->requests;
    if (!requests->count) return;
    const TracedAccess *worst = requests->list[0].worst;
    bool costs = access_costs(worst);
    access_cost_text(worst, cost, sizeof cost);
    html_write(out, "<tr class=\"see\"><td class=\"says\" colspan=\"%u\">", columns);
    html_write(out, costs ? "<details open>" : "<details>");
    html_write(out, "<summary>%s <span class=\"%s\">%s</span></summary>\n",
               costs ? "a request:" : "its requests:", costs ? "costs" : "fine", cost);
    for (size_t n = 0; n < requests->count; n++) write_requests(page, &requests->list[n]);
    html_write(out, "</details></td></tr>\n");
}

// ---- what costs ----------------------------------------------------------------------------------------------------

typedef struct {
    size_t kernel, line;
    const Requests *requests;
    double waste; // sectors or passes that other accesses of as many lanes would not take
} Costly;

static int most_first(const void *a, const void *b) {
    double left = ((const Costly *)a)->waste, right = ((const Costly *)b)->waste;
    return (left < right) - (left > right);
}

static double waste_of(const Requests *requests) {
    double waste = 0;
    for (size_t n = 0; n < requests->cost_count; n++) {
        const TracedAccess *access = &requests->costs[n]->example;
        if (access_costs(access))
            waste += (double)requests->costs[n]->count * (traced_cost(access) - access_least(access));
    }
    return waste;
}

// The lines that cost more than they need, the worst first. Returns how many; *found is the caller's.
static size_t find_costly(const Page *page, Costly **found) {
    size_t count = 0;
    *found = NULL;
    for (size_t k = 0; k < page->listing->kernel_count; k++)
        for (size_t n = 0; n < page->listing->kernels[k].line_count; n++) {
            const LineRequests *line = &page->listing->kernels[k].lines[n].requests;
            for (size_t i = 0; i < line->count; i++) {
                Costly costly = {k, n, &line->list[i], waste_of(&line->list[i])};
                if (costly.waste <= 0) continue;
                if (!ARRAY_GROW(*found, count)) return 0;
                (*found)[count++] = costly;
            }
        }
    if (count) qsort(*found, count, sizeof **found, most_first);
    return count;
}

static void write_costly(const Page *page, const Costly *costly) {
    Html *out = page->out;
    const ListedLine *line = &page->listing->kernels[costly->kernel].lines[costly->line];
    bool shared = costly->requests->worst->space == TRACED_SHARED;
    uint64_t all = shared ? page->listing->passes : page->listing->sectors;
    char cost[96], place[160];
    Source source = source_read(presentation_source(page->presentation, line->file));
    access_cost_text(costly->requests->worst, cost, sizeof cost);
    place_text(page->listing, costly->requests, place, sizeof place);
    html_write(out, "<li><a href=\"#line-%zu-%zu\">line %u</a> ", costly->kernel, costly->line, line->line);
    if (line->line && line->line <= source.count) {
        const char *text = source.lines[line->line - 1];
        html_write(out, "<code>%s</code>", text + strspn(text, " \t"));
    }
    html_write(out, "<br>%s %s: <span class=\"costs\">%s</span>, %.3g\u00a0%% of the run's %s</li>\n",
               kind_names[costly->requests->worst->kind], place, cost,
               100 * (double)costly->requests->cost / (double)all, shared ? "passes" : "sectors");
    source_free(&source);
}

static void write_what_costs(const Page *page) {
    Costly *costly;
    size_t count = find_costly(page, &costly);
    if (count) {
        html_write(page->out, "<section><h2>What costs most</h2>\n<ol class=\"costly\">\n");
        for (size_t n = 0; n < count && n < MOST_COSTLY; n++) write_costly(page, &costly[n]);
        html_write(page->out, "</ol></section>\n");
    }
    free(costly);
}

// ---- both runs in all ----------------------------------------------------------------------------------------------

static RequestSum own_sum(const Page *page, TracedSpace space, TracedKind kind) {
    RequestSum sum = {0};
    for (size_t k = 0; k < page->listing->kernel_count; k++)
        for (size_t n = 0; n < page->listing->kernels[k].line_count; n++)
            requests_sum(&page->listing->kernels[k].lines[n].requests, space, kind, &sum);
    return sum;
}

static void write_sum_row(Html *out, const char *what, uint64_t own, uint64_t there) {
    char text[FIGURE_BYTES], other[FIGURE_BYTES];
    if (!own && !there) return;
    number_text(own, GAP, text);
    number_text(there, GAP, other);
    html_write(out, "<tr><th scope=\"row\" class=\"text\">%s</th><td>%s</td><td>%s</td></tr>\n", what, text, other);
}

static void write_sums(const Page *page) {
    Html *out = page->out;
    const Comparison *comparison = page->presentation->comparison;
    if (!comparison) return;
    static const struct {
        TracedSpace space;
        TracedKind kind;
        const char *requests, *cost, *conflicts;
    } rows[] = {{TRACED_GLOBAL, TRACED_LOAD, "loads from memory, requests", "their sectors", NULL},
                {TRACED_GLOBAL, TRACED_STORE, "stores to memory, requests", "their sectors", NULL},
                {TRACED_GLOBAL, TRACED_ATOMIC, "atomics in memory, requests", "their sectors", NULL},
                {TRACED_SHARED, TRACED_LOAD, "loads from shared memory", "their passes", "of them conflicts"},
                {TRACED_SHARED, TRACED_STORE, "stores to shared memory", "their passes", "of them conflicts"},
                {TRACED_SHARED, TRACED_ATOMIC, "atomics in shared memory", NULL, NULL}};
    html_write(out,
               "<section><h2>In all</h2>\n<table class=\"sums\"><tbody>\n<tr><th></th><th scope=\"col\">here</th><th "
               "scope=\"col\">%s</th></tr>\n",
               comparison_name(comparison));
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        RequestSum own = own_sum(page, rows[n].space, rows[n].kind);
        RequestSum there = comparison_sum(comparison, rows[n].space, rows[n].kind);
        write_sum_row(out, rows[n].requests, own.requests, there.requests);
        if (rows[n].cost) write_sum_row(out, rows[n].cost, own.cost, there.cost);
        if (rows[n].conflicts) write_sum_row(out, rows[n].conflicts, own.conflicts, there.conflicts);
    }
    html_write(out, "</tbody></table></section>\n");
}

// Where a page's line belongs: the kernel, its columns, and its number among the kernel's lines.
typedef struct {
    size_t kernel, index;
    const bool *used;
    unsigned columns;
} LinePlace;

static void write_line(const Page *page, const LinePlace *at, uint32_t number, const ListedLine *line,
                       const char *text) {
    static const Counters nothing;
    Html *out = page->out;
    if (line) html_write(out, "<tr id=\"line-%zu-%zu\">", at->kernel, at->index);
    else html_write(out, "<tr>");
    write_figure_cells(out, line ? &line->counters : &nothing, at->used, true);
    html_write(out, "<td class=\"number\">%u</td><td class=\"text code\">%s</td></tr>\n", number, text ? text : "");
    for (size_t i = 0; line && i < line->fault_count; i++) write_line_fault(page, &line->faults[i], at->columns);
    if (line) write_line_requests(page, line, at->columns);
}

static void write_file(const Page *page, LinePlace at, size_t count) {
    const ListedLine *lines = &page->listing->kernels[at.kernel].lines[at.index];
    Source source = source_read(presentation_source(page->presentation, lines[0].file));
    size_t end = at.index + count;
    uint32_t shown = 0;
    for (uint32_t number = 1; number <= source.count; number++) {
        if (!line_is_shown(lines, count, number)) continue;
        if (shown && number != shown + 1)
            html_write(page->out, "<tr class=\"gap\"><td class=\"text\" colspan=\"%u\">⋯</td></tr>\n", at.columns);
        shown = number;
        bool is_line = at.index < end && lines[at.index - (end - count)].line == number;
        write_line(page, &at, number, is_line ? &lines[at.index - (end - count)] : NULL, source.lines[number - 1]);
        at.index += is_line;
    }
    for (; at.index < end; at.index++) {
        const ListedLine *line = &page->listing->kernels[at.kernel].lines[at.index];
        write_line(page, &at, line->line, line, NULL);
    }
    source_free(&source);
}

static void write_kernel(const Page *page, size_t index) {
    Html *out = page->out;
    const ListedKernel *kernel = &page->listing->kernels[index];
    bool used[COLUMN_COUNT];
    LinePlace at = {.kernel = index, .used = used, .columns = 2};
    for (Column column = 0; column < COLUMN_COUNT; column++)
        at.columns += used[column] = column_is_used(kernel, column);
    html_write(out, "<section id=\"kernel-%zu\"><h2><code>%s</code></h2>\n", index, kernel->name);
    for (size_t count; at.index < kernel->line_count; at.index += count) {
        count = listing_file_lines(kernel, at.index);
        html_write(out, "<h3>%s</h3>\n<table class=\"source\"><thead><tr>",
                   presentation_name(page->presentation, kernel->lines[at.index].file));
        write_title_cells(out, used);
        html_write(out, "<th></th><th class=\"text\">source</th></tr></thead>\n<tbody>\n");
        write_file(page, at, count);
        html_write(out, "</tbody></table>\n");
    }
    if (!kernel->line_count)
        html_write(out, "<p>No source lines: build the program with <code>nvcc -lineinfo</code>.</p>\n");
    html_write(out, "</section>\n");
}

static void write_legend(Html *out) {
    html_write(
        out, "<section><h2>Beside each line</h2>\n<p>Sums over all launches of the kernel.</p><dl class=\"legend\">\n");
    for (Column column = 0; column < COLUMN_COUNT; column++)
        html_write(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", column_title(column), column_meaning(column));
    html_write(
        out,
        "<div><dt>colour</dt><dd>sectors, against what the bytes need: <span class=\"heat0\">as few</span> "
        "<span class=\"heat1\">twice</span> <span class=\"heat2\">four times</span> "
        "<span class=\"heat3\">more</span> <span class=\"heat4\">eight times as many</span></dd></div>\n"
        "<div><dt>pictures</dt><dd>the 32 lanes of a warp over the sectors of memory or the banks of shared memory: "
        "<span class=\"swatch used\"></span>asked for <span class=\"swatch wasted\"></span>moved for nobody "
        "<span class=\"swatch conflict\"></span>one more pass</dd></div>\n"
        "</dl></section>\n");
}

// ---- the page ------------------------------------------------------------------------------------------------------

static void write_head(Html *out, const Service *service, const ProgramEnd *end, const char *program) {
    const Gpu *gpu = service->options.gpu ? service->options.gpu : gpu_default();
    html_write(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>%s on the emulated GPU</title>\n<style>\n",
        base_name(program));
    for (const char *const *part = html_style; *part; part++) html_code(out, *part);
    html_write(
        out, "</style>\n</head>\n<body>\n<main>\n<header><h1><code>%s</code></h1>\n<p class=\"soft\">On an emulated %s",
        base_name(program), gpu->marketing_name);
    if (end->signal) html_write(out, "; the program was ended by signal %d", end->signal);
    else html_write(out, "; the program ended with status %d", end->exit_status);
    html_write(out, ".</p></header>\n");
}

bool output_html(FILE *file, const Service *service, const ProgramEnd *end, const char *program,
                 const char *occupancy_note, const Presentation *presentation) {
    Listing listing = listing_create(service);
    Html out = html_begin(file);
    Page page = {&out, &listing, presentation, end};
    write_head(&out, service, end, program);
    write_faults(&page);
    timelines_write(&out, presentation);
    write_what_costs(&page);
    write_sums(&page);
    if (listing.kernel_count) {
        write_launches(&page, occupancy_note);
        write_legend(&out);
    } else html_write(&out, "<p>No kernel was launched.</p>\n");
    for (size_t i = 0; i < listing.kernel_count; i++) write_kernel(&page, i);
    html_write(&out, "</main>\n</body>\n</html>\n");
    html_end(&out);
    listing_free(&listing);
    return fflush(file) == 0 && !ferror(file);
}
