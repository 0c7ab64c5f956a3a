// warp_picture.c - what the warps of one multiprocessor wait for.
//
// As text a timeline is lines of a name and values: kernel, estimate, reason, from and clocks (of a column), block
// (rows of one), needed (bytes in flight that keep the DRAM busy), a row of letters for each warp, and the bytes in
// flight of each column.
#include "warp_picture.h"

#include "../output.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 4096
#define WIDE 4    // units of a column
#define HIGH 5    // of a row
#define BETWEEN 3 // blocks
#define CURVE 70  // of the curve below the rows
#define GAP_ABOVE_CURVE 8

// ---- text ----------------------------------------------------------------------------------------------------------

static const LaunchRecord *launch_numbered(const Device *device, uint64_t number) {
    size_t count;
    const LaunchRecord *launches = device_launches(device, &count);
    for (size_t n = 0; n < count; n++)
        if (launches[n].number == number) return &launches[n];
    return NULL;
}

static void write_timeline(FILE *file, const LaunchRecord *launch, const WarpTimeline *timeline) {
    unsigned chosen = warp_timeline_window(timeline);
    const TimelineWindow *window = &timeline->windows[chosen];
    char name[512];
    kernel_short_name(launch->kernel, name, sizeof name);
    fprintf(file, "kernel %s\nestimate %.2f\nreason %s\nfrom %.0f\nclocks %d\nblock %u\nneeded %.0f\n", name,
            launch->estimate.microseconds, launch->estimate.reason, warp_timeline_begin(chosen),
            TIMELINE_CLOCKS_A_COLUMN, timeline->rows_of_block, timeline->needed_bytes);
    for (uint32_t n = 0; n < launch->estimate.costs.count; n++) {
        const CostGain *gain = &launch->estimate.costs.gains[n];
        fprintf(file, "cost %s %.3f %u %.3f\n", cost_name(gain->cost), gain->gain, gain->lines[0].line,
                gain->lines[0].gain);
    }
    for (uint32_t row = 0; row < timeline->rows; row++) {
        fputs("row ", file);
        for (unsigned column = 0; column < TIMELINE_COLUMNS; column++)
            fputc(warp_timeline_letter(warp_timeline_cell(window, row, column)), file);
        fputc('\n', file);
    }
    fputs("bytes", file);
    for (unsigned column = 0; column < TIMELINE_COLUMNS; column++)
        fprintf(file, " %.0f", (double)window->bytes[column] / TIMELINE_CLOCKS_A_COLUMN);
    fputc('\n', file);
}

bool output_timeline(FILE *file, const Service *service) {
    const LaunchRecord *longest = NULL;
    const WarpTimeline *of_longest = NULL;
    for (size_t n = 0; n < service->context_count; n++) {
        const Device *device = service->contexts[n]->device;
        uint64_t number;
        const WarpTimeline *timeline = device_timeline(device, &number);
        const LaunchRecord *launch = timeline ? launch_numbered(device, number) : NULL;
        if (!launch || (longest && launch->estimate.microseconds <= longest->estimate.microseconds)) continue;
        longest = launch;
        of_longest = timeline;
    }
    if (longest) write_timeline(file, longest, of_longest);
    return fflush(file) == 0 && !ferror(file);
}

// ---- back again ----------------------------------------------------------------------------------------------------

typedef struct {
    char kernel[512], reason[256];
    double microseconds, from, clocks, needed, most; // most: bytes in flight
    unsigned block, rows;
    char letters[TIMELINE_ROWS][TIMELINE_COLUMNS + 1];
    double bytes[TIMELINE_COLUMNS];
    CostGain costs[COST_GAINS_MOST]; // with a line each, if they have any
    unsigned cost_count;
} Drawing;

static bool known_letters(const char *letters) {
    static const char known[] = {
#define KIND(name, letter, text) letter,
        TIMELINE_KINDS(KIND)
#undef KIND
            0};
    return strlen(letters) == TIMELINE_COLUMNS && strspn(letters, known) == TIMELINE_COLUMNS;
}

static void read_bytes(Drawing *drawing, const char *at) {
    for (unsigned n = 0; n < TIMELINE_COLUMNS; n++) {
        char *end;
        drawing->bytes[n] = fmin(fmax(strtod(at, &end), 0), 1e9);
        drawing->most = fmax(drawing->most, drawing->bytes[n]);
        at = end;
    }
}

