// http.c - a small server for one reader on this machine, on libmicrohttpd.
#define _GNU_SOURCE
#include "http.h"

#include "../device/system/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const types[][2] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".pdf", "application/pdf"},
};

const char *http_type(const char *path) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_ends(path, types[i][0])) return types[i][1];
    return "application/octet-stream";
}

// Opens one part of the path after the other, so that no part is a link.
int http_file(const char *folder, const char *path) {
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0 && *path) {
        char name[256];
        size_t length = strcspn(path, "/");
        bool last = !path[length];
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        int flags = O_NOFOLLOW | O_CLOEXEC | (last ? O_RDONLY | O_NONBLOCK : O_PATH | O_DIRECTORY);
        int next = length < sizeof name ? openat(at, name, flags) : -1;
        close(at);
        at = next;
        path += length + !last;
    }
    struct stat status;
    if (at >= 0 && (fstat(at, &status) || !S_ISREG(status.st_mode))) return close(at), -1;
    return at;
}

#ifdef HAS_MICROHTTPD
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>

#define USUAL_PORT 8642
#define MOST_CONNECTIONS 256
#define MOST_HEADER_BYTES 16384
#define SILENCE_SECONDS 10 // of a request that does not get finished
#define WAIT_SECONDS 20    // until one who waits is told that nothing has happened
enum { TOKEN_BYTES = 16, TOKEN_LENGTH = 2 * TOKEN_BYTES };

struct Http {
    struct MHD_Daemon *daemon;
    HttpServe *serve;
    void *context;
    unsigned port;
    char token[TOKEN_LENGTH + 1], address[80 + TOKEN_LENGTH];
    struct {
        struct MHD_Connection *connection;
        time_t since;
    } waiting[MOST_CONNECTIONS];
    unsigned waiting_count;
    bool expiring; // those who are asked again now have waited long enough
};

// ---- what is refused ----

typedef struct {
    const char *host;
    unsigned hosts;
    bool foreign; // the request is another page's
} Sender;

static bool is_own_host(const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(host, names[i], length)) continue;
        const char *port = host + length; // another one than ours behind a forwarded port
        if (!*port || (*port == ':' && port[1] && strspn(port + 1, "0123456789") == strlen(port + 1))) return true;
    }
    return false;
}

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *key, const char *value) {
    Sender *sender = context;
    (void)kind;
    if (!value) value = "";
    if (!strcasecmp(key, "Host")) sender->host = value, sender->hosts++;
    if (!strcasecmp(key, "Sec-Fetch-Site") && strcmp(value, "same-origin") && strcmp(value, "none"))
        sender->foreign = true;
    return MHD_YES;
}

static enum MHD_Result note_origin(void *context, enum MHD_ValueKind kind, const char *key, const char *value) {
    Sender *sender = context;
    (void)kind;
    if (strcasecmp(key, "Origin")) return MHD_YES;
    if (!value || strncmp(value, "http://", 7) || strcmp(value + 7, sender->host)) sender->foreign = true;
    return MHD_YES;
}

static bool is_own_page(struct MHD_Connection *connection) {
    Sender sender = {.host = ""};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_header, &sender);
    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_origin, &sender);
    return sender.hosts == 1 && is_own_host(sender.host) && !sender.foreign;
}

// The path behind "/TOKEN/"; NULL: another token. Takes as long wherever tokens differ.
static const char *behind_token(const Http *http, const char *url) {
    unsigned differs = 0;
    if (strlen(url) < TOKEN_LENGTH + 2 || url[0] != '/') return NULL;
    for (unsigned i = 0; i < TOKEN_LENGTH; i++) differs |= (unsigned char)(url[i + 1] ^ http->token[i]);
    return differs || url[TOKEN_LENGTH + 1] != '/' ? NULL : url + TOKEN_LENGTH + 2;
}

static bool is_plain(const char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    bool begins = true;
    if (!*path) return true;
    for (; *path; path++) {
        if (!strchr(letters, *path) || (begins && (*path == '.' || *path == '/'))) return false;
        begins = *path == '/';
    }
    return !begins;
}

// Paths stay as they were sent: what is written with % is not plain.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

// ---- answers ----

static enum MHD_Result respond(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response,
                               const char *type, const char *policy) {
    if (!response) return MHD_NO;
    const char *const headers[][2] = {
        {"Content-Type", type},
        {"Content-Security-Policy", policy},
        {"Referrer-Policy", "no-referrer"},
        {"X-Content-Type-Options", "nosniff"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(response, "Allow", "GET, HEAD");
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *words) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(words), (void *)words, MHD_RESPMEM_PERSISTENT);
    return respond(connection, status, response, "text/plain", "default-src 'none'");
}

static enum MHD_Result hold(Http *http, struct MHD_Connection *connection) {
    if (http->waiting_count == MOST_CONNECTIONS) return MHD_NO;
    http->waiting[http->waiting_count].connection = connection;
    http->waiting[http->waiting_count++].since = time(NULL);
    MHD_suspend_connection(connection);
    return MHD_YES;
}

