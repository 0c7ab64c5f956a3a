// session_client.c - a session of the device process, seen from its client's end.
#define _GNU_SOURCE
#include "session_client.h"
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

Service service;
int control, client;
uint8_t *window;

Answer answer;

void serve(void) {
    while (service_step(&service, 0)) {}
}

void offer_descriptor(int fd) {
    char byte = PROTOCOL_VERSION;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } place = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &place, .msg_controllen = sizeof place.bytes};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    ck_assert_int_eq(sendmsg(control, &message, 0), 1);
    serve();
}

int new_session(void) {
    int pair[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    offer_descriptor(pair[1]);
    close(pair[1]);
    return pair[0];
}

// The answer's length is 0 if the session was ended, -1 if there is no answer.
void receive(int from) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } place;
    struct iovec parts[2] = {{&answer.reply, sizeof answer.reply}, {answer.payload, sizeof answer.payload}};
    struct msghdr message = {
        .msg_iov = parts, .msg_iovlen = 2, .msg_control = &place, .msg_controllen = sizeof place.bytes};
    answer.fd = -1;
    answer.length = recvmsg(from, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    struct cmsghdr *header = answer.length > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (header) memcpy(&answer.fd, CMSG_DATA(header), sizeof answer.fd);
}

void send_bytes(int to, const void *bytes, size_t length) {
    send(to, bytes, length, MSG_NOSIGNAL);
    serve();
    receive(to);
}

void request_with(int to, Request request, const void *payload) {
    uint8_t packet[sizeof request + PAYLOAD_BYTES];
    memcpy(packet, &request, sizeof request);
    if (payload) memcpy(packet + sizeof request, payload, request.payload_bytes);
    send_bytes(to, packet, sizeof request + (payload ? request.payload_bytes : 0));
}

void greet(int session) {
    request_with(session, (Request){CALL_HELLO, 0, {PROTOCOL_VERSION}}, NULL);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_int_ge(answer.fd, 0);
}

void assert_session_lives(int session) {
    request_with(session, (Request){CALL_MEMORY_INFO, 0, {0}}, NULL);
    ck_assert_msg(answer.length >= (ssize_t)sizeof(Reply), "the session was ended");
}

void set_up(void) {
    int pair[2];
    DeviceOptions options = {.checks = true, .memory_limit = 64 << 20, .threads = 1};
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    control = pair[1];
    service_create(&service, &options, pair[0]);
    client = new_session();
    greet(client);
    window = mmap(NULL, STAGING_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, answer.fd, 0);
    ck_assert_ptr_ne(window, MAP_FAILED);
}

void tear_down(void) {
    munmap(window, STAGING_BYTES);
    close(client);
    close(control);
    service_destroy(&service);
}

uint64_t allocate(uint64_t size) {
    REQUEST(CALL_MALLOC, size);
    ck_assert_int_eq(answer.reply.error, 0);
    return answer.reply.value[0];
}
