// workspace.h - memory that estimates use one after another.
//
// A model of many multiprocessors needs megabytes of registers and tags. Asking the system for them and clearing them
// takes longer than most launches are estimated in, so the pages stay, and only what must be zero is cleared.
#ifndef TIME_WORKSPACE_H
#define TIME_WORKSPACE_H

#include <stddef.h>

typedef struct Workspace Workspace;

Workspace *workspace_create(void); // NULL: out of memory
void workspace_free(Workspace *workspace);
// Takes back all that was given.
void workspace_empty(Workspace *workspace);
// count elements, aligned for any type, with whatever was there before. NULL: out of memory.
void *workspace_take(Workspace *workspace, size_t count, size_t size);
void *workspace_take_zeros(Workspace *workspace, size_t count, size_t size);

#endif
