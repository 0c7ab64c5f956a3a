// edits.c - answers as changes of the solution, or of another answer.
#include "known.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>

// What a line before the first "replace:" may begin with.
static bool is_remark(const char *line) {
    static const char *const begins[] = {"#", "says:", "most:", "cause:", "line:", "from:", "step:", "undo:", "same:"};
    for (size_t i = 0; i < COUNT_OF(begins); i++)
        if (text_begins(line, begins[i])) return true;
    return false;
}

bool says_next(const char **from, const char *key, char words[200]) {
    for (const char *line = *from; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        const char *at = line;
        if (text_begins(at, "replace:")) return false; // the solution may hold any such line
        if (text_begins(at, "//")) at += 2;
        at += strspn(at, " ");
        if (!text_begins(at, key)) continue;
        at += strlen(key);
        at += strspn(at, " ");
        text_clean(words, 200, at, strcspn(at, "\n"), false);
        *from = at + strcspn(at, "\n");
        return true;
    }
    return false;
}

// The lines from `at` up to the line `word`; *rest is then what follows that line. NULL: there is no such line.
static char *lines_until(const char *at, const char *word, const char **rest) {
    for (const char *line = at; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        if (length != strlen(word) || strncmp(line, word, length) != 0) continue;
        *rest = line + length + (line[length] == '\n');
        return strndup(at, (size_t)(line - at));
    }
    return NULL;
}

static const char *only_place(const char *text, const char *part, Message error) {
    const char *place = *part ? strstr(text, part) : NULL;
    if (place && !strstr(place + 1, part)) return place;
    message_set(error, "what is edited %s: %.*s",
                place ? "has these lines more than once" : "does not have these lines", (int)strcspn(part, "\n"), part);
    return NULL;
}

static char *spliced(const char *text, const char *place, size_t length, const char *instead) {
    char *result = malloc(strlen(text) - length + strlen(instead) + 1);
    if (!result) return NULL;
    size_t before = (size_t)(place - text);
    memcpy(result, text, before);
    strcpy(result + before, instead);
    strcat(result, place + length);
    return result;
}

// One "replace:" whose lines begin at *edits; *text is replaced by what it makes.
static bool edit_apply(char **text, const char **edits, Message error) {
    const char *rest = NULL;
    char *old = lines_until(*edits, "with:", &rest), *fresh = old ? lines_until(rest, "end", &rest) : NULL;
    const char *place = NULL;
    message_set(error, "a \"replace:\" needs a line \"with:\" and a line \"end\"");
    if (fresh) place = only_place(*text, old, error);
    char *result = place ? spliced(*text, place, strlen(old), fresh) : NULL;
    free(old);
    free(fresh);
    if (!result) return false;
    free(*text);
    *text = result;
    *edits = rest;
    return true;
}

char *edits_apply(const char *solution, const char *edits, Message error) {
    char *text = strdup(solution);
    bool any = false;
    const char *line = edits;
    while (text && *line) {
        size_t length = strcspn(line, "\n");
        const char *after = line + length + (line[length] == '\n');
        if (length == strlen("replace:") && text_begins(line, "replace:")) {
            if (!edit_apply(&text, &after, error)) return free(text), NULL;
            any = true;
        } else if (length && !is_remark(line)) {
            message_set(error, "what is this line for: %.*s", (int)length, line);
            return free(text), NULL;
        }
        line = after;
    }
    if (any || !text) return text;
    message_set(error, "there is no \"replace:\"");
    free(text);
    return NULL;
}
