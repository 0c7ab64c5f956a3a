// names.h - finds the name that a student means by a part of it, by its number, or by something similar.
#ifndef NAMES_H
#define NAMES_H

#define NAME_SENTENCE 400

// The index of the name that `word` means: the word itself, or the only name with that number in front, or the only
// name that begins with the word, or the only one that contains it. Capitals do not matter. -1 if there is no such name
// or more than one; the sentence then says which names match, or which one is nearest. `kind` is what they are names
// of: "exercise".
int name_meant(const char *word, const char *kind, const char *const *names, unsigned count,
               char sentence[NAME_SENTENCE]);

#endif
