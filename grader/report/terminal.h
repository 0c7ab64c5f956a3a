// terminal.h - text on a student's terminal: colors, marks, and lines that fit (terminal_text.c).
#ifndef TERMINAL_H
#define TERMINAL_H

#include "report.h"

typedef enum { GOOD, BAD, PLAIN, FAINT, STRONG } Tone;

typedef struct {
    FILE *out;
    TerminalStyle style;
} Terminal;

// Text after it has that tone, until terminal_plain.
void terminal_tone(const Terminal *terminal, Tone which);
void terminal_plain(const Terminal *terminal);
// A tick if the tone is GOOD, a cross if it is BAD, and dots for what is not judged yet, if it is FAINT.
void terminal_mark(const Terminal *terminal, Tone tone);
// Counts characters, not bytes; all our characters are one column wide.
unsigned terminal_columns(const char *text, size_t bytes);
// Prints text from column `at` on and breaks it between words so that no line passes the width; further lines begin
// at column `indent`. Ends the line.
void terminal_wrapped(const Terminal *terminal, unsigned at, unsigned indent, const char *text);
// Prints text and pads it with blanks to the width.
void terminal_padded(const Terminal *terminal, const char *text, unsigned width);
Tone terminal_state_tone(VerdictState state);

// terminal_table.c: a row for each exercise, and how far the workbook's six points are.
void terminal_table(const Terminal *terminal, const Verdict *verdicts, unsigned count);
void terminal_checklist(const Terminal *terminal, const Verdict *verdicts, unsigned count);

#endif
