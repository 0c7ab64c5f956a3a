// grace.c - the grace days that earlier homeworks used up, from the scores.csv that each of them left.
#include "rules.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct SpentFile {
    Csv csv;
    int id, login, email, days;
} SpentFile;

bool scores_are_coded(const Csv *csv) {
    int student = csv_column(csv, "student"), id = csv_column(csv, "id");
    bool coded = csv->count > 1 && student >= 0 && id >= 0;
    for (unsigned line = 1; line < csv->count && coded; line++)
        coded = text_begins(csv_cell(csv, line, student), CODE_BEGINS) || !strcmp(csv_cell(csv, line, student), HIDDEN);
    return coded;
}

static bool read_file(SpentFile *file, const char *path, Message error) {
    if (!csv_read(path, &file->csv, error)) return false;
    if (scores_are_coded(&file->csv))
        return message_set(error, "spent: %.120s has codes for names: run that batch with --names first", path);
    file->id = csv_column(&file->csv, "id");
    file->login = csv_column(&file->csv, "login");
    file->email = csv_column(&file->csv, "email");
    file->days = csv_column(&file->csv, "grace_days");
    if (file->days >= 0 && (file->id >= 0 || file->login >= 0 || file->email >= 0)) return true;
    return message_set(error, "spent: %.120s needs the columns id and grace_days, as in scores.csv", path);
}

bool grace_read(Rules *rules, const char *folder, Message error) {
    json_t *paths = json_object_get(rules->values, "spent"), *value;
    size_t index;
    rules->spent = calloc(json_array_size(paths) + 1, sizeof *rules->spent);
    if (!rules->spent) return message_set(error, "out of memory");
    json_array_foreach(paths, index, value) {
        const char *name = json_string_value(value);
        char path[PATH_BYTES];
        if (!name) return message_set(error, "spent: is a list of tables");
        snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : folder, name[0] == '/' ? "" : "/", name);
        if (!read_file(&rules->spent[rules->spent_count++], path, error)) return false;
    }
    return true;
}

void grace_free(Rules *rules) {
    for (unsigned i = 0; i < rules->spent_count; i++) csv_free(&rules->spent[i].csv);
    free(rules->spent);
    rules->spent = NULL;
    rules->spent_count = 0;
}

static bool is_cell(const SpentFile *file, unsigned line, int column, const char *text) {
    return column >= 0 && text[0] && !strcasecmp(csv_cell(&file->csv, line, column), text);
}

// Members of a group and attempts may have several lines; the most that one of them says is meant.
static unsigned spent_in(const SpentFile *file, const Person *person) {
    unsigned long most = 0;
    for (unsigned line = 1; line < file->csv.count; line++) {
        bool same = is_cell(file, line, file->id, person->id) || is_cell(file, line, file->login, person->login) ||
                    is_cell(file, line, file->email, person->email);
        unsigned long days = same ? strtoul(csv_cell(&file->csv, line, file->days), NULL, 10) : 0;
        most = days > most ? days : most;
    }
    return most < 1000 ? (unsigned)most : 1000;
}

unsigned grace_left(const Rules *rules, const Person *person) {
    unsigned spent = 0;
    for (unsigned i = 0; i < rules->spent_count; i++) spent += spent_in(&rules->spent[i], person);
    return spent < rules->grace_days ? rules->grace_days - spent : 0;
}
