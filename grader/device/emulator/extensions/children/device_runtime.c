// device_runtime.c - the runtime that device code finds (CUDA dynamic parallelism): system calls named __cudaCDP2...
//
// Launches and copies are noted (children.h) and done when the grid has ended. Everything else answers at once.
#include "../../memory/lane_view.h"
#include "device_queries.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_TAIL = 3, NON_BLOCKING = 1, DISABLE_TIMING = 2, COPY_WITHIN_DEVICE = 3, COPY_DEFAULT = 4 };

int *runtime_last_error(const Warp *warp, unsigned lane) {
    static int nowhere; // without memory for it
    Block *block = warp->block;
    if (!block->last_errors) block->last_errors = calloc(block->warp_count * WARP_LANES, sizeof *block->last_errors);
    return block->last_errors ? &block->last_errors[warp_thread(warp, lane)] : &nowhere;
}

void runtime_finish(const Warp *warp, unsigned lane, uint8_t *result, int error) {
    if (error) *runtime_last_error(warp, lane) = error;
    if (result) memcpy(result, &error, sizeof error);
}

int runtime_put(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes) {
    return lane_write(warp, lane, address, value, bytes) ? 0 : ERROR_INVALID_VALUE;
}

// ---- launches ------------------------------------------------------------------------------------------------------

const PtxFunction *runtime_kernel(const Launch *launch, uint64_t address, uint32_t *index) {
    const PtxModule *module = launch->program->module;
    uint64_t number = (address - FUNCTION_WINDOW) / 16;
    bool valid = address >= FUNCTION_WINDOW && address % 16 == 0 && number < module->function_count;
    *index = (uint32_t)number;
    return valid && module->functions[number].is_entry ? &module->functions[number] : NULL;
}

const FatbinResources *runtime_resources(const Launch *launch, const PtxFunction *kernel) {
    return fatbin_resources(launch->fatbin, kernel->name, 10 * launch->gpu->major + launch->gpu->minor);
}

static uint32_t parameter_bytes(const PtxModule *module, const PtxFunction *kernel) {
    if (!kernel->parameter_count) return 0;
    const PtxVariable *last = &module->variables[kernel->parameters[kernel->parameter_count - 1]];
    return (uint32_t)(last->offset + last->size);
}

uint64_t runtime_most_threads(const Launch *launch, const PtxFunction *kernel) {
    uint64_t threads = ptx_most_threads(kernel), most = launch->gpu->max_threads_per_block;
    return threads && threads < most ? threads : most;
}

static int shape_error(const Launch *launch, const PtxFunction *kernel, const LaunchRequest *request) {
    Dim3 grid = request->grid, block = request->block;
    const FatbinResources *resources = runtime_resources(launch, kernel);
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    uint64_t most = runtime_most_threads(launch, kernel);
    if (!threads || !grid.x || !grid.y || !grid.z || grid.x > INT32_MAX || grid.y > 65535 || grid.z > 65535)
        return ERROR_CONFIGURATION;
    if (block.x > 1024 || block.y > 1024 || block.z > 64 || threads > launch->gpu->max_threads_per_block)
        return ERROR_CONFIGURATION;
    uint64_t shared = request->dynamic_shared_bytes + (resources ? resources->shared_bytes : 0);
    uint64_t registers = resources ? resources->registers * ((threads + 31) / 32 * 32) : 0;
    bool fits = threads <= most && shared <= DEFAULT_SHARED && registers <= launch->gpu->registers_per_block;
    return fits ? 0 : ERROR_CONFIGURATION;
}

static void report_refusal(Warp *warp, const Instruction *call, unsigned lane, const LaunchRequest *request,
                           int error) {
    Fault fault = {.count = 1,
                   .fact = FACT_OF(child_launch, (uint64_t)error, fact_text(runtime_error_text(error)), request->grid.x,
                                   request->grid.y, request->grid.z, request->block.x, request->block.y,
                                   request->block.z, request->dynamic_shared_bytes)};
    warp_fault(warp, call, lane, FAULT_INVALID_LAUNCH, &fault);
}

// (kernel, grid, block, shared bytes) -> buffer for its parameters, NULL if the launch would be refused
static SYSTEM_CALL(get_buffer) {
    const Launch *launch = warp->block->launch;
    LaunchRequest request = {.module = launch->module, .dynamic_shared_bytes = ARGUMENT(3, 4)};
    const PtxFunction *kernel = runtime_kernel(launch, ARGUMENT(0, 8), &request.kernel);
    uint64_t buffer = 0;
    memcpy(&request.grid, arguments[1], sizeof request.grid);
    memcpy(&request.block, arguments[2], sizeof request.block);
    int error = kernel ? shape_error(launch, kernel, &request) : ERROR_FUNCTION;
    if (kernel) request.parameter_bytes = parameter_bytes(launch->program->module, kernel);
    if (!error) buffer = children_buffer(children_of(warp), &request, &error);
    if (error) report_refusal(warp, call, lane, &request, error);
    runtime_finish(warp, lane, NULL, error);
    if (result) memcpy(result, &buffer, sizeof buffer);
}

