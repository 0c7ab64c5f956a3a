// http.h - a small server for one reader on this machine.
//
// It listens on 127.0.0.1 alone. Its address holds a random token; a request without it, with another host's name (DNS
// rebinding), from another origin, or with a method that is not GET or HEAD is refused, and told nothing. It has no
// thread: whoever owns it waits on its descriptor and calls http_turn. It needs the library libmicrohttpd; a build
// without it can open no server.
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Http Http;

// What a path is answered with. Without body and file there is nothing at that path.
typedef struct {
    const char *type;   // "text/html"
    const char *policy; // of the content's security
    char *body;         // allocated, the server frees it; NULL: none
    size_t length;
    int file;   // the descriptor of a regular file, which the server closes; -1: none
    bool waits; // no answer yet: asked again after http_wake, and after some seconds with `expired`
} HttpAnswer;

// path: what follows the token, letters, digits, "_", "-", "." and "/" alone; no part of it is empty or begins with
// ".".
typedef void HttpServe(void *context, const char *path, bool expired, HttpAnswer *answer);

// port 0: a usual one, or any that is free. NULL with a sentence in error[200].
Http *http_open(unsigned port, HttpServe *serve, void *context, char error[200]);
const char *http_address(const Http *http); // "http://127.0.0.1:8642/TOKEN/"
unsigned http_port(const Http *http);
int http_descriptor(const Http *http); // readable when there is something to do
bool http_goes_on(const Http *http);   // http_turn has more to do at once, which the descriptor does not tell
void http_turn(Http *http);            // also to be called every second or so, for those who say nothing
void http_wake(Http *http);            // answers those who wait
void http_close(Http *http);

// The regular file at a path below the folder, which no link leads to. -1: there is none.
int http_file(const char *folder, const char *path);
// The type of a file by its name.
const char *http_type(const char *path);

#endif
