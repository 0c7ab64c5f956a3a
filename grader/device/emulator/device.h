// device.h - the emulated GPU as its users see it: modules, memory, launches, counters, faults.
//
// One Device is one GPU with one context. Nothing here knows who asks: the device process (grader/device/emulate) turns
// a program's messages into these calls and prints what they counted. Errors are CUDA runtime error numbers (0 is
// success), the same a real GPU gives; after a fatal fault every call returns that fault's number, as on hardware.
#ifndef DEVICE_H
#define DEVICE_H

#include "../protocol/textures.h"
#include "counters/counters.h"
#include "image/ptxas.h"
#include "kernels/place.h"
#include "launch_results.h"
#include "machine/allocations.h"
#include "machine/faults.h"
#include "machine/launch_request.h"
#include "time/estimate.h"
#include "trace/trace.h"
#include <stdatomic.h>

typedef struct Device Device;

typedef struct {
    const Gpu *gpu;                    // NULL: the default GPU
    unsigned threads;                  // host threads that run blocks; 0: one per core
    bool in_order;                     // blocks one after another, in index order, whatever the kernel does
    bool checks;                       // races and uninitialised reads too
    bool origins;                      // the memory knows of each byte whether a kernel wrote it last
    bool counts_as_written;            // all memory does, as after device_count_as_written()
    bool lends;                        // the program gets managed memory page by page (machine/allocations.h)
    uint64_t instruction_budget;       // warp instructions a launch may take, 0: no limit
    uint64_t memory_limit;             // bytes of device memory; 0: the GPU's
    _Atomic uint64_t *memory_together; // bytes in use by all devices that share the limit; NULL: it is this one's
    const atomic_bool *stop;           // once it is true every launch ends soon, with FAULT_ABANDONED; NULL: never
    LaunchProgress *progress;          // of the grid that runs; NULL: nobody asks for it
    TraceOptions trace;                // which accesses are kept one by one
    bool estimates;                    // of the time of each launch, time/estimate.h
    bool timeline;                     // of the launch with the longest estimate, device_timeline()
    bool costs;                        // estimates, and what is gained without each cost, time/experiments.h
    bool compare;                      // machine code is executed too, and its stores are compared
    bool sample;                       // estimates, and launches that are large are not run: results are incomplete
    uint64_t run_below;     // sample: instructions of warps from which on a launch is large; 0: the usual number
    LaunchResults *results; // sample: elements that executed blocks write; NULL: nobody asks
} DeviceOptions;

// What one source line did in one launch.
typedef struct {
    uint32_t location; // the line in the outermost file the code was inlined into
    Counters counters;
} LineCounters;

typedef struct {
    uint64_t number;
    const char *kernel; // as in the PTX; demangling is the reader's business
    uint32_t module;
    Dim3 grid, block;
    uint64_t shared_bytes, static_shared_bytes, dynamic_shared_bytes, local_bytes;
    uint32_t registers;  // per thread, 0: unknown (no machine code for the GPU, see device_find_registers)
    Occupancy occupancy; // valid if registers is not 0
    Counters counters;
    uint64_t waiting;      // warps that waited for loads at all
    TimeEstimate estimate; // if options.estimates, or after device_time_launches()
    int64_t differing;     // options.compare: bytes that the machine code left otherwise; -1: it was not executed
    Counters executed;     // likewise: what the machine code's instructions count (sass/counts.h)
    bool skipped;          // options.sample: it was not run, and there are no counters
    LineCounters *lines;   // sorted by file and line; after 4096 launches they are added to those of its kernel's first
    uint32_t line_count;
    int error; // CUDA error the launch ended with, 0: none. Counters are incomplete if not 0.
} LaunchRecord;

// Bytes in flight: what all resident warps have asked global memory for and still wait for. By Little's law it is the
// bandwidth times the latency of a load.
typedef struct {
    double bytes_per_wait; // that a warp has asked for when it waits
    double warps;          // of the launch that are resident together and wait for loads; 0: the registers are unknown
    double bytes;          // their product
} InFlight;

Device *device_create(const DeviceOptions *options); // NULL: out of memory or address space
void device_destroy(Device *device);
const Gpu *device_gpu(const Device *device);
bool device_estimates(const Device *device); // options.estimates
// From now on each launch's time is estimated: somebody asks for it. false: out of memory.
bool device_time_launches(Device *device);
Memory *device_memory(Device *device);

