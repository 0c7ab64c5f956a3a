// jobs.h - programs that tests run, several at once, and where the build they test lies.
#ifndef JOBS_H
#define JOBS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define JOB_ARGUMENTS 14
#define JOB_PATH 512

typedef struct {
    const char *arguments[JOB_ARGUMENTS]; // NULL-terminated; the first is a path or a name on the PATH
    char output[JOB_PATH];                // file that standard output and standard error go to
    int status;                           // set: exit status, 128 + the signal that ended it, or 124 after ten minutes
} Job;

// Ends the whole test program (status 2) if a condition does not hold without which nothing can be tested. Unlike
// Check's assertions it may be used while suites are made.
void need(bool condition, const char *what);
// Runs all jobs, at most one per core at a time, and returns when all have ended.
void jobs_run(Job *jobs, size_t count);
// What a job wrote as its report (--json FILE), owned by the caller. The test fails if there is none.
json_t *job_report(const Job *job, const char *file);
// Writes the path of a file in the build folder that the tests themselves lie in to path[JOB_PATH]; returns path.
char *build_path(char *path, const char *name);
// The whole content of a file, NUL-terminated, owned by the caller, which needs it.
char *text_read(const char *path);

#endif
