// output_annotated.c - for the terminal: the launches, and the source with what each line made the device do.
#include "listing.h"
#include "pictures.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHAPES 100    // rows of the table of launches
#define NAME_COLUMNS 32    // of a kernel's name in it, at most
#define NAME_LEAST 8       // and where the terminal is narrow
#define WRAP_COLUMNS 100   // for text where lines may be of any length
#define ANY_COLUMNS 100000 // stands for any length
#define LEAST_COLUMNS 60   // a terminal narrower than this wraps
#define LEAST_SOURCE 40    // columns of a source line beside its figures; else they stand below it

#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define DIM "\033[2m"
#define PLAIN "\033[0m"

typedef struct {
    FILE *file;
    const Listing *listing;
    const Presentation *presentation;
    bool colour;
    size_t columns;
} Writer;

// How one kernel's source is laid out: the columns that it uses, with their widths.
typedef struct {
    bool used[COLUMN_COUNT];
    int width[COLUMN_COUNT];
    size_t left; // columns in front of the source
    bool below;  // figures, each with its title: the terminal is narrow
} Layout;

static const char *paint(const Writer *writer, const char *code) { return writer->colour ? code : ""; }

// Words after that many columns, which further lines leave blank.
static void write_wrapped(const Writer *writer, const char *text, size_t indent) {
    print_wrapped(writer->file, text, indent, indent, writer->columns == ANY_COLUMNS ? WRAP_COLUMNS : writer->columns);
    fputc('\n', writer->file);
}

// ---- launches ------------------------------------------------------------------------------------------------------

enum { COUNT, KERNEL, GRID, BLOCK, REGISTERS, OCCUPANCY, TIME, CELLS };
typedef struct {
    char text[CELLS][160];
} Row;

static Row heading(void) {
    return (Row){{[COUNT] = "launches",
                  [KERNEL] = "kernel",
                  [GRID] = "grid",
                  [BLOCK] = "block",
                  [REGISTERS] = "regs",
                  [OCCUPANCY] = "occupancy",
                  [TIME] = "time"}};
}

static Row row_of(const ListedKernel *kernel, const ListedShape *shape) {
    Row row;
    const LaunchRecord *launch = shape->launch;
    snprintf(row.text[COUNT], sizeof row.text[COUNT], "%zu", shape->count);
    kernel_short_name(kernel->mangled, row.text[KERNEL], sizeof row.text[KERNEL]);
    size_text(launch->grid, row.text[GRID]);
    size_text(launch->block, row.text[BLOCK]);
    if (launch->registers) snprintf(row.text[REGISTERS], sizeof row.text[REGISTERS], "%u", launch->registers);
    else snprintf(row.text[REGISTERS], sizeof row.text[REGISTERS], "-");
    occupancy_text(launch, row.text[OCCUPANCY]);
    time_text(shape, row.text[TIME]);
    return row;
}

static bool to_the_right(int cell) { return cell == COUNT || cell == REGISTERS; }

static void write_row(const Writer *writer, const Row *row, const size_t *width, int cells) {
    size_t left = writer->columns;
    for (int cell = 0; cell < cells && left > 0; cell++) {
        size_t room = cell != TIME && width[cell] < left ? width[cell] : left;
        size_t columns = text_columns(row->text[cell]), pad = columns < room ? room - columns : 0;
        if (to_the_right(cell)) fprintf(writer->file, "%*s", (int)pad, "");
        print_cut(writer->file, row->text[cell], room);
        left = left > room + 2 ? left - room - 2 : 0;
        if (cell == TIME || left == 0) break;
        fprintf(writer->file, "%*s", to_the_right(cell) ? 2 : (int)pad + 2, "");
    }
    fputc('\n', writer->file);
}

