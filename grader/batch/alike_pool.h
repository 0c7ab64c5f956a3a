// alike_pool.h - what is compared of one exercise.
#ifndef ALIKE_POOL_H
#define ALIKE_POOL_H

#include "batch.h"

typedef struct {
    char *source;
    size_t length;
    char name[200];             // whose it is
    const Submission **members; // of this class; several if their files are the same to the byte
    unsigned member_count;
} PoolFile;
typedef struct {
    PoolFile *files; // the class's, those of an earlier class, what is published
    Digest *digests; // in the same order
    unsigned own, models, count, students;
    Given given;
} AlikePool;

// Reads and weighs everything. To be freed also if it returns false: out of memory.
bool alike_pool_load(const Batch *batch, const Exercise *exercise, AlikePool *pool);
void alike_pool_free(AlikePool *pool);

#endif
