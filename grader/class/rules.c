// rules.c - what an instructor decides about a batch.
#include "rules.h"
#include "../device/system/grow.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../formats/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_RULES (1u << 20)
#define DAY 86400

// ---- reading ----

static bool read_count(const char *text, unsigned *count) {
    char *rest;
    long value = strtol(text, &rest, 10);
    *count = (unsigned)value;
    return rest != text && !*rest && value >= 0 && value <= 1000;
}

static bool read_cap(const char *text, double *cap) {
    char *rest;
    *cap = strtod(text, &rest);
    return rest != text && !*rest && isfinite(*cap) && *cap > 0;
}

static bool read_worth(const char *text, Rules *rules) {
    char *rest;
    rules->worth = strtod(text, &rest);
    return rest != text && !*rest && rules->worth > 0 && isfinite(rules->worth);
}

static bool read_choice(const char *text, const char *no, const char *yes, bool *value) {
    *value = !strcmp(text, yes);
    return *value || !strcmp(text, no);
}

static bool is_known(const char *names_of, const char *name, Message error) {
    if (exercise_named(name)) return true;
    return message_set(error, "%s: there is no exercise %.80s", names_of, name);
}

static bool check_exercises(const char *rule, json_t *names, Message error) {
    size_t index;
    json_t *name;
    json_array_foreach(names, index, name) {
        const char *text = json_string_value(name);
        if (!is_known(rule, text ? text : "", error)) return false;
    }
    return true;
}

static bool check_weights(json_t *weights, Message error) {
    const char *name;
    json_t *value;
    json_object_foreach(weights, name, value) {
        const char *text = json_string_value(value);
        char *rest = NULL;
        double weight = text ? strtod(text, &rest) : -1;
        if (!is_known("weights", name, error)) return false;
        if (weight >= 0 && isfinite(weight) && rest != text && !*rest) continue;
        return message_set(error, "weights: %.80s needs a number of 0 or more", name);
    }
    return true;
}

static bool check_words(const char *rule, json_t *words, Message error) {
    const char *what;
    json_t *who;
    json_object_foreach(words, what, who) if (!json_is_string(who)) return message_set(
        error, "%s: of %.80s say whose it is", rule, what);
    return true;
}

static bool check_takes(json_t *takes, Message error) {
    const char *who, *name;
    json_t *files, *file;
    json_object_foreach(takes, who, files) {
        if (!json_is_object(files)) return message_set(error, "take: of %.80s say which exercise and which file", who);
        json_object_foreach(files, name, file) if (!is_known("take", name, error)) return false;
    }
    return true;
}

// "3 h", "2 d"; of an extension also a time, "2026-11-25 23:59".
static bool check_spans(const char *rule, json_t *spans, bool times, Message error) {
    const char *who;
    json_t *value;
    int64_t seconds;
    json_object_foreach(spans, who, value) {
        const char *text = json_string_value(value);
        bool read = text && (duration_read(text, &seconds) || (times && time_read(text, &seconds)));
        if (read) continue;
        return message_set(error,
                           times ? "%s: of %.80s say until when: 2026-11-25 23:59, or 2 d more"
                                 : "%s: of %.80s say how late: 2 d, 3 h, 30 min",
                           rule, who);
    }
    return true;
}

static bool read_text(Rules *rules, const char *key, const char *text, Message error) {
    bool read = false;
    if (!strcmp(key, "due")) read = time_read(text, &rules->due);
    else if (!strcmp(key, "grace")) read = duration_read(text, &rules->grace);
    else if (!strcmp(key, "late")) read = late_read(text, &rules->late);
    else if (!strcmp(key, "grace_days")) read = read_count(text, &rules->grace_days);
    else if (!strcmp(key, "drop")) read = read_count(text, &rules->drop);
    else if (!strcmp(key, "cap")) read = read_cap(text, &rules->cap);
    else if (!strcmp(key, "attempt")) read = read_choice(text, "last", "best", &rules->best);
    else if (!strcmp(key, "missing")) read = read_choice(text, "empty", "zero", &rules->missing);
    else if (!strcmp(key, "worth")) read = read_worth(text, rules);
    else if (!strcmp(key, "column")) read = (rules->column = text) != NULL;
    else if (!strcmp(key, "anonymous")) read = read_choice(text, "no", "yes", &rules->anonymous);
    else if (!strcmp(key, "homework")) read = (rules->homework = text) != NULL;
    if (!read) message_set(error, "%.40s: %.80s is not understood", key, text);
    return read;
}