// memory: what the library keeps per request, NULL before it has waited.
static enum MHD_Result answer_path(Http *http, struct MHD_Connection *connection, const char *path, void **memory) {
    HttpAnswer answer = {.type = "text/plain", .policy = "default-src 'none'", .file = -1};
    struct MHD_Response *response = NULL;
    struct stat status;
    http->serve(http->context, path, *memory && http->expiring, &answer);
    if (answer.waits) {
        *memory = http;
        return hold(http, connection);
    }
    if (answer.body) response = MHD_create_response_from_buffer(answer.length, answer.body, MHD_RESPMEM_MUST_FREE);
    else if (answer.file >= 0 && fstat(answer.file, &status) == 0)
        response = MHD_create_response_from_fd((uint64_t)status.st_size, answer.file);
    if (!response) return refuse(connection, MHD_HTTP_NOT_FOUND, "There is nothing here.\n");
    return respond(connection, MHD_HTTP_OK, response, answer.type, answer.policy);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *data_size, void **memory) {
    Http *http = context;
    (void)version, (void)data, (void)data_size;
    if (strcmp(method, "GET") && strcmp(method, "HEAD"))
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "This page is only read.\n");
    if (!is_own_page(connection)) return refuse(connection, MHD_HTTP_FORBIDDEN, "Not from there.\n");
    const char *path = behind_token(http, url);
    if (!path || !is_plain(path)) return refuse(connection, MHD_HTTP_NOT_FOUND, "There is nothing here.\n");
    return answer_path(http, connection, path, memory);
}

static void on_end(void *context, struct MHD_Connection *connection, void **memory,
                   enum MHD_RequestTerminationCode end) {
    Http *http = context;
    (void)memory, (void)end;
    for (unsigned i = 0; i < http->waiting_count; i++)
        if (http->waiting[i].connection == connection) http->waiting[i--] = http->waiting[--http->waiting_count];
}

static void on_message(void *context, const char *format, va_list list) { (void)context, (void)format, (void)list; }

// ---- the server ----

static int listen_on(unsigned port, unsigned *used) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t length = sizeof address;
    int one = 1, listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listening < 0) return -1;
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    bool ready = bind(listening, (struct sockaddr *)&address, sizeof address) == 0 && listen(listening, 64) == 0 &&
                 getsockname(listening, (struct sockaddr *)&address, &length) == 0;
    if (!ready) return close(listening), -1;
    *used = ntohs(address.sin_port);
    return listening;
}

static bool make_token(char token[TOKEN_LENGTH + 1]) {
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
    for (unsigned i = 0; i < TOKEN_BYTES; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static struct MHD_Daemon *start(Http *http, int listening) {
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, http,
                            MHD_OPTION_EXTERNAL_LOGGER, on_message, NULL, MHD_OPTION_LISTEN_SOCKET, listening,
                            MHD_OPTION_CONNECTION_LIMIT, MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
                            SILENCE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MOST_HEADER_BYTES,
                            MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_NOTIFY_COMPLETED, on_end,
                            http, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

Http *http_open(unsigned port, HttpServe *serve, void *context, char error[200]) {
    Http *http = calloc(1, sizeof *http);
    int listening = http && make_token(http->token) ? listen_on(port ? port : USUAL_PORT, &http->port) : -1;
    if (http && listening < 0 && !port && errno == EADDRINUSE) listening = listen_on(0, &http->port);
    if (listening < 0) {
        snprintf(error, 200, "cannot listen on port %u of this machine: %.100s", port ? port : USUAL_PORT,
                 strerror(errno));
        return free(http), NULL;
    }
    http->serve = serve;
    http->context = context;
    http->daemon = start(http, listening);
    if (!http->daemon) {
        snprintf(error, 200, "libmicrohttpd cannot start a server");
        return close(listening), free(http), NULL;
    }
    snprintf(http->address, sizeof http->address, "http://127.0.0.1:%u/%s/", http->port, http->token);
    return http;
}

int http_descriptor(const Http *http) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

bool http_goes_on(const Http *http) {
    MHD_UNSIGNED_LONG_LONG milliseconds;
    return MHD_get_timeout(http->daemon, &milliseconds) == MHD_YES && !milliseconds;
}

static void resume(Http *http, time_t before) {
    for (unsigned i = 0; i < http->waiting_count;) {
        if (http->waiting[i].since > before) {
            i++;
            continue;
        }
        struct MHD_Connection *connection = http->waiting[i].connection;
        http->waiting[i] = http->waiting[--http->waiting_count];
        MHD_resume_connection(connection);
    }
}

void http_turn(Http *http) {
    http->expiring = true;
    resume(http, time(NULL) - WAIT_SECONDS);
    MHD_run(http->daemon);
    http->expiring = false;
}

void http_wake(Http *http) {
    resume(http, time(NULL));
    MHD_run(http->daemon);
}

void http_close(Http *http) {
    resume(http, time(NULL));
    MHD_stop_daemon(http->daemon);
    free(http);
}

const char *http_address(const Http *http) { return http->address; }
unsigned http_port(const Http *http) { return http->port; }

#else

Http *http_open(unsigned port, HttpServe *serve, void *context, char error[200]) {
    (void)port, (void)serve, (void)context;
    snprintf(error, 200,
             "make live needs libmicrohttpd: install it (Debian: apt-get install libmicrohttpd-dev) and run "
             "it again; make watch grades without it");
    return NULL;
}
int http_descriptor(const Http *http) { return (void)http, -1; }
bool http_goes_on(const Http *http) { return (void)http, false; }
void http_turn(Http *http) { (void)http; }
void http_wake(Http *http) { (void)http; }
void http_close(Http *http) { (void)http; }
const char *http_address(const Http *http) { return (void)http, ""; }
unsigned http_port(const Http *http) { return (void)http, 0; }

#endif
