// work.c - one call of a library as work in a stream.
#include "work.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

int operand_add(Work *work, const void *device, size_t element, size_t rows, size_t columns, size_t pitch,
                unsigned use) {
    work->operands[work->operand_count] = (Operand){
        .device = (void *)device, .element = element, .rows = rows, .columns = columns, .pitch = pitch, .use = use};
    return (int)work->operand_count++;
}

// ---- staging memory --------------------------------------------------------------------------------------------

static size_t operand_bytes(const Operand *operand) {
    return aligned(operand->element * operand->rows * operand->columns);
}

static size_t staged_bytes(const Work *work) {
    size_t bytes = aligned(work->bytes);
    for (unsigned n = 0; n < work->operand_count; n++) bytes += operand_bytes(&work->operands[n]);
    return bytes;
}

// Copies the description to the memory and gives each operand its place behind it.
static Work *stage(const Work *work, unsigned char *memory) {
    Work *staged = memcpy(memory, work, work->bytes);
    memory += aligned(work->bytes);
    for (unsigned n = 0; n < staged->operand_count; n++) {
        staged->operands[n].host = memory;
        if (staged->operands[n].storage == BANDED) memset(memory, 0, operand_bytes(&staged->operands[n]));
        memory += operand_bytes(&staged->operands[n]);
    }
    return staged;
}

struct Staging {
    Staging *next;
    cudaStream_t stream;
    unsigned char *memory;
    size_t bytes;
};

// The stream's memory, at least that large; what became too small stays until the context is released, since earlier
// calls may still use it.
static unsigned char *staging_memory(Context *context, size_t bytes) {
    for (Staging *staging = context->stagings; staging; staging = staging->next)
        if (staging->stream == context->stream && staging->bytes >= bytes) return staging->memory;
    Staging *staging = malloc(sizeof *staging);
    if (!staging) return NULL;
    *staging = (Staging){.next = context->stagings, .stream = context->stream, .bytes = bytes + bytes / 2};
    if (cudaMallocHost((void **)&staging->memory, staging->bytes) != cudaSuccess) {
        free(staging);
        return NULL;
    }
    context->stagings = staging;
    return staging->memory;
}

void context_release(Context *context) {
    cudaDeviceSynchronize();
    while (context->stagings) {
        Staging *staging = context->stagings;
        context->stagings = staging->next;
        cudaFreeHost(staging->memory);
        free(staging);
    }
}

bool stream_is_captured(cudaStream_t stream) {
    enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusActive;
}

// The memory of a call that becomes nodes of a graph belongs to the graph.
static unsigned char *captured_memory(Context *context, size_t bytes) {
    enum cudaStreamCaptureStatus status;
    cudaGraph_t graph = NULL;
    cudaUserObject_t owner;
    unsigned char *memory = malloc(bytes);
    if (!memory) return NULL;
    if (cudaStreamGetCaptureInfo(context->stream, &status, NULL, &graph, NULL, NULL, NULL) == cudaSuccess &&
        cudaUserObjectCreate(&owner, memory, free, 1, cudaUserObjectNoDestructorSync) == cudaSuccess) {
        if (cudaGraphRetainUserObject(graph, owner, 1, cudaGraphUserObjectMove) == cudaSuccess) return memory;
        cudaUserObjectRelease(owner, 1); // frees the memory
        return NULL;
    }
    free(memory);
    return NULL;
}

// ---- copies ----------------------------------------------------------------------------------------------------

// The rows of column c that belong to the operand's part: from *first, *count of them.
static void column_rows(const Operand *operand, size_t c, size_t *first, size_t *count) {
    size_t skipped = operand->part == STRICTLY_LOWER || operand->part == STRICTLY_UPPER;
    size_t rows = operand->rows;
    if (operand->part == LOWER || operand->part == STRICTLY_LOWER) {
        *first = c + skipped < rows ? c + skipped : rows;
        *count = rows - *first;
    } else {
        *first = 0;
        *count = c + 1 - skipped < rows ? c + 1 - skipped : rows;
        if (operand->part == WHOLE) *count = rows;
    }
    if (operand->storage != BANDED) return;
    size_t end = *first + *count, band_end = c + operand->below + 1;
    if (c > operand->above + *first) *first = c - operand->above;
    if (end > band_end) end = band_end;
    *count = end > *first ? end - *first : 0;
}

