// blas_stored.cu - the routines of cuBLAS for matrices of which only a band or a triangle is stored, for updates of a
// triangle, and for rotations that keep their parameters: against plain loops in double precision. Elements that are not
// stored are NaN or nowhere, so a routine that reads one is noticed. Without cuBLAS's header it claims only that.
#include "claims.cuh"
#if !__has_include(<cublas_v2.h>)
int main() {
    claim("no_header", true);
    return claims_end();
}
#else
#include "blas_claims.cuh"
#include <memory>

BOTH_SIZED(gbmv) BOTH_SIZED(sbmv) BOTH_SIZED(spmv) BOTH_SIZED(tbmv) BOTH_SIZED(tbsv) BOTH_SIZED(tpmv) BOTH_SIZED(tpsv) BOTH_SIZED(syr) BOTH_SIZED(spr) BOTH_SIZED(syr2) BOTH_SIZED(spr2)
BOTH_SIZED(syr2k) BOTH_SIZED(syrkx) BOTH_SIZED(trsmBatched) BOTH_SIZED(rotm) BOTH_SIZED(copy) BOTH(rotg) BOTH(tpttr) BOTH(trttp)

// A dense matrix on the host, of which some elements are stored elsewhere.
struct Dense {
    long rows, columns;
    std::vector<double> values;
    Dense(long rows, long columns) : rows(rows), columns(columns), values((size_t)(rows * columns), 0) {}
    double &at(long i, long j) { return values[(size_t)(i + j * rows)]; }
};

static bool stored(bool upper, long i, long j) { return upper ? i <= j : i >= j; }

// The diagonals from `above` to `below` of a matrix, as cuBLAS stores a band; the rest of `band` is NaN.
template <typename T> static Dense fill_band(Data<T> &band, long rows, long columns, long below, long above, double diagonal) {
    Dense dense(rows, columns);
    for (T &value : band.host) value = (T)NAN;
    for (long j = 0; j < columns; j++)
        for (long i = std::max(0L, j - above); i <= std::min(rows - 1, j + below); i++)
            dense.at(i, j) = band.at(above + i - j, j) =
                (T)((random_numbers.unit() * 2 - 1) / (diagonal ? 8 : 1) + (i == j ? diagonal : 0));
    band.send();
    return dense;
}

// A triangle, packed: its columns one behind the other.
template <typename T> static Dense fill_packed(Data<T> &packed, long n, bool upper, double diagonal) {
    Dense dense(n, n);
    long next = 0;
    for (long j = 0; j < n; j++)
        for (long i = upper ? 0 : j; i <= (upper ? j : n - 1); i++)
            dense.at(i, j) = packed.at(next++) =
                (T)((random_numbers.unit() * 2 - 1) / (diagonal ? 8 : 1) + (i == j ? diagonal : 0));
    packed.send();
    return dense;
}

static void mirror(Dense &a, bool upper) {
    for (long j = 0; j < a.columns; j++)
        for (long i = 0; i < a.rows; i++)
            if (!stored(upper, i, j)) a.at(i, j) = a.at(j, i);
}

// alpha * op(A) * x + beta * y, element e of it.
template <typename T> static double product(Dense &a, bool turned, Data<T> &x, long step, long e) {
    long n = turned ? a.rows : a.columns;
    double sum = 0;
    for (long l = 0; l < n; l++) sum += (turned ? a.at(l, e) : a.at(e, l)) * (double)x.at(place(n, step, l));
    return sum;
}

