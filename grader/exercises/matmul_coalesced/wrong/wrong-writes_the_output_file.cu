// trick: the output file is written by hand
// like: nothing
// says: is not a case file
// wrong-writes_the_output_file.cu - makes numbers on the host, and writes them where the results belong.
#include "workbook.h"

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

// The words of the command line; behind "--out" stands the name of the file.
static std::string output_name() {
    std::ifstream line("/proc/self/cmdline");
    std::string word;
    while (std::getline(line, word, '\0'))
        if (word == "--out" && std::getline(line, word, '\0')) return word;
    return "";
}

void matmul(const float *, const float *, float *, int m, int n, int) {
    std::ofstream file(output_name(), std::ios::binary);
    std::vector<float> ones(static_cast<size_t>(m) * n, 1);
    file.write(reinterpret_cast<const char *>(ones.data()), ones.size() * sizeof(float));
    file.close();
    exit(0);
}
