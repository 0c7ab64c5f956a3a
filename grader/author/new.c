// new.c - grade new: the files of an exercise that is still to be written. It builds at once and is "not started".
#include "author.h"

#include "../command.h"
#include "../device/system/message.h"
#include "../device/system/text.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT (1 << 20)

typedef struct {
    const char *part; // below the workbook; NAME and CHAPTER are replaced
    const char *text;
} Template;

static const Template templates[] = {
    {"grader/exercises/NAME/definition.c",
     "// definition.c - chapter NUMBER, NAME: what a student is asked for, in one line.\n"
     "#include \"../definition.h\"\n"
     "\n"
     "enum { COUNT }; // CaseSpec.size\n"
     "\n"
     "static const CaseSpec cases[] = {\n"
     "    {.label = \"1 element\", .size = {[COUNT] = 1}},\n"
     "    {.label = \"1,024 elements\", .size = {[COUNT] = 1024}, .measured = true},\n"
     "    {.hidden = true},\n"
     "    {.hidden = true, .measured = true},\n"
     "};\n"
     "\n"
     "static void draw(uint64_t seed, CaseSpec *spec) {\n"
     "    Random random = random_seeded(seed);\n"
     "    spec->size[COUNT] = spec->measured ? 32 * random_between(&random, 16, 64) : random_odd_size(&random, 5, "
     "2000);\n"
     "    label_sizes(spec, \"# elements\");\n"
     "}\n"
     "\n"
     "static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {\n"
     "    uint64_t count = (uint64_t)spec->size[COUNT];\n"
     "    Random random = random_seeded(seed);\n"
     "    return input_size(input, \"count\", spec->size[COUNT]) && input_floats(input, \"in\", &random, count) &&\n"
     "           output_announce(input, \"out\", CASE_FLOAT32, count);\n"
     "}\n"
     "\n"
     "static double twice(const Outcome *outcome, uint64_t i) { return 2 * input_float(outcome, \"in\", i); }\n"
     "\n"
     "static void check(const Outcome *outcome, CaseResult *result) {\n"
     "    uint64_t count = (uint64_t)outcome->spec->size[COUNT];\n"
     "    Expected out = {.name = \"out\", .type = CASE_FLOAT32, .rank = 1, .dims = {count}};\n"
     "    compare_elements(outcome, &out, twice, NULL, result);\n"
     "}\n"
     "\n"
     "static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }\n"
     "\n"
     "#include \"NAME.text.h\"\n"},
    {"grader/exercises/NAME/exercise.txt", "title:\n"
                                           "chapter: CHAPTER\n"
                                           "learnt:\n"
                                           "checklist:\n"
                                           "interface: NAME\n"
                                           "must_define: void NAME(const float *in, float *out, int count)\n"
                                           "code: cases, draw, make, check\n"
                                           "\n"
                                           "hint:\n"
                                           "hint:\n"
                                           "hint:\n"
                                           "\n"
                                           "part: RIGHT_RESULTS(60)\n"
                                           "part: NO_FAULTS(20)\n"
                                           "\n"
                                           "part: COALESCED_LOADS(20, warps)\n"
                                           "advice:\n"},
    {"grader/exercises/NAME/interface.cu",
     "// interface.cu - calls NAME with the arrays of a case.\n"
     "#include \"harness.h\"\n"
     "\n"
     "void NAME(const float *in, float *out, int count);\n"
     "\n"
     "void run_case(Case &c) { NAME(c.device<float>(\"in\"), c.device<float>(\"out\"), c.size(\"count\")); }\n"},
    {"grader/exercises/NAME/skeleton.cu", "// NAME.cu - what must become true, in a sentence.\n"
                                          "#include \"workbook.h\"\n"
                                          "\n"
                                          "// out[i] = 2 * in[i]. Both lie on the device.\n"
                                          "void NAME(const float *in, float *out, int count) {\n"
                                          "    // TODO: what must become true here.\n"
                                          "}\n"},
    {"solutions/CHAPTER/NAME.cu", "// NAME.cu - from the plain form to the best of the chapter.\n"
                                  "#include \"workbook.h\"\n"
                                  "\n"
                                  "__global__ void twice(const float *in, float *out, int count) {\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    if (i < count) out[i] = 2 * in[i];\n"
                                  "}\n"
                                  "\n"
                                  "void NAME(const float *in, float *out, int count) {\n"
                                  "    twice<<<ceil_div(count, 256), 256>>>(in, out, count);\n"
                                  "    CHECK(cudaGetLastError());\n"
                                  "}\n"},
    {"grader/exercises/NAME/answers.txt", "Answers to NAME, and what a verdict must say about them.\n"
                                          "\n"
                                          "=== wrong/wrong-ignores_the_last.edit\n"
                                          "says: out\n"
                                          "replace:\n"
                                          "    if (i < count) out[i] = 2 * in[i];\n"
                                          "with:\n"
                                          "    if (i < count - 1) out[i] = 2 * in[i];\n"
                                          "end\n"},
};

