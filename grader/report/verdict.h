// verdict.h - the record of one graded exercise, from which every output is printed.
#ifndef VERDICT_H
#define VERDICT_H

#include "../device/faults/facts.h"
#include "../exercises/exercise.h"

// STATE(name in records, in words)
// clang-format off
#define VERDICT_STATES(STATE)           \
    STATE(passed, "passed")             \
    STATE(not_started, "not started")   \
    STATE(build, "does not build")      \
    STATE(wrong, "wrong result")        \
    STATE(fault, "faulty")              \
    STATE(limit, "over a limit")        \
    STATE(slow, "right but slow")       \
    STATE(answers, "questions open")    \
    STATE(crash, "crashed")             \
    STATE(timeout, "timed out")         \
    STATE(memory, "out of memory")      \
    STATE(output, "too much output")    \
    STATE(disk, "filled the disk")      \
    STATE(rejected, "rejected")         \
    STATE(unclear, "not recognized")    \
    STATE(set_aside, "set aside")       \
    STATE(grader_died, "needs a person") \
    STATE(absent, "not handed in")
// clang-format on

typedef enum {
#define STATE(name, words) STATE_##name,
    VERDICT_STATES(STATE)
#undef STATE
        STATE_COUNT
} VerdictState;

#define ADVICE_BYTES 320
// A place with its source line (`stored`), a cause, and the message of a case; or a limit and its advice.
#define SUMMARY_BYTES 1000

typedef struct {
    char label[64];
    int points, max_points;
    char why[160];
    bool waits; // it is not judged yet: `why` says what must come first
} VerdictPart;

typedef struct {
    char label[64];
    bool hidden;
    uint64_t seed;
    bool ran;    // to its end; otherwise result says only why not
    bool spoilt; // a fault made its results meaningless: they are not judged
    CaseResult result;
} VerdictCase;

typedef struct {
    FaultKind kind;
    Fact fact;             // what the device found
    FactSentence sentence; // the same in words
    char kernel[256];
    char file[256];   // as the student knows it: the path given to the grader
    unsigned line;    // 0: unknown
    char source[160]; // the text of that line
    char cause[520];  // what the source says about it; "" if that is no more than the sentence
    char space[8];    // "global", "shared", ... of an access
    bool is_write;
    unsigned block[3], thread[3];
    char other_file[256]; // races: the other access
    unsigned other_line, other_block[3], other_thread[3];
    bool other_is_write;
    char other_source[160]; // the text of that line
    unsigned barrier_line;  // of the barrier that the block had passed last, in `file`; 0: none, or not known
    // Of the kernel's calls in `file` that the compiler replaced by the functions around these lines; 0: none.
    unsigned call_line, other_call_line, barrier_call_line;
    uint64_t address, allocation, allocation_bytes, bytes, count; // of an access: where, in what, how many
    bool hidden;         // seen in hidden cases only: it names no thread, address or value
    char case_label[64]; // the first case it was seen in
} VerdictFault;

#define VERDICT_FAULTS 20 // listed in a verdict; more say nothing new

// Memory of the device that a case never freed. It costs nothing.
typedef struct {
    unsigned count; // 0: none
    uint64_t bytes;
    unsigned line; // of the call that allocated it, 0: not known
    char file[256];
    char source[160], case_label[64];
} VerdictLeaks;

// A line of the student's file and what it made the device do.
#define COSTLY_LINES 3
typedef struct {
    unsigned line;
    char source[160];
    double share; // of all that was counted, 0 to 1
    double each;  // per request
    char
        words[48]; // what `each` counts: "sectors per request", "conflicts per request"; "" where there are no requests
} VerdictLine;

#define HIDDEN_LABEL "a hidden case" // whose values differ from run to run
typedef struct {
    unsigned part; // index of the limit in `parts`
    char label[80];
    char case_label[64];             // a visible case's, or HIDDEN_LABEL
    double value, least, most;       // with their slack; least may be -infinity, most +infinity
    double share;                    // of the limit's points that the value earns, 0 to 1
    bool measured, met;              // not measured: the case did not run to its end; value is 0
    VerdictLine lines[COSTLY_LINES]; // the student's lines that make most of the value, worst first
    unsigned line_count;
    char advice[ADVICE_BYTES];
} VerdictCounter;

// What a line of the student's file made the device do, in a visible case.
typedef struct {
    unsigned line;
    double requests, sectors; // of global memory
    double atomics;           // requests among them whose sectors count lanes that change one address in turn
    double needed;            // sectors that the bytes would take side by side
    double shared, conflicts; // instructions on shared memory, passes lost to bank conflicts
} VerdictFigures;

