// copies.c - copies in one, two and three dimensions.
//
// Every copy is rows of bytes. Bytes of this process go through the staging window in pieces, the next one filled
// while the device empties the last; what both sides or only the device can see is copied by the device.
#include "../base/captures.h"
#include "../order/order.h"
#include "memory.h"
#include <string.h>

typedef struct {
    size_t row, column, width, rows;
} Piece;
typedef struct {
    uint64_t device;
    uint8_t *host;
    size_t device_pitch, host_pitch, width, rows;
} Transfer;

// The next piece that fits in a slot, whole rows if one does. false: there is none left.
static bool piece_next(const Transfer *transfer, Piece *piece) {
    piece->column += piece->width;
    if (piece->column >= transfer->width) piece->column = 0, piece->row += piece->rows;
    size_t left = transfer->rows - piece->row, fit = SLOT_CAPACITY / transfer->width;
    if (!left) return false;
    piece->rows = fit == 0 ? 1 : fit < left ? fit : left;
    piece->width = transfer->width - piece->column;
    if (piece->width > SLOT_CAPACITY) piece->width = SLOT_CAPACITY;
    return true;
}

static void copy_piece(uint8_t *to, size_t to_pitch, const uint8_t *from, size_t from_pitch, const Piece *piece) {
    for (size_t row = 0; row < piece->rows; row++) memcpy(to + row * to_pitch, from + row * from_pitch, piece->width);
}

static Exchange piece_request(const Transfer *transfer, const Piece *piece, Direction direction, unsigned slot) {
    uint64_t address = transfer->device + piece->row * transfer->device_pitch + piece->column;
    return (Exchange){.request = {direction == TO_DEVICE ? CALL_WRITE : CALL_READ,
                                  0,
                                  {address, transfer->device_pitch, piece->width, piece->rows, slot * SLOT_CAPACITY,
                                   piece->row == 0 && piece->column == 0}}};
}

static uint8_t *piece_host(const Transfer *transfer, const Piece *piece) {
    return transfer->host + piece->row * transfer->host_pitch + piece->column;
}

// The oldest piece under way has arrived; one that was read is copied to its place.
static cudaError_t piece_finish(const Transfer *transfer, const Piece *piece, Direction direction, unsigned slot,
                                Exchange *exchange) {
    cudaError_t error = channel_receive(exchange);
    if (!error && direction == TO_HOST)
        copy_piece(piece_host(transfer, piece), transfer->host_pitch, channel_window() + slot * SLOT_CAPACITY,
                   piece->width, piece);
    return error;
}

static cudaError_t transfer_pieces(const Transfer *transfer, Direction direction, Exchange *exchange) {
    Piece pieces[STAGING_SLOTS], piece = {0};
    unsigned begun = 0, ended = 0;
    cudaError_t error = cudaSuccess, first = cudaSuccess;
    while (!first && piece_next(transfer, &piece)) {
        unsigned slot = begun % STAGING_SLOTS;
        if (begun - ended == STAGING_SLOTS) {
            first = piece_finish(transfer, &pieces[slot], direction, slot, exchange);
            ended++;
            if (first) break;
        }
        if (direction == TO_DEVICE)
            copy_piece(channel_window() + slot * SLOT_CAPACITY, piece.width, piece_host(transfer, &piece),
                       transfer->host_pitch, &piece);
        *exchange = piece_request(transfer, &piece, direction, slot);
        pieces[slot] = piece;
        first = channel_send(exchange);
        begun += !first;
    }
    for (; ended < begun; ended++) {
        unsigned slot = ended % STAGING_SLOTS;
        error = piece_finish(transfer, &pieces[slot], direction, slot, exchange);
        if (!first) first = error;
    }
    return first;
}