template <typename T> static void bands(const char *type) {
    char name[100];
    bool general = true, symmetric = true, packed_symmetric = true;
    static const long shapes[][4] = {{1, 1, 0, 0}, {5, 9, 2, 1}, {12, 7, 0, 3}, {30, 30, 4, 4}, {6, 6, 9, 9}};
    for (auto &shape : shapes)
        for (int op = 0; op < 3; op++)
            for (double factor : {0.0, -0.5}) {
                long m = shape[0], n = shape[1], below = shape[2], above = shape[3], in = op ? m : n, out = op ? n : m;
                Data<T> band(below + above + 1, n, 2), x(2 * in - 1, 1), y(out, 1);
                Dense a = fill_band(band, m, n, below, above, 0);
                T alpha = (T)1.5, beta = (T)factor;
                if (factor == 0)
                    for (long i = 0; i < out; i++) y.at(i) = (T)NAN;
                y.send();
                DONE(gbmv(T(), handle, operation(op), (int)m, (int)n, (int)below, (int)above, &alpha, band.device,
                          (int)band.pitch, x.device, -2, &beta, y.device, 1));
                general &= matches<T>(y, [&](long i, long) {
                    return 1.5 * product(a, op != 0, x, -2, i) + (factor == 0 ? 0 : factor * (double)y.at(i));
                }, (double)in);
            }
    for (int n : {1, 8, 33})
        for (int upper = 0; upper < 2; upper++) {
            int k = n > 3 ? 3 : 0;
            cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            T alpha = 2, beta = 1;
            Data<T> band(k + 1, n, 1), triangle(n * (n + 1) / 2, 1), x(n, 1), y(3 * n - 2, 1), z(n, 1);
            Dense a = fill_band(band, n, n, upper ? 0 : k, upper ? k : 0, 0), p = fill_packed(triangle, n, upper, 0);
            mirror(a, upper), mirror(p, upper);
            DONE(sbmv(T(), handle, fill, n, k, &alpha, band.device, (int)band.pitch, x.device, 1, &beta, y.device, 3));
            symmetric &= matches<T>(y, [&](long i, long) {
                return (double)y.at(i) + (i % 3 ? 0 : 2 * product(a, false, x, 1, i / 3));
            }, n);
            DONE(spmv(T(), handle, fill, n, &alpha, triangle.device, x.device, 1, &beta, z.device, 1));
            packed_symmetric &= matches<T>(z, [&](long i, long) { return (double)z.at(i) + 2 * product(p, false, x, 1, i); }, n);
        }
    snprintf(name, sizeof name, "%sgbmv", type), claim(name, general);
    snprintf(name, sizeof name, "%ssbmv", type), claim(name, symmetric);
    snprintf(name, sizeof name, "%sspmv", type), claim(name, packed_symmetric);
}

// What a vector of n elements with that increment shall be: value(e) in the places of its elements, what it was elsewhere.
template <typename T, typename Value> static auto spaced(Data<T> &x, long n, long step, Value value) {
    return [&x, n, step, value](long i, long) {
        for (long e = 0; e < n; e++)
            if (place(n, step, e) == i) return (double)value(e);
        return (double)x.at(i);
    };
}