// (buffer, stream)
static SYSTEM_CALL(launch_device) {
    (void)call;
    uint64_t stream = ARGUMENT(1, 8);
    int error = ERROR_INVALID_VALUE;
    if (children_handle_known(children_of(warp), stream))
        error = children_launch(children_of(warp), ARGUMENT(0, 8), stream == STREAM_TAIL);
    runtime_finish(warp, lane, result, error);
}

// ---- copies and sets -----------------------------------------------------------------------------------------------

static int add_work(Warp *warp, DeviceWork work, uint64_t stream) {
    if (!children_handle_known(children_of(warp), stream)) return ERROR_HANDLE;
    work.tail = stream == STREAM_TAIL;
    return work.width && work.rows ? children_add(children_of(warp), &work) : 0;
}

static int copy_kind_error(uint64_t kind) {
    return kind == COPY_WITHIN_DEVICE || kind == COPY_DEFAULT ? 0 : ERROR_COPY_KIND;
}

// (to, from, bytes, kind, stream)
static SYSTEM_CALL(copy) {
    (void)call;
    DeviceWork work = {
        .copies = true, .to = ARGUMENT(0, 8), .from = ARGUMENT(1, 8), .width = ARGUMENT(2, 8), .rows = 1};
    int error = copy_kind_error(ARGUMENT(3, 4));
    runtime_finish(warp, lane, result, error ? error : add_work(warp, work, ARGUMENT(4, 8)));
}

// (to, pitch, from, pitch, width, rows, kind, stream)
static SYSTEM_CALL(copy_rows) {
    (void)call;
    DeviceWork work = {.copies = true,
                       .to = ARGUMENT(0, 8),
                       .to_pitch = ARGUMENT(1, 8),
                       .from = ARGUMENT(2, 8),
                       .from_pitch = ARGUMENT(3, 8),
                       .width = ARGUMENT(4, 8),
                       .rows = ARGUMENT(5, 8)};
    int error = copy_kind_error(ARGUMENT(6, 4));
    if (work.width > work.to_pitch || work.width > work.from_pitch) error = ERROR_INVALID_VALUE;
    runtime_finish(warp, lane, result, error ? error : add_work(warp, work, ARGUMENT(7, 8)));
}

// On hardware these calls report success and set nothing: none of 22 sets was done on an H200 (driver 580.159.04).
static void lose_set(Warp *warp, const Instruction *call, unsigned lane, uint8_t *result, uint64_t stream, bool fits) {
    int error = !fits ? ERROR_INVALID_VALUE : children_handle_known(children_of(warp), stream) ? 0 : ERROR_HANDLE;
    if (!error) warp_fault(warp, call, lane, FAULT_LOST_SET, NULL);
    runtime_finish(warp, lane, result, error);
}

// (to, byte, bytes, stream)
static SYSTEM_CALL(set) { lose_set(warp, call, lane, result, ARGUMENT(3, 8), true); }

// (to, pitch, byte, width, rows, stream)
static SYSTEM_CALL(set_rows) { lose_set(warp, call, lane, result, ARGUMENT(5, 8), ARGUMENT(3, 8) <= ARGUMENT(1, 8)); }

// ---- streams and events, which order nothing that is not in order anyway -------------------------------------------

static int create_handle(Warp *warp, unsigned lane, uint64_t to, bool flags_fit) {
    uint64_t handle = children_handle_create(children_of(warp));
    return flags_fit ? runtime_put(warp, lane, to, &handle, sizeof handle) : ERROR_INVALID_VALUE;
}

static SYSTEM_CALL(create_stream) {
    (void)call;
    runtime_finish(warp, lane, result, create_handle(warp, lane, ARGUMENT(0, 8), ARGUMENT(1, 4) == NON_BLOCKING));
}

static SYSTEM_CALL(create_event) {
    (void)call;
    runtime_finish(warp, lane, result, create_handle(warp, lane, ARGUMENT(0, 8), ARGUMENT(1, 4) == DISABLE_TIMING));
}

