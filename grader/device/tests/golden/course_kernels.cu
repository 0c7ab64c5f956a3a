// Kernels as courses and books teach them, each launched once per case, so that a profiler's counters can be recorded
// per launch and compared with a counter model. None is a variant of a kernel in seed_kernels.cu.
// Usage: course_kernels            runs every case in a fixed order, prints "case <name> <checksum>".
#include "course/planes.cuh"
#include "course/sums.cuh"
#include "course/threads.cuh"

int main() {
    make_inputs();
    set_masks();
    run_histograms();
    run_atomics();
    run_reductions();
    run_scans();
    run_stencils();
    run_vectors();
    run_narrow();
    run_structures();
    run_planes();
    run_sorts();
    run_local();
    run_control();
    run_warps();
    for (void *p : {(void *)floats, (void *)positive, (void *)doubles, (void *)integers, (void *)permutation,
                    (void *)bytes, (void *)output})
        OK(cudaFree(p));
    return 0;
}
