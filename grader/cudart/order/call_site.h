// call_site.h - which line of the program a call of the runtime, or a touch of memory, stands in.
#ifndef CALL_SITE_H
#define CALL_SITE_H

#include <stdint.h>

// The number by which the device knows the line that led here, 0: it is not known. Not while the channel is locked.
uint32_t call_site(void);
void call_sites_forget(void); // after a reset

#endif
