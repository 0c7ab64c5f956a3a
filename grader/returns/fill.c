// fill.c - scores into the table that the instructor exported, so that the platform imports it again.
//
// Tables are known by their columns, a row of `tables` each. People are found by their line of the table, not by name.
// Points are scaled to what the table says the work is worth.
#include "returns.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// "HW 1 (77)"
static bool is_canvas(const char *title, double *worth) {
    size_t length = strlen(title), digits = 0;
    *worth = 0;
    if (length < 4 || title[length - 1] != ')') return false;
    while (digits + 2 < length && isdigit((unsigned char)title[length - 2 - digits])) digits++;
    return digits && title[length - 2 - digits] == '(';
}

// "HW 1 [Total Pts: 10 Score] |664617", in any language; a sum is "Total [Total Pts: up to 100 Score] |664618".
static bool is_blackboard(const char *title, double *worth) {
    const char *open = strrchr(title, '['), *colon = open ? strchr(open, ':') : NULL, *bar = strrchr(title, '|');
    *worth = 0;
    if (!colon || !bar || bar < colon || !bar[1] || bar[1 + strspn(bar + 1, "0123456789")]) return false;
    colon += 1 + strspn(colon + 1, " ");
    *worth = strtod(colon, NULL);
    return isdigit((unsigned char)*colon) != 0;
}

// "HW 1 Points Grade <Numeric MaxPoints:10 Weight:5>"; what is in the brackets may be missing.
static bool is_brightspace(const char *title, double *worth) {
    static const char ending[] = " Points Grade", most[] = "MaxPoints:";
    const char *found = strstr(title, ending), *points = found ? strstr(found, most) : NULL;
    *worth = points ? strtod(points + sizeof most - 1, NULL) : 0;
    return found && (!found[sizeof ending - 1] || found[sizeof ending - 1] == ' ');
}

// "HW 1 [10]" of Sakai's gradebook; "* HW 1" holds comments, and "# ..." what is not read back.
static bool is_gradebook(const char *title, double *worth) {
    const char *open = strrchr(title, '[');
    char *end = NULL;
    *worth = open ? strtod(open + 1, &end) : 0;
    return open && end > open + 1 && !strcmp(end, "]") && open > title && !strchr("*#", title[0]);
}

#define SAKAI_GRADE 4 // its column

typedef struct {
    const char *file;            // in RESULTS
    const char *marks[2];        // columns that only such tables have together
    const char *grade;           // the column to fill in; NULL: the assignment's, "HW 1 (77)"
    const char *worth;           // the column of what it is out of; NULL: the line "Points Possible"
    double usual;                // what the work is out of where neither the table nor the rules say it; 0: not known
    const char *locked, *closed; // a column, and what it says where nothing may be changed
    const char *status, *graded; // a column and what it says once there is a grade
    const char *comment;         // a column for a sentence
    bool feedback;               // which takes the whole feedback as text
    // Whether a column is an assignment's, and what it is worth as its title tells, 0 if it does not. NULL: as Canvas.
    bool (*is_assignment)(const char *title, double *worth);
    bool part; // only who the student is, and the grade: other columns could undo changes made meanwhile
} Table;

static const Table tables[] = {
    {.file = "canvas.csv", .marks = {"Student", "Section"}, .part = true},
    {.file = "moodle.csv",
     .marks = {"Identifier", "Maximum grade"},
     .grade = "Grade",
     .worth = "Maximum grade",
     .locked = "Grade can be changed",
     .closed = "No",
     .comment = "Feedback comments"},
    {.file = "gradescope.csv",
     .marks = {"Total Score", "Submission ID"},
     .grade = "Total Score",
     .worth = "Max Points",
     .status = "Status",
     .graded = "Graded"},
    {.file = "blackboard.csv",
     .marks = {"Username", "Availability"},
     .comment = "Feedback to Learner",
     .feedback = true,
     .is_assignment = is_blackboard,
     .part = true},
    {.file = "sakai.csv", .marks = {"Display ID", "Last Name"}, .grade = "grade"},
    {.file = "sakai_gradebook.csv",
     .marks = {"Student ID", "Student Name"},
     .is_assignment = is_gradebook,
     .part = true},
    {.file = "brightspace.csv",
     .marks = {"End-of-Line Indicator", "End-of-Line Indicator"},
     .is_assignment = is_brightspace,
     .part = true},
    {.file = "classroom50.csv",
     .marks = {"submission_tag", "max_score"},
     .grade = "score",
     .worth = "max_score",
     .locked = "override",
     .closed = "true"},
    {.file = "codegrade.csv",
     .marks = {"Assigned to", "Grade"},
     .grade = "Grade",
     .usual = 10,
     .comment = "General feedback",
     .feedback = true},
    {.file = "classroom.csv", // of GitHub Classroom, which was retired in August 2026
     .marks = {"github_username", "points_awarded"},
     .grade = "points_awarded",
     .worth = "points_available"},
};

