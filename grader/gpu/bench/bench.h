// bench.h - rows of times on a real GPU: each step of a ladder, and what a user would use instead (a peer).
//
// Samples are interleaved: one call of each thing that a table compares, then the next call of each, so that drift
// (clock, temperature) affects all alike. Before each sample the caches are filled with other data.
#ifndef BENCH_H
#define BENCH_H

#include <functional>
#include <string>
#include <vector>

struct Row {
    std::string name;
    bool is_peer;
    std::function<void()> call;
    std::vector<double> milliseconds;
};

// One problem of one size. bytes: the least that must be moved. operations: of floating point, or whatever else the
// table counts (points). Either may be 0.
class Table {
  public:
    Table(const char *exercise, const char *size, double bytes, double operations);
    void step(const std::string &name, std::function<void()> call) { rows.push_back({name, false, call, {}}); }
    void peer(const std::string &name, std::function<void()> call) { rows.push_back({name, true, call, {}}); }
    // The steps of a ladder, whose names LADDER made; what is called with each of them.
    template <typename Function, size_t COUNT, typename Call>
    void ladder(const char *names, Function *const (&steps)[COUNT], Call call) {
        for (size_t i = 0; i < COUNT; i++) {
            Function *function = steps[i];
            step(name_at(names, i), [=] { call(function); });
        }
    }
    void run(int samples); // takes the times and prints the rows as JSON

  private:
    static std::string name_at(const char *names, size_t index);
    const char *exercise, *size;
    double bytes, operations;
    std::vector<Row> rows;
};

// Device memory with values that no step leaves as they are.
float *bench_floats(size_t count);
void *bench_memory(size_t bytes);
void bench_release(); // all of it

// The tables, by subject.
void bench_transposes();
void bench_products();
void bench_sums();
void bench_moves();
void bench_random();

#endif
