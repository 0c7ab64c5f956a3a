// definition.c - chapter 01, memory_quiz: where variables live, how many there are, for how long. Questions only.
//
// The key program includes the skeleton and runs its kernels. What has an address is asked for its space by the
// device; what has none is in registers if the kernel neither stores nor loads local memory. How long a variable keeps
// its value is a definition of the language; the number of copies and the value after three launches are its evidence.
#include "../definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_REQUESTS "local_load_requests+local_store_requests"

static bool answer(char text[64], const char *word) { return snprintf(text, 64, "%s", word) > 0; }

static bool is_one_of(const char *name, const char *words) {
    const char *at = strstr(words, name);
    size_t length = strlen(name);
    return at && (at == words || at[-1] == ' ') && (!at[length] || at[length] == ' ');
}

// What the key program printed as WHAT_of_NAME, for the variable that a parameter names.
static bool printed_of(const KeyRun *run, const char *what, const char *parameter, char text[64]) {
    char name[64];
    snprintf(name, sizeof name, "%s_%.40s", what, key_word(run, parameter));
    return key_printed(run, name, text);
}

// An array of a thread is in registers, unless its kernel stores or loads local memory: a kernel has one such array.
static bool place_of(const KeyRun *run, const char *parameter, char text[64]) {
    const char *name = key_word(run, parameter);
    if (!is_one_of(name, "window window[0] window[2] best best[3]"))
        return printed_of(run, "place_of", parameter, text);
    const char *kernel = is_one_of(name, "best best[3]") ? "larger_of_pairs" : "smooth";
    return answer(text, key_counter(run, kernel, LOCAL_REQUESTS) > 0 ? "local" : "register");
}
static bool place_1(const KeyRun *run, char text[64]) { return place_of(run, "first", text); }
static bool place_2(const KeyRun *run, char text[64]) { return place_of(run, "second", text); }
static bool place_3(const KeyRun *run, char text[64]) { return place_of(run, "third", text); }
static bool copies(const KeyRun *run, char text[64]) { return printed_of(run, "copies_of", "copied", text); }
static bool found(const KeyRun *run, char text[64]) { return printed_of(run, "found_in", "kind", text); }

static bool bytes_of(const KeyRun *run, const char *parameter, char text[64]) {
    char size[64], count[64];
    if (!printed_of(run, "size_of", parameter, size) || !printed_of(run, "copies_of", parameter, count)) return false;
    return snprintf(text, 64, "%ld", atol(size) * atol(count)) > 0;
}
static bool bytes_1(const KeyRun *run, char text[64]) { return bytes_of(run, "wide", text); }
static bool bytes_2(const KeyRun *run, char text[64]) { return bytes_of(run, "own", text); }

static bool life_of(const KeyRun *run, const char *parameter, char text[64]) {
    const char *name = key_word(run, parameter);
    return answer(text, is_one_of(name, "window best")  ? "thread"
                        : is_one_of(name, "tile front") ? "block"
                                                        : "program");
}
static bool life_1(const KeyRun *run, char text[64]) { return life_of(run, "lasting", text); }
static bool life_2(const KeyRun *run, char text[64]) { return life_of(run, "other", text); }

#include "memory_quiz.text.h"
