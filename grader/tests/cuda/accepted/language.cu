// language.cu - the language, claim by claim: static assertions that hold in every C++20 compiler.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

// ---- the usual arithmetic conversions ----
static_assert(std::is_same_v<decltype(1 + 1u), unsigned>);
static_assert(std::is_same_v<decltype(1u + 1l), long>);
static_assert(std::is_same_v<decltype(1ul + 1l), unsigned long>);
static_assert(std::is_same_v<decltype(1ll + 1ul), unsigned long long>);
static_assert(std::is_same_v<decltype('a' + 'b'), int>);
static_assert(std::is_same_v<decltype(1.0f + 1), float>);
static_assert(std::is_same_v<decltype(1.0f + 1.0), double>);
static_assert(std::is_same_v<decltype(true + true), int>);
static_assert(std::is_same_v<decltype(1 << 2l), int>);
static_assert(std::is_same_v<decltype(1 < 2), bool>);
static_assert(-1 > 0u);
static_assert(static_cast<unsigned char>(300) == 44);
static_assert(static_cast<int>(-3.9) == -3);
static_assert(-7 / 2 == -3 && -7 % 2 == -1);
static_assert(0xffffffff == 4294967295u && std::is_same_v<decltype(0xffffffff), unsigned>);
static_assert(std::is_same_v<decltype(4294967296), long>);
static_assert(1'000'000 == 1000000 && 0b1010 == 10 && 017 == 15);
static_assert((1 << 4 | 3 & 1) == 17 && (2 + 3 * 4 >> 1) == 7);
static_assert((true ? 1 : 2.5) == 1.0 && std::is_same_v<decltype(true ? 1 : 2.5), double>);
static_assert(sizeof(int[3][4]) == 48 && sizeof(char) == 1 && sizeof(long) == 8 && sizeof(void *) == 8);
static_assert('\n' == 10 && '\x41' == 'A' && '\101' == 'A' && sizeof "abc" == 4 && sizeof("ab" "cd") == 5);

// ---- vectors, alignment, layout ----
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(float4) == 16 && alignof(float4) == 16);
static_assert(sizeof(double4) == 32 && alignof(double4) == 16 && sizeof(uchar4) == 4 && alignof(short2) == 4);
struct Mixed {
    char a;
    double b;
    char c;
};
static_assert(sizeof(Mixed) == 24 && alignof(Mixed) == 8);
struct alignas(32) Wide {
    int x;
};
static_assert(sizeof(Wide) == 32 && alignof(Wide) == 32);
union Either {
    int i;
    double d;
};
static_assert(sizeof(Either) == 8);
struct Derived : Mixed {
    int d;
};
static_assert(sizeof(Derived) == 32);

// ---- functions, overloads, defaults, references ----
constexpr int which(int) { return 1; }
constexpr int which(double) { return 2; }
constexpr int which(const char *) { return 3; }
constexpr int which(unsigned long) { return 4; }
static_assert(which(1) == 1 && which(1.5f) == 2 && which("a") == 3 && which('a') == 1 && which(sizeof 1) == 4);
constexpr int with_default(int a, int b = 10) { return a + b; }
static_assert(with_default(1) == 11 && with_default(1, 2) == 3);
constexpr int by_reference() {
    int x = 1, y = 2;
    int &r = x;
    r = 5;
    std::swap(x, y);
    return 10 * x + y;
}
static_assert(by_reference() == 25);
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static_assert(factorial(10) == 3628800);
constexpr int array_sum(const int (&values)[4]) {
    int sum = 0;
    for (int value : values) sum += value;
    return sum;
}
constexpr int FOUR[] = {1, 2, 3, 4};
static_assert(array_sum(FOUR) == 10 && sizeof FOUR / sizeof *FOUR == 4 && FOUR[2] == 3);

// ---- statements ----
constexpr int statements(int n) {
    int result = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 1) continue;
        if (i == 4) break;
        result += j;
    }
    while (n > 0) result += n--;
    do result++;
    while (result < 0);
    switch (result % 3) {
    case 0: result += 100; break;
    case 1: result += 200;
    default: result += 1000;
    }
    if (int extra = result % 7; extra > 2) result += extra;
    return result;
}
static_assert(statements(3) == 10 + 8 + 7 + 6 + 1 + 1000 + 1032 % 7 * (1032 % 7 > 2));

// ---- classes ----
struct Vec {
    float x = 1, y = 2;
    constexpr Vec operator+(const Vec &other) const { return {x + other.x, y + other.y}; }
    constexpr Vec &operator*=(float s) {
        x *= s;
        y *= s;
        return *this;
    }
    constexpr bool operator==(const Vec &other) const { return x == other.x && y == other.y; }
    constexpr float operator[](int i) const { return i ? y : x; }
    static constexpr int SIZE = 2;
};
constexpr Vec operator-(const Vec &v) { return {-v.x, -v.y}; }
constexpr Vec scaled(Vec v, float s) { return v *= s; }
static_assert(Vec{} == Vec{1, 2} && (Vec{1, 1} + Vec{2, 3}) == Vec{3, 4} && -Vec{1, 2} == Vec{-1, -2});
static_assert(scaled({1, 2}, 3) == Vec{3, 6} && Vec{5, 6}[1] == 6 && Vec::SIZE == 2);
static_assert(Vec{.y = 7} == Vec{1, 7});
class Counter {
    int count;
    int *where;

