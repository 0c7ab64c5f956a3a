// plan.c - reads the file of a term, and the table of scores that each homework's batch left.
#include "term.h"

#include "../device/system/grow.h"
#include "../device/system/text.h"
#include "../formats/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLAN (1u << 20)

static void below(const char *folder, const char *name, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s%s%s", name[0] == '/' ? "" : folder, name[0] == '/' ? "" : "/", name);
}

static bool read_number(json_t *value, double least, double most, double *number) {
    const char *text = json_string_value(value);
    char *rest = NULL;
    *number = text ? strtod(text, &rest) : 0;
    return text && rest != text && !*rest && isfinite(*number) && *number >= least && *number <= most;
}

static bool read_curve(const char *text, Term *term) {
    static const struct {
        const char *word;
        Curve curve;
        bool by;
    } curves[] = {{"none", CURVE_NONE, false},
                  {"add ", CURVE_ADD, true},
                  {"mean ", CURVE_MEAN, true},
                  {"best", CURVE_BEST, false},
                  {"root", CURVE_ROOT, false}};
    for (size_t i = 0; text && i < sizeof curves / sizeof *curves; i++) {
        char *rest;
        if (curves[i].by ? !text_begins(text, curves[i].word) : strcmp(text, curves[i].word) != 0) continue;
        term->curve = curves[i].curve;
        if (!curves[i].by) return true;
        const char *number = text + strlen(curves[i].word);
        term->curve_by = strtod(number, &rest) / 100;
        return rest != number && !*rest && term->curve_by >= 0 && term->curve_by <= 1;
    }
    return false;
}

static bool read_homework(Term *term, const char *folder, const char *name, json_t *value, Message error) {
    const char *rules = json_string_value(json_object_get(value, "rules"));
    const char *results = json_string_value(json_object_get(value, "results"));
    json_t *weight = json_object_get(value, "weight");
    if (!rules || !results)
        return message_set(error, "homeworks: %.60s needs rules and results: {rules: hw1.yml, results: hw1}", name);
    if (!ARRAY_GROW(term->homeworks, term->count)) return message_set(error, "out of memory");
    Homework *homework = &term->homeworks[term->count++];
    *homework = (Homework){.name = name, .weight = 1};
    below(folder, rules, homework->rules);
    below(folder, results, homework->results);
    if (weight && !read_number(weight, 0, 1e6, &homework->weight))
        return message_set(error, "homeworks: the weight of %.60s is no number", name);
    return true;
}

static bool read_value(Term *term, const char *folder, const char *key, json_t *value, Message error) {
    const char *text = json_string_value(value), *name;
    json_t *homework;
    double number;
    bool read = false;
    if (!strcmp(key, "homeworks") && json_is_object(value)) {
        json_object_foreach(value, name,
                            homework) if (!read_homework(term, folder, name, homework, error)) return false;
        return true;
    }
    if (!strcmp(key, "roster")) read = text != NULL; // is read below
    else if (!strcmp(key, "drop") && (read = read_number(value, 0, 100, &number))) term->drop = (unsigned)number;
    else if (!strcmp(key, "missing"))
        read = text && (!(term->missing = !strcmp(text, "zero")) ? !strcmp(text, "empty") : true);
    else if (!strcmp(key, "curve")) read = read_curve(text, term);
    else if (!strcmp(key, "cap") && (read = read_number(value, 1, 1000, &number))) term->cap = number / 100;
    else if (!strcmp(key, "worth")) read = read_number(value, 1e-6, 1e9, &term->worth);
    else if (!strcmp(key, "column")) read = (term->column = text) != NULL;
    if (!read) message_set(error, "%.40s: this is not understood", key);
    return read;
}

static bool read_scores(Homework *homework, Message error) {
    char path[PATH_BYTES + 20];
    Message problem;
    snprintf(path, sizeof path, "%s/scores.csv", homework->results);
    if (!csv_read(path, &homework->scores, problem))
        return message_set(error, "%.60s is not graded yet: %.120s", homework->name, problem);
    const Csv *csv = &homework->scores;
    if (scores_are_coded(csv))
        return message_set(error, "%.60s has codes for names: run its batch with --names first", homework->name);
    homework->student = csv_column(csv, "student");
    homework->id = csv_column(csv, "id");
    homework->login = csv_column(csv, "login");
    homework->email = csv_column(csv, "email");
    homework->points = csv_column(csv, "points");
    homework->most = csv_column(csv, "max_points");
    homework->words = csv_column(csv, "words");
    if (homework->student >= 0 && homework->points >= 0 && homework->most >= 0) return true;
    return message_set(error, "%.100s is no scores.csv of a batch", path);
}

static bool read_roster(Term *term, const char *folder, Message error) {
    const char *name = json_string_value(json_object_get(term->values, "roster"));
    static char path[PATH_BYTES]; // the roster keeps it
    if (!name) return true;
    below(folder, name, path);
    return roster_read(path, &term->roster, error);
}

bool term_read(const char *path, bool with_scores, Term *term, Message error) {
    Message problem = "";
    size_t length;
    *term = (Term){.worth = 100};
    char *text = file_read(path, MOST_PLAN, &length, error), folder[PATH_BYTES];
    if (!text) return false;
    term->values = yaml_read(text, length, problem);
    free(text);
    const char *slash = strrchr(path, '/'), *key;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    bool read = json_is_object(term->values);
    json_t *value;
    if (read)
        json_object_foreach(term->values, key, value) read = read && read_value(term, folder, key, value, problem);
    if (read && !term->count) read = message_set(problem, "homeworks: none is named");
    read = read && read_roster(term, folder, problem);
    for (unsigned i = 0; i < term->count && read && with_scores; i++) read = read_scores(&term->homeworks[i], problem);
    if (!read) message_set(error, "%.60s: %.180s", path, problem[0] ? problem : "it is no list of rules");
    return read;
}

void term_free(Term *term) {
    for (unsigned i = 0; i < term->count; i++) csv_free(&term->homeworks[i].scores);
    free(term->homeworks);
    roster_free(&term->roster);
    json_decref(term->values);
    *term = (Term){.count = 0};
}
