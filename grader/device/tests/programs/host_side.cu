// host_side.cu - what host code may do around the device: print, fork, use threads, end in many ways; run with a CASE.
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct Large { int value[8000]; }; // 32000 bytes of the 32764 that a kernel's parameters can have

__global__ void say(int n) { printf("device says %d\n", n); }
__global__ void add(int *out, int n) { out[threadIdx.x] += n; }
__global__ void sum(int *out, Large large) {
    int total = 0;
    for (int i = 0; i < 8000; i++) total += large.value[i];
    *out = total;
}
// Answers each number that the host puts into the mailbox with its square.
__global__ void answer(volatile int *mailbox, int rounds) {
    for (int n = 1; n <= rounds; n++) {
        while (mailbox[0] != n) {}
        mailbox[1] = n * n;
        __threadfence_system();
    }
}
__global__ void count_beside(unsigned *count, unsigned long long *sum, int rounds) {
    for (int n = 0; n < rounds; n++) atomicAdd_system(count, 1u), atomicAdd_system(sum, 3ull);
}
__global__ void count_long(int *out, int rounds) {
    for (int i = 0; i < rounds; i++) atomicAdd(out, 1);
    out[1] = 1; // past the end
}

static void check(cudaError_t error, const char *what) {
    if (error == cudaSuccess) return;
    printf("%s: %s\n", what, cudaGetErrorName(error));
    exit(3);
}
#define CHECK(call) check(call, #call)

static void printing() {
    printf("before\n");
    say<<<1, 1>>>(1);
    CHECK(cudaDeviceSynchronize());
    printf("between\n");
    say<<<1, 1>>>(2);
    int *d;
    CHECK(cudaMalloc(&d, 4));
    CHECK(cudaMemcpy(&d, &d, 4, cudaMemcpyHostToHost));
    printf("after\n");
    say<<<1, 1>>>(3); // nobody waits for it: not printed
}

