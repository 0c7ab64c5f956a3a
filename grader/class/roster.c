// roster.c - the people of a class out of a table.
#define _GNU_SOURCE // strcasestr
#include "roster.h"
#include "people.h"

#include "../submissions/platforms/platform.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- columns ----

// In English, and as platforms call them in German, French, Spanish, Italian, Portuguese and Dutch.
// A person's id is the first that has something: "ID number" before Moodle's "Identifier", which is another in each
// assignment.
static const char *const id_columns[] = {"Display ID",
                                         "ID",
                                         "SID",
                                         "Student ID",
                                         "SIS User ID",
                                         "ID number",
                                         "idnumber",
                                         "roster_identifier",
                                         "Matriculation number",
                                         "Matrikelnummer",
                                         "ID-Nummer",
                                         "Numéro d’identification",
                                         "Número de ID",
                                         "Codice identificativo",
                                         "Número de identificação",
                                         "ID-nummer",
                                         "OrgDefinedId",
                                         "student_repository_name",
                                         "Identifier",
                                         "Teilnehmer-ID",
                                         "github_id"};
static const char *const login_columns[] = {
    "Login",        "Username",        "SIS Login ID",      "github_username",   "User",
    "Benutzername", "Anmeldename",     "Nom d'utilisateur", "Nom d’utilisateur", "Nombre de usuario",
    "Nome utente",  "Nome de usuário", "Gebruikersnaam"};
static const char *const email_columns[] = {
    "Email",           "Email address",       "E-mail",         "Mail",
    "E-Mail-Adresse",  "Adresse de courriel", "Adresse e-mail", "Dirección de correo",
    "Indirizzo email", "Endereço de email",   "E-mailadres"};
static const char *const name_columns[] = {
    "Name",        "Student",         "Full name",     "Student name",  "Vollständiger Name",
    "Nom complet", "Nombre completo", "Nome completo", "Volledige naam"};
static const char *const first_columns[] = {"First name", "FirstName", "first_name", "First",   "Vorname",
                                            "Prénom",     "Nombre",    "Nome",       "Voornaam"};
static const char *const last_columns[] = {"Last name", "LastName",  "last_name",      "Surname",   "Last",
                                           "Nachname",  "Nom",       "Nom de famille", "Apellidos", "Apellido(s)",
                                           "Cognome",   "Sobrenome", "Achternaam"};
static const char *const group_columns[] = {"Group",  "Group name", "group_name", "Team", "Gruppe",
                                            "Groupe", "Grupo",      "Gruppo",     "Groep"};
static const char *const time_columns[] = {"Submission Time", "Submission date", "submission_timestamp",
                                           "Last modified (submission)", "datetime"};
#define COLUMN(csv, names) first_column(csv, names, sizeof names / sizeof *names)

static int first_column(const Csv *csv, const char *const *names, size_t count) {
    int found = -1;
    for (size_t i = 0; i < count && found < 0; i++) found = csv_column(csv, names[i]);
    return found;
}

static void add_keys(Roster *roster, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int column = csv_column(&roster->csv, names[i]);
        if (column >= 0 && roster->key_count < sizeof roster->keys / sizeof *roster->keys)
            roster->keys[roster->key_count++] = column;
    }
}

// ---- reading ----

// Moodle's "Participant 1234", in the teacher's language, means 1234. Brightspace puts "#" before ids and logins.
static const char *key_cell(const Roster *roster, unsigned line, unsigned key) {
    const char *cell = csv_cell(&roster->csv, line, roster->keys[key]);
    return roster->numbered[key] ? worksheet_number(cell) : cell + strspn(cell, " #");
}

// A login such as stud12 is a word and a number, too, so that a blank has to be between them where no more is known.
static bool is_numbered(const Roster *roster, int column) {
    const char *first = csv_cell(&roster->csv, roster->csv.head + 1, column), *number = worksheet_number(first);
    if (!worksheet_numbers(&roster->csv, column)) return false;
    return number[-1] == ' ' || (roster->worksheet && column == roster->sheet.identifier);
}

static void copy_cell(char *to, size_t size, const Csv *csv, unsigned line, int column) {
    const char *cell = csv_cell(csv, line, column);
    text_copy(to, size, cell + strspn(cell, " #"));
}

