// harness.cuh - what common/harness.h is to a compiled answer, for one that is interpreted: the case is the page's, and
// answer.c knows the functions that are only declared here.
#ifndef HARNESS_H
#define HARNESS_H

#include "workbook.h"

int64_t __case_integer(const char *name);
uint64_t __case_count(const char *name);
void *__case_array(const char *name);

class Case {
  public:
    int size(const char *name) const { return static_cast<int>(__case_integer(name)); }
    int64_t integer(const char *name) const { return __case_integer(name); }
    uint64_t count(const char *name) const { return __case_count(name); }
    template <typename T> T *device(const char *name) { return static_cast<T *>(__case_array(name)); }
    template <typename T> const T *host(const char *name) const { return static_cast<const T *>(__case_array(name)); }
    template <typename T> T *host_output(const char *name) { return static_cast<T *>(__case_array(name)); }
};

void run_case(Case &c); // the interface's

void __case_run() {
    Case c;
    run_case(c);
}
#endif
