// fuzz_protocol.c - libFuzzer target: a session that sends whatever it likes.
//
// The input is packets: two bytes of length, then as many bytes. The first one that makes no sense ends the session, so
// greetings are made here and a new session follows an ended one. There is a case with short names, so that its arrays
// are found.
#include "emulate/service.h"
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int new_session(int control) {
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

static void serve(Service *service) {
    while (service_step(service, 0)) {}
}

// Throws the answers away, so that the session is not ended for not reading them. false: it was ended.
static bool read_answers(int session) {
    static uint8_t bytes[sizeof(Reply) + PAYLOAD_BYTES];
    for (;;) {
        ssize_t got = recv(session, bytes, sizeof bytes, MSG_DONTWAIT); // descriptors are dropped
        if (got <= 0) return got < 0;
    }
}

static void give_case(Service *service) {
    static CaseFile given;
    static CaseFile taken;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Service service;
    int pair[2];
    DeviceOptions options = {.checks = true, .memory_limit = 16 << 20, .threads = 1, .instruction_budget = 10000};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return 0;
    service_create(&service, &options, pair[0]);
    give_case(&service);
    int session = new_session(pair[1]);
    serve(&service);
    while (size >= 2 && session >= 0 && service.context_count < 4) {
        size_t length = (size_t)(data[0] | data[1] << 8);
        data += 2;
        size -= 2;
        if (length > size) length = size;
        send(session, data, length, MSG_NOSIGNAL);
        data += length;
        size -= length;
        serve(&service);
        if (read_answers(session)) continue;
        close(session);
        session = new_session(pair[1]);
        serve(&service);
    }
    close(session);
    close(pair[1]);
    service_destroy(&service);
    return 0;
}
