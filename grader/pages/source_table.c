// source_table.c - the file that was graded, with what its lines did and what is wrong with them.
#include "pages.h"

#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINES 4000 // nobody reads a file of a million empty lines
#define MOST_LINE_BYTES 2000

typedef struct {
    Html *out;
    const PageWork *work;
    const Verdict *verdict;
    bool memory, shared; // which columns there are
    unsigned columns;
} Table;

static const VerdictFigures *figures_of(const Verdict *verdict, unsigned line) {
    for (unsigned i = 0; i < verdict->figure_count; i++)
        if (verdict->figures[i].line == line) return &verdict->figures[i];
    return NULL;
}

static void write_cell(Html *out, const char *title, double value, const char *class) {
    char text[32];
    html_write(out, "<td data-title=\"%s\" class=\"figure%s%s\">", title, class[0] ? " " : "", class);
    if (value > 0) html_write(out, "%s", text_number(value, text));
    html_write(out, "</td>");
}

// The colours of the pages of `make show`: sectors against what the bytes need.
static const char *heat_of(const VerdictFigures *figures) {
    static const char *const heats[] = {"heat0", "heat1", "heat2", "heat3", "heat4"};
    static const double limits[] = {1.1, 2.2, 4.4, 7.5};
    unsigned heat = 0;
    if (figures->requests <= 0) return "";
    while (heat < COUNT_OF(limits) && figures->sectors > limits[heat] * figures->needed) heat++;
    return heats[heat];
}

static void write_figures(const Table *table, unsigned line) {
    static const VerdictFigures nothing;
    const VerdictFigures *figures = figures_of(table->verdict, line);
    if (!figures) figures = &nothing;
    double each = figures->requests > 0 ? figures->sectors / figures->requests : 0;
    if (table->memory) {
        write_cell(table->out, "requests", figures->requests, "");
        write_cell(table->out, "sectors each", each, heat_of(figures));
    }
    if (table->shared) {
        write_cell(table->out, "shared", figures->shared, "");
        write_cell(table->out, "conflicts", figures->conflicts, figures->conflicts > 0 ? "conflicts" : "");
    }
}

static void begin_remark(const Table *table, const char *name) {
    html_write(table->out, "<tr><td class=\"says\" colspan=\"%u\"><div class=\"fault\"><b>%s</b>: ", table->columns,
               name);
}

static void end_remark(const Table *table) { html_write(table->out, "</div></td></tr>\n"); }

static bool is_own(const Verdict *verdict, const char *file) { return !strcmp(file, verdict->file); }

static void write_faults(const Table *table, unsigned line) {
    for (unsigned i = 0; i < table->verdict->fault_count; i++) {
        const VerdictFault *fault = &table->verdict->faults[i];
        bool here = fault->line == line && is_own(table->verdict, fault->file);
        bool other = fault->other_line == line && is_own(table->verdict, fault->other_file);
        if (!here && !other) continue;
        begin_remark(table, fault_name(fault->kind));
        html_write(table->out, "%s", fault->sentence);
        if (here && fault->other_line && fault->other_line != line)
            html_write(table->out, "; the other access is in line %u", fault->other_line);
        if (!here) html_write(table->out, "; this is the other access of line %u", fault->line);
        end_remark(table);
    }
}

static void write_cost(const Table *table, const VerdictCounter *counter, const VerdictLine *line) {
    char each[32];
    begin_remark(table, counter->label);
    if (line->words[0]) html_write(table->out, "%s %s, ", text_number(line->each, each), line->words);
    html_write(table->out, "%.0f\u00a0%% of all on %s", 100 * line->share, counter->case_label);
    end_remark(table);
}

static void write_costs(const Table *table, unsigned line) {
    for (unsigned i = 0; i < table->verdict->counter_count; i++) {
        const VerdictCounter *counter = &table->verdict->counters[i];
        for (unsigned l = 0; !counter->met && l < counter->line_count; l++)
            if (counter->lines[l].line == line) write_cost(table, counter, &counter->lines[l]);
    }
}

static void write_remarks(const Table *table, unsigned line) {
    for (unsigned i = 0; i < table->work->remark_count; i++) {
        if (table->work->remarks[i].line != line) continue;
        begin_remark(table, "comment");
        html_write(table->out, "%s", table->work->remarks[i].words);
        end_remark(table);
    }
}

static void write_head(const Table *table) {
    html_write(table->out, "<table class=\"source\"><thead><tr>");
    if (table->memory)
        html_write(table->out, "<th scope=\"col\" title=\"requests of warps to global memory\">requests</th>"
                               "<th scope=\"col\" title=\"32 bytes each, of a request\">sectors each</th>");
    if (table->shared)
        html_write(table->out, "<th scope=\"col\" title=\"loads and stores of warps in shared memory\">shared</th>"
                               "<th scope=\"col\" title=\"passes lost to bank conflicts\">conflicts</th>");
    html_write(table->out, "<th></th><th class=\"text\">source</th></tr></thead>\n<tbody>\n");
}

static void write_line(const Table *table, unsigned number, const char *text, size_t length) {
    char clean[MOST_LINE_BYTES];
    text_clean(clean, sizeof clean, text, length, true);
    html_write(table->out, "<tr>");
    write_figures(table, number);
    html_write(table->out, "<td class=\"number\">%u</td><td class=\"text code\">%s</td></tr>\n", number, clean);
    write_faults(table, number);
    write_costs(table, number);
    write_remarks(table, number);
}

void page_source(Html *out, const PageWork *work) {
    const Verdict *verdict = work->verdict;
    Table table = {.out = out, .verdict = verdict, .work = work, .columns = 2};
    const char *at = work->source, *end = work->source + work->length;
    for (unsigned i = 0; i < verdict->figure_count; i++) {
        table.memory = table.memory || verdict->figures[i].requests > 0;
        table.shared = table.shared || verdict->figures[i].shared > 0;
    }
    table.columns += 2 * table.memory + 2 * table.shared;
    write_head(&table);
    for (unsigned number = 1; at < end && number <= MOST_LINES; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        size_t bytes = (size_t)(stop - at);
        write_line(&table, number, at, bytes && at[bytes - 1] == '\r' ? bytes - 1 : bytes);
        at = stop + 1;
    }
    if (at < end)
        html_write(out, "<tr class=\"gap\"><td class=\"text\" colspan=\"%u\">and more lines</td></tr>\n",
                   table.columns);
    html_write(out, "</tbody></table>\n");
}
