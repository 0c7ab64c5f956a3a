// handles.h - which handles of the program are valid. Handles are pointers, but none is followed before it is found
// here.
#ifndef HANDLES_H
#define HANDLES_H

#include <stdbool.h>

typedef enum {
    HANDLE_NONE,
    HANDLE_GRAPH,
    HANDLE_NODE,
    HANDLE_EXECUTABLE,
    HANDLE_USER_OBJECT,
    HANDLE_POOL,
    HANDLE_LIBRARY
} HandleKind;
bool handle_add(const void *pointer, HandleKind kind); // false: no memory left
void handle_remove(const void *pointer);
bool handle_is(const void *pointer, HandleKind kind);

#endif
