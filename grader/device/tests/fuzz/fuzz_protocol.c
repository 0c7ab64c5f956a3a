// fuzz_protocol.c - libFuzzer target: a session that sends whatever it likes, begun from what real programs sent.
//
// The input is packets: two bytes of length, then as many bytes. The first one that makes no sense ends the session, so
// greetings are made here and a new session follows an ended one. With the highest bit of the length set the bytes go
// to the start of the session's window instead. record_session.c writes what programs send in this form.
#include "client.h"
#include "recorded.h"
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Service service;
    Reply reply;
    int control = client_open(&service), session = control < 0 ? -1 : client_session(control);
    client_serve(&service);
    while (size >= RECORD_HEAD && session >= 0 && service.context_count < 4) {
        size_t head = (size_t)(data[0] | data[1] << 8), length = head & ~RECORD_WINDOW;
        data += RECORD_HEAD;
        size -= RECORD_HEAD;
        if (length > size) length = size;
        uint8_t *window = service.session_count ? service.sessions[0].window : NULL;
        bool lives = true;
        if (!(head & RECORD_WINDOW)) lives = client_send(&service, session, data, length, &reply);
        else if (window) memcpy(window, data, length);
        data += length;
        size -= length;
        if (lives) continue;
        close(session);
        session = client_session(control);
        client_serve(&service);
    }
    if (session >= 0) close(session);
    if (control >= 0) client_close(&service, control);
    return 0;
}