// A form's table has its questions as heads, such as "What is your name?".
static int asked_name(const Csv *csv) {
    for (unsigned i = 0; i < csv->rows[csv->head].count; i++)
        if (strcasestr(csv_cell(csv, csv->head, (int)i), "your name") ||
            strcasestr(csv_cell(csv, csv->head, (int)i), "your full name"))
            return (int)i;
    return -1;
}

static void read_name(Roster *roster, unsigned line, Person *person) {
    int first = COLUMN(&roster->csv, first_columns), last = COLUMN(&roster->csv, last_columns);
    int name = COLUMN(&roster->csv, name_columns);
    if (name < 0) name = asked_name(&roster->csv);
    if (name < 0 && roster->worksheet) name = roster->sheet.name;
    copy_cell(person->name, sizeof person->name, &roster->csv, line, name);
    if (person->name[0]) return;
    char words[256];
    text_format(words, sizeof words, "%.120s %.120s", csv_cell(&roster->csv, line, first),
                csv_cell(&roster->csv, line, last));
    text_copy(person->name, sizeof person->name, words + strspn(words, " "));
}

// Rows that are no people: Canvas puts what an assignment is worth, and how it is posted, below the head.
static bool is_person(const Roster *roster, unsigned line) {
    bool any = false;
    for (unsigned i = 0; i < roster->key_count; i++) any |= csv_cell(&roster->csv, line, roster->keys[i])[0] != 0;
    const char *first = csv_cell(&roster->csv, line, 0);
    return any && !text_begins(first + strspn(first, " "), "Points Possible");
}

static void read_entry(Roster *roster, unsigned line) {
    RosterEntry *entry = &roster->entries[roster->count];
    const Csv *csv = &roster->csv;
    *entry = (RosterEntry){.line = line, .handed_in = UNKNOWN_TIME, .person.row = (int)roster->count};
    for (unsigned i = 0; i < roster->key_count && !entry->person.id[0]; i++)
        text_copy(entry->person.id, sizeof entry->person.id, key_cell(roster, line, i));
    copy_cell(entry->person.login, sizeof entry->person.login, csv, line, roster->login);
    copy_cell(entry->person.email, sizeof entry->person.email, csv, line, roster->email);
    copy_cell(entry->group, sizeof entry->group, csv, line, COLUMN(csv, group_columns));
    read_name(roster, line, &entry->person);
    if (!entry->person.name[0]) text_copy(entry->person.name, sizeof entry->person.name, entry->person.id);
    time_read(csv_cell(csv, line, COLUMN(csv, time_columns)), &entry->handed_in);
    roster->count++;
}

// Classroom 50 writes a line for each of a student's submissions, the newest first.
static bool is_again(const Roster *roster, unsigned line) {
    const char *login = csv_cell(&roster->csv, line, roster->login);
    bool versions = csv_column(&roster->csv, "submission_tag") >= 0;
    for (unsigned e = 0; versions && e < roster->count; e++)
        if (!strcasecmp(roster->entries[e].person.login, login)) return true;
    return false;
}

#define MOST_ABOVE 5 // lines above the names of the columns, where Sakai writes the assignment's title

static void find_head(Csv *csv) {
    for (csv->head = 0; csv->head < csv->count && csv->head < MOST_ABOVE; csv->head++)
        if (COLUMN(csv, id_columns) >= 0 || COLUMN(csv, login_columns) >= 0 || COLUMN(csv, email_columns) >= 0) return;
    csv->head = 0;
}

// A column that could tell people apart, whatever it is called: filled in each row, no two alike, without blanks.
static bool is_like_ids(const Csv *csv, int column) {
    for (unsigned line = csv->head + 1; line < csv->count; line++) {
        const char *cell = csv_cell(csv, line, column);
        if (csv_is_blank(csv, line)) continue;
        if (!cell[0] || strpbrk(cell, " \t\n")) return false;
        for (unsigned above = csv->head + 1; above < line; above++)
            if (!strcasecmp(cell, csv_cell(csv, above, column))) return false;
    }
    return csv->count > csv->head + 2;
}

// The columns of a table in a language that is not known here.
static void guess_keys(Roster *roster) {
    const size_t most = sizeof roster->keys / sizeof *roster->keys;
    if (roster->worksheet) roster->keys[roster->key_count++] = roster->sheet.identifier;
    for (unsigned i = 0; !roster->worksheet && i < roster->csv.rows[roster->csv.head].count; i++)
        if (roster->key_count < most && is_like_ids(&roster->csv, (int)i)) roster->keys[roster->key_count++] = (int)i;
}

