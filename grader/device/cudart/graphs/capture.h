// capture.h - what is captured, and into which graph, as the files that begin and end captures see it.
#ifndef CAPTURE_H
#define CAPTURE_H

#include "graph.h"

typedef struct {
    Capture capture;
    Stream *origin;  // where it began and is ended
    Stream *streams; // captured now, the origin among them
    NodeSet left;    // tips of captured streams that were destroyed
    Graph *graph;
    bool owns_graph; // the program's only when the capture has ended
} GraphCapture;

// What a captured stream's work goes into; NULL: the stream is not captured.
static inline GraphCapture *capture_of(const Stream *stream) { return (GraphCapture *)stream->capture; }

// Hold the captures' lock around these.
GraphCapture *capture_begin(Stream *stream, enum cudaStreamCaptureMode mode, Graph *graph,
                            bool owns_graph); // NULL: no memory
void capture_end(GraphCapture *capture);      // its streams do their work again, its graph stays

#endif
