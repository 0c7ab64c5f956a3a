// pages.h - memory by the page: all that the emulator asks of the operating system's virtual memory.
//
// pages.c is for Linux, grader/device/emulator/web/pages.c for a web page, which has no files.
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_BYTES 4096ull
#define NO_FILE (-1)

// Zeroed memory of our own. Where the system can, a page costs nothing until it is touched. NULL: there is none.
void *pages_map(uint64_t bytes);
void pages_unmap(void *pages, uint64_t bytes);
// Fills mapped pages, as memset does. Many pages cost nothing until they are written: they show *file, which is made
// for this byte at the first need (begin with NO_FILE) and closed by pages_close_file. false: no memory.
bool pages_fill(void *pages, uint64_t bytes, uint8_t byte, int *file);
// Fills mapped pages with the first `period` bytes of a file, again and again; they cost nothing until they are
// written. period: whole pages. false: they may have changed.
bool pages_repeat(void *pages, uint64_t bytes, int file, uint64_t period);
// A file with these bytes; NO_FILE: there can be none.
int pages_make_file(const void *bytes, uint64_t size);

// A file's bytes, shared with whoever maps it, too. NULL: they cannot be mapped. Undone by pages_unmap.
void *pages_map_file(int file, uint64_t bytes);
// Writes bytes to the beginning of the file. false: there is no memory for them.
bool pages_write_file(const void *bytes, uint64_t size, int file);
// The file's pages take the place of mapped ones. false: nothing has changed.
bool pages_show_file(void *pages, uint64_t bytes, int file);
// A file of our own for the same bytes; NO_FILE: there can be none.
int pages_hold_file(int file);
// Takes the memory of a file for good; refused while somebody has it mapped, who could fill it again. Closes the file.
// false: it may take as much memory as before.
bool pages_empty_file(int file, uint64_t bytes);
void pages_close_file(int file); // NO_FILE is fine

#endif
