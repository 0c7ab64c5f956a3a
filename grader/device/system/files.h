// files.h - whole files in and out, and folders that come and go.
#ifndef FILES_H
#define FILES_H

#include "message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define PATH_BYTES 1024
#define MOST_SOURCE_BYTES (1 << 20) // of a student's file, and of one of an exercise's parts

// The content of a regular file with a NUL behind it, allocated; its length in *length (may be NULL).
// NULL with a sentence in error (which may be NULL) if it is missing, no regular file or larger than max_bytes.
char *file_read(const char *path, size_t max_bytes, size_t *length, Message error);
// Writes a file atomically: a reader, or a crash, sees the old content or the new one and nothing between. false with a
// sentence in error (which may be NULL).
bool file_write(const char *path, const char *data, size_t length, Message error);
// The same for a file that can be made again: nothing waits for the disk, so that a machine that loses its power may
// leave it empty.
bool file_write_derived(const char *path, const char *data, size_t length, Message error);
// The same with what was printed on a stream of open_memstream (NULL: that failed). Closes the stream and frees *data.
bool file_write_stream(const char *path, FILE *stream, char **data, const size_t *length, Message error);
// Whether path is a regular file (following no symbolic link).
bool file_is_plain(const char *path);
bool file_is_link(const char *path);
bool file_exists(const char *path);
bool folder_exists(const char *path);
// Makes a folder and those above it.
bool folder_make(const char *path);
// Removes a folder with everything in it, however deep; false if something is left. (folders.c has this and the next.)
bool folder_remove(const char *path);
// Disk space and number of files of a folder and what is below it. Folders nested more than 64 deep, and folders that
// may not be entered, count as very many files: nobody needs them, and nobody can say what they hold.
void folder_measure(const char *path, uint64_t *bytes, uint64_t *files);
// A number that changes when a file does: of its size and its time of change; 0 if there is none.
uint64_t file_age(const char *path);
// FNV-1a of a byte string, for telling versions of a file apart.
uint64_t bytes_hash(const char *data, size_t length);

#endif