// Loads a fat binary's PTX: checks and decodes it. *module is its handle. On failure a CUDA error, with the reason
// (for example an instruction that is not supported, with kernel and line) in message[512].
int device_load(Device *device, const uint8_t *image, size_t size, uint32_t *module, char message[512]);
int device_unload(Device *device, uint32_t module);

typedef struct {
    uint32_t parameter_bytes; // of the parameter block
    uint32_t parameter_count;
    struct {
        uint32_t offset, size;
    } parameters[256];
    uint32_t registers, static_shared_bytes, local_bytes, constant_bytes, max_threads, target;
    Dim3 cluster; // that the kernel was compiled for, 0: any
} KernelInfo;
// The kernel of that name; *kernel is its index in the module. cudaErrorInvalidDeviceFunction (98) if there is none.
int device_kernel(Device *device, uint32_t module, const char *name, uint32_t *kernel, KernelInfo *info);
// The name of the module's kernel of that number, in the order of the PTX; NULL: there are no more.
const char *device_kernel_name(Device *device, uint32_t module, uint32_t number);
// Address and size of a __device__, __constant__ or __managed__ variable. cudaErrorInvalidSymbol (13) if there is none.
int device_variable(Device *device, uint32_t module, const char *name, uint64_t *address, uint64_t *size);
// Gives a __managed__ variable (device_variable) bytes shared with the program: fd as in memory_allocate. No other
// variable's bytes are shared, whatever the program asks for: cudaErrorInvalidSymbol (13).
int device_variable_share(Device *device, uint32_t module, const char *name, int fd);

int device_malloc(Device *device, uint64_t size, uint64_t *address);
int device_free(Device *device, uint64_t address); // records FAULT_DOUBLE_FREE
// Memory of graphs, whose address is known before it is allocated. Reserved memory counts as freed; device_renew()
// allocates it, device_free() frees it, any number of times. cudaErrorInvalidValue: it is allocated, or was never
// reserved.
int device_reserve(Device *device, uint64_t size, uint64_t *address);
int device_renew(Device *device, uint64_t address);
// The condition of a conditional node of a graph, which kernels set by its handle (cudaGraphSetConditional).
int device_condition_create(Device *device, uint64_t *handle);
int device_condition(Device *device, uint64_t handle, uint32_t *value);
// Copies and sets; device addresses on the device side, `host` is memory of this process. All ranges are checked and
// faults recorded.
int device_write(Device *device, uint64_t to, const void *host, uint64_t size);
int device_unwrite(Device *device, uint64_t to, uint64_t size); // the bytes count as uninitialised again
void device_count_as_written(Device *device);                   // all memory from now on
int device_read(Device *device, void *host, uint64_t from, uint64_t size);
int device_copy(Device *device, uint64_t to, uint64_t from, uint64_t size);
// Whether rows of device memory, `pitch` bytes apart, make sense: they do not overlap, their addresses do not wrap, and
// there are no more of them than fit into the device's memory, because each takes time. A single row always does.
bool device_rows_sensible(const Device *device, uint64_t address, uint64_t pitch, uint64_t width, uint64_t rows);
int device_set(Device *device, uint64_t to, int byte, uint64_t size);
// device_write() of bytes that do not come from the program, and do not count as such.
int device_give(Device *device, uint64_t to, const void *bytes, uint64_t size);
// The same with a first part of the bytes, which is repeated to the end. Parts of whole pages take hardly any memory.
int device_give_repeated(Device *device, uint64_t to, const void *part, uint64_t part_bytes, uint64_t size);

// Bytes that passed between memory that the program's side sees (this process's, pinned and managed memory) and memory
// that it does not see. They are counted where they are moved, by where they lie, whatever the call says of itself.
typedef struct {
    uint64_t to_host, from_host; // by copies
    uint64_t kernels_to_host,
        kernels_from_host; // by loads and stores of kernels; loads in distinct sectors of a launch
    uint64_t within, sets; // copies between bytes of the same side, and memsets: how many
    uint64_t heap_uses;    // allocations by kernels
} Passage;
Passage device_passage(const Device *device);
// The program touches the page of managed memory that holds the address: it gets it, until the device is used again.
// ERROR_INVALID_VALUE: it is no memory that is lent.
int device_lend(Device *device, uint64_t address);
// Managed memory comes to the device before a kernel uses it. ERROR_INVALID_VALUE: it is no allocation's.
int device_prefetch(Device *device, uint64_t address, uint64_t size);
// The device is about to be used: it takes back the pages that the program has.
void device_take_back(Device *device);
// Whether a launch that was checked may exchange signals with the program while it runs. Both then see all managed
// memory at any time, from now on.
bool device_signals(Device *device);
// The same with elements of 1, 2 or 4 bytes, of which size is a multiple.
int device_set_elements(Device *device, uint64_t to, uint32_t value, unsigned element, uint64_t size);