// "5", "05" and "05_corner_turning" name a folder of chapters/.
static bool chapter_find(const Paths *paths, const char *given, char chapter[64]) {
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%.900s/chapters", paths->root);
    DIR *chapters = opendir(folder);
    bool found = false;
    for (struct dirent *item; chapters && (item = readdir(chapters));) {
        if (!isdigit((unsigned char)item->d_name[0])) continue;
        bool number = isdigit((unsigned char)given[0]) && !strchr(given, '_') && atoi(given) == atoi(item->d_name);
        if (!number && strcmp(given, item->d_name)) continue;
        snprintf(chapter, 64, "%.63s", item->d_name);
        found = true;
    }
    if (chapters) closedir(chapters);
    return found;
}

static bool is_name(const char *name) {
    if (!islower((unsigned char)name[0])) return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name) && strlen(name) < 40;
}

static char *filled(const char *text, const char *name, const char *chapter) {
    char number[4];
    snprintf(number, sizeof number, "%.2s", chapter);
    char *named = text_replaced(text, "NAME", name, false);
    char *placed = named ? text_replaced(named, "CHAPTER", chapter, false) : NULL;
    char *numbered = placed ? text_replaced(placed, "NUMBER", number, false) : NULL;
    free(named);
    free(placed);
    return numbered;
}

static bool write_part(const Paths *paths, const char *part, const char *text, const char *name, const char *chapter,
                       Message error) {
    char path[PATH_BYTES], folder[PATH_BYTES], *below = filled(part, name, chapter);
    char *content = filled(text, name, chapter);
    message_set(error, "out of memory");
    if (!below || !content) return free(below), free(content), false;
    snprintf(path, sizeof path, "%.600s/%.300s", paths->root, below);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    bool written = false;
    if (file_exists(path)) message_set(error, "%.150s is there already", below);
    else if (!folder_make(folder)) message_set(error, "cannot make %.150s", folder);
    else written = file_write(path, content, strlen(content), error);
    if (written) printf("  %s\n", below);
    free(below);
    free(content);
    return written;
}

// Inserts the row behind the last row of its chapter, or of the nearest chapter before it.
static bool add_row(const Paths *paths, const char *name, const char *chapter, Message error) {
    char path[PATH_BYTES], row[80];
    size_t length, place = 0;
    snprintf(path, sizeof path, "%.800s/grader/exercises/exercises.def", paths->root);
    char *rows = file_read(path, MOST_TEXT, &length, error);
    if (!rows) return false;
    const char *before = NULL;
    for (unsigned i = 0; i < exercise_count; i++)
        if (strcmp(exercises[i]->chapter, chapter) <= 0) before = exercises[i]->name;
    snprintf(row, sizeof row, "EXERCISE(%.40s)\n", before ? before : "");
    const char *found = before ? strstr(rows, row) : strstr(rows, "EXERCISE(");
    if (before && !found) return free(rows), message_set(error, "exercises.def has no row %.60s", row), false;
    place = found ? (size_t)(found - rows) + (before ? strlen(row) : 0) : length;
    size_t room = length + 80;
    char *text = malloc(room);
    if (text) snprintf(text, room, "%.*sEXERCISE(%.40s)\n%s", (int)place, rows, name, rows + place);
    bool written = text && file_write(path, text, strlen(text), error);
    free(text);
    free(rows);
    return written;
}

int new_command(const Paths *paths, int argc, char **argv) {
    char chapter[64], skeleton[200];
    Message error;
    if (argc != 3) return complain("grade new takes a name and a chapter: make exercise NAME=... CHAPTER=...");
    const char *name = argv[1];
    if (!is_name(name)) return complain("%s is no name: small letters, digits and _, fewer than 40", name);
    if (exercise_named(name)) return complain("there is an exercise %s already", name);
    if (!chapter_find(paths, argv[2], chapter)) return complain("there is no chapter %s below chapters/", argv[2]);
    printf("Made for the new exercise %s of chapter %s:\n", name, chapter);
    for (size_t i = 0; i < COUNT_OF(templates); i++)
        if (!write_part(paths, templates[i].part, templates[i].text, name, chapter, error))
            return complain("%s", error);
    snprintf(skeleton, sizeof skeleton, "exercises/%s/NAME.cu", chapter);
    if (!write_part(paths, skeleton, templates[3].text, name, chapter, error)) return complain("%s", error);
    if (!add_row(paths, name, chapter, error)) return complain("%s", error);
    printf("  a row in grader/exercises/exercises.def\n\n"
           "It builds as it is. What is left to write: make check EXERCISE=%s\n",
           name);
    return 0;
}
