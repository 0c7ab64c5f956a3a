// exercise.h - what an exercise is to the grader.
//
// An exercise is a folder of its parts, grader/exercises/NAME/, and one row in exercises.def:
//
//     exercise.txt     title, hints, questions, parts (points and limits): an Exercise, field by field
//     definition.c     what is code: cases, inputs, oracle, functions that exercise.txt names
//     skeleton.cu      what a student starts from; exercises/CHAPTER/NAME.cu is the same until he edits it
//     interface.cu     main() of a function: how a case becomes its arguments (or one shared in common/interfaces)
//     key.cu           a program that is run on the spot to know the answers of questions, or what to expect
//     answers.txt      known answers, right and wrong, and what a verdict must say about each (known.h)
//     sequences.txt    mistakes, and what students do when they follow the verdicts (author/sequences.c)
//
// beside its lesson chapters/CHAPTER/README.md and its solution solutions/CHAPTER/NAME.cu. Nothing else in the grader
// knows its name. text.awk makes the Exercise of exercise.txt (README.md has its format), and definition.c includes
// what it makes.
//
// One piece of data walks through it like this: a CaseSpec and a seed become inputs (make). The student's program turns
// them into outputs on the device. check holds those against an oracle and fills a CaseResult. The device's report of
// the same run is held against the limits of the parts. Answers written in the student's file are held against the key,
// which a run of the key program gave just now. The parts turn all three into points.
//
// Four rules make points that only the work earns (the grader keeps them, a definition only has to use them):
//   - Inputs and outputs of a function lie on the device and never pass through the student's process. What comes back
//     to the host is counted by where it lies, whatever the call: see host_bytes.
//   - An output counts if kernels stored it: its bytes were not copied there from an input or from the host. Where the
//     host knows all inputs, what it tells the device is counted, too (device/emulate/border).
//   - A limit's denominator is the problem's (elements, products), never the program's (requests): what a program adds
//     without use can then only cost it.
//   - Nothing is known beforehand: sizes of hidden cases may be drawn from the seed, and one of them is measured.
#ifndef EXERCISE_H
#define EXERCISE_H

#include "../../common/case_file.h"
#include "../device/protocol/report_fields.h"
#include <stdbool.h>
#include <stdint.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// ---- cases ----

#define CASE_SIZES 6
typedef struct {
    char label[64];           // "64 x 48 x 80", what a student reads
    int64_t size[CASE_SIZES]; // meaning is the exercise's own (m, n, k, ...)
    bool hidden;              // its inputs and expected values are never shown
    bool measured;            // limits are checked on this case
    const char *gpu;          // that it runs on, a name of device/emulator/gpus/gpus.def; NULL: the usual one
} CaseSpec;

struct Expected; // definition.h

// What the grader has of one run of a case.
typedef struct DeviceReport DeviceReport;
typedef struct {
    const CaseSpec *spec;
    uint64_t seed;
    const CaseFile *input;      // what make filled
    const CaseFile *output;     // the arrays that came back (CASE_OUT, CASE_IN_OUT, CASE_HOST_OUT); NULL: a program
    const char *text;           // what the program printed
    const char *key_text;       // what the key program printed for the same arguments; NULL: not asked for
    const DeviceReport *report; // what the device did
} Outcome;

// The first wrong element, or why there is none to show.
#define CAUSE_BYTES 320
typedef struct {
    bool passed;
    bool has_element;
    bool not_numbers; // all elements are written, and the first wrong one is NaN
    bool unwritten;   // elements are wrong that nothing has written
    bool divided;     // the program ended because it divided an integer by zero
    uint64_t index[3];
    unsigned index_count; // 2: (row, column)
    uint64_t element;     // counted from the beginning of the array
    char array[24];
    double expected, got;
    uint64_t wrong_count, total;
    char cause[CAUSE_BYTES];   // what makes all of it wrong, if the output shows it: "B is read as if it lay by rows"
    char kind[CAUSE_BYTES];    // what kind of thing is wrong, without a value: "elements of C are never written"
    char message[CAUSE_BYTES]; // one sentence: "C[3][17] is 0, expected 1.25 (tolerance 1e-5); 4096 of 4096 elements
                               // wrong"
} CaseResult;

