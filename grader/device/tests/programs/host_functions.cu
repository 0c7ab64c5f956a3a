// host_functions.cu - host functions of streams run beside the program: what overlaps, and what does not.
#include "pieces.cuh"
#include <atomic>
#include <chrono>
#include <thread>

static std::atomic<int> called;
static void CUDART_CB call(void *) { called++; }
static void CUDART_CB call_back(cudaStream_t, cudaError_t error, void *) { called += error == cudaSuccess; }

static void function(int n) { MUST(cudaLaunchHostFunc(streams[n], call, nullptr)); }
static void callback(int n) { MUST(cudaStreamAddCallback(streams[n], call_back, nullptr, 0)); }

// What the work of stream 0 becomes if it is captured.
template <typename Work> static cudaGraphExec_t captured(const Work &work) {
    cudaGraph_t graph;
    cudaGraphExec_t made;
    MUST(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    work();
    MUST(cudaStreamEndCapture(streams[0], &graph));
    MUST(cudaGraphInstantiate(&made, graph, 0));
    MUST(cudaGraphDestroy(graph));
    return made;
}

// ---- beside the program ----------------------------------------------------------------------------------------

static void beside() {
    // Stream 0 copies there until 2, stream 1 back until 2.
    claim_pieces("function_between_copies_holds_up_no_other_stream", 2, [] { there(0), function(0), there(0), back(1, 2); });
    claim_pieces("callback_between_copies_holds_up_no_other_stream", 2, [] { there(0), callback(0), there(0), back(1, 2); });
    // The last piece goes there until 4 and back until 5.
    claim_pieces("streams_that_end_with_a_function_overlap", 5, [] {
        for (int n = 0; n < STREAMS; n++) there(n), back(n), function(n);
    });
    // The function comes after the first copy, and the second one after it.
    claim_pieces("function_leaves_its_stream_in_order", 2, [] { there(0), function(0), back(0); });

    cudaGraphExec_t node = captured([] { function(0); }), all = captured([] { there(0), function(0), there(0); });
    claim_pieces("node_behind_a_copy_holds_up_no_other_stream", 1, [=] {
        there(0);
        MUST(cudaGraphLaunch(node, streams[0]));
        back(1);
    });
    claim_pieces("node_between_copies_of_a_graph_holds_up_no_other_stream", 2, [=] {
        MUST(cudaGraphLaunch(all, streams[0]));
        back(1, 2);
    });
    MUST(cudaGraphExecDestroy(node));
    MUST(cudaGraphExecDestroy(all));
}

// ---- before the program ----------------------------------------------------------------------------------------

// Waits as a program does that has no other sign of the work's end.
static void wait_for_call(int before) {
    while (called == before) {}
}

static void waited_for() {
    claim_pieces("wait_after_a_function_is_a_wait", 2, [] { there(0), function(0), wait(0), back(1); });
    claim_pieces("waits_after_functions_put_streams_one_after_another", 8, [] {
        for (int n = 0; n < STREAMS; n++) there(n), back(n), function(n), wait(n);
    });
    // Without the function's signal, the copy back would be a race.
    claim_pieces("copy_of_what_the_function_came_after_comes_after_it", 2, [] {
        int before = called;
        there(0), function(0);
        wait_for_call(before);
        MUST(cudaMemcpyAsync(pinned[1], device[0], PIECE, cudaMemcpyDeviceToHost, streams[1]));
    });
    claim_pieces("polls_after_functions_put_streams_one_after_another", 8, [] {
        for (int n = 0, before = called; n < STREAMS; n++) there(n), back(n), function(n), wait_for_call(before++);
    });
    claim_pieces("poll_behind_all_functions_holds_up_no_stream", 5, [] {
        int before = called;
        for (int n = 0; n < STREAMS; n++) there(n), back(n), function(n);
        while (called < before + STREAMS) {}
    });
    // The function is called at 1, whatever is behind it, and stream 1 copies back from then on.
    claim_pieces("poll_in_front_of_more_work_is_a_wait_for_the_function", 3, [] {
        int before = called;
        there(0), function(0), there(0);
        wait_for_call(before);
        back(1, 2);
    });
    claim_pieces("program_that_sleeps_until_a_callback_waits_for_it", 3, [] {
        int before = called;
        there(0), callback(0);
        while (called == before) std::this_thread::sleep_for(std::chrono::microseconds(100));
        back(1, 2);
    });
    // Of the functions of two streams the earlier one is called first, though the later one was asked for first.
    claim_pieces("functions_are_called_as_the_work_before_them_ends", 4, [] {
        int before = called;
        there(0, 3), function(0), back(1), function(1);
        wait_for_call(before);
        back(1, 3);
    });
    cudaGraphExec_t node = captured([] { function(0); });
    claim_pieces("poll_for_a_node_is_a_wait_for_it", 3, [=] {
        int before = called;
        there(0);
        MUST(cudaGraphLaunch(node, streams[0]));
        wait_for_call(before);
        back(1, 2);
    });
    MUST(cudaGraphExecDestroy(node));
    cudaGraphExec_t copy = captured([] { MUST(cudaMemcpyAsync(pinned[0], device[2], PIECE, cudaMemcpyDeviceToHost, streams[0])); });
    claim_pieces("node_that_uses_what_the_function_came_after_comes_after_it", 2, [=] {
        int before = called;
        there(2), function(2);
        wait_for_call(before);
        MUST(cudaGraphLaunch(copy, streams[0]));
    });
    MUST(cudaGraphExecDestroy(copy));
}

// ---- what is behind a function -----------------------------------------------------------------------------------

static std::atomic<bool> open;
static void CUDART_CB wait_until_open(void *) {
    while (!open) std::this_thread::yield();
}
static void CUDART_CB write_five(void *where) { *static_cast<char *>(where) = 5; }

static void behind() {
    // It lasts no time of the device's.
    open = false;
    claim_pieces("function_may_wait_for_the_program", 2, [] {
        there(0);
        MUST(cudaLaunchHostFunc(streams[0], wait_until_open, nullptr));
        there(0), back(1);
        open = true;
    });
    *pinned[0] = *pinned[1] = 0;
    MUST(cudaLaunchHostFunc(streams[0], write_five, pinned[0]));
    there(0);
    MUST(cudaMemcpyAsync(pinned[1], device[0], 1, cudaMemcpyDeviceToHost, streams[0]));
    wait(0);
    claim("work_behind_a_function_sees_what_it_wrote", *pinned[1] == 5, "read %d", *pinned[1]);
}

int main() {
    pieces_begin();
    beside();
    waited_for();
    behind();
    claim("functions_are_called", called == 29, "%d calls", called.load());
    pieces_end();
    return claims_end();
}
