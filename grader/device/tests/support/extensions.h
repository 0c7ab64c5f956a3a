// extensions.h - which extensions of the emulated GPU this build has: none in `make core`.
#ifndef EXTENSIONS_H
#define EXTENSIONS_H

#include <stdbool.h>

// For tests of the core that use an extension besides: they are added to their suite where it is there.
bool extension_is_there(const char *name);

#endif