static void write_launches(const Writer *writer) {
    const Listing *listing = writer->listing;
    bool timed = listing->timed;
    size_t count = 0, total = 0, width[CELLS] = {0};
    Row *rows = calloc(MOST_SHAPES + 1, sizeof *rows);
    if (!rows) return;
    rows[count++] = heading();
    for (size_t i = 0; i < listing->kernel_count; i++)
        for (size_t j = 0; j < listing->kernels[i].shape_count; j++, total++)
            if (count <= MOST_SHAPES) rows[count++] = row_of(&listing->kernels[i], &listing->kernels[i].shapes[j]);
    for (size_t i = 0; i < count; i++)
        for (int cell = 0; cell < CELLS; cell++) {
            size_t columns = text_columns(rows[i].text[cell]);
            if (columns > width[cell]) width[cell] = columns;
        }
    size_t others = 2 * (TIME - 1), beside = timed ? 2 + width[TIME] : 0;
    for (int cell = 0; cell < TIME; cell++) others += cell == KERNEL ? 0 : width[cell];
    bool below = timed && writer->columns < others + NAME_LEAST + beside; // then a time has a line of its own
    if (!below) others += beside;
    size_t most = writer->columns > others + NAME_LEAST ? writer->columns - others : NAME_LEAST;
    if (most > NAME_COLUMNS) most = NAME_COLUMNS;
    if (width[KERNEL] > most) width[KERNEL] = most;
    fputs(paint(writer, BOLD), writer->file);
    write_row(writer, &rows[0], width, timed && !below ? CELLS : TIME);
    fputs(paint(writer, PLAIN), writer->file);
    for (size_t i = 1; i < count; i++) {
        write_row(writer, &rows[i], width, timed && !below ? CELLS : TIME);
        if (below) fprintf(writer->file, "%*s time %s\n", (int)width[COUNT] + 1, "", rows[i].text[TIME]);
    }
    if (total > MOST_SHAPES) fprintf(writer->file, "... and %zu more shapes of launches\n", total - MOST_SHAPES);
    free(rows);
}

// ---- source --------------------------------------------------------------------------------------------------------

static Layout layout_of(const ListedKernel *kernel, size_t columns) {
    Layout layout = {.left = 8}; // "| ", five digits, a space
    for (Column column = 0; column < COLUMN_COUNT; column++) {
        char text[FIGURE_BYTES];
        layout.used[column] = column_is_used(kernel, column);
        layout.width[column] = (int)strlen(column_title(column));
        for (size_t i = 0; i < kernel->line_count; i++) {
            Figures figures = figures_of(&kernel->lines[i].counters);
            figure_text(&figures, column, "", text);
            if ((int)strlen(text) > layout.width[column]) layout.width[column] = (int)strlen(text);
        }
        if (layout.used[column]) layout.left += (size_t)layout.width[column] + 1;
    }
    layout.below = columns < layout.left + LEAST_SOURCE;
    if (layout.below) layout.left = 7; // five digits, two spaces
    return layout;
}

static void write_titles(const Writer *writer, const Layout *layout) {
    if (layout->below) return;
    fputs(paint(writer, DIM), writer->file);
    for (Column column = 0; column < COLUMN_COUNT; column++)
        if (layout->used[column]) fprintf(writer->file, "%*s ", layout->width[column], column_title(column));
    fprintf(writer->file, "|%s\n", paint(writer, PLAIN));
}

static void write_figure(const Writer *writer, const Figures *figures, Column column, int width, const char *text) {
    static const char *const heats[HEATS] = {"\033[32m", "\033[33m", "\033[33m", "\033[31m", "\033[1;31m"};
    bool hot = column == SECTORS && *text, conflicts = column == CONFLICTS && figures->conflicts;
    const char *colour = hot ? heats[figures->heat] : conflicts ? heats[3] : NULL;
    fprintf(writer->file, "%s%*s%s", colour ? paint(writer, colour) : "", width, text,
            colour ? paint(writer, PLAIN) : "");
}

static void write_figures(const Writer *writer, const Layout *layout, const ListedLine *line) {
    Figures figures = line ? figures_of(&line->counters) : (Figures){0};
    for (Column column = 0; column < COLUMN_COUNT; column++) {
        char text[FIGURE_BYTES];
        if (!layout->used[column]) continue;
        figure_text(&figures, column, "", text);
        write_figure(writer, &figures, column, layout->width[column], text);
        fputc(' ', writer->file);
    }
}