static const Table *table_for(const char *file) {
    size_t i = 0;
    while (strcmp(tables[i].file, file)) i++;
    return &tables[i];
}

// Sakai writes the title of the assignment and a blank line above the names of the columns; the fifth column is the
// grade.
static bool is_sakai(const Csv *csv) {
    return csv->head == 2 && csv_is_blank(csv, 1) && csv->rows[2].count > SAKAI_GRADE;
}

static bool has_assignment(const Csv *csv, const Table *table) {
    double worth;
    for (unsigned i = 0; i < csv->rows[csv->head].count; i++)
        if (table->is_assignment(csv->rows[csv->head].cells[i], &worth)) return true;
    return false;
}

static bool is_marked(const Csv *csv, const Table *table) {
    if (csv_column(csv, table->marks[0]) < 0 || csv_column(csv, table->marks[1]) < 0) return false;
    return table->is_assignment != is_gradebook || has_assignment(csv, table); // else it may be anybody's own
}

// A table in another language than English is known by its form.
static const Table *table_of(const Roster *roster) {
    const Csv *csv = &roster->csv;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (is_marked(csv, &tables[i])) return &tables[i];
    if (roster->worksheet) return table_for("moodle.csv");
    if (is_sakai(csv)) return table_for("sakai.csv");
    return has_assignment(csv, table_for("blackboard.csv")) ? table_for("blackboard.csv") : NULL;
}

// ---- where columns are assignments ----

static bool is_assignment(const Table *table, const char *title) {
    double worth;
    return (table->is_assignment ? table->is_assignment : is_canvas)(title, &worth);
}

// The line below the head that begins so, 0 if there is none.
static unsigned points_line(const Csv *csv) {
    for (unsigned line = 1; line < csv->count && line < 4; line++) {
        const char *first = csv_cell(csv, line, 0);
        if (!strncmp(first + strspn(first, " "), "Points Possible", 15)) return line;
    }
    return 0;
}

static int only_assignment(const Csv *csv, const Table *table, Message error) {
    int found = -1;
    for (unsigned i = 0; i < csv->rows[csv->head].count; i++) {
        if (!is_assignment(table, csv->rows[csv->head].cells[i])) continue;
        if (found >= 0)
            return message_set(error, "which column is it, \"%.60s\" or \"%.60s\"? Say it in the rules: column",
                               csv->rows[csv->head].cells[found], csv->rows[csv->head].cells[i]),
                   -1;
        found = (int)i;
    }
    if (found < 0) message_set(error, "there is no column of an assignment; say which one in the rules: column");
    return found;
}

// Where the grade stands in a table whose columns have other names than in English; -1: it is not known.
static int translated_grade(const Roster *roster, const Table *table) {
    if (table == table_for("moodle.csv") && roster->worksheet) return roster->sheet.grade;
    return table == table_for("sakai.csv") && is_sakai(&roster->csv) ? SAKAI_GRADE : -1;
}

static int grade_column(const Roster *roster, const Table *table, const Rules *rules, Message error) {
    const Csv *csv = &roster->csv;
    const char *name = rules->column ? rules->column : table->grade;
    int found = name ? csv_column(csv, name) : only_assignment(csv, table, error);
    if (found < 0 && !rules->column && name) found = translated_grade(roster, table);
    for (unsigned i = 0; found < 0 && name && i < csv->rows[csv->head].count;
         i++) { // "HW 1" for "HW 1 (77)" and "HW 1 [Total Pts: ..."
        const char *title = csv->rows[csv->head].cells[i];
        size_t length = strlen(name);
        bool whole = !strncasecmp(title, name, length) && title[length] == ' ' && strchr("([P", title[length + 1]);
        if (whole && title[length + 1] && is_assignment(table, title)) found = (int)i;
    }
    if (found < 0 && name) message_set(error, "there is no column \"%.100s\"", name);
    return found;
}