// (stream or event): work that was given to it is still done
static SYSTEM_CALL(destroy_handle) {
    (void)call;
    bool known = ARGUMENT(0, 8) > STREAM_TAIL + 1 && children_handle_known(children_of(warp), ARGUMENT(0, 8));
    runtime_finish(warp, lane, result, known ? 0 : ERROR_HANDLE);
}

// (stream, event) or (event, stream), and perhaps flags
static SYSTEM_CALL(order_by_event) {
    (void)call;
    const Children *children = children_of(warp);
    bool known = children_handle_known(children, ARGUMENT(0, 8)) && children_handle_known(children, ARGUMENT(1, 8));
    runtime_finish(warp, lane, result, known ? 0 : ERROR_HANDLE);
}

// ---- memory --------------------------------------------------------------------------------------------------------

static SYSTEM_CALL(allocate) {
    (void)call;
    Memory *memory = warp->block->launch->memory;
    uint64_t address = memory_allocate(memory, ARGUMENT(1, 8), ALLOCATION_HEAP, -1, "cudaMalloc in a kernel");
    int error = address ? runtime_put(warp, lane, ARGUMENT(0, 8), &address, sizeof address) : ERROR_MEMORY;
    runtime_finish(warp, lane, result, error);
}

static SYSTEM_CALL(release) {
    uint64_t address = ARGUMENT(0, 8);
    bool freed = !address || memory_free_heap(warp->block->launch->memory, address);
    Fault fault = {.count = 1, .address = address, .fact = FACT_ALONE(freed_by_runtime_in_kernel)};
    if (!freed) warp_fault(warp, call, lane, FAULT_DOUBLE_FREE, &fault);
    runtime_finish(warp, lane, result, freed ? 0 : ERROR_INVALID_VALUE);
}

const SystemCallRow DEVICE_RUNTIME_CALLS[] = {
    {"__cudaCDP2GetParameterBufferV2", get_buffer, 4, true},
    {"__cudaCDP2LaunchDeviceV2", launch_device, 2, true},
    {"__cudaCDP2LaunchDeviceV2_ptsz", launch_device, 2, true},
    {"__cudaCDP2MemcpyAsync", copy, 5, true},
    {"__cudaCDP2MemcpyAsync_ptsz", copy, 5, true},
    {"__cudaCDP2Memcpy2DAsync", copy_rows, 8, true},
    {"__cudaCDP2Memcpy2DAsync_ptsz", copy_rows, 8, true},
    {"__cudaCDP2MemsetAsync", set, 4, true},
    {"__cudaCDP2MemsetAsync_ptsz", set, 4, true},
    {"__cudaCDP2Memset2DAsync", set_rows, 6, true},
    {"__cudaCDP2Memset2DAsync_ptsz", set_rows, 6, true},
    {"__cudaCDP2StreamCreateWithFlags", create_stream, 2, true},
    {"__cudaCDP2StreamDestroy", destroy_handle, 1, true},
    {"__cudaCDP2StreamWaitEvent", order_by_event, 3, true},
    {"__cudaCDP2StreamWaitEvent_ptsz", order_by_event, 3, true},
    {"__cudaCDP2EventCreateWithFlags", create_event, 2, true},
    {"__cudaCDP2EventRecord", order_by_event, 2, true},
    {"__cudaCDP2EventRecord_ptsz", order_by_event, 2, true},
    {"__cudaCDP2EventRecordWithFlags", order_by_event, 3, true},
    {"__cudaCDP2EventRecordWithFlags_ptsz", order_by_event, 3, true},
    {"__cudaCDP2EventDestroy", destroy_handle, 1, true},
    {"__cudaCDP2Malloc", allocate, 2, true},
    {"__cudaCDP2Free", release, 1, true},
    {"__cudaCDP2GetLastError", query_last_error, 0, true},
    {"__cudaCDP2PeekAtLastError", query_peek_error, 0, true},
    {"__cudaCDP2GetErrorName", query_error_name, 1, true},
    {"__cudaCDP2GetErrorString", query_error_string, 1, true},
    {"__cudaCDP2GetDeviceCount", query_device_count, 1, true},
    {"__cudaCDP2GetDevice", query_device, 1, true},
    {"__cudaCDP2RuntimeGetVersion", query_version, 1, true},
    {"__cudaCDP2DeviceGetAttribute", query_attribute, 3, true},
    {"__cudaCDP2DeviceGetLimit", query_limit, 2, true},
    {"__cudaCDP2FuncGetAttributes", query_function_attributes, 2, true},
    {"__cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor", query_active_blocks, 4, true},
    {"__cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", query_active_blocks, 5, true},
    {NULL, NULL, 0, false},
};
