// yaml.h - YAML of strangers as JSON values: mappings, sequences, and every scalar as text.
#ifndef YAML_READ_H
#define YAML_READ_H

#include "../device/system/message.h"

#include <jansson.h>

// The first document, read by libyaml in a limited process. NULL with a sentence in error.
json_t *yaml_read(const char *text, size_t length, Message error);

#endif
