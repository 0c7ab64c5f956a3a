// attributes.h - reading and writing the members of an object by the number of an attribute.
#ifndef CUBLASLT_ATTRIBUTES_H
#define CUBLASLT_ATTRIBUTES_H

#include "abi.h"
#include <stddef.h>

typedef struct {
    int number;
    const char *name;
    size_t offset, size; // of the member; size 0: the attribute is refused by its name
} Attribute;

// A row of a table: attribute `number`, which is `member` of a TYPE.
#define MEMBER(TYPE, number, name, member)                                                                             \
    { number, "CUBLASLT_" #name, offsetof(TYPE, member), sizeof((TYPE){0}.member) }

typedef struct {
    const Attribute *rows;
    size_t count;
} Attributes;

// Copies `size` bytes into the attribute's member. INVALID_VALUE: no such attribute, or a wrong size; NOT_SUPPORTED:
// one that is refused.
cublasStatus_t attribute_set(const Attributes *attributes, void *object, int number, const void *value, size_t size);
// The reverse. *written (or NULL) receives the member's size; with size 0 only that.
cublasStatus_t attribute_get(const Attributes *attributes, const void *object, int number, void *value, size_t size,
                             size_t *written);

// Says by name, once for each name, what is not supported. The result is CUBLAS_STATUS_NOT_SUPPORTED.
cublasStatus_t refuse(const char *what);

#endif
