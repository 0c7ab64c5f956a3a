// declared_again.cu - a function that is declared after its definition keeps the parameters that its body names.
constexpr int difference(int larger, int smaller) { return larger - smaller; }
constexpr int difference(int first, int second);
static_assert(difference(7, 3) == 4, "the body's own parameters");
