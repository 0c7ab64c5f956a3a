// work.c - one call of the library as work in a stream.
#include "work.h"
#include "context.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

// ---- describing a call -----------------------------------------------------------------------------------------

int operand_add(Call *call, Operand operand) {
    call->operands[call->operand_count] = operand;
    return (int)call->operand_count++;
}

int matrix(Call *call, const void *device, size_t element, long rows, long columns, long pitch, unsigned use) {
    return operand_add(call, (Operand){.device = (void *)device,
                                       .element = element,
                                       .rows = (size_t)rows,
                                       .columns = (size_t)columns,
                                       .pitch = (size_t)pitch,
                                       .use = use});
}

int vector(Call *call, const void *device, size_t element, long n, long increment, unsigned use, long *step) {
    *step = increment > 0 ? 1 : increment < 0 ? -1 : 0;
    if (increment == 1 || increment == -1) return matrix(call, device, element, n, 1, n, use);
    return matrix(call, device, element, 1, increment ? n : 1, increment < 0 ? -increment : increment, use);
}

Scalar scalar(Call *call, const Context *context, const void *pointer, size_t bytes) {
    Scalar made = {.operand = -1};
    if (context->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        made.operand = matrix(call, pointer, bytes, 1, 1, 1, READS);
    else memcpy(made.value, pointer, bytes);
    return made;
}

const void *scalar_value(const Call *call, const Scalar *scalar) {
    return scalar->operand < 0 ? scalar->value : call->operands[scalar->operand].host;
}

int result(Call *call, const Context *context, void *pointer, size_t bytes) {
    return matrix(call, pointer, bytes, 1, 1, 1,
                  context->pointer_mode == CUBLAS_POINTER_MODE_DEVICE ? WRITES : RETURNS);
}

// ---- staging memory --------------------------------------------------------------------------------------------

static size_t operand_bytes(const Operand *operand) {
    return aligned(operand->element * operand->rows * operand->columns);
}

static size_t staged_bytes(const Call *call) {
    size_t bytes = aligned(sizeof *call);
    for (unsigned n = 0; n < call->operand_count; n++) bytes += operand_bytes(&call->operands[n]);
    return bytes;
}

// Copies the call to the memory and gives each operand its place behind it.
static Call *stage(const Call *call, unsigned char *memory) {
    Call *staged = (Call *)memory;
    *staged = *call;
    memory += aligned(sizeof *call);
    for (unsigned n = 0; n < staged->operand_count; n++) {
        staged->operands[n].host = memory;
        memory += operand_bytes(&staged->operands[n]);
    }
    return staged;
}

// The stream's memory, at least that large; what became too small stays until the handle is destroyed, since earlier
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
    }
}

static cudaError_t copy_triangle(const Operand *operand, bool out, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t c = 0; c < operand->columns && error == cudaSuccess; c++) {
        size_t first, count;
        column_rows(operand, c, &first, &count);
        if (!count) continue;
        unsigned char *device = (unsigned char *)operand->device + (c * operand->pitch + first) * operand->element;
        unsigned char *host = (unsigned char *)operand->host + (c * operand->rows + first) * operand->element;
        error = cudaMemcpyAsync(out ? host : device, out ? device : host, count * operand->element, cudaMemcpyDefault,
                                stream);
    }
    return error;
}

static cudaError_t copy_operand(const Operand *operand, bool out, cudaStream_t stream) {
    if (!operand->rows || !operand->columns) return cudaSuccess;
    if (operand->part != WHOLE) return copy_triangle(operand, out, stream);
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
static bool device_reaches(const Call *call) {
    for (unsigned n = 0; n < call->operand_count; n++) {
        const Operand *operand = &call->operands[n];
        struct cudaPointerAttributes found;
        if (!operand->rows || !operand->columns || operand->use == RETURNS) continue;
        if (cudaPointerGetAttributes(&found, operand->device) != cudaSuccess) return false;
        if (found.type != cudaMemoryTypeUnregistered) continue;
        fprintf(stderr,
                "emulated GPU: %p was passed to cuBLAS as an operand, but it is ordinary host memory. The operands of "
                "cuBLAS must be in device memory (cudaMalloc), managed memory (cudaMallocManaged) or pinned memory "
                "(cudaMallocHost)\n",
                operand->device);
        return false;
    }
    return true;
}

void work_say_once(void) {
    static bool said;
    if (!said)
        fputs("emulated GPU: cuBLAS calls are computed on the host; counters and times do not include them\n", stderr);
    said = true;
}

void work_out_of_memory(void) {
    fputs("emulated GPU: cuBLAS: out of memory\n", stderr);
    exit(1);
}

static void run_compute(void *opaque) {
    Call *call = opaque;
    call->compute(call);
}

static cublasStatus_t enqueue(Context *context, const Call *staged) {
    cudaError_t error = cudaSuccess;
    for (unsigned n = 0; n < staged->operand_count && error == cudaSuccess; n++)
        if (staged->operands[n].use & READS) error = copy_operand(&staged->operands[n], true, context->stream);
    if (error == cudaSuccess) error = cudaLaunchHostFunc(context->stream, run_compute, (void *)staged);
    for (unsigned n = 0; n < staged->operand_count && error == cudaSuccess; n++)
        if (staged->operands[n].use & WRITES) error = copy_operand(&staged->operands[n], false, context->stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Waits for the results that go to the program's own variables.
static cublasStatus_t return_results(Context *context, const Call *staged) {
    for (unsigned n = 0; n < staged->operand_count; n++) {
        const Operand *operand = &staged->operands[n];
        if (operand->use != RETURNS) continue;
        if (cudaStreamSynchronize(context->stream) != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
        memcpy(operand->device, operand->host, operand->element);
    }
    return CUBLAS_STATUS_SUCCESS;
}

static bool returns(const Call *call) {
    for (unsigned n = 0; n < call->operand_count; n++)
        if (call->operands[n].use == RETURNS) return true;
    return false;
}

cublasStatus_t call_run(Context *context, const Call *call) {
    work_say_once();
    if (!device_reaches(call)) return CUBLAS_STATUS_EXECUTION_FAILED;
    bool captured = stream_is_captured(context->stream);
    if (captured && returns(call)) return CUBLAS_STATUS_NOT_SUPPORTED;
    size_t bytes = staged_bytes(call);
    unsigned char *memory = captured ? captured_memory(context, bytes) : staging_memory(context, bytes);
    if (!memory) return CUBLAS_STATUS_ALLOC_FAILED;
    const Call *staged = stage(call, memory);
    cublasStatus_t status = enqueue(context, staged);
    return status == CUBLAS_STATUS_SUCCESS ? return_results(context, staged) : status;
}

void **addresses_read(Context *context, const void *device, long count, cublasStatus_t *status) {
    *status = CUBLAS_STATUS_NOT_SUPPORTED;
    if (stream_is_captured(context->stream)) return NULL;
    *status = CUBLAS_STATUS_ALLOC_FAILED;
    void **addresses = calloc((size_t)count + 1, sizeof *addresses);
    if (!addresses) return NULL;
    *status = CUBLAS_STATUS_SUCCESS;
    if (cudaMemcpyAsync(addresses, device, (size_t)count * sizeof *addresses, cudaMemcpyDefault, context->stream) ==
        cudaSuccess)
        return addresses;
    *status = CUBLAS_STATUS_EXECUTION_FAILED;
    free(addresses);
    return NULL;
}
