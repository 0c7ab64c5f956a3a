// array_copy.c - copies to, from and between CUDA arrays.
//
// All of them are boxes, described as cudaMemcpy3D has them: where an array takes part, extents count its elements.
// Rows of an array are rows of device memory at a fixed pitch, so a box is copied slice by slice as any other memory.
#include "arrays.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // the copies that count bytes are deprecated

// One side of a copy: rows of bytes, and how far apart rows and slices are.
typedef struct {
    uint8_t *first;
    size_t pitch, slice;
} Side;

// The part of an array that a box covers; false: it is not all within.
static bool array_side(cudaArray_const_t handle, struct cudaPos at, struct cudaExtent extent, Side *side) {
    const Array *array = array_find(handle);
    if (!array) return false;
    TextureLevel level = texture_level(&array->texels, 0);
    size_t texel = texture_texel_bytes(&array->texels);
    bool within = at.x <= level.width && extent.width <= level.width - at.x && at.y <= level.height &&
                  extent.height <= level.height - at.y && at.z <= level.depth && extent.depth <= level.depth - at.z;
    *side = (Side){(uint8_t *)(uintptr_t)array->texels.address + at.z * level.slice + at.y * level.pitch + at.x * texel,
                   level.pitch, level.slice};
    return within;
}

static Side pointer_side(struct cudaPitchedPtr pointer, struct cudaPos at, size_t width, struct cudaExtent extent) {
    size_t pitch = !pointer.pitch && extent.height == 1 && extent.depth == 1 ? width : pointer.pitch;
    return (Side){(uint8_t *)pointer.ptr + (at.z * pointer.ysize + at.y) * pitch + at.x, pitch, pitch * pointer.ysize};
}

// Bytes of an element of the array or arrays; 0: they differ.
static size_t element_bytes(const struct cudaMemcpy3DParms *p) {
    const Array *to = p->dstArray ? array_find(p->dstArray) : NULL;
    const Array *from = p->srcArray ? array_find(p->srcArray) : NULL;
    size_t to_bytes = to ? texture_texel_bytes(&to->texels) : 0;
    size_t from_bytes = from ? texture_texel_bytes(&from->texels) : 0;
    if (to_bytes && from_bytes && to_bytes != from_bytes) return 0;
    return to_bytes ? to_bytes : from_bytes;
}

static bool kind_fits_arrays(const struct cudaMemcpy3DParms *p) {
    bool to_device = p->kind == cudaMemcpyHostToDevice || p->kind == cudaMemcpyDeviceToDevice;
    bool from_device = p->kind == cudaMemcpyDeviceToHost || p->kind == cudaMemcpyDeviceToDevice;
    if (p->kind == cudaMemcpyDefault) return true;
    return (!p->dstArray || to_device) && (!p->srcArray || from_device);
}

static cudaError_t array_copy_box(const struct cudaMemcpy3DParms *p, bool waits) {
    Side to, from;
    if ((unsigned)p->kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if ((p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr)) return cudaErrorInvalidValue;
    if ((!p->srcArray && !p->srcPtr.ptr) || (!p->dstArray && !p->dstPtr.ptr)) return cudaErrorInvalidValue;
    if (!kind_fits_arrays(p)) return cudaErrorInvalidMemcpyDirection;
    size_t width = p->extent.width * element_bytes(p);
    if (p->extent.width && !width) return cudaErrorInvalidValue;
    if (p->dstArray && !array_side(p->dstArray, p->dstPos, p->extent, &to)) return cudaErrorInvalidValue;
    if (p->srcArray && !array_side(p->srcArray, p->srcPos, p->extent, &from)) return cudaErrorInvalidValue;
    if (!p->dstArray) to = pointer_side(p->dstPtr, p->dstPos, width, p->extent);
    if (!p->srcArray) from = pointer_side(p->srcPtr, p->srcPos, width, p->extent);
    if (p->extent.height && (to.pitch < width || from.pitch < width)) return cudaErrorInvalidPitchValue;
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; slice < p->extent.depth && !error; slice++)
        error = copy_rows(to.first + slice * to.slice, from.first + slice * from.slice,
                          (Shape){width, p->extent.height, to.pitch, from.pitch}, p->kind, waits);
    return error;
}

WHEN_LOADED void copy_arrays_here(void) { copy_arrays_by(array_copy_box); }

// ---- copies that count bytes ----------------------------------------------------------------------------------------

typedef struct cudaMemcpy3DParms Box;