typedef enum { ANSWER_NONE, ANSWER_WRONG, ANSWER_RIGHT } AnswerState;
typedef struct {
    char name[32], asks[ADVICE_BYTES];
    char given[64];    // "" where nothing was answered
    char measured[64]; // the key, if it was given; else ""
    AnswerState state;
    int points, max_points;
    char why[ADVICE_BYTES];
    bool lists_words; // `why` lists the words that may be answered
} VerdictAnswer;

// A kernel of the timed run: its part of a call's time, what it achieves, and what binds it.
#define VERDICT_KERNELS 6
typedef struct {
    char name[64];
    double milliseconds, gigabytes_per_second, gigaflops; // of memory that the problem must move; of operations
    char binding[120];                                    // "" if that is not known
} VerdictKernel;

// What would be gained without a cost (device/protocol/costs.def), in all launches and on the student's line that pays
// most.
#define VERDICT_COSTS 4
typedef struct {
    char name[24];
    double us, line_us;
    unsigned line; // 0: it belongs to no line of the file
} VerdictCost;

// How long the timed case would take on the GPU, by a model of it (device/emulator/time).
typedef struct {
    char size[64], gpu[64];
    double yours_us, low_us, high_us; // and the range that holds for 80 % of measured kernels; 0: there is no estimate
    double solution_us, plain_us;     // 0: not known; plain: the first step of the solution's ladder
    double l2_bytes, dram_bytes;      // that pass between L1s and the L2, and between the L2 and the DRAM
    char limit[200];                  // what costs most in yours, or why there is no estimate
    VerdictCost costs[VERDICT_COSTS]; // the largest gain first, each 3 % of the time or more
    unsigned cost_count;
} VerdictEstimate;

// The scale of an exercise whose time earns points: the steps of its solution's ladder at the ladder's size, from the
// plain kernel (0) to the one that earns all (`full`), in microseconds. Estimated, but for the last three where a GPU
// measured.
#define VERDICT_STEPS 12
typedef struct {
    char name[48];
    double us;
} VerdictStep;
typedef struct {
    VerdictStep steps[VERDICT_STEPS]; // in the ladder's order
    unsigned step_count;
    unsigned plain, full;                // the indices of the steps that earn none and all points
    double plain_us, full_us, counts_us; // what is held against each other; counts_us 0: no time counts
    double share;                        // of the points, from 0 to 1
    char why[200];                       // why another time counts than the estimate, or none; "" if it does
} VerdictScale;

typedef struct {
    char unusable[400]; // why a GPU that is there is not used; "" if that is no matter
    bool measured;      // on a GPU; otherwise times, ratio and device are not known
    char problem[300];  // why a GPU that is used gave no time; "" if it did
    bool refused;       // the problem is the student's: the time is impossible, or the timed run fails or is wrong
    char device[64], size[64];
    // Medians. Of the solution's ladder: the first step, and the one that earns all points. 0: not known.
    double student_ms, reference_ms, plain_ms, full_ms;
    double student_iqr_ms, reference_iqr_ms; // from quartile to quartile
    unsigned samples, rounds;
    double ratio, ratio_spread;           // student / reference, median of the rounds; its quartiles, of the ratio
    double clock_low_mhz, clock_high_mhz; // as seen meanwhile; 0: unknown
    bool slowed, busy;                    // the driver held the clock down; another process computed
    double copy_ceiling, flops_ceiling;   // GB/s and GFLOP/s that the device reaches at best; 0: unknown
    VerdictKernel kernels[VERDICT_KERNELS];
    unsigned kernel_count;
    bool has_estimate;
    VerdictEstimate estimate;
    bool judged; // it earns points, by the scale
    VerdictScale scale;
} VerdictTime;

// How a limit is missed, as far as blocks and threads can be the reason.
typedef enum {
    MISS_MORE = 1,      // more is counted than allowed: work that is done twice counts twice
    MISS_LESS = 2,      // less than needed is done at once, or by few blocks only
    MISS_CONFLICTS = 4, // bank conflicts: it matters which thread takes which element
} MissBits;

typedef struct {
    char says[CAUSE_BYTES]; // which launch, thread or element of the source does not fit the others; "": none known
    unsigned explains;      // MissBits
} VerdictGeometry;

