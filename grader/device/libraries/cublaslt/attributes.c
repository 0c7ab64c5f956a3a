// attributes.c - reading and writing the members of an object by the number of an attribute.
#include "attributes.h"
#include "../work/work.h"
#include <string.h>

cublasStatus_t refuse(const char *what) { return (cublasStatus_t)refuse_option("cuBLASLt", what); }

static const Attribute *find(const Attributes *attributes, int number) {
    for (size_t n = 0; n < attributes->count; n++)
        if (attributes->rows[n].number == number) return &attributes->rows[n];
    return NULL;
}

cublasStatus_t attribute_set(const Attributes *attributes, void *object, int number, const void *value, size_t size) {
    const Attribute *row = find(attributes, number);
    if (!object || !value || !row) return CUBLAS_STATUS_INVALID_VALUE;
    if (!row->size) return refuse(row->name);
    if (size != row->size) return CUBLAS_STATUS_INVALID_VALUE;
    memcpy((char *)object + row->offset, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t attribute_get(const Attributes *attributes, const void *object, int number, void *value, size_t size,
                             size_t *written) {
    const Attribute *row = find(attributes, number);
    if (!object || !row) return CUBLAS_STATUS_INVALID_VALUE;
    if (!row->size) return refuse(row->name);
    if (size ? !value || size < row->size : !written) return CUBLAS_STATUS_INVALID_VALUE;
    if (written) *written = row->size;
    if (size) memcpy(value, (const char *)object + row->offset, row->size);
    return CUBLAS_STATUS_SUCCESS;
}
