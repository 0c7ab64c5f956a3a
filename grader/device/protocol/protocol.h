// protocol.h - what the runtime library in a program and the device process say to each other.
//
// The device process leaves one end of a control socket in the program, its number in the environment. A process
// that uses CUDA for the first time makes a socket pair of its own, sends one end through the control socket (one
// byte and the descriptor), and is a session from then on: a context of its own on the device, as on a real GPU.
//
// A session speaks in packets (SOCK_SEQPACKET): a Request answered by a Reply, in order, either with up to
// PAYLOAD_BYTES after it. Bulk bytes travel through a staging window, a sealed memfd that both sides map; packets say
// which part of it is meant. The device believes nothing it is sent: a packet that makes no sense ends the session.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

#define CHANNEL_VARIABLE "EMULATED_GPU_CHANNEL" // environment: the control socket's descriptor
#define PROTOCOL_VERSION 2
#define PAYLOAD_BYTES 40960u // more than the 32764 bytes of parameters a kernel can have
#define STAGING_BYTES (4u << 20)
#define STAGING_SLOTS 2u // a client fills one while the device empties the other
#define SLOT_CAPACITY (STAGING_BYTES / STAGING_SLOTS)
#define NAME_BYTES 4096u         // the longest name of a kernel or variable
#define TICK_NANOSECONDS 500u    // what times between events are multiples of, about as on hardware
#define EVENT_NANOSECONDS 2000u  // by which a recorded event advances the clock, so no interval is zero
#define IMAGE_LIMIT (1ull << 30) // the largest fat binary

// CALL(name): arguments -> values of the reply. "name" arguments are the payload. Copies name a direction so that the
// device can count transfers; boxes are `rows` rows of `width` bytes, `pitch` bytes apart on the device.
typedef enum {
    CALL_HELLO = 1,   // version -> version, managed memory is lent; payload DeviceDescription; descriptor of the window
    CALL_IMAGE_BEGIN, // size
    CALL_IMAGE_PART,  // offset, size; the bytes are at the window's start
    CALL_IMAGE_LOAD,  // -> module; on failure the payload is the reason
    CALL_KERNEL,      // module; name -> kernel; payload KernelDescription
    CALL_KERNEL_NAME, // module, number -> payload: the name of its kernel of that number, empty: it has no more
    CALL_KERNEL_SHARED,  // module, kernel, bytes: most dynamic shared memory a launch may ask for
    CALL_VARIABLE,       // module; name -> address, size
    CALL_VARIABLE_SHARE, // module; name -> address, size, mapped size; descriptor
    CALL_MALLOC,         // size, array (1: of a CUDA array) -> address
    CALL_MALLOC_SHARED,  // size, managed (0: host memory) -> address, mapped size; descriptor
    CALL_OBJECT,         // of a texture or surface; payload TextureDescription -> handle
    CALL_OBJECT_DESTROY, // handle, surface (0: of a texture)
    CALL_FREE,           // address
    CALL_RESERVE,        // size -> address of memory that is not there until it is renewed
    CALL_RENEW,          // address: makes reserved memory, or such that was freed, memory (again)
    CALL_LEND,           // address: the program touches a page of managed memory that it does not have, and gets it
    CALL_PREFETCH,       // address, bytes of managed memory that are to be on the device before it uses them
    CALL_CONDITION,      // handle of a graph's condition, 0: a new one -> handle, value
    CALL_RANGE,          // address, size, direction: is all of it one live allocation? records the fault if not
    CALL_WRITE,          // to, pitch, width, rows, offset in the window, first (1: of the pieces of a copy)
    CALL_READ,           // from, pitch, width, rows, offset in the window, first
    CALL_COPY,           // to, from, to pitch, from pitch, width, rows, direction
    CALL_SET,            // to, pitch, width, rows, value, bytes of an element (1, 2, 4)
    CALL_ARRAY_LOAD,     // to, bytes; name of an array of the case (emulate --load) that is copied there; see cudart's
    CALL_ARRAY_STORE,    // from, bytes; name of an output of the case (emulate --store) that is taken from there
    CALL_STACK,          // bytes of a thread's stack in launches to come
    CALL_HEAP,           // bytes of the heap of kernels; refused once a kernel has allocated
    CALL_PENDING,        // launches of device code that may wait
    CALL_LAUNCH,         // module, kernel, grid x | y << 32, grid z | block x << 32, block y | z << 32, dynamic shared
                         // bytes, LAUNCH_ flags | cluster x << 16 | y << 32 | z << 48; payload: the
                         // parameter block -> 1: managed memory is not lent any more, the program has all of it
    CALL_SYNCHRONIZE,    // the context's error
    CALL_PRINTED,        // payload: the next part of the text; empty at its end
    CALL_OCCUPANCY,      // module, kernel, threads, dynamic shared bytes -> blocks a multiprocessor
    CALL_MEMORY_INFO,    // -> free, total
    CALL_CLOCK,   // 1 if the program may ask for its time; reads the device's clock, at the end of all work or of what
                  // the payload, OrderClocks, knows -> number of the reading
    CALL_ELAPSED, // two readings -> time from the first to the second, in units of TICK_NANOSECONDS
    CALL_ENDS,    // payload: OrderClocks -> when what they know has ended, in nanoseconds
    CALL_RESET,   // ends the context and begins a new one
    CALL_SITE,    // number, line; name of the program's file (line feed, function of a library): calls to come say the
                  // number. Not answered
    CALL_ORDER, // stream, number of the operation that begins, kind, site (0: unknown); payload OrderClocks. 0 for the
                // number: the operation has been asked for. Not answered
    CALL_NODE,  // number, from 1 on, of the node of a graph that begins in the operation; payload: the numbers of the
                // nodes that it comes after, four bytes each. Not answered
    CALL_TOUCH, // address, writes, stream, number, site: the program touches what that operation may use. Not answered
    CALL_STRAY, // address, writes, site: the program itself uses memory of the device, which ends it. Not answered
    CALL_WRONG_MEMORY, // WrongCall, a copy's cudaMemcpyKind, MemorySide of its destination (or of the only pointer) and
                       // of its source, address, site: it was refused, since the memory is of another side. Not
                       // answered
    CALL_NOTE,         // error; name of the API call that returned it. Not answered
    CALL_REFUSED, // a library computes nothing where the program expects results: all memory counts as written. Not
                  // answered
    CALL_COUNT
} Call;