static bool read_value(Rules *rules, const char *key, json_t *value, Message error) {
    if (json_is_string(value)) return read_text(rules, key, json_string_value(value), error);
    if (!strcmp(key, "excluded") && json_is_array(value)) return true;
    if (!strcmp(key, "spent") && json_is_array(value)) return true;
    if (!strcmp(key, "exercises") && json_is_array(value)) return check_exercises(key, value, error);
    if (!strcmp(key, "bonus") && json_is_array(value)) return check_exercises(key, value, error);
    if (!strcmp(key, "weights") && json_is_object(value)) return check_weights(value, error);
    if (!strcmp(key, "people") && json_is_object(value)) return check_words(key, value, error);
    if (!strcmp(key, "take") && json_is_object(value)) return check_takes(value, error);
    if (!strcmp(key, "lateness") && json_is_object(value)) return check_spans(key, value, false, error);
    if (!strcmp(key, "extensions") && json_is_object(value)) return check_spans(key, value, true, error);
    return message_set(error, "there is no such rule: %.80s", key);
}

bool rules_read(const char *path, Rules *rules, Message error) {
    size_t length;
    Message problem = "";
    *rules = (Rules){.due = UNKNOWN_TIME};
    char *text = file_read(path, MOST_RULES, &length, error);
    if (!text) return false;
    rules->values = yaml_read(text, length, problem);
    free(text);
    bool read = json_is_object(rules->values);
    const char *key;
    json_t *value;
    if (read) json_object_foreach(rules->values, key, value) read = read && read_value(rules, key, value, problem);
    if (read) {
        char folder[PATH_BYTES];
        const char *slash = strrchr(path, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
        read = grace_read(rules, folder, problem);
    }
    if (!read) message_set(error, "%.80s: %.110s", path, problem[0] ? problem : "it is no list of rules");
    return read;
}

void rules_free(Rules *rules) {
    json_decref(rules->values);
    grace_free(rules);
    free(rules->words);
    *rules = (Rules){.due = UNKNOWN_TIME};
}

// ---- what follows from them ----

double rules_weight(const Rules *rules, const Exercise *exercise) {
    const char *text = json_string_value(json_object_get(json_object_get(rules->values, "weights"), exercise->name));
    return text ? strtod(text, NULL) : 1;
}

bool rules_bonus(const Rules *rules, const Exercise *exercise) {
    const json_t *names = json_object_get(rules->values, "bonus");
    for (size_t i = 0; i < json_array_size(names); i++)
        if (!strcmp(json_string_value(json_array_get(names, i)), exercise->name)) return true;
    return false;
}

const char *rules_exercise(const Rules *rules, unsigned index) {
    return json_string_value(json_array_get(json_object_get(rules->values, "exercises"), index));
}

// ---- people in them ----

typedef struct RuleWord {
    const char *word;
    Meant meant;
} RuleWord;

static const Meant *meaning(const Rules *rules, const char *word) {
    for (unsigned i = 0; i < rules->word_count; i++)
        if (!strcmp(rules->words[i].word, word)) return &rules->words[i].meant;
    return NULL;
}

static bool learn_word(Rules *rules, const char *rule, const char *word, const Submissions *list, const Roster *roster,
                       Message error) {
    Message problem;
    if (!word) return message_set(error, "%s: people are named by words", rule);
    if (meaning(rules, word)) return true;
    if (!ARRAY_GROW(rules->words, rules->word_count)) return message_set(error, "out of memory");
    rules->words[rules->word_count].word = word;
    if (people_find(list, roster, word, &rules->words[rules->word_count].meant, problem)) return ++rules->word_count;
    return message_set(error, "%s: %.180s", rule, problem);
}

static bool learn_words(Rules *rules, const Submissions *list, const Roster *roster, Message error) {
    static const char *const objects[] = {"lateness", "take", "extensions"};
    const json_t *excluded = json_object_get(rules->values, "excluded");
    bool learnt = true;
    for (size_t i = 0; i < json_array_size(excluded) && learnt; i++)
        learnt = learn_word(rules, "excluded", json_string_value(json_array_get(excluded, i)), list, roster, error);
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        const char *word;
        json_t *value;
        json_object_foreach(json_object_get(rules->values, objects[i]), word, value) learnt =
            learnt && learn_word(rules, objects[i], word, list, roster, error);
    }
    return learnt;
}

