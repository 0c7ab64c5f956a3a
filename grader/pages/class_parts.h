// class_parts.h - what the parts of the class's page share.
#ifndef CLASS_PARTS_H
#define CLASS_PARTS_H

#include "pages.h"

// class_students.c
typedef struct {
    double points;
    int most, counted;               // counted: the most that could be earned where points are settled
    unsigned begun, passed, waiting; // exercises begun; passed; without a verdict, or waiting for a person
} PageTotal;
const Verdict *page_verdict_of(const PageStudent *student, unsigned exercise);
bool page_counts(const Verdict *verdict); // whether there is a verdict, and it has points
PageTotal page_total_of(const PageClass *class, const PageStudent *student);
// A link to what the student is told, of an exercise or (NULL) of all.
void page_student_link(Html *out, const PageStudent *student, const Exercise *exercise, const char *words);
// By which the platform knows somebody; nothing if it is the name, or not known.
void page_number(Html *out, const char *number, const char *name);
void page_class_students(Html *out, const PageClass *class); // the section with a row for each

// class_look.c
void page_class_look(Html *out, const PageClass *class);    // who needs a look, and why
void page_class_changes(Html *out, const PageClass *class); // what the last run changed

// class_script.c: sorts and searches the page's tables. The page is whole without it.
extern const char page_class_script[]; // its hash, for the page's policy
void page_class_script_write(Html *out);

#endif
