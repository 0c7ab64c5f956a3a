// banks.cu - FFMA instructions per clock against the numbers of their registers and what is kept for reuse.
//
// usage: banks TILE.cubin     (nvcc -cubin -arch=sm_90 tile.cu -o TILE.cubin)
//
// Register numbers cannot be asked for in PTX. So the machine code of tile.cu is rewritten: each FFMA of its loop gets
// other registers, all from those that the loop's FFMA have anyway. Names: `abc_XYZ` says the numbers of the first
// factor, the second factor and the addend modulo 4; the result goes into the addend. `keep_a_N` says that N
// instructions in a row have the same first factor and keep it for reuse.
#include "../constants/probe.cuh"

#include <functional>
#include <set>

typedef unsigned long long Word;

// Fields of FFMA with three registers, sm_70 to sm_90: bits of the low and of the high word.
static unsigned field(Word word, int at, int bits) { return (unsigned)(word >> at & ((1ull << bits) - 1)); }
static void set_field(Word &word, int at, int bits, Word value) {
    word = (word & ~(((1ull << bits) - 1) << at)) | value << at;
}
static bool is_ffma(Word low) { return field(low, 0, 12) == 0x223; }

struct Operands {
    unsigned a, b, c;
    bool keep_a, keep_b, keep_c;
};

static std::vector<char> image;
static std::vector<size_t> places;          // of the loop's FFMA in the image
static std::vector<unsigned> sources, sums; // registers that the loop's FFMA read, and those that they write

static void read_image(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    for (int byte; (byte = fgetc(file)) != EOF;) image.push_back((char)byte);
    fclose(file);
    std::set<unsigned> read, written;
    for (size_t at = 0; at + 16 <= image.size(); at += 16) {
        Word low;
        memcpy(&low, &image[at], sizeof low);
        Word high;
        memcpy(&high, &image[at + 8], sizeof high);
        if (!is_ffma(low) || field(low, 16, 8) != field(high, 0, 8)) continue;
        places.push_back(at);
        read.insert(field(low, 24, 8));
        read.insert(field(low, 32, 8));
        written.insert(field(low, 16, 8));
    }
    sources.assign(read.begin(), read.end());
    sums.assign(written.begin(), written.end());
    if (places.size() % 128 || places.empty() || sources.size() < 32 || sums.size() < 32) {
        fprintf(stderr, "%s: %zu FFMA, %zu sources, %zu sums\n", path, places.size(), sources.size(), sums.size());
        exit(1);
    }
}

static std::vector<unsigned> of_class(const std::vector<unsigned> &registers, unsigned which, unsigned modulus) {
    std::vector<unsigned> result;
    for (unsigned r : registers)
        if (r % modulus == which) result.push_back(r);
    return result;
}

