// Each level makes two of the level below.
template <int depth, int which> struct Twice {
    static constexpr int value = Twice<depth - 1, 2 * which>::value + Twice<depth - 1, 2 * which + 1>::value;
};
template <int which> struct Twice<0, which> { static constexpr int value = which; };
int bomb = Twice<28, 0>::value;