// ---- cells ----

typedef struct {
    Csv *csv;
    const Table *table;
    const Rules *rules;
    const FillFeedback *feedback;
    int grade, worth, comment; // columns; -1: there is none
    unsigned points;           // the line of what it is worth
    bool *filled;              // lines
} Filling;

// The column of what the work is worth, and the one for a sentence or feedback: by their names in English, or else by
// their places. Blackboard writes four columns after the grade; the third is the student's feedback.
static void find_columns(const Roster *roster, Filling *filling) {
    const Table *table = filling->table;
    const CsvRow *head = &roster->csv.rows[roster->csv.head];
    unsigned behind = (unsigned)filling->grade + 1;
    filling->worth = table->worth ? csv_column(&roster->csv, table->worth) : -1;
    filling->comment = table->comment ? csv_column(&roster->csv, table->comment) : -1;
    if (filling->worth < 0 && table == table_for("moodle.csv") && roster->worksheet)
        filling->worth = roster->sheet.most;
    bool four = table == table_for("blackboard.csv") && filling->comment < 0 && behind + 4 <= head->count;
    for (unsigned i = behind; four && i < behind + 4; i++) four = !strchr(head->cells[i], '|');
    if (four) filling->comment = (int)behind + 2;
}

// "10.00", "100,00": what the work is worth there; 0 if the table does not tell.
static double worth_there(const Filling *filling, unsigned line) {
    const Table *table = filling->table;
    double titled = 0;
    if (table->is_assignment) table->is_assignment(csv_cell(filling->csv, filling->csv->head, filling->grade), &titled);
    if (titled > 0) return titled;
    const char *cell = table->worth ? csv_cell(filling->csv, line, filling->worth)
                                    : csv_cell(filling->csv, filling->points, filling->grade);
    char text[32], *comma;
    snprintf(text, sizeof text, "%s", cell);
    if ((comma = strchr(text, ','))) *comma = '.';
    return strtod(text, NULL);
}

// The platform's word comes first: it takes no more than that, and points are out of it there.
static double worth_of(const Filling *filling, unsigned line) {
    double there = worth_there(filling, line);
    if (there > 0) return there;
    return filling->rules->worth > 0 ? filling->rules->worth : filling->table->usual;
}

static bool writes_comma(const Filling *filling, unsigned line) {
    return filling->worth >= 0 && strchr(csv_cell(filling->csv, line, filling->worth), ',');
}

// What lateness takes off, in the points of the platform.
static void scale_words(const Score *score, double worth, char *words, size_t size) {
    char own[80];
    score_say_loss(score->points, score->earned, own, sizeof own);
    const char *found = worth > 0 && score->max_points > 0 ? strstr(score->words, own) : NULL;
    snprintf(words, size, "%s", score->words);
    if (!found) return;
    const char *rest = found + strlen(own);
    double factor = worth / score->max_points;
    words[found - score->words] = 0;
    score_say_loss(score->points * factor, score->earned * factor, own, sizeof own);
    text_append(words, size, "%s%s", own, rest);
}

static bool fill_line(Filling *filling, unsigned line, const Score *score) {
    const Table *table = filling->table;
    const char *locked = table->locked ? csv_cell(filling->csv, line, csv_column(filling->csv, table->locked)) : "";
    double worth = worth_of(filling, line), points = score->points;
    char text[64], *point;
    if (!score->graded || (table->closed && !strcasecmp(locked, table->closed))) return true;
    if (worth > 0 && score->max_points > 0) points *= worth / score->max_points;
    if (worth > 0 && points > worth) points = worth; // a platform would skip a larger one
    snprintf(text, sizeof text, "%.2f", points);
    if (writes_comma(filling, line) && (point = strchr(text, '.'))) *point = ',';
    bool set = csv_set(filling->csv, line, filling->grade, text);
    int status = table->status ? csv_column(filling->csv, table->status) : -1;
    if (set && status >= 0) set = csv_set(filling->csv, line, status, table->graded);
    char *words =
        table->feedback && filling->comment >= 0 ? filling->feedback->text(filling->feedback->context, score) : NULL;
    char scaled[sizeof score->words];
    scale_words(score, worth, scaled, sizeof scaled);
    if (set && filling->comment >= 0 && (words || scaled[0]))
        set = csv_set(filling->csv, line, filling->comment, words ? words : scaled);
    free(words);
    filling->filled[line] = set;
    return set;
}

