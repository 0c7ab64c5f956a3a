// preview.c - what can be told of a program before it runs, from its file: the libraries that it needs (an ELF file's
// dynamic section) and the device code in it (its section .nv_fatbin, and __nv_relfatbin of separate compilation).
#define _GNU_SOURCE
#include "preview.h"
#include "../emulator/image/fatbin.h"
#include "../system/elf.h"
#include "../system/text.h"
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- the file ----

// Opens the program that execvp would find.
static int program_open(const char *name) {
    const char *path = strchr(name, '/') ? NULL : getenv("PATH");
    int fd = path ? -1 : open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    while (path && fd < 0) {
        char file[PATH_MAX];
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s%s%s", (int)length, path, length ? "/" : "", name);
        fd = access(file, X_OK) ? -1 : open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        path = path[length] ? path + length + 1 : NULL;
    }
    return fd;
}

static Bytes file_map(const char *name) {
    struct stat status;
    int fd = program_open(name);
    if (fd < 0) return (Bytes){0};
    bool plain = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    void *bytes = plain ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    return bytes == MAP_FAILED ? (Bytes){0} : (Bytes){bytes, (size_t)status.st_size};
}

// ---- what a program is ----

// Libraries of machine code, and how the names of their functions begin.
static const struct {
    const char *library, *prefix, *words;
} closed[] = {
    {"libcufft", "cufft", "cuFFT"},
    {"libcusparse", "cusparse", "cuSPARSE"},
    {"libcusolver", "cusolver", "cuSOLVER"},
    {"libcudnn", "cudnn", "cuDNN"},
    {"libcutensor", "cutensor", "cuTENSOR"},
    {"libnccl", "nccl", "NCCL"},
    {"libnpp", "npp", "NPP"},
    {"libnvjpeg", "nvjpeg", "nvJPEG"},
    {"libnvrtc", "nvrtc", "NVRTC"},
    {"libcufile", "cuFile", "cuFile"},
    {"libcupti", "cupti", "CUPTI"},
    {"libcuda.so", "cu", "the CUDA driver API"},
};
enum { CLOSED = sizeof closed / sizeof *closed };

// Functions that the emulated libraries refuse.
static const char *const refused[] = {
#define REFUSED(name) #name,
#define LEGACY(name) REFUSED(name)
#include "../libraries/curand/refused.def"
#include "cublas_refused.def"
#include "cublaslt_refused.def"
};
enum { NAMED = 8 }; // of those that a program calls, in a line

typedef struct {
    bool has_runtime, has_code; // has_runtime: needs libcudart.so.13; has_code: what nvcc links has some, if empty
    bool has_kernels, has_ptx;  // has_kernels: as machine code
    char needed[CLOSED][100];   // the name under which the program needs each of them; "": it does not
    char called[CLOSED][100];   // the first of its functions that the program calls
    unsigned refused;           // how many of these functions it calls
    const char *named[NAMED];   // the first of them
} Preview;

static void see_library(Preview *preview, const char *name) {
    if (text_begins(name, "libcudart.so")) preview->has_runtime = !strcmp(name, "libcudart.so.13");
    for (size_t i = 0; i < CLOSED; i++)
        if (text_begins(name, closed[i].library)) text_copy(preview->needed[i], sizeof preview->needed[i], name);
}

static void see_libraries(Preview *preview, Bytes dynamic, Bytes strings) {
    for (size_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.size; at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, dynamic.bytes + at, sizeof entry);
        if (entry.d_tag == DT_NEEDED) see_library(preview, elf_string(strings, entry.d_un.d_val));
    }
}

// The driver's functions begin with "cu" and a capital letter, which the runtime's and the libraries' do not.
static bool is_function_of(size_t library, const char *name) {
    const char *prefix = closed[library].prefix;
    if (!text_begins(name, prefix)) return false;
    return strcmp(prefix, "cu") || (name[2] >= 'A' && name[2] <= 'Z');
}

static void see_refused(Preview *preview, const char *name) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (strcmp(name, refused[i])) continue;
        if (preview->refused < NAMED) preview->named[preview->refused] = refused[i];
        preview->refused++;
    }
}

static void see_symbols(Preview *preview, Bytes symbols, Bytes strings) {
    for (size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, symbols.bytes + at, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF) continue;
        const char *name = elf_string(strings, symbol.st_name);
        see_refused(preview, name);
        for (size_t i = 0; i < CLOSED; i++)
            if (!preview->called[i][0] && is_function_of(i, name))
                text_copy(preview->called[i], sizeof preview->called[i], name);
    }
}

