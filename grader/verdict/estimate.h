// estimate.h - how long a program would take on the emulated GPU for a size as they are recorded on a real one.
//
// The program runs under `emulate --sample`: blocks of its launches are tried on a model of the GPU
// (device/emulator/time), and large launches are not run. So a problem of hundreds of megabytes takes a second. Nothing
// of the run but its estimates is used, and what the runtime copies.
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include "../measured/device_report.h"
#include "reference.h"

// Estimates exercise_estimated() for a program; its inputs must have been made by estimate_reference() before. step: of
// a solution's ladder, from 1 on; 0: the function as it is. folder is private to the caller. false: there is no
// estimate, and estimate->reason says why if anything is known.
typedef enum { TIME_ALONE, WITH_COSTS } EstimateKind; // costs take several times as long
bool estimate_program(const GradeJob *job, const char *program, unsigned step, EstimateKind kind, const char *folder,
                      ReportEstimate *estimate);

// estimated_results.c: holds the elements that a sampled run reports against what they must be. wrong: the first that
// is not; "": none, or nothing is known of them.
typedef struct {
    char program[PATH_BYTES], device[PATH_BYTES]; // what each of the two processes reads
} EstimatedInputs;
void estimated_results_check(const Exercise *exercise, const EstimatedInputs *files, const DeviceReport *report,
                             char wrong[160]);

// The same for a step of the reference solution (0: its last), kept in build/reference/ until the solution, the tools
// or the size change.
bool estimate_reference(const GradeJob *job, const Reference *reference, unsigned step, EstimateKind kind,
                        const char *folder, ReportEstimate *estimate);

// The same as estimate_program() of the last step, and what warps wait for in the longest launch, written to path as
// --timeline does. false: there is none.
bool estimate_timeline(const GradeJob *job, const char *program, const char *folder, const char *path,
                       ReportEstimate *estimate);

// Bytes that the estimated problem reads and writes, once its inputs have been made for an estimate; 0: not known, as
// of a program.
double estimate_bytes(const GradeJob *job);
// Bytes that kernels must move in it one way, at least: atomics on results are not among the bytes of an estimate.
double estimate_work(const GradeJob *job);
// Enters an estimate in the record. Of the ladder: 0, not known.
void estimate_note(const GradeJob *job, const ReportEstimate *yours, double solution_us, double plain_us,
                   VerdictTime *time);

#endif