// ---- the table ----

// For tables with `part`: whether the column says who the student is, by the platform's names, or is the grade. On
// Blackboard grades have a number, and in another language than English all else is left as it is.
static bool is_kept(const Filling *filling, unsigned column) {
    static const char *const kept[] = {
        "Student",        "LastName",     "FirstName",     "ID",           "SIS User ID",         "SIS Login ID",
        "Integration ID", "Root Account", "Section",       "Last Name",    "First Name",          "Username",
        "Student ID",     "Student Name", "Grading Notes", "Notes Format", "Feedback to Learner", "Feedback Format"};
    static const char *const brightspace[] = {"OrgDefinedId", "Username", "End-of-Line Indicator"};
    const char *name = filling->csv->rows[filling->csv->head].cells[column];
    if (filling->table->is_assignment == is_brightspace) { // which takes nothing else
        bool known = (int)column == filling->grade;
        for (size_t i = 0; i < sizeof brightspace / sizeof *brightspace; i++)
            known |= !strcasecmp(name, brightspace[i]);
        return known;
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strcasecmp(name, kept[i])) return true;
    bool translated =
        filling->table == table_for("blackboard.csv") && csv_column(filling->csv, filling->table->marks[0]) < 0;
    return (int)column == filling->grade || (translated && !strchr(name, '|'));
}

static void leave_columns(const Filling *filling) {
    for (unsigned column = filling->csv->rows[filling->csv->head].count; column-- > 0;)
        if (!is_kept(filling, column)) csv_drop(filling->csv, column);
}

static void put_table(const Filling *filling, FILE *out) {
    for (unsigned line = 0; line < filling->csv->count; line++)
        if (!filling->table->part || line <= filling->csv->head || line == filling->points || filling->filled[line])
            csv_put_row(out, filling->csv, line);
}

void fill_forget(const char *results) {
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(path, sizeof path, "%s/%s", results, tables[i].file);
        unlink(path);
    }
}

bool fill_possible(const Roster *roster, const Rules *rules, Message error) {
    const Table *table = roster->count ? table_of(roster) : NULL;
    return !table || grade_column(roster, table, rules, error) >= 0;
}

bool fill_worth_differs(Roster *roster, const Rules *rules, Message words) {
    Filling filling = {.csv = &roster->csv, .rules = rules, .table = roster->count ? table_of(roster) : NULL};
    if (!filling.table || rules->worth <= 0) return false;
    filling.points = filling.table->worth ? 0 : points_line(&roster->csv);
    if ((filling.grade = grade_column(roster, filling.table, rules, words)) < 0) return false;
    find_columns(roster, &filling);
    for (unsigned e = 0; e < roster->count; e++) {
        double there = worth_there(&filling, roster->entries[e].line);
        if (there <= 0 || there == rules->worth) continue;
        message_set(words,
                    "the rules say that the work is worth %g, and the platform's table says %g: grades are "
                    "scaled to %g",
                    rules->worth, there, there);
        return true;
    }
    return false;
}

bool fill_table(Roster *roster, const Rules *rules, const Scores *scores, const FillFeedback *feedback,
                const char **file, char **text, size_t *length, Message error) {
    Filling filling = {
        .csv = &roster->csv, .rules = rules, .feedback = feedback, .table = roster->count ? table_of(roster) : NULL};
    *file = NULL;
    if (!filling.table) return true;
    filling.points = filling.table->worth ? 0 : points_line(&roster->csv);
    if ((filling.grade = grade_column(roster, filling.table, rules, error)) < 0) return false;
    find_columns(roster, &filling);
    filling.filled = calloc(roster->csv.count + 1, sizeof *filling.filled);
    FILE *out = filling.filled ? open_memstream(text, length) : NULL;
    bool set = out != NULL;
    for (unsigned i = 0; i < scores->count && set; i++)
        if (scores->scores[i].person->row >= 0)
            set = fill_line(&filling, roster->entries[scores->scores[i].person->row].line, &scores->scores[i]);
    if (set && filling.table->part) leave_columns(&filling);
    if (set) put_table(&filling, out);
    if (out && fclose(out)) set = false;
    set = set && csv_encode(&roster->csv, text, length);
    free(filling.filled);
    if (!set) message_set(error, "out of memory");
    *file = filling.table->file;
    return set;
}
