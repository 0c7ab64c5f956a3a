// host.cu - host code, whose output is held against that of the program that a C++ compiler makes of it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Point {
    int x = 5, y = 6;
};

// ---- constructors: members in parentheses and in braces, defaults, bases ----
struct Inner {
    explicit Inner(int n) : values(n, 7), twice{n, 7}, two(2) {}
    Inner() : Inner(1) {}
    std::vector<int> values, twice, two;
};
struct Holder {
    Holder(const Point &p, int n) : point(p), inner(n), scale() { points[1].x = n; }
    const Point &point;
    Inner inner;
    Point points[3], alone;
    double scale;
    int count{3}, more = count + 1;
};
struct Base {
    int base;
    Base(int a, int b) : base(a * 10 + b) {}
    int get() const { return base; }
};
struct Derived : Base {
    int own;
    Derived(int a) : Base(a, 2), own(base + 1) {}
    int get() const { return Base::get() + own; }
};

static void constructors() {
    Point p{1};
    Holder h(p, 4);
    p.y = 9;
    printf("%zu %d %zu %d %zu\n", h.inner.values.size(), h.inner.values[3], h.inner.twice.size(), h.inner.twice[0],
           h.inner.two.size());
    printf("%d %d %d %d %d %g %d %d\n", h.point.y, h.points[0].x, h.points[1].x, h.points[2].y, h.alone.x, h.scale,
           h.count, h.more);
    Inner one;
    printf("%zu %d\n", one.values.size(), Derived(3).get());
    Point few[3] = {{1, 2}, {3}};
    printf("%d %d %d\n", few[0].y, few[1].y, few[2].x);
    Point *made = new Point, *many = new Point[2];
    printf("%d %d\n", made->x, many[1].y);
    delete made;
    delete[] many;
    std::vector<Point> points(2);
    points.push_back({8, 9});
    points.resize(4);
    printf("%d %d %d\n", points[0].x, points[2].y, points[3].x);
    std::vector<std::vector<int>> table(3, std::vector<int>(2, 4));
    table[1][1] = 8;
    std::vector<std::vector<int>> copy = table;
    copy[0][0] = 1;
    printf("%d %d %d %zu\n", table[0][0], copy[0][0], copy[1][1], copy[2].size());
}

// ---- destructors, in order ----
struct Noisy {
    int number;
    explicit Noisy(int n) : number(n) { printf("+%d ", n); }
    ~Noisy() { printf("-%d ", number); }
};
static int leave(int n) {
    Noisy a(1);
    for (int i = 0; i < 3; i++) {
        Noisy b(10 + i);
        if (i == n) break;
        if (i == 0) continue;
        if (i == 2) return 5;
    }
    Noisy *heap = new Noisy(30);
    delete heap;
    return 6;
}

// ---- control flow, conversions, arithmetic ----
static int switches(int n) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        switch (i) {
        case 0:
        case 1: sum += 1;
        case 2: sum += 10; break;
        case 3: {
            if (n > 3) continue;
            sum += 100;
            break;
        }
        default: sum += 1000;
        }
        sum++;
    }
    return sum;
}

static void arithmetic(int n) {
    unsigned char narrow = 250;
    narrow += 10;
    short s = (short)70000;
    unsigned u = 3u - n;
    int minus = -7;
    printf("%d %d %u %d %d %d\n", narrow, s, u, minus / 2, minus % 2, minus >> 1);
    printf("%d %lld %llu %d\n", (int)u > 0, (long long)n * 1000000007, (unsigned long long)-1, -1 < (int)sizeof(int));
    printf("%d %d %d\n", -1 < 1u, (int)3.99f, (int)-3.99);
    float f = 16777216.0f;
    f += 1.0f;
    float g = 0.1f;
    double d = g * 3;
    printf("%.9g %.17g %.17g %.9g\n", f, d, 0.1 * 3, g * g + g);
    printf("%d %d %d\n", 1 << 4, 0x80000000u >> 31, ~0u == 0xffffffffu);
    uint64_t wide = 1ull << 40;
    int32_t cut = (int32_t)(wide + 5);
    printf("%llu %d %zu\n", (unsigned long long)(wide | 3), cut, sizeof(wide));
    int i = 3;
    int before = i++ + 10, after = ++i + 10;
    printf("%d %d %d\n", before, after, i);
    bool b = n;
    b &= 2;
    printf("%d %d %d\n", b, !n, (bool)0.5);
    char c = 'a' + 2;
    printf("%c %d %s\n", c, c, "text" + 1);
    int x = 5;
    x <<= 2, x ^= 3, x |= 64, x %= 50;
    printf("%d %d\n", x, n > 2 ? n < 9 ? 1 : 2 : 3);
    printf("%g %g %g %g\n", std::sqrt(2.0), std::floor(-2.5), std::fmod(7.5, 2.0), std::ceil(2.1f));
    printf("%ld %g %g\n", lround(2.5), std::pow(2.0, 10.0), std::abs(-2.5));
}

// ---- lambdas, references, templates ----
template <typename T, typename F> static T fold(const std::vector<T> &values, T start, F f) {
    for (const T &value : values) start = f(start, value);
    return start;
}
template <int N> struct Fixed {
    int values[N] = {};
    static constexpr int SIZE = N;
    int &operator[](int i) { return values[i]; }
    int operator[](int i) const { return values[i]; }
    Fixed operator+(const Fixed &other) const {
        Fixed sum;
        for (int i = 0; i < N; i++) sum[i] = values[i] + other[i];
        return sum;
    }
};
static void swap_them(int &a, int &b) {
    int c = a;
    a = b;
    b = c;
}
static int count_calls() {
    static int calls = 0;
    return ++calls;
}