// operands(i): registers of the i-th FFMA. yield: the bit of that name in each.
static void measure(const std::string &name, const std::function<Operands(int)> &operands, const char *how) {
    static long long *clocks = device_array<long long>(64);
    static float *values = device_array<float>(96 * 512);
    std::vector<char> changed = image;
    for (size_t i = 0; i < places.size(); i++) {
        Operands use = operands((int)i);
        Word low, high;
        memcpy(&low, &changed[places[i]], 8);
        memcpy(&high, &changed[places[i] + 8], 8);
        set_field(low, 16, 8, use.c);
        set_field(low, 24, 8, use.a);
        set_field(low, 32, 8, use.b);
        set_field(high, 0, 8, use.c);
        set_field(high, 41, 4, 1); // stall
        set_field(high, 46, 3, 7); // no barrier
        set_field(high, 49, 3, 7); // no barrier
        set_field(high, 52, 6, 0); // waits for none
        set_field(high, 58, 4, use.keep_a | use.keep_b << 1 | use.keep_c << 2);
        memcpy(&changed[places[i]], &low, 8);
        memcpy(&changed[places[i] + 8], &high, 8);
    }
    cudaLibrary_t library;
    cudaKernel_t kernel;
    CHECK(cudaLibraryLoadData(&library, changed.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(cudaLibraryGetKernel(&kernel, library, "tile"));
    for (int warps : {4, 16}) {
        std::vector<double> rates;
        int turns = (int)sized(64, 1);
        for (int run = 0; run < 5; run++) {
            void *arguments[] = {&clocks, &values, &turns};
            CHECK(cudaLaunchKernel((void *)kernel, dim3(1), dim3(32 * warps), arguments, 0, nullptr));
            std::vector<long long> host = to_host(clocks, 2 * warps);
            long long start = host[0], end = host[1];
            for (int w = 1; w < warps; w++) {
                start = std::min(start, host[2 * w]);
                end = std::max(end, host[2 * w + 1]);
            }
            rates.push_back((double)places.size() * turns * warps / (double)(end - start));
        }
        row(text("banks.%s.warps_%d", name.c_str(), warps), rates, "per clock", how);
    }
    CHECK(cudaLibraryUnload(library));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: banks TILE.cubin\n");
        return 2;
    }
    read_image(argv[1]);
    std::vector<unsigned> source[4], sum[4];
    for (unsigned k = 0; k < 4; k++) {
        source[k] = of_class(sources, k, 4);
        sum[k] = of_class(sums, k, 4);
        fprintf(stderr, "class %u: %zu sources, %zu sums\n", k, source[k].size(), sum[k].size());
        if (source[k].size() < 4 || sum[k].size() < 2) return 1;
    }
    // No operand is that of the instruction before.
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++)
                measure(
                    text("abc_%d%d%d", a, b, c),
                    [&](int i) {
                        const auto &x = source[a], &y = source[b], &z = sum[c];
                        size_t half = y.size() / 2;
                        return Operands{x[i % half], y[half + i % (y.size() - half)], z[i % z.size()], false, false,
                                        false};
                    },
                    "numbers modulo 4; nothing is kept");
    // Two registers only: the second factor is register 255, which reads as zero and from no bank.
    for (int a = 0; a < 2; a++)
        for (int c = 0; c < 2; c++)
            measure(
                text("two_%d%d", a, c),
                [&](int i) {
                    const auto &x = source[a], &z = sum[c];
                    return Operands{x[i % x.size()], 255, z[i % z.size()], false, false, false};
                },
                "a first factor and an addend; numbers modulo 2; nothing is kept");
    // What is kept in the place of the first factor serves the first factor only, and so on.
    for (int place = 0; place < 3; place++)
        measure(
            text("keep_%c_16.even", "abc"[place]),
            [&](int i) {
                unsigned same = source[0][i / 16 % source[0].size()], x = source[0][i % 8], y = source[2][i % 8],
                         z = sum[0][i % sum[0].size()];
                bool keep = i % 16 != 15;
                if (place == 0) return Operands{same, y, z, keep, false, false};
                if (place == 1) return Operands{x, same, z, false, keep, false};
                return Operands{x, y, sum[0][i / 16 % sum[0].size()], false, false, keep};
            },
            "all numbers are even; one register stays 16 instructions long and is kept");
    measure(
        "keep_ab_16.even",
        [&](int i) {
            bool keep = i % 16 != 15;
            return Operands{source[0][i / 16 % 8], source[2][i / 16 % 8], sum[0][i % sum[0].size()], keep, keep, false};
        },
        "all numbers are even; both factors stay 16 instructions long and are kept");
    // The same first factor several times in a row, kept or not; the others from all classes in turn.
    for (int times : {1, 2, 4, 8, 16})
        for (int keep = 0; keep < 2; keep++)
            for (int c = 0; c < 4; c++)
                measure(
                    text("%s_a_%d.bc_%d%d", keep ? "keep" : "again", times, (c + 1) % 4, c),
                    [&](int i) {
                        const auto &x = source[c], &y = source[(c + 1) % 4], &z = sum[c];
                        return Operands{x[i / times % x.size()],        y[i % y.size()], z[i % z.size()],
                                        keep && i % times != times - 1, false,           false};
                    },
                    "the same first factor so often in a row: of the addend's class");
    // As in a tile of 8 x 8: eight first factors, eight second ones, all sums that there are.
    for (int keep = 0; keep < 2; keep++)
        for (int shift = 0; shift < 4; shift++)
            measure(
                text("tile.%s.shift_%d", keep ? "kept" : "read", shift),
                [&](int i) {
                    return Operands{sources[i / 8 % 8 + 8],
                                    sources[i % 8 + 16 + shift],
                                    sums[(i * 5 + i / 32) % sums.size()],
                                    keep && i % 8 != 7,
                                    false,
                                    false};
                },
                "products of eight by eight registers in rows");
    return 0;
}
