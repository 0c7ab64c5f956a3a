// key_run.c - what exercises read of a key's run: counters, the device's report, what it printed.
#include "key_run.h"
#include "../device/system/text.h"
#include <stdlib.h>
#include <string.h>

double key_counter(const KeyRun *run, const char *kernel, const char *counters) {
    return report_kernel_counter(run->report, kernel, counters);
}

const DeviceReport *key_report(const KeyRun *run) { return run->report; }

bool key_printed(const KeyRun *run, const char *name, char value[64]) {
    size_t length = strlen(name);
    for (const char *line = run->text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        if (strncmp(line, name, length) != 0 || line[length] != ' ') continue;
        const char *at = line + length + 1;
        text_clean(value, 64, at, strcspn(at, "\n"), false);
        return true;
    }
    return false;
}

const char *key_word(const KeyRun *run, const char *name) {
    size_t length = strlen(name);
    for (const char *const *each = run->drawn; each && *each; each++)
        if (!strncmp(*each, name, length) && (*each)[length] == '=') return *each + length + 1;
    return "";
}

double key_drawn(const KeyRun *run, const char *name) { return strtod(key_word(run, name), NULL); }
