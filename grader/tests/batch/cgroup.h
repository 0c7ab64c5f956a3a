// cgroup.h - how much memory a process and all that it starts take: a control group of their own, of either version.
#ifndef TEST_CGROUP_H
#define TEST_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    char folder[200];
    char problem[200]; // why there is none
    bool made, unified;
} Cgroup;
typedef struct {
    uint64_t used;   // of processes, their tmpfs and the kernel's objects for them, as often as it was looked at
    uint64_t whole;  // with cached files, which the kernel gives up when it has to: its own peak
    unsigned killed; // processes ended because the limit was reached
} CgroupPeak;

// Makes one that may take `limit` bytes. false with problem.
bool cgroup_make(Cgroup *group, uint64_t limit);
// This process, and what it starts from now on, belong to it.
void cgroup_enter(const Cgroup *group);
void cgroup_look(const Cgroup *group, CgroupPeak *peak);
// Looks once more and removes it.
void cgroup_end(const Cgroup *group, CgroupPeak *peak);

#endif