// "requests 4096  sectors 32.00  executed 90112", on as many lines as it takes. What a line without accesses and
// branches executed is left out.
static void write_figures_below(const Writer *writer, const ListedLine *line) {
    enum { INDENT = 7, GAP = 2 };
    Figures figures = figures_of(&line->counters);
    size_t taken = writer->columns;
    bool any = false;
    for (Column turn = 1; turn <= COLUMN_COUNT; turn++) {
        Column column = turn % COLUMN_COUNT; // what was executed stands last
        char text[FIGURE_BYTES];
        if (!figure_text(&figures, column, "", text) || (column == EXECUTED && !any)) continue;
        size_t wide = GAP + strlen(column_title(column)) + 1 + strlen(text);
        if (taken + wide > writer->columns) {
            fprintf(writer->file, "%s%*s", any ? "\n" : "", INDENT - GAP, "");
            taken = INDENT - GAP;
        }
        fprintf(writer->file, "%*s%s%s%s ", GAP, "", paint(writer, DIM), column_title(column), paint(writer, PLAIN));
        write_figure(writer, &figures, column, 0, text);
        taken += wide;
        any = true;
    }
    if (any) fputc('\n', writer->file);
}

// The fault as seen from one of its lines.
static char *sentence_of(const FaultView *view, const LineFault *at) {
    const Fault *fault = view->fault;
    const Place *other = at->is_other ? &view->place : &view->other_place;
    char partner[64] = ":", thread[96] = "", *sentence;
    if (other->file) snprintf(partner, sizeof partner, " with line %u%s", other->line, at->is_other ? ", which" : ":");
    const FaultThread *who = at->is_other ? &fault->other : &fault->thread;
    if (view->launch) {
        Dim3 b = index_in(who->block, view->launch->grid), t = index_in(who->thread, view->launch->block);
        snprintf(thread, sizeof thread, ", block (%u,%u,%u) thread (%u,%u,%u)", b.x, b.y, b.z, t.x, t.y, t.z);
    }
    size_t size = sizeof partner + sizeof thread + sizeof view->sentence + 80;
    sentence = malloc(size);
    if (!sentence) return NULL;
    snprintf(sentence, size, "%s%s %s%s, %" PRIu64 " time%s", fault_name(fault->kind), partner, view->sentence, thread,
             fault->count, fault->count == 1 ? "" : "s");
    return sentence;
}

static void write_line_fault(const Writer *writer, const LineFault *at) {
    enum { INDENT = 8 };
    char *sentence = sentence_of(&writer->listing->faults[at->fault], at);
    if (!sentence) return;
    fprintf(writer->file, "%s    >>> ", paint(writer, RED));
    write_wrapped(writer, sentence, INDENT);
    fputs(paint(writer, PLAIN), writer->file);
    free(sentence);
}

// ---- requests that cost --------------------------------------------------------------------------------------------

// Draws the access as blocks, followed by whose it is and what it costs, which stand on lines of their own if the
// terminal is narrow.
static void write_picture(const Writer *writer, const TracedAccess *access, const char *whose) {
    enum { INDENT = 4, BEHIND = 39, PICTURE_BYTES = 512 };
    char picture[PICTURE_BYTES], cost[96], said[256];
    picture_text(access, picture, sizeof picture);
    access_cost_text(access, cost, sizeof cost);
    int length = snprintf(said, sizeof said, "%s: %s", whose, cost);
    size_t end = INDENT + text_columns(picture), start = end < BEHIND - 1 ? BEHIND : end + 2;
    const char *colour = paint(writer, access_costs(access) ? "\033[31m" : "\033[32m");
    fprintf(writer->file, "%*s%s%s%s", INDENT, "", colour, picture, paint(writer, PLAIN));
    if (start + (size_t)length <= writer->columns) {
        fprintf(writer->file, "%*s%s\n", (int)(start - end), "", said);
        return;
    }
    fprintf(writer->file, "\n%*s", INDENT, "");
    write_wrapped(writer, said, INDENT);
}

static void write_line_requests(const Writer *writer, const ListedLine *line) {
    static const char *const kinds[] = {
        [TRACED_LOAD] = "load from", [TRACED_STORE] = "store to", [TRACED_ATOMIC] = "atomic in"};
    for (size_t n = 0; n < line->requests.count; n++) {
        const Requests *requests = &line->requests.list[n];
        char place[160], whose[256];
        if (!access_costs(requests->worst)) continue;
        place_text(writer->listing, requests, place, sizeof place);
        snprintf(whose, sizeof whose, "%s %s", kinds[requests->worst->kind], place);
        write_picture(writer, requests->worst, whose);
        const Comparison *comparison = writer->presentation->comparison;
        Compared there = comparison ? comparison_find(comparison, requests->usual) : (Compared){0};
        if (there.requests) write_picture(writer, there.requests->usual, comparison_name(comparison));
    }
}

