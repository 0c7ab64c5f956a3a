// ladder_time.c - a ladder's times: estimated by the model of the GPU, and as they were recorded.
#include "ladder_time.h"

#include "../device/system/text.h"
#include "../report/terminal.h"
#include "../verdict/estimate.h"
#include "recorded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME_COLUMNS 26
#define TIME_COLUMNS 11
#define SHARE_COLUMNS 8
#define INDENT 4

typedef struct {
    char name[72];
    ReportEstimate estimate;
    double recorded_us; // 0: not recorded
} Row;

typedef struct {
    Row rows[MOST_STEPS + 1];
    unsigned count;
    Recorded recorded;
    char peer[64]; // "": there is none
    double peer_us;
} Times;

static void add_row(Times *times, const char *name, unsigned number, const ReportEstimate *estimate) {
    Row *row = &times->rows[times->count++];
    *row = (Row){.estimate = *estimate, .recorded_us = 1e3 * recorded_step(&times->recorded, name)};
    if (number) snprintf(row->name, sizeof row->name, "%u %s", number, name);
    else text_copy(row->name, sizeof row->name, name);
}

// "yours" stands behind the last step that is not faster.
static void add_yours(Times *times, const ReportEstimate *estimate) {
    unsigned place = 0;
    for (unsigned i = 0; i < times->count; i++)
        if (times->rows[i].estimate.microseconds >= estimate->microseconds) place = i + 1;
    memmove(&times->rows[place + 1], &times->rows[place], (times->count - place) * sizeof *times->rows);
    times->rows[place] = (Row){.name = "yours", .estimate = *estimate};
    times->count++;
}

// Every step, the last as the solution itself. false: no time is estimated.
static bool measure(const GradeJob *job, const Steps *steps, const char *yours, const char *folder, Times *times) {
    Reference reference;
    ReportEstimate estimate;
    const char *peer;
    *times = (Times){.count = 0};
    if (!exercise_estimated(job->exercise) || !reference_prepare(job, &(Graded){.source = ""}, folder, &reference))
        return false;
    unsigned count = steps->count ? steps->count : 1;
    estimate_reference(job, &reference, 0, WITH_COSTS, folder, &estimate);
    recorded_read(job->paths, job->exercise, estimate_bytes(job), &times->recorded);
    for (unsigned i = 0; i < count; i++) {
        estimate_reference(job, &reference, i + 1 < count ? i + 1 : 0, WITH_COSTS, folder, &estimate);
        add_row(times, steps->count ? steps->names[i] : job->exercise->name, steps->count ? i + 1 : 0, &estimate);
    }
    if (yours && estimate_program(job, yours, 0, WITH_COSTS, folder, &estimate)) add_yours(times, &estimate);
    peer = recorded_peer(&times->recorded, &times->peer_us);
    times->peer_us *= 1e3;
    if (peer) text_copy(times->peer, sizeof times->peer, peer);
    return true;
}

// ---- for a person --------------------------------------------------------------------------------------------------

static double largest(const Times *times) {
    double most = times->peer_us;
    for (unsigned i = 0; i < times->count; i++) most = fmax(most, times->rows[i].estimate.microseconds);
    return most;
}

// Three digits, as estimates have no more.
static const char *time_text(double microseconds, double scale, char text[32]) {
    double value = microseconds / scale;
    if (value <= 0) text[0] = 0;
    else snprintf(text, 32, "%.*f", value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3, value);
    return text;
}

static void print_row(const Terminal *terminal, const Times *times, const Row *row, double scale) {
    char estimated[32], recorded[32], share[32] = "";
    bool yours = !strcmp(row->name, "yours");
    if (times->peer_us > 0 && row->estimate.microseconds > 0)
        snprintf(share, sizeof share, "%.0f %%", 100 * times->peer_us / row->estimate.microseconds);
    if (yours) terminal_tone(terminal, STRONG);
    fprintf(terminal->out, "%-*s%*s%*s%*s\n", NAME_COLUMNS, row->name, TIME_COLUMNS,
            time_text(row->estimate.microseconds, scale, estimated), TIME_COLUMNS,
            time_text(row->recorded_us, scale, recorded), SHARE_COLUMNS, share);
    if (yours) terminal_plain(terminal);
    if (!row->estimate.reason[0]) return;
    fprintf(terminal->out, "%*s", INDENT, "");
    terminal_wrapped(terminal, INDENT, INDENT, row->estimate.reason);
}

static const char *short_peer(const char *name) {
    return !strncmp(name, "cudaMemcpy", strlen("cudaMemcpy")) ? "a copy" : name;
}

static void print_notes(const Terminal *terminal, const Times *times, const char *gpu) {
    char text[400];
    snprintf(text, sizeof text,
             "Times are estimates for the %s, by a model of it; they decide about no points.%s%.64s%s", gpu,
             times->recorded.scaled && times->recorded.count ? " Recorded was another size (" : "",
             times->recorded.scaled ? times->recorded.size : "",
             times->recorded.scaled && times->recorded.count ? "), given here at the same rate." : "");
    terminal_wrapped(terminal, 0, 0, text);
}

void ladder_time_print(const GradeJob *job, const Steps *steps, const char *yours, const char *folder) {
    static Times times;
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char text[300], peer[80] = "", recorded[32];
    if (!measure(job, steps, yours, folder, &times)) return;
    bool small = largest(&times) < 1000;
    double scale = small ? 1 : 1e3;
    if (times.peer[0]) snprintf(peer, sizeof peer, ", share of %s", short_peer(times.peer));
    snprintf(text, sizeof text, "%s, %s%s:", exercise_estimated(job->exercise)->label, small ? "µs" : "ms", peer);
    puts("");
    terminal_wrapped(&terminal, 0, 2, text);
    printf("%-*s%*s%*s%*s\n", NAME_COLUMNS, "step", TIME_COLUMNS, "estimated", TIME_COLUMNS,
           times.recorded.count ? "recorded" : "", SHARE_COLUMNS, times.peer[0] ? "share" : "");
    for (unsigned i = 0; i < times.count; i++) print_row(&terminal, &times, &times.rows[i], scale);
    if (times.peer[0])
        printf("%-*.*s%*s%*s%*s\n", NAME_COLUMNS, NAME_COLUMNS - 1, times.peer, TIME_COLUMNS, "", TIME_COLUMNS,
               time_text(times.peer_us, scale, recorded), SHARE_COLUMNS, "100 %");
    print_notes(&terminal, &times, times.rows[0].estimate.gpu);
}

// ---- for programs --------------------------------------------------------------------------------------------------

static void print_number(double value) {
    if (value > 0) printf(",%.2f", value);
    else fputs(",", stdout);
}

void ladder_time_csv(const GradeJob *job, const Steps *steps, const char *folder) {
    static Times times;
    if (!measure(job, steps, NULL, folder, &times)) return;
    for (unsigned i = 0; i < times.count; i++) {
        const Row *row = &times.rows[i];
        const char *step = strchr(row->name, ' ');
        printf("%s,\"%s\",%s", job->exercise->name, exercise_estimated(job->exercise)->label,
               step ? step + 1 : row->name);
        print_number(row->estimate.microseconds);
        print_number(row->estimate.low);
        print_number(row->estimate.high);
        print_number(row->estimate.l2_bytes);
        print_number(row->estimate.dram_bytes);
        print_number(row->recorded_us);
        printf(",\"%s\"", times.peer);
        print_number(times.peer_us);
        printf(",\"%s\"\n", row->estimate.reason);
    }
}
