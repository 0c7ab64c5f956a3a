// regrades.c - reads RESULTS/requests.csv.
#include "regrades.h"

#include "../device/system/files.h"
#include "../device/system/text.h"
#include "../formats/csv.h"

#include <stdlib.h>
#include <string.h>

static const Exercise *exercise_of(const char *name, const Exercise *const *exercises_of, unsigned count) {
    for (unsigned e = 0; e < count; e++)
        if (!strcmp(exercises_of[e]->name, name)) return exercises_of[e];
    return NULL;
}

static void say(Request *request, const char *asked, const char *answer) {
    text_format(request->words, sizeof request->words, ASKED "\"%.200s\"", asked);
    if (answer[0]) text_append(request->words, sizeof request->words, ". The answer: %.250s", answer);
    text_copy(request->words, sizeof request->words, request->words);
    request->answered = answer[0] != 0;
}

bool regrades_read(const char *results, const Submissions *list, const Roster *roster,
                   const Exercise *const *exercises_of, unsigned exercise_count_of, Requests *requests, Message error) {
    char path[PATH_BYTES];
    Csv csv;
    *requests = (Requests){.count = 0};
    snprintf(path, sizeof path, "%s/requests.csv", results);
    if (!file_exists(path)) return true;
    if (!csv_read(path, &csv, error)) return false;
    int student = csv_column(&csv, "student"), exercise = csv_column(&csv, "exercise");
    int asked = csv_column(&csv, "request"), answer = csv_column(&csv, "answer");
    bool read = student >= 0 && exercise >= 0 && asked >= 0 && answer >= 0;
    if (!read) message_set(error, "%.100s: the first line has to be: student,exercise,request,answer", path);
    requests->items = calloc(csv.count + 1, sizeof *requests->items);
    for (unsigned line = 1; line < csv.count && read && requests->items; line++) {
        Request *request = &requests->items[requests->count];
        Message problem;
        if (csv_is_blank(&csv, line)) continue;
        request->exercise = exercise_of(csv_cell(&csv, line, exercise), exercises_of, exercise_count_of);
        read = people_find(list, roster, csv_cell(&csv, line, student), &request->meant, problem);
        if (read && !request->exercise)
            read = message_set(problem, "this batch does not grade \"%.60s\"", csv_cell(&csv, line, exercise));
        if (!read) message_set(error, "%.80s, line %u: %.150s", path, line + 1, problem);
        say(request, csv_cell(&csv, line, asked), csv_cell(&csv, line, answer));
        requests->count++;
    }
    csv_free(&csv);
    return read;
}

void regrades_free(Requests *requests) {
    free(requests->items);
    *requests = (Requests){.count = 0};
}
