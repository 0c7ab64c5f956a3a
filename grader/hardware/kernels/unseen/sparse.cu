// sparse.cu - a sweep of Jacobi on the equations of a square grid, whose rows are stored in three ways.
#include "../measured.cuh"

// The equation of a cell has the cell itself, its neighbours, and, for every eighth cell, eight distant ones.
struct Equations {
    std::vector<int> start = {0}, column;
    std::vector<double> value;
};
static Equations equations_of(int n) {
    Equations e;
    for (int i = 0; i < n * n; i++) {
        auto add = [&](int j, double v) {
            e.column.push_back(j);
            e.value.push_back(v);
        };
        if (i >= n) add(i - n, -1);
        if (i % n) add(i - 1, -1);
        add(i, 6 + i % 3);
        if (i % n < n - 1) add(i + 1, -1);
        if (i + n < n * n) add(i + n, -1);
        for (int far = 0; i % 8 == 0 && far < 8; far++) {
            int j = (int)(scramble(i * 8 + far) % (n * n));
            if (j != i) add(j, -0.125);
        }
        e.start.push_back((int)e.column.size());
    }
    return e;
}

// x and b with `count` entries each; y is what the sweep makes of x.
#define SWEEP                                                                                                          \
    int n = (int)size, count = n * n;                                                                                  \
    std::shared_ptr<Equations> e = std::make_shared<Equations>(equations_of(n));                                       \
    double *x = values<double>(count, [](uint32_t i) { return (scramble(i) % 1000) / 1000.0; }),                       \
           *b = values<double>(count, [](uint32_t i) { return (scramble(~i) % 1000) / 500.0; }),                       \
           *y = zeros<double>(count);                                                                                  \
    measured_check([=] {                                                                                               \
        std::vector<double> from = download(x, count), right = download(b, count), to = download(y, count);            \
        for (int i = 0; i < count; i++) {                                                                              \
            double rest = right[i], own = 0;                                                                           \
            for (int k = e->start[i]; k < e->start[i + 1]; k++)                                                        \
                if (e->column[k] == i) own = e->value[k];                                                              \
                else rest -= e->value[k] * from[e->column[k]];                                                         \
            if (!near(to[i], rest / own, 1e-9)) return false;                                                          \
        }                                                                                                              \
        return true;                                                                                                   \
    })
#define COMPRESSED                                                                                                     \
    int *start = upload(e->start), *column = upload(e->column);                                                        \
    double *value = upload(e->value)

__global__ void sweep_by_threads(const int *start, const int *column, const double *value, const double *x,
                                 const double *b, double *y, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double rest = b[i], own = 1;
    for (int k = start[i]; k < start[i + 1]; k++) {
        int j = column[k];
        if (j == i) own = value[k];
        else rest -= value[k] * x[j];
    }
    y[i] = rest / own;
}
MEASURE(sparse, sweep_by_threads, 128, 1024) {
    SWEEP;
    COMPRESSED;
    return [=] { sweep_by_threads<<<blocks_for(count, 128), 128>>>(start, column, value, x, b, y, count); };
}

__global__ void sweep_by_warps(const int *start, const int *column, const double *value, const double *x,
                               const double *b, double *y, int count) {
    int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i >= count) return;
    double rest = lane ? 0 : b[i], own = 0;
    for (int k = start[i] + lane; k < start[i + 1]; k += 32) {
        if (column[k] == i) own = value[k];
        else rest -= value[k] * x[column[k]];
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        rest += __shfl_xor_sync(~0u, rest, lanes);
        own += __shfl_xor_sync(~0u, own, lanes);
    }
    if (lane == 0) y[i] = rest / own;
}
MEASURE(sparse, sweep_by_warps, 128, 1024) {
    SWEEP;
    COMPRESSED;
    return [=] { sweep_by_warps<<<blocks_for(count, 4), 128>>>(start, column, value, x, b, y, count); };
}

// Rows of the same length, one column of all rows after another; what is missing has column -1.
__global__ void sweep_padded(const int *column, const double *value, int width, const double *x, const double *b,
                             double *y, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double rest = b[i], own = 1;
    for (int k = 0; k < width; k++) {
        int j = column[k * count + i];
        if (j < 0) break;
        double v = value[k * count + i];
        if (j == i) own = v;
        else rest -= v * x[j];
    }
    y[i] = rest / own;
}
MEASURE(sparse, sweep_padded, 128, 1024) {
    SWEEP;
    const int width = 13;
    std::vector<int> columns((size_t)width * count, -1);
    std::vector<double> entries((size_t)width * count);
    for (int i = 0; i < count; i++)
        for (int k = e->start[i]; k < e->start[i + 1]; k++) {
            columns[(size_t)(k - e->start[i]) * count + i] = e->column[k];
            entries[(size_t)(k - e->start[i]) * count + i] = e->value[k];
        }
    int *column = upload(columns);
    double *value = upload(entries);
    return [=] { sweep_padded<<<blocks_for(count, 128), 128>>>(column, value, width, x, b, y, count); };
}
