// roctx.h - marks and ranges for a profiler: those of NVTX, which do nothing while no profiler looks on.
#pragma once
#include <nvtx3/nvToolsExt.h>
#define roctxMark nvtxMarkA
#define roctxMarkA nvtxMarkA
#define roctxRangePush nvtxRangePushA
#define roctxRangePushA nvtxRangePushA
#define roctxRangePop nvtxRangePop
#define roctxRangeStart nvtxRangeStartA
#define roctxRangeStartA nvtxRangeStartA
#define roctxRangeStop nvtxRangeEnd
#define roctx_range_id_t nvtxRangeId_t
