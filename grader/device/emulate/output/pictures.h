// pictures.h - a single access drawn: 32 lanes over the sectors of memory, or over the banks of shared memory.
#ifndef PICTURES_H
#define PICTURES_H

#include "../../system/html.h"
#include "requests.h"

// An SVG inside a page that has html_style's colours.
void picture_html(Html *out, const TracedAccess *access);
// The same in about 32 characters for a terminal: a block for each sector, as high as it is used, or for each bank, as
// high as it is asked in passes.
void picture_text(const TracedAccess *access, char *text, size_t size);

#endif
