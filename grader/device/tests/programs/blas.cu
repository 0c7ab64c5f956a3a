// blas.cu - each routine of cuBLAS against a plain loop in double precision: shapes, pitches, increments, transposes,
// triangles, special values, device pointers. Without cuBLAS's header it claims only that.
#include "claims.cuh"
#if !__has_include(<cublas_v2.h>)
int main() {
    claim("no_header", true);
    return claims_end();
}
#else
#include "blas_claims.cuh"

BOTH_SIZED(axpy) BOTH_SIZED(scal) BOTH_SIZED(copy) BOTH_SIZED(swap) BOTH_SIZED(rot) BOTH_SIZED(dot) BOTH_SIZED(asum) BOTH_SIZED(nrm2) BOTH_SIZED(gemv) BOTH_SIZED(ger) BOTH_SIZED(symv)
BOTH_SIZED(trsv) BOTH_SIZED(trmv) BOTH_SIZED(gemm) BOTH_SIZED(symm) BOTH_SIZED(syrk) BOTH_SIZED(trsm) BOTH_SIZED(trmm) BOTH_SIZED(geam) BOTH_SIZED(dgmm) BOTH_SIZED(gemmBatched)
BOTH_SIZED(gemmStridedBatched) BOTH(getrfBatched) BOTH(getrsBatched) BOTH(getriBatched) BOTH(matinvBatched)
static cublasStatus_t amax(float, int n, const float *x, int step, Index *at) { return SIZED(cublasIsamax)(handle, n, x, step, at); }
static cublasStatus_t amax(double, int n, const double *x, int step, Index *at) { return SIZED(cublasIdamax)(handle, n, x, step, at); }
static cublasStatus_t amin(float, int n, const float *x, int step, Index *at) { return SIZED(cublasIsamin)(handle, n, x, step, at); }
static cublasStatus_t amin(double, int n, const double *x, int step, Index *at) { return SIZED(cublasIdamin)(handle, n, x, step, at); }

// ---- vectors ---------------------------------------------------------------------------------------------------

template <typename T> static void vectors(const char *type) {
    char name[100];
    bool axpys = true, copies = true, swaps = true, rotations = true, dots = true;
    static const long steps[][2] = {{1, 1}, {2, 3}, {-1, 1}, {1, -2}, {-3, -1}};
    for (auto &step : steps)
        for (int n : {1, 2, 31, 1000}) {
            long sx = step[0], sy = step[1], lx = (n - 1) * labs(sx) + 1, ly = (n - 1) * labs(sy) + 1;
            auto sees = [&](const T *x, const T *y, auto value, auto old) {
                return [=](long i, long) {
                    for (long e = 0; e < n; e++)
                        if (place(n, sy, e) == i) return (double)value(x[place(n, sx, e)], y[i]);
                    return (double)old(y[i]);
                };
            };
            auto same = [](T y) { return y; };
            T alpha = (T)1.5, cosine = (T)0.6, sine = (T)0.8;
            {
                Data<T> x(lx, 1), y(ly, 1);
                DONE(axpy(T(), handle, n, &alpha, x.device, (int)sx, y.device, (int)sy));
                axpys &= matches<T>(y, sees(&x.at(0), &y.at(0), [=](double a, double b) { return alpha * a + b; }, same));
            }
            {
                Data<T> x(lx, 1), y(ly, 1);
                DONE(copy(T(), handle, n, x.device, (int)sx, y.device, (int)sy));
                copies &= matches<T>(y, sees(&x.at(0), &y.at(0), [](double a, double) { return a; }, same));
            }
            {
                Data<T> x(lx, 1), y(ly, 1);
                DONE(swap(T(), handle, n, x.device, (int)sx, y.device, (int)sy));
                swaps &= matches<T>(y, sees(&x.at(0), &y.at(0), [](double a, double) { return a; }, same));
            }
            {
                Data<T> x(lx, 1), y(ly, 1);
                DONE(rot(T(), handle, n, x.device, (int)sx, y.device, (int)sy, &cosine, &sine));
                rotations &= matches<T>(
                    y, sees(&x.at(0), &y.at(0), [=](double a, double b) { return cosine * b - sine * a; }, same));
            }
            {
                Data<T> x(lx, 1), y(ly, 1);
                T got;
                double sum = 0;
                for (long e = 0; e < n; e++) sum += (double)x.at(place(n, sx, e)) * y.at(place(n, sy, e));
                DONE(dot(T(), handle, n, x.device, (int)sx, y.device, (int)sy, &got));
                dots &= fabs(got - sum) < tolerance<T>(n);
            }
        }
    snprintf(name, sizeof name, "%saxpy", type), claim(name, axpys);
    snprintf(name, sizeof name, "%scopy", type), claim(name, copies);
    snprintf(name, sizeof name, "%sswap", type), claim(name, swaps);
    snprintf(name, sizeof name, "%srot", type), claim(name, rotations);
    snprintf(name, sizeof name, "%sdot", type), claim(name, dots);
}