static cudaError_t transfer_run(Transfer transfer, Direction direction, Reply *reply) {
    Exchange exchange = {0};
    if (transfer.rows == 1 || (transfer.width == transfer.device_pitch && transfer.width == transfer.host_pitch)) {
        transfer.width *= transfer.rows; // no gaps: one long row
        transfer.rows = 1;
    }
    cudaError_t error = channel_open();
    if (error) return error;
    channel_lock();
    uint64_t span = (transfer.rows - 1) * transfer.device_pitch + transfer.width;
    if (transfer.width > SLOT_CAPACITY || transfer.rows > SLOT_CAPACITY / transfer.width)
        error = CHANNEL_CALL(reply, CALL_RANGE, transfer.device, span, direction); // all or nothing is copied
    if (!error) {
        error = transfer_pieces(&transfer, direction, &exchange);
        *reply = exchange.reply;
    }
    channel_unlock();
    return error;
}

static cudaError_t copy_locally(void *to, const void *from, Shape shape, bool waits) {
    cudaError_t error = waits ? context_wait() : context_ready();
    if (!waits) context_idle();
    order_open();
    for (size_t row = 0; row < shape.rows && !error; row++)
        memmove((uint8_t *)to + row * shape.to_pitch, (const uint8_t *)from + row * shape.from_pitch, shape.width);
    return error;
}

// Whether the copy's direction agrees with what the addresses are.
static bool kind_fits(enum cudaMemcpyKind kind, MemoryKind to, MemoryKind from) {
    bool to_host = to != MEMORY_DEVICE, from_host = from != MEMORY_DEVICE;
    bool to_device = to != MEMORY_UNKNOWN, from_device = from != MEMORY_UNKNOWN;
    switch (kind) {
    case cudaMemcpyHostToHost: return to_host && from_host;
    case cudaMemcpyHostToDevice: return to_device && from_host;
    case cudaMemcpyDeviceToHost: return to_host && from_device;
    case cudaMemcpyDeviceToDevice: return to_device && from_device;
    default: return true;
    }
}

static bool is_pinned(MemoryKind kind) { return kind == MEMORY_HOST || kind == MEMORY_REGISTERED; }

static Direction direction_of(enum cudaMemcpyKind kind, MemoryKind to, MemoryKind from) {
    if (kind == cudaMemcpyHostToDevice || (kind == cudaMemcpyDefault && is_pinned(from))) return TO_DEVICE;
    if (kind == cudaMemcpyDeviceToHost || (kind == cudaMemcpyDefault && is_pinned(to))) return TO_HOST;
    return WITHIN_DEVICE;
}

bool device_sees(MemoryKind kind) { return kind == MEMORY_DEVICE || kind == MEMORY_MANAGED || kind == MEMORY_HOST; }

// Where the device has memory that it can reach, 0: it cannot. All bytes must lie in the region that is registered.
static uint64_t place_on_device(const void *pointer, uint64_t bytes, const Region *region) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (device_sees(region->kind)) return address;
    bool inside = region->kind == MEMORY_REGISTERED && bytes <= region->size - (address - region->base);
    return inside ? region->device + (address - region->base) : 0;
}

static cudaError_t copy_between(void *to, const void *from, Shape shape, enum cudaMemcpyKind kind, Reply *reply) {
    Region to_region, from_region;
    MemoryKind to_kind = memory_kind(to, &to_region), from_kind = memory_kind(from, &from_region);
    if (!kind_fits(kind, to_kind, from_kind)) return wrong_copy(kind, to_kind, from_kind, to);
    uint64_t to_address = place_on_device(to, (shape.rows - 1) * shape.to_pitch + shape.width, &to_region);
    uint64_t from_address = place_on_device(from, (shape.rows - 1) * shape.from_pitch + shape.width, &from_region);
    if (to_address && from_address)
        return CHANNEL_CALL(reply, CALL_COPY, to_address, from_address, shape.to_pitch, shape.from_pitch, shape.width,
                            shape.rows, direction_of(kind, to_kind, from_kind));
    if (to_address)
        return transfer_run((Transfer){to_address, (uint8_t *)(uintptr_t)from, shape.to_pitch, shape.from_pitch,
                                       shape.width, shape.rows},
                            TO_DEVICE, reply);
    return transfer_run((Transfer){from_address, to, shape.from_pitch, shape.to_pitch, shape.width, shape.rows},
                        TO_HOST, reply);
}

static bool host_only(const void *pointer) {
    Region region;
    MemoryKind kind = memory_kind(pointer, &region);
    return kind == MEMORY_UNKNOWN || is_pinned(kind);
}

