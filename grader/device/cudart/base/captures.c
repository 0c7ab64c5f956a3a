// captures.c - captures in progress. One lock guards them; while nothing is captured, calls only look at a counter.
#define _GNU_SOURCE // PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#include "captures.h"

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static Capture *captures; // in progress
static unsigned capture_count;
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

void captures_lock(void) { pthread_mutex_lock(&lock); }
void captures_unlock(void) { pthread_mutex_unlock(&lock); }

bool captures_are_none(void) { return __atomic_load_n(&capture_count, __ATOMIC_ACQUIRE) == 0; }

void captures_add(Capture *capture, enum cudaStreamCaptureMode mode) {
    static unsigned long long last_number;
    *capture = (Capture){.number = ++last_number, .mode = mode, .thread = pthread_self(), .next = captures};
    captures = capture;
    __atomic_add_fetch(&capture_count, 1, __ATOMIC_RELEASE);
}

void captures_remove(const Capture *capture) {
    for (Capture **at = &captures; *at; at = &(*at)->next) {
        if (*at != capture) continue;
        *at = capture->next;
        break;
    }
    __atomic_sub_fetch(&capture_count, 1, __ATOMIC_RELEASE);
}

Capture *capture_numbered(unsigned long long number) {
    for (Capture *capture = captures; capture; capture = capture->next)
        if (capture->number == number) return capture;
    return NULL;
}

void capture_invalidate(Capture *capture) { capture->invalid = true; }

cudaError_t capture_exchange_mode(enum cudaStreamCaptureMode *mode) {
    enum cudaStreamCaptureMode old = thread_mode;
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed) return cudaErrorInvalidValue;
    thread_mode = *mode;
    *mode = old;
    return cudaSuccess;
}

// ---- what captures forbid -----------------------------------------------------------------------------------------

cudaError_t legacy_check(bool invalidates) {
    cudaError_t error = cudaSuccess;
    if (captures_are_none()) return error;
    captures_lock();
    for (Capture *capture = captures; capture; capture = capture->next) {
        if (!capture->blocking) continue;
        error = cudaErrorStreamCaptureImplicit;
        if (invalidates) capture_invalidate(capture);
    }
    captures_unlock();
    return error;
}

cudaError_t stream_legacy(void) {
    cudaError_t error = legacy_check(true);
    return error ? error : context_ready();
}

static bool forbids_unsafe(const Capture *capture) {
    if (thread_mode == cudaStreamCaptureModeRelaxed || capture->mode == cudaStreamCaptureModeRelaxed) return false;
    if (pthread_equal(capture->thread, pthread_self())) return true;
    return thread_mode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
}

static cudaError_t forbid(bool all) {
    cudaError_t error = cudaSuccess;
    if (captures_are_none()) return error;
    captures_lock();
    for (Capture *capture = captures; capture; capture = capture->next) {
        if (!all && !forbids_unsafe(capture)) continue;
        error = cudaErrorStreamCaptureUnsupported;
        capture_invalidate(capture);
    }
    captures_unlock();
    return error;
}

cudaError_t capture_unsafe(void) { return forbid(false); }
cudaError_t capture_none(void) { return forbid(true); }
