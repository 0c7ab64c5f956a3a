// geometry.h - blocks and threads that a launch gives, and elements that its kernel makes of their numbers.
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "../../report/verdict.h"
#include "../source/source.h"

// What is wrong with them and what to write, whatever the symptom: a launch's arguments are exchanged, its blocks have
// another number of threads than the kernel counts with, or all do the same, a thread is asked for that no block has,
// or neighbours take the same elements. Only what the source makes certain. false: nothing of that kind.
bool geometry_mistake(const Source *source, VerdictGeometry *geometry);
// What costs time only: more blocks than there is work for.
bool geometry_waste(const Source *source, VerdictGeometry *geometry);
// Whether a limit can be missed because of what verdict->geometry says.
bool geometry_explains(const Verdict *verdict, const VerdictCounter *missed);

#endif