// The person of a submission that a word means.
static Person *claimed(const Submissions *list, const Meant *meant, Submission **submission) {
    for (unsigned s = 0; s < list->count; s++) {
        *submission = &list->items[s];
        if (meant->submission == *submission) return (*submission)->people;
        for (unsigned p = 0; p < (*submission)->person_count; p++)
            if (meant->person == &(*submission)->people[p]) return &(*submission)->people[p];
    }
    return NULL;
}

bool rules_claim(const Rules *rules, Submissions *list, Roster *roster, int *strangers, Message error) {
    static const Submissions nothing;
    static const Roster nobody;
    const char *what;
    json_t *who;
    json_object_foreach(json_object_get(rules->values, "people"), what, who) {
        Message problem;
        Meant meant, owner;
        Submission *submission;
        if (!people_find(list, &nobody, what, &meant, problem) ||
            !people_find(&nothing, roster, json_string_value(who), &owner, problem))
            return message_set(error, "people: %.180s", problem);
        Person *person = claimed(list, &meant, &submission);
        RosterEntry *entry = &roster->entries[owner.person->row];
        *strangers -= person->row < 0;
        *person = entry->person;
        entry->absent = false;
        if (submission->handed_in == UNKNOWN_TIME) submission->handed_in = entry->handed_in;
        submission_name(submission);
    }
    return true;
}

bool rules_exclude(const Rules *rules, const Person *person) {
    const json_t *excluded = json_object_get(rules->values, "excluded");
    for (size_t i = 0; i < json_array_size(excluded); i++) {
        const Meant *meant = meaning(rules, json_string_value(json_array_get(excluded, i)));
        if (meant && (meant->person == person || (meant->person && person_same(meant->person, person)))) return true;
    }
    return false;
}

// A group stays in as long as one of its members does.
static bool excludes_submission(const Rules *rules, const Submission *submission) {
    const json_t *excluded = json_object_get(rules->values, "excluded");
    unsigned members = 0;
    for (size_t i = 0; i < json_array_size(excluded); i++) {
        const Meant *meant = meaning(rules, json_string_value(json_array_get(excluded, i)));
        if (meant && !meant->person && people_meant(meant, submission)) return true;
    }
    for (unsigned p = 0; p < submission->person_count; p++) members += rules_exclude(rules, &submission->people[p]);
    return members == submission->person_count;
}

static const json_t *value_for(const Rules *rules, const char *rule, const Submission *submission) {
    json_t *object = json_object_get(rules->values, rule), *value;
    const char *who;
    json_object_foreach(object, who, value) {
        const Meant *meant = meaning(rules, who);
        if (meant && people_meant(meant, submission)) return value;
    }
    return NULL;
}

const char *rules_take(const Rules *rules, const Submission *submission, const Exercise *exercise) {
    return json_string_value(json_object_get(value_for(rules, "take", submission), exercise->name));
}

int64_t rules_due(const Rules *rules, const Submission *submission) {
    const char *text = json_string_value(value_for(rules, "extensions", submission));
    int64_t seconds;
    if (!text) return rules->due;
    if (!duration_read(text, &seconds)) return time_read(text, &seconds) ? seconds : rules->due;
    return rules->due == UNKNOWN_TIME ? UNKNOWN_TIME : rules->due + seconds;
}

bool rules_apply(Rules *rules, Submissions *list, const Roster *roster, Message error) {
    if (!learn_words(rules, list, roster, error)) return false;
    for (unsigned s = 0; s < list->count; s++) {
        Submission *submission = &list->items[s];
        const char *lateness = json_string_value(value_for(rules, "lateness", submission));
        if (excludes_submission(rules, submission))
            snprintf(submission->left_out, sizeof submission->left_out, "excluded by the rules");
        int64_t due = rules_due(rules, submission);
        if (due != UNKNOWN_TIME && submission->handed_in != UNKNOWN_TIME)
            submission->late = submission->handed_in > due + rules->grace;
        else if (due != rules->due) submission->late = false; // nobody knows when it came
        if (!lateness) continue;
        duration_read(lateness, &submission->seconds_late);
        submission->late = submission->seconds_late > 0;
        submission->late_by_hand = true;
    }
    return true;
}

