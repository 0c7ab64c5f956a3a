// service.h - the device's side of the channel: sessions of programs, and what they did.
//
// A session is a process that uses the device; it has a context (a Device), and a new one after each reset. Contexts
// outlive their sessions, for the reports. Nothing a session sends can do more than end it.
#ifndef SERVICE_H
#define SERVICE_H

#include "../../../common/case_file.h"
#include "../emulator/device.h"
#include "../protocol/protocol.h"
#include "border/border.h"
#include "border/veil.h"

#define CONTEXT_LIMIT 64 // contexts in one run, ended ones included: each reserves address space
#define SESSION_LIMIT 32
#define API_ERROR_LIMIT 256
#define REFUSAL_LIMIT 64
#define READING_LIMIT (1u << 22) // of a context's clock
#define KEPT_LIMIT (2u << 20)    // text of kernels that a program must not see, kept: more than a grader takes
#define PRINTED_LIMIT (8u << 20) // text of kernels that waits to be fetched; as on hardware the rest is lost

typedef struct {
    char call[64];
    int error;
    uint64_t count;
} ApiError;
typedef struct {
    uint64_t count, bytes;
} Transfers;

// A kernel that the program has looked up, which is the only kind it can launch.
typedef struct {
    uint32_t module, kernel, parameter_bytes, registers, static_shared_bytes;
    uint64_t dynamic_limit; // most dynamic shared memory of a launch
    Told told;
    char name[256];
} KnownKernel;

typedef struct {
    Device *device;
    KnownKernel *kernels;
    size_t kernel_count;
    uint32_t module_count;
    struct Order *order;       // of operations in flight; NULL: nobody told of any
    struct Timeline *timeline; // of all copies and launches
    double *readings;          // of its clock: nanoseconds, by number
    size_t reading_count;
} Context;

typedef struct {
    int fd;           // -1: ended
    Context *context; // NULL: none yet
    uint8_t *window;  // memory shared with the program; NULL: it has not said CALL_HELLO yet
    uint8_t *image;   // the fat binary being received
    uint64_t image_bytes;
    char *printed; // text of kernels that waits to be fetched, PRINTED_LIMIT bytes of room
    size_t printed_bytes, printed_taken;
} Session;

typedef struct {
    DeviceOptions options;
    _Atomic uint64_t memory_in_use; // of all contexts; memory shared with programs is in no process's resident size
    int control;                    // where new sessions come from
    Session sessions[SESSION_LIMIT];
    size_t session_count;
    Context *contexts[CONTEXT_LIMIT];
    size_t context_count;
    ApiError api_errors[API_ERROR_LIMIT];
    size_t api_error_count;
    Transfers transfers[DIRECTION_COUNT], sets;
    Border border;
    char *ptx; // kernels that take the place of the program's, as text; NULL: none
    // The caller's. given: arrays that programs load, and the outputs that they store. NULL: neither is possible.
    const CaseFile *given;
    Veil *veil; // NULL: none of them is veiled
    char *kept; // what kernels printed while `given`, which the program does not get; the caller shows it
    size_t kept_bytes;
    CaseFile *taken; // outputs that programs stored, as CASE_OUT of bytes
    // By output of `given`: elements of what was stored last that no kernel has computed. Zeros count as computed (a
    // memset leaves them), and what an array that is changed in place had before.
    uint64_t uncomputed[CASE_FILE_MAX_ARRAYS];
    LaunchResults results;         // options.sample: of outputs of `given`
    char *refusals[REFUSAL_LIMIT]; // why modules could not be loaded
    size_t refusal_count;
    uint64_t printed_bytes, protocol_errors, resets;
    char reset_file[NAME_BYTES + 1]; // of the first cudaDeviceReset; "": not known
    uint32_t reset_line;
    bool tells_times; // a program has asked for a time between events
} Service;

// control: the socket whose other end programs find in CHANNEL_VARIABLE.
void service_create(Service *service, const DeviceOptions *options, int control);
// Ends all sessions and with them their contexts, whose records stay: what was not freed is a leak.
void service_finish(Service *service);
void service_destroy(Service *service);
// Waits for packets up to timeout milliseconds (-1: without limit) and serves all there are. false: there were none.
bool service_step(Service *service, int timeout);

// session.c: answers one packet. false: it made no sense, the session is over. A launch is answered when it is known to
// be able to run: the program goes on beside the kernel until a call of its needs the device.
typedef struct {
    Request request;
    const uint8_t *payload; // request.payload_bytes of them
    Reply reply;
    uint8_t answer[PAYLOAD_BYTES];
    int fd;        // to send with the reply, -1: none. Closed once sent
    bool silent;   // no reply
    bool launches; // once the reply is sent, `launch` is to be run
    LaunchRequest launch;
} Packet;
bool session_answer(Service *service, Session *session, Packet *packet);
// A new context for the session. false: there are too many.
bool session_begin_context(Service *service, Session *session);
// Ends the session's context, if it has one: finds what was not freed and gives its memory back.
void session_end_context(Session *session);

#endif