// Managed memory is lent where CALL_HELLO says so: the program has only those of its pages that it has asked for since
// the last of these calls, which take all pages back. The device believes that the program has given them up.
static inline int call_takes_back(uint32_t call) {
    return call == CALL_LAUNCH || call == CALL_COPY || call == CALL_SET || call == CALL_WRITE || call == CALL_READ ||
           call == CALL_PREFETCH;
}

#define LAUNCH_COOPERATIVE 1u
#define LAUNCH_LARGE_CLUSTERS 2u // more blocks than every GPU can run together

// Vector clocks of an operation: for each stream, how many of its operations have ended before this one begins (known)
// and before the program goes on (host).
#define ORDER_STREAMS 64
typedef struct {
    uint32_t known[ORDER_STREAMS], host[ORDER_STREAMS];
} OrderClocks;
typedef enum {
    ORDER_OTHER,
    ORDER_KERNEL,
    ORDER_COPY,
    ORDER_SET,
    ORDER_GRAPH,
    ORDER_ALLOCATION,
    ORDER_FREE,
    ORDER_KINDS
} OrderKind;

// What is refused, and what memory it was given.
typedef enum { WRONG_COPY, WRONG_SET, WRONG_FREE, WRONG_FREE_HOST, WRONG_CALLS } WrongCall;
typedef enum { SIDE_ORDINARY, SIDE_DEVICE, SIDE_PINNED, SIDE_MANAGED, SIDE_REGISTERED, SIDES } MemorySide;

typedef enum { TO_DEVICE, TO_HOST, WITHIN_DEVICE, DIRECTION_COUNT } Direction;

#define NODES_BEFORE 64u // that CALL_NODE can name

#define REQUEST_ARGUMENTS 8
#define REQUEST_SITE 7 // of every request: the site of the program's call that makes it (CALL_SITE), 0: not known
typedef struct {
    uint32_t call, payload_bytes;
    uint64_t argument[REQUEST_ARGUMENTS];
} Request;

typedef struct {
    int32_t error;   // a CUDA runtime error number
    int32_t context; // the context's sticky error
    uint32_t payload_bytes;
    uint32_t printed_bytes; // text of the kernels that waits to be fetched
    uint64_t value[3];
} Reply;

typedef struct {
    char name[256];
    int32_t major, minor, multiprocessors;
    int32_t max_threads_per_block, max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    int32_t registers_per_multiprocessor, registers_per_block;
    int32_t clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes;
    uint64_t shared_per_multiprocessor, shared_per_block, shared_per_block_optin, shared_reserved_per_block,
        shared_unit;
    uint64_t memory_bytes;
} DeviceDescription;

#define KERNEL_PARAMETERS 256
typedef struct {
    uint32_t parameter_bytes, parameter_count;
    uint32_t registers, static_shared_bytes, local_bytes, constant_bytes, max_threads, target;
    uint32_t cluster[3]; // blocks that the kernel says its clusters have, 0: nothing
    struct {
        uint32_t offset, size;
    } parameters[KERNEL_PARAMETERS];
} KernelDescription;

#endif
