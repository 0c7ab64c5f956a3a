// client.h - a hostile client of the device process, in the same process: sessions, packets, what came back.
#ifndef FUZZ_CLIENT_H
#define FUZZ_CLIENT_H

#include "emulate/service.h"

// A service with a small memory, and a case with short names, so that its arrays are found. Returns the other end of
// its control socket, -1: there are no sockets.
int client_open(Service *service);
void client_close(Service *service, int control);
// A session that has greeted; -1: there are no sockets.
int client_session(int control);
void client_serve(Service *service);
// Sends bytes as one packet and has it served. The last reply that comes is in *reply, and those before it are dropped,
// so that the session is not ended for not reading them. false: it was ended.
bool client_send(Service *service, int session, const void *bytes, size_t length, Reply *reply);

#endif
