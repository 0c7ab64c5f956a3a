// device_queries.h - what device code asks of the runtime: errors, attributes, limits, occupancy.
#ifndef DEVICE_QUERIES_H
#define DEVICE_QUERIES_H

#include "device_runtime.h"

const char *runtime_error_text(int error);
SYSTEM_CALL(query_last_error);
SYSTEM_CALL(query_peek_error);
SYSTEM_CALL(query_error_name);
SYSTEM_CALL(query_error_string);
SYSTEM_CALL(query_device_count);
SYSTEM_CALL(query_device);
SYSTEM_CALL(query_version);
SYSTEM_CALL(query_attribute);
SYSTEM_CALL(query_limit);
SYSTEM_CALL(query_active_blocks);
SYSTEM_CALL(query_function_attributes);

#endif
