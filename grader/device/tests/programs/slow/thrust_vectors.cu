// thrust_vectors.cu - Thrust: vectors on the device, reductions, scans, sorts, transforms and searches.
//
// Takes long to compile, so no goal builds it: nvcc -O3 -arch=sm_90 -lineinfo -cudart shared, then emulate --no-checks.
// (Thrust copies structures to the host with their padding, which compute-sanitizer reports too.)
#include "../claims.cuh"
#include <algorithm>
#include <numeric>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

static constexpr int COUNT = 10007;

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};
struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Scaled {
    float factor;
    __host__ __device__ float operator()(float x, float y) const { return factor * x + y; }
};

int main() {
    Sequence sequence;
    thrust::host_vector<int> host(COUNT);
    for (int i = 0; i < COUNT; i++) host[i] = (int)(sequence.next() % 1000);
    thrust::device_vector<int> device = host;
    claim("reduce", thrust::reduce(device.begin(), device.end()) == std::accumulate(host.begin(), host.end(), 0));
    claim("max_element", *thrust::max_element(device.begin(), device.end()) == *std::max_element(host.begin(), host.end()));
    claim("count_if", thrust::count_if(device.begin(), device.end(), Even()) == std::count_if(host.begin(), host.end(), Even()));
    thrust::device_vector<int> scanned(COUNT);
    thrust::inclusive_scan(device.begin(), device.end(), scanned.begin());
    thrust::host_vector<int> back = scanned;
    bool good = true;
    for (int i = 0, sum = 0; i < COUNT; i++) good &= back[i] == (sum += host[i]);
    claim("inclusive_scan", good);

    thrust::device_vector<float> x(COUNT, 2.0f), y(COUNT), z(COUNT);
    thrust::sequence(y.begin(), y.end());
    thrust::transform(x.begin(), x.end(), y.begin(), z.begin(), Scaled{3});
    claim("transform", z[0] == 6 && z[COUNT - 1] == 6 + COUNT - 1);
    claim("transform_reduce", thrust::transform_reduce(x.begin(), x.end(), Square(), 0.0f, thrust::plus<float>()) == 4.0f * COUNT);
    claim("inner_product", thrust::inner_product(x.begin(), x.begin() + 100, y.begin(), 0.0f) == 9900);
    z[5] = 123;
    claim("an element from the host", z[5] == 123);

    thrust::device_vector<int> values(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(COUNT)), keys = device;
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    thrust::host_vector<int> sorted = keys, order = values;
    good = true;
    for (int i = 0; i < COUNT; i++) good &= sorted[i] == host[order[i]] && (i == 0 || sorted[i - 1] <= sorted[i]);
    claim("sort_by_key", good);
    thrust::sort(device.begin(), device.end(), thrust::greater<int>());
    claim("sort", thrust::is_sorted(device.begin(), device.end(), thrust::greater<int>()));
    auto found = thrust::lower_bound(keys.begin(), keys.end(), 500);
    claim("lower_bound", found - keys.begin() == std::lower_bound(sorted.begin(), sorted.end(), 500) - sorted.begin());
    auto end = thrust::unique(keys.begin(), keys.end());
    claim("unique", end - keys.begin() == std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    thrust::device_vector<int> some(COUNT);
    auto copied = thrust::copy_if(values.begin(), values.end(), some.begin(), Even());
    claim("copy_if", copied - some.begin() == (COUNT + 1) / 2);
    return claims_end();
}
