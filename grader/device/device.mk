# device.mk - the emulated GPU, its libraries and its tests: what they are made of, and how. For ./Makefile, and for the
# workbook's, which have BUILD, KIND, CC, WARNINGS and INSTRUMENT set. All paths are from the workbook's root.
CFLAGS := -std=gnu17 -O3 -march=$(MARCH) -ffp-contract=off -fno-math-errno -fno-trapping-math -g $(WARNINGS)
NVCCFLAGS := -O3 -arch=sm_90 -lineinfo -cudart shared
LIBRARIES := -ljansson -lzstd -llz4 -lpthread -lm

# ---- what is made of what -------------------------------------------------------------------------------------
DEVICE := grader/device
objects = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(1)))
LISTED = $(shell sed -n 's,^\#include "\([a-z_]*\)/.*,\1,p' $(DEVICE)/emulator/extensions/extensions.def)
EXTENSIONS := $(if $(filter core,$(KIND)),,$(LISTED:%=$(DEVICE)/emulator/extensions/%))
EMULATOR := $(filter-out $(BUILD)/$(DEVICE)/emulator/web/%,$(call objects,$(addprefix $(DEVICE)/,faults/*.c protocol/*.c \
	emulator/*.c emulator/*/*.c) $(EXTENSIONS:%=%/*.c)))
EMULATE := $(call objects,$(addprefix $(DEVICE)/,emulate/*.c emulate/border/*.c emulate/output/*.c emulate/output/page/*.c \
	system/html.c system/elf.c system/text*.c))
CUDART := $(call objects,$(DEVICE)/cudart/*.c $(DEVICE)/cudart/*/*.c)
LIBRARY_WORK := $(call objects,$(DEVICE)/libraries/work/*.c $(DEVICE)/libraries/host/*.c)
CUBLAS := $(LIBRARY_WORK) $(call objects,$(DEVICE)/libraries/cublas/*.c)
CUBLASLT := $(LIBRARY_WORK) $(call objects,$(DEVICE)/libraries/cublas/[chm]*.c $(DEVICE)/libraries/cublaslt/*.c)
CURAND := $(call objects,$(DEVICE)/libraries/work/*.c $(DEVICE)/libraries/curand/*.c)
DRIVER := $(call objects,$(DEVICE)/libraries/driver/*.c)
DEVICE_SHARED := $(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(DRIVER)
RUNTIME := $(patsubst %,$(BUILD)/lib/lib%,cudart.so.13 cudart.so cublas.so.13 cublas.so.12 cublas.so cublasLt.so.13 cublasLt.so.12 \
	cublasLt.so curand.so.10 curand.so) $(BUILD)/lib/driver/libcuda.so.1 $(BUILD)/hipcc
DEVICE_TESTS := $(call objects,$(filter-out $(DEVICE)/tests/bench/% $(DEVICE)/tests/fuzz/%,\
	$(wildcard $(DEVICE)/tests/*.c $(DEVICE)/tests/*/*.c $(DEVICE)/tests/*/*/*.c $(EXTENSIONS:%=%/tests/*.c))))
SUITE_TABLES := $(DEVICE)/tests/suites.def $(foreach extension,$(EXTENSIONS),$(extension)/$(notdir $(extension)).def)
PROGRAM_FOLDERS := $(DEVICE)/tests/programs $(DEVICE)/tests/golden $(wildcard $(EXTENSIONS:%=%/tests) $(EXTENSIONS:%=%/tests/golden))
EVERY_PROGRAM = $(patsubst %.cu,$(BUILD)/programs/%,$(notdir $(wildcard $(PROGRAM_FOLDERS:%=%/*.cu))))

# What --version says: the tag, how many commits after it, and the commit.
VERSION := $(or $(shell git describe --tags --always 2>/dev/null),unknown)

# ---- set-up: packages and toolkit, checked each time (grader/setup.sh) ----------------------------------------
ifneq ($(filter-out map help clean distclean,$(or $(MAKECMDGOALS),$(.DEFAULT_GOAL))),)
include build/toolchain.mk
# The version is written while make reads this, so that a dry run has nothing to do.
ifneq ($(VERSION),$(file <$(BUILD)/version))
$(shell mkdir -p $(BUILD) && echo '$(VERSION)' >$(BUILD)/version)
endif
endif
build/toolchain.mk: FORCE
	@grader/setup.sh build $(patsubst core,test,$(MAKECMDGOALS:test-all=test)); grader/end_make.sh $$PPID $$?
FORCE:
export WORKBOOK_NVCC = $(NVCC)
MAINS := $(BUILD)/grader/main.o $(BUILD)/$(DEVICE)/emulate/main.o
$(MAINS): $(BUILD)/version
$(MAINS): CFLAGS += -DVERSION='"$(VERSION)"'

# ---- rules ----------------------------------------------------------------------------------------------------
run = $(if $(V),,@$(call step,$(1));) mkdir -p $(@D) &&

# "[  7/250] compile grader/main.o"; on a terminal, which cuts it (7l) rather than wrap it, each overwrites the one
# before. A dry run counts them.
step = $(eval STEPS += .)printf $(if $(MAKE_TERMOUT),'\r\033[K\033[?7l[%3d/%d] %-7s %s\033[?7h','[%3d/%d] %-7s %s\n') \
	$(words $(STEPS)) $(ALL_STEPS) $(1) $(@:build/%=%)
ALL_STEPS = $(eval ALL_STEPS := $(shell env -u MAKEFLAGS $(MAKE) -f $(firstword $(MAKEFILE_LIST)) --dry-run ALL_STEPS=0 \
	$(MAKECMDGOALS) 2>/dev/null | grep -c '^printf .*%3d/%d'))$(ALL_STEPS)
end_steps = $(if $(STEPS),$(if $(MAKE_TERMOUT),printf '\r\033[K';))
# A class may be graded meanwhile: what its programs load is replaced at once, and never read half written.
at_once = && mv $@.new $@
link = $(call run,link) $(CC) $(INSTRUMENT) $(filter %.o %.a,$^) $(LIBRARIES) -o $@.new $(1) $(at_once)
# --wrap: support/failing_memory.c lets allocations fail.
link_tests = $(call link,-lcheck -lsubunit -lrt $(addprefix -Xlinker --wrap=,malloc calloc realloc))

$(BUILD)/%.o: %.c
	$(call run,compile) $(CC) $(CFLAGS) $(INSTRUMENT) $(EXTRA_CFLAGS) -MMD -MP -c $< -o $@
$(BUILD)/%.o: %.cu build/toolchain.mk
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -MMD -MP -MF $(@:.o=.d) -c $< -o $@

$(CUDART) $(CUBLAS) $(CUBLASLT) $(CURAND) $(DEVICE_TESTS): CFLAGS += -isystem $(CUDA_INCLUDE)
IN_DEVICE_TESTS := $(addprefix -iquote $(DEVICE),/ /tests/support /tests/support/kernels)
$(DEVICE_TESTS): CFLAGS += $(IN_DEVICE_TESTS)
$(DEVICE_SHARED): CFLAGS += -fPIC -fvisibility=hidden
$(DEVICE_SHARED): INSTRUMENT :=
$(BUILD)/libemulator.a: $(EMULATOR)
	$(call run,archive) rm -f $@ && ar rcs $@ $(EMULATOR)
$(BUILD)/emulate: $(EMULATE) $(BUILD)/common/case_file.o $(BUILD)/libemulator.a
	$(link)
# The functions of each library that are refused: what the toolkit's headers declare and no object of ours has.
refused = $(call run,names) $(DEVICE)/libraries/refused.sh $(CUDA_INCLUDE) $(1) -- $(filter %.o,$^) >$@.new $(at_once)
REFUSED := $(addprefix $(BUILD)/texts/,cudart_refused.def cublas_refused.def cublaslt_refused.def driver_refused.def)
$(REFUSED): $(DEVICE)/libraries/refused.sh build/toolchain.mk
$(BUILD)/texts/cudart_refused.def: $(filter-out %/refused.o,$(CUDART))
	$(call refused,'REFUSED cuda_runtime_api.h cuda_gl_interop.h cuda_egl_interop.h cuda_vdpau_interop.h cuda_profiler_api.h')
$(BUILD)/texts/cublas_refused.def: $(filter-out %/refused.o,$(CUBLAS))
	$(call refused,'REFUSED cublas_api.h cublas_v2.h cublasXt.h' 'LEGACY cublas.h')
$(BUILD)/texts/cublaslt_refused.def: $(filter-out %/refused.o,$(CUBLASLT))
	$(call refused,'REFUSED cublasLt.h')
$(BUILD)/texts/driver_refused.def: $(filter-out %/refused.o,$(DRIVER))
	$(call refused,'REFUSED cuda.h cudaProfiler.h')
REFUSING := $(filter %/refused.o,$(DEVICE_SHARED)) $(BUILD)/$(DEVICE)/emulate/preview.o
$(REFUSING): $(REFUSED)
$(REFUSING): CFLAGS += -iquote $(BUILD)/texts
$(BUILD)/lib/libcudart.so.13: $(CUDART) $(DEVICE)/cudart/libcudart.map
	$(call run,link) $(CC) -shared -Wl,-soname,libcudart.so.13 -Wl,--version-script=$(DEVICE)/cudart/libcudart.map \
		-Wl,--no-undefined $(CUDART) -lpthread -o $@.new $(at_once)
# Libraries in front of the device export functions under the version that is their name, as NVIDIA's do. Those of
# CUDA 12 and 13 are the same.
$(BUILD)/$(DEVICE)/libraries/curand/toolkit.o: CFLAGS += -DTOOLKIT_LIBRARIES='"$(abspath $(CUDA_INCLUDE)/../lib):$(abspath $(CUDA_INCLUDE)/../lib64)"'
$(BUILD)/lib/libcublas.so.%: $(CUBLAS) $(BUILD)/lib/libcudart.so.13
	$(call library,cublas)
$(BUILD)/lib/libcublasLt.so.%: $(CUBLASLT) $(BUILD)/lib/libcudart.so.13
	$(call library,cublasLt)
$(BUILD)/lib/libcurand.so.%: $(CURAND) $(BUILD)/lib/libcudart.so.13
	$(call library,curand)
library = $(call run,link) echo '$(@F) { global: $(1)*; local: *; };' >$@.map && $(CC) -shared -Wl,-soname,$(@F) \
	-Wl,--version-script=$@.map -Wl,--no-undefined $^ -lpthread -ldl -lm -o $@.new $(at_once) && rm $@.map
$(BUILD)/lib/driver/libcuda.so.1: $(DRIVER)
	$(call run,link) $(CC) -shared -Wl,-soname,$(@F) $^ -o $@.new $(at_once)
$(BUILD)/lib/libcurand.so: $(BUILD)/lib/libcurand.so.10
	@ln -sf $(<F) $@
$(BUILD)/hipcc: $(DEVICE)/libraries/hip/hipcc.sh $(BUILD)/hip/names.h
	@install $< $@
$(BUILD)/hip/names.h: $(addprefix $(DEVICE)/libraries/hip/,headers.sh headers.txt) build/toolchain.mk
	$(call run,headers) $< $(@D) $(CUDA_INCLUDE)
$(patsubst %,$(BUILD)/lib/lib%.so,cudart cublas cublasLt): %.so: %.so.13
	@ln -sf $(<F) $@

# The programs that tests run.
vpath %.cu $(PROGRAM_FOLDERS)
$(BUILD)/programs/dynamic_parallelism $(BUILD)/programs/child_faults: NVCCFLAGS += -rdc=true -lcudadevrt
$(addprefix $(BUILD)/programs/,stream_order host_order wrong_memory refused_launches): NVCCFLAGS += -Xcompiler -g1
$(BUILD)/programs/wrong_memory: NVCCFLAGS += -Xcompiler -fno-optimize-sibling-calls
$(BUILD)/programs/clusters $(BUILD)/programs/tensors: NVCCFLAGS += -Xptxas --disable-warnings # multicast is for sm_90a
BLAS_CLAIMS := $(addprefix $(BUILD)/programs/,blas blas_64 blas_stored blas_stored_64)
$(BLAS_CLAIMS): private NVCCFLAGS += -std=c++17 -L$(BUILD)/lib -lcublas
$(BLAS_CLAIMS): $(BUILD)/lib/libcublas.so
$(BUILD)/programs/blas_lt $(BUILD)/programs/blas_faults: private NVCCFLAGS += -std=c++17 -Xcompiler -g1 -L$(BUILD)/lib -lcublasLt -lcublas
$(BUILD)/programs/blas_lt $(BUILD)/programs/blas_faults: $(BUILD)/lib/libcublas.so $(BUILD)/lib/libcublasLt.so
$(BUILD)/programs/random_host: private NVCCFLAGS += -L$(BUILD)/lib -lcurand
$(BUILD)/programs/random_host: $(BUILD)/lib/libcurand.so
$(BUILD)/programs/hip: $(BUILD)/hip/names.h
$(BUILD)/programs/hip: private NVCCFLAGS += -Icommon -I$(DEVICE)/libraries/hip/include -I$(BUILD)/hip -D__NV_NO_VECTOR_DEPRECATION_DIAG
$(BUILD)/programs/language: NVCCFLAGS += -std=c++20 --extended-lambda --expt-relaxed-constexpr
# Its kernel runs on every GPU that the toolkit knows.
$(BUILD)/common/timing.o: private NVCCFLAGS := -O3 -gencode arch=compute_75,code=[compute_75,sm_90] -cudart shared
HARNESS := $(BUILD)/common/harness.o $(BUILD)/common/timing.o $(BUILD)/interfaces/case_file.c.o
$(BUILD)/programs/harness_roles: $(HARNESS)
$(BUILD)/programs/harness_roles: private NVCCFLAGS += $(HARNESS)
$(BUILD)/interfaces/case_file.c.o: common/case_file.c
	$(call run,compile) $(CC) $(CFLAGS) $(EXTRA_CFLAGS) -MMD -MP -c $< -o $@
# Their weak declarations may be defined by the runtime library: with -fPIC the loader looks them up.
$(BUILD)/common/harness.o $(BUILD)/programs/case_arrays: NVCCFLAGS += -Xcompiler -fPIC
$(BUILD)/programs/%: %.cu build/toolchain.mk
	$(call run,nvcc) $(NVCC) $(NVCCFLAGS) -MMD -MP -MF $@.d $< -o $@