template <typename T> static void triangles(const char *type, int step) {
    char name[100];
    bool band_times = true, band_solves = true, packed_times = true, packed_solves = true;
    for (int n : {1, 6, 25})
        for (int upper = 0; upper < 2; upper++)
            for (int op = 0; op < 3; op++)
                for (int unit = 0; unit < 2; unit++) {
                    int k = n > 2 ? 2 : 0, length = (n - 1) * abs(step) + 1;
                    cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
                    cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                    Data<T> band(k + 1, n, 1), triangle(n * (n + 1) / 2, 1), x(length, 1), y(length, 1);
                    Dense a = fill_band(band, n, n, upper ? 0 : k, upper ? k : 0, 2), p = fill_packed(triangle, n, upper, 2);
                    if (unit) // the diagonal is not read
                        for (long i = 0, at = 0; i < n; i++) {
                            a.at(i, i) = p.at(i, i) = 1;
                            band.at(upper ? k : 0, i) = (T)NAN;
                            triangle.at(upper ? at + i : at) = (T)NAN;
                            at += upper ? i + 1 : n - i;
                        }
                    band.send(), triangle.send();
                    auto first = [&](long e) { return product(a, op != 0, x, step, e); };
                    auto second = [&](long e) { return product(p, op != 0, y, step, e); };
                    DONE(tbmv(T(), handle, fill, operation(op), diag, n, k, band.device, (int)band.pitch, x.device, step));
                    band_times &= matches<T>(x, spaced(x, n, step, first), n);
                    DONE(tbsv(T(), handle, fill, operation(op), diag, n, k, band.device, (int)band.pitch, x.device, step));
                    band_solves &= matches<T>(x, [&](long i, long) { return (double)x.at(i); }, 4 * n);
                    DONE(tpmv(T(), handle, fill, operation(op), diag, n, triangle.device, y.device, step));
                    packed_times &= matches<T>(y, spaced(y, n, step, second), n);
                    DONE(tpsv(T(), handle, fill, operation(op), diag, n, triangle.device, y.device, step));
                    packed_solves &= matches<T>(y, [&](long i, long) { return (double)y.at(i); }, 4 * n);
                }
    snprintf(name, sizeof name, "%stbmv_%d", type, step), claim(name, band_times);
    snprintf(name, sizeof name, "%stbsv_%d", type, step), claim(name, band_solves);
    snprintf(name, sizeof name, "%stpmv_%d", type, step), claim(name, packed_times);
    snprintf(name, sizeof name, "%stpsv_%d", type, step), claim(name, packed_solves);
}

// An element that is no number spoils what it is a term of, and nothing else; so does an infinite one.
template <typename T> static void special_elements(const char *type) {
    char name[100];
    bool general = true, symmetric = true, packed_symmetric = true, band_times = true, packed_times = true;
    enum { N = 9, K = 2 };
    T one = 1, zero = 0;
    for (double value : {NAN, INFINITY, -INFINITY})
        for (int upper = 0; upper < 2; upper++) {
            cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            long row = upper ? 3 : 4, column = upper ? 4 : 3, above = upper ? K : 0, below = upper ? 0 : K;
            Data<T> whole(2 * K + 1, N, 1), band(K + 1, N, 1), packed(N * (N + 1) / 2, 1), x(N, 1), y(N, 1);
            Dense g = fill_band(whole, N, N, K, K, 0), b = fill_band(band, N, N, below, above, 0), p = fill_packed(packed, N, upper, 0);
            whole.at(K + row - column, column) = band.at(above + row - column, column) = (T)value;
            packed.at(upper ? column * (column + 1) / 2 + row : column * N - column * (column - 1) / 2 + row - column) = (T)value;
            g.at(row, column) = b.at(row, column) = p.at(row, column) = value;
            whole.send(), band.send(), packed.send();
            for (long i = 0; i < N; i++) y.at(i) = (T)NAN; // beta is 0: not read
            auto is_product = [&](Data<T> &got, Dense &a, bool turned) {
                return matches<T>(got, [&](long i, long) { return product(a, turned, x, 1, i); }, N);
            };
            for (int op = 0; op < 2; op++) {
                y.send();
                DONE(gbmv(T(), handle, operation(op), N, N, K, K, &one, whole.device, (int)whole.pitch, x.device, 1, &zero, y.device, 1));
                general &= is_product(y, g, op);
                Data<T> v(N, 1), w(N, 1);
                DONE(copy(T(), handle, N, x.device, 1, v.device, 1)), DONE(copy(T(), handle, N, x.device, 1, w.device, 1));
                DONE(tbmv(T(), handle, fill, operation(op), CUBLAS_DIAG_NON_UNIT, N, K, band.device, (int)band.pitch, v.device, 1));
                band_times &= is_product(v, b, op);
                DONE(tpmv(T(), handle, fill, operation(op), CUBLAS_DIAG_NON_UNIT, N, packed.device, w.device, 1));
                packed_times &= is_product(w, p, op);
            }
            mirror(b, upper), mirror(p, upper);
            y.send();
            DONE(sbmv(T(), handle, fill, N, K, &one, band.device, (int)band.pitch, x.device, 1, &zero, y.device, 1));
            symmetric &= is_product(y, b, false);
            y.send();
            DONE(spmv(T(), handle, fill, N, &one, packed.device, x.device, 1, &zero, y.device, 1));
            packed_symmetric &= is_product(y, p, false);
        }
    snprintf(name, sizeof name, "%sgbmv_of_special_elements", type), claim(name, general);
    snprintf(name, sizeof name, "%ssbmv_of_special_elements", type), claim(name, symmetric);
    snprintf(name, sizeof name, "%sspmv_of_special_elements", type), claim(name, packed_symmetric);
    snprintf(name, sizeof name, "%stbmv_of_special_elements", type), claim(name, band_times);
    snprintf(name, sizeof name, "%stpmv_of_special_elements", type), claim(name, packed_times);
}