// ---- what the device counted ----

// Sum over the run's launches. Names are those of grader/device/emulator/counters/counters.def; several joined by '+'
// are added up. 0 if there is none.
double report_counter(const DeviceReport *report, const char *names);
// The same of the launches of one kernel, by its name without arguments ("transpose_tiled"). NULL: of all.
double report_kernel_counter(const DeviceReport *report, const char *kernel, const char *names);
// The same without preparation: of the first launch that counts any of `work`, and of those after it. Where none does,
// of all launches.
double report_working_counter(const DeviceReport *report, const char *names, const char *work);
uint64_t report_launches(const DeviceReport *report);
uint64_t report_threads(const DeviceReport *report); // threads launched in all
// The largest value that a field of a launch has: REPORT_LOCAL_BYTES, ... (device/protocol/report_fields.h); of
// REPORT_BLOCK the threads, of REPORT_GRID the blocks. 0 if no launch has it. kernel as above.
double report_launch_most(const DeviceReport *report, const char *kernel, const char *field);
// The least and the largest value that `fields` have (several joined by '+' are added up) in the launches that count
// `names`. At either end, launches that count less than a quarter of all together are left out, whatever their number:
// to hide those that work, decoys must count three times as much. 0 if none counts any.
typedef struct {
    double least, most;
} Range;
Range report_working(const DeviceReport *report, const char *names, const char *fields);
// The least and the largest quotient of two sums of counters that a launch of the kernel has; a divisor of 0 is taken
// for 1. 0 if it was not launched.
Range report_quotients(const DeviceReport *report, const char *kernel, const char *above, const char *below);
// Bytes that transfers moved in a direction: REPORT_HOST_TO_DEVICE, ...
double report_copied(const DeviceReport *report, const char *direction);
// Bytes that the program can have told the device in any way: copies, parameters, memory of its own that kernels load.
double report_told(const DeviceReport *report);
// Bytes that the program can have learnt of the device's memory in any way: copies, stores of kernels, answers to
// calls.
double report_learnt(const DeviceReport *report);
// Microseconds of the copies and kernels in streams, where all that may overlap does overlap: REPORT_SPAN_US from
// beginning to end, REPORT_BUSY_US their sum (device/emulate/timeline.c). 0: the program uses one stream only.
double report_timeline(const DeviceReport *report, const char *field);
// The least theoretical occupancy of its launches in percent; 0 if it is not known.
double report_occupancy(const DeviceReport *report, const char *kernel);

// Bytes in flight: how many of the problem's `bytes` are in flight at once while warps wait for loads. Resident
// warps wait together, so there are load_waits / resident warps waits one after another, and the bytes are shared out
// over them. Bytes that a kernel loads beside the problem's do not count. 0: no warp waits.
double report_in_flight(const DeviceReport *report, const char *kernel, double bytes);
// The most warps that the GPU holds of one launch together.
double report_warps_together(const DeviceReport *report);

// What blocks of a cluster have of each other's shared memory counts as if it lay in global memory: nobody has measured
// what a GPU counts for it, and it costs no more.
#define LOAD_BYTES "global_load_bytes+bulk_load_bytes"
#define LOAD_SECTORS "global_load_sectors+global_atom_sectors+bulk_load_sectors+cluster_sectors"
#define STORE_SECTORS "global_store_sectors+global_red_sectors+global_atom_sectors+bulk_store_sectors+cluster_sectors"
#define LOAD_REQUESTS "global_load_requests+global_atom_requests+bulk_load_requests+cluster_requests"
#define STORE_REQUESTS                                                                                                 \
    "global_store_requests+global_red_requests+global_atom_requests+bulk_store_requests+cluster_requests"
#define ATOMIC_REQUESTS "global_red_requests+global_atom_requests"
#define ATOMIC_TURNS "global_atomic_turns" // a request has one for each lane at its busiest address
#define BANK_CONFLICTS "shared_load_bank_conflicts+shared_store_bank_conflicts"
// A bulk copy counts as a pass for each 128 bytes, though hardware counts none for it. Nor does it for an asynchronous
// copy, whose conflicts take a pass more each.
#define SHARED_PASSES                                                                                                  \
    "shared_load_wavefronts+shared_store_wavefronts+bulk_load_requests+bulk_store_requests+async_copy_conflicts"
