// estimated.c - how long the program would take on the GPU of the model, beside the solution and its first step.
#include "../grading/estimate.h"
#include "../system/text.h"
#include "stages.h"

bool estimate_is_due(const Judged *judged) {
    const GradeJob *job = judged->ran->built->job;
    return job->estimates && judged->compared && !judged->verdict.time.measured && exercise_estimated(job->exercise);
}

void estimate_add(const Judged *judged, Verdict *verdict) {
    const Built *built = judged->ran->built;
    const GradeJob *job = built->job;
    ReportEstimate yours, solution, plain;
    estimate_reference(job, &judged->reference, 0, built->folder, &solution);
    estimate_reference(job, &judged->reference, 1, built->folder, &plain);
    estimate_program(job, built->build.program, 0, built->folder, &yours);
    if (!yours.gpu[0]) return;
    verdict->time.has_estimate = true;
    VerdictEstimate *estimate = &verdict->time.estimate;
    *estimate = (VerdictEstimate){.yours_us = yours.microseconds,
                                  .low_us = yours.low,
                                  .high_us = yours.high,
                                  .solution_us = solution.microseconds,
                                  .plain_us = plain.microseconds,
                                  .l2_bytes = yours.l2_bytes,
                                  .dram_bytes = yours.dram_bytes};
    text_copy(estimate->size, sizeof estimate->size, exercise_estimated(job->exercise)->label);
    text_copy(estimate->gpu, sizeof estimate->gpu, yours.gpu);
    text_copy(estimate->limit, sizeof estimate->limit, yours.reason);
}