// ---- arithmetic ----

static double share_of(const RuleItem *item) { return item->most > 0 ? item->points / item->most : 1; }

// The one to be dropped next; NULL: none is left to drop.
static RuleItem *lowest(RuleItem *items, unsigned count) {
    RuleItem *found = NULL;
    for (unsigned i = 0; i < count; i++) {
        RuleItem *item = &items[i];
        if (item->dropped || item->bonus || item->weight <= 0) continue;
        bool lower = !found || share_of(item) < share_of(found);
        if (lower || (share_of(item) == share_of(found) && item->weight > found->weight)) found = item;
    }
    return found;
}

RuleSum rules_sum(const Rules *rules, RuleItem *items, unsigned count) {
    RuleSum sum = {0, 0};
    unsigned counted = 0;
    for (unsigned i = 0; i < count; i++) counted += items[i].weight > 0 && !items[i].bonus;
    for (unsigned n = 0; n < rules->drop && n + 1 < counted; n++) lowest(items, count)->dropped = true;
    for (unsigned i = 0; i < count; i++) {
        if (items[i].dropped) continue;
        sum.points += items[i].weight * items[i].points;
        sum.most += items[i].bonus ? 0 : items[i].weight * items[i].most;
    }
    if (rules->cap > 0 && sum.points > rules->cap) sum.points = rules->cap;
    if (rules->cap > 0 && sum.most > rules->cap) sum.most = rules->cap;
    return sum;
}

static unsigned days_left(const Rules *rules, const Submission *submission) {
    unsigned left = rules->grace_days;
    for (unsigned p = 0; p < submission->person_count; p++) {
        unsigned own = grace_left(rules, &submission->people[p]);
        left = own < left ? own : left;
    }
    return left;
}

// How late it is in words: in hours where each hour counts.
static void say_late(const Rules *rules, int64_t late, bool used, char words[160]) {
    bool hourly = rules->late.every && rules->late.every < DAY;
    long long count = hourly ? (late + rules->late.every - 1) / rules->late.every : (late + DAY - 1) / DAY;
    if (late > 0) snprintf(words, 160, "%lld %s%s late", count, hourly ? "hour" : "day", count == 1 ? "" : "s");
    else snprintf(words, 160, late_is_graded(&rules->late) || used ? "late, taken as 1 day" : "late");
}

Lateness rules_lateness(const Rules *rules, const Submission *submission) {
    int64_t due = rules_due(rules, submission);
    bool timed = due != UNKNOWN_TIME && submission->handed_in != UNKNOWN_TIME;
    int64_t late = submission->late_by_hand ? submission->seconds_late : timed ? submission->handed_in - due : 0;
    Lateness lateness = {.off = 0};
    if (due != rules->due && !submission->late_by_hand)
        text_append(lateness.words, sizeof lateness.words, "with an extension");
    if (!submission->late) return lateness;
    int64_t days = late > 0 ? (late + DAY - 1) / DAY : 1, left = days_left(rules, submission);
    int64_t used = left < days ? left : days;
    if (!late_is_graded(&rules->late) && used < days) used = 0;
    lateness.days_used = (unsigned)used;
    LateCost cost = late_cost(&rules->late, (late > 0 ? late : DAY) - used * DAY);
    lateness.off = cost.share;
    lateness.points = cost.points;
    char words[160];
    say_late(rules, late, used > 0, words);
    text_append(lateness.words, sizeof lateness.words, "%s%s", lateness.words[0] ? ", " : "", words);
    if (used)
        text_append(lateness.words, sizeof lateness.words, ", %lld covered by grace days (%lld of %u left)",
                    (long long)used, (long long)(left - used), rules->grace_days);
    if (lateness.off > 0) text_append(lateness.words, sizeof lateness.words, ": %.4g %% off", 100 * lateness.off);
    if (lateness.points > 0)
        text_append(lateness.words, sizeof lateness.words, ": %.4g point%s off", lateness.points,
                    lateness.points == 1 ? "" : "s");
    return lateness;
}