template <typename T> static void reductions(const char *type) {
    char name[100];
    bool scaled = true, sums = true, norms = true, extremes = true;
    for (int step : {1, 3})
        for (int n : {1, 7, 500}) {
            Data<T> x((n - 1) * step + 1, 1);
            double sum = 0, squares = 0;
            int largest = 0, smallest = 0;
            Index at;
            T value, alpha = (T)-2;
            for (int e = 0; e < n; e++) {
                double magnitude = fabs((double)x.at(e * step));
                sum += magnitude, squares += magnitude * magnitude;
                if (magnitude > fabs((double)x.at(largest * step))) largest = e;
                if (magnitude < fabs((double)x.at(smallest * step))) smallest = e;
            }
            DONE(asum(T(), handle, n, x.device, step, &value));
            sums &= fabs(value - sum) <= tolerance<T>(n);
            DONE(nrm2(T(), handle, n, x.device, step, &value));
            norms &= fabs(value - sqrt(squares)) <= tolerance<T>(n);
            DONE(amax(T(), n, x.device, step, &at));
            extremes &= at == largest + 1;
            DONE(amin(T(), n, x.device, step, &at));
            extremes &= at == smallest + 1;
            DONE(scal(T(), handle, n, &alpha, x.device, step));
            scaled &= matches<T>(x, [&](long i, long) { return (double)x.at(i) * (i % step ? 1 : -2); });
        }
    snprintf(name, sizeof name, "%sscal", type), claim(name, scaled);
    snprintf(name, sizeof name, "%sasum", type), claim(name, sums);
    snprintf(name, sizeof name, "%snrm2", type), claim(name, norms);
    snprintf(name, sizeof name, "I%samax_amin", type), claim(name, extremes);
    T value = 5;
    DONE(asum(T(), handle, 0, (const T *)nullptr, 1, &value));
    snprintf(name, sizeof name, "%sasum_of_nothing_is_0", type), claim(name, value == 0);
    Data<T> huge(2, 1);
    huge.at(0) = huge.at(1) = std::numeric_limits<T>::max() / 2;
    huge.send();
    DONE(nrm2(T(), handle, 2, huge.device, 1, &value));
    snprintf(name, sizeof name, "%snrm2_does_not_overflow", type);
    claim(name, fabs(value / huge.at(0) - sqrt(2.0)) < 1e-5, "%g", (double)value);
}

// ---- a matrix and a vector -------------------------------------------------------------------------------------

template <typename T> static void matrix_vectors(const char *type) {
    char name[100];
    bool general = true, outer = true, symmetric = true, triangles = true;
    for (int op = 0; op < 3; op++)
        for (int step : {1, -2})
            for (auto shape : {std::pair<int, int>{1, 1}, {5, 9}, {33, 17}}) {
                int m = shape.first, n = shape.second, in = op ? m : n, out = op ? n : m;
                Data<T> a(m, n, 2), x(in, 1), y((out - 1) * labs(step) + 1, 1);
                T alpha = (T)1.5, beta = (T)-0.5;
                DONE(gemv(T(), handle, operation(op), m, n, &alpha, a.device, (int)a.pitch, x.device, 1, &beta, y.device, step));
                general &= matches<T>(y, [&](long i, long) {
                    for (long e = 0; e < out; e++) {
                        if (place(out, step, e) != i) continue;
                        double sum = 0;
                        for (long l = 0; l < in; l++) sum += element(a, operation(op), e, l) * x.at(l);
                        return 1.5 * sum - 0.5 * y.at(i);
                    }
                    return (double)y.at(i);
                }, in);
            }
    for (int n : {1, 6, 40})
        for (int upper = 0; upper < 2; upper++) {
            cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            auto stored = [&](long i, long j) { return upper ? i <= j : i >= j; };
            T alpha = 2, beta = 0;
            {
                Data<T> x(n, 1), y(n + 1, 1), a(n, n + 1, 3);
                DONE(ger(T(), handle, n, n + 1, &alpha, x.device, 1, y.device, 1, a.device, (int)a.pitch));
                outer &= matches<T>(a, [&](long i, long j) { return 2.0 * x.at(i) * y.at(j) + a.at(i, j); });
            }
            Data<T> a(n, n, 1), x(n, 1), y(n, 1);
            for (long i = 0; i < n; i++)
                for (long j = 0; j < n; j++) a.at(i, j) = stored(i, j) ? a.at(i, j) + (i == j ? n : 0) : (T)NAN; // never read
            for (long i = 0; i < n; i++) y.at(i) = (T)NAN; // beta = 0: not read either
            a.send(), y.send();
            auto value = [&](long i, long j) { return (double)(stored(i, j) ? a.at(i, j) : a.at(j, i)); };
            DONE(symv(T(), handle, fill, n, &alpha, a.device, (int)a.pitch, x.device, 1, &beta, y.device, 1));
            symmetric &= matches<T>(y, [&](long i, long) {
                double sum = 0;
                for (long l = 0; l < n; l++) sum += value(i, l) * x.at(l);
                return 2 * sum;
            }, n);
            for (int op = 0; op < 3; op++)
                for (int unit = 0; unit < 2; unit++) {
                    cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                    Data<T> v(n, 1);
                    if (unit) // small, so that solving stays well conditioned
                        for (long i = 0; i < n; i++)
                            for (long j = 0; j < n; j++)
                                if (i != j && stored(i, j)) a.at(i, j) /= (T)n;
                    a.send();
                    auto t = [&](long i, long j) {
                        long r = op ? j : i, c = op ? i : j;
                        return r == c && unit ? 1.0 : stored(r, c) ? (double)a.at(r, c) : 0.0;
                    };
                    DONE(trmv(T(), handle, fill, operation(op), diag, n, a.device, (int)a.pitch, v.device, 1));
                    triangles &= matches<T>(v, [&](long i, long) {
                        double sum = 0;
                        for (long l = 0; l < n; l++) sum += t(i, l) * v.at(l);
                        return sum;
                    }, n);
                    DONE(trsv(T(), handle, fill, operation(op), diag, n, a.device, (int)a.pitch, v.device, 1));
                    triangles &= matches<T>(v, [&](long i, long) { return (double)v.at(i); }, 4 * n);
                }
        }
    snprintf(name, sizeof name, "%sgemv", type), claim(name, general);
    snprintf(name, sizeof name, "%sger", type), claim(name, outer);
    snprintf(name, sizeof name, "%ssymv", type), claim(name, symmetric);
    snprintf(name, sizeof name, "%strmv_trsv", type), claim(name, triangles);
}

