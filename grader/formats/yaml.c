// yaml.c - YAML of strangers as JSON values.
//
// libyaml tells events. They become a value in the limited process, which hands it over as JSON. An alias shares the
// value of its anchor, once that is complete, so that nothing contains itself; what an alias of aliases would grow to
// is stopped by the process's limits.
#include "yaml.h"

#include "../device/system/message.h"
#include "limited.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <yaml.h>

#define MOST_DEPTH 64
#define MOST_JSON (64u << 20)

typedef struct {
    yaml_parser_t parser;
    json_t *anchors;
    size_t line; // of what is wrong
} Reader;

static json_t *read_node(Reader *reader, yaml_event_t *event, unsigned depth);

static json_t *next_node(Reader *reader, unsigned depth, yaml_event_type_t end, bool *ended) {
    yaml_event_t event;
    if (!yaml_parser_parse(&reader->parser, &event)) return reader->line = reader->parser.problem_mark.line + 1, NULL;
    *ended = event.type == end;
    json_t *node = *ended ? NULL : read_node(reader, &event, depth);
    yaml_event_delete(&event);
    return node;
}

static json_t *read_sequence(Reader *reader, unsigned depth) {
    json_t *list = json_array(), *node;
    bool ended = false;
    while ((node = next_node(reader, depth, YAML_SEQUENCE_END_EVENT, &ended)))
        if (json_array_append_new(list, node)) break;
    return ended ? list : (json_decref(list), NULL);
}

// Keys that are not text are skipped; of equal keys the last counts.
static json_t *read_mapping(Reader *reader, unsigned depth) {
    json_t *object = json_object(), *key, *value;
    bool ended = false, never;
    while ((key = next_node(reader, depth, YAML_MAPPING_END_EVENT, &ended))) {
        value = next_node(reader, depth, YAML_NO_EVENT, &never);
        const char *name = json_string_value(key);
        if (value && name) json_object_set(object, name, value);
        json_decref(value);
        json_decref(key);
        if (!value) break;
    }
    return ended ? object : (json_decref(object), NULL);
}

static json_t *keep_anchor(Reader *reader, const yaml_char_t *anchor, json_t *node) {
    if (anchor && node) json_object_set(reader->anchors, (const char *)anchor, node);
    return node;
}

static json_t *read_node(Reader *reader, yaml_event_t *event, unsigned depth) {
    reader->line = event->start_mark.line + 1;
    if (depth > MOST_DEPTH) return NULL;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return keep_anchor(reader, event->data.scalar.anchor,
                           json_stringn((const char *)event->data.scalar.value, event->data.scalar.length));
    case YAML_SEQUENCE_START_EVENT:
        return keep_anchor(reader, event->data.sequence_start.anchor, read_sequence(reader, depth + 1));
    case YAML_MAPPING_START_EVENT:
        return keep_anchor(reader, event->data.mapping_start.anchor, read_mapping(reader, depth + 1));
    case YAML_ALIAS_EVENT: return json_incref(json_object_get(reader->anchors, (const char *)event->data.alias.anchor));
    default: return NULL;
    }
}

// The first document's node. NULL: there is none that is right.
static json_t *read_document(Reader *reader) {
    static const yaml_event_type_t before[] = {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT};
    bool never;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reader->parser, &event))
            return reader->line = reader->parser.problem_mark.line + 1, NULL;
        bool expected = event.type == before[i];
        yaml_event_delete(&event);
        if (!expected) return json_object(); // an empty file says nothing
    }
    return next_node(reader, 0, YAML_NO_EVENT, &never);
}

typedef struct {
    const char *text;
    size_t length;
} Job;

// Ends by the limit of a file's size if aliases of aliases make the answer too large.
static bool put_json(int record, const json_t *answer) {
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){MOST_JSON, MOST_JSON});
    FILE *out = fdopen(record, "w");
    bool put = out && json_dumpf(answer, out, JSON_COMPACT | JSON_ENCODE_ANY) == 0;
    return put && fflush(out) == 0;
}

static LimitedEnd read_job(void *context, int record) {
    const Job *job = context;
    Reader reader = {.anchors = json_object()};
    if (!yaml_parser_initialize(&reader.parser)) return LIMITED_OURS;
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)job->text, job->length);
    json_t *node = read_document(&reader);
    json_t *answer = node ? node : json_integer((json_int_t)reader.line);
    return put_json(record, answer) ? LIMITED_DONE : LIMITED_TOO_MUCH;
}

json_t *yaml_read(const char *text, size_t length, Message error) {
    Job job = {text, length};
    char *json;
    size_t json_length = 0;
    LimitedEnd end = limited_run(read_job, &job, &json, &json_length);
    json_t *value = json ? json_loadb(json, json_length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL) : NULL;
    free(json);
    message_set(error, "out of memory");
    limited_words(end, "The file", error);
    if (!json_is_integer(value)) return value;
    message_set(error, "line %lld is no YAML that can be read", (long long)json_integer_value(value));
    json_decref(value);
    return NULL;
}
