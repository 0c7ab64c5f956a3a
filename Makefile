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
#   make student NAME="Your Name"  your name in every file: the numbers of questions are drawn from it
#   make questions EXERCISE=name   the questions of an exercise, with your numbers
#   make hint EXERCISE=name     the next of three hints
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
#   make core                   the tests of the emulated GPU without its extensions, in build/core
#   make mutate                 every solution, changed in one place: does the grader notice? Hours; it may be stopped
#     EXERCISE=name               that one's
#   make figures                the pictures of the lessons: chapters/*/figures/*.svg
#     CHAPTER=05 FIGURE=name      only that chapter, only that picture
#   make check-figures          whether they are what their programs make
#   make numbers                whether the numbers in the lessons are what is counted or was recorded
#     CHAPTER=05                  and what makes each picture and number of that lesson
#   make book                   the lessons as a site, build/book/index.html, and as a PDF
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
GOALS := map help grade watch live show questions student hint reset list ladder ladders exercise check sequences draws test test-all core mutate figures check-figures numbers book emulate gradescope classroom50 handout bench bench-gpu errors parity coverage sanitize fuzz format lint clean distclean
.PHONY: $(GOALS) FORCE

# A student's edition has no tests and no solutions (grader/handout/left_out.txt).
ABSENT := $(if $(wildcard solutions),,$(filter check draws sequences test test-all core mutate ladders gradescope classroom50 handout \
	figures check-figures numbers coverage sanitize fuzz bench parity lint,$(MAKECMDGOALS)))
