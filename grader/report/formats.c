// formats.c - the table of output formats, and writing them to files.
#include "report.h"

#include "../device/system/files.h"
#include "../device/system/message.h"

#include <stdlib.h>
#include <string.h>

const ReportFormat report_formats[] = {
#define FORMAT(name, file) {#name, file, report_print_##name},
#include "formats.def"
#undef FORMAT
};
const unsigned report_format_count = sizeof report_formats / sizeof *report_formats;

bool report_write(const ReportFormat *format, const char *path, const Verdict *verdicts, unsigned count,
                  Message error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (out) format->print(out, verdicts, count);
    bool printed = out && fclose(out) == 0;
    if (!printed) message_set(error, "out of memory");
    bool written = printed && file_write(path, text, length, error);
    free(text);
    return written;
}

bool report_write_all(const char *folder, const Verdict *verdicts, unsigned count, Message error) {
    char path[PATH_BYTES];
    if (!folder_make(folder)) {
        message_set(error, "cannot make %.150s", folder);
        return false;
    }
    for (unsigned i = 0; i < report_format_count; i++) {
        snprintf(path, sizeof path, "%.900s/%s", folder, report_formats[i].file);
        if (!report_write(&report_formats[i], path, verdicts, count, error)) return false;
    }
    return true;
}
