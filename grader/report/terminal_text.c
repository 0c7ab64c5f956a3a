// terminal_text.c - text on a student's terminal: tones, marks, lines that fit.
#include "terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define MOST_WIDTH 100
#define LEAST_WIDTH 60

TerminalStyle terminal_style(FILE *out) {
    TerminalStyle style = {.width = MOST_WIDTH, .unicode = !strcmp(nl_langinfo(CODESET), "UTF-8")};
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    const char *all = getenv("V");
    struct winsize size;
    style.verbose = all && *all && strcmp(all, "0") != 0;
    if (!isatty(fileno(out))) return style;
    style.colour = !(no_colour && *no_colour) && kind && strcmp(kind, "dumb") != 0;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col) style.width = size.ws_col;
    if (style.width > MOST_WIDTH) style.width = MOST_WIDTH;
    if (style.width < LEAST_WIDTH) style.width = LEAST_WIDTH;
    return style;
}

void terminal_tone(const Terminal *terminal, Tone which) {
    static const char *const codes[] = {"\033[32m", "\033[31m", "", "\033[2m", "\033[1m"};
    if (terminal->style.colour) fputs(codes[which], terminal->out);
}

void terminal_plain(const Terminal *terminal) {
    if (terminal->style.colour) fputs("\033[0m", terminal->out);
}

unsigned terminal_columns(const char *text, size_t bytes) {
    unsigned count = 0;
    for (size_t i = 0; i < bytes; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

void terminal_wrapped(const Terminal *terminal, unsigned at, unsigned indent, const char *text) {
    bool first = true;
    while (*(text += strspn(text, " \n"))) {
        size_t bytes = strcspn(text, " \n");
        unsigned wide = terminal_columns(text, bytes);
        if (!first && at + 1 + wide > terminal->style.width) {
            fprintf(terminal->out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        fprintf(terminal->out, "%s%.*s", first ? "" : " ", (int)bytes, text);
        at += wide + !first;
        first = false;
        text += bytes;
    }
    fputc('\n', terminal->out);
}

void terminal_padded(const Terminal *terminal, const char *text, unsigned width) {
    unsigned wide = terminal_columns(text, strlen(text));
    fprintf(terminal->out, "%s%*s", text, wide < width ? (int)(width - wide) : 0, "");
}

void terminal_mark(const Terminal *terminal, Tone tone) {
    static const char *const marks[] = {[GOOD] = "\u2713 ", [BAD] = "\u2717 ", [FAINT] = "\u2026 "};
    static const char *const ascii_marks[] = {[GOOD] = "+ ", [BAD] = "- ", [FAINT] = "~ "};
    terminal_tone(terminal, tone);
    fputs(terminal->style.unicode ? marks[tone] : ascii_marks[tone], terminal->out);
    terminal_plain(terminal);
}