// ---- matrices --------------------------------------------------------------------------------------------------

template <typename T> static void products(const char *type) {
    char name[100];
    bool right = true, special = true;
    static const int shapes[][3] = {{1, 1, 1}, {3, 5, 7}, {64, 33, 20}, {130, 4, 129}, {5, 300, 2}};
    for (auto &shape : shapes)
        for (int op_a = 0; op_a < 3; op_a++)
            for (int op_b = 0; op_b < 3; op_b++)
                for (double factor : {0.0, 1.0, -0.5}) {
                    int m = shape[0], n = shape[1], k = shape[2];
                    Data<T> a(op_a ? k : m, op_a ? m : k, 1), b(op_b ? n : k, op_b ? k : n, 2), c(m, n, 3);
                    T alpha = (T)1.25, beta = (T)factor;
                    if (factor == 0)
                        for (long i = 0; i < m; i++) c.at(i) = (T)NAN; // is not read
                    c.send();
                    DONE(gemm(T(), handle, operation(op_a), operation(op_b), m, n, k, &alpha, a.device, (int)a.pitch,
                              b.device, (int)b.pitch, &beta, c.device, (int)c.pitch));
                    right &= matches<T>(c, [&](long i, long j) {
                        double sum = 0;
                        for (long l = 0; l < k; l++)
                            sum += (double)element(a, operation(op_a), i, l) * element(b, operation(op_b), l, j);
                        return 1.25 * sum + (factor == 0 ? 0 : factor * c.at(i, j));
                    }, k);
                }
    snprintf(name, sizeof name, "%sgemm", type), claim(name, right);
    Data<T> a(4, 4), b(4, 4), c(4, 4);
    a.at(0, 0) = (T)INFINITY, a.at(1, 0) = (T)NAN;
    a.send();
    T one = 1, zero = 0, two = 2;
    DONE(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.device, 4, b.device, 4, &zero, c.device, 4));
    special &= matches<T>(c, [&](long i, long j) {
        double sum = 0;
        for (long l = 0; l < 4; l++) sum += (double)a.at(i, l) * b.at(l, j);
        return sum;
    });
    c.send();
    DONE(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 0, &one, a.device, 4, b.device, 4, &two, c.device, 4));
    special &= matches<T>(c, [&](long i, long j) { return 2.0 * c.at(i, j); });
    snprintf(name, sizeof name, "%sgemm_of_infinities_and_of_no_terms", type), claim(name, special);
    bool refused = true;
    auto wrong = [&](cublasStatus_t status) { refused &= status == CUBLAS_STATUS_INVALID_VALUE; };
    wrong(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.device, 3, b.device, 4, &zero, c.device, 4));
    wrong(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.device, 4, b.device, 3, &zero, c.device, 4));
    wrong(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a.device, 4, b.device, 4, &zero, c.device, 3));
    wrong(gemm(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &one, a.device, 4, b.device, 4, &zero, c.device, 4));
    snprintf(name, sizeof name, "%sgemm_refuses_sizes_that_do_not_fit", type), claim(name, refused);
}

