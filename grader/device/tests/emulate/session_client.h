// session_client.h - a session of the device process, seen from its client's end.
#ifndef SESSION_CLIENT_H
#define SESSION_CLIENT_H

#include "emulate/service.h"
#include <sys/types.h>

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

typedef struct {
    Reply reply;
    uint8_t payload[PAYLOAD_BYTES];
    int fd;
    ssize_t length; // 0: the session was ended, -1: there is no answer
} Answer;

extern Service service;
extern int control, client; // the service's control socket, and a session that set_up has begun
extern uint8_t *window;     // the session's
extern Answer answer;       // to the last request

void set_up(void);
void tear_down(void);
void serve(void);
void offer_descriptor(int fd);
int new_session(void);
void greet(int session);
void receive(int from);
void send_bytes(int to, const void *bytes, size_t length);
void request_with(int to, Request request, const void *payload);
#define REQUEST(call, ...) request_with(client, (Request){call, 0, {__VA_ARGS__}}, NULL)
void assert_session_lives(int session);
uint64_t allocate(uint64_t size);

#endif
