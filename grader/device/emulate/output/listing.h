// listing.h - what the lines of the source made the device do, kernel by kernel: the one account that the annotated
// formats (terminal, JSON, HTML) print.
#ifndef LISTING_H
#define LISTING_H

#include "output.h"
#include "requests.h"

// What is shown of counters beside a line or a launch.
typedef struct {
    uint64_t executed;          // instructions of threads
    uint64_t requests, sectors; // global memory: loads, stores, reductions and atomics
    uint64_t shared, conflicts; // shared memory: instructions of warps, wavefronts lost to bank conflicts
    uint64_t divergent;         // branches on which a warp's lanes disagreed
    unsigned heat;              // 0: as few sectors as the bytes need, to HEATS - 1: about eight times as many
} Figures;
#define HEATS 5
Figures figures_of(const Counters *counters);
double sectors_per_request(const Figures *figures); // 0 if there were no requests

// The figures as columns of a table.
typedef enum { EXECUTED, REQUESTS, SECTORS, CONFLICTS, DIVERGED, COLUMN_COUNT } Column;
#define FIGURE_BYTES 32
const char *column_title(Column column);
const char *column_meaning(Column column);
// The figure in digits, in groups of three with `gap` between. false: the line did nothing of the kind.
bool figure_text(const Figures *figures, Column column, const char *gap, char text[FIGURE_BYTES]);

typedef struct {
    size_t fault;  // index into the listing's faults
    bool is_other; // the line is that of a race's other access
} LineFault;

typedef struct {
    const char *file;
    uint32_t line;
    Counters counters;
    LineFault *faults;
    size_t fault_count;
    LineRequests requests; // if the run kept them
} ListedLine;

// Launches of a kernel with the same shape: counters and times are sums.
typedef struct {
    const LaunchRecord *launch; // the first of them
    size_t index, count;        // its number in the run; how many they are
    Counters counters;
    double microseconds; // estimated
    size_t estimated;    // launches; the others have no estimate
} ListedShape;

typedef struct {
    const char *mangled;
    char name[512];
    size_t launches;
    ListedShape *shapes;
    size_t shape_count;
    ListedLine *lines; // by file and line
    size_t line_count;
} ListedKernel;

typedef struct {
    ListedKernel *kernels; // in the order of their first launches
    size_t kernel_count;
    FaultView *faults; // in the order of faults_visit
    size_t fault_count;
    uint64_t *bases; // of allocations that requests touch, in order
    size_t base_count;
    uint64_t sectors, passes; // of the whole run
    bool timed;               // there is something to say about the times of launches
} Listing;

// What it points to belongs to the service. Without memory it ends the process with a message.
Listing listing_create(const Service *service);
void listing_free(Listing *listing);
// "in", "allocation 1, 16,384 bytes", "the variable total" or "shared memory"; allocations are numbered
// as they were made.
void place_text(const Listing *listing, const Requests *requests, char *text, size_t size);
// Whether any line of the kernel has something in the column.
bool column_is_used(const ListedKernel *kernel, Column column);
// How many of the lines from `first` on are of the same file.
size_t listing_file_lines(const ListedKernel *kernel, size_t first);

// Digits in groups of three; "8x8", "978.6 µs", "75 % by registers" or "unknown".
void number_text(uint64_t number, const char *gap, char text[FIGURE_BYTES]);
void size_text(Dim3 size, char text[FIGURE_BYTES]);
void duration_text(double microseconds, char text[FIGURE_BYTES]);
// The estimate of all of them, "unknown", or "ended by a fault".
void time_text(const ListedShape *shape, char text[FIGURE_BYTES]);
void occupancy_text(const LaunchRecord *launch, char text[2 * FIGURE_BYTES]);

// The source of a listed file, line by line.
typedef struct {
    char *text;
    char **lines;
    size_t count; // 0: there is none to show
} Source;
// The path is the program's own claim: only a plain file of a sensible size and with a name as sources have is read.
Source source_read(const char *path);
void source_free(Source *source);
// Whether a line is shown: it did something or is near one that did.
bool line_is_shown(const ListedLine *lines, size_t count, uint32_t number);

#endif
