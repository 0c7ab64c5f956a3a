// call_site.c - which line of the program a call of the runtime, or a touch of memory, stands in.
//
// The stack is walked with the C++ ABI's unwinder up to the program's own code. libdw finds the line of that address in
// the debugging information of the host's code (nvcc -Xcompiler -g1). The device is told of each line once and knows it
// by a number. Without libdw or without that information there are no numbers, and reports name operations without
// their lines.
#define _GNU_SOURCE
#include "call_site.h"
#include "../channel.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <unwind.h>

enum { SITES_MOST = 4096 };

typedef struct {
    uintptr_t address;
    uint32_t number; // 0: not known
} Site;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Site sites[SITES_MOST];
static unsigned site_count;
static uint32_t told; // places that the device knows

// ---- the program's code ----------------------------------------------------------------------------------------

static struct { uintptr_t base, first, end; } program;

static int find_program(struct dl_phdr_info *info, size_t size, void *opaque) {
    (void)size, (void)opaque;
    program.base = info->dlpi_addr;
    for (int n = 0; n < info->dlpi_phnum; n++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[n];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        program.first = program.base + header->p_vaddr;
        program.end = program.first + header->p_memsz;
    }
    return 1; // the first is the program
}

static _Unwind_Reason_Code find_in_program(struct _Unwind_Context *context, void *found) {
    int is_exact = 0; // else it is where the call returns to, behind its line
    uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    if (address < program.first || address >= program.end) return _URC_NO_REASON;
    *(uintptr_t *)found = is_exact ? address : address - 1;
    return _URC_END_OF_STACK;
}

// ---- its lines: as much of libdw's interface (elfutils/libdwfl.h) as is used here ------------------------------

typedef struct {
    int (*find_elf)(void), (*find_debuginfo)(void), (*section_address)(void);
    char **debuginfo_path;
} Callbacks;

static int find_nothing(void) { return -1; }

static struct {
    void *(*begin)(const Callbacks *callbacks);
    void *(*report_elf)(void *session, const char *name, const char *file, int fd, uintptr_t base, bool add);
    int (*report_end)(void *session, void *removed, void *opaque);
    void *(*getsrc)(void *module, uintptr_t address);
    const char *(*lineinfo)(void *line, void *address, int *number, int *column, void *time, void *length);
} dwfl;
static void *module; // the program's, NULL: its lines are not known

static bool load(void *library) {
    *(void **)&dwfl.begin = dlsym(library, "dwfl_begin");
    *(void **)&dwfl.report_elf = dlsym(library, "dwfl_report_elf");
    *(void **)&dwfl.report_end = dlsym(library, "dwfl_report_end");
    *(void **)&dwfl.getsrc = dlsym(library, "dwfl_module_getsrc");
    *(void **)&dwfl.lineinfo = dlsym(library, "dwfl_lineinfo");
    return dwfl.begin && dwfl.report_elf && dwfl.report_end && dwfl.getsrc && dwfl.lineinfo;
}

static void open_lines(void) {
    static const Callbacks callbacks = {find_nothing, find_nothing, NULL, NULL};
    void *library = dlopen("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *session = library && load(library) ? dwfl.begin(&callbacks) : NULL;
    if (!session) return;
    dl_iterate_phdr(find_program, NULL);
    module = dwfl.report_elf(session, "program", "/proc/self/exe", -1, program.base, true);
    dwfl.report_end(session, NULL, NULL);
}

// ---- numbers ---------------------------------------------------------------------------------------------------

static void tell(uint32_t number, const char *file, int line) {
    Exchange site = {.request = {CALL_SITE, (uint32_t)strlen(file), {number, (uint64_t)line}}, .payload = file};
    channel_lock();
    channel_send(&site);
    channel_unlock();
}

static uint32_t look_up(uintptr_t address) {
    int number = 0;
    void *line = dwfl.getsrc(module, address);
    const char *file = line ? dwfl.lineinfo(line, NULL, &number, NULL, NULL, NULL) : NULL;
    if (!file || number <= 0 || strlen(file) > NAME_BYTES) return 0;
    tell(++told, file, number);
    return told;
}

static uint32_t number_of(uintptr_t address) {
    for (unsigned n = 0; n < site_count; n++)
        if (sites[n].address == address) return sites[n].number;
    if (site_count == SITES_MOST) return 0;
    sites[site_count] = (Site){address, look_up(address)};
    return sites[site_count++].number;
}

uint32_t call_site(void) {
    static pthread_once_t opened = PTHREAD_ONCE_INIT;
    uintptr_t address = 0;
    pthread_once(&opened, open_lines);
    if (!module) return 0;
    _Unwind_Backtrace(find_in_program, &address);
    if (!address) return 0;
    pthread_mutex_lock(&lock);
    uint32_t number = number_of(address);
    pthread_mutex_unlock(&lock);
    return number;
}

void call_sites_forget(void) {
    pthread_mutex_lock(&lock);
    site_count = told = 0;
    pthread_mutex_unlock(&lock);
}
