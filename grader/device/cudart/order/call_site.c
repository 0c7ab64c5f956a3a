// call_site.c - which line of the program a call of the runtime, or a touch of memory, stands in.
//
// The stack is walked with the C++ ABI's unwinder up to the program's own code. libdw finds the line of that address in
// the debugging information of the host's code (nvcc -Xcompiler -g1). Templates of the toolkit's header ask in the
// program's name: the line is that of the call of the template, which may have been put into its caller's code. The
// device is told of each line once and knows it by a number. If the program called another library there, as cuBLAS,
// it is told that function's name as well. Without libdw or without that information the lines are missing.
#define _GNU_SOURCE
#include "call_site.h"
#include "../base/channel.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <unwind.h>

enum { SITES_MOST = 4096, CALL_NAME = 64 };
#define IN_TEMPLATE UINT32_MAX // no line of the program's: its caller's counts

typedef struct {
    uintptr_t address;
    uint32_t number; // 0: not known, or IN_TEMPLATE
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

// ---- its lines: as much of libdw's interface (elfutils/libdwfl.h) as is used here ------------------------------

typedef struct {
    int (*find_elf)(void), (*find_debuginfo)(void), (*section_address)(void);
    char **debuginfo_path;
} Callbacks;

static int find_nothing(void) { return -1; }

typedef struct {
    void *address, *unit, *abbreviation;
    long padding;
} Die;

typedef struct {
    unsigned code, form;
    void *value, *unit;
} Attribute;

static struct {
    void *(*begin)(const Callbacks *callbacks);
    void *(*report_elf)(void *session, const char *name, const char *file, int fd, uintptr_t base, bool add);
    int (*report_end)(void *session, void *removed, void *opaque);
    void *(*getsrc)(void *module, uintptr_t address);
    const char *(*lineinfo)(void *line, void *address, int *number, int *column, void *time, void *length);
    Die *(*unit_of)(void *module, uintptr_t address, uintptr_t *bias);
    int (*scopes_of)(Die *unit, uintptr_t address, Die **scopes);
    int (*tag)(Die *die);
    Attribute *(*attribute)(Die *die, unsigned name, Attribute *found);
    int (*number)(Attribute *attribute, uint64_t *value);
    int (*files_of)(Die *unit, void **files, size_t *count);
    const char *(*file_name)(void *files, size_t index, void *time, void *length);
} dwfl;
static void *module; // the program's, NULL: its lines are not known

static bool load(void *library) {
    const struct {
        void *function;
        const char *name;
    } functions[] = {{&dwfl.begin, "dwfl_begin"},           {&dwfl.report_elf, "dwfl_report_elf"},
                     {&dwfl.report_end, "dwfl_report_end"}, {&dwfl.getsrc, "dwfl_module_getsrc"},
                     {&dwfl.lineinfo, "dwfl_lineinfo"},     {&dwfl.unit_of, "dwfl_module_addrdie"},
                     {&dwfl.scopes_of, "dwarf_getscopes"},  {&dwfl.tag, "dwarf_tag"},
                     {&dwfl.attribute, "dwarf_attr"},       {&dwfl.number, "dwarf_formudata"},
                     {&dwfl.files_of, "dwarf_getsrcfiles"}, {&dwfl.file_name, "dwarf_filesrc"}};
    bool all = true;
    for (size_t n = 0; n < sizeof functions / sizeof *functions; n++) {
        void *found = dlsym(library, functions[n].name);
        memcpy(functions[n].function, &found, sizeof found);
        all = all && found;
    }
    return all;
}

static void open_lines(void) {
    static const Callbacks callbacks = {find_nothing, find_nothing, NULL, NULL};
    dl_iterate_phdr(find_program, NULL);
    void *library = dlopen("libdw.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *session = library && load(library) ? dwfl.begin(&callbacks) : NULL;
    if (!session) return;
    const char *self = access("/proc/self/exe", R_OK) ? (const char *)getauxval(AT_EXECFN) : "/proc/self/exe";
    module = dwfl.report_elf(session, "program", self, -1, program.base, true);
    dwfl.report_end(session, NULL, NULL);
}

// ---- numbers ---------------------------------------------------------------------------------------------------

static void tell(uint32_t number, const char *file, int line, const char *call) {
    char text[NAME_BYTES + 1];
    int length = snprintf(text, sizeof text, *call ? "%s\n%s" : "%s", file, call);
    if (length >= (int)sizeof text) length = sizeof text - 1;
    Exchange site = {.request = {CALL_SITE, (uint32_t)length, {number, (uint64_t)line}}, .payload = text};
    channel_lock();
    channel_send(&site);
    channel_unlock();
}

static bool is_template(const char *file) {
    const char *slash = strrchr(file, '/');
    return strcmp(slash ? slash + 1 : file, "cuda_runtime.h") == 0;
}

static uint64_t number_in(Die *die, unsigned name) {
    Attribute found;
    uint64_t value = 0;
    if (!dwfl.attribute(die, name, &found) || dwfl.number(&found, &value) != 0) return 0;
    return value;
}

// The line from which a template was called that was put into its caller's code. NULL: there is none.
static const char *caller_of_template(uintptr_t address, int *line) {
    enum { DW_TAG_inlined_subroutine = 0x1d, DW_AT_call_file = 0x58, DW_AT_call_line = 0x59 };
    uintptr_t bias = 0;
    void *files;
    size_t file_count;
    Die *unit = dwfl.unit_of(module, address, &bias), *scopes = NULL;
    int count = unit ? dwfl.scopes_of(unit, address - bias, &scopes) : 0;
    const char *found = NULL;
    if (count > 0 && dwfl.files_of(unit, &files, &file_count) == 0)
        for (int n = 0; n < count && !found; n++) { // from the inside out
            if (dwfl.tag(&scopes[n]) != DW_TAG_inlined_subroutine) continue;
            uint64_t file = number_in(&scopes[n], DW_AT_call_file);
            const char *name = file < file_count ? dwfl.file_name(files, file, NULL, NULL) : NULL;
            *line = (int)number_in(&scopes[n], DW_AT_call_line);
            if (name && !is_template(name)) found = name;
        }
    free(scopes);
    return found;
}

// The function of a library that the program has called, by the name it has in the program: "cublasSgemm". "": it is
// one of the runtime's. `inside` is an address in that function.
static void name_call(uintptr_t inside, char *name, size_t size) {
    Dl_info found;
    bool is_named = dladdr((void *)inside, &found) && found.dli_sname && strncmp(found.dli_sname, "cuda", 4) != 0;
    snprintf(name, size, "%s", is_named ? found.dli_sname : "");
    char *version = strstr(name, "_v2"); // cublas_v2.h puts it behind the name that programs write
    if (version) memmove(version, version + 3, strlen(version + 3) + 1);
}

// The file and line of an address of the program's. NULL: they are not known.
static const char *line_of(uintptr_t address, int *number) {
    void *line = module ? dwfl.getsrc(module, address) : NULL;
    return line ? dwfl.lineinfo(line, NULL, number, NULL, NULL, NULL) : NULL;
}

static uint32_t look_up(uintptr_t address, uintptr_t inside) {
    char call[CALL_NAME];
    int number = 0;
    const char *file = line_of(address, &number);
    if (file && is_template(file)) {
        file = caller_of_template(address, &number);
        if (!file) return IN_TEMPLATE;
    }
    name_call(inside, call, sizeof call);
    bool is_known = file && number > 0 && strlen(file) + sizeof call <= NAME_BYTES;
    if (!is_known && !*call) return 0;
    tell(++told, is_known ? file : "", is_known ? number : 0, call);
    return told;
}

static uint32_t number_of(uintptr_t address, uintptr_t inside) {
    uint32_t number = 0;
    unsigned n = 0;
    pthread_mutex_lock(&lock);
    while (n < site_count && sites[n].address != address) n++;
    if (n == site_count && n < SITES_MOST) sites[site_count++] = (Site){address, look_up(address, inside)};
    if (n < site_count) number = sites[n].number;
    pthread_mutex_unlock(&lock);
    return number;
}

typedef struct {
    uintptr_t inside; // the frame before, in what the program called
    uint32_t number;
} Walk;

static _Unwind_Reason_Code find_in_program(struct _Unwind_Context *context, void *opaque) {
    Walk *walk = opaque;
    int is_exact = 0; // else it is where the call returns to, behind its line
    uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    if (address < program.first || address >= program.end) {
        walk->inside = address;
        return _URC_NO_REASON;
    }
    walk->number = number_of(is_exact ? address : address - 1, walk->inside);
    return walk->number == IN_TEMPLATE ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static pthread_once_t opened = PTHREAD_ONCE_INIT;

uint32_t call_site(void) {
    Walk walk = {0};
    if (channel_open()) return 0; // nobody can be told of it
    pthread_once(&opened, open_lines);
    _Unwind_Backtrace(find_in_program, &walk);
    return walk.number == IN_TEMPLATE ? 0 : walk.number;
}

static _Unwind_Reason_Code find_line(struct _Unwind_Context *context, void *opaque) {
    Walk *walk = opaque;
    int is_exact = 0;
    uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
    if (address < program.first || address >= program.end) return _URC_NO_REASON;
    walk->inside = is_exact ? address : address - 1;
    return _URC_END_OF_STACK;
}

bool call_site_say(char *text, size_t size) {
    Walk walk = {0};
    int number = 0;
    pthread_once(&opened, open_lines);
    _Unwind_Backtrace(find_line, &walk);
    const char *file = walk.inside ? line_of(walk.inside, &number) : NULL, *slash = file ? strrchr(file, '/') : NULL;
    if (file) snprintf(text, size, "%s:%d", slash ? slash + 1 : file, number);
    return file && number > 0;
}

void call_site_note(void) { channel_at(call_site()); }

void call_sites_forget(void) {
    channel_at(0);
    pthread_mutex_lock(&lock);
    site_count = told = 0;
    pthread_mutex_unlock(&lock);
}