// A value that a thread keeps in local memory comes from there by a pass through the same L1 cache, and one that it has
// from another lane by a shuffle, a pass through the crossbar of shared memory, or by whatever else only tells lanes
// what others have. Products of matrix fragments do more than that, and are no passes.
#define LANE_EXCHANGES "shuffles+exchanges"
#define OTHER_PASSES "local_load_requests+local_store_requests+" LANE_EXCHANGES

// ---- parts: points, limits ----

typedef enum {
    PART_CASES,   // shared out over the cases that are right
    PART_CLEAN,   // no fault, once a case is right
    PART_LIMIT,   // what the device counted on the measured cases lies in [least, most], once every case is right and
                  // nothing faults: what a missing barrier or check saves is not earned
    PART_ANSWERS, // the questions' own points, as far as they are answered right
    PART_TIME,    // by the time at the ladder's size: none for that of `from`, all for that of `step`
} PartKind;

// What a limit asks of a case, in the unit of its value.
//
// A limit is met or missed by the method, never by the remainder of a division or by one draw. `least` and `most` are
// what the method counts on a case that fits it exactly. A case that does not fit may miss them by the share `slack`:
// work that is rounded up to whole blocks, a sector more where an array is not aligned. The slack is derived from the
// problem, and with it the method meets the limit at every size that is drawn.
//
// A miss still earns points, down to none at `plain`, which is what the version counts that the exercise, or this step
// of it, starts from. With x for the part of the way from the limit to `plain`, (1 - x)^2 of the points are earned. The
// way is measured in factors: 16 is half way from 4 to 64. Where one end is 0, the other end is taken for the 32 passes
// of a request whose lanes all conflict, and 0 for its one pass: of 31 conflicts, one is a fifth of the way. A miss by
// 1 % costs about 1 % of the points where `plain` is ten times the limit.
//
// `plain` lies above `most` or below `least`. The other side has no slack, and a miss there earns nothing: it says that
// work was left out.
//
// Points are rounded. A limit is met if the rounded points are all of them. An exercise is passed (STATE_passed) if all
// its limits are met, so a near miss that costs a point leaves it "over a limit" with the other points.
typedef struct {
    double least, most; // most may be INFINITY
    double slack, plain;
} Bounds;

// The bytes that kernels load and store in a case. Broadcasts, reloads and atomics may make it more; no kernel that
// does the work does less.
typedef struct {
    double loaded, stored;
} Work;

typedef struct {
    const char *label; // "right results", "no faults", "coalesced loads"
    int points;        // a PART_LIMIT of 0 points is only shown; PART_ANSWERS: the sum of the questions'
    PartKind kind;
    // PART_LIMIT: what is counted, in words, with its unit: "sectors loaded per 32 elements".
    const char *counts;
    const char *counter;                 // value = report_counter(counter) / per(spec), or what measure says
    double (*per)(const CaseSpec *spec); // NULL: 1
    double (*measure)(const DeviceReport *report, const CaseSpec *spec);
    double least, most, slack, plain; // see Bounds
    void (*bounds)(const CaseSpec *spec,
                   Bounds *bounds); // changes them where they depend on the case; NULL: they do not
    // Label of an earlier part, without which this one means little ("no conflicts" after "coalesced stores"): of its
    // points, this part earns the share that the earlier one earned of its own.
    const char *after;
    // PART_LIMIT: the row of chapters/checklist.md that is about it, "coalescing" for the anchor checklist_coalescing;
    // NULL: none.
    const char *symptom;
    // PART_TIME: the step of the solution's ladder whose time earns all points; NULL: the last one. And the one whose
    // time earns none, which is the skeleton where that is right already; NULL: the first one.
    const char *step, *from;
    const char *advice; // what to look at when it is not met
    // Better advice, where the run shows why the limit is not met; NULL if it does not.
    const char *(*advise)(const DeviceReport *report, const CaseSpec *spec);
} Part;

