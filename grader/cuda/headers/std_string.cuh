// std_string.cuh - std::string, for host code.
#include <vector>
namespace std {
class string {
    vector<char> bytes; // with the zero at the end

  public:
    static constexpr size_t npos = static_cast<size_t>(-1);
    string() { bytes.push_back(0); }
    string(const char *text) { assign(text, strlen(text)); }
    string(const char *text, size_t length) { assign(text, length); }
    string(const string &other) { assign(other.c_str(), other.size()); }
    string &operator=(const string &other) {
        if (this != &other) assign(other.c_str(), other.size());
        return *this;
    }
    string(size_t length, char c) {
        bytes.resize(length, c);
        bytes.push_back(0);
    }
    string &assign(const char *text, size_t length) {
        bytes.clear();
        for (size_t i = 0; i < length; i++) bytes.push_back(text[i]);
        bytes.push_back(0);
        return *this;
    }
    size_t size() const { return bytes.size() - 1; }
    size_t length() const { return size(); }
    bool empty() const { return !size(); }
    const char *c_str() const { return bytes.data(); }
    const char *data() const { return bytes.data(); }
    char &operator[](size_t i) { return bytes[i]; }
    const char &operator[](size_t i) const { return bytes[i]; }
    const char *begin() const { return bytes.data(); }
    const char *end() const { return bytes.data() + size(); }
    void push_back(char c) {
        bytes.back() = c;
        bytes.push_back(0);
    }
    string &operator+=(char c) {
        push_back(c);
        return *this;
    }
    string &operator+=(const char *text) {
        for (; *text; text++) push_back(*text);
        return *this;
    }
    string &operator+=(const string &text) { return *this += text.c_str(); }
    size_t find(const char *text) const {
        const char *found = strstr(c_str(), text);
        return found ? found - c_str() : npos;
    }
    string substr(size_t from, size_t count = npos) const {
        return string(c_str() + from, count < size() - from ? count : size() - from);
    }
};
inline string operator+(string a, const string &b) { return a += b; }
inline string operator+(string a, const char *b) { return a += b; }
inline string operator+(string a, char b) { return a += b; }
inline string operator+(const char *a, const string &b) { return string(a) += b; }
inline bool operator==(const string &a, const string &b) { return !strcmp(a.c_str(), b.c_str()); }
inline bool operator==(const string &a, const char *b) { return !strcmp(a.c_str(), b); }
inline bool operator!=(const string &a, const string &b) { return !(a == b); }
inline bool operator!=(const string &a, const char *b) { return !(a == b); }
inline bool operator<(const string &a, const string &b) { return strcmp(a.c_str(), b.c_str()) < 0; }
template <typename T>
    requires is_arithmetic_v<T>
string to_string(T value) {
    char text[400];
    if (is_floating_point_v<T>) snprintf(text, sizeof text, "%f", static_cast<double>(value));
    else if (is_signed_v<T>) snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
    else snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
    return text;
}
inline int stoi(const string &text) { return static_cast<int>(strtol(text.c_str(), nullptr, 10)); }
inline double stod(const string &text) { return strtod(text.c_str(), nullptr); }
inline float stof(const string &text) { return static_cast<float>(stod(text)); }
} // namespace std
