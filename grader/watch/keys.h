// keys.h - single keys from the student's terminal.
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>

// From now on a key counts as soon as it is pressed, and is not shown. false: input and output are not a terminal that
// can do this. However the program ends, the terminal is restored.
bool keys_begin(void);
// Sets the terminal up again when a stopped program goes on (Ctrl-Z, fg), since the shell has reset it.
void keys_again(void);
// The next key that was pressed; 0: none. *closed: there will be none any more.
int keys_next(bool *closed);
void keys_end(void);

#endif
