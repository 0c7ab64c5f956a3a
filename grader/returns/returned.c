// returned.c - reads RESULTS/returned.csv.
#include "returned.h"

#include "../device/system/files.h"

#include <stdlib.h>
#include <string.h>

bool returned_read(const char *results, Returned *returned, Message error) {
    char path[PATH_BYTES];
    *returned = (Returned){.id = -1};
    snprintf(path, sizeof path, "%s/returned.csv", results);
    if (!file_exists(path)) return true;
    if (!csv_read(path, &returned->csv, error)) return false;
    returned->id = csv_column(&returned->csv, "result");
    returned->exercise = csv_column(&returned->csv, "exercise");
    returned->points = csv_column(&returned->csv, "points");
    if (returned->id >= 0 && returned->exercise >= 0 && returned->points >= 0) return true;
    return message_set(error, "%.120s has not the columns result, exercise and points", path);
}

void returned_free(Returned *returned) {
    csv_free(&returned->csv);
    *returned = (Returned){.id = -1};
}

double returned_points(const Returned *returned, const char *id, const Exercise *exercise) {
    for (unsigned line = 1; line < returned->csv.count; line++)
        if (!strcmp(csv_cell(&returned->csv, line, returned->id), id) &&
            !strcmp(csv_cell(&returned->csv, line, returned->exercise), exercise->name))
            return strtod(csv_cell(&returned->csv, line, returned->points), NULL);
    return -1;
}