$(if $(ABSENT),$(error make $(ABSENT) is for the instructor's edition of the workbook; this is a student's))
$(if $(wildcard solutions),,$(if $(SOLUTIONS),$(error this is a student's edition of the workbook, which has no solutions)))

UNKNOWN := $(firstword $(filter-out $(GOALS) build/%,$(MAKECMDGOALS)))
ifneq ($(UNKNOWN),)
$(error there is no goal $(UNKNOWN); the nearest is $(shell grader/nearest.sh '$(UNKNOWN)' $(GOALS)); make help shows all of them)
endif

# Builds of another kind live in a directory of their own.
KIND := $(filter coverage sanitize fuzz core,$(MAKECMDGOALS))
$(if $(word 2,$(KIND)),$(error make one of $(KIND) at a time))
BUILD := build$(addprefix /,$(KIND))

CC := $(if $(filter fuzz,$(KIND)),clang,gcc)
INSTRUMENT_coverage := --coverage -fprofile-abs-path -fprofile-update=atomic -O1
INSTRUMENT_sanitize := -fsanitize=address,undefined -fno-sanitize-recover=undefined -O1
INSTRUMENT_fuzz := -fsanitize=address,undefined,fuzzer-no-link
INSTRUMENT_core := -DCORE
INSTRUMENT := $(INSTRUMENT_$(KIND))
WARNINGS := $(if $(filter fuzz,$(KIND)),-w,-Wall -Wextra -Wno-format-truncation -Wpedantic -Wshadow)
CFLAGS := -std=gnu17 -O3 -march=$(MARCH) -ffp-contract=off -fno-math-errno -fno-trapping-math -g $(WARNINGS)
NVCCFLAGS := -O3 -arch=sm_90 -lineinfo -cudart shared
LIBRARIES := -ljansson -lzstd -llz4 -lpthread -lm

# ---- what is made of what -------------------------------------------------------------------------------------
objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(1)))
LISTED = $(shell sed -n 's,^\#include "\([a-z_]*\)/.*,\1,p' grader/emulator/extensions/extensions.def)
EXTENSIONS := $(if $(filter core,$(KIND)),,$(LISTED:%=grader/emulator/extensions/%))
EMULATOR := $(filter-out $(BUILD)/grader/emulator/web/%,$(call objects,grader/faults/*.c grader/protocol/*.c grader/emulator/*.c \
	grader/emulator/*/*.c $(EXTENSIONS:%=%/*.c)))
# The same for the book's live figures, with files of its own for what an operating system and its libraries do.
NOT_IN_PAGES := $(addprefix grader/emulator/,base/attempt.o base/pages.o image/ptxas.o image/unpack.o)
WASM := $(addprefix $(BUILD)/wasm/,$(filter-out $(NOT_IN_PAGES),$(EMULATOR:$(BUILD)/%=%)) \
	$(patsubst %.c,%.o,$(wildcard grader/emulator/web/*.c)))
EMULATE := $(call objects,grader/emulate/*.c grader/emulate/border/*.c grader/emulate/output/*.c \
	grader/emulate/output/page/*.c grader/formats/html.c grader/system/elf.c grader/system/text*.c)
CUDART := $(call objects,grader/cudart/*.c grader/cudart/*/*.c)
LIBRARY_WORK := $(call objects,grader/libraries/work/*.c grader/libraries/host/*.c)
CUBLAS := $(LIBRARY_WORK) $(call objects,grader/libraries/cublas/*.c)
CUBLASLT := $(LIBRARY_WORK) $(call objects,grader/libraries/cublas/[chm]*.c grader/libraries/cublaslt/*.c)
CURAND := $(call objects,grader/libraries/work/*.c grader/libraries/curand/*.c)
DRIVER := $(BUILD)/grader/libraries/driver/driver.o
COMPILE := $(wildcard grader/compiler/*.[ch]) $(addprefix grader/system/,text.c text.h files.c files.h message.c message.h \
	text_arguments.c text_arguments.h hash.h)
# The compiler of CUDA C++, with the headers that it knows as text in it.
CUDAC := $(call objects,grader/cuda/*.c grader/cuda/*/*.c)
$(BUILD)/grader/cuda/text/headers.o: $(BUILD)/texts/cuda_headers.h
$(CUDAC): CFLAGS += -iquote $(BUILD)/texts
BOX := $(addprefix $(BUILD)/grader/sandbox/,box_main.o landlock.o seccomp.o)
MODULES := alike author batch causes causes/source causes/geometry class exercises faults formats gpu grading ladders measured pages parallel protocol questions report returns sandbox student submissions submissions/platforms system term verdict watch
GRADER := $(filter-out $(BOX),$(call objects,grader/*.c $(MODULES:%=grader/%/*.c) grader/exercises/*/*.c common/case_file.c)) \
	$(BUILD)/grader/emulate/output/page/html_style.o
TESTS := $(call objects,$(filter-out grader/tests/bench/% grader/tests/fuzz/% grader/tests/live/replay.c,\
	$(wildcard grader/tests/*.c grader/tests/*/*.c grader/tests/*/*/*.c $(EXTENSIONS:%=%/tests/*.c))))
MAINS := $(BUILD)/grader/main.o $(BUILD)/grader/emulate/main.o
FUZZERS := $(patsubst grader/tests/fuzz/%.c,$(BUILD)/%,$(wildcard grader/tests/fuzz/fuzz_*.c))
INTERFACES := $(patsubst common/interfaces/%.cu,$(BUILD)/interfaces/%.o,$(wildcard common/interfaces/*.cu)) \
	$(patsubst grader/exercises/%/interface.cu,$(BUILD)/interfaces/%.o,$(wildcard grader/exercises/*/interface.cu))
MEASURING = $(wildcard chapters/*/figures/h200_*.cu) # on a real GPU
FIGURE_PROGRAMS = $(patsubst %.cu,$(BUILD)/figures/%,$(filter-out $(MEASURING),\
	$(wildcard chapters/$(CHAPTER)*/figures/*.cu $(if $(CHAPTER),chapters/0$(CHAPTER)*/figures/*.cu))))
RUNTIME := $(patsubst %,$(BUILD)/lib/lib%,cudart.so.13 cudart.so cublas.so.13 cublas.so.12 cublas.so cublasLt.so.13 cublasLt.so.12 \
	cublasLt.so curand.so.10 curand.so) $(BUILD)/lib/driver/libcuda.so.1 $(BUILD)/hipcc
TOOLS := $(BUILD)/grade $(BUILD)/cudac $(BUILD)/compiler/prepared $(BUILD)/compiler_wait.so $(BUILD)/box $(BUILD)/emulate $(RUNTIME) $(INTERFACES) build/compile_commands.json
GPU_TOOLS := $(BUILD)/lib/libkernel_times.so $(BUILD)/gpu/ceilings
TIMED := $(if $(wildcard /dev/nvidiactl /dev/dxg),$(filter-out none,$(or $(GPU),any)))

# ---- set-up: packages and toolkit, checked each time (grader/setup.sh) ----------------------------------------
ifneq ($(filter-out map help clean distclean,$(or $(MAKECMDGOALS),map)),)
include build/toolchain.mk
endif
build/toolchain.mk: FORCE
	@grader/setup.sh build $(patsubst core,test,$(MAKECMDGOALS:test-all=test)); grader/end_make.sh $$PPID $$?
# make live needs libmicrohttpd; all else is built without it.
ifneq ($(filter-out map help clean distclean,$(or $(MAKECMDGOALS),map)),)
include build/http.mk
endif
build/http.mk: build/toolchain.mk FORCE
	@found=$$(echo '#include <microhttpd.h>' | $(CC) -E - >/dev/null 2>&1 && echo yes); \
		[ "HAS_HTTP := $$found" = "$$(cat $@ 2>/dev/null)" ] || echo "HAS_HTTP := $$found" >$@
FORCE:
export WORKBOOK_NVCC = $(NVCC)

# ---- goals ----------------------------------------------------------------------------------------------------
# Before anything is built there is no progress to show, so the reader learns how to begin.
map:
	@if [ -x $(BUILD)/grade ]; then $(BUILD)/grade map; else cat grader/welcome.txt; fi

help:
	@grader/usage.sh Makefile

grade: $(TOOLS) $(if $(TIMED),$(GPU_TOOLS))
	@$(end_steps) $(BUILD)/grade run $(if $(EXERCISE),--exercise $(NAMED),$(if $(CHAPTER),--chapter $(CHAPTER))) \
		$(if $(SOLUTIONS),--solutions) --jobs $(JOBS) $(if $(TIMED),--json $(BUILD)/timed.json); status=$$?; \
		$(if $(TIMED),python3 -B grader/gpu/roofline.py $(BUILD)/timed.json $(BUILD)/roofline;) \
		grader/end_make.sh $$PPID $$status

watch: $(TOOLS)
	@$(end_steps) $(BUILD)/grade watch $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED)

live: $(TOOLS)
	@$(end_steps) $(BUILD)/grade live $(if $(PORT),--port $(PORT)) $(if $(CHAPTER),--chapter $(CHAPTER)) $(NAMED); grader/end_make.sh $$PPID $$?

student: $(BUILD)/grade
	@$(end_steps) $(BUILD)/grade student "$(NAME)"; grader/end_make.sh $$PPID $$?

questions: $(TOOLS)
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
TESTING := $(filter test test-all core sanitize coverage,$(MAKECMDGOALS))
SUITES := $(or $(SUITE),$(if $(filter core,$(TESTING)),device),$(if $(filter-out test,$(TESTING)),all))
WANTS_LIVE := $(if $(KIND),,$(filter book,$(MAKECMDGOALS))$(if $(TESTING),$(filter all live,$(SUITES))))
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
PROGRAM_FOLDERS := grader/tests/programs grader/tests/golden $(wildcard $(EXTENSIONS:%=%/tests) $(EXTENSIONS:%=%/tests/golden))
EVERY_PROGRAM = $(patsubst %.cu,$(BUILD)/programs/%,$(notdir $(wildcard $(PROGRAM_FOLDERS:%=%/*.cu))))
PROGRAMS = $(addprefix $(BUILD)/programs/,$(sort $(shell CORE=$(filter core,$(KIND)) grader/tests/programs.sh $(SUITES))))
$(TESTING): $(if $(filter core,$(KIND)),$(BUILD)/emulate $(RUNTIME),$(TOOLS)) $(BUILD)/tests $(if $(TESTING),$(PROGRAMS) $(LIVE) $(if $(LIVE),$(BUILD)/live_replay))
test test-all core sanitize:
	@$(end_steps) CK_TIMEOUT_MULTIPLIER=$(if $(KIND),30,1) $(BUILD)/tests $(SUITES)

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

book: $(LIVE)
	@$(end_steps) python3 -B grader/book/book.py $(BUILD)

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
$(BUILD)/lib/record_session.so: grader/tests/fuzz/record_session.c
	$(call run,link) $(CC) -std=gnu17 -O2 $(WARNINGS) -iquote grader -fPIC -shared $< -o $@

SOURCES = $(shell find common grader -name '*.[ch]' -print)
format:
	@clang-format -i $(SOURCES)
lint: $(EMULATOR) $(EMULATE) $(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(GRADER)
	@clang-format --dry-run --Werror $(SOURCES)
	@shellcheck grader/*.sh grader/libraries/hip/hipcc.sh grader/tests/*.sh grader/autograder/setup.sh grader/autograder/run_autograder .ci/run
	@grader/core.sh
	@grader/layers.sh $(filter $(BUILD)/grader/%.o,$^)

clean:
	rm -rf $(filter-out build/bare build/cuda build/toolchain.mk,$(wildcard build/*))
distclean:
	rm -rf build

# ---- rules ----------------------------------------------------------------------------------------------------
run = $(if $(V),,@$(call step,$(1));) mkdir -p $(@D) &&

# "[  7/250] compile grader/main.o"; on a terminal, which cuts it (7l) rather than wrap it, each overwrites the one
# before. A dry run counts them.
step = $(eval STEPS += .)printf $(if $(MAKE_TERMOUT),'\r\033[K\033[?7l[%3d/%d] %-7s %s\033[?7h','[%3d/%d] %-7s %s\n') \
	$(words $(STEPS)) $(ALL_STEPS) $(1) $(@:build/%=%)
ALL_STEPS = $(eval ALL_STEPS := $(shell env -u MAKEFLAGS $(MAKE) --dry-run ALL_STEPS=0 $(MAKECMDGOALS) 2>/dev/null | \
	grep -c '^printf .*%3d/%d'))$(ALL_STEPS)
end_steps = $(if $(STEPS),$(if $(MAKE_TERMOUT),printf '\r\033[K';))

$(BUILD)/%.o: %.c
	$(call run,compile) $(CC) $(CFLAGS) $(INSTRUMENT) $(EXTRA_CFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/%.o: %.cu build/toolchain.mk
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -MMD -MP -MF $(@:.o=.d) -c $< -o $@
# What an exercise says, as C at the end of its definition.
DEFINITIONS := $(call objects,grader/exercises/*/definition.c)
$(DEFINITIONS): $(BUILD)/grader/exercises/%/definition.o: $(BUILD)/texts/%.text.h
$(DEFINITIONS): CFLAGS += -iquote $(BUILD)/texts
$(BUILD)/texts/%.text.h: grader/exercises/%/exercise.txt grader/exercises/text.awk
	$(call run,text) awk -f grader/exercises/text.awk $< >$@
$(BUILD)/texts/cuda_headers.h: grader/cuda/headers/embed.awk $(sort $(wildcard grader/cuda/headers/*.cuh))
	$(call run,text) awk -f $< $(filter %.cuh,$^) >$@
vpath %.cu $(PROGRAM_FOLDERS) grader/tests/bench
$(BUILD)/programs/dynamic_parallelism $(BUILD)/programs/child_faults: NVCCFLAGS += -rdc=true -lcudadevrt
$(addprefix $(BUILD)/programs/,stream_order host_order wrong_memory): NVCCFLAGS += -Xcompiler -g1
$(BUILD)/programs/wrong_memory: NVCCFLAGS += -Xcompiler -fno-optimize-sibling-calls
$(BUILD)/programs/clusters $(BUILD)/programs/tensors: NVCCFLAGS += -Xptxas --disable-warnings # multicast is for sm_90a
BLAS_CLAIMS := $(addprefix $(BUILD)/programs/,blas blas_64 blas_stored blas_stored_64)
$(BLAS_CLAIMS): private NVCCFLAGS += -std=c++17 -L$(BUILD)/lib -lcublas
$(BLAS_CLAIMS): $(BUILD)/lib/libcublas.so
$(BUILD)/programs/blas_lt $(BUILD)/programs/blas_faults: private NVCCFLAGS += -std=c++17 -Xcompiler -g1 -L$(BUILD)/lib -lcublasLt -lcublas
$(BUILD)/programs/blas_lt $(BUILD)/programs/blas_faults: $(BUILD)/lib/libcublas.so $(BUILD)/lib/libcublasLt.so
$(BUILD)/programs/random_host: private NVCCFLAGS += -L$(BUILD)/lib -lcurand
$(BUILD)/programs/random_host: $(BUILD)/lib/libcurand.so
$(BUILD)/programs/hip: private NVCCFLAGS += -Icommon -Igrader/libraries/hip/include -D__NV_NO_VECTOR_DEPRECATION_DIAG
$(BUILD)/programs/language: NVCCFLAGS += -std=c++20 --extended-lambda --expt-relaxed-constexpr
# Its kernel runs on every GPU that the toolkit knows.
$(BUILD)/common/timing.o: private NVCCFLAGS := -O3 -gencode arch=compute_75,code=[compute_75,sm_90] -cudart shared
HARNESS := $(BUILD)/common/harness.o $(BUILD)/common/timing.o $(BUILD)/interfaces/case_file.c.o
$(BUILD)/programs/harness_roles: $(HARNESS)
$(BUILD)/programs/harness_roles: private NVCCFLAGS += $(HARNESS)
# Their weak declarations may be defined by the runtime library: with -fPIC the loader looks them up.
$(BUILD)/common/harness.o $(BUILD)/programs/case_arrays: NVCCFLAGS += -Xcompiler -fPIC
$(BUILD)/programs/%: %.cu build/toolchain.mk
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -MMD -MP -MF $@.d $< -o $@

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
	$(call run,link) ld -r $^ -o $@
$(BUILD)/grader/exercises/%/interface.o: NVCCFLAGS += -Icommon
$(BUILD)/interfaces/%.o: $(BUILD)/common/interfaces/%.o $(HARNESS)
	$(call run,link) ld -r $^ -o $@
$(BUILD)/interfaces/case_file.c.o: common/case_file.c
	$(call run,compile) $(CC) $(CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c $< -o $@

$(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(TESTS): CFLAGS += -isystem $(CUDA_INCLUDE)
IN_TESTS := -iquote grader -iquote grader/tests/support -iquote grader/tests/support/kernels
$(TESTS) $(FUZZERS) $(BUILD)/grader/tests/live/replay.o: CFLAGS += $(IN_TESTS)
$(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(DRIVER): CFLAGS += -fPIC -fvisibility=hidden
$(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(DRIVER): INSTRUMENT :=
$(BUILD)/lib/libcudart.so.13: $(CUDART) grader/cudart/libcudart.map
	$(call run,link) $(CC) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=grader/cudart/libcudart.map \
		-Wl,--no-undefined $(CUDART) -lpthread -o $@
# Libraries in front of the device export functions under the version that is their name, as NVIDIA's do. Those of
# CUDA 12 and 13 are the same.
$(BUILD)/grader/libraries/curand/toolkit.o: CFLAGS += -DTOOLKIT_LIBRARIES='"$(abspath $(CUDA_INCLUDE)/../lib):$(abspath $(CUDA_INCLUDE)/../lib64)"'
$(BUILD)/lib/libcublas.so.%: $(CUBLAS) $(BUILD)/lib/libcudart.so.13
	$(call library,cublas)
$(BUILD)/lib/libcublasLt.so.%: $(CUBLASLT) $(BUILD)/lib/libcudart.so.13
	$(call library,cublasLt)
$(BUILD)/lib/libcurand.so.%: $(CURAND) $(BUILD)/lib/libcudart.so.13
	$(call library,curand)
library = $(call run,link) echo '$(@F) { global: $(1)*; local: *; };' >$@.map && $(CC) -shared -Wl,-soname,$(@F) \
	-Wl,--version-script=$@.map -Wl,--no-undefined $^ -lpthread -ldl -lm -o $@ && rm $@.map
$(BUILD)/lib/driver/libcuda.so.1: $(DRIVER)
	$(call run,link) $(CC) -shared -Wl,-soname,$(@F) $^ -o $@
$(BUILD)/lib/libcurand.so: $(BUILD)/lib/libcurand.so.10
	@ln -sf $(<F) $@
$(BUILD)/hipcc: grader/libraries/hip/hipcc.sh
	@install $< $@
$(patsubst %,$(BUILD)/lib/lib%.so,cudart cublas cublasLt): %.so: %.so.13
	@ln -sf $(<F) $@

# For real GPUs: what times each launch of a program, and what measures the device.
$(BUILD)/lib/libkernel_times.so: grader/gpu/preload/kernel_times.c build/toolchain.mk
	$(call run,link) $(CC) -std=gnu17 -O2 $(WARNINGS) -isystem $(CUDA_INCLUDE) -fPIC -shared $< -lstdc++ -o $@
$(BUILD)/gpu/%: grader/gpu/%.cu common/workbook.h build/toolchain.mk
	$(call run,nvcc) $(NVCC) -O3 -arch=$(GPU_ARCH) -cudart shared $< -o $@

BENCH_GPU := $(patsubst %.cu,$(BUILD)/%.o,$(wildcard grader/gpu/bench/*.cu))
$(BENCH_GPU): NVCCFLAGS := -O3 -std=c++17 -arch=$(GPU_ARCH) -cudart shared -Icommon
$(BUILD)/gpu/bench: $(BENCH_GPU)
	$(call run,link) $(NVCC) -arch=$(GPU_ARCH) -cudart shared $^ -lcublas -lcurand -o $@

$(BUILD)/libemulator.a: $(EMULATOR)
	$(call run,archive) rm -f $@ && ar rcs $@ $(EMULATOR)
link = $(call run,link) $(CC) $(INSTRUMENT) $(filter %.o %.a,$^) $(LIBRARIES) -o $@
WASMFLAGS := --target=wasm32-wasi -mbulk-memory -mmutable-globals -msimd128 -std=gnu17 -O3 \
	-ffp-contract=off -fno-math-errno -fno-trapping-math -w
$(BUILD)/wasm/%.o: %.c
	$(call run,clang) clang $(WASMFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/web/core.wasm: $(WASM)
	$(call run,link) clang --target=wasm32-wasi -mexec-model=reactor -O3 $^ -o $@ -Wl,--gc-sections,--strip-all \
		-Wl,--export=__stack_pointer,--export-table,-z,stack-size=1048576
$(BUILD)/emulate: $(EMULATE) $(BUILD)/common/case_file.o $(BUILD)/libemulator.a
	$(link)
$(BUILD)/grade $(BUILD)/tests: LIBRARIES += -larchive -lyaml $(if $(HAS_HTTP),-lmicrohttpd)
$(BUILD)/grader/watch/http.o: CFLAGS += $(if $(HAS_HTTP),-DHAS_MICROHTTPD)
$(BUILD)/grader/watch/http.o: build/http.mk
$(BUILD)/grade: $(GRADER)
	$(link)
$(BOX): INSTRUMENT :=
# From sources, and never instrumented: it runs in boxes, whose limits no sanitizer keeps.
$(BUILD)/compile: $(COMPILE)
	$(call run,link) { $(CC) $(CFLAGS) -static $(filter %.c,$^) -lm -o $@ 2>/dev/null || $(CC) $(CFLAGS) $(filter %.c,$^) -lm -o $@; }
$(BUILD)/compiler_wait.so: grader/compiler/preload/wait.c grader/compiler/waiting.h
	$(call run,link) $(CC) $(CFLAGS) -fPIC -shared $< -ldl -o $@
# What most files begin with, read once. Files of students have no part in it.
$(BUILD)/compiler/prepared: $(BUILD)/compile $(BUILD)/grader/grading/build.o $(wildcard common/*.h) build/toolchain.mk | $(BUILD)/grade
	$(call run,headers) $(BUILD)/grade prepare && touch $@
$(BUILD)/box: $(BOX)
	$(call run,link) { $(CC) -static $^ -lseccomp -o $@ 2>/dev/null || $(CC) $^ -lseccomp -o $@; }
# --wrap: support/failing_memory.c lets allocations fail.
$(BUILD)/tests: $(TESTS) $(filter-out $(MAINS),$(GRADER) $(EMULATE)) $(BUILD)/libemulator.a
	$(link) -lcheck -lsubunit -lrt -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(BUILD)/cudac: $(CUDAC) $(BUILD)/libemulator.a
	$(link)
$(BUILD)/bench: $(BUILD)/grader/tests/bench/bench.o
	$(link)
$(BUILD)/live_replay: $(addprefix $(BUILD)/grader/,tests/live/replay.o emulator/web/core.o emulator/web/json_text.o) \
		$(BUILD)/libemulator.a
	$(link)
FUZZ_PARTS := $(addprefix $(BUILD)/grader/tests/,fuzz/client.o fuzz/hostile_ptx.o)
$(FUZZ_PARTS): CFLAGS += $(IN_TESTS)
$(BUILD)/fuzz_%: $(BUILD)/grader/tests/fuzz/fuzz_%.o $(FUZZ_PARTS) \
		$(filter-out $(MAINS),$(EMULATE)) $(BUILD)/common/case_file.o $(BUILD)/libemulator.a
	$(link) -fsanitize=fuzzer

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
