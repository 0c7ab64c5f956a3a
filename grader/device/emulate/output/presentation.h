// presentation.h - what the caller wants the listing and the page of a run to say beside what was counted.
#ifndef PRESENTATION_H
#define PRESENTATION_H

#include "comparison.h"
#include <stdbool.h>

#define MOST_TIMELINES 2

typedef struct {
    const Comparison *comparison; // the other run whose requests are shown too; NULL: none
    const char *shown, *source;   // files named as `shown` is are called that and read from `source`; NULL: as they are
    bool brief;                   // the listing has no legend
    const char *timelines[MOST_TIMELINES]; // files of output_timeline, of this program and of the other one; NULL: none
} Presentation;

// What to call a file, and where to read it.
const char *presentation_name(const Presentation *presentation, const char *file);
const char *presentation_source(const Presentation *presentation, const char *file);

#endif