static void abstractions(int n) {
    std::vector<int> values = {5, 3, 9, 1};
    int offset = n;
    auto add = [offset](int a, int b) { return a + b + offset; };
    auto most = [&](int a, int b) { return a > b ? a : (offset++, b); };
    printf("%d\n", fold(values, 0, add));
    printf("%d\n", fold(values, 0, most));
    printf("%d\n", offset);
    std::sort(values.begin(), values.end());
    printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
    std::sort(values.begin(), values.end(), [](int a, int b) { return a > b; });
    printf("%d %d\n", values.front(), values.back());
    printf("%d %d %d\n", *std::max_element(values.begin(), values.end()),
           *std::min_element(values.begin(), values.end()), (int)(std::find(values.begin(), values.end(), 3) - values.begin()));
    std::vector<int> copy(6, -1);
    std::copy(values.begin(), values.end(), copy.begin() + 1);
    printf("%d %d %d\n", copy[0], copy[1], copy[5]);
    std::copy_n(values.data(), 3, copy.data() + 3);
    printf("%d %d %d\n", copy[2], copy[3], copy[5]);
    std::fill(copy.begin(), copy.end(), 2);
    std::fill_n(copy.begin(), 2, 4);
    std::reverse(copy.begin(), copy.end());
    std::swap(copy[0], copy[5]);
    printf("%d %d %d\n", copy[0], copy[4], copy[5]);
    Fixed<3> a, b;
    a[1] = 4, b[1] = 5, b[2] = 1;
    const Fixed<3> c = a + b;
    printf("%d %d %d %d\n", c[0], c[1], c[2], Fixed<3>::SIZE);
    int left = 1, right = 2;
    swap_them(left, right);
    count_calls(), count_calls();
    printf("%d %d %d\n", left, right, count_calls());
    int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, *flat = &table[0][0], (*rows)[3] = table + 1;
    printf("%d %d %zu\n", flat[4], (*rows)[2], sizeof table / sizeof table[0]);
    auto [first, second] = Point{7, 8};
    printf("%d %d %d\n", first, second, std::clamp(n, 0, 2));
    enum class Color { RED = 3, BLUE };
    printf("%d\n", static_cast<int>(Color::BLUE));
    union {
        float f;
        unsigned u;
    } bits;
    bits.f = 1.5f;
    printf("%08x\n", bits.u);
    float g = -2.0f;
    unsigned raw;
    memcpy(&raw, &g, sizeof raw);
    printf("%08x %d %d\n", raw, memcmp("ab", "ac", 2) < 0, (int)strlen("four"));
    char text[32];
    snprintf(text, sizeof text, "%3d|%-5s|%05.1f|%x|%%", n, "ab", 2.25, 255u);
    puts(text);
}

// ---- packs ----

template <typename... T> struct Tuple {};
template <typename T, typename... R> struct Tuple<T, R...> {
    T head;
    Tuple<R...> tail;
};
template <typename T> struct Length;
template <typename... T> struct Length<Tuple<T...>> { static constexpr int value = sizeof...(T); };
template <typename T, typename... R> int head_and_rest(const Tuple<T, R...> &t) { return 10 * (int)sizeof...(R) + t.head; }
template <int... D> struct Shape {};
template <int A, int... R> constexpr int product(Shape<A, R...>) {
    if constexpr (sizeof...(R) == 0) return A;
    else return A * product(Shape<R...>{});
}
template <typename F, size_t... I> void unrolled(F f, std::index_sequence<I...>) { (f(I), ...); }
template <typename T> struct View {
    T *data;
    int n;
};
template <typename T> int last(View<const T> view) { return view.data[view.n - 1]; }

static void packs() {
    int squares[4], values[] = {3, 1, 2};
    unrolled([&](int i) { squares[i] = i * i; }, std::make_index_sequence<4>{});
    [&]<int... i>(std::integer_sequence<int, i...>) { ((squares[i] += i), ...); }(std::make_integer_sequence<int, 3>{});
    auto add = []<typename T>(T a, T b) { return a + b; };
    Tuple<int, float, char> tuple{3, {2.0f, {'a', {}}}};
    printf("%d %d %d\n", squares[2], squares[3], add(1, 2));
    printf("%d %d %d %d\n", head_and_rest(tuple), Length<Tuple<int, int>>::value, product(Shape<2, 3, 4>{}), last<int>({values, 3}));
    printf("one \
two\n");
}

static void streams(int n) {
    std::string word = "abc";
    word += "def";
    std::string copy = word;
    copy += 'g';
    std::cout << word << " " << copy.size() << " " << word + "x" + std::to_string(n) << (word == "abcdef") << std::endl;
    std::cout << n << ' ' << 1.5f << " " << 1e10 << " " << 2.0 / 3 << " " << true << 'c' << static_cast<unsigned char>(65) << "\n";
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << std::setw(8) << n << "|" << std::left << std::setw(6) << "ab" << "|\n";
    std::cout << std::setfill('0') << std::right << std::setw(5) << 7 << std::hex << " " << 255 << std::dec << " " << -3LL << "\n";
    std::vector<int> a(3, 1), b(3, 1);
    std::cout << std::boolalpha << (a == b) << (a != b) << std::endl;
}

int main() {
    int n = 4;
    constructors();
    printf("%d\n", leave(7));
    printf("%d\n", leave(1));
    printf("%d %d\n", switches(2), switches(n));
    arithmetic(n);
    abstractions(n);
    packs();
    streams(n);
}
