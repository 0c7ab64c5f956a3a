// warp_picture.h - what the warps of one multiprocessor wait for: written as text by one run, drawn in the page of
// another.
#ifndef WARP_PICTURE_H
#define WARP_PICTURE_H

#include "../../../system/html.h"
#include "../presentation.h"

// The pictures of presentation->timelines, beside each other; nothing if there is none. A file that is not what
// output_timeline writes is left out.
void timelines_write(Html *out, const Presentation *presentation);

#endif