template <typename T> static void structured(const char *type) {
    char name[100];
    bool symm_right = true, syrk_right = true, trmm_right = true, trsm_right = true, geam_right = true, dgmm_right = true;
    for (int left = 0; left < 2; left++)
        for (int upper = 0; upper < 2; upper++)
            for (auto shape : {std::pair<int, int>{1, 3}, {12, 5}, {20, 31}}) {
                int m = shape.first, n = shape.second, order = left ? m : n;
                cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
                cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
                auto stored = [&](long i, long j) { return upper ? i <= j : i >= j; };
                Data<T> a(order, order, 2), b(m, n, 1), c(m, n, 3);
                T alpha = 2, beta = (T)0.5, one = 1;
                for (long i = 0; i < order; i++)
                    for (long j = 0; j < order; j++)
                        a.at(i, j) = !stored(i, j) ? (T)NAN : i == j ? (T)2 + a.at(i, j) : a.at(i, j) / (T)order;
                a.send();
                auto full = [&](long i, long j) { return (double)(stored(i, j) ? a.at(i, j) : a.at(j, i)); };
                DONE(symm(T(), handle, side, fill, m, n, &alpha, a.device, (int)a.pitch, b.device, (int)b.pitch, &beta,
                          c.device, (int)c.pitch));
                symm_right &= matches<T>(c, [&](long i, long j) {
                    double sum = 0;
                    for (long l = 0; l < order; l++) sum += left ? full(i, l) * b.at(l, j) : b.at(i, l) * full(l, j);
                    return 2 * sum + 0.5 * c.at(i, j);
                }, order);
                for (int op = 0; op < 3; op++)
                    for (int unit = 0; unit < 2; unit++) {
                        cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                        auto t = [&](long i, long j) {
                            long r = op ? j : i, s = op ? i : j;
                            return r == s && unit ? 1.0 : stored(r, s) ? (double)a.at(r, s) : 0.0;
                        };
                        Data<T> out(m, n, 2);
                        DONE(trmm(T(), handle, side, fill, operation(op), diag, m, n, &alpha, a.device, (int)a.pitch,
                                  b.device, (int)b.pitch, out.device, (int)out.pitch));
                        trmm_right &= matches<T>(out, [&](long i, long j) {
                            double sum = 0;
                            for (long l = 0; l < order; l++) sum += left ? t(i, l) * b.at(l, j) : b.at(i, l) * t(l, j);
                            return 2 * sum;
                        }, order);
                        T half = (T)0.5;
                        DONE(trsm(T(), handle, side, fill, operation(op), diag, m, n, &half, a.device, (int)a.pitch,
                                  out.device, (int)out.pitch));
                        trsm_right &= matches<T>(out, [&](long i, long j) { return (double)b.at(i, j); }, 4 * order);
                    }
                for (int op = 0; op < 3; op++) {
                    Data<T> from(op ? n : m, op ? m : n, 1), sum(m, m, 1), other(m, n), result(m, n, 1);
                    DONE(syrk(T(), handle, fill, operation(op), m, n, &alpha, from.device, (int)from.pitch, &beta,
                              sum.device, (int)sum.pitch));
                    syrk_right &= matches<T>(sum, [&](long i, long j) {
                        double total = 0;
                        for (long l = 0; l < n; l++) total += element(from, operation(op), i, l) * element(from, operation(op), j, l);
                        return stored(i, j) ? 2 * total + 0.5 * sum.at(i, j) : (double)sum.at(i, j);
                    }, n);
                    DONE(geam(T(), handle, operation(op), CUBLAS_OP_N, m, n, &alpha, from.device, (int)from.pitch, &one,
                              other.device, (int)other.pitch, result.device, (int)result.pitch));
                    geam_right &= matches<T>(result, [&](long i, long j) {
                        return 2.0 * element(from, operation(op), i, j) + other.at(i, j);
                    });
                }
                Data<T> x(2 * order - 1, 1), scaled(m, n, 2);
                DONE(dgmm(T(), handle, side, m, n, b.device, (int)b.pitch, x.device, 2, scaled.device, (int)scaled.pitch));
                dgmm_right &= matches<T>(scaled, [&](long i, long j) { return (double)b.at(i, j) * x.at(2 * (left ? i : j)); });
            }
    snprintf(name, sizeof name, "%ssymm", type), claim(name, symm_right);
    snprintf(name, sizeof name, "%ssyrk", type), claim(name, syrk_right);
    snprintf(name, sizeof name, "%strmm", type), claim(name, trmm_right);
    snprintf(name, sizeof name, "%strsm", type), claim(name, trsm_right);
    snprintf(name, sizeof name, "%sgeam", type), claim(name, geam_right);
    snprintf(name, sizeof name, "%sdgmm", type), claim(name, dgmm_right);
    Data<T> a(3, 3), c(3, 3);
    T one = 1, zero = 0;
    DONE(geam(T(), handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 3, &one, a.device, 3, &zero, (const T *)nullptr, 3, c.device, 3));
    snprintf(name, sizeof name, "%sgeam_transposes_without_a_second_matrix", type);
    claim(name, matches<T>(c, [&](long i, long j) { return (double)a.at(j, i); }));
}

// ---- many matrices ---------------------------------------------------------------------------------------------

