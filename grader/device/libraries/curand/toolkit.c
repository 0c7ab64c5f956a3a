// toolkit.c - finding and loading the toolkit's own cuRAND.
//
// It has the name that our library has, so it is opened by its path: in the toolkit that the workbook was built with
// (TOOLKIT_LIBRARIES, from the Makefile), or where the loader would have looked without us.
#define _GNU_SOURCE
#include "toolkit.h"
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static ToolkitCurand functions;
static bool found;

static bool take(void *library) {
    bool all = true;
#define TAKE(name)                                                                                                     \
    {                                                                                                                  \
        void *function = dlsym(library, "curand" #name);                                                               \
        memcpy(&functions.name, &function, sizeof function); /* a cast from void * to a function is not ISO C */       \
        all = all && function;                                                                                         \
    }
    TOOLKIT_FUNCTIONS(TAKE)
    return all;
}

// Whether the path is the library that this code is in.
static bool is_ours(const char *path) {
    Dl_info here;
    struct stat ours, theirs;
    return dladdr((void *)&found, &here) && stat(here.dli_fname, &ours) == 0 && stat(path, &theirs) == 0 &&
           ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev;
}

// Opens PATTERN/libcurand.so.10; false: none matches, or it is ours.
static bool try_directory(const char *pattern, size_t length) {
    char path[PATH_MAX];
    glob_t matches;
    snprintf(path, sizeof path, "%.*s/libcurand.so.10", (int)length, pattern);
    if (glob(path, 0, NULL, &matches) != 0) return false;
    for (size_t n = 0; n < matches.gl_pathc && !found; n++) {
        if (is_ours(matches.gl_pathv[n])) continue;
        void *library = dlopen(matches.gl_pathv[n], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        found = library && take(library);
    }
    globfree(&matches);
    return found;
}

// Each directory of a list with colons between.
static bool try_list(const char *list) {
    for (; list && *list; list += strcspn(list, ":"), list += *list == ':')
        if (try_directory(list, strcspn(list, ":"))) return true;
    return false;
}

static void find(void) {
    if (try_list(TOOLKIT_LIBRARIES) || try_list(getenv("LD_LIBRARY_PATH"))) return;
    if (try_list("/usr/local/cuda*/lib64:/usr/local/cuda*/lib:/opt/cuda/lib64:/usr/lib/x86_64-linux-gnu:/usr/lib64"))
        return;
    fputs("emulated GPU: the toolkit's libcurand.so.10, which makes the numbers of cuRAND's host functions, was not "
          "found\n",
          stderr);
}

const ToolkitCurand *toolkit_curand(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return found ? &functions : NULL;
}