static bool has_key(const Roster *roster, int column) {
    for (unsigned i = 0; i < roster->key_count; i++)
        if (roster->keys[i] == column) return true;
    return false;
}

static bool read_people(Roster *roster, Message error) {
    find_head(&roster->csv);
    roster->worksheet = worksheet_find(&roster->csv, &roster->sheet);
    add_keys(roster, id_columns, sizeof id_columns / sizeof *id_columns);
    add_keys(roster, login_columns, sizeof login_columns / sizeof *login_columns);
    add_keys(roster, email_columns, sizeof email_columns / sizeof *email_columns);
    bool known = roster->key_count && (!roster->worksheet || has_key(roster, roster->sheet.identifier));
    if (!known && roster->csv.count) guess_keys(roster);
    for (unsigned i = 0; i < roster->key_count; i++) roster->numbered[i] = is_numbered(roster, roster->keys[i]);
    roster->login = COLUMN(&roster->csv, login_columns);
    roster->email = COLUMN(&roster->csv, email_columns);
    roster->entries = calloc(roster->csv.count + 1, sizeof *roster->entries);
    if (!roster->entries) return message_set(error, "out of memory");
    for (unsigned line = roster->csv.head + 1; line < roster->csv.count && roster->key_count; line++)
        if (is_person(roster, line) && !is_again(roster, line)) read_entry(roster, line);
    if (!roster->count)
        message_set(error, "%.100s has no column of ids, logins or addresses (id, login, email)", roster->path);
    return roster->count > 0;
}

bool roster_read(const char *path, Roster *roster, Message error) {
    *roster = (Roster){.path = path};
    return csv_read(path, &roster->csv, error) && read_people(roster, error);
}

bool roster_take(const char *path, char *text, size_t length, Roster *roster, Message error) {
    *roster = (Roster){.own = strdup(path)};
    roster->path = roster->own ? roster->own : "";
    return csv_take(path, text, length, &roster->csv, error) && read_people(roster, error);
}

void roster_free(Roster *roster) {
    csv_free(&roster->csv);
    free(roster->entries);
    free(roster->own);
    *roster = (Roster){.count = 0};
}

// ---- who is who ----

bool roster_has_key(const Roster *roster, unsigned entry, const char *text) {
    for (unsigned i = 0; text[0] && i < roster->key_count; i++)
        if (!strcasecmp(key_cell(roster, roster->entries[entry].line, i), text)) return true;
    return false;
}

static int find_key(const Roster *roster, const char *text) {
    for (unsigned e = 0; e < roster->count; e++)
        if (roster_has_key(roster, e, text)) return (int)e;
    return -1;
}

unsigned roster_knows(const void *roster, const char *id) { return (unsigned)(find_key(roster, id) + 1); }

unsigned roster_bearers(const void *table, const char *name) {
    const Roster *roster = table;
    unsigned count = 0;
    for (unsigned e = 0; e < roster->count; e++) count += name_same(name, roster->entries[e].person.name);
    return count;
}

static int find_ids(const Roster *roster, const Person *person) {
    int found = find_key(roster, person->id);
    if (found < 0) found = find_key(roster, person->login);
    return found < 0 ? find_key(roster, person->email) : found;
}

static int find_name(const Roster *roster, const char *name) {
    int found = -1;
    for (unsigned e = 0; e < roster->count; e++) {
        if (!name_same(name, roster->entries[e].person.name)) continue;
        if (found >= 0) return -1; // of two people with the same name it is neither
        found = (int)e;
    }
    return found;
}

static void identify(Roster *roster, Submission *submission, Person *person, int entry) {
    const Person *known = &roster->entries[entry].person;
    roster->entries[entry].absent = false;
    if (submission->handed_in == UNKNOWN_TIME) submission->handed_in = roster->entries[entry].handed_in;
    *person = *known;
}