template <typename T> static void batches(const char *type) {
    enum { COUNT = 3, N = 6 };
    char name[100];
    Data<T> a(N, N * COUNT), b(N, N * COUNT), c(N, N * COUNT), inverse(N, N * COUNT);
    T one = 1, zero = 0;
    auto block = [](Data<T> &data, long batch, long i, long j) { return (double)data.at(i, batch * N + j); };
    auto product = [&](long i, long j) {
        double sum = 0;
        for (long l = 0; l < N; l++) sum += block(a, j / N, i, l) * block(b, j / N, l, j % N);
        return sum;
    };
    DONE(gemmStridedBatched(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a.device, N, (long long)N * N, b.device, N,
                            (long long)N * N, &zero, c.device, N, (long long)N * N, COUNT));
    snprintf(name, sizeof name, "%sgemmStridedBatched", type), claim(name, matches<T>(c, product, N));
    T *lists[4][COUNT], **device[4];
    T *starts[] = {a.device, b.device, c.device, inverse.device};
    for (int list = 0; list < 4; list++) {
        for (int i = 0; i < COUNT; i++) lists[list][i] = starts[list] + i * N * N;
        MUST(cudaMalloc(&device[list], sizeof lists[list]));
        MUST(cudaMemcpy(device[list], lists[list], sizeof lists[list], cudaMemcpyHostToDevice));
    }
    c.send();
    DONE(gemmBatched(T(), handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, (const T *const *)device[0], N,
                     (const T *const *)device[1], N, &zero, (T *const *)device[2], N, COUNT));
    snprintf(name, sizeof name, "%sgemmBatched", type), claim(name, matches<T>(c, product, N));

    int *pivots, *infos, info[COUNT] = {9, 9, 9}, argument = 9;
    MUST(cudaMalloc(&pivots, COUNT * N * sizeof(int)));
    MUST(cudaMalloc(&infos, COUNT * sizeof(int)));
    DONE(matinvBatched(T(), handle, N, (const T *const *)device[0], N, (T *const *)device[3], N, infos, COUNT));
    auto identity = [&]() {
        std::vector<T> x = inverse.fetch();
        bool right = true;
        for (long batch = 0; batch < COUNT; batch++)
            for (long i = 0; i < N; i++)
                for (long j = 0; j < N; j++) {
                    double sum = 0;
                    for (long l = 0; l < N; l++) sum += block(a, batch, i, l) * (double)x[(size_t)(l + (batch * N + j) * N)];
                    right &= fabs(sum - (i == j)) < tolerance<T>(500);
                }
        return right;
    };
    snprintf(name, sizeof name, "%smatinvBatched", type), claim(name, identity());
    T *work;
    MUST(cudaMalloc(&work, sizeof(T) * N * N * COUNT));
    MUST(cudaMemcpy(work, a.device, sizeof(T) * N * N * COUNT, cudaMemcpyDeviceToDevice));
    for (int i = 0; i < COUNT; i++) lists[1][i] = work + i * N * N;
    MUST(cudaMemcpy(device[1], lists[1], sizeof lists[1], cudaMemcpyHostToDevice));
    DONE(getrfBatched(T(), handle, N, (T *const *)device[1], N, pivots, infos, COUNT));
    MUST(cudaMemcpy(info, infos, sizeof info, cudaMemcpyDeviceToHost));
    MUST(cudaMemset(inverse.device, 0, sizeof(T) * N * N * COUNT));
    DONE(getriBatched(T(), handle, N, (const T *const *)device[1], N, pivots, (T *const *)device[3], N, infos, COUNT));
    snprintf(name, sizeof name, "%sgetrfBatched_getriBatched", type), claim(name, identity() && !info[0] && !info[2]);
    // A * c = b: then A applied to the solution is b again.
    MUST(cudaMemcpy(c.device, b.device, sizeof(T) * N * N * COUNT, cudaMemcpyDeviceToDevice));
    DONE(getrsBatched(T(), handle, CUBLAS_OP_N, N, N, (const T *const *)device[1], N, pivots, (T *const *)device[2], N,
                      &argument, COUNT));
    std::vector<T> x = c.fetch();
    bool solved = argument == 0;
    for (long batch = 0; batch < COUNT; batch++)
        for (long i = 0; i < N; i++)
            for (long j = 0; j < N; j++) {
                double sum = 0;
                for (long l = 0; l < N; l++) sum += block(a, batch, i, l) * (double)x[(size_t)(l + (batch * N + j) * N)];
                solved &= fabs(sum - block(b, batch, i, j)) < tolerance<T>(500);
            }
    snprintf(name, sizeof name, "%sgetrsBatched", type), claim(name, solved);
    for (T **list : device) MUST(cudaFree(list));
    MUST(cudaFree(work)), MUST(cudaFree(pivots)), MUST(cudaFree(infos));
}

// ---- several types ---------------------------------------------------------------------------------------------

template <typename In, typename Out, typename Factor>
static void mixed(const char *name, cudaDataType in, cudaDataType out, cublasComputeType_t compute, double scale) {
    enum { M = 8, N = 12, K = 20 };
    std::vector<In> a(M * K), b(K * N);
    std::vector<Out> c(M * N);
    for (auto &value : a) value = (In)(float)((long)(random_numbers.next() % 9) - 4);
    for (auto &value : b) value = (In)(float)((long)(random_numbers.next() % 9) - 4);
    void *da, *db, *dc;
    MUST(cudaMalloc(&da, sizeof(In) * M * K)), MUST(cudaMalloc(&db, sizeof(In) * K * N)), MUST(cudaMalloc(&dc, sizeof(Out) * M * N));
    MUST(cudaMemcpy(da, a.data(), sizeof(In) * M * K, cudaMemcpyHostToDevice));
    MUST(cudaMemcpy(db, b.data(), sizeof(In) * K * N, cudaMemcpyHostToDevice));
    Factor alpha = (Factor)(float)2, beta = (Factor)(float)0;
    cublasStatus_t status = SIZED(cublasGemmEx)(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, da, in, M, db, in, K, &beta, dc, out, M,
                                         compute, CUBLAS_GEMM_DEFAULT);
    MUST(cudaMemcpy(c.data(), dc, sizeof(Out) * M * N, cudaMemcpyDeviceToHost));
    bool right = status == CUBLAS_STATUS_SUCCESS;
    for (long i = 0; i < M; i++)
        for (long j = 0; j < N; j++) {
            double sum = 0;
            for (long l = 0; l < K; l++) sum += (double)(float)a[(size_t)(i + l * M)] * (double)(float)b[(size_t)(l + j * K)];
            right &= fabs((double)(float)c[(size_t)(i + j * M)] - 2 * sum) <= scale * (1 + fabs(2 * sum));
        }
    claim(name, right, "status %d", (int)status);
    MUST(cudaFree(da)), MUST(cudaFree(db)), MUST(cudaFree(dc));
}

