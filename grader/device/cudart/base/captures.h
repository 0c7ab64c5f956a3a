// captures.h - which captures of streams are in progress, and what they forbid.
//
// A call that a capture forbids invalidates it: from then on all its streams refuse work until the capture is ended
// where it began. What is forbidden, and which error it is, was read off an H200
// (tests/programs/capture_behaviour.expected). What is captured, and into what, is said in graphs/capture.h.
#ifndef CAPTURES_H
#define CAPTURES_H

#include "api.h"
#include <pthread.h>

typedef struct Capture {
    unsigned long long number;
    enum cudaStreamCaptureMode mode;
    pthread_t thread;  // that began it
    unsigned blocking; // of its streams, those that wait for the legacy stream
    bool invalid;
    struct Capture *next;
} Capture;

// Hold the lock around these. It may be taken twice.
void captures_lock(void);
void captures_unlock(void);
void captures_add(Capture *capture, enum cudaStreamCaptureMode mode); // gives it a number; it is this thread's
void captures_remove(const Capture *capture);
Capture *capture_numbered(unsigned long long number); // NULL: it has ended
void capture_invalidate(Capture *capture);
bool captures_are_none(void); // without the lock

cudaError_t capture_exchange_mode(enum cudaStreamCaptureMode *mode);

// For a call that may wait for all streams, or change memory that they use (cudaMalloc, ...): an error if the mode of
// any capture forbids such calls, which then invalidates that capture; else cudaSuccess.
cudaError_t capture_unsafe(void);
// Of a call that waits for the whole device.
cudaError_t capture_none(void);
// cudaErrorStreamCaptureImplicit if a stream that the legacy stream waits for is captured.
cudaError_t legacy_check(bool invalidates);
// Of a call that uses the legacy stream for itself, as cudaMemcpy does: that error, else as context_ready.
cudaError_t stream_legacy(void);

#endif