// The memory of a CUDA array.
int device_malloc_array(Device *device, uint64_t size, uint64_t *address);
// Texture and surface objects, if the build has them (extensions/).
int device_create_object(Device *device, const TextureDescription *description, uint64_t *handle);
int device_destroy_object(Device *device, uint64_t handle, bool is_surface);

// Refused launches return the error and leave no record but a fault (FAULT_INVALID_LAUNCH or FAULT_UNSUPPORTED). A
// fatal fault is what device_error() returns from then on; the launch itself returns 0, as an asynchronous launch does.
int device_launch(Device *device, const LaunchRequest *request);
// The same in two steps: whether it can run, and, if that returned 0, running it to its end.
int device_launch_check(Device *device, const LaunchRequest *request);
void device_launch_run(Device *device, const LaunchRequest *request);
int device_error(const Device *device); // sticky error of the context, 0: healthy

// cudaLimitDevRuntimePendingLaunchCount: launches of device code that wait at most.
void device_set_pending_launches(Device *device, uint64_t count);

// cudaLimitStackSize: bytes of a thread's stack for calls.
void device_set_stack(Device *device, uint64_t bytes);

// Device-side printf: text is handed over as it would reach the host, at the end of each launch, in block order.
void device_on_print(Device *device, void (*print)(void *context, const char *text, size_t length), void *context);

// Faults of copies from now on are at that location of that module (0: not known), and their messages say that `by`
// made them, a function of a library; NULL: a call of the runtime. `by` stays the caller's.
void device_operation(Device *device, uint32_t module, uint32_t location, const char *by);
// The same, by whoever it was. What is refused or not freed is at that location, too.
void device_asked_at(Device *device, uint32_t module, uint32_t location);
void device_note_place(Device *device, uint64_t address); // of that allocation, for when it is not freed
// From now on launches note which bytes they use. device_take_use() shows the visitor what they noted of each
// allocation: a bitmap for each use, NULL if there was none; the visitor frees them.
void device_note_use(Device *device);
void device_take_use(Device *device,
                     void (*visit)(void *context, const Allocation *allocation, uint64_t *used[USE_COUNT]),
                     void *context);
// Adds a fault that is found outside launches.
void device_report(Device *device, const Fault *fault);
// Adds the fault of a launch that is refused, at the line of the program that asks for it. Returns the error.
int device_refuse(Device *device, const char *kernel, int error, Fact fact);

// What warps of one multiprocessor wait for in the launch with the longest estimate, and its number. NULL:
// options.timeline was not asked for, or there is no estimate. Valid until the next launch.
const WarpTimeline *device_timeline(const Device *device, uint64_t *launch);
// How far the launch takes the device's clock: its estimate. Without one, a rough time from what was counted.
double launch_microseconds(const Gpu *gpu, const LaunchRecord *launch);
// Of the blocks that the GPU holds at once, those that the launch has: at most 1, and 1 if its registers are not known.
double launch_share(const Gpu *gpu, const LaunchRecord *launch);
InFlight launch_in_flight(const Gpu *gpu, const LaunchRecord *launch);

// Everything recorded so far; valid until the next call that runs or loads something.
const LaunchRecord *device_launches(const Device *device, size_t *count);
const Fault *device_faults(Device *device, size_t *count);
const TraceLog *device_trace(const Device *device); // NULL: none was asked for
// Fills in registers and occupancy of launches of kernels that the program has no machine code for.
void device_find_registers(Device *device, Assembler *assembler);
// At the end of a program: what was never freed becomes FAULT_LEAK.
void device_find_leaks(Device *device);

Place device_place(const Device *device, uint32_t module, uint32_t location);

#endif