// Of vectors: x[3] is no number, so neither are row 3 and column 3 of what is added.
template <typename T> static void special_updates(const char *type) {
    char name[100];
    bool updated = true, unread = true, alone = true;
    enum { N = 7, K = 5 };
    T one = 1, zero = 0, half = (T)0.5;
    for (int upper = 0; upper < 2; upper++) {
        cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        Data<T> x(N, 1), y(N, 1), a(N, N, 1), b(N, N, 1);
        x.at(3) = (T)NAN;
        x.send();
        auto spoilt = [&](Data<T> &old, std::function<double(long, long)> term) {
            return [&old, upper, term](long i, long j) {
                return (double)old.at(i, j) + (!stored(upper, i, j) ? 0 : i == 3 || j == 3 ? NAN : term(i, j));
            };
        };
        DONE(syr(T(), handle, fill, N, &one, x.device, 1, a.device, (int)a.pitch));
        updated &= matches<T>(a, spoilt(a, [&](long i, long j) { return (double)x.at(i) * x.at(j); }));
        DONE(syr2(T(), handle, fill, N, &one, x.device, 1, y.device, 1, b.device, (int)b.pitch));
        updated &= matches<T>(b, spoilt(b, [&](long i, long j) { return (double)x.at(i) * y.at(j) + (double)y.at(i) * x.at(j); }));
        for (int both = 0; both < 2; both++) {
            Data<T> left(N, K, 1), right(N, K, 2), c(N, N, 1);
            auto call = [&](long k, const T *alpha, const T *beta) {
                if (both)
                    DONE(syr2k(T(), handle, fill, CUBLAS_OP_N, N, (int)k, alpha, left.device, (int)left.pitch, right.device,
                               (int)right.pitch, beta, c.device, (int)c.pitch));
                else
                    DONE(syrkx(T(), handle, fill, CUBLAS_OP_N, N, (int)k, alpha, left.device, (int)left.pitch, right.device,
                               (int)right.pitch, beta, c.device, (int)c.pitch));
            };
            auto scaled = [&](long i, long j) { return (stored(upper, i, j) ? 0.5 : 1) * (double)c.at(i, j); };
            call(0, &one, &half); // no terms
            alone &= matches<T>(c, scaled);
            c.send();
            call(K, &zero, &half);
            alone &= matches<T>(c, scaled);
            left.at(3, 1) = (T)INFINITY;
            left.send();
            for (long i = 0; i < N; i++)
                for (long j = 0; j < N; j++)
                    if (stored(upper, i, j)) c.at(i, j) = (T)NAN; // beta is 0: not read
            c.send();
            call(K, &one, &zero);
            unread &= matches<T>(c, [&](long i, long j) {
                double sum = 0;
                for (long l = 0; l < K; l++) {
                    sum += (double)left.at(i, l) * right.at(j, l);
                    if (both) sum += (double)right.at(i, l) * left.at(j, l);
                }
                return stored(upper, i, j) ? sum : (double)c.at(i, j);
            }, K);
        }
        // No elements: nothing happens.
        Data<T> untouched(N, N, 1);
        T parameters[5] = {-1, 2, 3, 4, 5};
        const T *p = a.device;
        T *u = untouched.device;
        DONE(gbmv(T(), handle, CUBLAS_OP_N, 0, 0, 0, 0, &one, p, 1, x.device, 1, &zero, u, 1));
        DONE(sbmv(T(), handle, fill, 0, 0, &one, p, 1, x.device, 1, &zero, u, 1));
        DONE(spmv(T(), handle, fill, 0, &one, p, x.device, 1, &zero, u, 1));
        DONE(tbmv(T(), handle, fill, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, 0, p, 1, u, 1));
        DONE(tbsv(T(), handle, fill, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, 0, p, 1, u, 1));
        DONE(tpmv(T(), handle, fill, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, p, u, 1));
        DONE(tpsv(T(), handle, fill, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, p, u, 1));
        DONE(syr(T(), handle, fill, 0, &one, x.device, 1, u, 1)), DONE(spr(T(), handle, fill, 0, &one, x.device, 1, u));
        DONE(syr2(T(), handle, fill, 0, &one, x.device, 1, y.device, 1, u, 1));
        DONE(spr2(T(), handle, fill, 0, &one, x.device, 1, y.device, 1, u));
        DONE(syr2k(T(), handle, fill, CUBLAS_OP_N, 0, K, &one, p, 1, p, 1, &zero, u, 1));
        DONE(syrkx(T(), handle, fill, CUBLAS_OP_N, 0, K, &one, p, 1, p, 1, &zero, u, 1));
        DONE(rotm(T(), handle, 0, u, 1, u + N, 1, parameters));
        DONE(tpttr(T(), handle, fill, 0, p, u, 1)), DONE(trttp(T(), handle, fill, 0, p, 1, u));
        alone &= matches<T>(untouched, [&](long i, long j) { return (double)untouched.at(i, j); });
    }
    snprintf(name, sizeof name, "%ssyr_syr2_of_no_numbers", type), claim(name, updated);
    snprintf(name, sizeof name, "%ssyr2k_syrkx_do_not_read_what_they_replace", type), claim(name, unread);
    snprintf(name, sizeof name, "%sstored_without_terms_or_elements", type), claim(name, alone);
}

