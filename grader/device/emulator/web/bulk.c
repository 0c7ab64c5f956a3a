// bulk.c - moving memory with WebAssembly's own instructions: the C library's loops go byte by byte.
#include <string.h>

__attribute__((no_builtin)) void *memset(void *to, int byte, size_t size) {
    __asm__ volatile("local.get %0\n local.get %1\n local.get %2\n memory.fill 0" ::"r"(to), "r"(byte), "r"(size));
    return to;
}

__attribute__((no_builtin)) void *memmove(void *to, const void *from, size_t size) {
    __asm__ volatile("local.get %0\n local.get %1\n local.get %2\n memory.copy 0, 0" ::"r"(to), "r"(from), "r"(size));
    return to;
}

__attribute__((no_builtin)) void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return memmove(to, from, size);
}
