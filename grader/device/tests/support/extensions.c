// extensions.c - which extensions of the emulated GPU this build has.
#include "extensions.h"

#include <stddef.h>
#include <string.h>

bool extension_is_there(const char *name) {
    static const char *const names[] = {
#define EXTENSION(name) #name,
#include "emulator/extensions/extensions.def"
        NULL};
    for (size_t i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}
