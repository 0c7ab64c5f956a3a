// device_report.h - what the emulated GPU says about one run of a program.
#ifndef DEVICE_REPORT_H
#define DEVICE_REPORT_H

#include "../protocol/costs.h"
#include "../report/verdict.h"
#include "../system/message.h"

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
// Whether the run moved data in ways that the counters of these paths (PathBits) do not see; words[160] say how.
bool report_uncounted(const DeviceReport *report, unsigned paths, char words[160]);
// The share of the work, 0 to 1, that waits for one block after another, the busiest of each launch: of the
// instructions or of the bytes moved, whichever share is larger; of `few_bytes` if no more are moved in all. 0: there
// is no work.
double report_busiest_share(const DeviceReport *report, double few_bytes);
// Where a device draws other numbers: of all that blocks drew, the share of the busiest of each launch together, and
// that of the chosen ones. 0: none were drawn.
double report_busiest_draws(const DeviceReport *report);
double report_draws(const DeviceReport *report);
// There, of the launches that draw: bytes that blocks load or have from other blocks. Bytes that are loaded again are
// one byte, as in the tables of curand_init(). So is a generator that is loaded and stored again none.
double report_loaded_to_draw(const DeviceReport *report);
double report_chosen_draws(const DeviceReport *report);
// Instructions of warps that wait for one block after another, the busiest of each launch.
double report_busiest_steps(const DeviceReport *report);
// Of the sectors of outputs that kernels stored to last: the share that waits for one block after another, of which
// each is the block of its launch that has most of them. 0 if there are fewer than `few_sectors`.
double report_results_share(const DeviceReport *report, double few_sectors);
// Of the bytes of inputs on the device: those that one block after another loaded, in each launch the one that loaded
// most of them; more than 1 if it did so repeatedly. 0 if inputs have fewer than `few_bytes`.
double report_inputs_share(const DeviceReport *report, double few_bytes);
// Whether the device ran out of memory.
bool report_out_of_memory(const DeviceReport *report);

// Sum over launches of the least time the GPU needs, and what binds the longest of them. false: not reported.
bool report_bound(const DeviceReport *report, double *microseconds, char resource[64], char gpu[64]);

// What would be gained without a cost, in all launches together, and at the line of a file that has the largest part.
typedef struct {
    Cost cost;
    double microseconds;
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
    Message reason; // what the longest launch is limited by, in words, or why there is no estimate; "" without
                    // launches
    char gpu[64];
    bool costs_tried;             // the experiments were run, in the launches that take longest
    ReportCost costs[COST_COUNT]; // that gain COST_LEAST_SHARE of all the time or more, the largest first
    unsigned cost_count;
    Cost hidden[2];             // of the longest launch: two costs that hide each other,
    double hidden_microseconds; // and what is gained without both; 0: no two do
} ReportEstimate;
// false: there were no launches, or one of them has no estimate.
bool report_estimate(const DeviceReport *report, ReportEstimate *sum);
// How long the runtime's copies take at least, whichever way: those that the program asks for, and those of managed
// memory.
double report_copies_us(const DeviceReport *report);

#endif
