// single.c - the whole export is one submission; only with --platform single.
#include "../../device/system/message.h"
#include "platform.h"

#include <stdio.h>
#include <string.h>

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base, (void)top;
    return false;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    static const Person person = {.name = "submission", .row = -1};
    (void)top;
    Submission *submission = submissions_of(list, "submission", &person);
    bool added = submission && submission_add_folder(submission, base, "");
    if (!added) message_set(error, "out of memory");
    return added;
}

const Platform single_platform = {"single", "one submission", recognise, collect, NULL, NULL, GROUPS_NONE};
