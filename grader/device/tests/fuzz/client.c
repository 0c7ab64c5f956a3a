// client.c - a hostile client of the device process, in the same process.
#include "client.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void give_case(Service *service) {
    static CaseFile given, taken;
    if (!given.count) {
        case_file_add(&given, "i", CASE_UINT8, CASE_IN, 1);
        case_file_add(&given, "x", CASE_UINT8, CASE_IN_OUT, 8);
        case_file_announce(&given, "o", CASE_BYTES, 3, CASE_OUT, 2);
        case_file_announce(&given, "l", CASE_INT64, 8, CASE_OUT, INT64_MAX / 8);
        case_file_set(&given, "h", 1);
    }
    case_file_free(&taken);
    service->given = &given;
    service->taken = &taken;
}

int client_open(Service *service) {
    int pair[2];
    DeviceOptions options = {.checks = true, .memory_limit = 16 << 20, .threads = 1, .instruction_budget = 10000};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return -1;
    service_create(service, &options, pair[0]);
    give_case(service);
    return pair[1];
}

void client_close(Service *service, int control) {
    close(control);
    service_destroy(service);
}

int client_session(int control) {
    int pair[2];
    char byte = PROTOCOL_VERSION;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } place = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &place, .msg_controllen = sizeof place.bytes};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &pair[1], sizeof(int));
    sendmsg(control, &message, 0);
    close(pair[1]);
    Request hello = {CALL_HELLO, 0, {PROTOCOL_VERSION}};
    send(pair[0], &hello, sizeof hello, MSG_NOSIGNAL);
    return pair[0];
}

void client_serve(Service *service) {
    while (service_step(service, 0)) {}
}

bool client_send(Service *service, int session, const void *bytes, size_t length, Reply *reply) {
    static uint8_t answer[sizeof(Reply) + PAYLOAD_BYTES];
    send(session, bytes, length, MSG_NOSIGNAL);
    client_serve(service);
    for (;;) {
        ssize_t got = recv(session, answer, sizeof answer, MSG_DONTWAIT); // descriptors are dropped
        if (got <= 0) return got < 0;
        if (got >= (ssize_t)sizeof *reply) memcpy(reply, answer, sizeof *reply);
    }
}
