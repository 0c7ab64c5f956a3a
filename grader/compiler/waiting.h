// waiting.h - what build/compile and a front end that waits (preload/wait.c) say to each other, and where they wait.
#ifndef WAITING_H
#define WAITING_H

#include <stdbool.h>
#include <sys/resource.h>

// What a front end that waits has in its environment: the name of its input, the file with the headers' text, and the
// socket where it waits, both in its working directory.
#define WAITING_INPUT "WAITING_INPUT"
#define WAITING_HEADERS "WAITING_HEADERS"
#define WAITING_DOOR "WAITING_DOOR"

#define WAITING_STUB ".stub.c" // how the name of the file ends that WAITING_TOLD is about

// In the folder where they wait: their sockets, and a file that is there once other headers were wanted.
#define WAITING_HOST "host"
#define WAITING_DEVICE "device"
#define WAITING_STALE "stale"

// A request: limits of the process that goes on, and three files beside them: its working directory, its output, and a
// pipe that gets a byte once the stub is written. Its answer is an int, as from waitpid.
static const int waiting_limits[] = {RLIMIT_CPU, RLIMIT_AS, RLIMIT_FSIZE};
enum { WAITING_LIMITS = sizeof waiting_limits / sizeof *waiting_limits };
typedef struct {
    struct rlimit limits[WAITING_LIMITS];
} WaitingRequest;
enum { WAITING_FOLDER, WAITING_LOG, WAITING_TOLD, WAITING_FILES };

#define WAITING_FAILED 126 // the exit status of a process that could not go on

#endif
