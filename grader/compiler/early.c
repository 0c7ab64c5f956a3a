// early.c - the host's code is compiled while cicc and ptxas still work.
//
// What cudafe++ writes for the host ends with an #include of a file of cicc, the stub, which includes a file of
// fatbinary: the machine code, as bytes in an asm statement. cicc has the stub as soon as it has read the program, long
// before it has optimized it. From then on the host compiler makes assembly of everything but these bytes. It does so
// in the directory EARLY, where the file of fatbinary has a line instead that makes the assembler take them from
// another file. Only the assembler has to wait for ptxas.
//
// This counts if cicc has left the very stub that was compiled, and fatbinary a file that differs in the bytes alone.
#define _GNU_SOURCE // asprintf
#include "compile.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ASSEMBLY EARLY "/rest.s"
#define BYTES_LINE "\".quad "
#define BYTES "@bytes@\n"                         // what stands for such lines
#define STUB_END "\n#pragma GCC diagnostic pop\n" // which cicc adds at its end

static const char *stub_name(const Plan *plan) { return step_value(&plan->steps[FRONT_DEVICE], "--stub_file_name"); }
static const char *bundle_name(const Plan *plan) { return step_behind(&plan->steps[BUNDLE], "--embedded-fatbin="); }

static void name_early(const char *name, char path[1200]) { snprintf(path, 1200, EARLY "/%s", name); }

static char *read_here(const char *path) { return path ? file_read(path, MOST_TEXT, NULL, NULL) : NULL; }

// ---- the file of fatbinary without its bytes ----

// Allocated, with BYTES for the lines of bytes, and without the number of them in "NAME[N];". NULL: it has another
// shape.
static char *without_bytes(const char *text) {
    const char *begin = strstr(text, BYTES_LINE), *end = begin;
    while (end && text_begins(end, BYTES_LINE)) end = strchr(end, '\n') ? strchr(end, '\n') + 1 : NULL;
    const char *number = end ? strchr(end, '[') : NULL;
    const char *behind = number ? number + 1 + strspn(number + 1, "0123456789") : NULL;
    char *result = NULL;
    if (!behind || strstr(behind, BYTES_LINE)) return NULL;
    int length =
        asprintf(&result, "%.*s" BYTES "%.*s%s", (int)(begin - text), text, (int)(number + 1 - end), end, behind);
    return length < 0 ? NULL : result;
}

bool early_prepare(const Plan *plan, const char *base) {
    char *text = read_here(bundle_name(plan)), *rest = text ? without_bytes(text) : NULL, path[1100];
    snprintf(path, sizeof path, "%s.bundle", base);
    bool written = rest && file_write_derived(path, rest, strlen(rest), NULL);
    free(text);
    free(rest);
    return written;
}

static bool bundle_stands_in(const Plan *plan, const Preamble *used) {
    char *rest = prepared_read(used->base, "bundle"), path[1200];
    char *text = rest ? text_replaced(rest, BYTES, "\".incbin \\\"" EARLY_BYTES "\\\"\\n\"\n", false) : NULL;
    name_early(bundle_name(plan), path);
    bool written = text && file_write_derived(path, text, strlen(text), NULL);
    free(rest);
    free(text);
    return written;
}

static bool bundle_is_known(const Plan *plan, const Preamble *used) {
    char *text = read_here(bundle_name(plan)), *rest = text ? without_bytes(text) : NULL;
    char *known = prepared_read(used->base, "bundle");
    bool same = rest && known && !strcmp(rest, known);
    free(text);
    free(rest);
    free(known);
    return same;
}

// ---- the stub ----

bool early_begin(const Plan *plan) {
    const char *name = stub_name(plan);
    char path[1200];
    char *text = read_here(name), *whole = NULL;
    int length = text ? asprintf(&whole, "%s%s", text, text_ends(text, STUB_END) ? "" : STUB_END) : -1;
    name_early(name, path);
    bool written = length >= 0 && file_write_derived(path, whole, (size_t)length, NULL);
    free(text);
    if (length >= 0) free(whole);
    return written;
}

static bool stub_is_known(const Plan *plan) {
    char path[1200];
    name_early(stub_name(plan), path);
    char *text = read_here(stub_name(plan)), *compiled = read_here(path);
    bool same = text && compiled && !strcmp(text, compiled);
    free(text);
    free(compiled);
    return same;
}

// ---- the steps ----

bool early_use(const Plan *plan, const Preamble *preambles, unsigned count, Step *early, const Preamble **used) {
    *early = plan->steps[COMPILE_HOST];
    mkdir(EARLY, 0700);
    if (!stub_name(plan) || !bundle_name(plan) || !header_use(plan, preambles, count, early, used) ||
        !bundle_stands_in(plan, *used))
        return false;
    step_drop(early, "-c", false);
    step_drop(early, "-o", true);
    step_add(early, "-S");
    step_add(early, "-o");
    step_add(early, ASSEMBLY);
    early->early = true;
    return true;
}

bool early_finish(const Plan *plan, const Preamble *used, Step *quick) {
    const Step *plain = &plan->steps[COMPILE_HOST];
    const char *output = step_value(plain, "-o");
    if (!output || !stub_is_known(plan) || !bundle_is_known(plan, used)) return false;
    *quick = (Step){.count = 0};
    step_add(quick, plain->words[0]);
    step_add(quick, "-c");
    step_add(quick, ASSEMBLY);
    step_add(quick, "-o");
    step_add(quick, output);
    return true;
}
