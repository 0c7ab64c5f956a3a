// compared.h - compare.py as tests call it.
#ifndef COMPARED_H
#define COMPARED_H

const char *build_folder(void);
// Runs compare.py in that scratch folder; fails the test, with what it prints, if it does not end with 0.
void compare_compilers(char *folder, char *what, char *first, char *second, char *third);

#endif
