// time_lines.c - what a verdict's time says, in lines of words.
#include "report.h"

#include "../device/system/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOVED 0.03 // clocks that differ by more than this share are said

static void say_times(const VerdictTime *time, char text[400]) {
    text_append(text, 400, "%.4g ms (quartiles %.2g apart), reference %.4g ms (%.2g): ratio %.3f, spread %.1f %%",
                time->student_ms, time->student_iqr_ms, time->reference_ms, time->reference_iqr_ms, time->ratio,
                100 * time->ratio_spread);
    text_append(text, 400, "; %u samples in %u rounds of %s on the %s", time->samples, time->rounds, time->size,
                time->device);
}

static void say_kernel(const VerdictTime *time, const VerdictKernel *kernel, char text[400]) {
    text_append(text, 400, "%s: %.4g ms", kernel->name, kernel->milliseconds);
    if (kernel->gigabytes_per_second > 0 && time->copy_ceiling > 0)
        text_append(text, 400, ", %.0f GB/s (%.0f %% of a copy)", kernel->gigabytes_per_second,
                    100 * kernel->gigabytes_per_second / time->copy_ceiling);
    if (kernel->gigaflops > 0 && time->flops_ceiling > 0)
        text_append(text, 400, ", %.0f GFLOP/s (%.0f %% of the best)", kernel->gigaflops,
                    100 * kernel->gigaflops / time->flops_ceiling);
    if (kernel->binding[0]) text_append(text, 400, "; binds: %s", kernel->binding);
}

// What makes a time less reliable.
static bool say_doubts(const VerdictTime *time, char text[400]) {
    double moved = time->clock_high_mhz - time->clock_low_mhz;
    if (time->slowed) text_append(text, 400, "The driver held the clock down (power or heat). ");
    if (moved > MOVED * time->clock_high_mhz)
        text_append(text, 400, "The clock moved between %.0f and %.0f MHz. ", time->clock_low_mhz,
                    time->clock_high_mhz);
    if (time->busy) text_append(text, 400, "Another process computed on the GPU. ");
    if (text[0]) text_append(text, 400, "Grade again when it is quiet.");
    return text[0];
}

// "0.16 ms", "8.5 µs"; the first with its unit, others in the same unit.
static double unit_of(double microseconds, const char **unit) {
    bool small = microseconds < 100;
    *unit = small ? "µs" : "ms";
    return small ? 1 : 1e3;
}

// Three digits, which is more than an estimate is good for.
static const char *rounded(double value, char text[32]) {
    double unit = value > 0 ? pow(10, floor(log10(value)) - 2) : 1;
    return text_number(unit >= 1 ? round(value / unit) * unit : round(value / unit) / round(1 / unit), text);
}

void time_estimate_line(const VerdictEstimate *estimate, bool range, char text[400]) {
    const char *gpu = estimate->gpu + (text_begins(estimate->gpu, "NVIDIA ") ? strlen("NVIDIA ") : 0), *unit;
    const char *article = strchr("AEFHILMNORSX", gpu[0]) ? "an" : "a"; // by the letter's name
    double scale = unit_of(estimate->yours_us, &unit);
    text[0] = 0;
    char yours[32], low[32], high[32], solution[32], plain[32];
    if (estimate->yours_us <= 0) {
        text_append(text, 400, "%s", estimate->limit);
        return;
    }
    text_append(text, 400, "estimated on %s %s, %s: yours %s %s", article, gpu, estimate->size,
                rounded(estimate->yours_us / scale, yours), unit);
    if (range)
        text_append(text, 400, " (%s to %s)", rounded(estimate->low_us / scale, low),
                    rounded(estimate->high_us / scale, high));
    if (estimate->solution_us > 0)
        text_append(text, 400, ", solution %s", rounded(estimate->solution_us / scale, solution));
    if (estimate->plain_us > 0) text_append(text, 400, ", plain kernel %s", rounded(estimate->plain_us / scale, plain));
    if (estimate->limit[0]) text_append(text, 400, "; %s", estimate->limit);
}

const char *time_say(double microseconds, char text[32]) {
    const char *unit;
    char number[32];
    double scale = unit_of(microseconds, &unit);
    snprintf(text, 32, "%.20s %s", rounded(microseconds / scale, number), unit);
    return text;
}

// The steps and yours; whatever is slower comes first, and yours after steps that are as slow.
static unsigned sort_marks(const VerdictTime *time, VerdictStep marks[VERDICT_STEPS + 1]) {
    const VerdictScale *scale = &time->scale;
    unsigned count = 0;
    for (unsigned i = 0; i <= scale->step_count; i++) {
        VerdictStep mark = {.name = "yours", .us = time->estimate.yours_us};
        if (i < scale->step_count) mark = scale->steps[i];
        if (i == scale->full) text_append(mark.name, sizeof mark.name, " = all points");
        if (mark.us <= 0) continue;
        unsigned at = count++;
        for (; at && marks[at - 1].us < mark.us; at--) marks[at] = marks[at - 1];
        marks[at] = mark;
    }
    return count;
}

void time_scale_line(const VerdictTime *time, char text[400]) {
    const VerdictEstimate *estimate = &time->estimate;
    VerdictStep marks[VERDICT_STEPS + 1];
    unsigned count = sort_marks(time, marks);
    const char *gpu = estimate->gpu + (text_begins(estimate->gpu, "NVIDIA ") ? strlen("NVIDIA ") : 0), *unit;
    double scale = count ? unit_of(marks[count - 1].us, &unit) : 1;
    char number[32];
    text[0] = 0;
    for (unsigned i = 0; i < count; i++)
        text_append(text, 400, "%s%s %s", i ? ", " : "", rounded(marks[i].us / scale, number), marks[i].name);
    if (count && gpu[0]) text_append(text, 400, " (%s, %s; estimated for the %s)", unit, estimate->size, gpu);
    else if (count) text_append(text, 400, " (%s)", unit);
    if (estimate->yours_us <= 0) text_append(text, 400, "%s%s", count ? "; yours: " : "", time->scale.why);
}

unsigned time_lines(const VerdictTime *time, bool verbose, char lines[MOST_TIME_LINES][400]) {
    unsigned count = 0;
    for (unsigned i = 0; i < MOST_TIME_LINES; i++) lines[i][0] = 0;
    if (time->measured) {
        say_times(time, lines[count++]);
        for (unsigned i = 0; i < time->kernel_count; i++) say_kernel(time, &time->kernels[i], lines[count++]);
        if (say_doubts(time, lines[count])) count++;
    } else if (time->problem[0]) {
        text_append(lines[count++], 400, "not measured: %s", time->problem);
    } else if (time->device[0]) {
        text_append(lines[count++], 400, "not measured; results are those of the %s", time->device);
    }
    if (time->judged) time_scale_line(time, lines[count++]);
    if (time->has_estimate && (!time->judged || verbose)) time_estimate_line(&time->estimate, verbose, lines[count++]);
    return count;
}