// ---- questions and predictions ----
//
// A student answers in their file, on a line of its own:        //= NAME: 4
// "?" is no answer, and no answer is not wrong. Numbers may be written 1,024, 1024, 2^10, 62.5 %, 4 KiB or 1/24, and
// may be rounded.
//
// The numbers that a question asks about are drawn (questions/draw.h), so that one can practise with others. The key
// program gets what was drawn as arguments NAME=VALUE (common/drawn.h), runs on the emulated GPU, and its counters and
// output are the key. A wrong answer is told how to find the right one, or, where it is what a known mistake gives,
// which mistake that is.

// What is drawn. In asks, why, words, kernel and slips {NAME} stands for it, and {4 * NAME} for a formula
// (questions/formula.h).
typedef struct {
    const char *name;
    const char *values; // "3,5,7", "700..999", "96..992/32" (multiples of 32), or words, "row,column"
} Parameter;

typedef enum {
    ANSWER_NUMBER,
    ANSWER_WORD, // one of `words`
    ANSWER_SET,  // any of `words` or numbers, in any order: "A, C" or "2 4 8"; right as a whole
} AnswerKind;

// What an answer counts: it decides which units may be written behind a number, and which slips are recognised without
// being listed (questions/near.c).
typedef enum {
    UNIT_NONE,
    UNIT_BYTES,
    UNIT_KIB,
    UNIT_MIB,
    UNIT_PERCENT,
    UNIT_FRACTION,
    UNIT_PER_BYTE, // operations per byte
    UNIT_SECTORS,
    UNIT_REQUESTS,
    UNIT_WARPS,
    UNIT_GFLOPS,
} Unit;

// A common wrong answer, and the sentence that helps. Of a number: a formula of parameters, of `key`, which is the
// right answer, and of names of other questions, which are their keys ("key - 1", "32 * stride"). Of a set: all its
// items, in any order. A slip that is right for what was drawn is right.
typedef struct {
    const char *answer, *says;
} Slip;

typedef struct KeyRun KeyRun; // a run of the key program

typedef struct {
    const char *name; // of the line "//= NAME: ?"
    const char *asks; // what it asks, in few words: "sectors of one load request of a[{stride} * i]"
    int points;
    AnswerKind kind;
    Unit unit;
    const char *words; // ANSWER_WORD, ANSWER_SET: what may be answered, "yes,no,n/a"
    // The right answer. First of these that is given: key(), which writes it; the kernel's counter / per of the key run
    // (all kernels' if kernel is NULL); what the key program printed on a line "NAME value".
    bool (*key)(const KeyRun *run, char answer[64]);
    const char *kernel, *counter, *per;
    const char *why; // for any other wrong answer: how to find the right one, without saying it
    const Slip *slips;
    unsigned slip_count;
} Question;

// A row of a profiler's report that belongs to the questions: what it counts, or a field of the launches.
typedef struct {
    const char *label, *counter, *field;
} ReportRow;

double key_counter(const KeyRun *run, const char *kernel, const char *counters);
const DeviceReport *key_report(const KeyRun *run);
double key_drawn(const KeyRun *run, const char *name);     // a parameter that is a number; 0 if there is none
const char *key_word(const KeyRun *run, const char *name); // a parameter as text; "" if there is none
bool key_printed(const KeyRun *run, const char *name, char value[64]); // from a line "NAME value"

typedef enum {
    KEY_NONE,
    KEY_PROGRAM,  // key.cu is run with what was drawn: for questions
    KEY_PER_CASE, // key.cu is run for each case with key_arguments (or the program's): for Outcome.key_text; if there
                  // are questions, too, once without arguments
} KeyKind;

// ---- the exercise ----