cudaError_t copy_rows(void *to, const void *from, Shape shape, enum cudaMemcpyKind kind, bool waits) {
    Reply reply = {0};
    if ((unsigned)kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = waits ? stream_legacy() : context_ready();
    if (error) return error;
    if (!shape.width || !shape.rows) return cudaSuccess;
    if (!to || !from) return cudaErrorInvalidValue;
    if (shape.rows > 1 && (shape.to_pitch < shape.width || shape.from_pitch < shape.width))
        return cudaErrorInvalidPitchValue;
    Region to_region, from_region;
    if (host_only(to) && host_only(from)) {
        MemoryKind to_kind = memory_kind(to, &to_region), from_kind = memory_kind(from, &from_region);
        if (!kind_fits(kind, to_kind, from_kind)) return wrong_copy(kind, to_kind, from_kind, to);
        return copy_locally(to, from, shape, waits);
    }
    if (!waits) return not_waited(&reply, copy_between(to, from, shape, kind, &reply));
    order_begin(&order_legacy, ORDER_COPY);
    error = waited(&reply, copy_between(to, from, shape, kind, &reply));
    order_end();
    order_waited_stream(&order_legacy);
    return error;
}

API cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    RESULT(copy_rows(to, from, (Shape){bytes, 1, bytes, bytes}, kind, true));
}
PER_THREAD(cudaMemcpy, _ptds);

static cudaError_t copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind, bool waits) {
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
    return copy_rows(to, from, (Shape){width, height, to_pitch, from_pitch}, kind, waits);
}

API cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, enum cudaMemcpyKind kind) {
    RESULT(copy_2d(to, to_pitch, from, from_pitch, width, height, kind, true));
}
PER_THREAD(cudaMemcpy2D, _ptds);

// A row that is alone needs no pitch.
static size_t pitch_of(struct cudaPitchedPtr pointer, struct cudaExtent extent) {
    return !pointer.pitch && extent.height == 1 && extent.depth == 1 ? extent.width : pointer.pitch;
}

static cudaError_t (*copy_arrays)(const struct cudaMemcpy3DParms *box, bool waits);
void copy_arrays_by(cudaError_t (*copy)(const struct cudaMemcpy3DParms *box, bool waits)) { copy_arrays = copy; }

cudaError_t copy_box(const struct cudaMemcpy3DParms *p, bool waits) {
    if (!p) return cudaErrorInvalidValue;
    if (p->srcArray || p->dstArray) return copy_arrays ? copy_arrays(p, waits) : cudaErrorNotSupported;
    if (!p->srcPtr.ptr || !p->dstPtr.ptr) return cudaErrorInvalidValue;
    struct cudaPos to_at = p->dstPos, from_at = p->srcPos;
    cudaError_t error = cudaSuccess;
    for (size_t slice = 0; slice < p->extent.depth && !error; slice++, to_at.z++, from_at.z++)
        error =
            copy_2d(box_position(p->dstPtr, to_at), pitch_of(p->dstPtr, p->extent), box_position(p->srcPtr, from_at),
                    pitch_of(p->srcPtr, p->extent), p->extent.width, p->extent.height, p->kind, waits);
    return error;
}

bool copy_waits(const struct cudaMemcpy3DParms *p) {
    Region region;
    return !p->dstArray && memory_kind(p->dstPtr.ptr, &region) == MEMORY_UNKNOWN;
}

cudaError_t copy_check(const struct cudaMemcpy3DParms *p) {
    Region region;
    if ((unsigned)p->kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    if ((!p->srcArray && !p->srcPtr.ptr) || (!p->dstArray && !p->dstPtr.ptr)) return cudaErrorInvalidValue;
    MemoryKind to = p->dstArray ? MEMORY_DEVICE : memory_kind(p->dstPtr.ptr, &region);
    MemoryKind from = p->srcArray ? MEMORY_DEVICE : memory_kind(p->srcPtr.ptr, &region);
    return kind_fits(p->kind, to, from) ? cudaSuccess : wrong_copy(p->kind, to, from, p->dstPtr.ptr);
}

API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p) { RESULT(copy_box(p, true)); }
PER_THREAD(cudaMemcpy3D, _ptds);
