// call_site.h - which line of the program a call of the runtime, or a touch of memory, stands in.
#ifndef CALL_SITE_H
#define CALL_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The number by which the device knows the line that led here, 0: it is not known. Not while the channel is locked.
uint32_t call_site(void);
// The same for this thread's requests from now on (channel_at).
void call_site_note(void);
void call_sites_forget(void); // after a reset
// The same line as text, "exercise.cu:12", for what is said without the device. false: it is not known.
bool call_site_say(char *text, size_t size);

#endif
