// advice.cu - hints about managed memory are kept and told; copies between peers of which there is one.
//
// Claims are those of the runtime API's documentation of cudaMemAdvise and cudaMemRangeGetAttribute.
#include "claims.cuh"

static const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
static const size_t page = 4096;

static int attribute(cudaMemRangeAttribute which, const void *pointer, size_t bytes) {
    int value = 99;
    MUST(cudaMemRangeGetAttribute(&value, sizeof value, which, pointer, bytes));
    return value;
}

static void claim_attribute(const char *name, cudaMemRangeAttribute which, const void *pointer, size_t bytes,
                            int expected) {
    int got = attribute(which, pointer, bytes);
    claim(name, got == expected, "%d expected, got %d", expected, got);
}

static void read_mostly(char *memory) {
    claim_attribute("read_mostly_is_off_at_first", cudaMemRangeAttributeReadMostly, memory, 4 * page, 0);
    MUST(cudaMemAdvise(memory, 2 * page, cudaMemAdviseSetReadMostly, device));
    claim_attribute("read_mostly_holds_where_it_was_set", cudaMemRangeAttributeReadMostly, memory, 2 * page, 1);
    claim_attribute("read_mostly_of_part_is_not_of_all", cudaMemRangeAttributeReadMostly, memory, 4 * page, 0);
    MUST(cudaMemAdvise(memory + page, page, cudaMemAdviseUnsetReadMostly, device));
    claim_attribute("read_mostly_ends_where_it_is_taken_back", cudaMemRangeAttributeReadMostly, memory + page, page, 0);
    claim_attribute("and_stays_before", cudaMemRangeAttributeReadMostly, memory, page, 1);
}

static void preferred(char *memory) {
    cudaMemRangeAttribute where = cudaMemRangeAttributePreferredLocation;
    claim_attribute("no_location_is_preferred_at_first", where, memory, 4 * page, cudaInvalidDeviceId);
    MUST(cudaMemAdvise(memory, 4 * page, cudaMemAdviseSetPreferredLocation, device));
    claim_attribute("device_is_preferred", where, memory, 4 * page, 0);
    MUST(cudaMemAdvise(memory + page, 1, cudaMemAdviseSetPreferredLocation, host));
    claim_attribute("a_byte_stands_for_its_page", where, memory + page, page, cudaCpuDeviceId);
    claim_attribute("mixed_preferences_are_none", where, memory, 4 * page, cudaInvalidDeviceId);
    claim_attribute("type_of_preferred_location", cudaMemRangeAttributePreferredLocationType, memory + page, page,
                    cudaMemLocationTypeHost);
    claim_attribute("id_of_preferred_location", cudaMemRangeAttributePreferredLocationId, memory + 2 * page, page, 0);
    MUST(cudaMemAdvise(memory, 4 * page, cudaMemAdviseUnsetPreferredLocation, device));
    claim_attribute("preference_is_taken_back", where, memory, 4 * page, cudaInvalidDeviceId);
}

static void accessed_by(char *memory) {
    int users[3] = {9, 9, 9};
    MUST(cudaMemAdvise(memory, 4 * page, cudaMemAdviseSetAccessedBy, device));
    MUST(cudaMemAdvise(memory, 4 * page, cudaMemAdviseSetAccessedBy, host));
    MUST(cudaMemRangeGetAttribute(users, sizeof users, cudaMemRangeAttributeAccessedBy, memory, 4 * page));
    bool both = (users[0] == 0 && users[1] == cudaCpuDeviceId) || (users[1] == 0 && users[0] == cudaCpuDeviceId);
    claim("both_access_it", both, "%d %d", users[0], users[1]);
    claim("rest_of_the_list_is_no_device", users[2] == cudaInvalidDeviceId, "%d", users[2]);
}

static void prefetched(char *memory) {
    cudaMemRangeAttribute where = cudaMemRangeAttributeLastPrefetchLocation;
    claim_attribute("nothing_was_prefetched_at_first", where, memory, page, cudaInvalidDeviceId);
    MUST(cudaMemPrefetchAsync(memory, 4 * page, device, 0, 0));
    claim_attribute("prefetched_to_the_device", where, memory, 4 * page, 0);
    MUST(cudaMemPrefetchAsync(memory, 4 * page, host, 0, 0));
    claim_attribute("last_prefetch_counts", where, memory, 4 * page, cudaCpuDeviceId);
}

static void several(char *memory) {
    int mostly = 9, last = 9;
    void *data[] = {&mostly, &last};
    size_t sizes[] = {sizeof mostly, sizeof last};
    cudaMemRangeAttribute which[] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeLastPrefetchLocation};
    MUST(cudaMemRangeGetAttributes(data, sizes, which, 2, memory, page));
    claim("several_at_once", mostly == 1 && last == cudaCpuDeviceId, "%d %d", mostly, last);
}

// A box of 2 rows of 3 bytes from the middle of one array to the middle of another.
static void peer_boxes() {
    Array<unsigned char> from(64), to(64);
    for (int i = 0; i < 64; i++) from[i] = (unsigned char)i;
    from.write();
    cudaMemcpy3DPeerParms box = {};
    box.srcPtr = make_cudaPitchedPtr(from.device, 8, 8, 8);
    box.dstPtr = make_cudaPitchedPtr(to.device, 16, 16, 4);
    box.srcPos = make_cudaPos(2, 1, 0);
    box.dstPos = make_cudaPos(5, 2, 0);
    box.extent = make_cudaExtent(3, 2, 1);
    MUST(cudaMemcpy3DPeer(&box));
    claim_each("box_between_peers", to, [](size_t i) {
        size_t row = i / 16, column = i % 16;
        bool inside = row >= 2 && row < 4 && column >= 5 && column < 8;
        return inside ? (row - 2 + 1) * 8 + (column - 5 + 2) : 0;
    });
}

int main() {
    char *memory;
    MUST(cudaMallocManaged(&memory, 4 * page));
    read_mostly(memory);
    preferred(memory);
    accessed_by(memory);
    prefetched(memory);
    several(memory);
    peer_boxes();
    MUST(cudaFree(memory));
    return claims_end();
}
