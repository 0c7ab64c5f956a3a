# The CUDA memory workbook. Edit a file under exercises/, then:
#
#   make                        the chapters, how far you are, and what is next
#   make grade                  grade every exercise
#     CHAPTER=5                   only that chapter (or run make inside its directory)
#     EXERCISE=name               only that exercise
#     SOLUTIONS=1                 the reference solutions instead of your files
#     JOBS=n                      processes at once (default: one per core)
#     GPU=none                    results of the emulated GPU alone, although there is a real one
#   make watch                  grade whatever file of exercises/ is saved, at once; keys for hint, show, next
#     EXERCISE=name               only that one
#   make live                   the same with a page for your browser: verdict, pictures, and the book
#     EXERCISE=name PORT=8642     only that one; at that port
#   make another EXERCISE=name  the same questions with other numbers
#   make questions EXERCISE=name   the questions of an exercise, with your numbers
#   make hint EXERCISE=name     the next of three hints
#   make explain EXERCISE=name  three questions on your own kernel, once it is right; no points
#   make reset EXERCISE=name    start again; your version is kept aside
#   make show EXERCISE=name     your file with what each line made the GPU do, and build/show/name.html with pictures
#   make ladder EXERCISE=name   what each step of the solution costs
#   make list                   every exercise: its chapter, its name, its title
#
# A name may be a part of it that no other name has; a chapter's number does as well, and variables in lower case.
#
# For those who work on the workbook itself:
#
#   make exercise NAME=name CHAPTER=05   the files of a new exercise
#   make check                  all that is missing or wrong about every exercise
#     EXERCISE=name               about that one, within seconds
#   make draws EXERCISE=name    its solution and right answers, each graded with many draws of the inputs
#     DRAWS=20                    how many
#   make sequences              mistakes, and the advice of their verdicts followed step by step: is each next verdict better?
#     EXERCISE=name               only that exercise's
#   make test                   the tests that show that all works here, among them each skeleton and each solution
#     SUITE=name                  only that suite
#   make test-all               every test, also of each wrong answer
#   make core                   the tests of the emulated GPU without its extensions, in build/device/core
#   make mutate                 every solution, changed in one place: does the grader notice? Hours; it may be stopped
#     EXERCISE=name               that one's
#   make figures                the pictures of the lessons: chapters/*/figures/*.svg
#     CHAPTER=05 FIGURE=name      only that chapter, only that picture
#   make check-figures          whether they are what their programs make
#   make numbers                whether the numbers in the lessons are what is counted or was recorded
#     CHAPTER=05                  and what makes each picture and number of that lesson
#   make book                   the lessons as a site, build/book/index.html, and as a PDF
#   make site                   the same for any static host, in build/site
#   make gradescope             build/gradescope.zip, an autograder to upload to Gradescope
#   make classroom50            build/classroom50/, an autograder for Classroom 50
#     EXERCISE=name CHAPTER=05    that exercise, or that chapter's
#   make handout                build/handout.zip, a student's edition without solutions and known answers
#     EXERCISE=name CHAPTER=05    with that exercise alone, or with that chapter's; default: all
#   make emulate                build/emulate, which runs any CUDA program on the emulated GPU
#   make ladders                estimated times of every ladder: grader/gpu/bench/estimates.csv
#   make bench                  how fast the emulator is
#   make bench-gpu              every ladder on this machine's GPU beside cuBLAS, CUB, Thrust, cuRAND; without one, as recorded
#   make parity                 every solution and skeleton under Nsight Compute beside the emulated GPU; without a GPU, as recorded
#   make coverage               what the tests reach: build/coverage/index.html
#   make sanitize               the tests with address and undefined-behaviour sanitizers
#   make fuzz                   random input for the readers, FUZZ_SECONDS=60 each
#   make format, make lint      lay out the C sources; check their layout and the shell scripts
#   make clean, make distclean  remove what was built; the downloaded toolkit too
#
# V=1 shows the commands. Everything made is under build/.