static void types() {
    mixed<__half, __half, __half>("GemmEx_halves", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, 1e-3);
    mixed<__half, float, float>("GemmEx_halves_to_float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-6);
    mixed<__nv_bfloat16, float, float>("GemmEx_bfloat16_to_float", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-6);
    mixed<__nv_bfloat16, __nv_bfloat16, float>("GemmEx_bfloat16", CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 4e-3);
    mixed<float, float, float>("GemmEx_tf32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1e-2);
    mixed<double, double, double>("GemmEx_doubles", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1e-12);
    mixed<int8_t, int32_t, int32_t>("GemmEx_integers", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0);
    mixed<int8_t, float, float>("GemmEx_integers_to_float", CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-6);
    float zero = 0;
    cublasStatus_t status = SIZED(cublasGemmEx)(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &zero, nullptr, CUDA_R_64F, 4, nullptr,
                                         CUDA_R_32F, 4, &zero, nullptr, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    claim("GemmEx_refuses_types_that_do_not_go_together", status == CUBLAS_STATUS_NOT_SUPPORTED, "%d", (int)status);
    __half one = 1.0f, none = 0.0f, two[4] = {2.0f, 2.0f, 2.0f, 2.0f}, *a, *c;
    MUST(cudaMalloc(&a, sizeof two)), MUST(cudaMalloc(&c, sizeof two));
    MUST(cudaMemcpy(a, two, sizeof two, cudaMemcpyHostToDevice));
    DONE(SIZED(cublasHgemm)(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, a, 2, &none, c, 2));
    MUST(cudaMemcpy(two, c, sizeof two, cudaMemcpyDeviceToHost));
    claim("Hgemm", (float)two[0] == 8 && (float)two[3] == 8);
    MUST(cudaFree(a)), MUST(cudaFree(c));
}

// Two products of halves whose matrices follow each other, by strides and by addresses.
static void mixed_batches() {
    enum { N = 4, COUNT = 2, ELEMENTS = N * N * COUNT };
    __half host_a[ELEMENTS], host_b[ELEMENTS], *a, *b, *pointers[2][COUNT], half_one = 1.0f, half_none = 0.0f, halves[ELEMENTS];
    float c[ELEMENTS] = {0}, *out, *results[COUNT], one = 1, none = 0;
    void *addresses;
    for (int i = 0; i < ELEMENTS; i++) host_a[i] = (float)(i % 7 - 3), host_b[i] = (float)(i % 5 - 2);
    MUST(cudaMalloc(&a, sizeof host_a)), MUST(cudaMalloc(&b, sizeof host_b)), MUST(cudaMalloc(&out, sizeof c));
    MUST(cudaMalloc(&addresses, sizeof pointers + sizeof results));
    MUST(cudaMemcpy(a, host_a, sizeof host_a, cudaMemcpyHostToDevice));
    MUST(cudaMemcpy(b, host_b, sizeof host_b, cudaMemcpyHostToDevice));
    for (int n = 0; n < COUNT; n++)
        pointers[0][n] = a + n * N * N, pointers[1][n] = b + n * N * N, results[n] = out + n * N * N;
    MUST(cudaMemcpy(addresses, pointers, sizeof pointers, cudaMemcpyHostToDevice));
    MUST(cudaMemcpy((char *)addresses + sizeof pointers, results, sizeof results, cudaMemcpyHostToDevice));
    auto wanted = [&](int n, int i, int j) {
        float sum = 0;
        for (int l = 0; l < N; l++) sum += (float)host_a[n * N * N + i + l * N] * (float)host_b[n * N * N + l + j * N];
        return sum;
    };
    auto right = [&](auto value) {
        for (int e = 0; e < ELEMENTS; e++)
            if (value(e) != wanted(e / (N * N), e % N, e / N % N)) return false;
        return true;
    };
    auto number = [&](int e) { return c[e]; };
    DONE(SIZED(cublasGemmStridedBatchedEx)(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, CUDA_R_16F, N, N * N, b, CUDA_R_16F,
                                           N, N * N, &none, out, CUDA_R_32F, N, N * N, COUNT, CUBLAS_COMPUTE_32F,
                                           CUBLAS_GEMM_DEFAULT));
    MUST(cudaMemcpy(c, out, sizeof c, cudaMemcpyDeviceToHost));
    claim("GemmStridedBatchedEx", right(number));
    MUST(cudaMemset(out, 0, sizeof c));
    void **lists = (void **)addresses;
    DONE(SIZED(cublasGemmBatchedEx)(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, lists, CUDA_R_16F, N, lists + COUNT,
                                    CUDA_R_16F, N, &none, lists + 2 * COUNT, CUDA_R_32F, N, COUNT, CUBLAS_COMPUTE_32F,
                                    CUBLAS_GEMM_DEFAULT));
    MUST(cudaMemcpy(c, out, sizeof c, cudaMemcpyDeviceToHost));
    claim("GemmBatchedEx", right(number));
    DONE(SIZED(cublasHgemmStridedBatched)(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &half_one, a, N, N * N, b, N, N * N,
                                          &half_none, (__half *)out, N, N * N, COUNT));
    MUST(cudaMemcpy(halves, out, sizeof halves, cudaMemcpyDeviceToHost));
    claim("HgemmStridedBatched", right([&](int e) { return (float)halves[e]; }));
    DONE(SIZED(cublasSgemmEx)(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N * COUNT, N, &one, a, CUDA_R_16F, N, b, CUDA_R_16F, N, &none,
                              out, CUDA_R_32F, N));
    MUST(cudaMemcpy(c, out, sizeof c, cudaMemcpyDeviceToHost));
    claim("SgemmEx", c[0] == wanted(0, 0, 0) && c[N * N - 1] == wanted(0, N - 1, N - 1));
    MUST(cudaFree(a)), MUST(cudaFree(b)), MUST(cudaFree(out)), MUST(cudaFree(addresses));
}

// What is set is what one gets.
static void modes() {
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    cudaStream_t stream, now;
    int count = 0, value = 0;
    DONE(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    DONE(cublasGetMathMode(handle, &math));
    claim("math_mode", math == CUBLAS_PEDANTIC_MATH);
    DONE(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    DONE(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    DONE(cublasGetAtomicsMode(handle, &atomics));
    claim("atomics_mode", atomics == CUBLAS_ATOMICS_ALLOWED);
    DONE(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_NOT_ALLOWED));
    DONE(cublasSetSmCountTarget(handle, 16));
    DONE(cublasGetSmCountTarget(handle, &count));
    claim("multiprocessors", count == 16, "%d", count);
    DONE(cublasSetSmCountTarget(handle, 0));
    MUST(cudaStreamCreate(&stream));
    DONE(cublasSetStream(handle, stream));
    DONE(cublasGetStream(handle, &now));
    claim("stream", now == stream);
    DONE(cublasSetStream(handle, nullptr));
    MUST(cudaStreamDestroy(stream));
    DONE(cublasSetWorkspace(handle, nullptr, 0));
    DONE(cublasSetStream(handle, nullptr)); // its own workspace again: without any the library has no sums
    DONE(cublasLoggerConfigure(0, 0, 0, nullptr));
    DONE(cublasSetLoggerCallback(nullptr));
    DONE(cublasGetProperty(MAJOR_VERSION, &value));
    claim("property", value == 13 && cublasGetCudartVersion() >= 13000, "%d", value);
    claim("texts", strlen(cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE)) > 0);
}

// ---- handles, pointers, streams --------------------------------------------------------------------------------

static void handles() {
    float one = 1;
    int version = 0;
    cublasPointerMode_t mode;
    claim("no_handle", cublasSscal(nullptr, 1, &one, nullptr, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
    DONE(cublasGetVersion(handle, &version));
    claim("version", version / 10000 == 13, "%d", version);
    DONE(cublasGetPointerMode(handle, &mode));
    claim("factors_are_on_the_host_at_first", mode == CUBLAS_POINTER_MODE_HOST);
    claim("names", !strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"));
}

static void device_pointers() {
    Data<float> x(100, 1), y(100, 1), factors(3, 1);
    factors.at(0) = 3;
    factors.send();
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    DONE(cublasSaxpy(handle, 100, factors.device, x.device, 1, y.device, 1));
    claim("factor_in_device_memory", matches<float>(y, [&](long i, long) { return 3.0 * x.at(i) + y.at(i); }));
    DONE(cublasSdot(handle, 100, x.device, 1, x.device, 1, factors.device + 2));
    DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    double sum = 0;
    for (long i = 0; i < 100; i++) sum += (double)x.at(i) * x.at(i);
    claim("result_in_device_memory", fabs(factors.fetch()[2] - sum) < 1e-4);
}

static void streams() {
    enum { N = 50 };
    Data<float> x(N, 1), y(N, 1);
    float two = 2, result;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    MUST(cudaStreamCreate(&stream));
    DONE(cublasSetStream(handle, stream));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    DONE(cublasSaxpy(handle, N, &two, x.device, 1, y.device, 1));
    MUST(cudaStreamEndCapture(stream, &graph));
    claim("captured_calls_wait_for_the_launch", matches<float>(y, [&](long i, long) { return (double)y.at(i); }));
    MUST(cudaGraphInstantiate(&executable, graph, 0));
    MUST(cudaGraphLaunch(executable, stream));
    MUST(cudaGraphLaunch(executable, stream));
    MUST(cudaStreamSynchronize(stream));
    claim("captured_calls_run_with_each_launch", matches<float>(y, [&](long i, long) { return y.at(i) + 4.0 * x.at(i); }));
    MUST(cudaGraphExecDestroy(executable));
    MUST(cudaGraphDestroy(graph));
    DONE(cublasSnrm2(handle, N, x.device, 1, &result));
    double squares = 0;
    for (long i = 0; i < N; i++) squares += (double)x.at(i) * x.at(i);
    claim("results_are_there_when_the_call_returns", fabs(result - sqrt(squares)) < 1e-4);
    DONE(cublasSetStream(handle, nullptr));
    MUST(cudaStreamDestroy(stream));
}

static void managed() {
    float *x, one = 1;
    MUST(cudaMallocManaged(&x, 64 * sizeof *x));
    for (int i = 0; i < 64; i++) x[i] = (float)i;
    DONE(cublasSaxpy(handle, 32, &one, x, 1, x + 32, 1));
    MUST(cudaDeviceSynchronize());
    claim("managed_memory", x[32] == 32 && x[63] == 31 + 63, "%g %g", x[32], x[63]);
    MUST(cudaFree(x));
    MUST(cudaMallocHost(&x, 64 * sizeof *x));
    for (int i = 0; i < 64; i++) x[i] = (float)i;
    DONE(cublasSaxpy(handle, 32, &one, x, 1, x + 32, 1));
    MUST(cudaDeviceSynchronize());
    claim("pinned_memory", x[32] == 32 && x[63] == 31 + 63, "%g %g", x[32], x[63]);
    MUST(cudaFreeHost(x));
}

static void transfers() {
    enum { ROWS = 5, COLUMNS = 7 };
    double host[ROWS * COLUMNS], back[COLUMNS][ROWS + 2], vector[3 * ROWS], *device;
    for (int i = 0; i < ROWS * COLUMNS; i++) host[i] = i;
    for (auto &column : back)
        for (double &value : column) value = NOT_WRITTEN;
    MUST(cudaMalloc(&device, sizeof(double) * (ROWS + 1) * COLUMNS));
    DONE(SIZED(cublasSetMatrix)(ROWS, COLUMNS, sizeof(double), host, ROWS, device, ROWS + 1));
    DONE(SIZED(cublasGetMatrix)(ROWS, COLUMNS, sizeof(double), device, ROWS + 1, back, ROWS + 2));
    bool right = true;
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS + 2; i++) right &= back[j][i] == (i < ROWS ? host[i + j * ROWS] : NOT_WRITTEN);
    claim("SetMatrix_GetMatrix", right);
    DONE(SIZED(cublasSetVector)(ROWS, sizeof(double), host, 2, device, 3));
    DONE(SIZED(cublasGetVector)(ROWS, sizeof(double), device, 3, vector, 1));
    claim("SetVector_GetVector", vector[0] == 0 && vector[1] == 2 && vector[4] == 8);
    DONE(SIZED(cublasSetMatrixAsync)(ROWS, 1, sizeof(double), host, ROWS, device, ROWS, nullptr));
    DONE(SIZED(cublasGetVectorAsync)(ROWS, sizeof(double), device, 1, vector, 1, nullptr));
    MUST(cudaDeviceSynchronize());
    claim("SetMatrixAsync_GetVectorAsync", vector[4] == 4);
    for (double &value : vector) value = 0;
    DONE(SIZED(cublasSetVectorAsync)(ROWS, sizeof(double), host + 1, 3, device, 2, nullptr));
    DONE(SIZED(cublasGetMatrixAsync)(1, ROWS, sizeof(double), device, 2, vector, 1, nullptr));
    MUST(cudaDeviceSynchronize());
    claim("SetVectorAsync_GetMatrixAsync", vector[0] == 1 && vector[1] == 4 && vector[4] == 13);
    claim("SetVector_refuses_no_increment", cublasSetVector(3, 4, host, 0, device, 1) == CUBLAS_STATUS_INVALID_VALUE);
    MUST(cudaFree(device));
}

static void several_gpus() {
    cublasXtHandle_t xt;
    int devices[] = {0};
    float a[6] = {1, 2, 3, 4, 5, 6}, c[4] = {0}, one = 1, zero = 0;
    DONE(cublasXtCreate(&xt));
    DONE(cublasXtDeviceSelect(xt, 1, devices));
    DONE(cublasXtSetBlockDim(xt, 64));
    DONE(cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &one, a, 2, a, 2, &zero, c, 2));
    claim("XtSgemm_of_host_memory", c[0] == 35 && c[1] == 44 && c[2] == 44 && c[3] == 56, "%g %g %g %g", c[0], c[1], c[2], c[3]);
    double twice[6] = {1, 2, 3, 4, 5, 6}, product[4] = {1, 1, 1, 1}, two = 2, half = 0.5;
    int tile = 0;
    DONE(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &two, twice, 3, twice, 3, &half, product, 2));
    claim("XtDgemm_of_host_memory", product[0] == 28.5 && product[1] == 64.5 && product[3] == 154.5, "%g %g %g", product[0],
          product[1], product[3]);
    DONE(cublasXtGetBlockDim(xt, &tile));
    claim("XtGetBlockDim", tile == 64, "%d", tile);
    DONE(cublasXtDestroy(xt));
}

int main() {
    DONE(cublasCreate(&handle));
    handles();
    vectors<float>("S"), vectors<double>("D");
    reductions<float>("S"), reductions<double>("D");
    matrix_vectors<float>("S"), matrix_vectors<double>("D");
    products<float>("S"), products<double>("D");
    structured<float>("S"), structured<double>("D");
    batches<float>("S"), batches<double>("D");
    types();
    mixed_batches();
    modes();
    device_pointers();
    streams();
    managed();
    transfers();
    several_gpus();
    DONE(cublasDestroy(handle));
    return claims_end();
}
#endif