// The containers of a program lie one after another, each at a multiple of 8.
static void see_code(Preview *preview, Bytes code) {
    for (size_t at = 0; at + 16 <= code.size && !preview->has_ptx;) {
        size_t size = fatbin_size(code.bytes + at);
        Bytes container = size ? bytes_part(code, at, size) : (Bytes){0};
        Fatbin fatbin = {0};
        char error[200];
        preview->has_code |= container.bytes != NULL;
        if (container.bytes && fatbin_read(container.bytes, container.size, &fatbin, error)) {
            preview->has_ptx = fatbin.ptx_count > 0;
            preview->has_kernels |= fatbin.resource_count > 0;
        }
        fatbin_free(&fatbin);
        at += container.bytes ? (size + 7) / 8 * 8 : 8;
    }
}

static void see_program(Preview *preview, Bytes file) {
    Elf elf;
    Elf64_Shdr names, section;
    if (!elf_open(&elf, file) || !elf_section(&elf, elf.header.e_shstrndx, &names)) return;
    for (uint64_t i = 0; elf_section(&elf, i, &section); i++) {
        Bytes content = elf_content(&elf, &section), linked = elf_linked(&elf, &section);
        const char *name = elf_string(elf_content(&elf, &names), section.sh_name);
        if (section.sh_type == SHT_DYNAMIC) see_libraries(preview, content, linked);
        if (section.sh_type == SHT_DYNSYM) see_symbols(preview, content, linked);
        if (!strcmp(name, ".nv_fatbin") || !strcmp(name, "__nv_relfatbin")) see_code(preview, content);
    }
}

static Preview preview_of(const char *name) {
    Preview preview = {.has_runtime = false};
    Bytes file = file_map(name);
    if (!file.bytes) return preview;
    see_program(&preview, file);
    munmap((void *)(uintptr_t)file.bytes, file.size);
    return preview;
}

static bool calls_closed(const Preview *preview, size_t library) {
    return preview->needed[library][0] && preview->called[library][0];
}

// Says which function of each library that is not emulated the program calls.
static void say_closed(const Preview *preview, const char *name) {
    for (size_t i = 0; i < CLOSED; i++)
        if (calls_closed(preview, i))
            fprintf(stderr,
                    "emulate: %s calls %s of %s (%s), which is not emulated: these calls fail or do nothing on "
                    "the GPU, and reads of memory that nothing has written are not reported. Replace the calls by "
                    "kernels of your own, or "
                    "run the program on a machine with an NVIDIA GPU\n",
                    name, preview->called[i], closed[i].words, preview->needed[i]);
}

// Says which functions the program calls that our libraries refuse. They say so themselves when they are called, which
// may be after an hour.
static void say_refused(const Preview *preview, const char *name) {
    char names[NAMED * 60] = "";
    for (unsigned i = 0; i < preview->refused && i < NAMED; i++) {
        const char *version = strstr(preview->named[i], "_v2"); // the header puts it behind what programs write
        int length = (int)(version ? version - preview->named[i] : (long)strlen(preview->named[i]));
        text_append(names, sizeof names, "%s%.*s", i ? ", " : "", length, preview->named[i]);
    }
    if (!preview->refused) return;
    if (preview->refused > NAMED) text_append(names, sizeof names, " and %u more", preview->refused - NAMED);
    fprintf(
        stderr,
        "emulate: %s calls %s, which %s not supported: these calls compute nothing. Write kernels in their place, or "
        "run the program on a machine with an NVIDIA GPU\n",
        name, names, preview->refused > 1 ? "are" : "is");
}

static bool misses_results(const Preview *preview) {
    for (size_t i = 0; i < CLOSED; i++)
        if (calls_closed(preview, i)) return true;
    return false;
}

static void say_code(const Preview *preview, const char *name) {
    if (preview->has_code && !preview->has_runtime)
        fprintf(
            stderr,
            "emulate: %s has a CUDA runtime of its own, not CUDA 13's libcudart; build it with nvcc -cudart shared\n",
            name);
    else if (preview->has_kernels && !preview->has_ptx)
        fprintf(stderr, "emulate: %s has machine code only, no PTX; build it with nvcc -arch=sm_90\n", name);
}

bool preview_program(const char *name, bool quiet) {
    Preview preview = preview_of(name);
    bool misses = misses_results(&preview);
    if (!quiet) (misses ? say_closed : say_code)(&preview, name);
    if (!quiet) say_refused(&preview, name);
    return misses;
}

bool preview_needs(const char *name, const char *library) {
    Preview preview = preview_of(name);
    for (size_t i = 0; i < CLOSED; i++)
        if (!strcmp(preview.needed[i], library)) return true;
    return false;
}