CHAPTER ?= $(chapter)
EXERCISE ?= $(exercise)
SOLUTIONS ?= $(solutions)
SUITE ?= $(suite)
GPU ?= $(gpu)
export GPU
# A part of a name is looked for in the chapter first.
NAMED = $(if $(EXERCISE),$(addsuffix /,$(CHAPTER))$(EXERCISE))
JOBS ?= $(or $(jobs),$(shell nproc 2>/dev/null || echo 2))
MARCH ?= native
FUZZ_SECONDS ?= 60
GPU_ARCH ?= native
MAKEFLAGS += --no-builtin-rules --jobs=$(JOBS)
.DEFAULT_GOAL := map
.DELETE_ON_ERROR:
.SECONDARY:
GOALS := map help grade watch live show questions another explain hint reset list ladder ladders exercise check sequences draws test test-all core mutate figures check-figures numbers book site emulate gradescope classroom50 handout bench bench-gpu errors parity coverage sanitize fuzz format lint clean distclean
.PHONY: $(GOALS) FORCE

# A student's edition has no tests and no solutions (grader/handout/left_out.txt); its make test grades the skeletons.
INSTRUCTORS := $(wildcard solutions)
ABSENT := $(if $(INSTRUCTORS),,$(filter check draws sequences test-all core mutate ladders gradescope classroom50 handout \
	figures check-figures numbers coverage sanitize fuzz bench parity lint errors,$(MAKECMDGOALS)))
