// capture.h - captures as the files that begin, end and obey them see them.
#ifndef CAPTURE_H
#define CAPTURE_H

#include "streams.h"
#include <pthread.h>

struct Capture {
    unsigned long long number;
    enum cudaStreamCaptureMode mode;
    pthread_t thread; // that began it
    Stream *origin;   // where it began and is ended
    Stream *streams;  // captured now, the origin among them
    NodeSet left;     // tips of captured streams that were destroyed
    Graph *graph;
    bool owns_graph; // the program's only when the capture has ended
    bool invalid;
    Capture *next;
};

// Hold the lock around these. It may be taken twice.
void captures_lock(void);
void captures_unlock(void);
Capture *capture_begin(Stream *stream, enum cudaStreamCaptureMode mode, Graph *graph,
                       bool owns_graph); // NULL: no memory
void capture_end(Capture *capture);      // its streams do their work again, its graph stays
void capture_invalidate(Capture *capture);
cudaError_t capture_exchange_mode(enum cudaStreamCaptureMode *mode);
// cudaErrorStreamCaptureImplicit if a stream that the legacy stream waits for is captured.
cudaError_t legacy_check(bool invalidates);

#endif