// "bank_conflicts 44.2 17 44.2": what is gained without the cost, and at which line how much of it.
static void read_cost(Drawing *drawing, const char *value) {
    char name[32];
    unsigned line;
    double gain, of_line;
    if (drawing->cost_count == COST_GAINS_MOST) return;
    if (sscanf(value, "%31s %lf %u %lf", name, &gain, &line, &of_line) != 4) return;
    Cost cost = cost_named(name);
    if (cost == COST_COUNT || !(gain > 0)) return;
    drawing->costs[drawing->cost_count++] =
        (CostGain){.cost = cost, .gain = gain, .lines = {{.line = line, .gain = of_line}}, .line_count = line > 0};
}

static void read_line(Drawing *drawing, const char *name, const char *value) {
    if (!strcmp(name, "kernel")) snprintf(drawing->kernel, sizeof drawing->kernel, "%s", value);
    else if (!strcmp(name, "reason")) snprintf(drawing->reason, sizeof drawing->reason, "%s", value);
    else if (!strcmp(name, "estimate")) drawing->microseconds = strtod(value, NULL);
    else if (!strcmp(name, "from")) drawing->from = strtod(value, NULL);
    else if (!strcmp(name, "clocks")) drawing->clocks = strtod(value, NULL);
    else if (!strcmp(name, "needed")) drawing->needed = strtod(value, NULL);
    else if (!strcmp(name, "block")) drawing->block = (unsigned)strtoul(value, NULL, 10);
    else if (!strcmp(name, "bytes")) read_bytes(drawing, value);
    else if (!strcmp(name, "cost")) read_cost(drawing, value);
    else if (!strcmp(name, "row") && drawing->rows < TIMELINE_ROWS && known_letters(value))
        memcpy(drawing->letters[drawing->rows++], value, TIMELINE_COLUMNS + 1);
}

static bool drawing_read(const char *path, Drawing *drawing) {
    FILE *file = path ? fopen(path, "re") : NULL;
    char line[LINE_BYTES];
    *drawing = (Drawing){.rows = 0};
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *space = strchr(line, ' ');
        if (!space) continue;
        *space = 0;
        read_line(drawing, line, space + 1);
    }
    if (file) fclose(file);
    return drawing->rows && drawing->block && drawing->clocks > 0;
}

// ---- the picture ---------------------------------------------------------------------------------------------------

static unsigned row_top(const Drawing *drawing, unsigned row) { return HIGH * row + BETWEEN * (row / drawing->block); }

// All cells of one letter: neighbours of a row are one rectangle, all rectangles one path.
static void write_cells(Html *out, const Drawing *drawing, char letter, const char *class) {
    html_write(out, "<path class=\"%s\" d=\"", class);
    for (unsigned row = 0; row < drawing->rows; row++) {
        const char *letters = drawing->letters[row];
        for (unsigned column = 0; column < TIMELINE_COLUMNS; column++) {
            unsigned length = 0;
            while (letters[column + length] == letter) length++;
            if (!length) continue;
            html_write(out, "M%u %uh%uv%uh-%uz", WIDE * column, row_top(drawing, row), WIDE * length, HIGH - 1,
                       WIDE * length);
            column += length - 1;
        }
    }
    html_write(out, "\"/>\n");
}

static double share_of(const Drawing *drawing, char letter) {
    unsigned count = 0, all = 0;
    for (unsigned row = 0; row < drawing->rows; row++)
        for (unsigned column = 0; column < TIMELINE_COLUMNS; column++) {
            all += drawing->letters[row][column] != '.';
            count += drawing->letters[row][column] == letter;
        }
    return all ? 100.0 * count / all : 0;
}

static void write_curve(Html *out, const Drawing *drawing, unsigned top, double scale) {
    html_write(out, "<path class=\"flight\" d=\"M0 %u", top + CURVE);
    for (unsigned n = 0; n < TIMELINE_COLUMNS; n++)
        html_write(out, "V%.1fh%u", top + CURVE - drawing->bytes[n] / scale * CURVE, WIDE);
    html_write(out, "V%uz\"/>\n", top + CURVE);
    double needed = top + CURVE - drawing->needed / scale * CURVE;
    html_write(out, "<path class=\"needed\" d=\"M0 %.1fH%d\"/>\n", needed, WIDE * TIMELINE_COLUMNS);
}

static double mean_bytes(const Drawing *drawing) {
    double sum = 0;
    for (unsigned n = 0; n < TIMELINE_COLUMNS; n++) sum += drawing->bytes[n];
    return sum / TIMELINE_COLUMNS;
}

