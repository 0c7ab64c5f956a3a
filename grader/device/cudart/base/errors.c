// errors.c - the last error of each thread, the context's error, and the errors' names and texts.
#include "api.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static _Thread_local cudaError_t last_error;
static atomic_int seen_error; // the context's error, once a call that waited has returned it
static atomic_ulong waits;
static atomic_int late_error; // of work that was put off, which no call has returned

static void tell_device(const char *call, cudaError_t error) {
    Exchange note = {.request = {CALL_NOTE, (uint32_t)strlen(call), {(uint64_t)error}}, .payload = call};
    channel_lock();
    channel_send(&note);
    channel_unlock();
}

// For the libraries beside this one: of a function that computes nothing, so that what the program reads afterwards is
// not called its mistake.
API void emulatedRefused(void);
void emulatedRefused(void) {
    Exchange refused = {.request = {.call = CALL_REFUSED}};
    channel_lock();
    channel_send(&refused);
    channel_unlock();
}

cudaError_t api_result(const char *call, cudaError_t error) {
    channel_at(0); // what follows is asked for in another line
    if (error == cudaSuccess) return error;
    last_error = error;
    tell_device(call, error);
    return error;
}

// Writes what kernels printed to stdout.
static void write_printed(void) {
    static char text[PAYLOAD_BYTES];
    channel_lock();
    for (;;) {
        Exchange printed = {.request = {.call = CALL_PRINTED}, .answer = text, .answer_bytes = sizeof text};
        if (channel_exchange(&printed) || !printed.reply.payload_bytes) break;
        fwrite(text, 1, printed.reply.payload_bytes, stdout);
    }
    channel_unlock();
}

unsigned long context_waits(void) { return atomic_load(&waits); }

cudaError_t waited(const Reply *reply, cudaError_t error) {
    atomic_fetch_add(&waits, 1);
    if (error && reply->context == (int)error) seen_error = error;
    if (reply->printed_bytes) write_printed();
    return error;
}

cudaError_t not_waited(const Reply *reply, cudaError_t error) {
    if (error && reply->context == (int)error && !seen_error) return cudaSuccess;
    return error;
}

cudaError_t context_ready(void) {
    cudaError_t error = channel_open();
    return error ? error : (cudaError_t)seen_error;
}

cudaError_t context_wait(void) {
    Reply reply = {0};
    cudaError_t error = waited(&reply, channel_call(CALL_SYNCHRONIZE, NULL, 0, &reply));
    cudaError_t late = (cudaError_t)atomic_exchange(&late_error, cudaSuccess);
    return error ? error : late;
}

void context_failed(cudaError_t error) {
    if (error) atomic_store(&late_error, error);
}

void context_idle(void) { channel_call(CALL_SYNCHRONIZE, NULL, 0, NULL); }

cudaError_t not_supported(const char *what, bool *said) {
    if (!*said)
        fprintf(stderr,
                "emulated GPU: %s is not supported (cudaErrorNotSupported). Do without it, or run the program on a "
                "machine with an NVIDIA GPU\n",
                what);
    *said = true;
    return cudaErrorNotSupported;
}

void context_forget(void) { seen_error = cudaSuccess; }

API cudaError_t cudaGetLastError(void) {
    cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

API cudaError_t cudaPeekAtLastError(void) { return last_error; }

typedef struct {
    cudaError_t error;
    const char *name, *text;
} ErrorText;
static const ErrorText texts[] = {
#define ERROR(number, name, text) {(cudaError_t)number, #name, text},
#include "../../protocol/errors.def"
#undef ERROR
};

static const ErrorText *text_of(cudaError_t error) {
    static const ErrorText unknown = {cudaErrorUnknown, "unrecognized error code", "unrecognized error code"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].error == error) return &texts[i];
    return &unknown;
}

API const char *cudaGetErrorName(cudaError_t error) { return text_of(error)->name; }
API const char *cudaGetErrorString(cudaError_t error) { return text_of(error)->text; }