// Copies the box at once, or in its stream.
static cudaError_t copy(const Box *box, bool waits, cudaStream_t stream) {
    if ((unsigned)box->kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if (waits) return array_copy_box(box, true);
    return stream_do(stream, &(Work){.type = cudaGraphNodeTypeMemcpy, .copy = *box});
}

// Bytes to elements; false: they are no whole number of them.
static bool in_elements(cudaArray_const_t handle, size_t *x, size_t *width) {
    const Array *array = array_find(handle);
    size_t bytes = array ? texture_texel_bytes(&array->texels) : 1;
    if (!array || *x % bytes || *width % bytes) return false;
    *x /= bytes;
    *width /= bytes;
    return true;
}

// Where a rectangle of bytes of an array lies, which may begin and end within elements.
static cudaError_t rectangle(cudaArray_const_t handle, size_t x, size_t y, size_t width, size_t height, Side *side) {
    const Array *array = array_find(handle);
    if (!handle) return cudaErrorInvalidResourceHandle;
    if (!array) return cudaErrorInvalidValue;
    TextureLevel level = texture_level(&array->texels, 0);
    bool within = x <= level.pitch && width <= level.pitch - x && y <= level.height && height <= level.height - y;
    *side = (Side){(uint8_t *)(uintptr_t)array->texels.address + y * level.pitch + x, level.pitch, 0};
    return within ? cudaSuccess : cudaErrorInvalidValue;
}

// A copy of parts of elements, at once.
static cudaError_t copy_parts(Side to, Side from, size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copy_rows(to.first, from.first, (Shape){width, height, to.pitch, from.pitch}, kind, true);
}

static cudaError_t to_array(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                            size_t height, enum cudaMemcpyKind kind, bool waits, cudaStream_t stream) {
    Side side, memory = {(uint8_t *)(uintptr_t)from, pitch, 0};
    if (!from || pitch < width) return !from ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue;
    cudaError_t error = rectangle(to, x, y, width, height, &side);
    if (error) return error;
    if (!in_elements(to, &x, &width))
        return waits ? copy_parts(side, memory, width, height, kind) : cudaErrorInvalidValue;
    Box box = {.dstArray = to,
               .dstPos = {x, y, 0},
               .srcPtr = {(void *)(uintptr_t)from, pitch, 0, height},
               .extent = {width, height, 1},
               .kind = kind};
    return copy(&box, waits, stream);
}

static cudaError_t from_array(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                              size_t height, enum cudaMemcpyKind kind, bool waits, cudaStream_t stream) {
    Side side, memory = {to, pitch, 0};
    if (!to || pitch < width) return !to ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue;
    cudaError_t error = rectangle(from, x, y, width, height, &side);
    if (error) return error;
    if (!in_elements(from, &x, &width))
        return waits ? copy_parts(memory, side, width, height, kind) : cudaErrorInvalidValue;
    Box box = {.srcArray = (cudaArray_t)(uintptr_t)from,
               .srcPos = {x, y, 0},
               .dstPtr = {to, pitch, 0, height},
               .extent = {width, height, 1},
               .kind = kind};
    return copy(&box, waits, stream);
}

API cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                    size_t height, enum cudaMemcpyKind kind) {
    RESULT(to_array(to, x, y, from, pitch, width, height, kind, true, NULL));
}
PER_THREAD(cudaMemcpy2DToArray, _ptds);

API cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                         size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    RESULT(to_array(to, x, y, from, pitch, width, height, kind, false, stream));
}
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz);

API cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                      size_t height, enum cudaMemcpyKind kind) {
    RESULT(from_array(to, pitch, from, x, y, width, height, kind, true, NULL));
}
PER_THREAD(cudaMemcpy2DFromArray, _ptds);

API cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                           size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
    RESULT(from_array(to, pitch, from, x, y, width, height, kind, false, stream));
}
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz);

static cudaError_t between_arrays(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                  size_t from_y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    size_t bytes = width, same = width;
    Side target, source;
    cudaError_t error = rectangle(from, from_x, from_y, width, height, &source);
    if (!error) error = to ? rectangle(to, to_x, to_y, width, height, &target) : cudaErrorInvalidValue;
    if (error) return error;
    if (!in_elements(from, &from_x, &width) || !in_elements(to, &to_x, &bytes))
        return copy_parts(target, source, same, height, kind);
    Box box = {.srcArray = (cudaArray_t)(uintptr_t)from,
               .srcPos = {from_x, from_y, 0},
               .dstArray = to,
               .dstPos = {to_x, to_y, 0},
               .extent = {width, height, 1},
               .kind = kind};
    return copy(&box, true, NULL);
}

API cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                         size_t from_x, size_t from_y, size_t width, size_t height,
                                         enum cudaMemcpyKind kind) {
    RESULT(between_arrays(to, to_x, to_y, from, from_x, from_y, width, height, kind));
}
PER_THREAD(cudaMemcpy2DArrayToArray, _ptds);

// ---- runs of bytes that go on from row to row -----------------------------------------------------------------------

// One side of such a copy: a place in an array, or memory.
typedef struct {
    cudaArray_const_t array; // NULL: memory
    uint8_t *memory;
    size_t x, y;
} Run;

static TextureLevel rows_of(const Run *run) {
    const Array *array = array_find(run->array);
    return array ? texture_level(&array->texels, 0) : (TextureLevel){0};
}

static bool run_within(const Run *run, size_t bytes) {
    if (!run->array) return run->memory != NULL;
    TextureLevel rows = rows_of(run);
    return rows.pitch && run->x < rows.pitch && run->y < rows.height &&
           bytes <= (rows.height - run->y) * rows.pitch - run->x;
}

// Bytes that can be copied as one rectangle: the rest of a row, or whole rows.
static size_t run_part(const Run *run, size_t left) {
    if (!run->array) return left;
    size_t row = rows_of(run).pitch, rest = row - run->x;
    return run->x || left < row ? (left < rest ? left : rest) : left / row * row;
}

static void run_advance(Run *run, size_t bytes) {
    if (run->memory) run->memory += bytes;
    if (!run->array) return;
    size_t row = rows_of(run).pitch, at = run->x + bytes;
    run->y += at / row;
    run->x = at % row;
}

static size_t run_width(const Run *run, size_t bytes) {
    size_t row = run->array ? rows_of(run).pitch : bytes;
    return row < bytes ? row : bytes;
}

static cudaError_t run_copy_part(const Run *to, const Run *from, size_t bytes, enum cudaMemcpyKind kind, bool waits,
                                 cudaStream_t stream) {
    size_t width = run_width(to->array ? to : from, bytes), height = bytes / width;
    cudaArray_t array = (cudaArray_t)(uintptr_t)to->array;
    if (!to->array)
        return from_array(to->memory, width, from->array, from->x, from->y, width, height, kind, waits, stream);
    if (!from->array) return to_array(array, to->x, to->y, from->memory, width, width, height, kind, waits, stream);
    return between_arrays(array, to->x, to->y, from->array, from->x, from->y, width, height, kind);
}

static cudaError_t run_copy(Run to, Run from, size_t bytes, enum cudaMemcpyKind kind, bool waits, cudaStream_t stream) {
    if ((!to.array && !to.memory) || (!from.array && !from.memory)) return cudaErrorInvalidResourceHandle;
    if (bytes && (!run_within(&to, bytes) || !run_within(&from, bytes))) return cudaErrorInvalidValue;
    while (bytes) {
        size_t part = run_part(&from, run_part(&to, bytes));
        if (to.array && from.array) part = run_width(&to, run_width(&from, part)); // rows may be of unlike lengths
        cudaError_t error = run_copy_part(&to, &from, part, kind, waits, stream);
        if (error) return error;
        run_advance(&to, part);
        run_advance(&from, part);
        bytes -= part;
    }
    return context_ready();
}

static Run in_array(cudaArray_const_t array, size_t x, size_t y) { return (Run){array, NULL, x, y}; }
static Run in_memory(const void *memory) { return (Run){NULL, (uint8_t *)(uintptr_t)memory, 0, 0}; }

API cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                  enum cudaMemcpyKind kind) {
    RESULT(run_copy(in_array(to, x, y), in_memory(from), bytes, kind, true, NULL));
}
PER_THREAD(cudaMemcpyToArray, _ptds);

API cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    RESULT(run_copy(in_array(to, x, y), in_memory(from), bytes, kind, false, stream));
}
PER_THREAD(cudaMemcpyToArrayAsync, _ptsz);

API cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                    enum cudaMemcpyKind kind) {
    RESULT(run_copy(in_memory(to), in_array(from, x, y), bytes, kind, true, NULL));
}
PER_THREAD(cudaMemcpyFromArray, _ptds);

API cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                         enum cudaMemcpyKind kind, cudaStream_t stream) {
    RESULT(run_copy(in_memory(to), in_array(from, x, y), bytes, kind, false, stream));
}
PER_THREAD(cudaMemcpyFromArrayAsync, _ptsz);

API cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                       size_t from_y, size_t bytes, enum cudaMemcpyKind kind) {
    RESULT(run_copy(in_array(to, to_x, to_y), in_array(from, from_x, from_y), bytes, kind, true, NULL));
}
PER_THREAD(cudaMemcpyArrayToArray, _ptds);