// Where row r of column c is in device memory, in elements.
static size_t column_place(const Operand *operand, size_t c, size_t r) {
    bool lower = operand->part == LOWER || operand->part == STRICTLY_LOWER;
    switch (operand->storage) {
    case BANDED: return c * operand->pitch + operand->above + r - c;
    case PACKED: return lower ? c * operand->rows + r - c * (c + 1) / 2 : c * (c + 1) / 2 + r;
    default: return c * operand->pitch + r;
    }
}

static cudaError_t copy_columns(const Operand *operand, bool out, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t c = 0; c < operand->columns && error == cudaSuccess; c++) {
        size_t first, count;
        column_rows(operand, c, &first, &count);
        if (!count) continue;
        unsigned char *device = (unsigned char *)operand->device + column_place(operand, c, first) * operand->element;
        unsigned char *host = (unsigned char *)operand->host + (c * operand->rows + first) * operand->element;
        error = cudaMemcpyAsync(out ? host : device, out ? device : host, count * operand->element, cudaMemcpyDefault,
                                stream);
    }
    return error;
}

static cudaError_t copy_operand(const Operand *operand, bool out, cudaStream_t stream) {
    if (!operand->rows || !operand->columns) return cudaSuccess;
    if (operand->part != WHOLE || operand->storage != DENSE) return copy_columns(operand, out, stream);
    size_t width = operand->rows * operand->element, pitch = operand->pitch * operand->element;
    if (operand->columns == 1 || pitch == width)
        return cudaMemcpyAsync(out ? operand->host : operand->device, out ? operand->device : operand->host,
                               width * operand->columns, cudaMemcpyDefault, stream);
    return out ? cudaMemcpy2DAsync(operand->host, width, operand->device, pitch, width, operand->columns,
                                   cudaMemcpyDefault, stream)
               : cudaMemcpy2DAsync(operand->device, pitch, operand->host, width, width, operand->columns,
                                   cudaMemcpyDefault, stream);
}

// ---- running ---------------------------------------------------------------------------------------------------

// A kernel of the real library would fault on memory that only the host can reach; a copy would not.
static bool device_reaches(const Context *context, const Work *work) {
    for (unsigned n = 0; n < work->operand_count; n++) {
        const Operand *operand = &work->operands[n];
        struct cudaPointerAttributes found;
        if (!operand->rows || !operand->columns || operand->use == RETURNS) continue;
        if (cudaPointerGetAttributes(&found, operand->device) != cudaSuccess) return false;
        if (found.type != cudaMemoryTypeUnregistered) continue;
        fprintf(stderr,
                "emulated GPU: %p was passed to %s as an operand, but it is ordinary host memory. Operands must be in "
                "device memory (cudaMalloc), managed memory (cudaMallocManaged) or pinned memory (cudaMallocHost)\n",
                operand->device, context->library);
        return false;
    }
    return true;
}

void context_say_once(const Context *context) {
    static const char *said; // one library, one copy of this file
    if (!said)
        fprintf(stderr, "emulated GPU: calls of %s are computed on the host; counters and times do not include them\n",
                context->library);
    said = context->library;
}

// ---- what is refused -------------------------------------------------------------------------------------------

enum { NOT_SUPPORTED = 15 };

// Whether this is the first time that `what`, a literal, is refused.
static bool is_first(const char *what) {
    enum { MOST = 64 };
    static const char *said[MOST];
    unsigned n = 0;
    while (n < MOST && said[n] && strcmp(said[n], what) != 0) n++;
    if (n == MOST || said[n]) return false;
    said[n] = what;
    return true;
}

// The runtime library's. The toolkit's, with which programs are linked, does not have it.
__attribute__((weak)) void emulatedRefused(void);

// A call was refused: what is missing afterwards is not the program's fault.
static void tell_runtime(void) {
    if (emulatedRefused) emulatedRefused();
}

int refuse_option(const char *library, const char *what) {
    tell_runtime();
    if (is_first(what))
        fprintf(stderr,
                "emulated GPU: %s: %s is not supported, and calls that need it compute nothing. Do without it, or run "
                "the program on a machine with an NVIDIA GPU\n",
                library, what);
    return NOT_SUPPORTED;
}

