// exported_class.c - the export of a class in a folder of its own, and the class as it is read from there, for tests.
#include "exported_class.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

void exported_class_open(ExportedClass *class) {
    *class = (ExportedClass){.list.count = 0};
    scratch_folder(class->folder, "export");
    snprintf(class->table, sizeof class->table, "%s/table.csv", class->folder);
    snprintf(class->export, sizeof class->export, "%s/export", class->folder);
    ck_assert(folder_make(class->export));
}

void exported_class_close(ExportedClass *class) {
    submissions_free(&class->list);
    roster_free(&class->roster);
    folder_remove(class->folder);
}

void exported_class_make(ExportedClass *class, MadeKind kind, unsigned students, bool zipped, const char *source) {
    export_make(kind, class->export, students, zipped, source, class->table);
    if (zipped) strcat(class->export, "/export.zip");
}

void exported_class_put(const ExportedClass *class, const char *name, const char *text) {
    scratch_write(class->export, name, text, strlen(text));
}

void exported_class_put_table(const ExportedClass *class, const char *text) {
    scratch_write(class->folder, "table.csv", text, strlen(text));
}

int exported_class_read(ExportedClass *class, bool with_table) {
    char error[200];
    int unmatched = 0;
    if (with_table) {
        ck_assert_msg(roster_read(class->table, &class->roster, error), "%s", error);
        class->list.knows = roster_knows;
        class->list.bearers = roster_bearers;
        class->list.roster = &class->roster;
    }
    ck_assert_msg(submissions_find(class->export, NULL, &class->list, error), "%s", error);
    if (with_table) unmatched = roster_apply(&class->roster, &class->list);
    ck_assert_int_ge(unmatched, 0);
    ck_assert(submissions_attempts(&class->list, false));
    return unmatched;
}