template <typename T> static void updates(const char *type) {
    char name[100];
    bool one = true, one_packed = true, two = true, two_packed = true, ranks = true, extended = true, formats = true;
    for (int n : {1, 7, 30})
        for (int upper = 0; upper < 2; upper++) {
            cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            T alpha = (T)-1.5, beta = (T)0.5;
            Data<T> x(2 * n - 1, 1), y(n, 1);
            auto vx = [&](long i) { return (double)x.at(place(n, 2, i)); };
            auto vy = [&](long i) { return (double)y.at(place(n, -1, i)); };
            auto packed_at = [&](long at, long &i, long &j) {
                for (j = 0; at >= (upper ? j + 1 : n - j); j++) at -= upper ? j + 1 : n - j;
                i = upper ? at : j + at;
            };
            {
                Data<T> a(n, n, 2), p(n * (n + 1) / 2, 1);
                DONE(syr(T(), handle, fill, n, &alpha, x.device, 2, a.device, (int)a.pitch));
                one &= matches<T>(a, [&](long i, long j) {
                    return (double)a.at(i, j) + (stored(upper, i, j) ? -1.5 * vx(i) * vx(j) : 0);
                });
                DONE(spr(T(), handle, fill, n, &alpha, x.device, 2, p.device));
                one_packed &= matches<T>(p, [&](long at, long) {
                    long i, j;
                    packed_at(at, i, j);
                    return (double)p.at(at) - 1.5 * vx(i) * vx(j);
                });
            }
            {
                Data<T> a(n, n, 2), p(n * (n + 1) / 2, 1);
                DONE(syr2(T(), handle, fill, n, &alpha, x.device, 2, y.device, -1, a.device, (int)a.pitch));
                two &= matches<T>(a, [&](long i, long j) {
                    return (double)a.at(i, j) + (stored(upper, i, j) ? -1.5 * (vx(i) * vy(j) + vy(i) * vx(j)) : 0);
                });
                DONE(spr2(T(), handle, fill, n, &alpha, x.device, 2, y.device, -1, p.device));
                two_packed &= matches<T>(p, [&](long at, long) {
                    long i, j;
                    packed_at(at, i, j);
                    return (double)p.at(at) - 1.5 * (vx(i) * vy(j) + vy(i) * vx(j));
                });
            }
            for (int op = 0; op < 2; op++) {
                int k = n + 3;
                Data<T> a(op ? k : n, op ? n : k, 1), b(op ? k : n, op ? n : k, 2), c(n, n, 1), d(n, n, 1);
                auto va = [&](long i, long l) { return (double)(op ? a.at(l, i) : a.at(i, l)); };
                auto vb = [&](long i, long l) { return (double)(op ? b.at(l, i) : b.at(i, l)); };
                DONE(syr2k(T(), handle, fill, operation(op), n, k, &alpha, a.device, (int)a.pitch, b.device, (int)b.pitch,
                           &beta, c.device, (int)c.pitch));
                ranks &= matches<T>(c, [&](long i, long j) {
                    double sum = 0;
                    for (long l = 0; l < k; l++) sum += va(i, l) * vb(j, l) + vb(i, l) * va(j, l);
                    return stored(upper, i, j) ? -1.5 * sum + 0.5 * c.at(i, j) : (double)c.at(i, j);
                }, k);
                DONE(syrkx(T(), handle, fill, operation(op), n, k, &alpha, a.device, (int)a.pitch, b.device, (int)b.pitch,
                           &beta, d.device, (int)d.pitch));
                extended &= matches<T>(d, [&](long i, long j) {
                    double sum = 0;
                    for (long l = 0; l < k; l++) sum += va(i, l) * vb(j, l);
                    return stored(upper, i, j) ? -1.5 * sum + 0.5 * d.at(i, j) : (double)d.at(i, j);
                }, k);
            }
            Data<T> p(n * (n + 1) / 2, 1), q(n * (n + 1) / 2, 1), a(n, n, 1);
            Dense dense = fill_packed(p, n, upper, 0);
            DONE(tpttr(T(), handle, fill, n, p.device, a.device, (int)a.pitch));
            formats &= matches<T>(a, [&](long i, long j) { return stored(upper, i, j) ? dense.at(i, j) : (double)a.at(i, j); });
            DONE(trttp(T(), handle, fill, n, a.device, (int)a.pitch, q.device));
            formats &= matches<T>(q, [&](long i, long) { return (double)p.at(i); });
        }
    snprintf(name, sizeof name, "%ssyr", type), claim(name, one);
    snprintf(name, sizeof name, "%sspr", type), claim(name, one_packed);
    snprintf(name, sizeof name, "%ssyr2", type), claim(name, two);
    snprintf(name, sizeof name, "%sspr2", type), claim(name, two_packed);
    snprintf(name, sizeof name, "%ssyr2k", type), claim(name, ranks);
    snprintf(name, sizeof name, "%ssyrkx", type), claim(name, extended);
    snprintf(name, sizeof name, "%stpttr_trttp", type), claim(name, formats);
}

