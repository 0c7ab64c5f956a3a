// output_html.h - what a run did, as one page for a browser.
#ifndef OUTPUT_HTML_H
#define OUTPUT_HTML_H

#include "../output.h"

// occupancy_note: why occupancies are not known, NULL: all are.
bool output_html(FILE *file, const Service *service, const ProgramEnd *end, const char *program,
                 const char *occupancy_note, const Presentation *presentation);

#endif
