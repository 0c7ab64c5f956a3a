// regrades.h - requests to grade again, and their answers: RESULTS/requests.csv, with the columns student, exercise,
// request and answer. A batch reads it and never writes it. A request without an answer waits; an answered one is on
// the student's page.
#ifndef REGRADES_H
#define REGRADES_H

#include "../exercises/exercise.h"
#include "people.h"

typedef struct {
    Meant meant;
    const Exercise *exercise;
#define ASKED "You asked: "
    char words[500]; // ASKED, and what; "The answer: ..."
    bool answered;
} Request;
typedef struct {
    Request *items;
    unsigned count;
} Requests;

// No file is no request. false with a sentence in error: the first row that cannot be used, and why.
bool regrades_read(const char *results, const Submissions *list, const Roster *roster, const Exercise *const *exercises,
                   unsigned exercise_count, Requests *requests, Message error);
void regrades_free(Requests *requests);

#endif
