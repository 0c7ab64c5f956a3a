// source.h - a student's source as text: its lines, words and blocks of code.
#ifndef SOURCE_H
#define SOURCE_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *memory, *text; // comments and strings are spaces, lines stay where they are; text[-1] is a newline
    const char **lines;  // lines[n] begins line n + 1
    unsigned count;
} Source;

typedef struct {
    const char *begin, *end;
} Piece; // of a source

// What a sentence shows of a line: columns, and the bytes of their characters.
enum { LINE_COLUMNS = 70, LINE_SHOWN = 4 * LINE_COLUMNS + 1 };
// Of a line; and of any expression, cut to fit into shown[size]. What is cut ends in "...": an ellipsis would say that
// the sentence around it is cut.
void source_excerpt(const char *line, char shown[LINE_SHOWN]);
void source_part(const char *expression, char *shown, size_t size);

// text is NUL-terminated. false: out of memory, or longer than anybody writes by hand; source_close is needed all the
// same. A search for words and blocks ends after a fixed number of steps, as if there were no more of them, so that no
// text can keep the grader busy for long.
bool source_open(const char *text, Source *source);
void source_close(Source *source);
// Text of a line of a source, without its indentation, printable.
void source_line(const char *source, unsigned line, char *text, size_t size);
unsigned line_at(const Source *source, const char *at);
static inline bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }
// The next place in [at, end) where the word is a whole word. NULL: there is none.
const char *word_find(const char *at, const char *end, const char *word);
// The brace that opens the block of code around `at`, NULL outside of all.
const char *block_around(const Source *source, const char *at);
// The brace that opens the function around `at`; `at` itself outside of all.
const char *function_start(const Source *source, const char *at);
// The brace that closes what the brace at `start` opens, or the end of the text.
const char *function_end(const char *start);
// Behind the parenthesis or bracket that closes the one at `open`; `end` if there is none.
const char *behind_closing(const char *open, const char *end);
bool is_device_code(const Source *source, const char *at);

#endif
