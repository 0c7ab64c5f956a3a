// report_fields.h - the device's report, JSON that build/emulate writes (--json): fields that the grader reads too.
//
// Each name stands here once, for who writes it (emulate/output/output_json.c, which describes the whole object) and
// for who reads it (measured/device_report.c, and exercises that ask for a launch's field by its name). Fields that
// only other programs read are named where they are written.
#ifndef PROTOCOL_REPORT_FIELDS_H
#define PROTOCOL_REPORT_FIELDS_H

#define REPORT_FORMAT "schema"
#define REPORT_FORMAT_NUMBER 1 // another one: an older grader could misread the report

// Of the report.
#define REPORT_GPU_NAME "gpu_name"
#define REPORT_PROGRAM "program"
#define REPORT_LAUNCHES "launches"
#define REPORT_FAULTS "faults"
#define REPORT_REFUSALS "refusals"
#define REPORT_API_ERRORS "api_errors"
#define REPORT_TRANSFERS "transfers"
#define REPORT_TIMELINE "timeline"
#define REPORT_BORDER "border"
#define REPORT_UNCOMPUTED "uncomputed" // by output of a case: elements that no kernel has computed
#define REPORT_RESULTS "results"       // of a sampled run: elements that executed blocks have written, as [index, bits]
#define REPORT_RESULT_ARRAY "array"
#define REPORT_RESULT_COVERED "covered" // share of the elements that all blocks write, about
#define REPORT_RESULT_UNSURE "unsure"   // they may not be final
#define REPORT_RESULT_SAMPLES "samples"
#define REPORT_RESETS "resets"
#define REPORT_RESET_PLACE "reset_place" // file and line of the first; "" and 0: not known

// In more than one kind of object. A block, thread or grid is an array of x, y, z.
#define REPORT_KERNEL "kernel" // demangled, with its arguments
#define REPORT_BLOCK "block"   // of a launch: its size; of a fault: its index
#define REPORT_FILE "file"
#define REPORT_LINE "line"
#define REPORT_COUNTERS "counters" // names as in emulator/counters/counters.def
#define REPORT_COUNT "count"
#define REPORT_BYTES "bytes"

// Of the program: how it ended.
#define REPORT_EXIT "exit"
#define REPORT_SIGNAL "signal"

// Of a launch.
#define REPORT_GRID "grid"
#define REPORT_STATIC_SHARED_BYTES "static_shared_bytes"
#define REPORT_DYNAMIC_SHARED_BYTES "dynamic_shared_bytes"
#define REPORT_LOCAL_BYTES "local_bytes" // of a thread
#define REPORT_LINES "lines"             // objects with a place and counters
#define REPORT_CALLER "caller"           // of a line of an inlined function: the place that called it
#define REPORT_IN_FLIGHT "in_flight"
#define REPORT_WARPS "warps" // that the GPU holds at once
#define REPORT_OCCUPANCY "occupancy"
#define REPORT_PERCENT "percent"
#define REPORT_ESTIMATE "estimate" // of the time, where it was asked for
#define REPORT_ESTIMATE_LOW "low"
#define REPORT_ESTIMATE_HIGH "high"
#define REPORT_ESTIMATE_REASON "reason"
#define REPORT_ESTIMATE_L2_BYTES "l2_bytes"
#define REPORT_ESTIMATE_CUT "cut" // its bytes follow from counted instructions, which warps that try again exceed
#define REPORT_ESTIMATE_DRAM_BYTES "dram_bytes"
#define REPORT_COSTS "costs"           // of the estimate: what is gained without each, where that was asked for
#define REPORT_COST "cost"             // a name of costs.def
#define REPORT_GAIN "gain"             // microseconds
#define REPORT_HIDDEN_COSTS "hidden"   // two costs that hide each other, and what is gained without both
#define REPORT_MOST_OF_OTHERS "others" // microseconds: no cost that is not named gains more
#define REPORT_SAMPLED "sampled"       // true: results are incomplete
#define REPORT_MICROSECONDS "microseconds"

// Of a fault.
#define REPORT_KIND "kind"       // a name of faults/faults.def
#define REPORT_MESSAGE "message" // its fact in words
#define REPORT_FACT "fact"       // REPORT_NAME and REPORT_ARGUMENTS, as in faults/facts.def
#define REPORT_ARGUMENTS "arguments"
#define REPORT_THREAD "thread"
#define REPORT_SPACE "space"
#define REPORT_IS_WRITE "is_write"
#define REPORT_ADDRESS "address"
#define REPORT_ALLOCATION "allocation" // where it begins
#define REPORT_ALLOCATION_BYTES "allocation_bytes"
#define REPORT_OTHER "other"      // the other access of a race
#define REPORT_OUTER "outer_line" // of the kernel that the place was inlined into, in the same file; null: none
#define REPORT_BARRIER "barrier"  // the place of the barrier that the block had passed last; null: none, or not known

// Of a runtime call that was refused.
#define REPORT_CALL "call"
#define REPORT_NAME "name" // of the error: "cudaErrorInvalidValue"; of a fact
#define REPORT_FOLLOWS_FAULT "follows_fault"

// Directions of transfers; each has a count and bytes.
#define REPORT_HOST_TO_DEVICE "host_to_device"
#define REPORT_DEVICE_TO_HOST "device_to_host"
#define REPORT_DEVICE_TO_DEVICE "device_to_device"
#define REPORT_KERNEL_TO_HOST "kernel_to_host" // stores of kernels to memory that the host sees
#define REPORT_HOST_TO_KERNEL "host_to_kernel" // loads of kernels from such memory

// Of the border: bytes that one side can have learnt from the other.
#define REPORT_TO_HOST "to_host"
#define REPORT_TO_DEVICE "to_device"

// Of the timeline of streams, in microseconds: until all is over, and one operation after the other.
#define REPORT_SPAN_US "span_us"
#define REPORT_BUSY_US "busy_us"

#endif