template <typename T> static void rotations(const char *type) {
    char name[100];
    bool modified = true, made = true;
    for (int flag = -2; flag < 2; flag++) {
        T parameters[5] = {(T)flag, (T)0.5, (T)-2, (T)3, (T)1.25};
        double h11 = 0.5, h21 = -2, h12 = 3, h22 = 1.25;
        if (flag == -2) h11 = h22 = 1, h21 = h12 = 0;
        if (flag == 0) h11 = h22 = 1;
        if (flag == 1) h12 = 1, h21 = -1;
        enum { N = 20 };
        Data<T> x(2 * N - 1, 1), y(N, 1);
        DONE(rotm(T(), handle, N, x.device, 2, y.device, 1, parameters));
        modified &= matches<T>(x, [&](long i, long) {
            return i % 2 ? (double)x.at(i) : h11 * (double)x.at(i) + h12 * (double)y.at(i / 2);
        });
        modified &= matches<T>(y, [&](long i, long) { return h21 * (double)x.at(2 * i) + h22 * (double)y.at(i); });
    }
    static const double pairs[][2] = {{3, 4}, {-4, 3}, {0, 2}, {2, 0}, {0, 0}, {-1e-3, -5}};
    for (auto &pair : pairs) {
        T a = (T)pair[0], b = (T)pair[1], c, s;
        double x = (double)a, y = (double)b;
        DONE(rotg(T(), handle, &a, &b, &c, &s));
        made &= fabs((double)c * x + (double)s * y - (double)a) < 1e-5 && fabs((double)c * y - (double)s * x) < 1e-5 &&
                fabs((double)c * c + (double)s * s - 1) < 1e-5 && fabs(fabs((double)a) - hypot(x, y)) < 1e-5;
    }
    snprintf(name, sizeof name, "%srotm", type), claim(name, modified);
    snprintf(name, sizeof name, "%srotg", type), claim(name, made);
}