typedef struct {
    const Exercise *exercise;
    char student[128]; // in a batch, else ""
    char student_id[96];
    char file[512];  // the file that was graded
    char taken[300]; // why that one, and what was done to it before; "" where there is nothing to say
    VerdictState state;
    char ended[480];  // where and why the program ended itself at a call that failed; "" if it did not
    char stored[240]; // the place of the line that stores what is wrong, "x.cu line 7 (C[i] = sum;): "; "" if unknown
    bool halves;      // a kernel halves a number, as trees of sums do
    VerdictGeometry geometry;
    char summary[SUMMARY_BYTES]; // one sentence: what happened and what to do next
    char build_log[8192];        // compiler's words, student's lines; capped, control characters removed
    char printed[4000]; // what the program printed in a visible case, on both outputs; control characters removed
    char printed_case[64];
    int points, max_points;
    bool by_hand;      // a person gave the points, instead of `earned`
    bool half;         // and half a point more than `points`
    int earned;        // what the grader gave; 0 if it gave none
    char comment[240]; // of that person
    VerdictPart *parts;
    unsigned part_count;
    VerdictCase *cases;
    unsigned case_count, cases_passed;
    VerdictFault *faults;
    unsigned fault_count;
    VerdictLeaks leaks;
    VerdictCounter *counters;
    unsigned counter_count;
    VerdictAnswer *answers;
    unsigned answer_count;
    char named[64];          // the name in the file that its questions are drawn from; "" without one
    VerdictFigures *figures; // by line, of lines that touched memory
    unsigned figure_count;
    VerdictTime time;
    uint64_t seed; // the hidden cases' seeds follow from it: --seed replays the run
} Verdict;

const char *state_name(VerdictState state);
const char *state_words(VerdictState state);
bool state_named(const char *name, VerdictState *state);
// Whether the grader could not tell what the file is worth, so that a person has to: no points, which is not a zero.
bool state_waits(VerdictState state);
typedef struct {
    unsigned parts, cases, faults, counters, answers, figures;
} VerdictSizes;
bool verdict_alloc(Verdict *verdict, VerdictSizes sizes); // false: out of memory
void verdict_free(Verdict *verdict);
// Calls the graded file by another name, wherever the verdict does.
void verdict_rename(Verdict *verdict, const char *file);
// A verdict with memory of its own. false: out of memory; *to can be freed all the same.
bool verdict_copy(const Verdict *from, Verdict *to);
// The summary without the name of a hidden case, which tells its sizes.
void verdict_public_summary(const Verdict *verdict, char summary[SUMMARY_BYTES]);
// Whether there are points: a person gave them, or the grader did and no person has to decide. Somebody who is only in
// the roster (absent) has none before the class's rules say so.
bool verdict_has_points(const Verdict *verdict);
double verdict_points(const Verdict *verdict); // with a half that a person gave
int verdict_earned(const Verdict *verdict);    // by the grader
// "set by hand: 72 instead of 40, regraded on paper"; "" if no person gave the points.
void verdict_say_by_hand(const Verdict *verdict, char text[400]);
// "2,048 bytes are never freed: line 44, cudaMalloc(&sums, n). It costs no points"; "" where nothing was left.
void verdict_say_leaks(const Verdict *verdict, char text[400]);
// What to say of a counter that does not meet its limit: "sectors loaded per 32 products: 17, at most 5.25 allowed".
void verdict_say_limit(const VerdictCounter *counter, char *text, size_t size);
// The first counter of a limit that is not met; NULL: all are. lines: that has lines to show.
const VerdictCounter *verdict_unmet(const Verdict *verdict, unsigned part, bool lines);
// What explains a slow time first: a counter of a limit without points that is not met. NULL: none.
const VerdictCounter *verdict_explains(const Verdict *verdict);
// The same of all limits with points.
const VerdictCounter *verdict_missed(const Verdict *verdict);
// How many answers are in that state.
unsigned verdict_answers(const Verdict *verdict, AnswerState state);
// The row of chapters/checklist.md that the summary is about, "races" for the anchor checklist_races: of the first
// fault, or of the first limit that is missed. "" if there is none.
const char *verdict_symptom(const Verdict *verdict);
#define CHECKLIST "chapters/checklist.md#checklist_"
// What to read: "chapters/06_bank_conflicts/README.md and chapters/checklist.md#checklist_bank_conflicts". "" where the
// lesson is no help: passed, not built, not handed in.
void verdict_say_reading(const Verdict *verdict, char text[200]);

#endif