typedef struct {
    const char *name;    // "matmul_coalesced": the file is NAME.cu
    const char *chapter; // "02_coalescing": the folder under exercises/, solutions/ and chapters/
    const char *title;
    const char *checklist; // points of the six-point checklist it practises, comma-separated; NULL: none
    const char *serves; // where there are none: the idea it serves (latency, transfers, randomness, indexing, layout)
    const char *learnt; // what one knows who has passed it, in a sentence

    // A function: interface and must_define. A whole program: arguments. Only questions: neither.
    const char *interface;   // build/interfaces/INTERFACE.o is linked with it: the exercise's own name or a shared one
    const char *must_define; // the function the student must define, as C++ prototype
    const char *flags;       // more for nvcc, "-maxrregcount=32"; NULL: none

    const CaseSpec *cases;
    unsigned case_count;
    // Draws size and label of a hidden case from its seed; NULL: as given.
    void (*draw)(uint64_t seed, CaseSpec *spec);
    // Fills the input of a function's case from the seed.
    bool (*make)(const CaseSpec *spec, uint64_t seed, CaseFile *input);
    // The arguments of a whole program; argv[i][64].
    void (*arguments)(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count);
    // Holds the outcome against the oracle.
    void (*check)(const Outcome *outcome, CaseResult *result);
    // What element i of an output must be, computed without the others. Fills *like but for `expected`. NAN, and no
    // name in *like: nothing is known of that output. NULL: of none. Elements that are written at the size that is
    // estimated are held against it.
    double (*element)(const Outcome *outcome, const char *output, uint64_t i, struct Expected *like);
    // Judges all cases together (several seeds of a random program); NULL: nothing to say.
    void (*check_all)(const Outcome *outcomes, const CaseResult *results, unsigned count, CaseResult *result);
    // Changes what kernels must do, where that is not to load all inputs and store all outputs on the device.
    void (*least_work)(const CaseSpec *spec, Work *work);
    // Bytes of the device's memory that a function may learn in a case. Where nothing is said, 256, or in a measured
    // case as many as its results have if those are fewer, but 16 at least; a function without inputs on the device may
    // tell it 512. One that passes more computes on the host, and its result is not counted as right. UINT64_MAX: any
    // number.
    uint64_t host_bytes;

    // A host array of floats that only kernels may know, for a function whose inputs and outputs lie on the host: in
    // the hidden measured cases it holds others than those that arrive on the device (device/emulate/border/veil.h),
    // and its outputs must be words that kernels computed. NULL: none.
    const char *veiled;

    // The case that is timed on a real GPU: some tens of megabytes, never run on the emulated one. NULL: nothing is
    // timed.
    const CaseSpec *timed;
    // The case whose time is estimated: the size of its recorded ladder (grader/gpu/bench/h200.json), which the oracle
    // would take too long for. NULL: the timed one.
    const CaseSpec *estimated;
    double (*work)(const CaseSpec *spec); // what its kernels' counts grow with: products, elements
    bool timed_kernels; // its time is the sum of its kernels': it allocates memory, which takes long and never the same

    const Part *parts; // points add up to 100
    unsigned part_count;
    KeyKind key;
    // KEY_PER_CASE: the key program's arguments; NULL: the program's own.
    void (*key_arguments)(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count);
    const Question *questions;
    unsigned question_count;
    const Parameter *parameters; // at most MOST_PARAMETERS; none: every student has the same questions
    unsigned parameter_count;
    const char *report_kernels; // the questions come with a report of these kernels' rows, "p,q"; NULL: without one
    const ReportRow *report_rows;
    unsigned report_row_count;
    const char *suits; // a formula of them that is 0 where a draw is not to be used: it is drawn again; NULL: all are
    const char *hints[3];
} Exercise;

static inline bool exercise_is_function(const Exercise *exercise) { return exercise->interface != NULL; }
static inline bool exercise_is_program(const Exercise *exercise) { return exercise->arguments != NULL; }
static inline bool exercise_runs(const Exercise *exercise) { return exercise->case_count > 0; }

// Every exercise, in the order of the chapters.
extern const Exercise *const exercises[];
extern const unsigned exercise_count;
const Exercise *exercise_named(const char *name);             // NULL if there is none
const CaseSpec *exercise_estimated(const Exercise *exercise); // NULL: no time is estimated
const Part *exercise_time_part(const Exercise *exercise);     // NULL: its time earns no points
int exercise_most_points(const Exercise *exercise);           // the sum of its parts
// What kernels must move in a case; input: its arrays, NULL: of a whole program.
Work exercise_work(const Exercise *exercise, const CaseSpec *spec, const CaseFile *input);
// The index of the visible case whose time is shown, the last measured one; -1 if there is none.
int exercise_timed_case(const Exercise *exercise);
// The first case that is measured and may be seen; the first of all if there is none.
unsigned exercise_first_measured(const Exercise *exercise);

#endif
