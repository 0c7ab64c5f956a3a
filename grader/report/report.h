// report.h - every output format, each printed from verdicts alone.
#ifndef REPORT_H
#define REPORT_H

#include "../device/system/message.h"
#include "verdict.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#define REPORT_SCHEMA 1

typedef struct {
    const char *name;
    const char *file; // its name in a folder of results
    void (*print)(FILE *out, const Verdict *verdicts, unsigned count);
} ReportFormat;

// formats.def, in order; the first is the record itself.
extern const ReportFormat report_formats[];
extern const unsigned report_format_count;

// The formats (formats.def names them).
void report_print_json(FILE *out, const Verdict *verdicts, unsigned count);
void report_print_junit(FILE *out, const Verdict *verdicts, unsigned count);
void report_print_csv(FILE *out, const Verdict *verdicts, unsigned count);

// A line for each place that is to be changed, as compilers print them (findings.c).
void report_print_findings(FILE *out, const Verdict *verdicts, unsigned count);

// Writes one format to a file, whole or not at all. false with a sentence in error.
bool report_write(const ReportFormat *format, const char *path, const Verdict *verdicts, unsigned count, Message error);
// Writes every format into a folder, which is made.
bool report_write_all(const char *folder, const Verdict *verdicts, unsigned count, Message error);

// The record of one verdict as JSON, and back. verdict_from_json distrusts what it reads; false: it is no record of an
// exercise that this grader knows. The caller owns both results.
json_t *verdict_to_json(const Verdict *verdict);
bool verdict_from_json(const json_t *record, Verdict *verdict);

// terminal.c: the report a student reads; terminal_text.c: how a stream is written to.
typedef struct {
    bool colour, unicode;
    bool verbose; // V=1: everything that the record holds
    unsigned width;
} TerminalStyle;
TerminalStyle terminal_style(FILE *out);
void report_print_verdict(FILE *out, TerminalStyle style, const Verdict *verdict);
// One or many, and what to do next.
void report_print_terminal(FILE *out, TerminalStyle style, const Verdict *verdicts, unsigned count);

// What a verdict's time says, a line for each kernel among it (time_lines.c). Returns how many lines there are.
#define MOST_TIME_LINES (VERDICT_KERNELS + 5)
unsigned time_lines(const VerdictTime *time, bool verbose, char lines[MOST_TIME_LINES][400]);
// The scale of a time that earns points, slowest first: "0.863 naive, 0.475 yours, 0.239 padded = all points".
void time_scale_line(const VerdictTime *time, char text[400]);
// "0.475 ms" or "47 µs", with three digits.
const char *time_say(double microseconds, char text[32]);
// "estimated on an H200, 8192 x 8192: yours 0.16 ms, ..."; range: with the range that holds for 80 % of kernels.
void time_estimate_line(const VerdictEstimate *estimate, bool range, char text[400]);

#endif
