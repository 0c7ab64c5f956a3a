// record_session.c - a library for LD_PRELOAD: writes what a program sends to the device process, to begin fuzzing
// from.
//
// Each process that uses the emulated GPU writes a file FUZZ_RECORD/PID in the form of recorded.h. Greetings are left
// out, because the fuzzer makes its own; so is what is too long for a record.
#define _GNU_SOURCE // RTLD_NEXT
#include "protocol/protocol.h"
#include "recorded.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const uint8_t *window;

void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset) {
    __extension__ void *(*next)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
    void *pages = next(at, bytes, protection, flags, fd, offset);
    if (bytes == STAGING_BYTES && flags & MAP_SHARED && pages != MAP_FAILED) window = pages;
    return pages;
}

static FILE *record(void) {
    static FILE *file;
    const char *folder = getenv("FUZZ_RECORD");
    char path[4096];
    if (file || !folder || !getenv(CHANNEL_VARIABLE)) return file;
    snprintf(path, sizeof path, "%s/%d", folder, (int)getpid());
    return file = fopen(path, "we");
}

static void put(FILE *file, const void *bytes, size_t length, unsigned flag) {
    unsigned head = (unsigned)length | flag;
    if (length > RECORD_MOST) return;
    putc((int)(head & 0xff), file);
    putc((int)(head >> 8), file);
    fwrite(bytes, 1, length, file);
    fflush(file);
}

// The bytes of a fat binary, and of rows at the window's start, precede the packet that speaks of them.
static void put_window(FILE *file, const Request *request) {
    const uint64_t *argument = request->argument;
    if (request->call == CALL_IMAGE_PART) put(file, window, argument[1], RECORD_WINDOW);
    if (request->call == CALL_WRITE && !argument[4]) put(file, window, argument[2] * argument[3], RECORD_WINDOW);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    __extension__ ssize_t (*next)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
    static uint8_t packet[sizeof(Request) + PAYLOAD_BYTES];
    FILE *file = record();
    size_t length = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        if (message->msg_iov[i].iov_len > sizeof packet - length) break;
        memcpy(packet + length, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
        length += message->msg_iov[i].iov_len;
    }
    Request request = {0};
    if (length >= sizeof request) memcpy(&request, packet, sizeof request);
    if (file && window && request.call > CALL_HELLO && request.call < CALL_COUNT) {
        put_window(file, &request);
        put(file, packet, length, 0);
    }
    return next(socket, message, flags);
}
