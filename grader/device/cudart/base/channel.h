// channel.h - this process's session with the device: one packet out, one back, under one lock.
#ifndef CHANNEL_H
#define CHANNEL_H

#include "../../protocol/protocol.h"
#include <driver_types.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    Request request;     // call, argument, payload_bytes are the caller's to fill
    const void *payload; // sent after the request
    Reply reply;
    void *answer; // where the reply's payload goes, at most answer_bytes of it
    size_t answer_bytes;
    int fd; // the descriptor that came with the reply, -1: none. The caller closes it
} Exchange;

// Opens the session if that was not done. cudaErrorNoDevice without a device, cudaErrorInitializationError in a child
// process that was forked after its parent opened one.
cudaError_t channel_open(void);
const DeviceDescription *channel_device(void); // after channel_open() succeeded

// Sends the exchange's request and waits for its reply, whose error is returned. A device that went away is
// cudaErrorDevicesUnavailable from then on.
cudaError_t channel_exchange(Exchange *exchange);
// Without payloads: arguments as a list. reply may be NULL.
cudaError_t channel_call(Call call, const uint64_t *arguments, size_t count, Reply *reply);
#define CHANNEL_CALL(reply, call, ...)                                                                                 \
    channel_call(call, (const uint64_t[]){__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), reply)

// Bulk transfers hold the lock for as long as they use the window. Requests are sent ahead: channel_send, then as many
// channel_receive.
void channel_lock(void);
void channel_unlock(void);
bool channel_is_idle(void); // no thread has the lock, and none waits for it
// How often the lock was asked for, modulo 2^32: it changes with each call of any thread.
unsigned channel_entered(void);
uint8_t *channel_window(void);
cudaError_t channel_send(Exchange *exchange);
// The site of this thread's requests from now on.
void channel_at(uint32_t site);
cudaError_t channel_receive(Exchange *exchange);

#endif