int refuse_call(const char *name) {
    const char *version = strstr(name, "_v2"); // the header puts it behind the name that programs write
    int length = (int)(version ? version - name : (long)strlen(name));
    tell_runtime();
    if (!is_first(name)) return NOT_SUPPORTED;
    fprintf(stderr,
            "emulated GPU: %.*s is not supported and computes nothing. Write a kernel in its place, or run the program "
            "on a machine with an NVIDIA GPU\n",
            length, name);
    return NOT_SUPPORTED;
}

int refuse_legacy(const char *name) {
    tell_runtime();
    if (is_first("cublas.h"))
        fprintf(stderr,
                "emulated GPU: %s is of cublas.h, the legacy interface of cuBLAS, which is not supported: its calls "
                "compute nothing. Include cublas_v2.h, create a handle with cublasCreate(), and pass it to each call\n",
                name);
    return NOT_SUPPORTED;
}

void work_out_of_memory(const char *library) {
    fprintf(stderr, "emulated GPU: %s: out of memory\n", library);
    exit(1);
}

static void run_compute(void *opaque) {
    Work *staged = opaque;
    staged->compute(staged);
}

// The runtime library's. The toolkit's does not have it, nor does it put functions off.
__attribute__((weak)) cudaError_t emulatedCompute(cudaStream_t stream, cudaHostFn_t function, void *data);

static cudaError_t enqueue_compute(cudaStream_t stream, const Work *staged) {
    return (emulatedCompute ? emulatedCompute : cudaLaunchHostFunc)(stream, run_compute, (void *)staged);
}

static WorkResult enqueue(Context *context, const Work *staged) {
    cudaError_t error = cudaSuccess;
    for (unsigned n = 0; n < staged->operand_count && error == cudaSuccess; n++)
        if (staged->operands[n].use & READS) error = copy_operand(&staged->operands[n], true, context->stream);
    if (error == cudaSuccess) error = enqueue_compute(context->stream, staged);
    for (unsigned n = 0; n < staged->operand_count && error == cudaSuccess; n++)
        if (staged->operands[n].use & WRITES) error = copy_operand(&staged->operands[n], false, context->stream);
    return error == cudaSuccess ? WORK_DONE : WORK_FAILED;
}

// Waits for the results that go to the program's own variables.
static WorkResult return_results(Context *context, const Work *staged) {
    for (unsigned n = 0; n < staged->operand_count; n++) {
        const Operand *operand = &staged->operands[n];
        if (operand->use != RETURNS) continue;
        if (cudaStreamSynchronize(context->stream) != cudaSuccess) return WORK_FAILED;
        memcpy(operand->device, operand->host, operand->element);
    }
    return WORK_DONE;
}

static bool returns(const Work *work) {
    for (unsigned n = 0; n < work->operand_count; n++)
        if (work->operands[n].use == RETURNS) return true;
    return false;
}

WorkResult work_run(Context *context, const Work *work) {
    context_say_once(context);
    if (!device_reaches(context, work)) return WORK_FAILED;
    bool captured = stream_is_captured(context->stream);
    if (captured && returns(work)) return WORK_CAPTURED;
    size_t bytes = staged_bytes(work);
    unsigned char *memory = captured ? captured_memory(context, bytes) : staging_memory(context, bytes);
    if (!memory) return WORK_NO_MEMORY;
    const Work *staged = stage(work, memory);
    WorkResult outcome = enqueue(context, staged);
    return outcome == WORK_DONE ? return_results(context, staged) : outcome;
}

WorkResult addresses_read(Context *context, const void *device, size_t count, void ***addresses) {
    *addresses = NULL;
    if (stream_is_captured(context->stream)) return WORK_CAPTURED;
    void **read = calloc(count + 1, sizeof *read);
    if (!read) return WORK_NO_MEMORY;
    if (cudaMemcpyAsync(read, device, count * sizeof *read, cudaMemcpyDefault, context->stream) != cudaSuccess) {
        free(read);
        return WORK_FAILED;
    }
    *addresses = read;
    return WORK_DONE;
}
