// lending.h - managed memory that the device lends, page by page (protocol.h: CALL_LEND).
//
// In a graded case, and where times are estimated, the device keeps managed memory to itself. A page that the program
// touches raises a signal; the device is asked for the page, and the program goes on. Before each call that uses the
// device's memory all pages are closed again. A system call that is given a page that is closed fails with EFAULT.
#ifndef LENDING_H
#define LENDING_H

#include <stdbool.h>
#include <stdint.h>

// Whether the device lends: known once the channel is open.
bool lending_is_on(void);
void lending_begins(bool on);
// Called before the first pages are closed: who asks for those that the program touches.
void lending_before_pages_close(void (*then)(void));
// Memory at whole pages, which the device lends from now on. false: out of memory.
bool lending_add(uint64_t first, uint64_t bytes);
void lending_forget(uint64_t first); // it is about to be unmapped; nothing happens if it is not lent
void lending_reset(void);            // all memory is unmapped, and a context without any begins
// Whether the address is in memory that is lent / in a page of it that the program has.
bool lending_holds(uint64_t address);
bool lending_is_open(uint64_t address);
// The program has touched the address. true: it has the page now.
bool lending_touched(uint64_t address);
// A call takes all pages back: closes them. The channel is locked, so that no page is asked for in between.
void lending_close(void);
// The device does not lend any more in this context: all pages are the program's.
void lending_ends(void);

#endif