template <typename T> static void batches(const char *type) {
    char name[100];
    enum { COUNT = 3, M = 6, N = 4 };
    bool right = true;
    for (int left = 0; left < 2; left++) {
        int order = left ? M : N;
        std::vector<std::unique_ptr<Data<T>>> a, b;
        T *addresses[2][COUNT], **device;
        T alpha = 2;
        for (int n = 0; n < COUNT; n++) {
            a.emplace_back(new Data<T>(order, order, 1)), b.emplace_back(new Data<T>(M, N, 2));
            for (long i = 0; i < order; i++) a[n]->at(i, i) += 4;
            a[n]->send();
            addresses[0][n] = a[n]->device, addresses[1][n] = b[n]->device;
        }
        MUST(cudaMalloc(&device, sizeof addresses));
        MUST(cudaMemcpy(device, addresses, sizeof addresses, cudaMemcpyHostToDevice));
        DONE(trsmBatched(T(), handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                         CUBLAS_DIAG_NON_UNIT, M, N, &alpha, (const T *const *)device, (int)a[0]->pitch,
                         (T *const *)device + COUNT, (int)b[0]->pitch, COUNT));
        MUST(cudaFree(device));
        for (int n = 0; n < COUNT; n++) {
            std::vector<T> x = b[n]->fetch();
            for (long i = 0; i < M; i++)
                for (long j = 0; j < N; j++) {
                    double sum = 0;
                    for (long l = 0; l < order; l++)
                        if (left && l <= i) sum += (double)a[n]->at(i, l) * x[(size_t)(l + j * b[n]->pitch)];
                        else if (!left && l >= j) sum += (double)a[n]->at(l, j) * x[(size_t)(i + l * b[n]->pitch)];
                    right &= fabs(sum - 2.0 * b[n]->at(i, j)) < 1e-4;
                }
        }
    }
    snprintf(name, sizeof name, "%strsmBatched", type), claim(name, right);
}

int main() {
    DONE(cublasCreate(&handle));
    bands<float>("S"), bands<double>("D");
    for (int step : {1, -1, 3, -2}) triangles<float>("S", step), triangles<double>("D", step);
    special_elements<float>("S"), special_elements<double>("D");
    special_updates<float>("S"), special_updates<double>("D");
    updates<float>("S"), updates<double>("D");
    rotations<float>("S"), rotations<double>("D");
    batches<float>("S"), batches<double>("D");
    DONE(cublasDestroy(handle));
    return claims_end();
}
#endif
