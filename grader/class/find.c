// find.c - who is in the class, and what they handed in.
#include "roster.h"

#include <stdlib.h>

#define MOST_TABLE (64u << 20)

static bool find(const ClassPlaces *places, Submissions *list, const Roster *roster, Message error) {
    if (roster) list->knows = roster_knows, list->bearers = roster_bearers, list->roster = roster;
    return submissions_find(places->submissions, places->platform, list, error);
}

// The platform's table in the export. false: there is none that can be read, which is no error.
static bool take_own(const Submissions *list, Roster *roster) {
    Message ignored;
    size_t length = 0;
    char *text = list->table ? export_text(&list->export, list->table, MOST_TABLE, &length, ignored) : NULL;
    if (text && roster_take(list->table, text, length, roster, ignored)) return true;
    roster_free(roster);
    return false;
}

bool class_find(const ClassPlaces *places, Submissions *list, Roster *roster, int *strangers, Message error) {
    bool given = places->roster != NULL;
    if (given && !roster_read(places->roster, roster, error)) return false;
    if (!find(places, list, given ? roster : NULL, error)) return false;
    if (!given && take_own(list, roster)) {
        submissions_free(list); // whose a submission is, may now be told better
        if (!find(places, list, roster, error)) return false;
    }
    *strangers = roster->count ? roster_apply(roster, list) : 0;
    return *strangers >= 0 || message_set(error, "out of memory");
}