static void fork_late() {
    int *d;
    CHECK(cudaMalloc(&d, 64));
    fflush(stdout);
    if (fork() == 0) {
        printf("child: %s\n", cudaGetErrorName(cudaMalloc(&d, 64)));
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    printf("parent: %s\n", cudaGetErrorName(cudaFree(d)));
}

static void fork_early() {
    int *d, value = 0;
    pid_t child = fork();
    CHECK(cudaMalloc(&d, 4));
    CHECK(cudaMemset(d, 0, 4));
    add<<<1, 1>>>(d, child ? 1 : 2);
    CHECK(cudaMemcpy(&value, d, 4, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d));
    if (child) wait(NULL);
    printf("%s: %d\n", child ? "parent" : "child", value);
}

static void *copy_much(void *seed) {
    size_t bytes = 5000001;
    unsigned char *host = (unsigned char *)malloc(bytes), *back = (unsigned char *)malloc(bytes), *d;
    for (size_t i = 0; i < bytes; i++) host[i] = (unsigned char)(i * 31 + (size_t)seed);
    CHECK(cudaMalloc(&d, bytes));
    for (int round = 0; round < 8; round++) {
        memset(back, 0, bytes);
        CHECK(cudaMemcpy(d, host, bytes, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(back, d, bytes, cudaMemcpyDeviceToHost));
        if (memcmp(host, back, bytes)) printf("thread %zu: other bytes came back\n", (size_t)seed);
    }
    CHECK(cudaFree(d));
    cudaSetDevice(7); // the last error belongs to this thread
    free(host);
    free(back);
    return NULL;
}

static void threads() {
    pthread_t thread[4];
    for (size_t i = 0; i < 4; i++) pthread_create(&thread[i], NULL, copy_much, (void *)i);
    for (size_t i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    printf("last error here: %s\n", cudaGetErrorName(cudaGetLastError()));
}

// Rows wider than any buffer on the way, with gaps on both sides; then planes of a cube.
static void boxes() {
    size_t width = 3000001, rows = 3, pitch = 0, host_pitch = 3000100;
    unsigned char *host = (unsigned char *)malloc(host_pitch * rows), *back = (unsigned char *)calloc(host_pitch, rows), *d;
    for (size_t i = 0; i < host_pitch * rows; i++) host[i] = (unsigned char)(i * 7 + i / 255);
    CHECK(cudaMallocPitch(&d, &pitch, width, rows));
    CHECK(cudaMemcpy2D(d, pitch, host, host_pitch, width, rows, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(back, host_pitch, d, pitch, width, rows, cudaMemcpyDeviceToHost));
    for (size_t row = 0; row < rows; row++) {
        printf("row %zu: %s", row, memcmp(host + row * host_pitch, back + row * host_pitch, width) ? "differs" : "same");
        printf(", gap %d\n", back[row * host_pitch + width]);
    }
    CHECK(cudaFree(d));
    free(host);
    free(back);
}

static void parameters() {
    static Large large;
    int *d, total = 0;
    for (int i = 0; i < 8000; i++) large.value[i] = i;
    CHECK(cudaMalloc(&d, 4));
    sum<<<1, 1>>>(d, large);
    CHECK(cudaMemcpy(&total, d, 4, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d));
    printf("total %d\n", total);
}

static void unsupported() {
    cudaIpcMemHandle_t handle;
    printf("first: %s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, NULL)));
    printf("second: %s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, NULL)));
}

// The kernel runs beside this thread, and both see the other's writes to mapped memory as they are made.
static void conversation() {
    volatile int *mailbox;
    int heard = 0;
    CHECK(cudaHostAlloc((void **)&mailbox, 2 * sizeof(int), cudaHostAllocMapped));
    mailbox[0] = mailbox[1] = 0;
    answer<<<1, 1>>>(mailbox, 10);
    CHECK(cudaGetLastError());
    for (int n = 1; n <= 10; n++) {
        mailbox[0] = n;
        while (mailbox[1] != n * n) {}
        heard += mailbox[1];
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFreeHost((void *)mailbox));
    printf("heard %d\n", heard);
}

// Both count in the same words at the same time, and nothing is lost.
static void counting() {
    struct Counters { unsigned count; unsigned long long sum; } *counters;
    CHECK(cudaMallocManaged(&counters, sizeof *counters));
    *counters = {0, 0};
    count_beside<<<1, 32>>>(&counters->count, &counters->sum, 10000);
    for (int n = 0; n < 1000000; n++) {
        __atomic_fetch_add(&counters->count, 1, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&counters->sum, 1, __ATOMIC_SEQ_CST);
    }
    CHECK(cudaDeviceSynchronize());
    printf("counted %u, sum %llu\n", counters->count, counters->sum);
}

// What nobody waits for runs to its end all the same, and its fault is found.
static void unwaited() {
    int *d;
    CHECK(cudaMalloc(&d, 4));
    CHECK(cudaMemset(d, 0, 4));
    count_long<<<1, 1>>>(d, 100000);
}

// What hints about managed memory and copies between peers must not be.
static void bad_hints() {
    int value, *managed, *plain;
    cudaMemLocation other = {cudaMemLocationTypeDevice, 5}, device = {cudaMemLocationTypeDevice, 0};
    cudaMemcpy3DPeerParms box = {};
    box.dstDevice = 1;
    CHECK(cudaMallocManaged(&managed, 4096));
    CHECK(cudaMalloc(&plain, 4096));
    auto ask = [&value](const void *pointer, size_t size) {
        return cudaGetErrorName(cudaMemRangeGetAttribute(&value, size, cudaMemRangeAttributeReadMostly, pointer, 4096));
    };
    printf("not managed: %s\n", ask(plain, sizeof value));
    printf("not an int: %s\n", ask(managed, 7));
    printf("no such device: %s\n", cudaGetErrorName(cudaMemPrefetchAsync(managed, 4096, other, 0, 0)));
    printf("past the end: %s\n", cudaGetErrorName(cudaMemAdvise(managed, 4097, cudaMemAdviseSetReadMostly, device)));
    printf("no such peer: %s\n", cudaGetErrorName(cudaMemcpy3DPeer(&box)));
}

static void events() {
    cudaEvent_t at[3];
    int *d;
    float one = 0, ten = 0, all = 0;
    CHECK(cudaMalloc(&d, 4096));
    CHECK(cudaMemset(d, 0, 4096));
    for (auto &event : at) CHECK(cudaEventCreate(&event));
    add<<<1, 1024>>>(d, 1); // the first launch takes longer
    CHECK(cudaEventRecord(at[0]));
    add<<<1, 1024>>>(d, 1);
    CHECK(cudaEventRecord(at[1]));
    for (int i = 0; i < 10; i++) add<<<1, 1024>>>(d, 1);
    CHECK(cudaEventRecord(at[2]));
    CHECK(cudaEventSynchronize(at[2]));
    CHECK(cudaEventElapsedTime(&one, at[0], at[1]));
    CHECK(cudaEventElapsedTime(&ten, at[1], at[2]));
    CHECK(cudaEventElapsedTime(&all, at[0], at[2]));
    CHECK(cudaFree(d));
    bool adds_up = fabsf(all - (one + ten)) < 1e-4f; // all are whole ticks
    printf("some time %d, ten take longer %d, times add up %d\n", one > 0, ten > one, adds_up);
}

__global__ void wait_for_clocks(long long clocks) {
    long long start = clock64();
    while (clock64() - start < clocks) {}
}

static void early() {
    cudaEvent_t from, to;
    float milliseconds = 0;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    CHECK(cudaEventRecord(from));
    wait_for_clocks<<<1, 1>>>(100000);
    CHECK(cudaEventRecord(to));
    printf("at once: %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, from, to)));
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&milliseconds, from, to));
    printf("after waiting: some time %d\n", milliseconds > 0);
}

static void daemon_left() {
    int *d;
    CHECK(cudaMalloc(&d, 4));
    CHECK(cudaFree(d));
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) for (;;) pause();
        for (;;) pause();
    }
    printf("%d\n", (int)child);
}

static void no_device() {
    int count = 9;
    void *p;
    printf("count: %s", cudaGetErrorName(cudaGetDeviceCount(&count)));
    printf(" %d\nmalloc: %s\n", count, cudaGetErrorName(cudaMalloc(&p, 4)));
    add<<<1, 1>>>(NULL, 1);
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    struct { const char *name; void (*run)(); } cases[] = {
        {"printing", printing}, {"fork_late", fork_late}, {"fork_early", fork_early}, {"threads", threads},
        {"boxes", boxes}, {"parameters", parameters}, {"unsupported", unsupported}, {"events", events}, {"early", early},
        {"conversation", conversation}, {"counting", counting}, {"unwaited", unwaited}, {"bad_hints", bad_hints},
        {"daemon_left", daemon_left}, {"no_device", no_device}};
    for (auto &c : cases)
        if (!strcmp(name, c.name)) { c.run(); return 0; }
    if (!strcmp(name, "status")) return 7;
    if (!strcmp(name, "signal")) raise(SIGKILL);
    if (!strcmp(name, "arguments")) for (int i = 2; i < argc; i++) printf("<%s>\n", argv[i]);
    return 0;
}
