// launches.h - the launches of a source: their arguments, and the kernels that they name.
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include "../source/pieces.h"

typedef struct {
    const char *at; // its <<<
    char kernel[NAME];
    Piece templates[MOST_PARTS]; // "16, 17" of padded_kernel<16, 17><<<...>>>
    unsigned template_count;
    Piece written[MOST_PARTS];         // "grid, block"
    Piece grid, block;                 // the same, or what these variables were declared with
    const char *body;                  // the brace that opens the kernel's
    char parameters[MOST_PARTS][NAME]; // of the kernel's template
    unsigned parameter_count;
} Launch;

// The next launch from *at on. body is NULL where the kernel is not defined in this file, or called by a pointer.
bool launch_next(const Source *source, const char **at, Launch *launch);
// The arguments of the kernel's call, without casts, and the names of its parameters, as many; 0: the source does not
// tell.
unsigned launch_call(const Source *source, const Launch *launch, Piece given[MOST_PARTS], Piece parameters[MOST_PARTS]);
// What the first launch of the kernel around `at` gives for its parameter of that name. false: the source does not
// tell.
bool launch_gives(const Source *source, const char *at, Piece parameter, Piece *given);
// The size of the block or grid in direction 'x', 'y' or 'z'; "1" where it is not given.
Piece launch_size(Piece of, char direction);
// What a launch gives for a name of the kernel's template; the piece itself for any other.
Piece launch_argument(const Launch *launch, Piece piece);
// The number that the piece is when the launch is made, by its digits or by a constant; -1: the source does not tell.
long launch_number(const Source *source, const Launch *launch, Piece piece);
// Where a function of that name is defined, its brace; NULL: nowhere. kind: "__global__" or "__device__".
// *head: where the definition begins.
const char *definition_of(const Source *source, const char *name, const char *kind, const char **head);

#endif