static void write_caption(Html *out, const Drawing *drawing, const char *whose) {
    html_write(
        out,
        "<figcaption><b>%s: %s</b>, estimated %.3g %s%s%s. On average, a warp spends %.0f %% of "
        "its time on issue, %.0f %% on arithmetic, %.0f %% on shared memory, %.0f %% on loads and stores, and %.0f %% "
        "at barriers. Bytes in flight: %.1f KB on average; the dashed line is at the %.0f KB that keep the DRAM "
        "busy.</figcaption>\n",
        whose, drawing->kernel, drawing->microseconds / (drawing->microseconds < 1000 ? 1 : 1000),
        drawing->microseconds < 1000 ? "µs" : "ms", drawing->reason[0] ? ": " : "", drawing->reason,
        share_of(drawing, 'i'), share_of(drawing, 'a'), share_of(drawing, 's'), share_of(drawing, 'l'),
        share_of(drawing, 'b'), mean_bytes(drawing) / 1024, drawing->needed / 1024);
}

// A bar for each cost: how much shorter the launch would be without it.
static void write_costs(Html *out, const Drawing *drawing) {
    double scale = drawing->microseconds < 1000 ? 1 : 1000;
    if (!drawing->cost_count) return;
    html_write(out, "<table class=\"costs\"><caption>What would be gained without each cost, of %.3g %s</caption>\n",
               drawing->microseconds / scale, scale > 1 ? "ms" : "µs");
    for (unsigned n = 0; n < drawing->cost_count; n++) {
        const CostGain *cost = &drawing->costs[n];
        char line[48] = "";
        if (cost->line_count) snprintf(line, sizeof line, ", most of it at line %u", cost->lines[0].line);
        html_write(out,
                   "<tr><th scope=\"row\">%s%s</th><td><svg viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" "
                   "aria-hidden=\"true\"><path class=\"%s\" d=\"M0 0h%.1fv6H0z\"/></svg></td><td>%.3g</td></tr>\n",
                   cost_words(cost->cost), line, cost_is_roof(cost->cost) ? "roof" : "avoidable",
                   100 * fmin(cost->gain / fmax(drawing->microseconds, 1e-3), 1), cost->gain / scale);
    }
    html_write(out, "</table>\n");
}

static void write_drawing(Html *out, const Drawing *drawing, const char *whose, double scale) {
    static const struct {
        char letter;
        const char *class;
    } kinds[] = {{'i', "issue"}, {'a', "arithmetic"}, {'s', "shared"}, {'l', "loads"}, {'b', "barrier"}};
    unsigned top = row_top(drawing, drawing->rows - 1) + HIGH + GAP_ABOVE_CURVE;
    html_write(out, "<figure>");
    write_caption(out, drawing, whose);
    html_write(out,
               "<svg viewBox=\"0 0 %d %u\" role=\"img\" preserveAspectRatio=\"none\" aria-label=\"%u warps over %.0f "
               "clocks\">\n",
               WIDE * TIMELINE_COLUMNS, top + CURVE, drawing->rows, TIMELINE_COLUMNS * drawing->clocks);
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++)
        write_cells(out, drawing, kinds[n].letter, kinds[n].class);
    write_curve(out, drawing, top, scale);
    html_write(out, "</svg>\n<p class=\"soft axis\"><span>clock %.0f</span><span>clock %.0f</span></p>\n",
               drawing->from, drawing->from + TIMELINE_COLUMNS * drawing->clocks);
    write_costs(out, drawing);
    html_write(out, "</figure>\n");
}

void timelines_write(Html *out, const Presentation *presentation) {
    static Drawing drawings[MOST_TIMELINES];
    const char *other = presentation->comparison ? comparison_name(presentation->comparison) : "beside it";
    const char *const whose[] = {"here", other};
    bool known[MOST_TIMELINES], any = false;
    double scale = 1;
    for (unsigned n = 0; n < MOST_TIMELINES; n++) {
        known[n] = drawing_read(presentation->timelines[n], &drawings[n]);
        any = any || known[n];
        if (known[n]) scale = fmax(scale, 1.05 * fmax(drawings[n].most, drawings[n].needed));
    }
    if (!any) return;
    html_write(
        out,
        "<section><h2>What warps wait for</h2>\n<p>One multiprocessor of the GPU at a large size, as a model of it "
        "runs the machine code: a row for each warp, a gap between blocks, and below them the bytes that loads have in "
        "flight. Times are estimates for that GPU.</p>\n<p class=\"legend\">"
        "<span class=\"key\"><i class=\"issue\"></i>issues, or another warp does</span>"
        "<span class=\"key\"><i class=\"arithmetic\"></i>waits for arithmetic</span>"
        "<span class=\"key\"><i class=\"shared\"></i>for shared memory</span>"
        "<span class=\"key\"><i class=\"loads\"></i>for loads and stores</span>"
        "<span class=\"key\"><i class=\"barrier\"></i>at a barrier</span></p>\n<div class=\"timelines\">\n");
    for (unsigned n = 0; n < MOST_TIMELINES; n++)
        if (known[n]) write_drawing(out, &drawings[n], whose[n], scale);
    html_write(out, "</div></section>\n");
}
