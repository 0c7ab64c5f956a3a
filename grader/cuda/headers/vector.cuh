// vector.cuh - std::vector, for host code.
namespace std {
template <typename T> class vector {
    T *values = nullptr;
    size_t count = 0, room = 0;

  public:
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    vector() {}
    explicit vector(size_t n) { resize(n); }
    vector(size_t n, const T &value) { resize(n, value); }
    vector(const vector &other) {
        reserve(other.count);
        for (size_t i = 0; i < other.count; i++) push_back(other.values[i]);
    }
    vector(initializer_list<T> list) {
        reserve(list.size());
        for (const T &value : list) push_back(value);
    }
    template <typename I>
        requires(!is_integral_v<I>)
    vector(I first, I last) {
        for (; first != last; ++first) push_back(*first);
    }
    ~vector() {
        if (values) delete[] static_cast<T *>(realloc(values, count * sizeof(T)));
    }
    vector &operator=(const vector &other) {
        if (this == &other) return *this;
        count = 0;
        reserve(other.count);
        for (size_t i = 0; i < other.count; i++) push_back(other.values[i]);
        return *this;
    }
    void reserve(size_t wanted) {
        if (wanted <= room) return;
        values = static_cast<T *>(realloc(values, wanted * sizeof(T)));
        room = wanted;
    }
    void resize(size_t n) { resize(n, T()); }
    void resize(size_t n, const T &value) {
        reserve(n);
        while (count < n) values[count++] = value;
        count = n;
    }
    void assign(size_t n, const T &value) {
        count = 0;
        resize(n, value);
    }
    void push_back(const T &value) {
        if (count == room) reserve(room ? 2 * room : 8);
        values[count++] = value;
    }
    template <typename... A> T &emplace_back(A... arguments) {
        push_back(T{arguments...});
        return back();
    }
    void pop_back() { count--; }
    void clear() { count = 0; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    size_t capacity() const { return room; }
    T *data() { return values; }
    const T *data() const { return values; }
    T &operator[](size_t i) { return values[i]; }
    const T &operator[](size_t i) const { return values[i]; }
    T &at(size_t i) { return values[i]; }
    T &front() { return values[0]; }
    T &back() { return values[count - 1]; }
    const T &front() const { return values[0]; }
    const T &back() const { return values[count - 1]; }
    T *begin() { return values; }
    T *end() { return values + count; }
    const T *begin() const { return values; }
    const T *end() const { return values + count; }
};
template <typename T> bool operator==(const vector<T> &a, const vector<T> &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++)
        if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T> bool operator!=(const vector<T> &a, const vector<T> &b) { return !(a == b); }
} // namespace std
