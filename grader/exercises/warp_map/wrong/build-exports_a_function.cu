// says: exports
// build-exports_a_function.cu - a version keeps the name visible, and the runtime library would call it.
#include "workbook.h"
#include <sys/socket.h>

extern "C" __attribute__((used)) ssize_t my_sendmsg(int socket, const msghdr *message, int flags) {
    return __builtin_expect(socket, 0) ? -1 : message->msg_iovlen + flags;
}
asm(".symver my_sendmsg, sendmsg@@GLIBC_2.2.5");

void warp_map(int *, int *, dim3, dim3, int) {}