  public:
    constexpr Counter(int start, int &place) : count(start), where(&place) {}
    constexpr int next() { return *where = ++count; }
    constexpr int operator()(int by) { return count += by; }
};
constexpr int counted() {
    int place = 0;
    Counter counter(3, place);
    counter.next();
    return counter(10) * 100 + place;
}
static_assert(counted() == 1404);
enum Colour { RED, GREEN = 5, BLUE };
enum class Shape : unsigned char { ROUND = 3, SQUARE };
static_assert(BLUE == 6 && sizeof(Shape) == 1 && static_cast<int>(Shape::SQUARE) == 4);
namespace outer::inner {
constexpr int value = 3;
}
namespace alias = outer::inner;
using outer::inner::value;
static_assert(alias::value == 3 && value == 3);

// ---- templates ----
template <typename T, int N = 4> struct Buffer {
    T data[N];
    static constexpr int bytes = N * sizeof(T);
    constexpr int size() const { return N; }
};
static_assert(sizeof(Buffer<double>) == 32 && Buffer<char, 3>::bytes == 3 && Buffer<int, 7>{}.size() == 7);
template <typename T> constexpr T larger(T a, T b) { return a < b ? b : a; }
static_assert(larger(3, 7) == 7 && larger<double>(1, 2.5) == 2.5);
template <typename T> struct is_float_pointer { static constexpr bool value = false; };
template <> struct is_float_pointer<float *> { static constexpr bool value = true; };
static_assert(is_float_pointer<float *>::value && !is_float_pointer<int *>::value);
template <typename T> struct pointee {};
template <typename T> struct pointee<T *> { using type = T; };
static_assert(std::is_same_v<pointee<const int *>::type, const int>);
template <typename T> using Pair = std::pair<T, T>;
static_assert(Pair<int>{3, 4}.second == 4);
template <typename T> constexpr int digits = sizeof(T) * 8;
static_assert(digits<short> == 16);
template <int N> constexpr int fibonacci() {
    if constexpr (N < 2) return N;
    else return fibonacci<N - 1>() + fibonacci<N - 2>();
}
static_assert(fibonacci<20>() == 6765);
template <typename... T> constexpr auto total(T... values) { return (values + ... + 0); }
static_assert(total(1, 2, 3) == 6 && total() == 0 && total(1.5, 2) == 3.5);
template <typename... T> constexpr int count_of(T...) { return sizeof...(T); }
static_assert(count_of(1, 'a', 2.0) == 3);
template <typename F, typename... A> constexpr auto apply(F f, A... arguments) { return f(arguments...); }
static_assert(apply(larger<int>, 3, 9) == 9);
template <typename T, size_t N> constexpr size_t length(const T (&)[N]) { return N; }
static_assert(length(FOUR) == 4);
template <typename T>
    requires std::integral<T>
constexpr int kind(T) {
    return 1;
}
template <std::floating_point T> constexpr int kind(T) { return 2; }
static_assert(kind(3) == 1 && kind(3.0f) == 2);
constexpr auto twice(auto x) { return x + x; }
static_assert(twice(4) == 8 && twice(1.5) == 3.0);

// ---- lambdas ----
constexpr int lambdas() {
    int base = 10, seen = 0;
    auto add = [base](int x) { return x + base; };
    auto see = [&](int x) { seen += x; };
    auto generic = [](auto a, auto b) { return a * b; };
    auto with_value = [n = base * 2]() mutable { return ++n; };
    see(add(1));
    see(generic(3, 4));
    see(with_value());
    return seen;
}
static_assert(lambdas() == 11 + 12 + 21);
constexpr std::array<int, 3> filled() {
    std::array<int, 3> result{};
    for (size_t i = 0; i < result.size(); i++) result[i] = static_cast<int>(i * i);
    return result;
}
static_assert(filled()[2] == 4);
constexpr int bound() {
    auto [a, b] = std::pair<int, int>{3, 4};
    int values[] = {a, b, 5};
    auto &[x, y, z] = values;
    x = 30;
    return values[0] + y + z;
}
static_assert(bound() == 39);
static_assert(std::min({4, 2, 8}) == 2 && std::max(3, 7) == 7 && std::numeric_limits<int>::max() == 2147483647);

// ---- the preprocessor ----
#define JOIN(a, b) a##b
#define TEXT(x) #x
#define FIRST(a, ...) a
#define SQUARE(x) ((x) * (x))
static_assert(JOIN(1, 2) == 12 && sizeof TEXT(a + b) == 6 && FIRST(3, 4, 5) == 3 && SQUARE(SQUARE(2)) == 16);
#if defined(JOIN) && !defined(NOTHING) && (3 > 2 ? 1 : 0) && SQUARE(3) == 9
#ifdef NOTHING
#error not here
#elif 1 << 3 >= 8
constexpr int chosen = 1;
#else
#error nor here
#endif
#endif
static_assert(chosen == 1 && __LINE__ == 232);
