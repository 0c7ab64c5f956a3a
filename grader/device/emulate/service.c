// service.c - the loop that serves sessions: new ones, their packets, their ends.
#define _GNU_SOURCE
#include "service.h"
#include "order.h"
#include "progress.h"
#include "timeline.h"
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

void service_create(Service *service, const DeviceOptions *options, int control) {
    *service = (Service){.options = *options, .control = control};
    service->options.memory_together = &service->memory_in_use;
}

static void session_end(Session *session) {
    session_end_context(session);
    if (session->fd >= 0) close(session->fd);
    if (session->window) munmap(session->window, STAGING_BYTES);
    free(session->image);
    free(session->printed);
    *session = (Session){.fd = -1};
}

static void context_destroy(Context *context) {
    order_free(context->order);
    timeline_free(context->timeline);
    device_destroy(context->device);
    free(context->readings);
    for (size_t i = 0; i < context->kernel_count; i++) free(context->kernels[i].told.parameters);
    free(context->kernels);
    free(context);
}

void service_finish(Service *service) {
    for (size_t i = 0; i < service->session_count; i++) session_end(&service->sessions[i]);
    service->session_count = 0;
}

void service_destroy(Service *service) {
    service_finish(service);
    for (size_t i = 0; i < service->context_count; i++) context_destroy(service->contexts[i]);
    for (size_t i = 0; i < service->refusal_count; i++) free(service->refusals[i]);
    if (service->control >= 0) close(service->control);
    free(service->kept);
    service->kept = NULL;
    service->control = -1;
    service->context_count = service->refusal_count = 0;
}

// A descriptor from a program is only used if it is what the library sends: a local packet socket.
static bool is_packet_socket(int fd) {
    int domain = 0, type = 0;
    socklen_t size = sizeof domain;
    if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0) return false;
    size = sizeof type;
    return domain == AF_UNIX && getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

static Session *free_session(Service *service) {
    for (size_t i = 0; i < service->session_count; i++)
        if (service->sessions[i].fd < 0) return &service->sessions[i];
    return service->session_count < SESSION_LIMIT ? &service->sessions[service->session_count++] : NULL;
}

static void adopt_descriptor(Service *service, int fd) {
    Session *session = is_packet_socket(fd) ? free_session(service) : NULL;
    assert(service->session_count <= SESSION_LIMIT);
    if (session) {
        *session = (Session){.fd = fd};
    } else {
        service->protocol_errors++;
        close(fd);
    }
}

// Takes every descriptor of a message, so that a hostile program cannot make this process leave any open.
static void adopt_descriptors(Service *service, struct msghdr *message) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof fd, sizeof fd);
            adopt_descriptor(service, fd);
        }
    }
}

static bool accept_session(Service *service) {
    char byte;
    struct iovec part = {&byte, 1};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int) * 4)];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.bytes};
    ssize_t got = recvmsg(service->control, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got == 0) { // no program holds the other end any more
        close(service->control);
        service->control = -1;
    }
    if (got <= 0) return false;
    adopt_descriptors(service, &message);
    return true;
}

static bool send_reply(Session *session, Packet *packet) {
    struct iovec parts[2] = {{&packet->reply, sizeof(Reply)}, {packet->answer, packet->reply.payload_bytes}};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    if (packet->fd >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof packet->fd);
        memcpy(CMSG_DATA(header), &packet->fd, sizeof packet->fd);
    }
    // Never waits: a program that does not read its replies must not hold up the others.
    bool sent = sendmsg(session->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
    if (packet->fd >= 0) close(packet->fd);
    return sent;
}

typedef enum { NOTHING, SERVED, ENDED } Outcome;

static Outcome receive_packet(Session *session, Packet *packet, uint8_t *bytes, size_t capacity) {
    struct iovec part = {bytes, capacity};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1}; // takes no descriptors: the kernel drops them
    ssize_t got = recvmsg(session->fd, &message, MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? NOTHING : ENDED;
    if (got == 0) return ENDED;
    *packet = (Packet){.payload = bytes + sizeof(Request), .fd = -1};
    if ((size_t)got < sizeof(Request) || message.msg_flags & MSG_TRUNC) return SERVED; // call 0: makes no sense
    memcpy(&packet->request, bytes, sizeof(Request));
    if (packet->request.payload_bytes != (size_t)got - sizeof(Request)) packet->request.call = 0;
    return SERVED;
}

static const char *name_of(const Context *context, const LaunchRequest *launch) {
    for (size_t i = 0; i < context->kernel_count; i++)
        if (context->kernels[i].module == launch->module && context->kernels[i].kernel == launch->kernel)
            return context->kernels[i].name;
    return "";
}

static void run_launch(const Service *service, Context *context, const LaunchRequest *launch) {
    if (service->options.progress) progress_launch(name_of(context, launch));
    veil_begin(service->veil, device_memory(context->device));
    size_t before, count;
    device_launches(context->device, &before);
    device_launch_run(context->device, launch);
    veil_end(service->veil);
    progress_launch_end();
    const LaunchRecord *launches = device_launches(context->device, &count);
    const Gpu *gpu = device_gpu(context->device);
    order_launched(context->order, context->device);
    for (size_t n = before; n < count; n++) // those of device code come behind it
        timeline_launch(context->timeline, launch_microseconds(gpu, &launches[n]), launch_share(gpu, &launches[n]));
}

static bool serve_packet(Service *service, Session *session) {
    static uint8_t bytes[sizeof(Request) + PAYLOAD_BYTES];
    static Packet packet;
    Outcome outcome = receive_packet(session, &packet, bytes, sizeof bytes);
    if (outcome == NOTHING) return false;
    if (outcome == ENDED) {
        session_end(session);
        return true;
    }
    bool sensible = session_answer(service, session, &packet);
    service->protocol_errors += !sensible;
    if (!sensible || (!packet.silent && !send_reply(session, &packet))) session_end(session);
    else if (packet.launches) run_launch(service, session->context, &packet.launch);
    return true;
}

bool service_step(Service *service, int timeout) {
    struct pollfd waiting[SESSION_LIMIT + 1] = {{.fd = service->control, .events = POLLIN}};
    bool served = false;
    for (size_t i = 0; i < service->session_count; i++)
        waiting[i + 1] = (struct pollfd){.fd = service->sessions[i].fd, .events = POLLIN};
    size_t count = service->session_count;
    if (poll(waiting, count + 1, timeout) <= 0) return false;
    for (size_t i = 0; i < count; i++)
        if (waiting[i + 1].revents) served |= serve_packet(service, &service->sessions[i]);
    if (waiting[0].revents) served |= accept_session(service);
    return served;
}
