// channel.c - opening the session, and packets through it.
#define _GNU_SOURCE
#include "channel.h"
#include "lending.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

typedef enum { CHANNEL_NEW, CHANNEL_OPEN, CHANNEL_ABSENT, CHANNEL_LOST, CHANNEL_FORKED } ChannelState;

#define UNLOCKED PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
static pthread_mutex_t lock = UNLOCKED; // recursive: a bulk transfer makes calls
static atomic_uint inside;              // how often threads have the lock or want it
static atomic_uint entered;             // how often they have wanted it so far
static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static ChannelState state;
static int session = -1;
static _Thread_local uint32_t request_site; // of the program's call
static uint8_t *window;
static DeviceDescription device;

// A forked child shares its parent's socket and window: it must use neither, as CUDA forbids using a parent's context.
static void forget_session(void) {
    lock = (pthread_mutex_t)UNLOCKED;
    atomic_store(&inside, 0);
    if (state != CHANNEL_OPEN) return;
    close(session);
    munmap(window, STAGING_BYTES);
    session = -1;
    state = CHANNEL_FORKED;
}

static void prepare(void) { pthread_atfork(channel_lock, channel_unlock, forget_session); }

void channel_lock(void) {
    pthread_once(&prepared, prepare);
    atomic_fetch_add(&inside, 1);
    atomic_fetch_add(&entered, 1);
    pthread_mutex_lock(&lock);
}

void channel_unlock(void) {
    pthread_mutex_unlock(&lock);
    atomic_fetch_sub(&inside, 1);
}

bool channel_is_idle(void) { return atomic_load(&inside) == 0; }
unsigned channel_entered(void) { return atomic_load(&entered); }
uint8_t *channel_window(void) { return window; }
const DeviceDescription *channel_device(void) { return &device; }

static cudaError_t state_error(void) {
    switch (state) {
    case CHANNEL_OPEN: return cudaSuccess;
    case CHANNEL_FORKED: return cudaErrorInitializationError;
    case CHANNEL_LOST: return cudaErrorDevicesUnavailable;
    default: return cudaErrorNoDevice;
    }
}

static cudaError_t channel_lost(void) {
    if (state == CHANNEL_OPEN) {
        fprintf(stderr, "emulated GPU: the device process ended or refused to go on\n");
        state = CHANNEL_LOST;
    }
    return state_error();
}

// Sends one byte and a descriptor.
static bool send_descriptor(int to, int fd) {
    char byte = PROTOCOL_VERSION;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    ssize_t sent;
    do sent = sendmsg(to, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == 1;
}

// A pair of sockets, one end given to the device. false if there is no device to give it to.
static bool session_make(void) {
    const char *number = getenv(CHANNEL_VARIABLE);
    if (!number || !*number) return false;
    char *end;
    long control = strtol(number, &end, 10);
    int pair[2];
    if (*end || control < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
    bool sent = send_descriptor((int)control, pair[1]);
    close(pair[1]);
    session = pair[0];
    if (!sent) close(session);
    return sent;
}

static bool greet(void) {
    Exchange hello = {.request = {CALL_HELLO, 0, {PROTOCOL_VERSION}}, .answer = &device, .answer_bytes = sizeof device};
    state = CHANNEL_OPEN;
    if (channel_send(&hello) || channel_receive(&hello) || hello.fd < 0) return false;
    window = mmap(NULL, STAGING_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, hello.fd, 0);
    close(hello.fd);
    lending_begins(hello.reply.value[1] != 0);
    return window != MAP_FAILED && hello.reply.payload_bytes == sizeof device;
}

static void open_session(void) {
    if (!session_make()) {
        fprintf(stderr, "emulated GPU: no device here; run the program as `emulate PROGRAM`\n");
        state = CHANNEL_ABSENT;
    } else if (!greet()) {
        channel_lost();
    }
}

cudaError_t channel_open(void) {
    channel_lock();
    if (state == CHANNEL_NEW) open_session();
    cudaError_t error = state_error();
    channel_unlock();
    return error;
}

void channel_at(uint32_t site) { request_site = site; }

cudaError_t channel_send(Exchange *exchange) {
    if (state != CHANNEL_OPEN) return state_error();
    exchange->request.argument[REQUEST_SITE] = request_site;
    if (call_takes_back(exchange->request.call)) lending_close();
    assert(exchange->request.payload_bytes <= PAYLOAD_BYTES);
    assert(exchange->payload || !exchange->request.payload_bytes);
    struct iovec parts[2] = {{&exchange->request, sizeof(Request)},
                             {(void *)(uintptr_t)exchange->payload, exchange->request.payload_bytes}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = exchange->request.payload_bytes ? 2 : 1};
    ssize_t sent;
    do sent = sendmsg(session, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? channel_lost() : cudaSuccess;
}

static int received_descriptor(struct msghdr *message) {
    int fd = -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(header), sizeof fd);
    return fd;
}

cudaError_t channel_receive(Exchange *exchange) {
    if (state != CHANNEL_OPEN) return state_error();
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec parts[2] = {{&exchange->reply, sizeof(Reply)}, {exchange->answer, exchange->answer_bytes}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = exchange->answer ? 2 : 1};
    ssize_t got;
    do {
        message.msg_control = &control;
        message.msg_controllen = sizeof control.bytes;
        got = recvmsg(session, &message, MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < (ssize_t)sizeof(Reply)) return channel_lost();
    exchange->fd = received_descriptor(&message);
    return (cudaError_t)exchange->reply.error;
}

cudaError_t channel_exchange(Exchange *exchange) {
    exchange->fd = -1;
    cudaError_t error = channel_open();
    if (error) return error;
    channel_lock();
    error = channel_send(exchange);
    if (!error) error = channel_receive(exchange);
    channel_unlock();
    return error;
}

cudaError_t channel_call(Call call, const uint64_t *arguments, size_t count, Reply *reply) {
    Exchange exchange = {.request = {.call = call}};
    assert(count <= REQUEST_SITE);
    if (count) memcpy(exchange.request.argument, arguments, count * sizeof *arguments);
    cudaError_t error = channel_exchange(&exchange);
    if (reply) *reply = exchange.reply;
    return error;
}

// At the program's end: the device finishes what it was given, so that what it counts and finds does not depend on how
// soon after its last launch the program ends. Not if another thread waits for the device at this moment.
__attribute__((destructor)) static void finish(void) {
    if (state != CHANNEL_OPEN || pthread_mutex_trylock(&lock) != 0) return;
    channel_call(CALL_SYNCHRONIZE, NULL, 0, NULL);
    pthread_mutex_unlock(&lock);
}