// A submission of a group by its name: everybody whose group is called so. -1: out of memory; else how many.
static int find_group(Roster *roster, Submission *submission) {
    char group[128];
    int members = 0;
    text_copy(group, sizeof group, submission->people[0].name);
    for (unsigned e = 0; e < roster->count; e++) {
        if (!roster->entries[e].group[0] || !name_same(group, roster->entries[e].group)) continue;
        if (members++ && !submission_add_person(submission, &roster->entries[e].person)) return -1;
        identify(roster, submission, &submission->people[submission->person_count - 1], (int)e);
    }
    return members;
}

// Moodle may put a login or, in older versions, a team before the name: "alee Ann Lee", "Team Red-Ann Lee".
static bool ends_with_name(const char *name, const char *known) {
    for (name = strpbrk(name, "- "); name; name = strpbrk(name + 1, "- "))
        if (name[1] && !name_differs(name + 1, known)) return true;
    return false;
}

// Whether a submission with one person's number bears another name, as that of a group does.
static bool bears_other_name(const Roster *roster, const Submissions *list, const Submission *submission) {
    int entry = find_ids(roster, submission->people);
    if (list->platform->groups == GROUPS_NONE || submission->person_count != 1 || entry < 0) return false;
    const Person *known = &roster->entries[entry].person;
    bool named = strcmp(known->name, known->id) != 0; // else the table has no names
    return named && name_differs(submission->people[0].name, known->name) &&
           !ends_with_name(submission->people[0].name, known->name);
}

static unsigned count_unknown(const Submissions *list, const char *name) {
    unsigned count = 0;
    for (unsigned s = 0; s < list->count; s++)
        for (unsigned p = 0; p < list->items[s].person_count; p++)
            count += list->items[s].people[p].row < 0 && name_same(name, list->items[s].people[p].name);
    return count;
}

// Somebody of whom the export has a name and no id, and whose name is that of one person whom nobody else is.
static int find_by_name_alone(const Roster *roster, const Submissions *list, const Person *person) {
    bool only_name = !person->id[0] || !strcmp(person->id, person->name);
    int entry = person->row < 0 && only_name ? find_name(roster, person->name) : -1;
    bool free = entry >= 0 && roster->entries[entry].absent && count_unknown(list, person->name) == 1;
    return free ? entry : -1;
}

static void apply_names(Roster *roster, Submissions *list, int *unknown) {
    for (unsigned s = 0; s < list->count; s++) {
        Submission *submission = &list->items[s];
        for (unsigned p = 0; p < submission->person_count && !submission->of_group; p++) {
            int entry = find_by_name_alone(roster, list, &submission->people[p]);
            if (entry < 0) continue;
            identify(roster, submission, &submission->people[p], entry);
            submission_name(submission);
            --*unknown;
        }
    }
}

// People are found by ids; by names only if no id of the export is in the table, or the export has no id of somebody.
// How many are not found; -1: out of memory.
static int apply_to(Roster *roster, const Submissions *list, Submission *submission, bool names) {
    bool other = bears_other_name(roster, list, submission);
    int unknown = 0, members = 0;
    if (submission->person_count == 1 && (other || find_ids(roster, submission->people) < 0))
        members = find_group(roster, submission);
    submission->of_group = other && !members;
    bool number = !other || list->platform->groups != GROUPS_BY_NUMBER; // else it is not this person's
    for (unsigned p = 0; p < submission->person_count && !members; p++) {
        Person *person = &submission->people[p];
        int entry = names ? find_name(roster, person->name) : number ? find_ids(roster, person) : -1;
        if (entry >= 0) identify(roster, submission, person, entry);
        unknown += entry < 0;
    }
    submission_name(submission);
    return members < 0 ? -1 : unknown;
}

static int apply(Roster *roster, Submissions *list, bool names) {
    int unknown = 0;
    for (unsigned s = 0; s < list->count; s++) {
        int here = apply_to(roster, list, &list->items[s], names);
        if (here < 0) return -1;
        unknown += here;
    }
    return unknown;
}

int roster_apply(Roster *roster, Submissions *list) {
    unsigned people = 0;
    for (unsigned e = 0; e < roster->count; e++) roster->entries[e].absent = true;
    for (unsigned s = 0; s < list->count; s++) people += list->items[s].person_count;
    int unknown = apply(roster, list, false);
    if (unknown > 0 && (unsigned)unknown == people) return apply(roster, list, true);
    if (unknown > 0) apply_names(roster, list, &unknown);
    return unknown;
}