static void write_line(const Writer *writer, const Layout *layout, uint32_t number, const ListedLine *line,
                       const char *text) {
    if (!layout->below) write_figures(writer, layout, line);
    fprintf(writer->file, "%s%s%5u%s  ", paint(writer, DIM), layout->below ? "" : "|", number, paint(writer, PLAIN));
    if (text) print_cut(writer->file, text, writer->columns - layout->left);
    fputc('\n', writer->file);
    if (layout->below && line) write_figures_below(writer, line);
    for (size_t i = 0; line && i < line->fault_count; i++) write_line_fault(writer, &line->faults[i]);
    if (line) write_line_requests(writer, line);
}

static void write_gap(const Writer *writer, const Layout *layout) {
    if (layout->below) fputs("  ...\n", writer->file);
    else fprintf(writer->file, "%*s|  ...\n", (int)layout->left - 8, "");
}

// Lines of one file, first to last, with the source around them.
static void write_file(const Writer *writer, const Layout *layout, const ListedLine *lines, size_t count) {
    Source source = source_read(presentation_source(writer->presentation, lines[0].file));
    uint32_t shown = 0;
    fputs(paint(writer, DIM), writer->file);
    print_cut(writer->file, presentation_name(writer->presentation, lines[0].file), writer->columns);
    fprintf(writer->file, "%s\n", paint(writer, PLAIN));
    write_titles(writer, layout);
    size_t next = 0;
    for (uint32_t number = 1; number <= source.count; number++) {
        if (!line_is_shown(lines, count, number)) continue;
        if (shown && number != shown + 1) write_gap(writer, layout);
        shown = number;
        bool is_line = next < count && lines[next].line == number;
        write_line(writer, layout, number, is_line ? &lines[next] : NULL, source.lines[number - 1]);
        next += is_line;
    }
    for (; next < count; next++) write_line(writer, layout, lines[next].line, &lines[next], NULL);
    source_free(&source);
}

static void write_kernel(const Writer *writer, const ListedKernel *kernel) {
    Layout layout = layout_of(kernel, writer->columns);
    char launches[40];
    int length =
        snprintf(launches, sizeof launches, ", %zu launch%s", kernel->launches, kernel->launches == 1 ? "" : "es");
    fprintf(writer->file, "\n%s", paint(writer, BOLD));
    print_cut(writer->file, kernel->name, writer->columns - (size_t)length);
    fprintf(writer->file, "%s%s\n", paint(writer, PLAIN), launches);
    for (size_t first = 0, count; first < kernel->line_count; first += count) {
        count = listing_file_lines(kernel, first);
        write_file(writer, &layout, &kernel->lines[first], count);
    }
    if (!kernel->line_count) fputs("no source lines: build the program with nvcc -lineinfo\n", writer->file);
}

static void write_legend(const Writer *writer) {
    FILE *file = writer->file;
    enum { INDENT = 13 };
    fputs("\nBeside each line, summed over the kernel's launches:\n", file);
    for (Column column = 0; column < COLUMN_COUNT; column++) {
        fprintf(file, "  %-*s", INDENT - 2, column_title(column));
        write_wrapped(writer, column_meaning(column), INDENT);
    }
    write_wrapped(
        writer,
        "Below a line that costs, a block for each sector of its worst request, as high as it is used, or for "
        "each bank, as high as it is asked in passes.",
        0);
}

void output_annotated(FILE *file, const Service *service, bool colour, size_t columns, const char *occupancy_note,
                      const Presentation *presentation) {
    Listing listing = listing_create(service);
    Writer writer = {file, &listing, presentation, colour,
                     !columns                  ? ANY_COLUMNS
                     : columns < LEAST_COLUMNS ? LEAST_COLUMNS
                                               : columns};
    fputc('\n', file);
    if (!listing.kernel_count) fputs("No kernel was launched.\n", file);
    else write_launches(&writer);
    if (occupancy_note && listing.kernel_count) {
        fputs("Occupancy is not known: ", file);
        print_wrapped(file, occupancy_note, 24, 0, writer.columns == ANY_COLUMNS ? WRAP_COLUMNS : writer.columns);
        fputc('\n', file);
    }
    if (listing.kernel_count && !presentation->brief) write_legend(&writer);
    for (size_t i = 0; i < listing.kernel_count; i++) write_kernel(&writer, &listing.kernels[i]);
    listing_free(&listing);
}
