// stdexcept.cuh - what programs throw. Nothing catches it: `try` is refused.
#include <string>
namespace std {
#define EXCEPTION(name)                                                                                                \
    class name {                                                                                                       \
        string text;                                                                                                   \
                                                                                                                       \
      public:                                                                                                          \
        name(const string &text) : text(text) {}                                                                       \
        name(const char *text) : text(text) {}                                                                         \
        const char *what() const { return text.c_str(); }                                                              \
    };
EXCEPTION(runtime_error)
EXCEPTION(logic_error)
EXCEPTION(invalid_argument)
EXCEPTION(out_of_range)
EXCEPTION(length_error)
EXCEPTION(domain_error)
EXCEPTION(overflow_error)
#undef EXCEPTION
} // namespace std
