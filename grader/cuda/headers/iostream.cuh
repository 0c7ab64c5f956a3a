// iostream.cuh - std::cout and std::cerr, with the manipulators of <iomanip>, for host code.
#include <string>
namespace std {
class ostream {
  public:
    FILE *file;
    int digits = 6, wide = 0;
    char notation = 'g', integers = 'd', gap = ' ';
    bool at_left = false, as_words = false;
    ostream(FILE *file) : file(file) {}
    int precision() const { return digits; }
    int precision(int wanted) {
        int before = digits;
        digits = wanted;
        return before;
    }
    void put_text(const char *text) {
        int length = static_cast<int>(strlen(text)), missing = wide > length ? wide - length : 0;
        for (int i = 0; i < missing && !at_left; i++) fprintf(file, "%c", gap);
        fprintf(file, "%s", text);
        for (int i = 0; i < missing && at_left; i++) fprintf(file, "%c", gap);
        wide = 0;
    }
    template <typename T> void put_integer(T value) {
        char text[32];
        if (integers == 'x') snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(static_cast<make_unsigned_t<T>>(value)));
        else if (integers == 'o') snprintf(text, sizeof text, "%llo", static_cast<unsigned long long>(static_cast<make_unsigned_t<T>>(value)));
        else if (is_signed_v<T>) snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
        else snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
        put_text(text);
    }
    void put_floating(double value) {
        char text[400];
        if (notation == 'f') snprintf(text, sizeof text, "%.*f", digits, value);
        else if (notation == 'e') snprintf(text, sizeof text, "%.*e", digits, value);
        else snprintf(text, sizeof text, "%.*g", digits, value);
        put_text(text);
    }
    ostream &operator<<(const char *text) {
        put_text(text);
        return *this;
    }
    ostream &operator<<(const string &text) { return *this << text.c_str(); }
    ostream &operator<<(char c) {
        char text[2] = {c, 0};
        return *this << text;
    }
    ostream &operator<<(unsigned char c) { return *this << static_cast<char>(c); }
    ostream &operator<<(signed char c) { return *this << static_cast<char>(c); }
    ostream &operator<<(bool value) { return as_words ? *this << (value ? "true" : "false") : *this << static_cast<int>(value); }
    ostream &operator<<(const void *pointer) {
        char text[32];
        if (pointer) snprintf(text, sizeof text, "%p", pointer);
        return *this << (pointer ? text : "0");
    }
    ostream &operator<<(float value) {
        put_floating(value);
        return *this;
    }
    ostream &operator<<(double value) {
        put_floating(value);
        return *this;
    }
    ostream &operator<<(ostream &(*manipulator)(ostream &)) { return manipulator(*this); }
#define PUTS(T)                                                                                                        \
    ostream &operator<<(T value) {                                                                                     \
        put_integer(value);                                                                                            \
        return *this;                                                                                                  \
    }
    PUTS(short)
    PUTS(unsigned short)
    PUTS(int)
    PUTS(unsigned)
    PUTS(long)
    PUTS(unsigned long)
    PUTS(long long)
    PUTS(unsigned long long)
#undef PUTS
};
inline ostream cout(stdout), cerr(stderr), clog(stderr);
#define MANIPULATOR(name, effect)                                                                                      \
    inline ostream &name(ostream &stream) {                                                                            \
        effect;                                                                                                        \
        return stream;                                                                                                 \
    }
MANIPULATOR(endl, fprintf(stream.file, "\n"))
MANIPULATOR(flush, fflush(stream.file))
MANIPULATOR(fixed, stream.notation = 'f')
MANIPULATOR(scientific, stream.notation = 'e')
MANIPULATOR(defaultfloat, stream.notation = 'g')
MANIPULATOR(hex, stream.integers = 'x')
MANIPULATOR(oct, stream.integers = 'o')
MANIPULATOR(dec, stream.integers = 'd')
MANIPULATOR(left, stream.at_left = true)
MANIPULATOR(right, stream.at_left = false)
MANIPULATOR(boolalpha, stream.as_words = true)
MANIPULATOR(noboolalpha, stream.as_words = false)
#undef MANIPULATOR
#define PARAMETER(name, T, member)                                                                                     \
    struct __##name {                                                                                                  \
        T value;                                                                                                       \
    };                                                                                                                 \
    inline __##name name(T value) { return {value}; }                                                                  \
    inline ostream &operator<<(ostream &stream, __##name wanted) {                                                     \
        stream.member = wanted.value;                                                                                  \
        return stream;                                                                                                 \
    }
PARAMETER(setprecision, int, digits)
PARAMETER(setw, int, wide)
PARAMETER(setfill, char, gap)
#undef PARAMETER
} // namespace std
