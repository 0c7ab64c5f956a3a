// device_report.h - what the emulated GPU says about one run of a program.
#ifndef DEVICE_REPORT_H
#define DEVICE_REPORT_H

#include "../device/protocol/costs.h"
#include "../device/system/message.h"
#include "../report/verdict.h"

// Reads the JSON that build/emulate wrote. NULL with a sentence in error if it is none of ours.
DeviceReport *report_read(const char *text, size_t length, Message error);
// The same for a run that executed only a sample of its blocks (--sample): use its estimates, not its counters.
DeviceReport *report_read_sampled(const char *text, size_t length, Message error);
void report_free(DeviceReport *report);
char *report_text(const DeviceReport *report); // the JSON again, to be freed; NULL: out of memory

// How the student's program ended: exit status, or the signal that killed it (0: none).
void report_program_end(const DeviceReport *report, int *exit_status, int *signal);

// How often cudaDeviceReset was called.
uint64_t report_resets(const DeviceReport *report);
// Where the first call was, as the device knows the file.
void report_reset_place(const DeviceReport *report, VerdictFault *fault);

// Bytes that one side can have learnt from the other: REPORT_TO_HOST, REPORT_TO_DEVICE.
double report_border(const DeviceReport *report, const char *direction);
// Elements of that output that no kernel has computed.
double report_uncomputed(const DeviceReport *report, const char *output);

// The device faults. case_label stays empty, files are as the device knows them.
unsigned report_fault_count(const DeviceReport *report);
bool report_fault(const DeviceReport *report, unsigned index, VerdictFault *fault);
// Words for the first runtime call that failed on its own, not because of a fault before; "" if none did.
void report_api_error(const DeviceReport *report, char words[200]);
// The lines of the file called `name` (as it was compiled) with the largest shares of `counters` (names joined by '+',
// which are added up), the largest first; their text is left to the caller. Returns how many there are, at most
// COSTLY_LINES.
unsigned report_lines(const DeviceReport *report, const char *name, const char *counters,
                      VerdictLine lines[COSTLY_LINES]);
// What each line of that file did in memory, by line. Returns how many lines there are, at most `most`.
unsigned report_figures(const DeviceReport *report, const char *name, VerdictFigures *figures, unsigned most);
// Whether the device ran out of memory.
bool report_out_of_memory(const DeviceReport *report);

// What would be gained without a cost, in all launches together, and at the line of a file that has the largest part.
typedef struct {
    Cost cost;
    double microseconds;
    double rank;    // cost_rank(), but of launches after the first all counts
    char file[128]; // as the device knows it
    unsigned line;  // 0: it belongs to no line
    double line_microseconds;
} ReportCost;

// How long the run's launches would take on the GPU, one after another.
typedef struct {
    double microseconds; // 0: not known
    double low, high;    // the range that holds for 80 % of measured kernels; if not known, `low` is what they take at
                         // least, or 0
    double l2_bytes, dram_bytes; // that pass between L1s and the L2, and between the L2 and the DRAM
    bool launched;               // there were launches
    bool stopped;                // the run did not end in time
    bool failed;                 // the run left no report for another reason
    Message reason; // what the longest launch is limited by, in words, or why there is no estimate; "" without
                    // launches
    char gpu[64];
    bool costs_tried;             // the experiments were run, in the launches that take longest
    ReportCost costs[COST_COUNT]; // that gain COST_LEAST_SHARE of all the time or more, by rank
    unsigned cost_count;
    Cost hidden[2];             // of the longest launch: two costs that hide each other,
    double hidden_microseconds; // and what is gained without both; 0: no two do
    bool cut;                   // a launch's bytes are not certain, because its blocks were not executed to their ends
    char wrong[160];            // the first element that a block has computed wrongly: "C[3][7] is 0.5, expected 1.5"
} ReportEstimate;
// Elements of outputs that blocks have written in a sampled run (device/emulator/launch_results.h), by output, and by
// element: `bits`, the lowest byte first.
typedef struct {
    const char *array; // owned by the report
    double covered;    // share of the elements that all blocks write, about
    bool unsure;       // they may not be final
    unsigned count;
    const void *samples;
} ReportWritten;
bool report_written(const DeviceReport *report, unsigned number, ReportWritten *results); // false: there are no more
void report_written_element(const ReportWritten *results, unsigned sample, uint64_t *index, uint64_t *bits);
// false: there were no launches, or one of them has no estimate.
bool report_estimate(const DeviceReport *report, ReportEstimate *sum);
// How long the runtime's copies take at least, whichever way: those that the program asks for, and those of managed
// memory.
double report_copies_us(const DeviceReport *report);

#endif