$(if $(ABSENT),$(error make $(ABSENT) is for the instructor's edition of the workbook; this is a student's))
$(if $(INSTRUCTORS),,$(if $(SOLUTIONS),$(error this is a student's edition of the workbook, which has no solutions)))

UNKNOWN := $(firstword $(filter-out $(GOALS) build/%,$(MAKECMDGOALS)))
ifneq ($(UNKNOWN),)
$(error there is no goal $(UNKNOWN); the nearest is $(shell grader/nearest.sh '$(UNKNOWN)' $(GOALS)); make help shows all of them)
endif

# Builds of another kind live in a directory of their own.
KIND := $(filter coverage sanitize fuzz,$(MAKECMDGOALS))
$(if $(word 2,$(KIND)),$(error make one of $(KIND) at a time))
BUILD := build$(addprefix /,$(KIND))

CC := $(if $(filter fuzz,$(KIND)),clang,gcc)
INSTRUMENT_coverage := --coverage -fprofile-abs-path -fprofile-update=atomic -O1
INSTRUMENT_sanitize := -fsanitize=address,undefined -fno-sanitize-recover=undefined -DINVARIANTS -O1
INSTRUMENT_fuzz := -fsanitize=address,undefined,fuzzer-no-link -DINVARIANTS
INSTRUMENT := $(INSTRUMENT_$(KIND))
WARNINGS := $(if $(filter fuzz,$(KIND)),-w,-Wall -Wextra -Wno-format-truncation -Wpedantic -Wshadow)

# NVCC=none: drafts by our own compiler; nothing is fetched or built for nvcc.
export WORKBOOK_DRAFT := $(filter none,$(NVCC))
$(if $(and $(WORKBOOK_DRAFT),$(filter-out grade build/%,$(MAKECMDGOALS))),$(error without nvcc there is make grade alone))

# The emulated GPU, its libraries and its tests: what they are made of, and how anything is compiled and linked.
include grader/device/device.mk

# ---- what is made of what -------------------------------------------------------------------------------------
# The device for the book's live figures, with files of its own for what an operating system and its libraries do.
NOT_IN_PAGES := $(addprefix grader/device/emulator/,base/attempt.o base/pages.o image/ptxas.o image/unpack.o)
WASM := $(addprefix $(BUILD)/wasm/,$(filter-out $(NOT_IN_PAGES),$(EMULATOR:$(BUILD)/%=%)) \
	$(patsubst %.c,%.o,$(wildcard grader/device/emulator/web/*.c)))
# An exercise in a page: compiler, interpreter, oracles, points, without the known answers. Its reports are the device's own.
PLAYGROUND := $(filter-out %/main.o,$(call objects,grader/cuda/*.c grader/cuda/*/*.c grader/playground/*.c)) \
	$(filter-out %/known.o %/edits.o,$(call objects,grader/exercises/*.c grader/exercises/*/definition.c common/case_file.c \
	grader/device/system/text*.c grader/system/text_edits.c grader/grading/points.c grader/report/verdict.c grader/measured/launches.c))
WASM_PLAYGROUND := $(filter-out $(WASM),$(PLAYGROUND:$(BUILD)/%=$(BUILD)/wasm/%))
COMPILE := $(wildcard grader/compiler/*.[ch]) $(addprefix grader/device/system/,text.c text.h files.c files.h message.c message.h \
	text_arguments.c text_arguments.h hash.h)
# The compiler of CUDA C++, with the headers that it knows as text in it.
CUDAC := $(call objects,grader/cuda/*.c grader/cuda/*/*.c grader/system/text_edits.c)
$(BUILD)/grader/cuda/text/headers.o: $(BUILD)/texts/cuda_headers.h
$(CUDAC): CFLAGS += -iquote $(BUILD)/texts
PLAYGROUND_FILES := grader/playground/harness.cuh grader/playground/listing.h common/workbook.h common/particle.h common/multiprocessor.h \
	$(wildcard common/interfaces/*.cu grader/exercises/*/interface.cu)
$(BUILD)/grader/playground/answer.o $(BUILD)/wasm/grader/playground/answer.o: $(BUILD)/texts/playground_files.h
$(BUILD)/grader/playground/answer.o: CFLAGS += -iquote $(BUILD)/texts
BOX := $(addprefix $(BUILD)/grader/sandbox/,box_main.o landlock.o seccomp.o)
MODULES := alike author batch causes causes/source causes/geometry class device/faults device/protocol device/system examine exercises formats gpu grading ladders measured pages parallel questions report returns sandbox student submissions submissions/platforms system term verdict watch
GRADER := $(filter-out $(BOX),$(call objects,grader/*.c $(MODULES:%=grader/%/*.c) grader/exercises/*/*.c common/case_file.c)) \
	$(BUILD)/grader/device/emulate/output/page/html_style.o
TESTS := $(filter-out %/device/tests/main.o,$(DEVICE_TESTS)) $(call objects,$(filter-out grader/tests/live/replay.c,$(wildcard \
	grader/tests/*.c grader/tests/*/*.c grader/tests/*/*/*.c)))
FUZZERS := $(patsubst grader/device/tests/fuzz/%.c,$(BUILD)/%,$(wildcard grader/device/tests/fuzz/fuzz_*.c))
INTERFACES := $(patsubst common/interfaces/%.cu,$(BUILD)/interfaces/%.o,$(wildcard common/interfaces/*.cu)) \
	$(patsubst grader/exercises/%/interface.cu,$(BUILD)/interfaces/%.o,$(wildcard grader/exercises/*/interface.cu))
MEASURING = $(wildcard chapters/*/figures/h200_*.cu) # on a real GPU
FIGURE_PROGRAMS = $(patsubst %.cu,$(BUILD)/figures/%,$(filter-out $(MEASURING),\
	$(wildcard chapters/$(CHAPTER)*/figures/*.cu $(if $(CHAPTER),chapters/0$(CHAPTER)*/figures/*.cu))))
TOOLS := $(BUILD)/grade $(BUILD)/cudac $(BUILD)/playground $(BUILD)/compiler/prepared $(BUILD)/box $(BUILD)/emulate $(RUNTIME) $(INTERFACES) build/compile_commands.json
GPU_TOOLS := $(BUILD)/lib/libkernel_times.so $(BUILD)/gpu/ceilings
TIMED := $(if $(WORKBOOK_DRAFT),,$(if $(wildcard /dev/nvidiactl /dev/dxg),$(filter-out none,$(or $(GPU),any))))

# ---- set-up: packages and toolkit, checked each time (grader/setup.sh) ----------------------------------------
# make live needs libmicrohttpd; all else is built without it.
ifneq ($(filter-out map help clean distclean,$(or $(MAKECMDGOALS),map)),)
include build/http.mk
endif
build/http.mk: build/toolchain.mk FORCE
	@found=$$(echo '#include <microhttpd.h>' | $(CC) -E - >/dev/null 2>&1 && echo yes); \
		[ "HAS_HTTP := $$found" = "$$(cat $@ 2>/dev/null)" ] || echo "HAS_HTTP := $$found" >$@

# ---- goals ----------------------------------------------------------------------------------------------------
# Before anything is built there is no progress to show, so the reader learns how to begin.
map:
	@if [ -x $(BUILD)/grade ]; then $(BUILD)/grade map; else cat grader/welcome.txt; fi

help:
	@grader/usage.sh Makefile

grade: $(if $(WORKBOOK_DRAFT),$(BUILD)/grade $(BUILD)/playground,$(TOOLS) $(if $(TIMED),$(GPU_TOOLS)))
	@$(end_steps) $(BUILD)/grade run $(if $(EXERCISE),--exercise $(NAMED),$(if $(CHAPTER),--chapter $(CHAPTER))) \
		$(if $(WORKBOOK_DRAFT),--drafts) $(if $(SOLUTIONS),--solutions) $(if $(FINDINGS),--findings) --jobs $(JOBS) $(if $(TIMED),--json $(BUILD)/timed.json); status=$$?; \
		$(if $(TIMED),python3 -B grader/gpu/roofline.py $(BUILD)/timed.json $(BUILD)/roofline;) \
		grader/end_make.sh $$PPID $$status

watch: $(TOOLS)
	@$(end_steps) $(BUILD)/grade watch $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED)

live: $(TOOLS)
	@$(end_steps) $(BUILD)/grade live $(if $(PORT),--port $(PORT)) $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED); grader/end_make.sh $$PPID $$?

questions another explain: $(TOOLS)
	@$(end_steps) $(BUILD)/grade $@ $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED); grader/end_make.sh $$PPID $$?

hint reset list: $(BUILD)/grade
	@$(end_steps) $(BUILD)/grade $@ $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED); grader/end_make.sh $$PPID $$?

show: $(TOOLS)
	@$(end_steps) $(BUILD)/grade show $(if $(SOLUTIONS),--solutions) $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED); \
		status=$$?; python3 -B grader/gpu/roofline.py \
		$(firstword $(wildcard $(BUILD)/timed.json) grader/gpu/bench/h200.json) $(BUILD)/roofline $(or $(EXERCISE),-); \
		grader/end_make.sh $$PPID $$status

ladder: $(TOOLS)
	@$(end_steps) $(BUILD)/grade ladder $(or $(EXERCISE),$(error say which one: make ladder EXERCISE=name)); \
		grader/end_make.sh $$PPID $$?

ladders: $(TOOLS)
	@$(end_steps) $(BUILD)/grade ladder --times >$(BUILD)/estimates.csv && cp $(BUILD)/estimates.csv grader/gpu/bench/estimates.csv

exercise: $(TOOLS)
	@$(end_steps) $(BUILD)/grade new $(or $(NAME),$(error say its name: make exercise NAME=name CHAPTER=05)) \
		$(or $(CHAPTER),$(error say its chapter: make exercise NAME=name CHAPTER=05))

check: $(TOOLS)
	@$(end_steps) $(BUILD)/grade check $(EXERCISE); grader/end_make.sh $$PPID $$?

draws: $(TOOLS)
	@$(end_steps) $(BUILD)/grade draws -n $(or $(DRAWS),20) --exercise $(or $(EXERCISE),$(error say which one: make draws \
		EXERCISE=name)); grader/end_make.sh $$PPID $$?

sequences: $(TOOLS)
	@$(end_steps) $(BUILD)/grade sequences $(EXERCISE); grader/end_make.sh $$PPID $$?

# Suites, and the programs that they run by their rows of suites.def.
TESTING := $(if $(INSTRUCTORS),$(filter test test-all sanitize coverage,$(MAKECMDGOALS)))
SUITES := $(or $(SUITE),$(if $(filter-out test,$(TESTING)),all))
WANTS_LIVE := $(if $(KIND),,$(filter book site,$(MAKECMDGOALS))$(if $(TESTING),$(filter all live,$(SUITES))))
# Live figures need a compiler for WebAssembly; without one the lessons keep their pictures. The set-up may have just
# installed it, so this is asked after it, and make reads everything again if the answer is new.
ifneq ($(WANTS_LIVE),)
include build/wasm.mk
build/wasm.mk: build/toolchain.mk FORCE
	@found=$$(echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -xc - -o /dev/null 2>/dev/null && echo yes); \
		[ "has_wasm := $$found" = "$$(cat $@ 2>/dev/null)" ] || echo "has_wasm := $$found" >$@
endif
LIVE := $(if $(WANTS_LIVE),$(if $(NVCC),$(if $(has_wasm),$(BUILD)/web/core.wasm \
	$(patsubst %.js,$(BUILD)/live/%.fatbin,$(notdir $(wildcard chapters/*/live/*.js))))))
PROGRAMS = $(addprefix $(BUILD)/programs/,$(sort $(shell grader/device/tests/programs.sh '$(SUITES)' grader/tests/suites.def $(SUITE_TABLES))))
$(TESTING): $(TOOLS) $(BUILD)/tests $(if $(TESTING),$(PROGRAMS) $(LIVE) $(if $(LIVE),$(BUILD)/live_replay $(BUILD)/playground))
$(if $(INSTRUCTORS),,test): $(TOOLS)
test test-all sanitize:
	@$(end_steps) $(if $(INSTRUCTORS),CK_TIMEOUT_MULTIPLIER=$(if $(KIND),30,1) $(BUILD)/tests $(SUITES),grader/try_skeletons.sh $(BUILD))
core:
	@$(MAKE) --no-print-directory -f grader/device/Makefile core

mutate: $(TOOLS)
	@$(end_steps) python3 -B grader/mutants/mutate.py --jobs $(JOBS) $(if $(EXERCISE),--exercise $(EXERCISE))

coverage:
	-@$(end_steps) CK_TIMEOUT_MULTIPLIER=10 $(BUILD)/tests $(SUITES)
	@gcovr --root . --object-directory $(BUILD) --filter grader/ --filter common/ --exclude grader/tests/ \
		--print-summary --html-details $(BUILD)/index.html

emulate: $(BUILD)/emulate $(RUNTIME)
	@$(end_steps) echo "build/emulate is ready: build/emulate PROGRAM"

figures check-figures: emulate $(FIGURE_PROGRAMS)
	@$(end_steps) WORKBOOK_EMULATE=$(BUILD)/emulate WORKBOOK_FIGURES=$(BUILD)/figures python3 -B grader/figures/make.py \
		$(if $(CHAPTER),--chapter $(CHAPTER)) $(if $(FIGURE),--figure $(FIGURE)) $(if $(filter check-%,$@),--check)

numbers: $(TOOLS) $(FIGURE_PROGRAMS)
	@$(end_steps) WORKBOOK_EMULATE=$(BUILD)/emulate WORKBOOK_GRADE=$(BUILD)/grade WORKBOOK_FIGURES=$(BUILD)/figures \
		python3 -B grader/figures/numbers.py $(if $(CHAPTER),--chapter $(CHAPTER) --list); grader/end_make.sh $$PPID $$?

book site: $(LIVE) $(if $(LIVE),$(BUILD)/playground)
	@$(end_steps) python3 -B grader/book/book.py $(BUILD)
	$(if $(filter site,$@),@python3 -B grader/book/site.py $(BUILD))

CHOSEN = $(or $(shell $(BUILD)/grade list | \
	awk -v name='$(EXERCISE)' -v chapter='$(CHAPTER)' 'name ? $$2 == name : $$1 + 0 == chapter + 0 {print $$2}'),\
	$(error say which: make $@ EXERCISE=name, or CHAPTER=05))
gradescope: $(BUILD)/grade
	@$(end_steps) python3 -B grader/autograder/pack.py $(BUILD)/gradescope.zip \
		"upload it under Configure Autograder" $(CHOSEN)

classroom50: $(BUILD)/grade
	@$(end_steps) mkdir -p $(BUILD)/classroom50 && cp grader/autograder/classroom50.py $(BUILD)/classroom50/autograder.py && \
		python3 -B grader/autograder/pack.py $(BUILD)/classroom50/workbook.zip \
		"put it and autograder.py into CLASSROOM/autograders/ASSIGNMENT/" $(CHOSEN)

handout: $(BUILD)/grade
	@$(end_steps) python3 -B grader/handout/handout.py $(BUILD)/handout \
		$(if $(EXERCISE)$(CHAPTER),$(CHOSEN),$(shell $(BUILD)/grade list | awk '{print $$2}'))

bench: $(BUILD)/bench $(BUILD)/programs/kernels $(TOOLS)
	@$(end_steps) $(BUILD)/bench $(BUILD)

bench-gpu: $(if $(TIMED),$(BUILD)/gpu/bench $(BUILD)/gpu/ceilings)
	@$(end_steps) grader/gpu/bench/bench.sh $(BUILD) $(if $(TIMED),$(CUDA_INCLUDE))

# Estimates of time against recorded times: about a quarter of an hour on two idle cores.
errors: $(TOOLS) $(BUILD)/hardware/open
	@$(end_steps) python3 -B grader/hardware/errors.py --rows $(BUILD)/errors.csv $(BUILD)/emulate grader/hardware/open.csv $(BUILD)/hardware/open
$(BUILD)/hardware/%: grader/hardware/kernels/measured.cu grader/hardware/kernels/%
	@mkdir -p $(@D)
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -std=c++17 $< $(wildcard grader/hardware/kernels/$*/*.cu) -o $@

parity: $(if $(TIMED),$(TOOLS))
	@$(end_steps) python3 -B grader/gpu/parity/parity.py $(if $(TIMED),record $(BUILD) $(BUILD)/parity.csv,\
		show grader/gpu/parity/h200.csv)

# The protocol is fuzzed from what real programs say.
RECORDED := $(addprefix $(BUILD)/programs/,case_arrays clusters dynamic_parallelism graphs stream_order surface_objects tensors texture_objects)
fuzz: $(FUZZERS) $(BUILD)/fuzz_protocol.seeds
	@$(end_steps) for fuzzer in $(FUZZERS); do \
		mkdir -p $$fuzzer.corpus $$fuzzer.seeds && $$fuzzer -max_total_time=$(FUZZ_SECONDS) -timeout=20 \
			-rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix=$$fuzzer. $$fuzzer.corpus $$fuzzer.seeds || exit; done
$(BUILD)/fuzz_protocol.seeds: $(BUILD)/emulate $(BUILD)/lib/record_session.so $(RUNTIME) $(RECORDED)
	$(call run,record) rm -rf $@ && mkdir -p $@ && for program in $(RECORDED); do FUZZ_RECORD=$@ \
		LD_PRELOAD=$(abspath $(BUILD)/lib/record_session.so) $(BUILD)/emulate --quiet $$program >$@.log 2>&1 || true; done
$(BUILD)/lib/record_session.so: grader/device/tests/fuzz/record_session.c
	$(call run,link) $(CC) -std=gnu17 -O2 $(WARNINGS) -iquote $(DEVICE) -fPIC -shared $< -o $@

SOURCES = $(shell find common grader -name '*.[ch]' -print)
format:
	@clang-format -i $(SOURCES)
lint: $(EMULATOR) $(EMULATE) $(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(GRADER)
	@clang-format --dry-run --Werror $(SOURCES)
	@shellcheck grader/*.sh grader/device/*.sh grader/device/tests/*.sh grader/device/libraries/*.sh grader/device/libraries/hip/*.sh grader/tests/*.sh grader/autograder/setup.sh grader/autograder/run_autograder .ci/run
	@grader/device/core.sh
	@grader/layers.sh $(filter $(BUILD)/grader/%.o,$^)

clean:
	rm -rf $(filter-out build/bare build/cuda build/toolchain.mk,$(wildcard build/*))
distclean:
	rm -rf build

# ---- rules ----------------------------------------------------------------------------------------------------
# What an exercise says, as C at the end of its definition.
DEFINITIONS := $(call objects,grader/exercises/*/definition.c)
$(DEFINITIONS): $(BUILD)/grader/exercises/%/definition.o: $(BUILD)/texts/%.text.h
$(DEFINITIONS): CFLAGS += -iquote $(BUILD)/texts
$(BUILD)/texts/%.text.h: grader/exercises/%/exercise.txt grader/exercises/text.awk
	$(call run,text) awk -f grader/exercises/text.awk $< >$@
$(BUILD)/texts/cuda_headers.h: grader/cuda/headers/embed.awk $(sort $(wildcard grader/cuda/headers/*.cuh))
	$(call run,text) awk -f $< $(filter %.cuh,$^) >$@
$(BUILD)/texts/playground_files.h: grader/playground/embed.awk $(PLAYGROUND_FILES)
	$(call run,text) awk -f $^ >$@
vpath %.cu grader/device/tests/bench
$(BUILD)/figures/%: %.cu build/toolchain.mk
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -Icommon -MMD -MP -MF $@.d $< -o $@

# The kernel of a live figure, as machine code beside the PTX and not compressed.
vpath %.js $(wildcard chapters/*/live)
$(BUILD)/live/%.cu: %.js grader/book/live.py
	$(call run,kernel) python3 -B grader/book/live.py kernel $< >$@
$(BUILD)/live/%.fatbin: $(BUILD)/live/%.cu build/toolchain.mk
	$(call run,nvcc) cd $(@D) && $(NVCC) -fatbin -O3 -arch=sm_90 -lineinfo --no-compress $(<F) -o $(@F)

# What is linked with a student's file: the interface's main() with all it needs. Never instrumented, like the runtime
# library.
$(BUILD)/interfaces/%.o: $(BUILD)/grader/exercises/%/interface.o $(HARNESS)
	$(call run,link) ld -r $^ -o $@.new $(at_once)
$(BUILD)/grader/exercises/%/interface.o: NVCCFLAGS += -Icommon
$(BUILD)/interfaces/%.o: $(BUILD)/common/interfaces/%.o $(HARNESS)
	$(call run,link) ld -r $^ -o $@

WORKBOOK_TESTS := $(filter-out $(DEVICE_TESTS),$(TESTS))
IN_TESTS := $(IN_DEVICE_TESTS) -iquote grader -iquote grader/tests/support
$(WORKBOOK_TESTS): CFLAGS += -isystem $(CUDA_INCLUDE)
$(WORKBOOK_TESTS) $(BUILD)/grader/tests/live/replay.o: CFLAGS += $(IN_TESTS)

# For real GPUs: what times each launch of a program, and what measures the device.
$(BUILD)/lib/libkernel_times.so: grader/gpu/preload/kernel_times.c build/toolchain.mk
	$(call run,link) $(CC) -std=gnu17 -O2 $(WARNINGS) -isystem $(CUDA_INCLUDE) -fPIC -shared $< -lstdc++ -o $@
$(BUILD)/gpu/%: grader/gpu/%.cu common/workbook.h build/toolchain.mk
	$(call run,nvcc) $(NVCC) -O3 -arch=$(GPU_ARCH) -cudart shared $< -o $@

BENCH_GPU := $(patsubst %.cu,$(BUILD)/%.o,$(wildcard grader/gpu/bench/*.cu))
$(BENCH_GPU): NVCCFLAGS := -O3 -std=c++17 -arch=$(GPU_ARCH) -cudart shared -Icommon
$(BUILD)/gpu/bench: $(BENCH_GPU)
	$(call run,link) $(NVCC) -arch=$(GPU_ARCH) -cudart shared $^ -lcublas -lcurand -o $@

WASMFLAGS := --target=wasm32-wasi -mbulk-memory -mmutable-globals -msimd128 -std=gnu17 -O3 \
	-ffp-contract=off -fno-math-errno -fno-trapping-math -w
$(WASM_PLAYGROUND): WASMFLAGS += -iquote $(BUILD)/texts -ftls-model=local-exec # errno
$(WASM_PLAYGROUND): $(PLAYGROUND)
$(BUILD)/wasm/%.o: %.c
	$(call run,clang) clang $(WASMFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/web/core.wasm: $(WASM) $(WASM_PLAYGROUND)
	$(call run,link) clang --target=wasm32-wasi -mexec-model=reactor -O3 $^ -o $@ -Wl,--gc-sections,--strip-all \
		-Wl,--export=__stack_pointer,--export-table,-z,stack-size=1048576
$(BUILD)/grade $(BUILD)/tests: LIBRARIES += -larchive -lyaml $(if $(HAS_HTTP),-lmicrohttpd)
$(BUILD)/grader/watch/http.o: CFLAGS += $(if $(HAS_HTTP),-DHAS_MICROHTTPD)
$(BUILD)/grader/watch/http.o: build/http.mk
$(BUILD)/grade: $(GRADER)
	$(link)
$(BOX): INSTRUMENT :=
# From sources, and never instrumented: it runs in boxes, whose limits no sanitizer keeps.
$(BUILD)/compile: $(COMPILE)
	$(call run,link) { $(CC) $(CFLAGS) -static $(filter %.c,$^) -lm -o $@ 2>/dev/null || $(CC) $(CFLAGS) $(filter %.c,$^) -lm -o $@; }
# What most files begin with, read once. Files of students have no part in it.
$(BUILD)/compiler/prepared: $(BUILD)/compile $(BUILD)/grader/grading/build.o $(wildcard common/*.h) build/toolchain.mk | $(BUILD)/grade
	$(call run,headers) $(BUILD)/grade prepare && touch $@
$(BUILD)/box: $(BOX)
	$(call run,link) { $(CC) -static $^ -lseccomp -o $@ 2>/dev/null || $(CC) $^ -lseccomp -o $@; }
$(BUILD)/tests: $(TESTS) $(filter-out $(MAINS),$(GRADER) $(EMULATE)) $(BUILD)/libemulator.a
	$(link_tests)
$(BUILD)/cudac: $(CUDAC) $(BUILD)/libemulator.a
	$(link)
$(BUILD)/playground: $(BUILD)/grader/playground/main.o $(PLAYGROUND) \
		$(addprefix $(BUILD)/grader/device/emulator/web/,json_text.o report_json.o) $(BUILD)/libemulator.a
	$(link)
$(BUILD)/bench: $(BUILD)/grader/device/tests/bench/bench.o
	$(link)
$(BUILD)/live_replay: $(addprefix $(BUILD)/grader/,tests/live/replay.o $(addprefix device/emulator/web/,core.o json_text.o report_json.o)) \
		$(BUILD)/libemulator.a
	$(link)
FUZZ_PARTS := $(addprefix $(BUILD)/grader/device/tests/fuzz/,client.o hostile_ptx.o)
$(FUZZ_PARTS) $(FUZZERS): CFLAGS += $(IN_DEVICE_TESTS)
$(BUILD)/fuzz_%: $(BUILD)/grader/device/tests/fuzz/fuzz_%.o $(FUZZ_PARTS) \
		$(filter-out $(MAINS),$(EMULATE)) $(BUILD)/common/case_file.o $(BUILD)/libemulator.a
	$(call link,-fsanitize=fuzzer)

# For editors: how clangd shall compile each source. Made again when a folder gets or loses a file. sm_80 because Debian
# 12's clangd knows nothing newer.
FOLDERS := $(wildcard common exercises solutions grader)
command_of = printf '%s\n' $(shell find $(FOLDERS) -name '*.$(1)') | \
	sed 's|.*|{"directory": "$(CURDIR)", "file": "&", "command": "$(2) -c &"},|'
build/compile_commands.json: Makefile build/toolchain.mk $(wildcard $(FOLDERS:%=%/) $(FOLDERS:%=%/*/) grader/*/*/ grader/*/*/*/)
	@{ echo [; $(call command_of,c,gcc $(CFLAGS) $(IN_TESTS) -iquote $(BUILD)/texts -isystem $(CUDA_INCLUDE)); $(call command_of,cu,\
		clang++ -x cuda -std=c++20 --cuda-path=$(CUDA_INCLUDE:%/include=%) --cuda-gpu-arch=sm_80 -Icommon); echo ]; } | \
		sed 'N; s|,\n]|\n]|; P; D' >$@

-include $(shell find $(BUILD) -path $(BUILD)/bare -prune -o -name '*.d' -print 2>/dev/null)
