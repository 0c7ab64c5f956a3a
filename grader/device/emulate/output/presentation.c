// presentation.c - shows a source file under another name, because the program may have been built from a copy that is
// gone.
#include "presentation.h"
#include <stddef.h>
#include <string.h>

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_renamed(const Presentation *presentation, const char *file) {
    return presentation->shown && strcmp(base_name(presentation->shown), base_name(file)) == 0;
}

const char *presentation_name(const Presentation *presentation, const char *file) {
    return is_renamed(presentation, file) ? presentation->shown : file;
}

const char *presentation_source(const Presentation *presentation, const char *file) {
    return is_renamed(presentation, file) ? presentation->source : file;
}
