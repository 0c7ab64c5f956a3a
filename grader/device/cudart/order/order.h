// order.h - which operations of streams come before which, and memory that the program must not touch meanwhile.
//
// Work is done in the order of the calls here, at once or beside the program, as a lucky run on a GPU would. What a GPU
// may do otherwise follows from what orders it: streams, events, and what the program waits for. Each stream, each
// event and the program have a vector clock (of each stream, how many operations come before), which the device is told
// with each operation: it knows what they use (emulate/order.c). Pages of pinned and managed memory that an operation
// in flight uses are taken away from the program until it waits; a touch is told to the device.
//
// A host function of a stream runs on a thread of this library, and the program goes on beside it. But the function
// may signal the program, in whatever way, so what the program asks for after that comes after the function (later.h).
//
// Nothing of this happens in programs that have one stream and no such memory.
#ifndef CUDART_ORDER_H
#define CUDART_ORDER_H

#include "work.h"

typedef struct {
    uint32_t of[ORDER_STREAMS];
} Clock;

// A stream as far as its order matters.
typedef struct {
    uint32_t number;     // 0: the legacy default stream
    bool ignores_legacy; // it was made with cudaStreamNonBlocking
} Ordered;
extern const Ordered order_legacy;

// A number for a new stream.
uint32_t order_stream(void);
// The program has reached a line with <<<>>>. The launch itself is requested by a function that nvcc wrote, so the
// line is noted here.
void order_notes_launch(void);
// What was asked for in a stream. number 0: no order matters.
typedef struct {
    uint32_t stream, number, site;
    OrderKind kind;
    OrderClocks clocks;
} Asked;

// An operation is asked for in the stream.
Asked order_ask(const Ordered *stream, OrderKind kind);
// It begins: all that is done until order_end() is its. What comes before it must have been done.
void order_start(const Asked *asked);
void order_end(void);
// Both, once what comes before it has been done.
void order_begin(const Ordered *stream, OrderKind kind);
// A node of the graph that the operation launches begins, after at most NODES_BEFORE others of it. Returns its number,
// 0 if no operation was begun.
uint32_t order_node(const uint32_t *before, uint32_t count);
// What an operation that was begun does with memory that the program sees.
void order_protects(const Work *work);
void order_protects_rows(const void *pointer, Shape shape, bool writes);
// The stream's work so far; work that comes later in the stream comes after that.
void order_read(const Ordered *stream, Clock *clock);
void order_join(const Ordered *stream, const Clock *clock);
// The same of the operation that this thread has begun; nothing if there is none.
void order_read_begun(Clock *clock);
// The program waits: for that, for a stream's work so far, for all work.
void order_waited(const Clock *clock);
void order_waited_stream(const Ordered *stream);
void order_waited_all(void);
// A function of the program that was asked for is about to be called, and may signal the program.
void order_called(const Asked *asked);
// The library itself is about to touch the program's memory, after all that was asked for.
void order_open(void);
// The same, of what was asked for before that.
void order_open_behind(const Asked *asked);
void order_forget(void); // after a reset

// For the device, which knows when that has ended. false: without clocks it tells when the work so far has, of
// everything or of the operation that this thread has begun.
bool order_tells(const Clock *clock, OrderClocks *told);
// Whether the program has waited for that. Where everything is in one order: since context_waits() was `waits`.
bool order_was_waited(const Clock *clock, unsigned long waits);

#endif
